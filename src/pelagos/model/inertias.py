"""Inertias as the words give them, checked for what a distribution of mass can have."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np

from pelagos.model.words import ARRAY, Matrix, Read, as_list, refusal, to_number

_SLACK = 1e-9  # relative; rounding in rotated inertias

Matrix6 = tuple[tuple[float, ...], ...]


def to_inertia(value: Any) -> Matrix:
    """A symmetric 3x3 from 3 diagonal entries, from [xx, yy, zz, xy, xz, yz], or from 3 rows."""
    items = as_list(value, 3, 6)
    if any(isinstance(item, list | tuple) for item in items):
        rows = [[to_number(entry) for entry in as_list(row, 3)] for row in items]
        if len(rows) != 3:
            raise refusal(f"the matrix has {len(rows)} rows", "give 3 rows of 3 numbers")
        return _checked(rows)
    xx, yy, zz, xy, xz, yz = [*(to_number(item) for item in items), 0.0, 0.0, 0.0][:6]
    return _checked([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def _checked(rows: list[list[float]]) -> Matrix:
    """The matrix, if it is symmetric, positive and meets the triangle inequality."""
    matrix = np.array(rows)
    size = float(np.abs(matrix).max())
    matrix = _symmetric(matrix, "give [xx, yy, zz, xy, xz, yz]")
    low, middle, high = (float(x) for x in np.linalg.eigvalsh(matrix))
    shown = f"its principal values are {low:.6g}, {middle:.6g}, {high:.6g}"
    if low < -_SLACK * size:
        raise refusal(
            f"the inertia is not positive, {shown}",
            "check the signs; off-diagonal entries are minus the integrals of xy, xz, yz",
        )
    if high > low + middle + _SLACK * size:
        raise refusal(
            "the inertia breaks the triangle inequality: the largest principal value exceeds the "
            f"sum of the other two, {shown}",
            "check the units, and that it is about the com",
        )
    (a, b, c), (_, d, e), (_, _, f) = matrix.tolist()
    return ((a, b, c), (b, d, e), (c, e, f))


def to_spatial_inertia(value: Any) -> Matrix6:
    """A symmetric positive definite 6x6, linear first."""
    rows = [[to_number(entry) for entry in as_list(row, 6)] for row in as_list(value, 6)]
    matrix = _symmetric(np.array(rows), "mirror the upper triangle")
    smallest = float(np.linalg.eigvalsh(matrix)[0])
    if smallest <= 0:
        raise refusal(
            f"the matrix is not positive definite, its smallest eigenvalue is {smallest:.6g}",
            "check signs, units and order (x, y, z first, then rotations)",
        )
    return tuple(tuple(row) for row in matrix.tolist())


def _symmetric(matrix: Any, remedy: str) -> Any:
    asymmetry = float(np.abs(matrix - matrix.T).max())
    if asymmetry > _SLACK * float(np.abs(matrix).max()):
        raise refusal(
            f"the matrix differs from its transpose by {asymmetry:.6g}",
            f"make it symmetric: {remedy}",
        )
    return (matrix + matrix.T) / 2


Inertia = Annotated[Matrix, Read(to_inertia, ARRAY)]
SpatialInertia = Annotated[Matrix6, Read(to_spatial_inertia, ARRAY)]
