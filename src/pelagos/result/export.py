"""Runs as text tables, for programs that read neither NetCDF nor HDF5."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from pelagos.errors import PelagosError
from pelagos.result.columns import Column, columns, sensor_columns
from pelagos.result.readings import sensor_meant
from pelagos.result.schema import VARIABLES
from pelagos.result.storage import temporary

if TYPE_CHECKING:
    from pelagos.result.run import Run


def write_csv(run: Run, path: Path, variables: Sequence[str] | None) -> Path:
    """Write time and the named variables (all by default), every number to its last digit."""
    found = _sensor_table(run, variables or ())
    if not found:
        names = ["time", *(name for name in variables or VARIABLES if name != "time")]
        found = [column for name in names for column in columns(run, name)]
    table = np.column_stack([column.values for column in found])
    with temporary(path) as beside:
        head = ",".join(column.name for column in found)
        np.savetxt(beside, table, fmt="%.17g", delimiter=",", header=head, comments="")
        beside.replace(path)
    return path


def _sensor_table(run: Run, names: Sequence[str]) -> list[Column]:
    """Columns of the sensor that is named; none if none is."""
    meant = [sensor_meant(name, run.sensors, VARIABLES) for name in names]
    sensors = [name for name in meant if name is not None]
    if not sensors:
        return []
    if len(names) > 1:
        raise PelagosError(
            f"csv: {sensors[0]} has times of its own, which {', '.join(names)} do not share\n"
            "    write one table for each sensor, and one for the samples"
        )
    readings = run.readings(sensors[0])
    return [Column("time", "s", readings.time), *sensor_columns(readings)]
