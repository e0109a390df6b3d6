"""A study as a Parquet table: one row per run, one group of rows per chunk."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pelagos.errors import PelagosError
from pelagos.result.storage import temporary

if TYPE_CHECKING:
    from pelagos.study.folder import Chunk, StudyFolder


def write_parquet(study: StudyFolder, path: str | Path) -> Path:
    """Write the runs that are done; the words of the study go into the metadata of the table.

    Chunks are passed on one by one, so a study of any size fits in memory.
    """
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise PelagosError('Parquet needs pyarrow: pip install "pelagos[parquet]"') from None
    place = Path(path)
    numbers = [(name, pyarrow.float64()) for name in (*study.columns, *study.metric_names)]
    ends = [("outcome", pyarrow.string()), ("time", pyarrow.float64())]
    schema = pyarrow.schema(
        [("run", pyarrow.int64()), *numbers, *ends, ("message", pyarrow.string())],
        metadata={name: json.dumps(study.facts[name]) for name in ("study", "versions")},
    )
    with temporary(place) as beside:
        with parquet.ParquetWriter(beside, schema) as writer:
            for chunk in study.chunks():
                rows = dict(zip(schema.names, _columns(chunk), strict=True))
                writer.write_table(pyarrow.table(rows, schema=schema))
        beside.replace(place)
    return place


def _columns(chunk: Chunk) -> list[Any]:
    """In the order of the table."""
    runs = np.arange(chunk.first, chunk.first + len(chunk))
    messages = [chunk.messages.get(int(run), "") for run in runs]
    numbers = [*chunk.drawn.T, *chunk.metrics.T]
    return [runs, *numbers, chunk.outcomes.astype(str), chunk.times, messages]
