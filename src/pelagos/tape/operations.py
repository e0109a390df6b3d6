"""What a tape can do: each operation with its value on floats and its slopes.

Slopes are written with the same operators as the equations, so a derivative is more tape and has
derivatives itself. Where a slope does not exist the answers are those of `mathematics.dual`: zero
at the kink of |x| and at jumps; infinite at the edge of a root, a logarithm and an arc.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pelagos.mathematics import scalars
from pelagos.mathematics.randomness import normals, uniforms


@dataclass(frozen=True)
class Operation:
    """A function of numbers."""

    evaluate: Callable[..., Any]  # on floats
    slopes: Callable[..., Sequence[Any]] | None = None  # of (value, *arguments); None: no number
    steep: bool = False  # whether a slope can be infinite where the value is finite


def quotient(a: float, b: float) -> float:
    """The IEEE quotient, where Python raises."""
    if b != 0.0:
        return a / b
    return math.nan if a == 0.0 or math.isnan(a) else math.copysign(math.inf, a) * _sign(b)


def _sign(x: float) -> float:
    return math.copysign(1.0, x)


def _quotient_slopes(y: Any, _a: Any, b: Any) -> tuple[Any, Any]:
    reciprocal = quotient(1.0, b) if isinstance(b, float) else 1.0 / b
    return reciprocal, -(y * reciprocal)


def _leg(x: Any) -> Any:
    """sqrt(1 - x²), accurate near |x| = 1."""
    return scalars.sqrt((1.0 - x) * (1.0 + x))


def _atan2_slopes(_angle: Any, y: Any, x: Any) -> tuple[Any, Any]:
    # each ratio is formed so that the squared length neither over- nor underflows
    length = scalars.sqrt(x * x + y * y)
    return x / length / length, -(y / length / length)


OPERATIONS = {
    "add": Operation(lambda a, b: a + b, lambda y, a, b: (1.0, 1.0)),
    "sub": Operation(lambda a, b: a - b, lambda y, a, b: (1.0, -1.0)),
    "rsub": Operation(lambda a, b: b - a, lambda y, a, b: (-1.0, 1.0)),  # -a + b, in this order
    "mul": Operation(lambda a, b: a * b, lambda y, a, b: (b, a)),
    "div": Operation(quotient, _quotient_slopes, steep=True),
    "neg": Operation(lambda a: -a, lambda y, a: (-1.0,)),
    "abs": Operation(scalars.absolute, lambda y, a: (scalars.sign(a),)),
    "sign": Operation(scalars.sign, lambda y, a: (0.0,)),
    "floor": Operation(scalars.floor, lambda y, a: (0.0,)),
    "sqrt": Operation(scalars.sqrt, lambda y, a: (0.5 / y,), steep=True),
    "sin": Operation(scalars.sin, lambda y, a: (scalars.cos(a),)),
    "cos": Operation(scalars.cos, lambda y, a: (-scalars.sin(a),)),
    "tan": Operation(scalars.tan, lambda y, a: (1.0 + y * y,)),
    "asin": Operation(scalars.asin, lambda y, a: (1.0 / _leg(a),), steep=True),
    "acos": Operation(scalars.acos, lambda y, a: (-1.0 / _leg(a),), steep=True),
    "atan": Operation(scalars.atan, lambda y, a: (1.0 / (1.0 + a * a),)),
    "atan2": Operation(scalars.atan2, _atan2_slopes, steep=True),
    "exp": Operation(scalars.exp, lambda y, a: (y,)),
    "log": Operation(scalars.log, lambda y, a: (1.0 / a,), steep=True),
    "tanh": Operation(scalars.tanh, lambda y, a: (1.0 - y * y,)),
    # random numbers: two uniform and four normal ones of a seed, a stream and a counter
    "uniform_a": Operation(lambda s, k, c: uniforms(s, k, c)[0], lambda y, *x: (0.0,) * 3),
    "uniform_b": Operation(lambda s, k, c: uniforms(s, k, c)[1], lambda y, *x: (0.0,) * 3),
    "normal_a": Operation(lambda s, k, c: normals(s, k, c)[0], lambda y, *x: (0.0,) * 3),
    "normal_b": Operation(lambda s, k, c: normals(s, k, c)[1], lambda y, *x: (0.0,) * 3),
    "normal_c": Operation(lambda s, k, c: normals(s, k, c)[2], lambda y, *x: (0.0,) * 3),
    "normal_d": Operation(lambda s, k, c: normals(s, k, c)[3], lambda y, *x: (0.0,) * 3),
    # conditions
    "lt": Operation(lambda a, b: a < b),
    "le": Operation(lambda a, b: a <= b),
    "eq": Operation(lambda a, b: a == b),
    "and": Operation(lambda a, b: a and b),
    "not": Operation(lambda a: not a),
    # a number chosen by a condition; derivatives treat it by itself
    "where": Operation(lambda c, a, b: a if c else b),
}
COMMUTATIVE = frozenset(("add", "mul", "eq", "and"))
CONDITIONS = frozenset(("lt", "le", "eq", "and", "not"))
