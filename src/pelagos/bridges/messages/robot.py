"""A robot as ROS knows it: names of topics and frames, axes; and what a topic is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pelagos.bridges.messages.frames import WORLD_FRAME, RosAxes
from pelagos.bridges.messages.moment import RosMoment
from pelagos.bridges.messages.names import check_distinct, ros_name
from pelagos.language.words import WORLD

if TYPE_CHECKING:
    from pelagos.model import Robot


@dataclass(frozen=True)
class Topic:
    """What is published under a name: its type, and the message at a moment."""

    name: str
    type: str
    thing: str  # what it is about, for people
    fill: Callable[[RosMoment], Any]
    depth: int = 10  # messages kept for a slow reader


@dataclass(frozen=True)
class RobotInRos:
    """A robot, its name in ROS, the names of its topics and frames, and its axes."""

    robot: Robot
    name: str
    axes: RosAxes

    @classmethod
    def of(cls, robot: Robot, name: str | None = None) -> RobotInRos:
        """Under its own name, or another; refuses a robot whose axes ROS does not know."""
        found = cls(
            robot, ros_name(robot.name if name is None else name), RosAxes.of(robot.gravity)
        )
        check_distinct((f"the body {body}", found.frame(body)) for body in robot.order)
        check_distinct((f"the sensor {name}", ros_name(name)) for name in robot.sensors)
        return found

    def topic(self, *parts: str) -> str:
        """The full name of a topic."""
        return "/".join(["", self.name, *parts])

    def frame(self, body: str) -> str:
        """The frame of a body; the world has one for all robots."""
        return WORLD_FRAME if body == WORLD else f"{self.name}/{ros_name(body)}"

    @property
    def free(self) -> dict[str, int]:
        """Bodies that are free in the world, and where their speeds begin in u."""
        found, first = {}, 0
        for body in self.robot.order:
            joint = self.robot.bodies[body].joint
            if joint.mechanics.in_world:
                found[body] = first
            first += joint.nv
        return found
