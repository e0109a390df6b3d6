"""Programs of intervals that are shot over: rates with a tangent, at a pace that may move, too.

The time of these programs goes at a pace s: t = s tau, dx/dtau = s dx/dt. With a pace of 1 they are
those of the march to the bit; a derivative by it is one by how long the intervals take. In the
place of the work stands the integral of an integrand, an expression of the state.
"""

from __future__ import annotations

from collections.abc import Sequence

from pelagos.equations.mechanism import Given, Mechanism
from pelagos.language.expressions import Node
from pelagos.programs.robot import Programs
from pelagos.programs.tangent import TangentPrograms, TangentTrace
from pelagos.programs.watched import values_at


class ShootingPrograms(TangentPrograms):
    """Behind p come the rates of those numbers that move, the pace, and the rate of it."""

    def __init__(self, programs: Programs, moved: Sequence[int], integrand: Node | None = None):
        super().__init__(programs, moved)
        self._integrand = integrand

    def _trace(self, further: int = 0) -> TangentTrace:
        robot, numbers = self._robot, self._programs.numbers
        count = len(self._moved) + 2
        trace = TangentTrace(robot, numbers, self._programs.attaches, further, count)
        *trace.beyond, self._pace, self._pace_rate = trace.beyond
        trace.t = trace.t * self._pace  # type: ignore[assignment]
        return trace

    def _moves(self, trace: TangentTrace) -> dict:
        return super()._moves(trace) | {self._pace.index: self._pace_rate}

    def _flow(self, trace: TangentTrace, m: Mechanism, known: Given, dx: Sequence) -> list:
        value = 0.0
        if self._integrand is not None:
            (value,) = values_at(self._robot, trace, m, known, [self._integrand])
        return [self._pace * rate for rate in (*dx[: self._robot.flowing], value)]

    def _effect(self, change: Sequence) -> list:
        return [*(self._pace * rate for rate in change[: self._robot.flowing]), 0.0]
