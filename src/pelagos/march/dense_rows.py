"""Memory of the loops for large robots.

Whatever the number of lanes, the loops keep a vector for every number: lanes that are left over
repeat others.
"""

from __future__ import annotations

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from pelagos.kernels.entry import inlined
from pelagos.march.data import VECTOR
from pelagos.march.vectors import load, spread, store


@intrinsic
def numbers_at(context, address, count):
    """The doubles in memory from an address on, as an array."""
    array = types.Array(types.float64, 1, "C")

    def generate(context, builder, signature, arguments):
        found = context.make_array(array)(context, builder)
        size = ir.Constant(ir.IntType(64), 8)
        context.populate_array(
            found,
            data=builder.inttoptr(arguments[0], found.data.type),
            shape=cgutils.pack_array(builder, [arguments[1]]),
            strides=cgutils.pack_array(builder, [size]),
            itemsize=size,
            meminfo=None,
        )
        return found._getvalue()

    return array(types.int64, types.int64), generate


@inlined
def take_parts(dense, lanes, given, w):
    """All parts, each as a vector: constants, and the numbers that the program gave."""
    for i in range(dense.parts):
        store(w, i * VECTOR, spread(dense.constant[i]))
    for i in range(dense.varying.shape[0]):
        place = dense.varying[i] * VECTOR
        for k in range(VECTOR):
            w[place + k] = given[i * lanes + k % lanes]


@inlined
def give_answer(dense, lanes, w, answer):
    first = dense.answer * VECTOR
    for i in range(dense.count):
        for lane in range(lanes):
            answer[i * lanes + lane] = w[first + i * VECTOR + lane]


@inlined
def at(w, i):
    """Number i of the work."""
    return load(w, i * VECTOR)


@inlined
def put(w, i, x):
    store(w, i * VECTOR, x)


@inlined
def three(w, i):
    return at(w, i), at(w, i + 1), at(w, i + 2)


@inlined
def put_three(w, i, v):
    put(w, i, v[0])
    put(w, i + 1, v[1])
    put(w, i + 2, v[2])
