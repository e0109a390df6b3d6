"""The programs of one robot, or of variants that differ in numbers: what each computes.

All have the inputs t, x (for some followed by more) and p, and run with any number of lanes; see
`tape.machine.native.Native` for how they are called. Each is traced and compiled when it is first
needed.

| program   | after the state x come      | gives                                               |
| --------- | --------------------------- | --------------------------------------------------- |
| rates     |                             | dx of what flows, of the work; see below by group   |
| pushed    | efforts at the joints       | the same under these efforts                        |
| settle    | s, r of what rates are of   | W in (1 - s J) W = r: see `programs.settling`        |
| margins   |                             | margin of each condition, negative while it holds   |
| sample k  | forces of the loose rows, if felt | next values of the states of sampler k        |
| restore   |                             | residuals, Gram matrix, unit responses by group, moves |
| shift     | displacements, like speeds  | change of the coordinates                           |
| prescribed |                            | the state with prescribed joints as signals say     |
| gaps      |                             | residuals of all rows, then their rates             |
| impulses  | impulses of the loose rows  | those of all rows, for the change of speeds         |
| observe   | forces of the loose rows    | all that a result holds: see `programs.observed`    |
| places    |                             | pose and velocity of the world and of every body    |
| wings     |                             | the same, then velocity and density of the fluid    |
| efforts   | accelerations               | efforts that must be added at the joints            |
| inertial  | accelerations               | the same without any forces: M udot                 |
| transport | accelerations, displacements | how M udot changes along the displacements         |
| reactions | accelerations, all forces   | wrench through every joint                          |

Groups of loose rows are those of `programs.components`; forces stand in the order of the groups.
Of each group `rates` gives what its rows want, their Gram matrix, its span, and their effects.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from pelagos.equations import kane, motion, moving_frame, newton_euler, udwadia_kalaba
from pelagos.equations.affine import Affine
from pelagos.equations.mechanism import (
    Given,
    Mechanism,
    as_prescribed,
    coordinate_rates,
    without_forces,
)
from pelagos.equations.observation import joint_wrenches
from pelagos.equations.restoration import restoration, weld_impulses
from pelagos.mechanism.robot import Compiled
from pelagos.mechanism.states import FORCES
from pelagos.mechanism.structure import structure
from pelagos.programs.components import GroupLayout, components, lay_out
from pelagos.programs.large import answer_of, composed, is_large
from pelagos.programs.numbers import Numbers, first_value, value_places
from pelagos.programs.observed import outputs_of
from pelagos.programs.placed import around_wings, places_of
from pelagos.programs.sampled import next_values, registers_of
from pelagos.programs.settling import settled
from pelagos.programs.slopes import DerivativePrograms
from pelagos.programs.state_slopes import StateSlopes
from pelagos.programs.tracing import Trace
from pelagos.tape.collector import paused
from pelagos.tape.derivatives import pushforward
from pelagos.tape.function import Buffer
from pelagos.tape.instructions import Program
from pelagos.tape.machine.lanes import WIDTH
from pelagos.tape.machine.native import Job, Native

FORMULATIONS: dict[str, motion.Formulation] = {
    "newton-euler": newton_euler.affine,
    "kane": kane.affine,
    "moving-frame": moving_frame.affine,
    "udwadia-kalaba": udwadia_kalaba.affine,
}
ATTACHING = frozenset(("newton-euler", "udwadia-kalaba"))  # carry welded bodies like children
OFTEN = frozenset(("rates", "restore", "shift", "margins", "sample"))  # called in every step
WIDE_FROM = 2000  # states that are worth code with many lanes

Traced = tuple[Trace, Sequence[Any]]


class Programs:
    """What is asked of a robot, by name."""

    def __init__(self, robot: Compiled, numbers: Numbers, method: str):
        self.robot, self.numbers, self.method = robot, numbers, method
        self._made: dict[tuple, Any] = {}
        self._value_places: dict[int, int] = {}
        self._groups: list[list[int]] | None = None
        self._rates_layout, self._restore_layout = GroupLayout(), GroupLayout()
        self._making = threading.RLock()

    def serve(self, robot: Compiled, rows: np.ndarray) -> bool:
        """Whether these are programs of other variants, of which one and all numbers are given."""
        alike = structure(robot) == structure(self.robot)
        return alike and self.numbers.read_all(value_places(robot)) and self.numbers.serve(rows)

    def native(
        self, name: str, lanes: int, by_signals: bool = True, index: int = 0, often: bool = True
    ) -> Native:
        """Machine code; by_signals: whether prescribed joints follow their signals.

        often: whether it pays to compile it well; what no step calls is not, in any case.
        """
        with self._making:
            by_signals = by_signals and len(self.robot.elements.driven) > 0
            well = (name, by_signals, index, lanes, False)
            rare = lanes == 1 and not (often and name in OFTEN) and well not in self._made
            key = (name, by_signals, index, lanes, rare)
            if key not in self._made:
                trace, program = self._traced(name, by_signals, index)
                if trace.parts:
                    self._made[key] = composed(self.method, trace, program, lanes)
                else:
                    self._made[key] = Native(program, lanes, trace.sizes, rare)
            return self._made[key]

    def run(
        self,
        name: str,
        times: np.ndarray,
        x: np.ndarray,
        p: np.ndarray,
        by_signals: bool,
        index: int = 0,
    ) -> np.ndarray:
        """What a program gives for rows of its inputs, at one time or one for each row."""
        native = self.native(name, self.lanes_for(len(x)), by_signals, index, often=False)
        t = np.ascontiguousarray(times, dtype=float).reshape(-1, 1)
        x = np.ascontiguousarray(x, dtype=float)
        found = np.empty((len(x), native.outputs))
        strides = (1 if len(t) > 1 else 0, x.shape[1], 0)
        job = Job(native, (t, x, p), strides, found, native.outputs, len(x))
        native.run(job.address)
        return found

    def kept(self, key: tuple, make: Callable[[], Any]) -> Any:
        """Something that is made of these programs, once, and lives as long as they."""
        with self._making:
            return self._made[key] if key in self._made else self._made.setdefault(key, make())

    def buffer(self, name: str, by_signals: bool = True) -> Buffer:
        """A program with memory for one state, to be run again and again."""
        native = self.native(name, 1, by_signals)
        return Buffer(native.sizes, np.zeros(native.outputs), native)

    def lanes_for(self, count: int) -> int:
        """How many lanes so many states are worth: more have to be compiled once more."""
        return 1 if count < WIDE_FROM else WIDTH

    def value_place(self, slot: int) -> int:
        """Which number of p a slot of the robot's `values` is."""
        if slot not in self._value_places:
            self._value_places[slot] = self.numbers.place_of(first_value(self.robot) + slot)
        return self._value_places[slot]

    def program(self, name: str, by_signals: bool = True, index: int = 0) -> Program:
        with self._making:
            return self._traced(name, by_signals, index)[1]

    def traced(self, name: str, by_signals: bool = True, index: int = 0) -> Traced:
        """The tape of a program with its outputs, for those who write it in another language."""
        make = getattr(self, f"_{name}")
        with self._making, paused():
            traced: Traced = make(index) if name == "sample" else make(by_signals)
            return traced

    def _traced(self, name: str, by_signals: bool, index: int) -> tuple[Trace, Program]:
        """A program before it is compiled; the tape, which is large, is not kept."""
        trace, outputs = self.traced(name, by_signals, index)
        with paused():
            return trace, trace.program(outputs)

    # what the march integrates

    def _rates(self, by_signals: bool) -> Traced:
        trace = self.trace()
        m, known, answer = self._answered(trace, by_signals)
        dx = motion.rates(m, known, answer)
        if by_signals:
            dx = motion.without_prescribed(m, dx)
        return trace, [*self._moving(dx), *self._by_groups(m, answer)]

    def _pushed(self, by_signals: bool) -> Traced:
        trace = self.trace(self.robot.nv)
        m, known, answer = self._answered(trace, by_signals, trace.further)
        dx = motion.rates(m, known, answer)
        return trace, [*self._moving(dx), *self._by_groups(m, answer)]

    def _settle(self, by_signals: bool) -> Traced:
        trace = self.trace(self.robot.flowing + 2)
        first = 1 + self.robot.nq
        efforts = trace.further[first : first + self.robot.nv]  # asked is how speeds answer these
        m, known = motion.known_at(trace.m, trace.t, trace.x, by_signals, efforts)
        return trace, settled(trace, m, known, self.formulation(m, known, trace.loops))

    def _moving(self, dx: Sequence[Any]) -> list:
        """Of numbers for all of the state, those of what flows and of the work."""
        return [*dx[: self.robot.flowing], dx[-1]]

    def _answered(
        self, trace: Trace, by_signals: bool, extra: Sequence[Any] | None = None
    ) -> tuple[Mechanism, Given, Affine]:
        m, known = motion.known_at(trace.m, trace.t, trace.x, by_signals, extra)
        if self._is_large:
            return m, known, answer_of(self.method, trace, m, known)
        return m, known, FORMULATIONS[self.method](m, known, trace.loops)

    def _by_groups(self, m: Mechanism, answer: Affine) -> list:
        """What belongs to the groups of loose rows; notes where it is."""
        rows = range(len(answer.units))
        effects = [self._moving(motion.rates_per_force(m, answer, row)) for row in rows]
        if not effects:
            return []
        if self._groups is None:
            self._groups = components(answer.gram)
        parts = (answer.wanted, answer.gram, answer.span)
        first = self.robot.flowing + 1
        outputs, self._rates_layout = lay_out(self._groups, first, parts, effects)
        return outputs

    # constraints

    @property
    def groups(self) -> list[list[int]]:
        """Loose rows that know of each other."""
        if self._groups is None:
            self.program("rates") if self.loose_rows else None
            self._groups = self._groups or []
        return self._groups

    @property
    def formulation(self) -> motion.Formulation:
        """What can be differentiated: no loop, so the recursion in place of a large one."""
        return newton_euler.affine if self._is_large else FORMULATIONS[self.method]

    @property
    def _is_large(self) -> bool:
        return is_large(self.method, self.robot.nv + self.robot.constraints.rows)

    @cached_property
    def derivatives(self) -> DerivativePrograms:
        """Of the rates, at given states."""
        return DerivativePrograms(self)

    @cached_property
    def state_slopes(self) -> StateSlopes:
        """Of the rates in a march, by the numbers of the state."""
        return StateSlopes(self)

    @cached_property
    def loose_rows(self) -> int:
        welds = self.robot.welds
        return welds.loose_rows if self.attaches else self.robot.constraints.rows

    @property
    def attaches(self) -> bool:
        """Whether welded vehicles are one tree."""
        return self.method in ATTACHING

    @property
    def rates_layout(self) -> GroupLayout:
        """Where `rates` and `pushed` put what belongs to the groups."""
        if self.loose_rows and not self._rates_layout.table:
            self.program("rates")
        return self._rates_layout

    @property
    def restore_layout(self) -> GroupLayout:
        """The same of `restore`."""
        if self.loose_rows and not self._restore_layout.table:
            self.program("restore")
        return self._restore_layout

    @cached_property
    def order(self) -> list[int]:
        """Loose rows in the order in which their forces stand."""
        return [row for group in self.groups for row in group]

    def _restore(self, by_signals: bool) -> Traced:
        trace = self.trace()
        m, known = motion.known_at(trace.m, trace.t, trace.x, by_signals)
        found = restoration(m, known, trace.loops)
        parts = (found.gram, found.span, found.wanted_position, found.wanted_speed)
        outputs = found.residuals[: found.held]
        if found.gram:
            laid = lay_out(self.groups, len(outputs), parts, found.unit_responses)
            outputs += laid[0]
            self._restore_layout = laid[1]
        return trace, [*outputs, *found.move_position, *found.move_speed]

    def _shift(self, _by_signals: bool) -> Traced:
        trace = self.trace(self.robot.nv)
        return trace, coordinate_rates(trace.m, trace.x[: self.robot.nq], trace.further)

    def _prescribed(self, _by_signals: bool) -> Traced:
        trace = self.trace()
        state = motion.state_of(trace.m, trace.x)
        q, u = as_prescribed(trace.m, trace.t, state.q, state.u)
        return trace, [*q, *u, *state.auxiliary, state.work]

    def _gaps(self, by_signals: bool) -> Traced:
        trace = self.trace()
        m, known = motion.known_at(trace.m, trace.t, trace.x, by_signals)
        found = restoration(m, known, trace.loops)
        return trace, [*found.residuals, *found.rates]

    def _impulses(self, by_signals: bool) -> Traced:
        trace = self.trace(self.loose_rows)
        m, known = motion.known_at(trace.m, trace.t, trace.x, by_signals)
        return trace, weld_impulses(m, known, trace.loops, self.row_forces(trace.further))

    def row_forces(self, given_forces: Sequence[Any]) -> list:
        """Forces of the loose rows, in their own order."""
        forces: list = [0.0] * len(self.order)
        for row, force in zip(self.order, given_forces, strict=True):
            forces[row] = force
        return forces

    # what is looked at

    def _observe(self, by_signals: bool) -> Traced:
        trace = self.trace(self.loose_rows)
        m, known, answer = self._answered(trace, by_signals)
        forces = self.row_forces(trace.further)
        return trace, outputs_of(trace.robot, m, known, answer, trace.loops, forces, trace.x)

    def _places(self, by_signals: bool) -> Traced:
        trace = self.trace()
        _, known = motion.known_at(trace.m, trace.t, trace.x, by_signals)
        return trace, places_of(known)

    def _wings(self, by_signals: bool) -> Traced:
        trace = self.trace()
        return trace, around_wings(trace, by_signals)

    def _margins(self, by_signals: bool) -> Traced:
        trace, robot = self.trace(), self.robot
        m, known = motion.known_at(trace.m, trace.t, trace.x, by_signals)
        registers = registers_of(robot.program, trace.t, m, known)
        return trace, [registers[k] for k in robot.watched.tolist()]

    def _sample(self, index: int) -> Traced:
        feels = bool(self.robot.states.samplers[index, FORCES])
        trace = self.trace(self.loose_rows if feels else 0)
        forces = self.row_forces(trace.further) if trace.further else ()
        return trace, next_values(trace, index, forces)

    # inverse dynamics

    def _efforts(self, by_signals: bool) -> Traced:
        trace = self.trace(self.robot.nv)
        state = motion.state_of(trace.m, trace.x)
        m, _ = motion.known_at(trace.m, trace.t, trace.x, by_signals)
        tau = newton_euler.inverse_dynamics(m, trace.t, state.q, state.u, trace.further)
        return trace, tau

    def _inertial(self, _by_signals: bool) -> Traced:
        trace, rest = self.trace(self.robot.nv), [0.0] * self.robot.nv
        m, q = without_forces(trace.m), trace.x[: self.robot.nq]
        return trace, newton_euler.inverse_dynamics(m, trace.t, q, rest, trace.further)

    def _transport(self, _by_signals: bool) -> Traced:
        nq, nv = self.robot.nq, self.robot.nv
        trace, rest = self.trace(2 * nv), [0.0] * nv
        q, m = trace.x[:nq], without_forces(trace.m)
        efforts = newton_euler.inverse_dynamics(m, trace.t, q, rest, trace.further[:nv])
        rates = coordinate_rates(trace.m, q, trace.further[nv:])
        moved = {x.index: rate for x, rate in zip(q, rates, strict=True)}
        return trace, pushforward(trace.tape, efforts, moved)

    def _reactions(self, by_signals: bool) -> Traced:
        trace = self.trace(self.robot.nv + self.robot.constraints.rows)
        m, known = motion.known_at(trace.m, trace.t, trace.x, by_signals)
        udot, forces = trace.further[: self.robot.nv], trace.further[self.robot.nv :]
        if self.method == "udwadia-kalaba":  # has wrenches of its own, of conditions
            loose = forces[: self.loose_rows]
            wrenches = udwadia_kalaba.reactions(m, known, trace.loops, loose).wrenches
        else:
            wrenches = joint_wrenches(m, known, trace.loops, udot, forces)
        return trace, [x for wrench in wrenches for x in wrench]

    def trace(self, further: int = 0, beyond: int = 0) -> Trace:
        return Trace(self.robot, self.numbers, self.attaches, further, beyond)
