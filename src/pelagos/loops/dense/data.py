"""Tables of the loops for large robots; see `equations.dense_parts`."""

from __future__ import annotations

import numpy as np

from pelagos.equations.dense_parts import DenseShape
from pelagos.kernels.bundle import Bundle, Int, Int1, Int2, Real1

# Columns of the tables, as in `dense_parts.DenseBody`, `DenseSpeed` and `Held`.
PARENT, AT, PATH, LENGTH, OWN = range(5)
HELD, BEFORE, COUNT = range(3)
SIDE_A, SIDE_B, ROW_AT, FIRST_GEARED, GEARED, FACTORS = range(6)


class Dense(Bundle):
    """A robot without its numbers, and where the loops keep theirs, counted in vectors."""

    bodies: Int2  # (nb, 5)
    speeds: Int2  # (nv, 3)
    rows: Int2  # (rows, 6)
    paths: Int1
    geared: Int1
    constant: Real1  # (parts,): those that the program does not give
    varying: Int1  # which of the parts it gives, in its order
    parts: Int  # how many there are; they come first
    columns: Int  # first of the columns: six numbers for each entry of the paths
    rates: Int  # first of their rates, where a formulation has them
    mass: Int  # (nv, nv): the lower triangle
    jacobian: Int  # (rows, nv)
    right: Int  # (nv,)
    spare: Int  # (12,)
    answer: Int  # first of the answer
    count: Int  # numbers of the answer
    size: Int  # of all


def dense_of(
    shape: DenseShape, with_rates: bool, constant: np.ndarray, varying: np.ndarray
) -> Dense:
    """The tables of a robot; see `Dense` for the parts that do not vary."""
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
        rows=_table(shape.rows, 6),
        paths=np.array(shape.paths, dtype=np.int64),
        geared=np.array(shape.geared, dtype=np.int64),
        constant=constant,
        varying=varying,
        parts=shape.parts,
        count=shape.answer,
        size=at,
        **places,
    )


def _table(rows: tuple, columns: int) -> np.ndarray:
    return np.array(rows, dtype=np.int64).reshape(-1, columns)
