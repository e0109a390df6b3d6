"""Small dense linear algebra on any kind of number, for matrices that are lists of rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Scalar = Any
Matrix = list[list[Scalar]]


def zeros(rows: int, columns: int) -> Matrix:
    return [[0.0] * columns for _ in range(rows)]


def factor(M: Sequence[Sequence[Scalar]]) -> Matrix:
    """M = L D L^T of a symmetric positive definite matrix (Cholesky without square roots).

    Only the lower triangle is read. L has ones on its diagonal, where D stands instead.
    """
    n = len(M)
    F = zeros(n, n)
    for i in range(n):
        for j in range(i + 1):
            total = M[i][j]
            for k in range(j):
                total = total - F[i][k] * F[k][k] * F[j][k]
            F[i][j] = total if i == j else total / F[j][j]
    return F


def solve(F: Matrix, right: Sequence[Scalar]) -> list[Scalar]:
    """x in M x = right, from the factor of M."""
    n, x = len(F), list(right)
    for i in range(n):
        for k in range(i):
            x[i] = x[i] - F[i][k] * x[k]
    x = [x[i] / F[i][i] for i in range(n)]
    for i in reversed(range(n)):
        for k in range(i + 1, n):
            x[i] = x[i] - F[k][i] * x[k]
    return x
