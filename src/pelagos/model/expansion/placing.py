"""What hangs on a module's world, moved to where the module stands in another one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pelagos.elements.world_places import ImmovableError, NewPlace, moved
from pelagos.joints.table import KINDS
from pelagos.language.scope import Keys
from pelagos.model.bodies import WORLD
from pelagos.relations.table import RELATIONS


def mapping(words: Any) -> dict[str, Any]:
    """Words that should be a mapping; an empty one if they are not."""
    return words if isinstance(words, dict) else {}


def put_in_place(
    parts: dict[str, dict[str, Any]], new: NewPlace, kinds: Mapping[str, Any]
) -> Iterator[tuple[Keys, ImmovableError]]:
    """Move what hangs on the module's world to where the module stands; what cannot go there.

    kinds: words of elements by section.
    """
    if new.at or new.on is not None:
        _place_bodies(parts, new)
        for constraint in parts.get("constraints", {}).values():
            for kind, law in constraint.items() if isinstance(constraint, dict) else ():
                if isinstance(law, dict):
                    _place_constraint(kind, law, new)
        yield from _place_elements(parts, new, kinds)


def _place_bodies(parts: dict[str, dict[str, Any]], new: NewPlace) -> None:
    """Joints to the world, and where free bodies begin."""
    initial = parts.setdefault("initial", {})
    for name, body in parts.get("bodies", {}).items():
        if not isinstance(body, dict) or body.get("parent", WORLD) != WORLD:
            continue
        if new.on is not None:
            body["parent"] = new.on
        if not new.at:
            continue
        if _is_free(body):
            initial[name] = _within(mapping(initial.get(name)), new.at)
            for scenario in parts.get("scenarios", {}).values():
                states = mapping(mapping(scenario).get("initial"))
                if name in states:
                    scenario["initial"] = {**states, name: _within(states[name], new.at)}
        else:
            body["at"] = _within(_placement(body.get("at")), new.at)


def _place_constraint(kind: str, law: dict[str, Any], new: NewPlace) -> None:
    """Frames on the world; one that follows from the start does so where bodies are put."""
    between = law.get("between")
    if not isinstance(between, list):
        return
    for key, body in zip(("at", "to"), between, strict=False):
        follows = key == "to" and law.get("to") is None and _follows(kind)
        if body == WORLD and new.at and not follows:
            law[key] = _within(_placement(law.get(key)), new.at)
    if new.on is not None:
        law["between"] = [new.on if body == WORLD else body for body in between]


def _follows(kind: str) -> bool:
    """Whether the second frame of a relation is where the first one is, if it is not given."""
    relation = RELATIONS.get(kind)
    return relation is None or relation.model_fields["to"].default is None


def _place_elements(
    parts: dict[str, dict[str, Any]], new: NewPlace, kinds: Mapping[str, Any]
) -> Iterator[tuple[Keys, ImmovableError]]:
    for section, kind in kinds.items():
        for name, words in parts.get(section, {}).items():
            if isinstance(words, dict):
                try:
                    parts[section][name] = moved(kind, words, new)
                except ImmovableError as error:
                    yield (section, name), error


def _is_free(body: dict[str, Any]) -> bool:
    joint = body.get("joint", "free")
    words = [kind.word for kind in KINDS if kind.in_world]
    return joint in words or (isinstance(joint, dict) and any(joint.get(w) is True for w in words))


def _placement(words: Any) -> dict[str, Any]:
    if isinstance(words, list):
        return {"position": words}
    return mapping(words)


def _within(words: Any, at: list[Any]) -> Any:
    if not isinstance(words, dict):
        return words
    inner = words.get("within")
    inner = inner if isinstance(inner, list) else [] if inner is None else [inner]
    return {**words, "within": [*inner, *at]}
