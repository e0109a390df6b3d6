"""What the value of an expression measures, as far as units tell."""

from __future__ import annotations

from pelagos.language.expressions import Const, Node
from pelagos.language.units import Dimension, dimension_name


class ExpressionError(ValueError):
    """Text that is no expression; says what to write instead."""

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy


# What a value measures: a dimension, PURE for a bare number (fits anything), or UNKNOWN.
PURE = "pure"
UNKNOWN = "unknown"
Measure = Dimension | str


def measure_of_sum(a: Measure, b: Measure, sign: str) -> Measure:
    if UNKNOWN in (a, b):
        return UNKNOWN
    if a == PURE or b == PURE:
        return b if a == PURE else a
    if a != b:
        assert not isinstance(a, str)
        assert not isinstance(b, str)
        raise ExpressionError(
            f"{dimension_name(a)} {sign} {dimension_name(b)} has no meaning", "check the units"
        )
    return a


def measure_of_product(a: Measure, b: Measure, power: int) -> Measure:
    if UNKNOWN in (a, b):
        return UNKNOWN
    if b == PURE:
        return a
    assert not isinstance(b, str)
    left = (0, 0, 0) if isinstance(a, str) else a
    return (left[0] + power * b[0], left[1] + power * b[1], left[2] + power * b[2])


def measure_of_power(a: Measure, exponent: Node) -> Measure:
    if isinstance(a, str):
        return a
    if isinstance(exponent, Const) and exponent.value == int(exponent.value):
        n = int(exponent.value)
        return (a[0] * n, a[1] * n, a[2] * n)
    return UNKNOWN
