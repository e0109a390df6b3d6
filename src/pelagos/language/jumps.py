"""Where a signal of time is not smooth enough to be the position of a joint."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pelagos.language.expressions import (
    Const,
    Node,
    Op,
    Parameter,
    Table,
    Time,
    differentiate,
    evaluate,
    walk,
)

_TOLERANCE = 1e-6  # relative to the size of the signal or its rate


@dataclass(frozen=True)
class Jump:
    """A sudden change of a signal ("position") or of its rate."""

    time: float
    what: str
    size: float


def first_jump(node: Node, duration: float, parameters: Mapping[str, float]) -> Jump | None:
    """The first jump inside of a run, at the times where the signal switches."""
    times = sorted({t for t in switches(node, parameters) if 0 < t < duration})
    if not times:
        return None
    for what, tree in (("position", node), ("rate", differentiate(node))):
        for time in times:
            before, after = (
                evaluate(tree, math.nextafter(time, side), parameters=parameters)
                for side in (-math.inf, math.inf)
            )
            size = abs(after - before)
            if size > _TOLERANCE * (1 + max(abs(before), abs(after))):
                return Jump(time, what, size)
    return None


def switches(node: Node, parameters: Mapping[str, float]) -> Iterator[float]:
    """Times that the tree compares the time with, and knots of its tables."""
    for part in walk(node):
        if isinstance(part, Table) and isinstance(part.arg, Time):
            # a cubic is smooth at its inner knots, so its ends suffice
            smooth = any(c3 != 0 for *_, c3 in part.coefficients)
            yield from (part.times[0], part.times[-1]) if smooth else part.times
        elif isinstance(part, Op) and part.name in ("lt", "le", "min", "max"):
            for one, other in (part.args, part.args[::-1]):
                if isinstance(one, Time) and isinstance(other, Const | Parameter):
                    yield evaluate(other, parameters=parameters)
