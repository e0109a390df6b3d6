"""Auxiliary states as tables: channels of rates, and the laws of sampled ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pelagos.controllers.measures import SteeredBody
from pelagos.controllers.thrust import Effector
from pelagos.elements.sampled import Assigned, Clock, SampledLaw
from pelagos.elements.site import Freedom, Site
from pelagos.language.expressions import ZERO, Const, Node, evaluate
from pelagos.mathematics.algebra import Mat3
from pelagos.mathematics.geography import north_east_down
from pelagos.mechanism.programs import Programmer
from pelagos.model.control.auxiliary import Auxiliary, asked
from pelagos.model.tree import dof_index

FIRST, LAST, FORCES = range(3)  # columns of the table of samplers

Lowered = Callable[[Node], Node]  # an expression with numbers of bodies in the place of readings


@dataclass(frozen=True)
class ReadingPlace:
    """Where a sampler sets the readings of a sensor."""

    sensor: str
    sampler: int
    first: int  # among the assignments of that sampler
    width: int


@dataclass(frozen=True)
class StateTables:
    """Auxiliary states: continuous, sampled, then held ones; all empty for most robots."""

    labels: tuple[str, ...]
    initial: np.ndarray  # (ns,)
    scales: np.ndarray  # (ns,): sizes from which relative tolerances count
    shown: int  # how many results have; the others are held
    continuous: int  # how many have a rate
    first_rate: int  # channel of the first rate; the others follow
    program: np.ndarray  # int (n, 4): instructions run at sample times
    samplers: np.ndarray  # int (samplers, 3): assignments from FIRST to LAST; FORCES: feels them
    clocks: tuple[Clock, ...]  # by sampler
    channels: tuple[tuple[int, ...], ...]  # by sampler: registers of its expressions
    assignments: np.ndarray  # int (m,): elements of the state vector
    laws: tuple[tuple[SampledLaw, ...], ...]  # by sampler: these set its states, in order
    readings: tuple[ReadingPlace, ...]

    @property
    def count(self) -> int:
        return len(self.labels)

    @property
    def frequencies(self) -> np.ndarray:
        """(samplers,) in Hz."""
        return np.array([clock.rate for clock in self.clocks])

    @property
    def starts(self) -> np.ndarray:
        """(samplers,) in s."""
        return np.array([clock.start for clock in self.clocks])

    def ticks(self, time: float | np.ndarray) -> np.ndarray:
        """(..., samplers): samples that are taken before a time; at the start of a run none are."""
        since = np.asarray(time, dtype=float)[..., None]
        before = np.ceil((since - self.starts) * self.frequencies - 1e-9).clip(0)
        return np.where(since > 0.0, before, 0.0).astype(np.int64)


class SampledSite(Site):
    """What a sampled law may ask about its robot while it is built."""

    def __init__(self, builder: Any, programmer: Programmer, lowered: Lowered):
        super().__init__(builder)
        self._programmer, self._lowered = programmer, lowered

    def channel(self, signal: Any) -> int:
        return self._programmer.channel(self._lowered(getattr(signal, "node", signal)))

    def state(self, label: str) -> int:
        """The place of an auxiliary state among these."""
        found: int = self._builder.states[label]
        return found

    def draw(self) -> None:
        """Let the law draw random numbers: it needs the seed of the run."""
        self._programmer.draw()

    def actuator(self, name: str) -> int:
        """The place of an actuator among these."""
        return list(self._builder.robot.actuators).index(name)

    def actuators(self) -> dict[str, Any]:
        """The words of all actuators."""
        return {name: part.law for name, part in self._builder.robot.actuators.items()}

    def constraint(self, name: str) -> Any:
        """The words of a constraint."""
        return self._builder.robot.constraints[name].law

    def freedom(self, body: str, dof: str | int | None) -> Freedom:
        """A degree of freedom of a body's joint, by its name."""
        k = dof_index(self._builder.robot.bodies[body].joint, dof)
        assert k is not None  # checked on reading
        found: Freedom = self._builder.freedom(body, k)
        return found

    # for controllers

    def input(self, name: str) -> int | None:
        """The channel of a set point; None if nothing gives it."""
        node = self._builder.inputs(name)
        return None if node is None else self.channel(node)

    def vehicle(self, body: str, needs_north: bool) -> SteeredBody:
        """A body as controllers see it."""
        robot, axes = self._builder.robot, self.body(body)
        chart = Mat3.identity()
        if needs_north:
            chart = Mat3.of(north_east_down(robot.gravity).T.ravel().tolist())
        level = 0.0 if robot.water is None else robot.water.surface or 0.0
        return SteeredBody(axes.link, axes.rotation(), chart, level)

    def effectors(self, controller: str) -> tuple[Effector, ...]:
        """What serves the axes that a controller pushes along."""
        robot = self._builder.robot
        pushes = robot.controllers[controller].words.pushes
        labels = [f"{controller}.{push.record}" for push in pushes]
        found = []
        for name, actuator in robot.actuators.items():
            own = robot.shares.get(name, {})
            shares = tuple(
                1.0 if push.actuator == name else own.get(label)
                for push, label in zip(pushes, labels, strict=True)
            )
            if any(share is not None for share in shares):
                others = asked(robot, name, self._builder.inputs, but=controller)
                channel = None if others == ZERO else self.channel(others)
                found.append(Effector(shares, _range(actuator), channel))
        return tuple(found)


def _range(actuator: Any) -> tuple[float, float] | None:
    """What can be asked of an actuator: its input, of a thruster its thrust without inflow."""
    law = actuator.law
    limits: tuple[float, float] | None = getattr(law, "limits", None)
    if limits is None or actuator.thruster is None:
        return limits
    low, high = (evaluate(law.thrust(law.drive(Const(limit)))) for limit in limits)
    return low, high


def collect_states(
    states: Sequence[Auxiliary],
    before: int,
    programmer: Programmer,
    builder: Any,
    lowered: Lowered,
) -> StateTables:
    """Tables of the states, whose first is element `before` of the state vector."""
    continuous = [state for state in states if state.clock is None and not state.held]
    channels = [programmer.channel(state.node) for state in continuous]
    samplers = _Samplers(before, programmer, builder, lowered)
    # those of one turn and clock act as one, in the order of their first states
    clocks = dict.fromkeys((s.turn, s.clock) for s in states if s.clock is not None)
    for turn, clock in sorted(clocks, key=lambda key: key[0]):
        samplers.add(clock, [s for s in states if (s.turn, s.clock) == (turn, clock)])
    return StateTables(
        labels=tuple(state.label for state in states),
        initial=np.array([state.initial for state in states], dtype=float),
        scales=np.array([state.scale for state in states], dtype=float),
        shown=sum(state.shown for state in states),
        continuous=len(continuous),
        first_rate=channels[0] if channels else 0,
        **samplers.tables(),
    )


class _Samplers:
    """Collects what happens at the ticks of each clock."""

    def __init__(self, before: int, programmer: Programmer, builder: Any, lowered: Lowered):
        self._before, self._builder, self._lowered = before, builder, lowered
        self._programmer = programmer
        self._program: list[tuple] = []
        self._samplers: list[tuple[int, int, int]] = []
        self._clocks: list[Clock] = []
        self._channels: list[tuple[int, ...]] = []
        self._assignments: list[int] = []
        self._laws: list[tuple[SampledLaw, ...]] = []
        self._readings: list[ReadingPlace] = []

    def add(self, clock: Clock, members: Sequence[Auxiliary]) -> None:
        """States of one turn and clock."""
        own, first = self._programmer.sibling(), len(self._assignments)
        site = SampledSite(self._builder, own, self._lowered)
        laws: list[SampledLaw] = []
        for state in members:
            if state.group is None:
                laws.append(Assigned(site.channel(state.node)))
                self._assignments.append(self._before + site.state(state.label))
        for group in dict.fromkeys(state.group for state in members if state.group is not None):
            laws.append(group.build(site))
            if group.sensor:
                place = len(self._clocks), len(self._assignments) - first, group.logged
                self._readings.append(ReadingPlace(group.sensor, *place))
            self._assignments += [self._before + site.state(label) for label in group.labels]
        instructions, registers = own.instructions(len(self._program))
        self._program += instructions
        feels = any(law.feels_forces for law in laws)
        self._samplers.append((first, len(self._assignments), feels))
        self._clocks.append(clock)
        self._channels.append(tuple(registers))
        self._laws.append(tuple(laws))

    def tables(self) -> dict[str, Any]:
        return {
            "program": np.array(self._program, dtype=np.int64).reshape(-1, 4),
            "samplers": np.array(self._samplers, dtype=np.int64).reshape(-1, 3),
            "clocks": tuple(self._clocks),
            "channels": tuple(self._channels),
            "assignments": np.array(self._assignments, dtype=np.int64),
            "laws": tuple(self._laws),
            "readings": tuple(self._readings),
        }
