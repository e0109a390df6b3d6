"""The unit of a number of a model, found by asking the model."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pelagos.errors import PelagosError

if TYPE_CHECKING:
    from pelagos.model.robot import Robot

_ANY = "W"  # nothing in a model is a power: where one is taken, all units are
_TRIED = ("kg", "m", "s", "m/s", "1/s", "m/s2", "N", "N m", "kg/m3", "kg/m", "kg m2", "m3")


def unit_of_path(robot: Robot, path: str, value: float) -> str:
    """Unit of a number of a model: the only one that the model takes with it."""

    def taken(unit: str) -> bool:
        text = re.sub(r"([a-z])([23])", r"\1^\2", unit)
        try:
            robot.with_values({path: f"{float(value)!r} {text}"})
        except PelagosError:
            return False
        return True

    if taken(_ANY):
        return ""
    return next((unit for unit in _TRIED if taken(unit)), "")
