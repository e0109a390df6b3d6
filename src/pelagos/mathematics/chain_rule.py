"""Elementary functions of numbers that carry derivatives, by the chain rule.

A class that has `value` and `_chain(value, slope)` gets the functions `mathematics.scalars` looks
for; those whose slope can be infinite are left to it.
"""

from __future__ import annotations

from typing import Any, Self

from pelagos.mathematics import scalars


class ChainRule:
    """f(x + dx) = f(x) + f'(x) dx for functions f that are smooth, or flat, everywhere."""

    __slots__ = ()
    value: Any

    def _chain(self, value: Any, slope: Any) -> Self:
        """A function's value here, with its slope times these derivatives."""
        raise NotImplementedError

    @staticmethod
    def apply_sin(x: ChainRule) -> ChainRule:
        return x.apply_sincos(x)[0]

    @staticmethod
    def apply_cos(x: ChainRule) -> ChainRule:
        return x.apply_sincos(x)[1]

    @staticmethod
    def apply_sincos(x: ChainRule) -> tuple[ChainRule, ChainRule]:
        sine, cosine = scalars.sincos(x.value)
        return x._chain(sine, cosine), x._chain(cosine, -sine)

    @staticmethod
    def apply_tan(x: ChainRule) -> ChainRule:
        tangent = scalars.tan(x.value)
        return x._chain(tangent, 1.0 + tangent * tangent)

    @staticmethod
    def apply_atan(x: ChainRule) -> ChainRule:
        return x._chain(scalars.atan(x.value), 1.0 / (1.0 + x.value * x.value))

    @staticmethod
    def apply_exp(x: ChainRule) -> ChainRule:
        value = scalars.exp(x.value)
        return x._chain(value, value)

    @staticmethod
    def apply_tanh(x: ChainRule) -> ChainRule:
        value = scalars.tanh(x.value)
        return x._chain(value, 1.0 - value * value)

    @staticmethod
    def apply_abs(x: ChainRule) -> ChainRule:
        return x._chain(scalars.absolute(x.value), scalars.sign(x.value))

    @staticmethod
    def apply_floor(x: ChainRule) -> ChainRule:
        return x._chain(scalars.floor(x.value), 0.0)

    @staticmethod
    def apply_sign(x: ChainRule) -> ChainRule:
        return x._chain(scalars.sign(x.value), 0.0)

    def __abs__(self) -> ChainRule:
        return self.apply_abs(self)
