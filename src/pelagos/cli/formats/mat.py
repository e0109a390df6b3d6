"""Arrays, labels, units and readings of sensors for MATLAB and Octave."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pelagos.progress import Progress
    from pelagos.result import Run


def write(run: Run, path: Path, progress: Progress | None) -> list[str]:  # noqa: ARG001 (one go)
    """All variables, and all readings."""
    from pelagos.result.tables.matlab import write_mat

    write_mat(run, path)
    return []
