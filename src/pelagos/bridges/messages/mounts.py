"""Frames of sensors: where they stand, and where their axes point.

A sensor's own axes are seen as those of bodies: of a model with z down they are turned by half a
turn about x. What looks along a beam has a second frame with x along that, as sensor_msgs/Range
wants it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from pelagos.bridges.messages.frames import Array
from pelagos.bridges.messages.names import ros_name
from pelagos.bridges.messages.robot import RobotInRos
from pelagos.language.placement import aligned_axes, to_quaternion
from pelagos.language.words import WORLD


@dataclass(frozen=True)
class SensorFrame:
    """A frame that stands still on a body, or in the world."""

    name: str
    parent: str
    position: Array  # in the frame of that body in ROS
    orientation: Array


def own_frame(known: RobotInRos, sensor: str) -> str:
    """The name of the frame of a sensor."""
    return f"{known.name}/sensors/{ros_name(sensor)}"


def beam_frame(known: RobotInRos, sensor: str) -> str:
    """The name of the one whose x is along its beam."""
    return f"{own_frame(known, sensor)}/beam"


def sensor_frames(known: RobotInRos) -> Iterator[SensorFrame]:
    """All of a robot."""
    for name, sensor in known.robot.sensors.items():
        law: Any = sensor.law
        at, body = getattr(law, "at", None), body_of_sensor(known, law)
        if at is None or body is None:
            continue
        yield _placed(known, own_frame(known, name), body, at.p, at.R)
        if hasattr(law, "looks"):
            x, y, z = law.looks(known.robot.gravity).tolist()
            side, other, along = aligned_axes((x, y, z)).T
            turn = at.R @ np.column_stack([along, side, other])
            yield _placed(known, beam_frame(known, name), body, at.p, turn)


def body_of_sensor(known: RobotInRos, law: Any) -> str | None:
    """On which body, or on the world, a sensor stands; None where that means nothing."""
    if law.key == "force_torque":
        found = law.joint if law.dock is None else known.robot.constraints[law.dock].bodies[1]
    else:
        found = getattr(law, "body", None)
    return None if found is None else str(found)


def _placed(known: RobotInRos, name: str, body: str, p: Array, R: Array) -> SensorFrame:
    axes, quaternion = known.axes, np.array(to_quaternion(R))
    if body == WORLD:
        place, turn = axes.world(p), axes.attitude(quaternion)
    else:
        place, turn = axes.body(p), axes.mounting(quaternion)
    return SensorFrame(name, known.frame(body), place, turn)
