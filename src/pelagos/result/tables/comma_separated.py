"""Runs as text tables, for programs that read neither NetCDF nor HDF5."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from pelagos.result.columns import with_unit
from pelagos.result.storage import temporary
from pelagos.result.tables.chosen import chosen

if TYPE_CHECKING:
    from pelagos.result.run import Run


def write_csv(run: Run, path: Path, variables: Sequence[str] | None) -> Path:
    """Write time and the named variables (all by default), every number to its last digit."""
    found = chosen(run, variables)
    table = np.column_stack([column.values for column in found])
    with temporary(path) as beside:
        head = ",".join(with_unit(column.name, column.unit) for column in found)
        np.savetxt(
            beside, table, fmt="%.17g", delimiter=",", header=head, comments="", encoding="utf-8"
        )
        beside.replace(path)
    return path
