"""Inverses of small matrices on any kind of number: cofactors and a determinant."""

from __future__ import annotations

from functools import cache

from pelagos.mathematics import dense
from pelagos.mathematics.scalars import Scalar


def adjugate(M: dense.Matrix) -> tuple[dense.Matrix, Scalar]:
    """The matrix of cofactors, transposed, and the determinant: inverse = one by the other.

    Sums of products without a division, in which polynomials stay polynomials.
    """
    n = len(M)
    every = tuple(range(n))

    @cache
    def minor(rows: tuple[int, ...], columns: tuple[int, ...]) -> Scalar:
        """By its first row."""
        if not rows:
            return 1.0
        total: Scalar = 0.0
        for k, column in enumerate(columns):
            x = M[rows[0]][column]
            if x != 0.0:
                rest = minor(rows[1:], columns[:k] + columns[k + 1 :])
                total = total + (x * rest if k % 2 == 0 else -x * rest)
        return total

    adjoint = dense.zeros(n, n)
    for i in every:
        for j in every:
            part = minor(every[:j] + every[j + 1 :], every[:i] + every[i + 1 :])
            adjoint[i][j] = part if (i + j) % 2 == 0 else -part
    return adjoint, minor(every, every)
