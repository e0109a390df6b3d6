"""Joint states: an entry per coordinate that has a speed as its rate, under the model's label.

Positions and velocities have the signs of the model, whichever way its axes point. The effort is
that of the actuators on the joint, 0 where there is none. Spherical and free joints have no entry:
their places are in /tf and odometry.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pelagos.bridges.messages.moment import RosMoment
from pelagos.bridges.messages.robot import RobotInRos, Topic
from pelagos.bridges.messages.types import make
from pelagos.elements.targets import OnJoint

if TYPE_CHECKING:
    from pelagos.model import Robot

JOINT_STATE = "sensor_msgs/msg/JointState"


class JointEntry(NamedTuple):
    """A joint coordinate: its label, its places in q and u, and actuators that drive it."""

    label: str
    q: int
    u: int
    actuators: tuple[str, ...]


def entries(robot: Robot) -> list[JointEntry]:
    """All of a robot, in the order of q."""
    driven: dict[tuple[str, int], list[str]] = {}
    for name, actuator in robot.actuators.items():
        if isinstance(actuator.law, OnJoint):
            driven.setdefault((actuator.law.joint, robot.driven_dof(name)), []).append(name)
    found, q, u = [], 0, 0
    for body in robot.order:
        kind = robot.bodies[body].joint.mechanics
        for k in range(kind.nv):
            own = kind.coordinate_of(k)
            if own is not None:
                label, by = robot.coordinates[q + own], tuple(driven.get((body, k), ()))
                found.append(JointEntry(label, q + own, u + k, by))
        q, u = q + kind.nq, u + kind.nv
    return found


def topics(known: RobotInRos) -> Iterator[Topic]:
    """One for all joints, if there are some."""
    joints = entries(known.robot)
    if not joints:
        return
    labels = [joint.label for joint in joints]
    q, u = [joint.q for joint in joints], [joint.u for joint in joints]
    # (joint, actuator): which efforts add up at which joint
    shares = np.array(
        [[float(name in joint.actuators) for name in known.robot.actuators] for joint in joints]
    )

    def fill(moment: RosMoment) -> Any:
        values = moment.values
        return make(
            JOINT_STATE,
            header=moment.header(""),
            name=labels,
            position=np.asarray(values["q"])[q],
            velocity=np.asarray(values["u"])[u],
            effort=shares @ np.asarray(values["actuation"]),
        )

    yield Topic(known.topic("joint_states"), JOINT_STATE, "states of the joints", fill)
