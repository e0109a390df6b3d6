"""A tape as CasADi expressions: the same operations on its scalar symbols (SX)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from pelagos.errors import PelagosError
from pelagos.tape.numbers import Number, Tape
from pelagos.tape.written import CONSTANT, INPUT, ROW

MOST_ROWS = 1000  # of a table: each is an expression of its own


def operations(ca: Any) -> dict[str, Callable[..., Any]]:
    """By name, on scalars of CasADi."""
    names = ("sign", "floor", "exp", "log", "tanh", "sin", "cos", "tan", "asin", "acos", "atan")
    return {
        "add": lambda a, b: a + b,
        "sub": lambda a, b: a - b,
        "rsub": lambda a, b: b - a,
        "mul": lambda a, b: a * b,
        "neg": lambda a: -a,
        "lt": lambda a, b: a < b,
        "le": lambda a, b: a <= b,
        "eq": lambda a, b: a == b,
        "and": ca.logic_and,
        "not": ca.logic_not,
        "where": ca.if_else,
        "abs": ca.fabs,
        "atan2": ca.atan2,
        "sqrt": lambda a: _root(ca, a),
        "div": lambda a, b: _quotient(ca, a, b),
        **{name: getattr(ca, name) for name in names},
    }


def _root(ca: Any, a: Any) -> Any:
    """At zero the slope is zero, not infinite: what rests has a length with slope zero."""
    nothing = a == 0.0
    return ca.if_else(nothing, 0.0, ca.sqrt(ca.if_else(nothing, 1.0, a)))


def _quotient(ca: Any, a: Any, b: Any) -> Any:
    """By zero it is infinite with slope zero: what `where` did not choose has no part in it."""
    if isinstance(b, float) or b.is_constant():
        return a / b
    nothing = b == 0.0
    return ca.if_else(nothing, math.inf, a / ca.if_else(nothing, 1.0, b))


def evaluated(ca: Any, tape: Tape, outputs: Sequence[Any], inputs: Sequence[Any]) -> list[Any]:
    """The outputs of a tape for given inputs, in their order."""
    known, table_of = operations(ca), tape.tables
    values: dict[int, Any] = {}
    for index in tape.needed(outputs):
        name, arguments = tape.names[index], tape.arguments[index]
        if name == INPUT:
            values[index] = inputs[arguments[0]]
        elif name == CONSTANT:
            values[index] = ca.SX(tape.constants[arguments[0]])
        elif name == ROW:
            table, column, x = arguments
            values[index] = _entry(ca, table_of[table], column, values[x])
        elif name not in known:
            raise PelagosError(
                f"{name}: random numbers are not drawn in CasADi\n    leave out noise and sensors"
            )
        else:
            values[index] = known[name](*(values[a] for a in arguments))
    return [values[o.index] if isinstance(o, Number) else ca.SX(float(o)) for o in outputs]


def _entry(ca: Any, table: Sequence[Sequence[float]], column: int, x: Any) -> Any:
    """What a table has at x: the last row that begins there or before, found by halves."""
    if len(table) > MOST_ROWS:
        raise PelagosError(
            f"a table of {len(table)} rows is too long for CasADi\n"
            f"    make the actuator an input, or the table shorter than {MOST_ROWS} rows"
        )

    def between(low: int, high: int) -> Any:
        if high - low == 1:
            return ca.SX(table[low][column])
        middle = (low + high) // 2
        after = ca.SX(table[middle][0]) <= x
        return ca.if_else(after, between(middle, high), between(low, middle))

    return between(0, len(table))
