"""A robot as an FMU of FMI 2.0 for co-simulation; needs a C compiler, or pelagos[fmu]."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pelagos.model.robot import Robot
    from pelagos.progress import Progress

OPTIONS = ("inputs", "parameters", "outputs", "platforms")


def programs(
    robot: Robot, scenario: str | None, path: Path, progress: Progress | None, **options: Any
) -> list[str]:
    """It runs without Python."""
    from pelagos.exporters.fmu.files import write_fmu

    return write_fmu(robot, path, scenario, progress=progress, **options).told
