"""Numbers of a program that is being written: each operator is one more instruction.

They are what `tape.elementary` takes; so the functions there become instructions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pelagos.tape import draws, elementary

if TYPE_CHECKING:
    from pelagos.tape.instructions import Program


class Value:
    """A number in a program, as `tape.elementary` wants it: each operator is one instruction."""

    __slots__ = ("index", "program")

    def __init__(self, program: Program, index: int):
        self.program = program
        self.index = index

    def __add__(self, other: Value | float) -> Value:
        return self._do("add", self, other)

    def __sub__(self, other: Value | float) -> Value:
        return self._do("sub", self, other)

    def __rsub__(self, other: float) -> Value:
        return self._do("sub", other, self)

    def __mul__(self, other: Value | float) -> Value:
        return self._do("mul", self, other)

    def __truediv__(self, other: Value | float) -> Value:
        return self._do("div", self, other)

    def __rtruediv__(self, other: float) -> Value:
        return self._do("div", other, self)

    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self) -> Value:
        return self._do("neg", self)

    def __abs__(self) -> Value:
        return self._do("abs", self)

    def __lt__(self, other: Value | float) -> int:
        return self._do("lt", self, other).index

    def __gt__(self, other: Value | float) -> int:
        return self._do("lt", other, self).index

    def equals(self, other: Value | float) -> int:
        return self._do("eq", self, other).index

    def fma(self, factor: Value | float, addend: Value | float) -> Value:
        """self * factor + addend, rounded once."""
        return self._do("fma", self, factor, addend)

    def sqrt(self) -> Value:
        return self._do("sqrt", self)

    def floor(self) -> Value:
        return self._do("floor", self)

    def with_sign_of(self, other: Value) -> Value:
        return self._do("copysign", self, other)

    def like(self, value: float) -> Value:
        return Value(self.program, self.program.constant(value))

    def polynomial(self, coefficients: tuple[float, ...]) -> Value:
        """c0 + c1 x + c2 x² + ... by Horner's rule, one `fma` per power."""
        *lower, highest = coefficients
        result = self.like(highest)
        for coefficient in reversed(lower):
            result = result.fma(self, coefficient)
        return result

    def select(self, condition: int, x: Value | float, y: Value | float) -> Value:
        index = self.program.add("select", condition, self._index(x), self._index(y))
        return Value(self.program, index)

    @property
    def bits(self) -> NumberBits:
        return NumberBits(self.program, self.program.add("bits", self.index))

    def _do(self, name: str, *operands: Value | float) -> Value:
        return Value(self.program, self.program.add(name, *map(self._index, operands)))

    def _index(self, x: Value | float) -> int:
        return x.index if isinstance(x, Value) else self.program.constant(x)


class NumberBits:
    """The bits of a number as a 64-bit integer: exponents and signs at the cost of an addition."""

    __slots__ = ("index", "program")

    def __init__(self, program: Program, index: int):
        self.program = program
        self.index = index

    def __add__(self, other: NumberBits | int) -> NumberBits:
        return self._do("iadd", other)

    def __sub__(self, other: NumberBits | int) -> NumberBits:
        return self._do("isub", other)

    def __and__(self, other: NumberBits | int) -> NumberBits:
        return self._do("iand", other)

    def __xor__(self, other: NumberBits | int) -> NumberBits:
        return self._do("ixor", other)

    def __lshift__(self, other: int) -> NumberBits:
        return self._do("shl", other)

    def __rshift__(self, other: int) -> NumberBits:
        """Shift keeping the sign."""
        return self._do("ashr", other)

    def unsigned_shift(self, count: int) -> NumberBits:
        """Shift to the right, with zeros from the left."""
        return self._do("lshr", count)

    def rotated(self, count: int) -> NumberBits:
        """Shift to the left; what leaves comes back from the right."""
        return self._do("rotl", count)

    @property
    def odd(self) -> int:
        """The condition that the lowest bit is set."""
        return self.program.add("odd", self.index)

    @property
    def negative(self) -> int:
        """The condition that the highest bit, the sign of a double, is set."""
        return self.program.add("negative", self.index)

    @property
    def number(self) -> Value:
        return Value(self.program, self.program.add("number", self.index))

    def _do(self, name: str, other: NumberBits | int) -> NumberBits:
        operand = other.index if isinstance(other, NumberBits) else self.program.add("word", other)
        return NumberBits(self.program, self.program.add(name, self.index, operand))


FUNCTIONS: dict[str, Callable[..., Value]] = {
    "sin": lambda x: elementary.sincos(x)[0],
    "cos": lambda x: elementary.sincos(x)[1],
    "tan": elementary.tan,
    "asin": elementary.asin,
    "acos": elementary.acos,
    "atan": elementary.atan,
    "atan2": elementary.atan2,
    "exp": elementary.exp,
    "log": elementary.log,
    "tanh": elementary.tanh,
    "sign": elementary.sign,
    "uniform_a": lambda *x: draws.uniforms(*x)[0],
    "uniform_b": lambda *x: draws.uniforms(*x)[1],
    "normal_a": lambda *x: draws.normals(*x)[0],
    "normal_b": lambda *x: draws.normals(*x)[1],
    "normal_c": lambda *x: draws.normals(*x)[2],
    "normal_d": lambda *x: draws.normals(*x)[3],
}
