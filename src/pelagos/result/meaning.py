"""What each element of q, of u and of the actuator inputs is, in words and units."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pelagos.model import Robot


@dataclass(frozen=True)
class Element:
    """One element of a state or input vector."""

    label: str
    unit: str
    meaning: str


_QUATERNION = tuple(("1", f"{part} of the quaternion, body to world") for part in "wxyz")
_TURNING = tuple(("rad/s", f"angular velocity about the body's {axis} axis") for axis in "xyz")

# Per joint kind, (unit, meaning) of each coordinate and of each speed.
_COORDINATES: dict[str, tuple[tuple[str, str], ...]] = {
    "fixed": (),
    "free": (*(("m", f"position along world {axis}") for axis in "xyz"), *_QUATERNION),
    "spherical": _QUATERNION,
    "revolute": (("rad", "joint angle"),),
    "prismatic": (("m", "joint displacement"),),
    "universal": (("rad", "angle about the first axis"), ("rad", "angle about the second axis")),
    "planar": (
        ("m", "displacement along the first in-plane axis"),
        ("m", "displacement along the second in-plane axis"),
        ("rad", "angle about the normal"),
    ),
}
_SPEEDS: dict[str, tuple[tuple[str, str], ...]] = {
    "fixed": (),
    "free": (*(("m/s", f"velocity along the body's {axis} axis") for axis in "xyz"), *_TURNING),
    "spherical": _TURNING,
    "revolute": (("rad/s", "joint rate"),),
    "prismatic": (("m/s", "joint rate"),),
    "universal": (("rad/s", "rate about the first axis"), ("rad/s", "rate about the second axis")),
    "planar": (
        ("m/s", "rate along the first in-plane axis"),
        ("m/s", "rate along the second in-plane axis"),
        ("rad/s", "rate about the normal"),
    ),
}


def coordinates(robot: Robot) -> list[Element]:
    """The elements of q in order."""
    return _elements(robot, robot.coordinates, _COORDINATES)


def speeds(robot: Robot) -> list[Element]:
    """The elements of u in order."""
    return _elements(robot, robot.speeds, _SPEEDS)


def _elements(
    robot: Robot, labels: tuple[str, ...], table: dict[str, tuple[tuple[str, str], ...]]
) -> list[Element]:
    words = [pair for body in robot.order for pair in table[robot.bodies[body].joint.kind]]
    return [Element(label, *pair) for label, pair in zip(labels, words, strict=True)]


def inputs(robot: Robot) -> list[Element]:
    """The inputs of the actuators in order."""
    found = []
    for effort, actuator in zip(efforts(robot), robot.actuators.values(), strict=True):
        place, law = effort.meaning.rpartition(" ")[2], actuator.law
        unit = law.input_unit(effort.unit)
        found.append(Element(effort.label, unit, f"{law.meaning} {place}"))
    return found


def efforts(robot: Robot) -> list[Element]:
    """What the actuators exert: the variable `actuation`."""
    from pelagos.elements.targets import OnBody

    first, count = {}, 0
    for body in robot.order:
        first[body] = count
        count += robot.bodies[body].joint.nv
    moved = speeds(robot)

    found = []
    for name, actuator in robot.actuators.items():
        if isinstance(actuator.law, OnBody):
            law = actuator.law
            found.append(Element(name, law.effort_unit, f"{law.effort_word} on body {law.body}"))
        else:
            speed = moved[first[actuator.law.joint] + robot.driven_dof(name)]
            unit = "N" if speed.unit == "m/s" else "N m"
            found.append(Element(name, unit, f"effort at joint {speed.label}"))
    return found
