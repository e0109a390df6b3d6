"""Runs as Parquet: one row per sample, units in the metadata of the columns."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pelagos.errors import PelagosError
from pelagos.result.storage import temporary
from pelagos.result.tables.chosen import chosen

if TYPE_CHECKING:
    from pelagos.result.run import Run


def write_parquet(run: Run, path: Path, variables: Sequence[str] | None = None) -> Path:
    """Write time and the named variables (all by default), or one sensor.

    The unit of a column is in the metadata of its field. pandas, which does not read these, finds
    them all in `frame.attrs["units"]`.
    """
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise PelagosError('Parquet needs pyarrow: pip install "pelagos[parquet]"') from None
    found = chosen(run, variables)
    fields = [
        pyarrow.field(column.name, pyarrow.float64(), metadata={"unit": column.unit})
        for column in found
    ]
    header = run.header
    facts = {
        # where pandas keeps the attributes of a frame
        "PANDAS_ATTRS": json.dumps({"units": {column.name: column.unit for column in found}}),
        "robot": header.name,
        "scenario": header.scenario or "",
        "outcome": run.outcome.code,
        "versions": json.dumps(header.versions),
    }
    columns = [pyarrow.array(column.values) for column in found]
    table = pyarrow.Table.from_arrays(columns, schema=pyarrow.schema(fields, metadata=facts))
    with temporary(path) as beside:
        parquet.write_table(table, beside)
        beside.replace(path)
    return path
