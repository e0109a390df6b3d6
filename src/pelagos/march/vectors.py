"""Vectors of eight doubles in compiled loops: rows of several lanes at once, whatever their number.

Rows of the state are contiguous, (row, lane), and 1, 4 or 8 lanes divide a vector. So loops go over
whole arrays by vectors, which may hold eight rows of one lane, two of four or one of eight: what is
done to a number does not depend on that. Each operator is one IEEE instruction; a product and a sum
are fused only where `fma` says so. Where a processor's vectors are shorter LLVM takes several.
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.typing.templates import ConcreteTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, register_model

from pelagos.march.data import VECTOR
from pelagos.tape import elementary

DOUBLES = ir.VectorType(ir.DoubleType(), VECTOR)
INTEGERS = ir.VectorType(ir.IntType(64), VECTOR)


class VectorType(types.Type):
    """The numba type of a vector."""

    def __init__(self) -> None:
        super().__init__(name=f"Vector{VECTOR}")


vector = VectorType()


@register_model(VectorType)
class _VectorModel(models.PrimitiveModel):
    def __init__(self, dmm: Any, fe_type: Any):
        super().__init__(dmm, fe_type, DOUBLES)


class Strict:
    """A vector while instructions are written, with the operators that `tape.elementary` uses."""

    __slots__ = ("builder", "value")

    def __init__(self, builder: ir.IRBuilder, value: ir.Value):
        self.builder = builder
        self.value = value

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

    def __lt__(self, other: Any) -> ir.Value:
        return self.builder.fcmp_ordered("<", self.value, self._operand(other))

    def __gt__(self, other: Any) -> ir.Value:
        return self.builder.fcmp_ordered(">", self.value, self._operand(other))

    def __ge__(self, other: Any) -> ir.Value:
        return self.builder.fcmp_ordered(">=", self.value, self._operand(other))

    def equals(self, other: Any) -> ir.Value:
        return self.builder.fcmp_ordered("==", self.value, self._operand(other))

    def __abs__(self) -> Strict:
        return self._call("fabs", self)

    def fma(self, factor: Any, addend: Any) -> Strict:
        """self * factor + addend, rounded once."""
        return self._call("fma", self, factor, addend)

    def like(self, x: float) -> Strict:
        return Strict(self.builder, self._operand(x))

    def polynomial(self, coefficients: tuple[float, ...]) -> Strict:
        """c0 + c1 x + c2 x² + ... by Horner's rule."""
        *lower, highest = coefficients
        result = self.like(highest)
        for coefficient in reversed(lower):
            result = result.fma(self, coefficient)
        return result

    def select(self, condition: ir.Value, x: Any, y: Any) -> Strict:
        """x where the condition holds, else y."""
        chosen = self.builder.select(condition, self._operand(x), self._operand(y))
        return Strict(self.builder, chosen)

    @property
    def bits(self) -> Bits:
        return Bits(self.builder, self.builder.bitcast(self.value, INTEGERS))

    def _operand(self, x: Any) -> ir.Value:
        return x.value if isinstance(x, Strict) else ir.Constant(DOUBLES, [float(x)] * VECTOR)

    def _do(self, instruction: str, left: Any, right: Any) -> Strict:
        emit = getattr(self.builder, instruction)
        return Strict(self.builder, emit(self._operand(left), self._operand(right)))

    def _call(self, name: str, *operands: Any) -> Strict:
        kind = ir.FunctionType(DOUBLES, [DOUBLES] * len(operands))
        called = f"llvm.{name}.v{VECTOR}f64"
        function = cgutils.get_or_insert_function(self.builder.module, kind, called)
        return Strict(self.builder, self.builder.call(function, [*map(self._operand, operands)]))


class Bits:
    """The same numbers read as 64-bit integers."""

    __slots__ = ("builder", "value")

    def __init__(self, builder: ir.IRBuilder, value: ir.Value):
        self.builder = builder
        self.value = value

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
    def number(self) -> Strict:
        return Strict(self.builder, self.builder.bitcast(self.value, DOUBLES))

    def _do(self, instruction: str, other: Any) -> Bits:
        constant = isinstance(other, int)
        operand = ir.Constant(INTEGERS, [other] * VECTOR) if constant else other.value
        return Bits(self.builder, getattr(self.builder, instruction)(self.value, operand))


# --- what loops call


@intrinsic
def load(context, array, index):
    """The vector that begins at a number of an array, counted through all its dimensions."""

    def generate(context, builder, signature, arguments):
        read = builder.load(_place(context, builder, signature, arguments))
        read.align = 8
        return read

    return vector(array, index), generate


@intrinsic
def store(context, array, index, x):
    def generate(context, builder, signature, arguments):
        builder.store(arguments[2], _place(context, builder, signature, arguments)).align = 8
        return context.get_dummy_value()

    return types.void(array, index, vector), generate


def _place(context, builder, signature, arguments):
    array = context.make_array(signature.args[0])(context, builder, arguments[0])
    return builder.bitcast(builder.gep(array.data, [arguments[1]]), DOUBLES.as_pointer())


@intrinsic
def spread(context, x):
    """A number in all places."""

    def generate(context, builder, signature, arguments):
        empty = ir.Constant(DOUBLES, ir.Undefined)
        first = builder.insert_element(empty, arguments[0], ir.Constant(ir.IntType(32), 0))
        same = ir.Constant(ir.VectorType(ir.IntType(32), VECTOR), [0] * VECTOR)
        return builder.shuffle_vector(first, empty, same)

    return vector(types.float64), generate


@intrinsic
def head(context, x, count):
    """The first numbers of a vector, zeros behind."""

    def generate(context, builder, signature, arguments):
        number = ir.IntType(64)
        empty = ir.Constant(INTEGERS, ir.Undefined)
        first = builder.insert_element(empty, arguments[1], ir.Constant(ir.IntType(32), 0))
        same = ir.Constant(ir.VectorType(ir.IntType(32), VECTOR), [0] * VECTOR)
        counts = builder.shuffle_vector(first, empty, same)
        places = ir.Constant(INTEGERS, [ir.Constant(number, k) for k in range(VECTOR)])
        inside = builder.icmp_signed("<", places, counts)
        return builder.select(inside, arguments[0], ir.Constant(DOUBLES, [0.0] * VECTOR))

    return vector(vector, types.int64), generate


def _of_vectors(count, write):
    """A function of so many vectors, by what it writes."""
    names = ", ".join("abcd"[:count])

    def generate(context, builder, signature, arguments):
        return write(*(Strict(builder, a) for a in arguments)).value

    namespace: dict[str, Any] = {"kinds": vector(*[vector] * count), "generate": generate}
    # numba counts the arguments of this function; the text holds nothing else
    exec(f"def typing(context, {names}):\n    return kinds, generate\n", namespace)
    return intrinsic(namespace["typing"])


fma = _of_vectors(3, lambda a, b, c: a.fma(b, c))  # a b + c, rounded once
magnitude = _of_vectors(1, abs)
larger = _of_vectors(2, lambda a, b: a.select(b > a, b, a))  # a where one of them is NaN
smaller = _of_vectors(2, lambda a, b: a.select(a > b, b, a))
where_positive = _of_vectors(3, lambda a, x, y: a.select(a > 0.0, x, y))
where_at_least = _of_vectors(4, lambda a, b, x, y: a.select(a >= b, x, y))
# a^b of a positive a
power = _of_vectors(2, lambda a, b: elementary.exp(b * elementary.log(a)))


def _operator(function: Any, instruction: str) -> None:
    @infer_global(function)
    class _Typing(ConcreteTemplate):
        cases = [signature(vector, vector, vector)]  # noqa: RUF012 (numba's word)

    @lower_builtin(function, vector, vector)
    def _generate(context, builder, signature, arguments):
        return getattr(builder, instruction)(*arguments)


for _function, _instruction in (
    (operator.add, "fadd"),
    (operator.sub, "fsub"),
    (operator.mul, "fmul"),
    (operator.truediv, "fdiv"),
):
    _operator(_function, _instruction)
