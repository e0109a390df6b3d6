"""How trees of the time change with it: their rates, as trees, and where they jump.

Noise is held between the times at which it is drawn, so its rate is zero.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from pelagos.language.expressions import (
    ONE,
    ZERO,
    Const,
    Node,
    NoiseElement,
    Op,
    Parameter,
    Table,
    Time,
    add,
    div,
    evaluate,
    mul,
    op,
    sub,
    walk,
)

_TOLERANCE = 1e-6  # relative to the size of the signal or its rate


def differentiate(node: Node) -> Node:
    """d/dt of a tree of the time and parameters; steps count as having rate zero."""
    match node:
        case Time():
            return ONE
        case Const() | Parameter() | NoiseElement():
            return ZERO
        case Table(order=order, arg=arg):
            if order >= 2:
                raise ValueError("a table can be differentiated twice only")
            return mul(replace(node, order=order + 1), differentiate(arg))
        case Op(name, args):
            return _rate(name, args, node)
    raise ValueError("only signals of time and parameters have a rate known in advance")


def _rate(name: str, args: tuple[Node, ...], node: Op) -> Node:
    if name in ("lt", "le", "sign", "floor"):
        return ZERO
    if name == "where":
        return op("where", args[0], differentiate(args[1]), differentiate(args[2]))
    a = args[0]
    da = differentiate(a)
    if len(args) == 1:
        return ZERO if da == ZERO else mul(_slope(name, a, node), da)
    b = args[1]
    db = differentiate(b)
    match name:
        case "add" | "sub":
            return op(name, da, db)
        case "mul":
            return add(mul(da, b), mul(a, db))
        case "div":
            return div(sub(da, mul(node, db)), b)
        case "pow" if db == ZERO:
            return mul(mul(b, op("pow", a, sub(b, ONE))), da)
        case "pow":
            return mul(node, add(mul(db, op("log", a)), div(mul(b, da), a)))
        case "atan2":
            square = add(mul(a, a), mul(b, b))
            return div(sub(mul(b, da), mul(a, db)), square)
        case "min":
            return op("where", op("lt", b, a), db, da)
        case "max":
            return op("where", op("lt", a, b), db, da)
    raise ValueError(f"no rate of {name}")


def _one_minus_square(a: Node) -> Node:
    return sub(ONE, mul(a, a))


def _slope(name: str, a: Node, value: Op) -> Node:
    """The slope of a function at `a`; `value` is the function's own node there."""
    match name:
        case "neg":
            return Const(-1.0)
        case "sin":
            return op("cos", a)
        case "cos":
            return op("neg", op("sin", a))
        case "tan":
            return add(ONE, mul(value, value))
        case "asin":
            return div(ONE, op("sqrt", _one_minus_square(a)))
        case "acos":
            return div(Const(-1.0), op("sqrt", _one_minus_square(a)))
        case "atan":
            return div(ONE, add(ONE, mul(a, a)))
        case "sqrt":
            return div(Const(0.5), value)
        case "exp":
            return value
        case "log":
            return div(ONE, a)
        case "tanh":
            return _one_minus_square(value)
        case "abs":
            return op("sign", a)
    raise ValueError(f"no rate of {name}")


# --- jumps: where a signal is not smooth enough to be the position of a joint ------------------


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
