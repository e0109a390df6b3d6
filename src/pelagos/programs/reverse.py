"""Programs that carry weights back: from rates, samples and ways back to the constraints to the
state and to numbers of the robot, and from a cost to both.

All give weights of the state without the work, then of the moved numbers of p, then more. What
stands behind the state in their inputs is told in `loops.backward.data`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pelagos.equations import motion
from pelagos.equations.mechanism import coordinate_rates
from pelagos.language.expressions import Node
from pelagos.mechanism.states import FORCES
from pelagos.programs.held_forces import moving, restoring
from pelagos.programs.placed import around_wings
from pelagos.programs.robot import Programs
from pelagos.programs.sampled import next_values
from pelagos.programs.tracing import Trace
from pelagos.programs.watched import values_at
from pelagos.tape.collector import paused
from pelagos.tape.derivatives import pullback
from pelagos.tape.function import Function
from pelagos.tape.machine.native import Native


class ReversePrograms:
    """Of one robot whose numbers p at some places move."""

    def __init__(self, programs: Programs, moved: Sequence[int]):
        self._programs, self._robot, self._moved = programs, programs.robot, tuple(moved)
        self._loose = programs.loose_rows

    @property
    def count(self) -> int:
        """Elements of the state without the work."""
        return self._robot.size - 1

    def rates(self, integrand: Node | None) -> Native:
        """Behind the state: weights of the rates and of an integrand, forces of loose rows, weights
        of what these lack. Gives the integrand last."""
        flowing, loose = self._robot.flowing, self._loose
        with paused():
            trace = self._programs.trace(flowing + 1 + 2 * loose)
            behind = trace.further[flowing + 1 :]
            m, known = motion.known_at(trace.m, trace.t, trace.x, by_signals=True)
            rates, wants = moving(self._programs, trace, m, known, behind[:loose])
            value: Any = 0.0
            if integrand is not None:
                (value,) = values_at(self._robot, trace, m, known, [integrand])
            weights = [*trace.further[: flowing + 1], *behind[loose:]]
            found = pullback(trace.tape, [*rates[:flowing], value, *wants], weights)
            return self._native(trace, found, [value])

    def restore(self) -> Native:
        """Behind the state: forces of loose rows, weights of what these lack and of the changes."""
        loose = self._loose
        with paused():
            trace = self._programs.trace(3 * loose + 2 * self._robot.nv)
            outputs = restoring(self._programs, trace, trace.further[:loose])
            return self._native(trace, pullback(trace.tape, outputs, trace.further[loose:]))

    def shift(self) -> Native:
        """Behind the state: displacements, weights of the coordinates. Gives those of the first."""
        nq, nv = self._robot.nq, self._robot.nv
        with paused():
            trace = self._programs.trace(nv + nq)
            s, weights = trace.further[:nv], trace.further[nv:]
            moves = coordinate_rates(trace.m, trace.x[:nq], s)
            found = pullback(trace.tape, moves, weights)
            return self._native(trace, found, [found.get(x.index, 0.0) for x in s])

    def sample(self, index: int) -> Native:
        """Behind the state: forces of loose rows where a sampler feels these, weights of what it
        sets. Gives those of the forces."""
        states = self._robot.states
        feels = bool(states.samplers[index, FORCES] and self._loose)
        first, last, _ = states.samplers[index].tolist()
        with paused():
            trace = self._programs.trace((self._loose if feels else 0) + last - first)
            forces = trace.further[: self._loose] if feels else []
            held = self._programs.row_forces(forces) if feels else []
            values = next_values(trace, index, held)
            found = pullback(trace.tape, values, trace.further[len(forces) :])
            return self._native(trace, found, [found.get(f.index, 0.0) for f in forces])

    def wings(self) -> Native:
        """Behind the state: weights of what the flow about wings looks at."""
        with paused():
            seen = len(around_wings(self._programs.trace()))
            trace = self._programs.trace(seen)
            return self._native(trace, pullback(trace.tape, around_wings(trace), trace.further))

    def cost(self, cost: Node) -> Function:
        """A function of t, x and p: a cost, then its slopes."""
        with paused():
            trace = self._programs.trace()
            m, known = motion.known_at(trace.m, trace.t, trace.x, by_signals=True)
            (value,) = values_at(self._robot, trace, m, known, [cost])
            found = pullback(trace.tape, [value], [1.0])
            return Function(trace.tape, trace.rows, [value, *self._of(trace, found)], 1)

    def _native(self, trace: Trace, found: dict[int, Any], more: Sequence[Any] = ()) -> Native:
        return Native(trace.program([*self._of(trace, found), *more]), 1, trace.sizes)

    def _of(self, trace: Trace, found: dict[int, Any]) -> list:
        """Weights of the state, then of some numbers of p."""
        inputs = [*trace.x[: self.count], *(trace.p[k] for k in self._moved)]
        return [found.get(x.index, 0.0) for x in inputs]
