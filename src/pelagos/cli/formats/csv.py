"""A table: one row per sample, one column per number, named as in position.hull.x (m)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pelagos.progress import Progress
    from pelagos.result import Run


def write(run: Run, path: Path, progress: Progress | None) -> list[str]:  # noqa: ARG001 (one go)
    """All variables of the samples."""
    from pelagos.result.tables.chosen import left_out

    run.to_csv(path)
    return left_out(run, "run.to_csv(file, [NAME]) in Python writes one")
