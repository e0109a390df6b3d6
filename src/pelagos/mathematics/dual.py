"""Dual numbers: a value with its derivatives along any number of directions.

Equations that run on `mathematics.scalars` run on duals unchanged and return exact derivatives
(forward mode). Where a derivative does not exist, these answers are documented and tested:

- |x|, sign and floor have slope 0 at their kink or jump: the mean of both sides, or flat pieces;
- comparisons look at the value alone, so `where`, `minimum` and `clip` follow the chosen piece;
- sqrt at 0, log at 0, asin and acos at ±1 have an infinite slope: a tangent becomes infinite
  unless it is zero, which stays zero (so the length of a vector that rests at 0 has tangent 0);
- atan2 at the origin has tangent NaN.

Equality is identity: a value of 0 with a tangent must never be folded away as a zero.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from pelagos.mathematics import scalars
from pelagos.mathematics.chain_rule import ChainRule


class Dual(ChainRule):
    """value + tangent ε with ε² = 0; `tangent` holds one derivative per direction."""

    __slots__ = ("tangent", "value")
    # numpy scalars and arrays leave mixed arithmetic to this class
    __array_ufunc__ = None

    def __init__(self, value: float, tangent: np.ndarray):
        self.value = value
        self.tangent = tangent

    def __repr__(self) -> str:
        return f"Dual({self.value!r}, {self.tangent!r})"

    def __add__(self, other: Any) -> Dual:
        if isinstance(other, Dual):
            return Dual(self.value + other.value, self.tangent + other.tangent)
        if isinstance(other, float | int):
            return Dual(self.value + other, self.tangent)
        return NotImplemented

    __radd__ = __add__

    def __sub__(self, other: Any) -> Dual:
        if isinstance(other, Dual):
            return Dual(self.value - other.value, self.tangent - other.tangent)
        if isinstance(other, float | int):
            return Dual(self.value - other, self.tangent)
        return NotImplemented

    def __rsub__(self, other: Any) -> Dual:
        if isinstance(other, float | int):
            return Dual(other - self.value, -self.tangent)
        return NotImplemented

    def __mul__(self, other: Any) -> Dual | float:
        if isinstance(other, Dual):
            tangent = other.value * self.tangent + self.value * other.tangent
            return Dual(self.value * other.value, tangent)
        if isinstance(other, float | int):
            # a plain zero is structure, not a value: it folds as on a tape
            return Dual(self.value * other, self.tangent * other) if other != 0 else 0.0
        return NotImplemented

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Dual:
        if isinstance(other, Dual):
            quotient = self.value / other.value
            return Dual(quotient, (self.tangent - quotient * other.tangent) / other.value)
        if isinstance(other, float | int):
            return Dual(self.value / other, self.tangent / other)
        return NotImplemented

    def __rtruediv__(self, other: Any) -> Dual | float:
        if isinstance(other, float | int):
            if other == 0:
                return 0.0
            quotient = other / self.value
            return Dual(quotient, self.tangent * (-quotient / self.value))
        return NotImplemented

    def __pow__(self, exponent: Any) -> Any:
        return scalars.power(self, exponent)

    def __neg__(self) -> Dual:
        return Dual(-self.value, -self.tangent)

    def __lt__(self, other: Any) -> bool:
        return self.value < _value(other)

    def __le__(self, other: Any) -> bool:
        return self.value <= _value(other)

    def __gt__(self, other: Any) -> bool:
        return self.value > _value(other)

    def __ge__(self, other: Any) -> bool:
        return self.value >= _value(other)

    def _chain(self, value: float, slope: float) -> Dual:
        """A function's value here, with its slope times this tangent."""
        if math.isinf(slope):
            moving = self.tangent != 0.0
            return Dual(value, np.multiply(self.tangent, slope, where=moving, out=0.0 * moving))
        return Dual(value, self.tangent * slope)

    # The rest of the functions `mathematics.scalars` looks for.

    @staticmethod
    def apply_asin(x: Dual) -> Dual:
        return x._chain(scalars.asin(x.value), _over(1.0, _complement(x.value)))

    @staticmethod
    def apply_acos(x: Dual) -> Dual:
        return x._chain(scalars.acos(x.value), -_over(1.0, _complement(x.value)))

    @staticmethod
    def apply_atan2(y: Dual | float, x: Dual | float) -> Dual:
        # d angle = (x dy - y dx)/r², each ratio formed so that r² neither over- nor underflows
        y_value, x_value = _value(y), _value(x)
        r = math.hypot(x_value, y_value)
        turn = _over(_over(x_value, r), r) * _tangent(y) - _over(_over(y_value, r), r) * _tangent(x)
        return Dual(math.atan2(y_value, x_value), turn)

    @staticmethod
    def apply_sqrt(x: Dual) -> Dual:
        root = scalars.sqrt(x.value)
        return x._chain(root, _over(0.5, root))

    @staticmethod
    def apply_log(x: Dual) -> Dual:
        value = scalars.log(x.value)
        return x._chain(value, _over(1.0, x.value) if x.value >= 0.0 else math.nan)


def _value(x: Dual | float) -> float:
    return x.value if isinstance(x, Dual) else x


def _tangent(x: Dual | float) -> np.ndarray | float:
    return x.tangent if isinstance(x, Dual) else 0.0


def _over(numerator: float, denominator: float) -> float:
    """The IEEE quotient: infinite or NaN for a zero denominator, where Python raises."""
    if denominator != 0.0:
        return numerator / denominator
    return numerator * math.inf


def _complement(x: float) -> float:
    """sqrt(1 - x²) without cancellation near |x| = 1; NaN beyond."""
    return scalars.sqrt((1.0 - x) * (1.0 + x))
