"""Messages of encoders, tachometers and force-torque sensors."""

from __future__ import annotations

from typing import Any

import numpy as np

from pelagos.bridges.messages.joints import JOINT_STATE
from pelagos.bridges.messages.moment import vector
from pelagos.bridges.messages.mounts import body_of_sensor, own_frame
from pelagos.bridges.messages.reading import RosReading
from pelagos.bridges.messages.robot import RobotInRos
from pelagos.bridges.messages.sensing.places import Told, topic
from pelagos.bridges.messages.types import make
from pelagos.bridges.messages.wrenches import WRENCH
from pelagos.language.words import WORLD
from pelagos.model.tree import coordinate_labels, dof_index

_NOTHING = np.zeros(0)


def encoder(known: RobotInRos, name: str, law: Any) -> Told:
    """Position and rate, under the label that `joint_states` has for the coordinate."""
    joint = known.robot.bodies[law.joint].joint
    dof = dof_index(joint, law.dof)
    assert dof is not None  # checked on reading
    place = joint.mechanics.coordinate_of(dof)
    assert place is not None
    label = coordinate_labels(law.joint, joint)[place]

    def fill(reading: RosReading) -> Any:
        return _joint(reading, label, np.array([reading["position"]]))

    return [topic(known, name, law, "joint_state", JOINT_STATE, fill)]


def rpm(known: RobotInRos, name: str, law: Any) -> Told:
    """The rate of a shaft, under the name of its thruster."""

    def fill(reading: RosReading) -> Any:
        return _joint(reading, law.thruster, _NOTHING)

    return [topic(known, name, law, "joint_state", JOINT_STATE, fill)]


def _joint(reading: RosReading, label: str, position: Any) -> Any:
    return make(
        JOINT_STATE,
        header=reading.header(""),
        name=[label],
        position=position,
        velocity=np.array([reading["speed"]]),
        effort=_NOTHING,
    )


def force_torque(known: RobotInRos, name: str, law: Any) -> Told:
    """Force and torque on a body: in the sensor's own axes and about its place, if it has some;
    else in those of the body, about its origin or the point of the dock."""
    body = str(body_of_sensor(known, law))
    frame = known.frame(body) if law.at is None else own_frame(known, name)
    in_world = body == WORLD and law.at is None

    def fill(reading: RosReading) -> Any:
        parts = ("force", "torque")
        if in_world:
            force, torque = (reading.axes.world(reading.three(part)) for part in parts)
        else:
            force, torque = (reading.xyz(part) for part in parts)
        wrench = make("geometry_msgs/msg/Wrench", force=vector(force), torque=vector(torque))
        return make(WRENCH, header=reading.header(frame), wrench=wrench)

    return [topic(known, name, law, "wrench", WRENCH, fill)]
