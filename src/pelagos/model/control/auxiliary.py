"""All auxiliary states of a robot: its own, those of lagging thrusters, memories of controllers.

Also what actuators receive, where thrusters and controllers come between signal and channel.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pelagos.elements.noise import noise_states
from pelagos.elements.sampled import Clock, SampledStates, Turn
from pelagos.language.expressions import ZERO, Const, Node, StateElement, add, div, mul, op, sub
from pelagos.model.control.allocation import AXES, of_body
from pelagos.model.control.noises import noises
from pelagos.model.start import Start
from pelagos.model.wings import lag_labels, lattice_states
from pelagos.sensors.delivery import states_of

SMALLEST_SHARE = 1e-12  # N per N or N m: below this a thruster has no part in a wrench

if TYPE_CHECKING:
    from pelagos.model.robot import Robot

Wired = Callable[[str], Any]  # the input of an actuator by name, as an expression


@dataclass(frozen=True)
class Auxiliary:
    """One state: a rate, or what it jumps to at the times of a clock."""

    label: str
    initial: float
    node: Node = ZERO  # the rate, or the next value unless a group says it
    clock: Clock | None = None  # None: continuous, or changed by the march alone
    shown: bool = True  # whether results have it; else it is what the march has to remember
    group: SampledStates | None = None  # states that one law sets together

    @property
    def turn(self) -> Turn:
        """When it is set among those of its time."""
        return Turn.CONTROL if self.group is None else self.group.turn

    @property
    def held(self) -> bool:
        """Whether the march alone changes it."""
        return self.clock is None and not self.shown


def labels(robot: Robot) -> tuple[str, ...]:
    """Names of all states that are shown: continuous ones first, then sampled ones."""
    return tuple(s.label for s in auxiliary(robot, signals(robot)) if s.shown)


def signals(robot: Robot) -> Wired:
    """The inputs as the robot's signals give them."""
    return lambda name: robot.actuators[name].input.node


def auxiliary(robot: Robot, inputs: Wired) -> tuple[Auxiliary, ...]:
    """All states, given the inputs of the actuators."""
    found = []
    for name, state in robot.states.items():
        clock = None if state.every is None else Clock(1.0 / state.every)
        found.append(Auxiliary(name, state.initial, state.signal.node, clock))
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
        memories, clock = controller.states(name), Clock(controller.rate)
        found += [Auxiliary(label, 0.0, node, clock) for label, node in memories]
    for group in sampled(robot):
        found += [
            Auxiliary(label, 0.0, clock=group.clock, shown=k < group.shown, group=group)
            for k, label in enumerate(group.labels)
        ]
    return (
        *(state for state in found if state.clock is None),
        *(state for state in found if state.clock is not None and state.shown),
        *(state for state in found if not state.shown),
        *(Auxiliary(label, 0.0, shown=False) for label in lattice_states(robot.wings)),
    )


def sampled(robot: Robot) -> tuple[SampledStates, ...]:
    """States that laws set at sample times: those of noise signals and sensors."""
    drawn = [noise_states(words.process) for words in noises(robot).values()]
    sensors = robot.sensors.items()
    return (*drawn, *(g for name, words in sensors for g in states_of(words.law, name)))


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
