"""One set of axes over time: lines that share a unit, as plain numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from pelagos.result.columns import Column

# Angles are drawn in degrees, which people read; files and arrays keep radians.
_SHOWN = {"rad": "deg", "rad/s": "deg/s", "rad/s2": "deg/s2"}

# What people call coordinates and speeds of a unit.
_TITLES = {
    ("coordinates", "m"): "positions",
    ("coordinates", "deg"): "angles",
    ("speeds", "m/s"): "linear speeds",
    ("speeds", "deg/s"): "angular speeds",
    ("efforts", "N"): "forces of actuators",
    ("efforts", "N m"): "torques of actuators",
    ("momentum", "kg m/s"): "linear momentum",
    ("momentum", "kg m2/s"): "angular momentum about the origin",
}


@dataclass(frozen=True)
class Panel:
    """One set of axes over time: lines that share a unit."""

    title: str
    unit: str
    lines: list[Column] = field(default_factory=list)
    logarithmic: bool = False
    time: np.ndarray | None = None
    """Where the lines have times of their own: readings of a sensor, which hold until the next."""
    dashed: Mapping[str, str] = field(default_factory=dict)
    """Names of lines that are drawn dashed, each with the line whose colour it has, or none."""

    def values_at(self, times: np.ndarray, line: Column) -> np.ndarray:
        """The last readings of a line at some times; those that were lost are passed over."""
        assert self.time is not None
        good = np.isfinite(line.values)
        if not good.any():
            return np.full(len(times), np.nan)
        last = np.searchsorted(self.time[good], times, side="right") - 1
        return np.where(last >= 0, line.values[good][last.clip(0)], np.nan)


def readable(column: Column, name: str | None = None) -> Column:
    """In the unit that people read, and under another name if one is given."""
    unit = _SHOWN.get(column.unit, column.unit)
    values = np.rad2deg(column.values) if unit != column.unit else column.values
    return Column(column.name if name is None else name, unit, values)


def by_unit(title: str, found: list[Column], variable: str = "") -> list[Panel]:
    """One panel per unit, in order of appearance, in the units people read.

    variable: begin of the names, which the title says already; else it ends at the first dot.
    """
    panels: dict[str, Panel] = {}
    for column in found:
        shown = column.name.removeprefix(f"{variable}.") if variable else ""
        line = readable(column, shown or column.name.partition(".")[2] or column.name)
        panel = Panel(_TITLES.get((title, line.unit), title), line.unit)
        panels.setdefault(line.unit, panel).lines.append(line)
    return list(panels.values())
