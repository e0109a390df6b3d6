"""Elementary functions for every kind of number the equations run on.

A number is a float, a dual number (`mathematics.dual`), a SymPy expression, a numpy array (many
numbers) or a tape number (`pelagos.tape`). Floats use `math`; duals and tape numbers bring a
method of the same name; SymPy and numpy bring a function of the same name. The equations import
from here and never ask which it is.
"""

from __future__ import annotations

import math
import sys
from typing import Any

Scalar = Any  # any kind of number: a float, a jet, a symbol, a number of a tape

_SYMPY_NAMES = {"abs": "Abs", "atan2": "atan2"}
_NUMPY_NAMES = {"asin": "arcsin", "acos": "arccos", "atan": "arctan", "atan2": "arctan2"}


def _apply(name: str, float_function, x: Scalar, *more: Scalar) -> Scalar:
    """Send `name` to the number kind of whichever argument is not a plain number."""
    arguments = (x, *more)
    special = next((a for a in arguments if not isinstance(a, int | float)), None)
    if special is None:
        try:
            return float_function(*arguments)
        except ValueError:  # outside the domain; compiled code answers NaN, too
            return math.nan
    if (method := getattr(special, f"apply_{name}", None)) is not None:
        return method(*arguments)
    if type(special).__module__ == "numpy":
        return getattr(sys.modules["numpy"], _NUMPY_NAMES.get(name, name))(*arguments)
    sympy = sys.modules["sympy"]
    return getattr(sympy, _SYMPY_NAMES.get(name, name))(*arguments)


def sin(x: Scalar) -> Scalar:
    return _apply("sin", math.sin, x)


def cos(x: Scalar) -> Scalar:
    return _apply("cos", math.cos, x)


def sincos(x: Scalar) -> tuple[Scalar, Scalar]:
    """Sine and cosine together: some numbers reduce their argument once for both."""
    both = getattr(x, "apply_sincos", None)
    return both(x) if both is not None else (sin(x), cos(x))


def tan(x: Scalar) -> Scalar:
    return _apply("tan", math.tan, x)


def asin(x: Scalar) -> Scalar:
    return _apply("asin", math.asin, x)


def acos(x: Scalar) -> Scalar:
    return _apply("acos", math.acos, x)


def atan(x: Scalar) -> Scalar:
    return _apply("atan", math.atan, x)


def atan2(y: Scalar, x: Scalar) -> Scalar:
    return _apply("atan2", math.atan2, y, x)


def sqrt(x: Scalar) -> Scalar:
    return _apply("sqrt", math.sqrt, x)


def exp(x: Scalar) -> Scalar:
    return _apply("exp", _float_exp, x)


def log(x: Scalar) -> Scalar:
    return _apply("log", _float_log, x)


def tanh(x: Scalar) -> Scalar:
    return _apply("tanh", math.tanh, x)


def absolute(x: Scalar) -> Scalar:
    return _apply("abs", abs, x)


def floor(x: Scalar) -> Scalar:
    return _apply("floor", lambda v: float(math.floor(v)) if math.isfinite(v) else v, x)


def sign(x: Scalar) -> Scalar:
    return _apply("sign", lambda v: math.copysign(1.0, v) if abs(v) > 0.0 else v, x)


def less(x: Scalar, y: Scalar) -> Any:
    """The condition x < y, for `where`."""
    return x < y


def where(condition: Any, x: Scalar, y: Scalar) -> Scalar:
    """x where the condition holds, else y; both are evaluated."""
    if isinstance(condition, bool):
        return x if condition else y
    if hasattr(condition, "apply_where"):
        return condition.apply_where(x, y)
    if type(condition).__module__.startswith("numpy"):
        numpy = sys.modules["numpy"]
        return numpy.where(condition, x, y) if numpy.ndim(condition) else x if condition else y
    sympy = sys.modules["sympy"]
    return sympy.Piecewise((x, condition), (y, True))


def minimum(x: Scalar, y: Scalar) -> Scalar:
    return where(less(y, x), y, x)


def maximum(x: Scalar, y: Scalar) -> Scalar:
    return where(less(x, y), y, x)


def clip(x: Scalar, low: Scalar, high: Scalar) -> Scalar:
    return minimum(maximum(x, low), high)


def lookup(table: Any, x: Scalar) -> Any:
    """The row of a table, ordered by its first column, that holds at x: the first row holds before
    its start, the last after."""
    if (method := getattr(x, "apply_lookup", None)) is not None:
        return method(table, x)
    row = table[0]
    for candidate in table[1:]:
        if not x >= candidate[0]:
            break
        row = candidate
    return row


def power(x: Scalar, exponent: Scalar) -> Scalar:
    """x to a power: repeated products for small whole exponents, else exp(exponent log x)."""
    if isinstance(exponent, int | float) and exponent == int(exponent) and abs(exponent) <= 16:
        result: Scalar = 1.0
        base, count = x, abs(int(exponent))
        while count:
            if count & 1:
                result = result * base
            count >>= 1
            if count:
                base = base * base
        return 1.0 / result if exponent < 0 else result
    return exp(exponent * log(x))


def _float_exp(x: float) -> float:
    try:
        return math.exp(x)
    except OverflowError:
        return math.inf


def _float_log(x: float) -> float:
    if x > 0.0:
        return math.log(x)
    return -math.inf if x == 0.0 else math.nan
