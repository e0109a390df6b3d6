"""Joints by names of their own: `joint: {revolute: y, name: shoulder}` of the body `upper_arm`.

Everything in a robot goes by the names of bodies. A joint's own name may stand wherever words mean
the joint: in actuators, gears, initial states, expressions (`q[shoulder]`) and paths
(`bodies.shoulder.joint.limits`). It is replaced here, before the parts are read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from pelagos.errors import Problem
from pelagos.language.problems import problem
from pelagos.language.scope import Scope
from pelagos.model.tree import body_of
from pelagos.relations.table import RELATIONS

_SECTIONS = ("actuators", "constraints", "controllers", "states", "events", "scenarios", "stop")
_STATE = re.compile(r"\b(?P<which>[qu]\s*\[)(?P<label>[^\[\]]*)\]")
_TEXTS = ("description", "source")
_QUOTES = "'\""


def of_words(words: Mapping[str, Any]) -> dict[str, str]:
    """Bodies by the names of their joints, where these have one."""
    bodies = words.get("bodies")
    found: dict[str, str] = {}
    for body, part in bodies.items() if isinstance(bodies, dict) else ():
        joint = part.get("joint") if isinstance(part, dict) else None
        name = joint.get("name") if isinstance(joint, dict) else None
        if isinstance(name, str) and name:
            found.setdefault(name, body)
    return found


def replaced(words: dict[str, Any], scope: Scope) -> tuple[dict[str, Any], list[Problem]]:
    """The words with bodies in place of the names of their joints, and what is wrong with these."""
    names = of_words(words)
    if not names:
        return words, []
    problems = list(_ambiguous(words, scope, names))
    names = {name: body for name, body in names.items() if name not in words["bodies"]}

    def label(text: str) -> str:
        name = body_of(text, names)
        return text if name is None else names[name] + text[len(name) :]

    def keys(named: Any, path: tuple[str, ...]) -> Any:
        if not isinstance(named, dict):
            return named
        changed = {label(key): value for key, value in named.items()}
        if len(changed) < len(named):
            twice = next(key for key in named if label(key) != key and label(key) in named)
            message = f"{twice} is the joint of {label(twice)}, which is given as well"
            problems.append(problem(scope, (*path, twice), message, "keep one of them"))
        return changed

    found = {key: _within(words[key], label, keys, (key,)) for key in _SECTIONS if key in words}
    if "initial" in words:
        found["initial"] = keys(words["initial"], ("initial",))
    return {**words, **found}, problems


def _within(
    words: Any,
    label: Callable[[str], str],
    keys: Callable[[Any, tuple[str, ...]], Any],
    path: tuple[str, ...],
) -> Any:
    """Words of a section with the names replaced; those that have none stay the same objects."""
    if isinstance(words, str):
        if path[-1] in _TEXTS:
            return words
        named = path[-1] == "joint" or _names_coordinates(path)
        return label(words) if named else _expression(words, label)
    if isinstance(words, list):
        items = [_within(item, label, keys, path) for item in words]
        return words if all(map(_same, items, words)) else items
    if not isinstance(words, dict):
        return words
    changed = {key: _within(value, label, keys, (*path, key)) for key, value in words.items()}
    for key in changed:
        if (key == "initial" and len(path) > 1) or _names_coordinates((*path, key)):
            changed[key] = keys(changed[key], (*path, key))
    same = changed.keys() == words.keys() and all(_same(changed[k], words[k]) for k in words)
    return words if same else changed


def _names_coordinates(path: tuple[str, ...]) -> bool:
    """Whether a relation has names of coordinates there."""
    if len(path) != 4 or path[0] != "constraints" or path[2] not in RELATIONS:
        return False
    mark = RELATIONS[path[2]].named_keys().get(path[3])
    return mark is not None and mark.part == "coordinate"


def _same(one: Any, other: Any) -> bool:
    return one is other


def _expression(text: str, label: Callable[[str], str]) -> str:
    """An expression with the labels of q[...] and u[...] replaced."""

    def state(match: re.Match[str]) -> str:
        return f"{match['which']}{label(match['label'].strip().strip(_QUOTES))}]"

    return _STATE.sub(state, text)


def _ambiguous(words: dict[str, Any], scope: Scope, names: dict[str, str]) -> list[Problem]:
    """Names that stand for several things."""
    found = []
    for body, part in words["bodies"].items():
        joint = part.get("joint") if isinstance(part, dict) else None
        name = joint.get("name") if isinstance(joint, dict) else None
        if not isinstance(name, str) or not name:
            continue
        path = ("bodies", body, "joint", "name")
        if names[name] != body:
            message = f"the joints of {names[name]} and of {body} have the same name"
            found.append(problem(scope, path, message, "rename one of them", name))
        elif name in words["bodies"] and name != body:
            found.append(problem(scope, path, "a body has this name", "rename the joint", name))
    return found
