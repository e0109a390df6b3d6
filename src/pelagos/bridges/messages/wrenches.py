"""Wrenches: what an actuator puts on the body it pushes, and a dock on its second body.

Force and torque are in the axes of the frame that the message names. The torque of an actuator is
about that frame's origin; that of a dock about the dock's point, as in `run.load(DOCK)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from pelagos.bridges.messages.frames import Array
from pelagos.bridges.messages.moment import RosMoment, vector
from pelagos.bridges.messages.names import ros_name
from pelagos.bridges.messages.robot import RobotInRos, Topic
from pelagos.bridges.messages.types import make
from pelagos.data.frames import conjugate
from pelagos.elements.actuator.force import PointForce
from pelagos.elements.actuator.thruster import Thruster
from pelagos.elements.actuator.torque import Torque
from pelagos.language.words import WORLD
from pelagos.result.euler import rotate

WRENCH = "geometry_msgs/msg/WrenchStamped"


def topics(known: RobotInRos) -> Iterator[Topic]:
    """One per actuator that pushes a body, one per dock."""
    for row, (name, actuator) in enumerate(known.robot.actuators.items()):
        if isinstance(actuator.law, PointForce | Thruster | Torque):
            place, thing = known.topic(ros_name(name), "wrench"), f"wrench of the actuator {name}"
            yield Topic(place, WRENCH, thing, _push(known, row, actuator.law))
    docks = [name for name, c in known.robot.constraints.items() if c.bodies]
    for row, name in enumerate(docks):
        place, thing = known.topic(ros_name(name), "wrench"), f"load at the dock {name}"
        second = known.robot.constraints[name].bodies[1]
        yield Topic(place, WRENCH, thing, _load(known, row, second))


def _push(known: RobotInRos, row: int, law: Any) -> Callable[[RosMoment], Any]:
    body, frame = known.robot.order.index(law.body), known.frame(law.body)
    direction = np.array(law.direction)
    point = np.array(getattr(law, "at", (0.0, 0.0, 0.0)))
    reaction = getattr(law, "reaction", 0.0)

    def fill(moment: RosMoment) -> Any:
        along = direction
        if law.frame == "world":
            attitude = np.asarray(moment.values["orientation"])[body]
            along = rotate(conjugate(attitude), direction)
        push = float(np.asarray(moment.values["actuation"])[row]) * along
        if isinstance(law, Torque):
            force, torque = np.zeros(3), push
        else:
            force, torque = push, np.cross(point, push) - reaction * push
        return _message(moment, frame, moment.axes.body(force), moment.axes.body(torque))

    return fill


def _load(known: RobotInRos, row: int, body: str) -> Callable[[RosMoment], Any]:
    frame = known.frame(body)

    def fill(moment: RosMoment) -> Any:
        turn = moment.axes.world if body == WORLD else moment.axes.body
        parts = (np.asarray(moment.values[n])[row] for n in ("load_force", "load_moment"))
        return _message(moment, frame, *(turn(part) for part in parts))

    return fill


def _message(moment: RosMoment, frame: str, force: Array, torque: Array) -> Any:
    wrench = make("geometry_msgs/msg/Wrench", force=vector(force), torque=vector(torque))
    return make(WRENCH, header=moment.header(frame), wrench=wrench)
