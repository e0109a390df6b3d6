"""Small dense linear algebra on any kind of number, for matrices that are lists of rows."""

from __future__ import annotations

from collections.abc import Sequence

from pelagos.mathematics.scalars import Scalar

Matrix = list[list[Scalar]]


def zeros(rows: int, columns: int) -> Matrix:
    return [[0.0] * columns for _ in range(rows)]


def factor(M: Sequence[Sequence[Scalar]]) -> Matrix:
    """M = L^T D L of a symmetric positive definite matrix, from its last row upwards.

    Only the lower triangle is read. L has ones on its diagonal, where 1/D stands instead. Speeds of
    different branches do not meet in a mass matrix, and in this order the zeros between them stay
    (Featherstone 2008, section 6.5).
    """
    F = [list(row[: i + 1]) for i, row in enumerate(M)]
    for k in reversed(range(len(F))):
        row = F[k]
        row[k] = 1.0 / row[k]
        scaled = [row[k] * x for x in row[:k]]
        for i, x in enumerate(scaled):
            F[i] = [y - x * z for y, z in zip(F[i], row, strict=False)]
        row[:k] = scaled
    return F


def solve(F: Matrix, right: Sequence[Scalar]) -> list[Scalar]:
    """x in M x = right, from the factor of M."""
    n, x = len(F), list(right)
    for k in reversed(range(n)):
        for i in range(k):
            x[i] = x[i] - F[k][i] * x[k]
    x = [F[k][k] * x[k] for k in range(n)]
    for k in range(n):
        for i in range(k):
            x[k] = x[k] - F[k][i] * x[i]
    return x


def dot(a: Sequence[Scalar], b: Sequence[Scalar]) -> Scalar:
    total: Scalar = 0.0
    for x, y in zip(a, b, strict=True):
        total = total + x * y
    return total


def gram(J: Matrix, responses: Sequence[Sequence[Scalar]]) -> Matrix:
    """J M^-1 J^T from the columns of M^-1 J^T, symmetric to the bit."""
    lower = [[dot(J[i], responses[j]) for j in range(i + 1)] for i in range(len(J))]
    return [[lower[max(i, j)][min(i, j)] for j in range(len(J))] for i in range(len(J))]
