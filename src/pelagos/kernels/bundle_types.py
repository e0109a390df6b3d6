"""Bundles as numba sees them: a pointer to a table, whose fields are numbers and arrays."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    NativeValue,
    infer_getattr,
    lower_getattr_generic,
    models,
    register_model,
    typeof_impl,
    unbox,
)

from pelagos.kernels.bundle import DIMENSIONS, Bundle

INT64 = ir.IntType(64)
_NUMBERS = {"Int": types.int64, "Real": types.float64, "Flag": types.boolean}


class BundleType(types.Type):
    """The numba type of a bundle class."""

    def __init__(self, kind: type[Bundle]):
        self.kind = kind
        super().__init__(name=f"Bundle({kind.__module__}.{kind.__name__})")


def numba_type(word: str, names: Mapping[str, Any] = MappingProxyType({})) -> types.Type:
    """The numba type of a word of a signature or of a bundle's field.

    A bundle is the one of this name in a module's namespace, or else the one known by it.
    """
    named = names.get(word)
    if isinstance(named, type) and issubclass(named, Bundle):
        return BundleType(named)
    if word in Bundle.kinds:
        return BundleType(Bundle.kinds[word])
    if word in _NUMBERS:
        return _NUMBERS[word]
    number = types.float64 if word.startswith("Real") else types.int64
    return types.Array(number, DIMENSIONS[word], "C")


@typeof_impl.register(Bundle)
def _typeof(value: Bundle, context: Any) -> BundleType:
    return BundleType(type(value))


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
        word = kind.kind.fields.get(name)
        return None if word is None else numba_type(word)


@lower_getattr_generic(BundleType)
def _get_field(context, builder, kind, value, name):
    """Read a number, or assemble an array that owns nothing, from the table."""
    word, place = kind.kind.fields[name], kind.kind.offsets[name]

    def entry(offset: int) -> ir.Value:
        return builder.load(builder.gep(value, [ir.Constant(INT64, place + offset)]))

    first = entry(0)
    if word in Bundle.kinds:
        return builder.inttoptr(first, INT64.as_pointer())
    if word == "Real":
        return builder.bitcast(first, ir.DoubleType())
    if word == "Flag":
        return builder.icmp_signed("!=", first, ir.Constant(INT64, 0))
    if word == "Int":
        return first
    array = context.make_array(numba_type(word))(context, builder)
    shape = [entry(1 + k) for k in range(DIMENSIONS[word])]
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
    return array._getvalue()
