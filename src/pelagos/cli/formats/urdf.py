"""A robot's tree as URDF (of a robot, not of a result)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pelagos.model.robot import Robot


def text(robot: Robot) -> tuple[str, list[str]]:
    """The file, and what is lost in it."""
    from pelagos.exporters.urdf import to_urdf

    return to_urdf(robot)
