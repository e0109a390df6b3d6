"""The robot's messages in ROS 2, for Foxglove and rosbag2."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pelagos.progress import Progress
    from pelagos.result import Run


def write(run: Run, path: Path, progress: Progress | None) -> list[str]:
    """All topics at all samples, and all readings of sensors."""
    from pelagos.bridges.mcap_file import left_out, write_mcap

    write_mcap(run, path, progress=progress)
    return [f"without the sensor {name}: {why}" for name, why in left_out(run).items()]
