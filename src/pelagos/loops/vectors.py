"""Vectors of eight doubles in compiled loops: rows of several lanes at once, whatever their number.

Rows of the state are contiguous, (row, lane), and 1, 4 or 8 lanes divide a vector. So loops go over
whole arrays by vectors, which may hold eight rows of one lane, two of four or one of eight: what is
done to a number does not depend on that. Each operator is one IEEE instruction; a product and a sum
are fused only where `fma` says so. Where a processor's vectors are shorter LLVM takes several.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pelagos.kernels.code_values import FLAG, INT, REAL, Array, CodeNumber, Intrinsic, number
from pelagos.loops.data import VECTOR
from pelagos.tape import elementary

DOUBLES, INTEGERS, FLAGS = (f"<{VECTOR} x {kind}>" for kind in (REAL, INT, "i1"))
_FIRST = f"<{VECTOR} x i32> zeroinitializer"
_PLACES = f"<{', '.join(f'i64 {k}' for k in range(VECTOR))}>"


def _constant(x: float | int) -> CodeNumber:
    """A known number in all places."""
    one = number(x)
    return CodeNumber(f"<{VECTOR} x {one.kind}>", f"splat ({one.kind} {one.text})")


class Strict:
    """A vector while instructions are written, with the operators that `tape.elementary` uses."""

    __slots__ = ("body", "number")

    def __init__(self, body: Any, x: CodeNumber):
        self.body = body
        self.number = x

    def __add__(self, other: Any) -> Strict:
        return self._do("fadd", self, other)

    def __sub__(self, other: Any) -> Strict:
        return self._do("fsub", self, other)

    def __rsub__(self, other: Any) -> Strict:
        return self._do("fsub", other, self)

    def __mul__(self, other: Any) -> Strict:
        return self._do("fmul", self, other)

    def __truediv__(self, other: Any) -> Strict:
        return self._do("fdiv", self, other)

    __radd__ = __add__
    __rmul__ = __mul__

    def __lt__(self, other: Any) -> CodeNumber:
        return self._compare("olt", other)

    def __gt__(self, other: Any) -> CodeNumber:
        return self._compare("ogt", other)

    def __ge__(self, other: Any) -> CodeNumber:
        return self._compare("oge", other)

    def equals(self, other: Any) -> CodeNumber:
        return self._compare("oeq", other)

    def __abs__(self) -> Strict:
        return self._call("fabs", self)

    def __neg__(self) -> Strict:
        return Strict(self.body, self.body.new(DOUBLES, f"fneg {DOUBLES} {self.number.text}"))

    def with_sign_of(self, other: Strict) -> Strict:
        return self._call("copysign", self, other)

    def sqrt(self) -> Strict:
        return self._call("sqrt", self)

    def fma(self, factor: Any, addend: Any) -> Strict:
        """self * factor + addend, rounded once."""
        return self._call("fma", self, factor, addend)

    def like(self, x: float) -> Strict:
        return Strict(self.body, self._operand(x))

    def polynomial(self, coefficients: tuple[float, ...]) -> Strict:
        """c0 + c1 x + c2 x² + ... by Horner's rule."""
        *lower, highest = coefficients
        result = self.like(highest)
        for coefficient in reversed(lower):
            result = result.fma(self, coefficient)
        return result

    def select(self, condition: CodeNumber, x: Any, y: Any) -> Strict:
        """x where the condition holds, else y."""
        chosen = self.body.select(condition, self._operand(x), self._operand(y))
        return Strict(self.body, chosen)

    @property
    def bits(self) -> Bits:
        cast = f"bitcast {DOUBLES} {self.number.text} to {INTEGERS}"
        return Bits(self.body, self.body.new(INTEGERS, cast))

    def _operand(self, x: Any) -> CodeNumber:
        return x.number if isinstance(x, Strict) else _constant(float(x))

    def _do(self, instruction: str, left: Any, right: Any) -> Strict:
        operands = f"{self._operand(left).text}, {self._operand(right).text}"
        return Strict(self.body, self.body.new(DOUBLES, f"{instruction} {DOUBLES} {operands}"))

    def _call(self, name: str, *operands: Any) -> Strict:
        given = map(self._operand, operands)
        return Strict(self.body, self.body.call(f"llvm.{name}.v{VECTOR}f64", DOUBLES, *given))

    def _compare(self, name: str, other: Any) -> CodeNumber:
        operands = f"{self.number.text}, {self._operand(other).text}"
        return self.body.new(FLAGS, f"fcmp {name} {DOUBLES} {operands}")


class Bits:
    """The same numbers read as 64-bit integers."""

    __slots__ = ("body", "number_")

    def __init__(self, body: Any, x: CodeNumber):
        self.body = body
        self.number_ = x

    def __add__(self, other: Any) -> Bits:
        return self._do("add", other)

    def __sub__(self, other: Any) -> Bits:
        return self._do("sub", other)

    def __lshift__(self, other: Any) -> Bits:
        return self._do("shl", other)

    def __rshift__(self, other: Any) -> Bits:
        """Shift keeping the sign."""
        return self._do("ashr", other)

    @property
    def negative(self) -> CodeNumber:
        """Whether the sign bit is set."""
        return self.body.new(FLAGS, f"icmp slt {INTEGERS} {self.number_.text}, zeroinitializer")

    @property
    def number(self) -> Strict:
        cast = f"bitcast {INTEGERS} {self.number_.text} to {DOUBLES}"
        return Strict(self.body, self.body.new(DOUBLES, cast))

    def _do(self, instruction: str, other: Any) -> Bits:
        operand = other.number_ if isinstance(other, Bits) else _constant(other)
        operands = f"{self.number_.text}, {operand.text}"
        return Bits(self.body, self.body.new(INTEGERS, f"{instruction} {INTEGERS} {operands}"))


# --- what loops call


@Intrinsic
def load(body: Any, array: Array, index: Any) -> CodeNumber:
    """The vector that begins at a number of an array, counted through all its dimensions."""
    return body.new(DOUBLES, f"load {DOUBLES}, ptr {body.at(array, number(index))}, align 8")


@Intrinsic
def store(body: Any, array: Array, index: Any, x: CodeNumber) -> None:
    body.say(f"store {DOUBLES} {x.text}, ptr {body.at(array, number(index))}, align 8")


def _everywhere(body: Any, x: CodeNumber) -> CodeNumber:
    """A number in all places."""
    kind = f"<{VECTOR} x {x.kind}>"
    first = body.new(kind, f"insertelement {kind} poison, {x.kind} {x.text}, i64 0")
    return body.new(kind, f"shufflevector {kind} {first.text}, {kind} poison, {_FIRST}")


@Intrinsic
def spread(body: Any, x: Any) -> CodeNumber:
    """A number in all places."""
    return _everywhere(body, number(x)) if isinstance(x, CodeNumber) else _constant(float(x))


@Intrinsic
def head(body: Any, x: CodeNumber, count: Any) -> CodeNumber:
    """The first numbers of a vector, zeros behind."""
    counts = _everywhere(body, number(count))
    inside = body.new(FLAGS, f"icmp slt {INTEGERS} {_PLACES}, {counts.text}")
    return body.select(inside, x, _constant(0.0))


def _all(comparison: str) -> Intrinsic:
    """Whether the first numbers of a vector are all so, compared with those of another."""

    def write(body: Any, a: CodeNumber, b: CodeNumber, count: Any) -> CodeNumber:
        holds = body.new(FLAGS, f"fcmp {comparison} {DOUBLES} {a.text}, {b.text}")
        counts = _everywhere(body, number(count))
        behind = body.new(FLAGS, f"icmp sge {INTEGERS} {_PLACES}, {counts.text}")
        fine = body.new(FLAGS, f"or {FLAGS} {holds.text}, {behind.text}")
        bits = body.new(f"i{VECTOR}", f"bitcast {FLAGS} {fine.text} to i{VECTOR}")
        return body.new(FLAG, f"icmp eq i{VECTOR} {bits.text}, -1")

    return Intrinsic(write)


are_below = _all("olt")
are_at_most = _all("ole")


@Intrinsic
def twice(body: Any, array: Array) -> CodeNumber:
    """The first half of a vector's numbers, and these again."""
    half = body.new("half", f"load <{VECTOR // 2} x double>, ptr {array.pointer}, align 8").text
    places = ", ".join(f"i32 {k % (VECTOR // 2)}" for k in range(VECTOR))
    kind = f"<{VECTOR // 2} x double>"
    both = f"{kind} {half}, {kind} poison, <{VECTOR} x i32> <{places}>"
    return body.new(DOUBLES, f"shufflevector {both}")


def by_lanes(numbers, lanes):
    """One number per lane, again and again: what belongs to the places of a vector of rows."""
    every = load(numbers, 0)
    if lanes == 4:
        every = twice(numbers)
    elif lanes == 1:
        every = spread(numbers[0])
    return every


def _of_vectors(write: Callable[..., Strict]) -> Intrinsic:
    return Intrinsic(lambda body, *given: write(*(Strict(body, x) for x in given)).number)


fma = _of_vectors(lambda a, b, c: a.fma(b, c))  # a b + c, rounded once
magnitude = _of_vectors(abs)
root = _of_vectors(lambda a: a.sqrt())
larger = _of_vectors(lambda a, b: a.select(b > a, b, a))  # a where one of them is NaN
# the larger one, or NaN where b is
larger_or_nan = _of_vectors(lambda a, b: a.select(b > a, b, a.select(b.equals(b), a, b)))
smaller = _of_vectors(lambda a, b: a.select(a > b, b, a))
where_positive = _of_vectors(lambda a, x, y: a.select(a > 0.0, x, y))
where_below = _of_vectors(lambda a, b, x, y: a.select(a < b, x, y))
where_at_least = _of_vectors(lambda a, b, x, y: a.select(a >= b, x, y))
power = _of_vectors(lambda a, b: elementary.exp(b * elementary.log(a)))  # a^b of a positive a
log = _of_vectors(elementary.log)
angle = _of_vectors(elementary.atan2)  # of the point (x, y), given y and x
