"""A robot's programs in plain C99, with a header beside it (of a robot, not of a result)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pelagos.model.robot import Robot
    from pelagos.progress import Progress

OPTIONS = ("inputs", "parameters", "derivatives")
BESIDE = (".h",)  # endings of files that are written, too


def programs(
    robot: Robot, scenario: str | None, path: Path, progress: Progress | None, **options: Any
) -> list[str]:
    """Accelerations, inverse dynamics, a step, derivatives on request."""
    from pelagos.exporters.c.files import write_c

    return write_c(robot, path, scenario, progress=progress, **options).told
