"""Strict vector arithmetic: each operator is one IEEE instruction, none fused or reordered.

Traced scalars carry the flag `contract`, which lets LLVM fuse a product with a sum where it likes.
Error-free steps (the rounding error of a sum, a product split in two) must not be touched, so the
elementary functions are written with `Strict` numbers, which carry no flag and fuse only where
`fma` says so. The same bits come out on every machine and for every number of lanes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from llvmlite import ir

if TYPE_CHECKING:
    from pelagos.kernels.trace import Emitter

BIT = ir.IntType(1)


class Strict:
    """A vector of doubles whose operators emit instructions without flags."""

    __slots__ = ("emit", "value")

    def __init__(self, emit: Emitter, value: ir.Value):
        self.emit = emit
        self.value = value

    def __add__(self, other: Strict | float) -> Strict:
        return self._emit("fadd", self.value, self._operand(other))

    def __sub__(self, other: Strict | float) -> Strict:
        return self._emit("fsub", self.value, self._operand(other))

    def __rsub__(self, other: float) -> Strict:
        return self._emit("fsub", self._operand(other), self.value)

    def __mul__(self, other: Strict | float) -> Strict:
        return self._emit("fmul", self.value, self._operand(other))

    def __truediv__(self, other: Strict | float) -> Strict:
        return self._emit("fdiv", self.value, self._operand(other))

    def __rtruediv__(self, other: float) -> Strict:
        return self._emit("fdiv", self._operand(other), self.value)

    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self) -> Strict:
        return Strict(self.emit, self.emit.builder.fneg(self.value))

    def __abs__(self) -> Strict:
        return self._call("fabs", self.value)

    def __lt__(self, other: Strict | float) -> ir.Value:
        return self._compare("<", other)

    def __gt__(self, other: Strict | float) -> ir.Value:
        return self._compare(">", other)

    def equals(self, other: Strict | float) -> ir.Value:
        return self._compare("==", other)

    def fma(self, factor: Strict | float, addend: Strict | float) -> Strict:
        """self * factor + addend, rounded once."""
        return self._call("fma", self.value, self._operand(factor), self._operand(addend))

    def sqrt(self) -> Strict:
        return self._call("sqrt", self.value)

    def floor(self) -> Strict:
        return self._call("floor", self.value)

    def with_sign_of(self, other: Strict) -> Strict:
        return self._call("copysign", self.value, other.value)

    def like(self, value: float) -> Strict:
        """A constant in as many lanes as this number has."""
        return Strict(self.emit, self.emit.constant(value))

    def polynomial(self, coefficients: tuple[float, ...]) -> Strict:
        """c0 + c1 x + c2 x² + ... by Horner's rule, one `fma` per power."""
        *lower, highest = coefficients
        result = self.like(highest)
        for coefficient in reversed(lower):
            result = result.fma(self, coefficient)
        return result

    def select(self, condition: ir.Value, x: Strict | float, y: Strict | float) -> Strict:
        """x in the lanes where the condition holds, y in the rest."""
        chosen = self.emit.builder.select(condition, self._operand(x), self._operand(y))
        return Strict(self.emit, chosen)

    @property
    def bits(self) -> Bits:
        builder = self.emit.builder
        return Bits(self.emit, builder.bitcast(self.value, self.emit.integer_type))

    def _operand(self, other: Strict | float) -> ir.Value:
        return other.value if isinstance(other, Strict) else self.emit.constant(other)

    def _emit(self, instruction: str, left: ir.Value, right: ir.Value) -> Strict:
        return Strict(self.emit, getattr(self.emit.builder, instruction)(left, right))

    def _call(self, intrinsic: str, *arguments: ir.Value) -> Strict:
        return Strict(self.emit, self.emit.intrinsic(intrinsic, *arguments))

    def _compare(self, operator: str, other: Strict | float) -> ir.Value:
        """The condition per lane; false wherever a NaN takes part."""
        return self.emit.builder.fcmp_ordered(operator, self.value, self._operand(other))


class Bits:
    """The same lanes read as 64-bit integers: exponents and signs at the cost of an addition."""

    __slots__ = ("emit", "value")

    def __init__(self, emit: Emitter, value: ir.Value):
        self.emit = emit
        self.value = value

    def __add__(self, other: Bits | int) -> Bits:
        return self._emit("add", other)

    def __sub__(self, other: Bits | int) -> Bits:
        return self._emit("sub", other)

    def __and__(self, other: Bits | int) -> Bits:
        return self._emit("and_", other)

    def __xor__(self, other: Bits | int) -> Bits:
        return self._emit("xor", other)

    def __lshift__(self, other: int) -> Bits:
        return self._emit("shl", other)

    def __rshift__(self, other: int) -> Bits:
        """Shift keeping the sign."""
        return self._emit("ashr", other)

    @property
    def odd(self) -> ir.Value:
        """The condition that the lowest bit is set."""
        return self.emit.builder.trunc(self.value, ir.VectorType(BIT, self.emit.width))

    @property
    def negative(self) -> ir.Value:
        """The condition that the highest bit, the sign of a double, is set."""
        return self.emit.builder.icmp_signed("<", self.value, self.emit.integer(0))

    @property
    def number(self) -> Strict:
        return Strict(self.emit, self.emit.builder.bitcast(self.value, self.emit.type))

    def _emit(self, instruction: str, other: Bits | int) -> Bits:
        operand = other.value if isinstance(other, Bits) else self.emit.integer(other)
        return Bits(self.emit, getattr(self.emit.builder, instruction)(self.value, operand))
