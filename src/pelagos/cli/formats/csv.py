"""A table: one row per sample, one column per number, named as in position.hull.x."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pelagos.progress import Progress
    from pelagos.result import Run


def write(run: Run, path: Path, progress: Progress | None) -> list[str]:  # noqa: ARG001 (one go)
    """All variables of the samples."""
    run.to_csv(path)
    names = ", ".join(run.sensors)
    how = "run.to_csv(file, [NAME]) in Python writes one"
    return [f"without the readings of {names} at their own times; {how}"] if names else []
