"""Runs as text tables, for programs that read neither NetCDF nor HDF5."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from pelagos.result.columns import columns
from pelagos.result.schema import VARIABLES
from pelagos.result.storage import temporary

if TYPE_CHECKING:
    from pelagos.result.run import Run


def write_csv(run: Run, path: Path, variables: Sequence[str] | None) -> Path:
    """Write time and the named variables (all by default), every number to its last digit."""
    names = ["time", *(name for name in variables or VARIABLES if name != "time")]
    found = [column for name in names for column in columns(run, name)]
    table = np.column_stack([column.values for column in found])
    with temporary(path) as beside:
        head = ",".join(column.name for column in found)
        np.savetxt(beside, table, fmt="%.17g", delimiter=",", header=head, comments="")
        beside.replace(path)
    return path
