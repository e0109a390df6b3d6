"""Traced scalars: plain-Python equations that write LLVM instructions.

`Traced` wraps one LLVM value, a vector of `width` doubles: `width` simulations side by side. Each
operator emits one instruction, so running an equation on traced scalars *is* compiling it. A
`kernel` is such an equation turned into a numba intrinsic: numba runs it while lowering the loop
that calls it, and its instructions land inside that loop.

Zeros and ones fold while tracing (`0*x`, `1*x`, `x+0`): the structure of joint axes and inertias
costs nothing. Only the flags `contract` and `nsz` are set, so NaN and infinity stay visible.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from pelagos.equations import scalars
from pelagos.kernels import elementary

DOUBLE = ir.DoubleType()
INT64 = ir.IntType(64)
INT32 = ir.IntType(32)
FLAGS = ("contract", "nsz")


class Emitter:
    """Where traced scalars write: an LLVM builder and the number of lanes."""

    def __init__(self, builder: ir.IRBuilder, width: int):
        self.builder = builder
        self.width = width
        self.type = ir.VectorType(DOUBLE, width)
        self.integer_type = ir.VectorType(INT64, width)

    def constant(self, value: float) -> ir.Constant:
        return ir.Constant(self.type, [float(value)] * self.width)

    def integer(self, value: int) -> ir.Constant:
        return ir.Constant(self.integer_type, [int(value)] * self.width)

    def value(self, x: Any) -> ir.Value:
        return x.value if isinstance(x, Traced) else self.constant(x)

    def intrinsic(self, name: str, *arguments: ir.Value) -> ir.Value:
        """Call an LLVM vector intrinsic such as `sqrt`, `floor`, `fma`."""
        function = cgutils.get_or_insert_function(
            self.builder.module,
            ir.FunctionType(self.type, [self.type] * len(arguments)),
            f"llvm.{name}.v{self.width}f64",
        )
        return self.builder.call(function, arguments)

    def load(self, pointer: ir.Value, index: int) -> Traced:
        loaded = self.builder.load(self._address(pointer, index))
        loaded.align = 8
        return Traced(self, loaded)

    def store(self, pointer: ir.Value, index: int, x: Any) -> None:
        self.builder.store(self.value(x), self._address(pointer, index)).align = 8

    def _address(self, pointer: ir.Value, index: int) -> ir.Value:
        offset = self.builder.gep(pointer, [ir.Constant(INT64, index * self.width)])
        return self.builder.bitcast(offset, self.type.as_pointer())


class Mask:
    """A traced condition, one truth value per lane; only `where` can read it."""

    __slots__ = ("emit", "value")

    def __init__(self, emit: Emitter, value: ir.Value):
        self.emit = emit
        self.value = value

    def apply_where(self, x: Any, y: Any) -> Traced:
        if not isinstance(x, Traced) and not isinstance(y, Traced) and x == y:
            return x
        emit = self.emit
        return Traced(emit, emit.builder.select(self.value, emit.value(x), emit.value(y)))

    def __and__(self, other: Mask) -> Mask:
        return Mask(self.emit, self.emit.builder.and_(self.value, other.value))

    def __invert__(self) -> Mask:
        return Mask(self.emit, self.emit.builder.not_(self.value))

    def __bool__(self) -> bool:
        raise TypeError("a traced condition has one truth value per lane: use where(), not if")


class Traced(elementary.TracedFunctions):
    """One number per lane, known only when the compiled code runs."""

    __slots__ = ("emit", "value")

    def __init__(self, emit: Emitter, value: ir.Value):
        self.emit = emit
        self.value = value

    def __add__(self, other: Any) -> Traced:
        if not _is_number(other):
            return NotImplemented
        if _is(other, 0.0):
            return self
        return self._emit("fadd", self.value, self.emit.value(other))

    __radd__ = __add__

    def __sub__(self, other: Any) -> Traced:
        if not _is_number(other):
            return NotImplemented
        if _is(other, 0.0):
            return self
        return self._emit("fsub", self.value, self.emit.value(other))

    def __rsub__(self, other: Any) -> Traced:
        if not _is_number(other):
            return NotImplemented
        if _is(other, 0.0):
            return -self
        return self._emit("fsub", self.emit.value(other), self.value)

    def __mul__(self, other: Any) -> Traced | float:
        if not _is_number(other):
            return NotImplemented
        if _is(other, 0.0):
            return 0.0
        if _is(other, 1.0):
            return self
        if _is(other, -1.0):
            return -self
        return self._emit("fmul", self.value, self.emit.value(other))

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Traced:
        if not _is_number(other):
            return NotImplemented
        if _is(other, 1.0):
            return self
        return self._emit("fdiv", self.value, self.emit.value(other))

    def __rtruediv__(self, other: Any) -> Traced | float:
        if not _is_number(other):
            return NotImplemented
        if _is(other, 0.0):
            return 0.0
        return self._emit("fdiv", self.emit.value(other), self.value)

    def __pow__(self, exponent: Any) -> Any:
        return scalars.power(self, exponent)

    def __neg__(self) -> Traced:
        return Traced(self.emit, self.emit.builder.fneg(self.value))

    def __abs__(self) -> Traced:
        return Traced(self.emit, self.emit.intrinsic("fabs", self.value))

    def __lt__(self, other: Any) -> Mask:
        return self._compare("<", other)

    def __le__(self, other: Any) -> Mask:
        return self._compare("<=", other)

    def __gt__(self, other: Any) -> Mask:
        return self._compare(">", other)

    def __ge__(self, other: Any) -> Mask:
        return self._compare(">=", other)

    def _compare(self, operator: str, other: Any) -> Mask:
        builder = self.emit.builder
        return Mask(self.emit, builder.fcmp_ordered(operator, self.value, self.emit.value(other)))

    def _emit(self, instruction: str, left: ir.Value, right: ir.Value) -> Traced:
        return Traced(self.emit, getattr(self.emit.builder, instruction)(left, right, flags=FLAGS))


def _is_number(x: Any) -> bool:
    return isinstance(x, Traced | float | int)


def _is(x: Any, constant: float) -> bool:
    return not isinstance(x, Traced) and x == constant


class Row:
    """A run of numbers in memory, `width` lanes each: what a kernel reads and writes."""

    __slots__ = ("emit", "pointer")

    def __init__(self, emit: Emitter, pointer: ir.Value):
        self.emit = emit
        self.pointer = pointer

    def __getitem__(self, index: int) -> Traced:
        return self.emit.load(self.pointer, index)

    def __setitem__(self, index: int, x: Any) -> None:
        self.emit.store(self.pointer, index, x)

    def first(self, count: int) -> list[Traced]:
        return [self[i] for i in range(count)]

    def part(self, start: int) -> Row:
        """The same row from number `start` on."""
        offset = ir.Constant(INT64, start * self.emit.width)
        return Row(self.emit, self.emit.builder.gep(self.pointer, [offset]))


def kernel(width: int) -> Callable[[Callable[..., None]], Any]:
    """Turn `function(row, ...)` into a numba intrinsic called as `k((array, i), ...)`.

    Each argument is a pair of a contiguous float64 array whose last axis holds the lanes, and an
    index into its first axis (or an address from `address_of`); the function receives the row.
    """

    def decorate(function: Callable[..., None]) -> Any:
        def generate(context, builder, signature, arguments):
            _trace(context, builder, width, function, signature.args, arguments)
            return context.get_dummy_value()

        return _intrinsic(function.__code__.co_argcount, generate)

    return decorate


def kernel_by_kind(width: int, kinds: Sequence[Any]) -> Callable[[Callable[..., None]], Any]:
    """Like `kernel`, for `function(kind, row, ...)`: called as `k(code, (array, i), ...)`.

    The function is traced once for every kind; the code, an index into `kinds`, chooses later.
    """

    def decorate(function: Callable[..., None]) -> Any:
        def generate(context, builder, signature, arguments):
            code = context.cast(builder, arguments[0], signature.args[0], types.int64)
            end = builder.append_basic_block("kinds_end")
            switch = builder.switch(code, end)
            for index, kind in enumerate(kinds):
                block = builder.append_basic_block(f"kind_{index}")
                switch.add_case(ir.Constant(INT64, index), block)
                builder.position_at_end(block)
                traced = partial(function, kind)
                _trace(context, builder, width, traced, signature.args[1:], arguments[1:])
                builder.branch(end)
            builder.position_at_end(end)
            return context.get_dummy_value()

        return _intrinsic(function.__code__.co_argcount, generate)

    return decorate


def _intrinsic(count: int, generate: Callable) -> Any:
    """A numba intrinsic of `count` arguments; numba reads the arity off the typing function."""
    names = ", ".join(f"a{i}" for i in range(count))
    text = f"def typing(context, {names}):\n    return void({names}), generate\n"
    namespace: dict[str, Any] = {"void": types.void, "generate": generate}
    exec(text, namespace)
    return intrinsic(namespace["typing"])


def _trace(context, builder, width: int, function: Callable, kinds: Any, pairs: Any) -> None:
    """Run `function` on the rows that the (array, index) pairs address."""
    emit = Emitter(builder, width)
    function(
        *(
            Row(emit, _row_address(context, builder, kind, pair))
            for kind, pair in zip(kinds, pairs, strict=True)
        )
    )


@intrinsic
def address_of(context, array, index, number):
    """The address of number `number` in row `index`: a row that is chosen at run time."""

    def generate(context, builder, signature, arguments):
        array_type, index_type, number_type = signature.args
        pair = context.make_tuple(builder, types.Tuple((array_type, index_type)), arguments[:2])
        row = _row_address(context, builder, types.Tuple((array_type, index_type)), pair)
        offset = context.cast(builder, arguments[2], number_type, types.intp)
        width = cgutils.unpack_tuple(
            builder, context.make_array(array_type)(context, builder, arguments[0]).shape
        )[-1]
        return builder.ptrtoint(builder.gep(row, [builder.mul(offset, width)]), INT64)

    return types.int64(array, index, number), generate


def _row_address(context, builder, kind: types.Type, pair: ir.Value) -> ir.Value:
    """Address of `array[index]` for a pair (array, index), or an address as it is."""
    if isinstance(kind, types.Integer):
        return builder.inttoptr(pair, DOUBLE.as_pointer())
    array_type, index_type = kind.types
    array = context.make_array(array_type)(context, builder, builder.extract_value(pair, 0))
    index = context.cast(builder, builder.extract_value(pair, 1), index_type, types.intp)
    stride = cgutils.unpack_tuple(builder, array.strides, array_type.ndim)[0]
    bytes_in = builder.bitcast(array.data, ir.IntType(8).as_pointer())
    address = builder.gep(bytes_in, [builder.mul(index, stride)])
    return builder.bitcast(address, DOUBLE.as_pointer())
