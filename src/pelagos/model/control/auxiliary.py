"""All auxiliary states of a robot: its own, those of lagging thrusters, records of controllers.

Also what actuators receive, where thrusters and controllers come between signal and channel.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from pelagos.controllers.contract import ControllerWords, SetPoint
from pelagos.elements.noise import noise_states
from pelagos.elements.sampled import Clock, SampledLaw, SampledStates, Turn
from pelagos.language.expressions import ZERO, Const, Node, StateElement, add, div, mul, op, sub
from pelagos.model.constraints import Constraint
from pelagos.model.control.allocation import AXES, of_body
from pelagos.model.control.noises import noises
from pelagos.model.start import Start
from pelagos.model.wings import lag_labels, lattice_states
from pelagos.sensors.delivery import states_of

SMALLEST_SHARE = 1e-12  # N per N or N m: below this a thruster has no part in a wrench

if TYPE_CHECKING:
    from pelagos.elements.actuator.thruster import Thruster
    from pelagos.model.robot import Robot

Wired = Callable[[str], Any]  # an input by name, as an expression; None: a set point that is here


@dataclass(frozen=True)
class Auxiliary:
    """One state: a rate, or what it jumps to at the times of a clock."""

    label: str
    initial: float
    node: Node = ZERO  # the rate, or the next value unless a group says it
    clock: Clock | None = None  # None: continuous, or changed by the march alone
    shown: bool = True  # whether results have it; else it is what the march has to remember
    group: SampledStates | None = None  # states that one law sets together
    scale: float = 0.0  # relative tolerances count from this size

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

    def inputs(name: str) -> Any:
        signal = robot.inputs[name]
        return None if signal is None else signal.node

    return inputs


def set_points(robot: Robot) -> dict[str, SetPoint]:
    """What controllers may be told while a run goes on, by CONTROLLER.SETPOINT."""
    own = robot.controllers.items()
    return {f"{n}.{point.name}": point for n, c in own for point in c.words.set_points}


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
    laws = {name: actuator.law for name, actuator in robot.actuators.items()}
    for name, words in {**laws, **robot.elements}.items():  # their rates follow from what they do
        own = words.states_on(robot.bodies)
        found += [Auxiliary(f"{name}.{s.name}", s.initial, Const(0.0), scale=s.scale) for s in own]
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
    """States that laws set at sample times: those of noise signals, controllers and sensors."""
    drawn = [noise_states(words.process) for words in noises(robot).values()]
    steered = [_steering(c.words, name) for name, c in robot.controllers.items()]
    sensors = [g for name, words in robot.sensors.items() for g in states_of(words.law, name)]
    return (*drawn, *steered, *sensors)


def _steering(words: ControllerWords, name: str) -> SampledStates:
    labels, build = record_labels(words, name), partial(_law, words, name)
    return SampledStates(labels, Clock(words.rate), Turn.CONTROL, build, shown=len(labels))


def record_labels(words: ControllerWords, name: str) -> tuple[str, ...]:
    """Names of the states of a controller."""
    return tuple(f"{name}.{record.name}" for record in words.records)


def _law(words: ControllerWords, name: str, site: Any) -> SampledLaw:
    return words.law(site, name)


def command(robot: Robot, name: str, inputs: Wired) -> Node:
    """What an actuator is told: its input; for a thruster what shall turn its propeller.

    Controllers add to the input, or to the thrust that their wrench takes.
    """
    actuator, node = robot.actuators[name], _told(robot, name, inputs)
    law = actuator.thruster
    if law is None:
        return node
    if name not in robot.shares:
        return actuator.driven if node is actuator.input.node else law.drive(node)
    return law.drive_for(asked(robot, name, inputs))


def told(robot: Robot, name: str, inputs: Wired) -> Node:
    """The command that results show: the input with what controllers add; of a thruster that
    controllers share, the thrust that is asked of it."""
    if name in robot.shares:
        return asked(robot, name, inputs)
    law, node = robot.actuators[name].thruster, _told(robot, name, inputs)
    return node if law is None else law.in_unit(node)


def asked(robot: Robot, name: str, inputs: Wired, but: str = "") -> Node:
    """What is asked of an actuator, but by one controller: its input, of a thruster its thrust."""
    actuator, node = robot.actuators[name], _told(robot, name, inputs, but)
    law = actuator.thruster
    if law is None:
        return node
    thrust = law.thrust(actuator.driven if node is actuator.input.node else law.drive(node))
    own = {f"{but}.{push.record}" for push in robot.controllers[but].words.pushes} if but else ()
    for label, share in robot.shares.get(name, {}).items():
        if label not in own:
            thrust = add(thrust, mul(Const(share), StateElement(label)))
    return thrust


def _told(robot: Robot, name: str, inputs: Wired, but: str = "") -> Node:
    """The input of an actuator, and what controllers add to it."""
    node: Node = inputs(name)
    for controller, form in robot.controllers.items():
        for push in form.words.pushes if controller != but else ():
            if push.actuator == name:
                node = add(node, StateElement(f"{controller}.{push.record}"))
    return node


def under_docks(robot: Robot, docked: Mapping[str, Constraint]) -> Robot:
    """The robot whose controllers share the thrusters that these constraints hold together."""
    begun = {name: c for name, c in robot.constraints.items() if c.active}
    if not robot.shares or docked == begun:
        return robot
    found = copy.copy(robot)
    found.__dict__["shares"] = shares(robot, docked)
    return found


def shares(
    robot: Robot, docked: Mapping[str, Constraint] | None = None
) -> dict[str, dict[str, float]]:
    """Per thruster, the thrust per unit of the states of controllers that use it; nothing in it
    where events may give or take it by a dock. docked: constraints in force, those at the start
    unless told.
    """
    laws = {n: a.thruster for n, a in robot.actuators.items() if a.thruster is not None}
    start = Start(robot.bodies, robot.initial, robot.actuators, robot.parameters)
    if docked is None:
        docked = {name: c for name, c in robot.constraints.items() if c.active}
    found: dict[str, dict[str, float]] = {}
    for controller, form in robot.controllers.items():
        words = form.words
        pushed = [push for push in words.pushes if push.actuator is None]
        if words.pushed_body is None or not pushed:
            continue
        body, whole = words.pushed_body, words.all_docked
        if whole or all(law.body != body for law in laws.values()):
            for thruster in _given_by_docks(robot, start, laws, body):
                found.setdefault(thruster, {})
        allocated = of_body(start, laws, docked, body, whole)
        if allocated is None:  # all that had thrusters has left it
            continue
        for push in pushed:
            column = allocated.inverse[:, AXES.index(push.axis)]
            for thruster, share in zip(allocated.thrusters, column.tolist(), strict=True):
                if abs(share) > SMALLEST_SHARE:
                    found.setdefault(thruster, {})[f"{controller}.{push.record}"] = share
    return found


def _given_by_docks(
    robot: Robot, start: Start, laws: Mapping[str, Thruster], body: str
) -> tuple[str, ...]:
    """Thrusters that a body may have in a run in which docks change; else none."""
    changing = {event.target for event in robot.events.values()} - {None}
    ever = {n: c for n, c in robot.constraints.items() if c.active or n in changing}
    most = of_body(start, laws, ever, body, whole=True) if changing else None
    return () if most is None else most.thrusters


def received(robot: Robot, name: str, inputs: Wired) -> Node:
    """What arrives at an actuator: a lagging thruster has its own state."""
    law = robot.actuators[name].thruster
    if law is not None and law.lag is not None:
        return StateElement(name)
    return command(robot, name, inputs)


def still_thrust(robot: Robot, name: str, inputs: Wired) -> Node | None:
    """The thrust without inflow of a thruster that is told it, within its limits; else None.

    The speed of its shaft is a root of that: beside it the thrust itself stays smooth at zero.
    """
    law = robot.actuators[name].thruster
    if law is None or law.lag is not None or law.forward is None:
        return None
    if robot.shares.get(name):
        return law.still(asked(robot, name, inputs))
    return law.still(_told(robot, name, inputs)) if law.command == "thrust" else None
