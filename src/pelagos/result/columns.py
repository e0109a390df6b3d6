"""A run as plain columns, one per number of a sample: what tables and pictures are made of."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pelagos.errors import PelagosError
from pelagos.result.schema import UNIT_COORDINATES, VARIABLES

if TYPE_CHECKING:
    from pelagos.result.header import Header
    from pelagos.result.readings import Readings
    from pelagos.result.run import Run


@dataclass(frozen=True)
class Column:
    """One number over time, named after its variable and labels, as in `position.arm.x`."""

    name: str
    unit: str
    values: np.ndarray


def columns(run: Run, variable: str) -> list[Column]:
    """All columns of a variable."""
    check_variable(variable)
    dims = VARIABLES[variable].dims[1:]
    labels = list(itertools.product(*(run.header.labels(dim) for dim in dims)))
    values = run.arrays[variable].reshape(len(run), len(labels))
    units = element_units(run.header, variable, len(labels))
    return [
        Column(".".join((variable, *label)), unit, values[:, i])
        for i, (label, unit) in enumerate(zip(labels, units, strict=True))
    ]


def sensor_columns(readings: Readings, spread: bool = True) -> list[Column]:
    """All channels of a sensor, `imu.gyro.x`, over its own times; with their variances."""
    name, units = readings.sensor, readings.units
    pairs = list(zip(readings.channels, units, strict=True))
    found = [
        Column(f"{name}.{channel}", unit, readings.values[:, i])
        for i, (channel, unit) in enumerate(pairs)
    ]
    if spread:
        found += [
            Column(f"{name}.{channel}.variance", f"({unit})^2", readings.variances[:, i])
            for i, (channel, unit) in enumerate(pairs)
        ]
    return found


def table_columns(readings: Readings) -> list[Column]:
    """Times of arrival, channels and their variances."""
    return [Column("time", "s", readings.time), *sensor_columns(readings)]


def check_variable(name: str) -> None:
    """Refuse a name that no variable has."""
    if name not in VARIABLES:
        from pelagos.language.suggest import did_you_mean

        raise PelagosError(f"a run has no {name!r}; {did_you_mean(name, VARIABLES)}")


def element_units(header: Header, variable: str, count: int) -> tuple[str, ...]:
    """Unit of each of the columns of a variable."""
    last = VARIABLES[variable].dims[-1]
    if last not in UNIT_COORDINATES:
        return (VARIABLES[variable].units,) * count
    units = header.units(last)
    return tuple(map(per_second, units)) if variable == "udot" else units


def with_unit(name: str, unit: str) -> str:
    """For an axis or the head of a table; pure numbers and unknown units are left without."""
    return name if unit in ("", "1") else f"{name} ({unit})"


def per_second(unit: str) -> str:
    """Of the time derivative of a speed."""
    return {"m/s": "m/s2", "rad/s": "rad/s2"}.get(unit, unit)
