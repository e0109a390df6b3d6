"""Bundles: many arrays under one name, passed to compiled code as one pointer.

A tuple of thirty arrays costs numba seconds to pass through a call. A `Bundle` is a table of
addresses and shapes; in compiled code `work.state` reads the table and is an ordinary array. The
Python object keeps the arrays alive.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.imputils import impl_ret_borrowed
from numba.extending import (
    NativeValue,
    infer_getattr,
    lower_getattr_generic,
    models,
    register_model,
    typeof_impl,
    unbox,
)
from numba.core.typing.templates import AttributeTemplate

INT64 = ir.IntType(64)

# The words that declare a field or an argument: a number, or a contiguous array by dimensions.
Int, Real, Flag = int, float, bool
Int1 = Int2 = Real1 = Real2 = Real3 = np.ndarray
WORDS: dict[str, types.Type] = {
    "Int": types.int64,
    "Real": types.float64,
    "Flag": types.boolean,
    **{f"Int{n}": types.Array(types.int64, n, "C") for n in (1, 2)},
    **{f"Real{n}": types.Array(types.float64, n, "C") for n in (1, 2, 3)},
}


class BundleType(types.Type):
    """The numba type of a bundle class: its name and fields."""

    def __init__(self, name: str, fields: tuple[tuple[str, str], ...]):
        self.fields = dict(fields)
        self.places: dict[str, int] = {}
        size = 0
        for field, word in fields:
            self.places[field] = size
            size += 1 + _dimensions(word)
        self.size = size
        super().__init__(name=f"Bundle({name}: {fields})")


def _dimensions(word: str) -> int:
    return getattr(WORDS[word], "ndim", 0)


class Bundle:
    """Base class; a subclass declares its fields by annotations with the words above."""

    numba_type: BundleType

    def __init_subclass__(cls) -> None:
        fields = tuple(cls.__annotations__.items())
        cls.numba_type = BundleType(cls.__name__, fields)
        WORDS[cls.__name__] = cls.numba_type

    def __init__(self, **values: Any):
        kind = type(self).numba_type
        if values.keys() != kind.fields.keys():
            raise TypeError(f"{type(self).__name__} has the fields {sorted(kind.fields)}")
        table = np.zeros(kind.size, dtype=np.int64)
        for field, word in kind.fields.items():
            value = np.ascontiguousarray(values[field], dtype=float if word.startswith("Real") else np.int64)
            dimensions = _dimensions(word)
            place = kind.places[field]
            if dimensions == 0:
                table[place] = value.reshape(1).view(np.int64)[0]
                setattr(self, field, values[field])
                continue
            if value.ndim != dimensions:
                raise TypeError(f"{type(self).__name__}.{field} has {value.ndim} dimensions")
            table[place] = value.ctypes.data
            table[place + 1 : place + 1 + dimensions] = value.shape
            setattr(self, field, value)
        self._table = table
        self.address = int(table.ctypes.data)


@typeof_impl.register(Bundle)
def _typeof(value: Bundle, context: Any) -> BundleType:
    return value.numba_type


@register_model(BundleType)
class _BundleModel(models.PrimitiveModel):
    def __init__(self, dmm, fe_type):
        super().__init__(dmm, fe_type, INT64.as_pointer())


@unbox(BundleType)
def _unbox(kind, value, context):
    attribute = context.pyapi.object_getattr_string(value, "address")
    address = context.pyapi.long_as_longlong(attribute)
    context.pyapi.decref(attribute)
    return NativeValue(context.builder.inttoptr(address, INT64.as_pointer()))


@infer_getattr
class _BundleAttributes(AttributeTemplate):
    key = BundleType

    def generic_resolve(self, kind, name):
        return WORDS[kind.fields[name]] if name in kind.fields else None


@lower_getattr_generic(BundleType)
def _get_field(context, builder, kind, value, name):
    """Read a number, or assemble an array that owns nothing, from the table."""
    word, place = kind.fields[name], kind.places[name]

    def entry(offset: int) -> ir.Value:
        return builder.load(builder.gep(value, [ir.Constant(INT64, place + offset)]))

    first = entry(0)
    if word == "Real":
        return builder.bitcast(first, ir.DoubleType())
    if word == "Flag":
        return builder.icmp_signed("!=", first, ir.Constant(INT64, 0))
    if word == "Int":
        return first
    array_type = WORDS[word]
    array = context.make_array(array_type)(context, builder)
    shape = [entry(1 + k) for k in range(_dimensions(word))]
    strides = [ir.Constant(INT64, 8)]
    for extent in reversed(shape[1:]):
        strides.insert(0, builder.mul(strides[0], extent))
    context.populate_array(
        array,
        data=builder.inttoptr(first, array.data.type),
        shape=cgutils.pack_array(builder, shape),
        strides=cgutils.pack_array(builder, strides),
        itemsize=ir.Constant(INT64, 8),
        meminfo=None,
    )
    return impl_ret_borrowed(context, builder, array_type, array._getvalue())
