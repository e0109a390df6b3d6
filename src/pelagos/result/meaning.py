"""What each element of q, of u and of the actuator inputs is, in words and units."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pelagos.joints.contract import Component
    from pelagos.model import Robot


@dataclass(frozen=True)
class VectorElement:
    """One element of a state or input vector."""

    label: str
    unit: str
    meaning: str


def coordinates(robot: Robot) -> list[VectorElement]:
    """The elements of q in order."""
    joints = (robot.bodies[name].joint.mechanics for name in robot.order)
    return _elements(robot.coordinates, [c for joint in joints for c in joint.coordinates])


def speeds(robot: Robot) -> list[VectorElement]:
    """The elements of u in order."""
    joints = (robot.bodies[name].joint.mechanics for name in robot.order)
    return _elements(robot.speeds, [c for joint in joints for c in joint.speeds])


def _elements(labels: Sequence[str], components: Sequence[Component]) -> list[VectorElement]:
    pairs = zip(labels, components, strict=True)
    return [VectorElement(label, component.unit, component.meaning) for label, component in pairs]


def inputs(robot: Robot) -> list[VectorElement]:
    """The inputs of the actuators in order."""
    found = []
    for effort, actuator in zip(efforts(robot), robot.actuators.values(), strict=True):
        place, law = effort.meaning.rpartition(" ")[2], actuator.law
        unit = law.input_unit(effort.unit)
        found.append(VectorElement(effort.label, unit, f"{law.meaning} {place}"))
    return found


def commands(robot: Robot) -> list[VectorElement]:
    """What the actuators are told: the variable `commands`.

    Thrusters that controllers share are asked for a thrust, whatever their own input is.
    """
    pairs = zip(inputs(robot), efforts(robot), strict=True)
    return [effort if own.label in robot.shares else own for own, effort in pairs]


def state_units(robot: Robot) -> tuple[str, ...]:
    """Units of the auxiliary states; empty where nobody has said one."""
    known = {
        f"{name}.{record.name}": record.unit
        for name, controller in robot.controllers.items()
        for record in controller.words.records
    }
    for name, sensor in robot.sensors.items():
        known |= {f"{name}.{channel.name}": channel.unit for channel in sensor.law.channels}
    for name, actuator in robot.actuators.items():
        law = actuator.thruster
        if law is not None and law.lag is not None:
            known[name] = "N" if law.forward is None and not law.shaft else "rad/s"
        known |= {f"{name}.{state.name}": state.unit for state in actuator.law.states}
    for name, words in robot.elements.items():
        known |= {f"{name}.{state.name}": state.unit for state in words.states_on(robot.bodies)}
    return tuple(known.get(label, "") for label in robot.state_labels)


def efforts(robot: Robot) -> list[VectorElement]:
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
            found.append(
                VectorElement(name, law.effort_unit, f"{law.effort_word} on body {law.body}")
            )
        else:
            speed = moved[first[actuator.law.joint] + robot.driven_dof(name)]
            unit = "N" if speed.unit == "m/s" else "N m"
            found.append(VectorElement(name, unit, f"effort at joint {speed.label}"))
    return found
