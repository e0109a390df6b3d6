"""All auxiliary states of a robot: its own, those of lagging thrusters, memories of controllers.

Also what actuators receive, where thrusters and controllers come between signal and channel.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pelagos.language.expressions import Const, Node, StateElement, add, div, mul, op, sub
from pelagos.model.control.allocation import AXES, of_body
from pelagos.model.start import Start
from pelagos.model.wings import lag_labels, lattice_states

SMALLEST_SHARE = 1e-12  # N per N or N m: below this a thruster has no part in a wrench

if TYPE_CHECKING:
    from pelagos.model.robot import Robot

Wired = Callable[[str], Any]  # the input of an actuator by name, as an expression


@dataclass(frozen=True)
class Auxiliary:
    """One state: a rate, or the next value at each sample time k / frequency."""

    label: str
    initial: float
    node: Node
    frequency: float | None = None  # None: continuous
    held: bool = False  # changed by the march alone: what it has to remember, shown to nobody


def labels(robot: Robot) -> tuple[str, ...]:
    """Names of all states that are shown: continuous ones first, then sampled ones."""
    return tuple(s.label for s in auxiliary(robot, signals(robot)) if not s.held)


def signals(robot: Robot) -> Wired:
    """The inputs as the robot's signals give them."""
    return lambda name: robot.actuators[name].input.node


def auxiliary(robot: Robot, inputs: Wired) -> tuple[Auxiliary, ...]:
    """All states, given the inputs of the actuators."""
    found = []
    for name, state in robot.states.items():
        frequency = None if state.every is None else 1.0 / state.every
        found.append(Auxiliary(name, state.initial, state.signal.node, frequency))
    for name, actuator in robot.actuators.items():
        law = actuator.thruster
        if law is not None and law.lag is not None:
            rate = div(sub(command(robot, name, inputs), StateElement(name)), Const(law.lag))
            if law.rate_limit is not None:
                most = Const(law.rate_limit)
                rate = op("min", op("max", rate, op("neg", most)), most)
            found.append(Auxiliary(name, 0.0, rate))  # at rest before
    for wing in robot.wings.values():
        lags = () if wing.is_lattice else map(lag_labels, wing.bodies)
        # their rates depend on the flow: equations.strips
        found += [Auxiliary(label, 0.0, Const(0.0)) for pair in lags for label in pair]
    for name, words in robot.elements.items():  # their rates follow from what they do
        found += [Auxiliary(f"{name}.{s.name}", s.initial, Const(0.0)) for s in words.states]
    for name, controller in robot.controllers.items():
        memories = controller.states(name)
        found += [Auxiliary(label, 0.0, node, controller.rate) for label, node in memories]
    return (
        *(state for state in found if state.frequency is None),
        *(state for state in found if state.frequency is not None),
        *(Auxiliary(label, 0.0, Const(0.0), held=True) for label in lattice_states(robot.wings)),
    )


def command(robot: Robot, name: str, inputs: Wired) -> Node:
    """What an actuator is told: its input; for a thruster what shall turn its propeller.

    Controllers add to the input, or to the thrust that their wrench takes.
    """
    actuator, node = robot.actuators[name], inputs(name)
    law = actuator.thruster
    for controller, words in robot.controllers.items():
        if words.actuator == name:
            node = add(node, StateElement(controller))
    if law is None:
        return node
    drive = actuator.driven if node is actuator.input.node else law.drive(node)
    shares = robot.shares.get(name)
    if not shares:
        return drive
    thrust = law.thrust(drive)
    for controller, share in shares.items():
        thrust = add(thrust, mul(Const(share), StateElement(controller)))
    return law.drive_for(thrust)


def shares(robot: Robot) -> dict[str, dict[str, float]]:
    """Per thruster, the thrust per unit of output of the controllers that use it."""
    laws = {n: a.thruster for n, a in robot.actuators.items() if a.thruster is not None}
    start = Start(robot.bodies, robot.initial, robot.actuators, robot.parameters)
    found: dict[str, dict[str, float]] = {}
    for controller, words in robot.controllers.items():
        if words.axis is None or words.body is None:
            continue
        allocated = of_body(start, laws, robot.constraints, words.body)
        assert allocated is not None  # checked on reading
        column = allocated.inverse[:, AXES.index(words.axis)]
        for thruster, share in zip(allocated.thrusters, column.tolist(), strict=True):
            if abs(share) > SMALLEST_SHARE:
                found.setdefault(thruster, {})[controller] = share
    return found


def received(robot: Robot, name: str, inputs: Wired) -> Node:
    """What arrives at an actuator: a lagging thruster has its own state."""
    law = robot.actuators[name].thruster
    if law is not None and law.lag is not None:
        return StateElement(name)
    return command(robot, name, inputs)
