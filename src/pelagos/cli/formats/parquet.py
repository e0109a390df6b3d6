"""The same table for pandas, Arrow, Polars and DuckDB; needs pelagos[parquet]."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pelagos.progress import Progress
    from pelagos.result import Run


def write(run: Run, path: Path, progress: Progress | None) -> list[str]:  # noqa: ARG001 (one go)
    """All variables of the samples."""
    from pelagos.result.tables.chosen import left_out
    from pelagos.result.tables.parquet import write_parquet

    write_parquet(run, path)
    return left_out(run, "run.to_dataframe([NAME]).to_parquet(file) in Python writes one")
