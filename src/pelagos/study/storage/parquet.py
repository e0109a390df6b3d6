"""A study as a Parquet table: one row per run, one group of rows per chunk."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pelagos.errors import PelagosError
from pelagos.result.storage import temporary

if TYPE_CHECKING:
    from pelagos.study.storage.folder import Chunk, StudyFolder


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
    kinds = {"time": pyarrow.float64()}
    ends = [(name, kinds.get(name, pyarrow.string())) for name in study.ends]
    schema = pyarrow.schema(
        [("run", pyarrow.int64()), *numbers, *ends],
        metadata={name: json.dumps(study.facts[name]) for name in ("study", "versions")},
    )
    with temporary(place) as beside:
        with parquet.ParquetWriter(beside, schema) as writer:
            for chunk in study.chunks():
                rows = dict(zip(schema.names, _columns(study, chunk), strict=True))
                writer.write_table(pyarrow.table(rows, schema=schema))
        beside.replace(place)
    return place


def _columns(study: StudyFolder, chunk: Chunk) -> list[Any]:
    """In the order of the table."""
    runs = np.arange(chunk.first, chunk.first + len(chunk))
    ends = {
        "outcome": chunk.outcomes.astype(str),
        "time": chunk.times,
        "stopped_by": chunk.stops,
        "message": [chunk.messages.get(int(run), "") for run in runs],
    }
    return [runs, *chunk.drawn.T, *chunk.metrics.T, *(ends[name] for name in study.ends)]
