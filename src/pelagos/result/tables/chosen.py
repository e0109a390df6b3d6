"""Which columns a table has: those of the samples, or those of one sensor at its own times."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pelagos.errors import PelagosError
from pelagos.result.columns import Column, columns, table_columns
from pelagos.result.readings import sensor_meant
from pelagos.result.schema import VARIABLES

if TYPE_CHECKING:
    from pelagos.result.run import Run


def chosen(run: Run, variables: Sequence[str] | None) -> list[Column]:
    """Time and the named variables, all by default; or time, channels and variances of a sensor."""
    if isinstance(variables, str):
        raise PelagosError(f"variables: {variables!r} is one text\n    give a list of names")
    meant = [sensor_meant(name, run.sensors, VARIABLES) for name in variables or ()]
    sensors = [name for name in meant if name is not None]
    if not sensors:
        names = dict.fromkeys(("time", *(VARIABLES if variables is None else variables)))
        return [column for name in names for column in columns(run, name)]
    if len(meant) > 1:
        raise PelagosError(
            f"table: {sensors[0]} has times of its own, which {', '.join(variables or ())} do not "
            "share\n    make one table for each sensor, and one for the samples"
        )
    return table_columns(run.readings(sensors[0]))


def left_out(run: Run, how: str) -> list[str]:
    """What a table of the samples lacks; `how` one gets it."""
    names = ", ".join(run.sensors)
    return [f"without the readings of {names} at their own times; {how}"] if names else []
