"""Jets: a number with its slopes along some directions, where all of them may be of any kind.

`mathematics.dual` has float values and serves the derivatives of a whole evaluation. A jet
differentiates one small function, such as the velocity of the water by place and time, and its
parts are whatever the evaluation runs on: floats, duals, symbols or tape numbers. Slopes that are
plain zeros fold.

A comparison of jets is a condition that only `where` can read, as that of tape numbers.
"""

from __future__ import annotations

from typing import Any

from pelagos.mathematics import scalars
from pelagos.mathematics.algebra import _Numbers
from pelagos.mathematics.chain_rule import ChainRule
from pelagos.mathematics.scalars import Scalar


class Jet(ChainRule):
    """value + sum of slopes times small displacements."""

    __slots__ = ("slopes", "value")
    __array_ufunc__ = None  # numpy leaves mixed arithmetic to this class

    def __init__(self, value: Scalar, slopes: tuple[Scalar, ...] = ()):
        self.value, self.slopes = value, slopes

    @classmethod
    def variable(cls, value: Scalar, index: int, count: int) -> Jet:
        """A number that is itself direction `index` of `count`."""
        return cls(value, tuple(1.0 if k == index else 0.0 for k in range(count)))

    def __repr__(self) -> str:
        return f"Jet({self.value!r}, {self.slopes!r})"

    def __add__(self, other: Any) -> Any:
        if isinstance(other, _Numbers):
            return NotImplemented
        value, slopes = _parts(other, self)
        return Jet(self.value + value, _sum(self.slopes, slopes))

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return NotImplemented if isinstance(other, _Numbers) else self + -other

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, _Numbers):
            return NotImplemented
        value, slopes = _parts(other, self)
        both = _sum(_scaled(value, self.slopes), _scaled(self.value, slopes))
        return Jet(self.value * value, both)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        value, slopes = _parts(other, self)
        quotient = self.value / value
        change = _sum(self.slopes, _scaled(-quotient, slopes))
        return Jet(quotient, tuple(0.0 if _is_zero(s) else s / value for s in change))

    def __rtruediv__(self, other: Any) -> Any:
        return Jet(other, (0.0,) * len(self.slopes)) / self

    def __pow__(self, exponent: Any) -> Any:
        return scalars.power(self, exponent)

    def __neg__(self) -> Jet:
        return self._chain(-self.value, -1.0)

    def __lt__(self, other: Any) -> JetCondition:
        return JetCondition(self.value < _value(other))

    def __le__(self, other: Any) -> JetCondition:
        return JetCondition(self.value <= _value(other))

    def __gt__(self, other: Any) -> JetCondition:
        return JetCondition(self.value > _value(other))

    def __ge__(self, other: Any) -> JetCondition:
        return JetCondition(self.value >= _value(other))

    def _chain(self, value: Scalar, slope: Scalar) -> Jet:
        """A function's value here, with its slope times these slopes."""
        return Jet(value, _scaled(slope, self.slopes))

    # The rest of the functions `mathematics.scalars` looks for.

    @staticmethod
    def apply_asin(x: Jet) -> Jet:
        return x._chain(scalars.asin(x.value), 1.0 / scalars.sqrt(1.0 - x.value * x.value))

    @staticmethod
    def apply_acos(x: Jet) -> Jet:
        return x._chain(scalars.acos(x.value), -1.0 / scalars.sqrt(1.0 - x.value * x.value))

    @staticmethod
    def apply_atan2(y: Any, x: Any) -> Jet:
        like = y if isinstance(y, Jet) else x
        (y_value, dy), (x_value, dx) = _parts(y, like), _parts(x, like)
        square = x_value * x_value + y_value * y_value
        turn = _sum(_scaled(x_value / square, dy), _scaled(-(y_value / square), dx))
        return Jet(scalars.atan2(y_value, x_value), turn)

    @staticmethod
    def apply_sqrt(x: Jet) -> Jet:
        root = scalars.sqrt(x.value)
        # flat at zero: the length of a vector at rest has no direction to grow in
        safe = scalars.where(root > 0.0, root, 1.0)
        return x._chain(root, scalars.where(root > 0.0, 0.5 / safe, 0.0))

    @staticmethod
    def apply_log(x: Jet) -> Jet:
        return x._chain(scalars.log(x.value), 1.0 / x.value)


class JetCondition:
    """What a comparison of jets gives: `where` chooses by it, `if` cannot."""

    __slots__ = ("holds",)

    def __init__(self, holds: Any):
        self.holds = holds

    def apply_where(self, x: Any, y: Any) -> Any:
        like = x if isinstance(x, Jet) else y
        if not isinstance(like, Jet):
            return scalars.where(self.holds, x, y)
        (x_value, dx), (y_value, dy) = _parts(x, like), _parts(y, like)
        slopes = (scalars.where(self.holds, a, b) for a, b in zip(dx, dy, strict=True))
        return Jet(scalars.where(self.holds, x_value, y_value), tuple(slopes))

    def __and__(self, other: JetCondition) -> JetCondition:
        return JetCondition(self.holds & other.holds)

    def __invert__(self) -> JetCondition:
        return JetCondition(not self.holds if isinstance(self.holds, bool) else ~self.holds)

    def __bool__(self) -> bool:
        raise TypeError("a condition on values that are known only later: use where(), not if")


def _value(x: Any) -> Scalar:
    return x.value if isinstance(x, Jet) else x


def _parts(x: Any, like: Jet) -> tuple[Scalar, tuple[Scalar, ...]]:
    """Value and slopes of a number beside a jet."""
    return (x.value, x.slopes) if isinstance(x, Jet) else (x, (0.0,) * len(like.slopes))


def _is_zero(x: Scalar) -> bool:
    return isinstance(x, float | int) and x == 0.0


def _scaled(k: Scalar, slopes: tuple[Scalar, ...]) -> tuple[Scalar, ...]:
    return tuple(0.0 if _is_zero(s) else k * s for s in slopes)


def _sum(a: tuple[Scalar, ...], b: tuple[Scalar, ...]) -> tuple[Scalar, ...]:
    return tuple(x + y for x, y in zip(a, b, strict=True))
