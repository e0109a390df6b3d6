"""Times at which an input signal jumps or bends: the march lands on them instead of straddling."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping

from pelagos.model.expressions import Const, Node, Op, Table, depends_on_state, evaluate
from pelagos.model.robot import Robot

MOST = 100_000  # corners kept; a longer table is smooth on the scale of its own spacing
_SWITCHES = ("lt", "le", "min", "max")  # operations that switch where their arguments are equal
_PROBES = (0.0, 1.0, 2.0, -3.5)


def corner_times(robot: Robot, parameters: Mapping[str, float]) -> list[float]:
    """Sorted corners of all actuator inputs, with these parameters."""
    found: set[float] = set()
    for actuator in robot.actuators.values():
        corners = _corners(actuator.input.node, parameters)
        found.update(itertools.islice(corners, MOST - len(found)))
    return sorted(found)


def _corners(node: Node, parameters: Mapping[str, float]) -> Iterator[float]:
    if isinstance(node, Table):
        yield from _knots(node, parameters)
        yield from _corners(node.arg, parameters)
    elif isinstance(node, Op):
        if node.name in _SWITCHES:
            yield from _root(Op("sub", node.args), parameters)
        elif node.name in ("abs", "sign"):
            yield from _root(node.args[0], parameters)
        for argument in node.args:
            yield from _corners(argument, parameters)


def _root(node: Node, parameters: Mapping[str, float]) -> Iterator[float]:
    """Where an expression that is linear in time vanishes."""
    if depends_on_state(node):
        return
    try:
        at = [evaluate(node, t, {}, {}, parameters) for t in _PROBES]
    except (ArithmeticError, ValueError):
        return
    slope = at[1] - at[0]
    line = [at[0] + slope * t for t in _PROBES]
    scale = max(map(abs, at))
    if slope and math.isfinite(scale) and math.dist(at, line) <= 1e-12 * scale:
        yield -at[0] / slope


def _knots(table: Table, parameters: Mapping[str, float]) -> Iterator[float]:
    """Knots of a table of time at which its value or slope jumps."""
    shift = next(_root(Op("sub", (table.arg, Const(0.0))), parameters), None)
    if shift is None:
        return
    before = (table.coefficients[0][0], 0.0)  # held outside
    for start, end, c in zip(table.times, table.times[1:], table.coefficients, strict=False):
        if (c[0], c[1]) != before:
            yield from _root(Op("sub", (table.arg, Const(start))), parameters)
        h = end - start
        before = (
            c[0] + h * (c[1] + h * (c[2] + h * c[3])),
            c[1] + h * (2.0 * c[2] + h * 3.0 * c[3]),
        )
    yield from _root(Op("sub", (table.arg, Const(table.times[-1]))), parameters)
