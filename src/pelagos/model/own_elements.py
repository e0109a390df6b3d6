"""Sections of elements of their own, such as `springs:`, and elements that users wrote."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from pydantic_core import PydanticCustomError

from pelagos.elements import own
from pelagos.elements.contract import ElementWords
from pelagos.errors import PelagosError, Problem
from pelagos.language import scope as scopes
from pelagos.language.files import find
from pelagos.language.problems import problem
from pelagos.language.scope import Scope
from pelagos.language.suggest import did_you_mean
from pelagos.language.words import kind_of
from pelagos.model.bodies import WORLD
from pelagos.model.checks.labels import check_labels
from pelagos.model.checks.parts import Parts
from pelagos.model.start import Start
from pelagos.sensors.section import NamedSensor, sections

CODE = "elements"  # the key that names files of Python


def with_kinds(
    words: Mapping[str, Any], scope: Scope, taken: Iterable[str]
) -> tuple[Scope, list[Problem]]:
    """The scope with the kinds of all sections: built-in ones, and those of files that `elements:`
    names; `taken` are other words of a model."""
    built_in = sections()
    if not built_in.keys() <= scope.kinds.keys():
        scope = replace(scope, kinds={**built_in, **scope.kinds})
    given = words.get(CODE)
    if given is None:
        return scope, []
    if not isinstance(given, dict):
        message = f"files and names are needed, this is {kind_of(given)}"
        return scope, [problem(scope, (CODE,), message, "write elements: {file.py: Name}", given)]
    known = {kind.__name__ for kind in scope.kinds.values()}
    missing = {file: name for file, name in given.items() if name not in known}
    if missing and not scope.allow_code:
        files = ", ".join(map(str, missing))
        remedy = "read it, then give --allow-code, or allow_code=True in Python"
        message = f"the model wants to run the code in {files}"
        return scope, [problem(scope, (CODE,), message, remedy)]
    found, problems = dict(scope.kinds), []
    for file, name in missing.items():
        try:
            kind = _from_file(str(file), str(name), scope)
            found |= own.by_section([*users(found).values(), kind], (*taken, *sections()))
        except PelagosError as error:
            message, _, remedy = str(error).removeprefix(f"{CODE}: ").partition("\n    ")
            problems.append(problem(scope, (CODE, file), message, remedy, name))
        except PydanticCustomError as error:
            facts = error.context or {}
            said = facts["message"], facts["remedy"]
            problems.append(problem(scope, (CODE, file), *said, file))
    return replace(scope, kinds=found), problems


def _from_file(file: str, name: str, scope: Scope) -> type[ElementWords]:
    with scopes.within(scope):
        return own.from_file(find(file, (".py",)), name)


def users(kinds: Mapping[str, type[ElementWords]]) -> dict[str, type[ElementWords]]:
    """Those kinds that are not built in."""
    built_in = sections()
    return {section: kind for section, kind in kinds.items() if section not in built_in}


def check_own(parts: Parts, found: Mapping[str, Mapping[str, ElementWords]]) -> Iterator[Problem]:
    """Bodies that elements name exist, signals use what there is, names are free."""
    taken = {**parts.actuator_names, **parts.state_names, **dict.fromkeys(parts.controllers)}
    for section, named in found.items():
        for name, words in named.items():
            if name in taken:
                message = "another part of the robot has this name"
                yield parts.problem((section, name), message, "choose another name")
            taken[name] = None
            place = (section, name, *words.below)
            for key, body, may_be_world in words.bodies:
                if body not in parts.body_names and not (may_be_world and body == WORLD):
                    known = [*parts.body_names, *([WORLD] if may_be_world else [])]
                    remedy = did_you_mean(body, known)
                    yield parts.problem((*place, key), "there is no such body", remedy, body)
            for key, other, mark in words.named:
                there = _named_parts(parts, mark.part)
                if there is not None and other not in there:
                    remedy = did_you_mean(other, there) if there else "the robot has none"
                    message = f"there is no such {mark.part}"
                    yield parts.problem((*place, key), message, remedy, other)
            for key, signal in words.signals.items():
                yield from check_labels(parts, (*place, key), signal.node, signal.expression)
            for key, *said in words.misfits(parts):
                yield parts.problem((*place, key), *said)


def _named_parts(parts: Parts, part: str) -> dict[str, None] | None:
    """All parts of a kind; None for bodies, which are looked up apart."""
    return {"actuator": parts.actuator_names, "constraint": parts.constraint_names}.get(part)


def check_own_start(
    parts: Parts, found: Mapping[str, Mapping[str, ElementWords]], start: Start
) -> Iterator[Problem]:
    """What elements say of where bodies are at the start."""
    for section, named in found.items():
        for name, words in named.items():
            for key, *said in words.misfits_at_start(parts, start):
                yield parts.problem((section, name, *words.below, key), *said)


def check_sensors(parts: Parts, start: Start) -> Iterator[Problem]:
    """What sensors say does not go with the rest of the robot."""
    for name, sensor in parts.sensors.items():
        for key, *said in sensor.law.problems(parts, start):
            yield parts.problem((NamedSensor.key, name, sensor.law.key, key), *said)
