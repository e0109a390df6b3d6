"""Inertias as the words give them, checked for what a distribution of mass can have."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from pelagos.language.words import Matrix, Read, as_list, refusal, to_number

AS_GIVEN = "as_given"
SLACK = 1e-9  # relative; rounding in rotated inertias
_THINNEST = 1e-3  # least principal value of a balanced inertia, to the largest given one

Array = NDArray[np.float64]
Matrix6 = tuple[tuple[float, ...], ...]


def to_inertia(value: Any) -> Matrix:
    """A symmetric 3x3 from 3 diagonal entries, from [xx, yy, zz, xy, xz, yz], or from 3 rows.

    {as_given: ...} is one of these that need not be the inertia of any body: what it is rigidly
    joined to makes up for it, which is checked where the whole robot is known.
    """
    if isinstance(value, dict):
        if list(value) != [AS_GIVEN]:
            remedy = "give numbers, or {as_given: ...} for those that no body can have"
            raise refusal("this is no inertia", remedy)
        return _rows(_matrix(value[AS_GIVEN]))
    matrix = _matrix(value)
    low, middle, high = principal_values(matrix)
    size = float(np.abs(matrix).max())
    shown = f"its principal values are {low:.6g}, {middle:.6g}, {high:.6g}"
    if low < -SLACK * size:
        raise refusal(
            f"the inertia is not positive, {shown}",
            "check the signs; off-diagonal entries are minus the integrals of xy, xz, yz",
        )
    if high > low + middle + SLACK * size:
        raise refusal(
            "the inertia breaks the triangle inequality: the largest principal value exceeds the "
            f"sum of the other two, {shown}",
            "check the units, and that it is about the com",
        )
    return _rows(matrix)


def principal_values(inertia: Array) -> tuple[float, float, float]:
    """The principal moments of inertia, the least first."""
    low, middle, high = (float(x) for x in np.linalg.eigvalsh(inertia))
    return low, middle, high


def nearest_possible(inertia: Array) -> Array:
    """The inertia of a body that differs least, by the sum of the squares of all entries.

    Along its principal axes a body has some int x^2 dm = s1 >= 0, s2 and s3, and the principal
    moments s2 + s3, s3 + s1 and s1 + s2. The nearest matrix has the axes of the given one, because
    all turned copies of a possible inertia are possible. A rod without any thickness, which could
    not turn freely, gets some.
    """
    from scipy.optimize import nnls

    moments, axes = np.linalg.eigh(inertia)
    of_squares = 1.0 - np.eye(3)
    size = float(np.abs(moments).max()) or 1.0
    squares, _ = nnls(of_squares, moments / size)
    if np.min(of_squares @ squares) < _THINNEST:
        thin = np.full(3, _THINNEST / 2)
        squares = thin + nnls(of_squares, moments / size - of_squares @ thin)[0]
    found: Array = axes * (size * of_squares @ squares) @ axes.T
    return (found + found.T) / 2


def _matrix(value: Any) -> Array:
    """The symmetric matrix that the words give."""
    items = as_list(value, 3, 6)
    if any(isinstance(item, list | tuple) for item in items):
        rows = [[to_number(entry) for entry in as_list(row, 3)] for row in items]
        if len(rows) != 3:
            raise refusal(f"the matrix has {len(rows)} rows", "give 3 rows of 3 numbers")
    else:
        xx, yy, zz, xy, xz, yz = [*(to_number(item) for item in items), 0.0, 0.0, 0.0][:6]
        rows = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]
    matrix: Array = _symmetric(np.array(rows), "give [xx, yy, zz, xy, xz, yz]")
    return matrix


def _rows(matrix: Array) -> Matrix:
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
    if asymmetry > SLACK * float(np.abs(matrix).max()):
        raise refusal(
            f"the matrix differs from its transpose by {asymmetry:.6g}",
            f"make it symmetric: {remedy}",
        )
    return (matrix + matrix.T) / 2


Inertia = Annotated[Matrix, Read(to_inertia, {"type": ["array", "object"]})]
SpatialInertia = Annotated[Matrix6, Read(to_spatial_inertia, {"type": "array"})]
