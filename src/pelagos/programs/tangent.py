"""Programs that carry a direction along: the state and how it moves, what a program gives and how
that moves.

A Runge-Kutta step with a given length is differentiated exactly by the same step of the state
together with its tangent (Hairer, Norsett and Wanner 1993, section I.14), so a march over these
programs gives exact derivatives of the steps it takes. Numbers behind p are the rates of those
numbers of p that move.

The state of such a march has, in this order: what flows, its tangent and that of the work; what is
held, its tangent; the work. Thus what flows still comes first and the work last.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import numpy as np

from pelagos.equations import motion
from pelagos.equations.mechanism import Given, Mechanism, coordinate_rates
from pelagos.equations.restoration import restoration
from pelagos.mechanism.robot import Compiled
from pelagos.mechanism.states import FORCES
from pelagos.programs.components import GroupLayout, lay_out
from pelagos.programs.held_forces import moving, restoring
from pelagos.programs.observed import outputs_of
from pelagos.programs.placed import around_wings
from pelagos.programs.robot import Programs
from pelagos.programs.sampled import next_values
from pelagos.programs.tracing import Trace
from pelagos.tape.collector import paused
from pelagos.tape.derivatives import pushforward
from pelagos.tape.machine.native import Job, Native


class TangentLayout:
    """Where the elements of a state and of its tangent stand."""

    def __init__(self, robot: Compiled):
        flowing, held = robot.flowing, robot.size - robot.flowing - 1
        self.size, self.flowing = 2 * robot.size, 2 * flowing + 1
        flows, holds = np.arange(flowing), self.flowing + np.arange(held)
        self.state = np.concatenate([flows, holds, [self.size - 1]])
        self.tangent = np.concatenate([flowing + flows, holds + held, [2 * flowing]])

    def joined(self, state: np.ndarray, tangent: np.ndarray) -> np.ndarray:
        """The state of a march, (..., 2 n)."""
        found = np.empty((*tangent.shape[:-1], self.size))
        found[..., self.state], found[..., self.tangent] = state, tangent
        return found


class TangentTrace(Trace):
    """A tape with the state and its tangent as inputs, and rates of some numbers of p."""

    def _state(self, robot: Compiled, labels: Sequence[str], further: int) -> int:
        layout = TangentLayout(robot)
        names = [""] * layout.size
        for label, x, dx in zip(labels, layout.state, layout.tangent, strict=True):
            names[x], names[dx] = f"x[{label}]", f"dx[{label}]"
        row = self.tape.row(names)
        self.x = [row[i] for i in layout.state]
        self.dx = [row[i] for i in layout.tangent]
        self.further = self.tape.row(f"x[{layout.size + k}]" for k in range(further))
        return layout.size + further


class TangentPrograms:
    """Of one robot whose numbers p at some places move."""

    def __init__(self, programs: Programs, moved: Sequence[int]):
        self._programs, self._robot, self._moved = programs, programs.robot, tuple(moved)
        self.layout = TangentLayout(programs.robot)
        self.rates_layout, self.restore_layout = GroupLayout(), GroupLayout()
        self._loose = programs.loose_rows
        self._made: dict[tuple[str, int, int], Native] = {}
        self._making = threading.RLock()

    def native(self, name: str, lanes: int, index: int = 0) -> Native:
        """rates, sample or observe with their tangents, for so many lanes."""
        with self._making, paused():
            key = name, lanes, index
            if key not in self._made:
                trace, outputs = getattr(self, f"_{name}")(index)
                self._made[key] = Native(trace.program(outputs), lanes, trace.sizes)
            return self._made[key]

    def observed(
        self, times: np.ndarray, x: np.ndarray, p: np.ndarray, name: str = "observe"
    ) -> np.ndarray:
        """How what `observe` gives moves at rows of states with their tangents.

        name: another program of such rows, "seen".
        """
        native = self.native(name, self._programs.lanes_for(len(x)))
        t, x = np.ascontiguousarray(times, dtype=float), np.ascontiguousarray(x)
        found = np.empty((len(x), native.outputs))
        strides = (1, x.shape[1], 0)
        given = (t.reshape(-1, 1), x, np.ascontiguousarray(p))
        native.run(Job(native, given, strides, found, native.outputs, len(x)).address)
        return found

    def _trace(self, further: int = 0) -> TangentTrace:
        robot, numbers = self._robot, self._programs.numbers
        return TangentTrace(robot, numbers, self._programs.attaches, further, len(self._moved))

    def _pushed(
        self, trace: TangentTrace, outputs: Sequence[Any], further: Sequence[Any] = ()
    ) -> list:
        """How outputs move; further: numbers behind the state, then how these move."""
        own, rates = further[: len(further) // 2], further[len(further) // 2 :]
        moves = {x.index: dx for x, dx in zip(own, rates, strict=True)}
        return pushforward(trace.tape, outputs, self._moves(trace) | moves)

    def _moves(self, trace: TangentTrace) -> dict:
        """How state and numbers move."""
        moves = {x.index: dx for x, dx in zip(trace.x, trace.dx, strict=True)}
        own = zip(self._moved, trace.beyond, strict=True)
        return moves | {trace.p[k].index: dp for k, dp in own}

    def _flow(self, _trace: TangentTrace, _m: Mechanism, _known: Given, dx: Sequence) -> list:
        """Of all rates, those of what flows and of the work."""
        return [*dx[: self._robot.flowing], dx[-1]]

    def _effect(self, change: Sequence) -> list:
        """The same of a change of rates by a force of a constraint."""
        return [*change[: self._robot.flowing], change[-1]]

    def _rates(self, _index: int) -> tuple[Trace, list]:
        trace, flowing = self._trace(), self._robot.flowing
        m, known = motion.known_at(trace.m, trace.t, trace.x, by_signals=True)
        answer = self._programs.formulation(m, known, trace.loops)
        dx = motion.without_prescribed(m, motion.rates(m, known, answer))
        rates = self._flow(trace, m, known, dx)
        if not self._loose:
            return trace, [*rates[:-1], *self._pushed(trace, rates), rates[-1]]
        effects = [motion.rates_per_force(m, answer, r) for r in range(self._loose)]
        effects = [self._effect(own) for own in effects]
        parts = (answer.wanted, answer.gram, answer.span)
        laid, self.rates_layout = lay_out(
            self._programs.groups, self.layout.flowing + 1, parts, effects
        )
        still = [0.0] * (flowing + 1)  # tangents come of `tangent`
        return trace, [*rates[:-1], *still, rates[-1], *laid]

    def _tangent(self, _index: int) -> tuple[Trace, list]:
        trace = self._trace(self._loose)
        m, known = motion.known_at(trace.m, trace.t, trace.x, by_signals=True)
        rates, wants = moving(self._programs, trace, m, known, trace.further)
        flow = self._flow(trace, m, known, rates)
        return trace, self._pushed(trace, [*flow, *wants])

    def _restore(self, _index: int) -> tuple[Trace, list]:
        trace = self._trace()
        m, known = motion.known_at(trace.m, trace.t, trace.x, by_signals=True)
        found = restoration(m, known, trace.loops)
        parts = (found.gram, found.span, found.wanted_position, found.wanted_speed)
        outputs = found.residuals[: found.held]
        if found.gram:
            groups = self._programs.groups
            laid, self.restore_layout = lay_out(groups, len(outputs), parts, found.unit_responses)
            outputs += laid
        return trace, [*outputs, *found.move_position, *found.move_speed]

    def _restore_tangent(self, _index: int) -> tuple[Trace, list]:
        trace = self._trace(self._loose)
        return trace, self._pushed(trace, restoring(self._programs, trace, trace.further))

    def _shift(self, _index: int) -> tuple[Trace, list]:
        nv = self._robot.nv
        trace = self._trace(2 * nv)
        moves = coordinate_rates(trace.m, trace.x[: self._robot.nq], trace.further[:nv])
        return trace, [*moves, *self._pushed(trace, moves, trace.further)]

    def _sample(self, index: int) -> tuple[Trace, list]:
        feels = bool(self._robot.states.samplers[index, FORCES] and self._loose)
        trace = self._trace(2 * self._loose if feels else 0)
        values = next_values(trace, index, self._forces(trace))
        return trace, [*values, *self._pushed(trace, values, trace.further)]

    def _observe(self, _index: int) -> tuple[Trace, list]:
        trace = self._trace(2 * self._loose)
        m, known = motion.known_at(trace.m, trace.t, trace.x, by_signals=True)
        answer, forces = self._programs.formulation(m, known, trace.loops), self._forces(trace)
        seen = outputs_of(trace.robot, m, known, answer, trace.loops, forces, trace.x)
        return trace, self._pushed(trace, seen, trace.further)

    def _wings(self, _index: int) -> tuple[Trace, list]:
        """What the flow about wings looks at, and how it moves."""
        trace = self._trace()
        seen = around_wings(trace)
        return trace, [*seen, *self._pushed(trace, seen)]

    def _seen(self, _index: int) -> tuple[Trace, list]:
        """Coordinates, speeds, poses and velocities of bodies, and how these move."""
        trace = self._trace()
        _, known = motion.known_at(trace.m, trace.t, trace.x, by_signals=True)
        seen = [*known.q, *known.u, *(number for pose in known.world for number in pose)]
        seen += [number for velocity in known.velocities for number in velocity]
        return trace, [*seen, *self._pushed(trace, seen)]

    def _forces(self, trace: TangentTrace) -> list:
        """Forces of the loose rows in their own order, where there are any behind the state."""
        return self._programs.row_forces(trace.further[: self._loose]) if trace.further else []
