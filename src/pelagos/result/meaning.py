"""What each element of q, of u and of the actuator inputs is, in words and units."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pelagos.joints.contract import Component
    from pelagos.model import Robot


@dataclass(frozen=True)
class Element:
    """One element of a state or input vector."""

    label: str
    unit: str
    meaning: str


def coordinates(robot: Robot) -> list[Element]:
    """The elements of q in order."""
    joints = (robot.bodies[name].joint.mechanics for name in robot.order)
    return _elements(robot.coordinates, [c for joint in joints for c in joint.coordinates])


def speeds(robot: Robot) -> list[Element]:
    """The elements of u in order."""
    joints = (robot.bodies[name].joint.mechanics for name in robot.order)
    return _elements(robot.speeds, [c for joint in joints for c in joint.speeds])


def _elements(labels: Sequence[str], components: Sequence[Component]) -> list[Element]:
    pairs = zip(labels, components, strict=True)
    return [Element(label, component.unit, component.meaning) for label, component in pairs]


# What the input of an actuator is, and its unit given that of the effort it makes.
_INPUTS = {
    "motor": ("effort at joint", {}),
    "servo": ("target position of joint", {"N": "m", "N m": "rad"}),
    "motion": ("prescribed position of joint", {"N": "m", "N m": "rad"}),
    "force": ("force on body", {}),
    "torque": ("torque on body", {}),
    "thruster": ("command of the thruster on body", {}),
}


def inputs(robot: Robot) -> list[Element]:
    """The inputs of the actuators in order."""
    found = []
    for effort, actuator in zip(efforts(robot), robot.actuators.values(), strict=True):
        words, units = _INPUTS[actuator.kind]
        place = effort.meaning.rpartition(" ")[2]
        unit = units.get(effort.unit, effort.unit)
        if actuator.thruster is not None:
            unit = {"pwm": "us", "speed": "rad/s", "thrust": "N"}[actuator.thruster.command]
        found.append(Element(effort.label, unit, f"{words} {place}"))
    return found


def efforts(robot: Robot) -> list[Element]:
    """What the actuators exert: the variable `actuation`."""
    from pelagos.model.control.targets import OnBody

    first, count = {}, 0
    for body in robot.order:
        first[body] = count
        count += robot.bodies[body].joint.nv
    moved = speeds(robot)

    found = []
    for name, actuator in robot.actuators.items():
        if isinstance(actuator.law, OnBody):
            unit = "N m" if actuator.kind == "torque" else "N"
            kind = "thrust" if actuator.kind == "thruster" else actuator.kind
            found.append(Element(name, unit, f"{kind} on body {actuator.law.body}"))
        else:
            speed = moved[first[actuator.law.joint] + robot.driven_dof(name)]
            unit = "N" if speed.unit == "m/s" else "N m"
            found.append(Element(name, unit, f"effort at joint {speed.label}"))
    return found
