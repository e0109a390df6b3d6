"""Programs of intervals that are shot over: rates with a tangent, at a pace that may move, too.

The time of these programs goes at a pace s from an origin t0, which is 0 unless it is given: t = t0
+ s (tau - t0), dx/dtau = s dx/dt. With a pace of 1 they are those of the march to the bit; a
derivative by it is one by how long the intervals take. In the place of the work stands the integral
of an integrand: an expression of the state, and a share of the power that drives of joints give.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pelagos.equations import motion
from pelagos.equations.mechanism import Given, Mechanism
from pelagos.language.expressions import Node
from pelagos.mechanism.robot import Compiled
from pelagos.programs.robot import Programs
from pelagos.programs.tangent import TangentPrograms, TangentTrace
from pelagos.programs.tracing import Trace
from pelagos.programs.watched import values_at


@dataclass(frozen=True)
class Integrand:
    """What is summed over time."""

    node: Node | None = None
    energy: float = 0.0  # weight of the power of drives at joints, prescribed or not


class ShootingPrograms(TangentPrograms):
    """Behind p come the rates of those numbers that move, the pace, and the rate of it."""

    def __init__(
        self,
        programs: Programs,
        moved: Sequence[int],
        integrand: Integrand = Integrand(),
        watched: Sequence[Node] = (),
        origin: float = 0.0,
    ):
        super().__init__(programs, moved)
        self._origin = origin
        self._integrand, self._watched = integrand, tuple(watched)

    def _trace(self, further: int = 0) -> TangentTrace:
        robot, numbers = self._robot, self._programs.numbers
        count = len(self._moved) + 2
        trace = TangentTrace(robot, numbers, self._programs.attaches, further, count)
        *trace.beyond, self._clock, self._clock_rate = trace.beyond
        t0 = self._origin
        paced = trace.t * self._clock if t0 == 0.0 else t0 + (trace.t - t0) * self._clock
        trace.t = paced  # type: ignore[assignment]
        return trace

    def _moves(self, trace: TangentTrace) -> dict:
        return super()._moves(trace) | {self._clock.index: self._clock_rate}

    def _flow(self, trace: TangentTrace, m: Mechanism, known: Given, dx: Sequence) -> list:
        value: Any = 0.0
        if self._integrand.node is not None:
            (value,) = values_at(self._robot, trace, m, known, [self._integrand.node])
        if self._integrand.energy:
            power = joint_power(self._robot, known, dx[-1])
            value = value + self._integrand.energy * power
        return [self._clock * rate for rate in (*dx[: self._robot.flowing], value)]

    def _effect(self, change: Sequence) -> list:
        return [*(self._clock * rate for rate in change[: self._robot.flowing]), 0.0]

    def _looked(self, _index: int) -> tuple[Trace, list]:
        """Values of the watched expressions, then how they move."""
        trace = self._trace()
        m, known = motion.known_at(trace.m, trace.t, trace.x, by_signals=True)
        values = values_at(self._robot, trace, m, known, self._watched)
        return trace, [*values, *self._pushed(trace, values)]


def joint_power(robot: Compiled, known: Given, total: Any) -> Any:
    """What motors, servos and prescribed motions of joints give; total: of all but weight."""
    power = total - known.power  # of prescribed joints
    for place in robot.elements.actuation:
        speed = joint_speed(robot, place.element)
        if speed is not None:
            power = power + known.outputs[place.element][0] * known.u[speed]  # type: ignore[index]
    return power


def joint_speed(robot: Compiled, element: int | None) -> int | None:
    """The speed that the effort of an actuator's element acts on; None for one on a body."""
    return None if element is None else getattr(robot.elements.all[element], "u", None)
