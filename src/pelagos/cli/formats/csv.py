"""A table: one row per sample, one column per number, named as in position.hull.x."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pelagos.progress import Progress
    from pelagos.result import Run


def write(run: Run, path: Path, progress: Progress | None) -> None:  # noqa: ARG001 (one go)
    """All variables."""
    run.to_csv(path)
