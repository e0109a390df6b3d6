"""The number at a path of a model, as it is written or as it follows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic_core import PydanticCustomError

from pelagos.errors import PelagosError
from pelagos.language import scope
from pelagos.language.suggest import did_you_mean
from pelagos.language.words import to_number
from pelagos.model.paths.edits import EditError, found_at, split
from pelagos.model.robot import Robot


def written_at(robot: Robot, path: str) -> float | str | None:
    """The number or text that the words hold at a path; None for anything else.

    A text is in SI already where it holds a number and a unit; what depends on parameters stays.
    """
    try:
        found = found_at(robot.flat, split(path, robot))
    except EditError:
        return None
    if isinstance(found, bool) or not isinstance(found, int | float | str):
        return None
    try:
        with scope.within(robot.scope):
            return to_number(found)
    except (PydanticCustomError, PelagosError):
        return str(found)


def number_at(robot: Robot, path: str) -> float | None:
    """The number at a path in SI, also one that the words leave out; None if there is none."""
    written = written_at(robot, path)
    if isinstance(written, float):
        return written
    try:
        keys = split(path, robot)
    except EditError:
        return None
    here: Any = robot
    for key in keys:
        if isinstance(here, tuple | list):
            here = here[int(key)] if key.isdigit() and int(key[:9]) < len(here) else None
        else:
            here = here.get(key) if isinstance(here, dict) else getattr(here, key, None)
    return float(here) if isinstance(here, int | float) and not isinstance(here, bool) else None


def required_number(robot: Robot, path: str, what: str) -> float:
    """The number at a path; one that leads to none is refused. what: who asks, for the message."""
    found = number_at(robot, path)
    if found is None:
        near = did_you_mean(path, all_numbers(robot))
        raise PelagosError(f"{what}: {path} is no number of the model\n    {near}")
    return found


def all_numbers(robot: Robot) -> list[str]:
    """Paths of all that the words of a robot hold as numbers, with or without a unit."""
    leaves = numbers_below(robot.flat, kinds=int | float | str)
    return [path for path in leaves if isinstance(written_at(robot, path), float)]


def numbers_below(words: Any, prefix: str = "", kinds: Any = int | float) -> Iterator[str]:
    """Paths of all numbers."""
    if isinstance(words, dict):
        for key, value in words.items():
            if key not in ("scenarios", "integrator", "references", "pelagos"):
                yield from numbers_below(value, f"{prefix}{key}.", kinds)
    elif isinstance(words, list):
        for i, value in enumerate(words):
            yield from numbers_below(value, f"{prefix}{i}.", kinds)
    elif isinstance(words, kinds) and not isinstance(words, bool):
        yield prefix[:-1]
