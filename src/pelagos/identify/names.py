"""Names of parameters: paths of the model, and short forms such as drag.X_|u|u."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pelagos.data.checks import refuse
from pelagos.errors import PelagosError
from pelagos.model import Robot
from pelagos.model.matrix6 import FORCES, MOTIONS, SPEEDS, derivative
from pelagos.model.suggest import did_you_mean


def model_path(robot: Robot, name: str) -> str:
    """The path of a parameter that is named by its path, or below a body, or below the only body.

    drag.X_|u|u, hull.drag.quadratic.0 and bodies.hull.drag.X_|u|u may all be the same number.
    """
    words = robot.to_dict()
    found = [path for path in _candidates(words, name) if _number_at(words, path) is not None]
    if len({path.split(".")[1] for path in found if path.startswith("bodies.")}) > 1:
        bodies = " or ".join(sorted({path.split(".")[1] for path in found}))
        raise refuse((f"{name}: stands below several bodies", f"say which: {bodies}.{name}"))
    if not found:
        near = did_you_mean(name, numbers_below(words))
        raise refuse((f"{name}: the model {robot.name!r} has no such number", near))
    return found[0]


def value_at(robot: Robot, path: str) -> float:
    """The number at a path, in SI."""
    value = _number_at(robot.to_dict(), path)
    if isinstance(value, str):
        from pydantic_core import PydanticCustomError

        from pelagos.model import scope
        from pelagos.model.words import to_number

        try:
            with scope.within(robot.scope):
                return to_number(value)
        except (PydanticCustomError, PelagosError):
            said = f"{path}: is written as {value!r}"
            raise refuse((said, "free the parameter it is made of instead")) from None
    assert value is not None
    return float(value)


def _candidates(words: dict[str, Any], name: str) -> Iterator[str]:
    yield name
    bodies = words.get("bodies", {})
    if isinstance(bodies, dict):
        if name.partition(".")[0] in bodies:
            body, _, rest = name.partition(".")
            yield from (f"bodies.{body}.{form}" for form in _forms(rest))
        for body in bodies:
            yield from (f"bodies.{body}.{form}" for form in _forms(name))
    yield f"parameters.{name}"


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


def _number_at(words: Any, path: str) -> float | str | None:
    here = words
    for key in path.split("."):
        if isinstance(here, dict) and key in here:
            here = here[key]
        elif isinstance(here, list) and key.isdigit() and int(key) < len(here):
            here = here[int(key)]
        else:
            return None
    if isinstance(here, bool) or not isinstance(here, int | float | str):
        return None
    return here


def numbers_below(words: Any, prefix: str = "") -> Iterator[str]:
    """Paths of all numbers."""
    if isinstance(words, dict):
        for key, value in words.items():
            if key not in ("scenarios", "integrator", "references", "pelagos"):
                yield from numbers_below(value, f"{prefix}{key}.")
    elif isinstance(words, list):
        for i, value in enumerate(words):
            yield from numbers_below(value, f"{prefix}{i}.")
    elif isinstance(words, int | float) and not isinstance(words, bool):
        yield prefix[:-1]
