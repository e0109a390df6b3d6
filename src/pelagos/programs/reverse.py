"""Programs that carry weights back: from rates to the state and to numbers of the robot, and from a
cost to both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pelagos.equations import motion
from pelagos.language.expressions import Node
from pelagos.programs.robot import Programs
from pelagos.programs.tracing import Trace
from pelagos.programs.watched import values_at
from pelagos.tape.collector import paused
from pelagos.tape.derivatives import pullback
from pelagos.tape.function import Function
from pelagos.tape.machine.native import Native


def reverse_rates(programs: Programs, moved: Sequence[int], integrand: Node | None) -> Native:
    """Of t, x with weights of the rates and of an integrand, and p: weights of what flows and of
    the moved numbers of p, then the integrand itself."""
    flowing = programs.robot.flowing
    with paused():
        trace = programs.trace(flowing + 1)
        m, known = motion.known_at(trace.m, trace.t, trace.x, by_signals=True)
        answer = programs.formulation(m, known, trace.loops)
        dx = motion.without_prescribed(m, motion.rates(m, known, answer))
        value: Any = 0.0
        if integrand is not None:
            (value,) = values_at(programs.robot, trace, m, known, [integrand])
        found = pullback(trace.tape, [*dx[:flowing], value], trace.further)
        outputs = [*_of(trace, found, flowing, moved), value]
        return Native(trace.program(outputs), 1, trace.sizes)


def slopes_of_cost(programs: Programs, moved: Sequence[int], cost: Node) -> Function:
    """A function of t, x and p: a cost, its slopes by what flows and by moved numbers of p."""
    with paused():
        trace = programs.trace()
        m, known = motion.known_at(trace.m, trace.t, trace.x, by_signals=True)
        (value,) = values_at(programs.robot, trace, m, known, [cost])
        found = pullback(trace.tape, [value], [1.0])
        outputs = [value, *_of(trace, found, programs.robot.flowing, moved)]
        return Function(trace.tape, trace.rows, outputs, 1)


def _of(trace: Trace, found: dict[int, Any], flowing: int, moved: Sequence[int]) -> list:
    """Weights of what flows, then of some numbers of p."""
    inputs = [*trace.x[:flowing], *(trace.p[k] for k in moved)]
    return [found.get(x.index, 0.0) for x in inputs]
