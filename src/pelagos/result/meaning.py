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


# Unit and meaning of an actuator's input. At a joint the unit follows from that of its speed.
_AT_JOINT = {
    "motor": ({"m/s": "N", "rad/s": "N m"}, "effort at joint"),
    "servo": ({"m/s": "m", "rad/s": "rad"}, "target position of joint"),
    "motion": ({"m/s": "m", "rad/s": "rad"}, "prescribed position of joint"),
}
_AT_BODY = {"force": ("N", "force on body"), "torque": ("N m", "torque on body")}


def inputs(robot: Robot) -> list[Element]:
    """The inputs of the actuators in order."""
    from pelagos.model.actuators import OnBody

    first, count = {}, 0
    for body in robot.order:
        first[body] = count
        count += len(_SPEEDS[robot.bodies[body].joint.kind])
    all_speeds = speeds(robot)

    found = []
    for name, actuator in robot.actuators.items():
        if isinstance(actuator.law, OnBody):
            unit, words = _AT_BODY[actuator.kind]
            found.append(Element(name, unit, f"{words} {actuator.law.body}"))
        else:
            speed = all_speeds[first[actuator.law.joint] + robot.driven_dof(name)]
            units, words = _AT_JOINT[actuator.kind]
            found.append(Element(name, units[speed.unit], f"{words} {speed.label}"))
    return found
