"""A result as Pelagos writes it, without what a killed run left empty."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pelagos.progress import Progress
    from pelagos.result import Run


def write(run: Run, path: Path, progress: Progress | None) -> list[str]:  # noqa: ARG001 (one go)
    """All of it."""
    run.save(path)
    return []
