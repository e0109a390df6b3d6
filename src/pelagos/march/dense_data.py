"""Tables and memory of the loops for large robots; see `equations.dense_parts`.

Whatever the number of lanes, the loops keep a vector for every number: lanes that are left over
repeat others.
"""

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from pelagos.equations.dense_parts import Shape
from pelagos.kernels.bundle import Bundle, Int, Int1, Int2
from pelagos.kernels.entry import inlined
from pelagos.march.data import VECTOR
from pelagos.march.vectors import load, store

# Columns of the tables, as in `dense_parts.Body`, `Speed` and `Held`.
PARENT, AT, PATH, LENGTH, OWN = range(5)
HELD, BEFORE, COUNT = range(3)
SIDE_A, SIDE_B, ROW_AT, FIRST_GEARED, GEARED = range(5)


class Dense(Bundle):
    """A robot without its numbers, and where the loops keep theirs, counted in vectors."""

    bodies: Int2  # (nb, 5)
    speeds: Int2  # (nv, 3)
    rows: Int2  # (rows, 5)
    paths: Int1
    geared: Int1
    parts: Int  # numbers that the program gives; they come first
    columns: Int  # first of the columns: six numbers for each entry of the paths
    rates: Int  # first of their rates, where a formulation has them
    mass: Int  # (nv, nv): the lower triangle
    jacobian: Int  # (rows, nv)
    right: Int  # (nv,)
    spare: Int  # (12,)
    answer: Int  # first of the answer
    count: Int  # numbers of the answer
    size: Int  # of all


def dense_of(shape: Shape, with_rates: bool) -> Dense:
    nv, m, columns = len(shape.speeds), len(shape.rows), 6 * shape.columns
    sizes = {
        "columns": columns,
        "rates": columns if with_rates else 0,
        "mass": nv * nv,
        "jacobian": m * nv,
        "right": nv,
        "spare": 12,
        "answer": shape.answer,
    }
    places, at = {}, shape.parts
    for name, size in sizes.items():
        places[name] = at
        at += size
    return Dense(
        bodies=_table(shape.bodies, 5),
        speeds=_table(shape.speeds, 3),
        rows=_table(shape.rows, 5),
        paths=np.array(shape.paths, dtype=np.int64),
        geared=np.array(shape.geared, dtype=np.int64),
        parts=shape.parts,
        count=shape.answer,
        size=at,
        **places,
    )


def _table(rows: tuple, columns: int) -> np.ndarray:
    return np.array(rows, dtype=np.int64).reshape(-1, columns)


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
def take_parts(dense, lanes, parts, w):
    """The program's numbers, each as a vector."""
    for i in range(dense.parts):
        for k in range(VECTOR):
            w[i * VECTOR + k] = parts[i * lanes + k % lanes]


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
