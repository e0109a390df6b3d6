"""Names of parameters: paths of the model, and short forms such as drag.X_|u|u."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from pelagos.data.checks import refuse
from pelagos.language.matrix6 import FORCES, MOTIONS, SPEEDS, derivative
from pelagos.language.suggest import did_you_mean
from pelagos.model import Robot
from pelagos.model.paths.edits import split
from pelagos.model.paths.numbers import numbers_below, written_at


def model_path(robot: Robot, name: str, body: str | None = None) -> str:
    """The path of a parameter that is named by its path, or below a body, or below the only body.

    drag.X_|u|u, hull.drag.quadratic.0 and bodies.hull.drag.X_|u|u may all be the same number. Names
    without a body are those of `body`, if it is given. Inside of modules bodies.port.hull.mass and
    modules.port.bodies.hull.mass are the same.
    """
    if body is not None and body not in robot.bodies:
        raise refuse((f"body: there is no {body!r}", did_you_mean(body, robot.bodies)))
    found = {
        place: [path for path in paths if written_at(robot, path) is not None]
        for place, paths in _candidates(robot, name, body)
    }
    found = {place: paths for place, paths in found.items() if paths}
    bodies = [place for place in found if place in robot.bodies]
    if "" in found:
        return ".".join(split(found[""][0], robot))
    if len(bodies) > 1:
        which = " or ".join(f"{place}.{name}" for place in sorted(bodies))
        raise refuse((f"{name}: several bodies have this number", f"say which: {which}"))
    if not found:
        known = [*numbers_below(robot.flat)]
        known += [path.removeprefix("bodies.") for path in known if path.startswith("bodies.")]
        near = did_you_mean(name, known)
        raise refuse((f"{name}: the model {robot.name!r} has no such number", near))
    return next(iter(found.values()))[0]


def value_at(robot: Robot, path: str) -> float:
    """The number at a path, in SI."""
    value = written_at(robot, path)
    if not isinstance(value, float):
        said = f"{path}: is written as {value!r}"
        raise refuse((said, "free the parameter it is made of instead"))
    return value


def _candidates(robot: Robot, name: str, body: str | None) -> Iterator[tuple[str, list[str]]]:
    """Paths that a name may stand for: as given, below each body, and as a parameter."""
    below = [place for place in robot.bodies if name.startswith(f"{place}.")]
    given = [name]
    for place in below:
        given += [f"bodies.{place}.{form}" for form in _forms(name[len(place) + 1 :])]
    if name.startswith(("bodies.", "modules.")):
        given += [f"{head}.{form}" for head, form in _written_otherwise(name)]
    yield "", given
    for place in robot.bodies if body is None else (body,):
        yield place, [f"bodies.{place}.{form}" for form in _forms(name)]
    yield "parameters", [f"parameters.{name}"]


def _written_otherwise(path: str) -> Iterator[tuple[str, str]]:
    """The ways in which a coefficient at the end of a path may be written."""
    for group in ("drag", "added_mass"):
        head, dot, key = path.rpartition(f".{group}.")
        if dot:
            yield from ((head, form) for form in _forms(f"{group}.{key}"))


def _forms(name: str) -> Iterator[str]:
    """The ways in which a coefficient may be written."""
    yield name
    group, _, key = name.partition(".")
    if group not in ("drag", "added_mass"):
        return
    place = derivative(key)
    if key in MOTIONS:
        place = ("rate", MOTIONS.index(key), MOTIONS.index(key))
    if place is None:
        return
    kind, row, column = place
    force, speed = FORCES[row], SPEEDS[column]
    if kind == "rate":
        yield from (f"added_mass.{force}_{speed}dot", f"added_mass.{MOTIONS[row]}")
        if row == column:
            yield f"added_mass.{row}"
        yield f"added_mass.{row}.{column}"
        return
    table = "quadratic" if kind == "square" else "linear"
    names = [f"{force}_{speed}"]
    if kind == "square":
        names = [
            f"{force}_|{speed}|{speed}",
            f"{force}_{speed}|{speed}|",
            f"{force}_{speed}{speed}",
        ]
    yield from (f"drag.{n}" for n in names)
    if row == column:
        yield f"drag.{table}.{row}"
    yield f"drag.{table}.{row}.{column}"


def place(words: dict[str, Any], robot: Robot, path: str, value: float) -> None:
    """Put a value at a path of the robot into the words of a fragment.

    An entry of a list cannot be written alone, so the list stands there as a whole; and beside
    names of derivatives stands the sign they are counted with.
    """
    here: Any = words
    there: Any = robot.flat
    *keys, last = split(path, robot)
    for key in keys:
        index = int(key) if isinstance(there, list) else key
        there = there[index]
        if isinstance(here, dict) and key not in here:
            here[key] = copy.deepcopy(there) if isinstance(there, list) else {}
        here = here[index]
        if key in ("drag", "added_mass") and isinstance(there, dict) and "sign" in there:
            here["sign"] = there["sign"]
    here[int(last) if isinstance(here, list) else last] = value
