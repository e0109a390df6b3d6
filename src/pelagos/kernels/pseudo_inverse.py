"""Pseudo-inverse solution of G f = r for symmetric positive semidefinite G, lane by lane.

Pivoted Cholesky finds L with full column rank, G = L L^T; then f = L K K L^T r with
K = (L^T L)^-1 is the solution of least norm (full-rank Cholesky, Courrieu 2005). The rank is the
number of pivots that stand out of the rounding of G; the tolerance is stated, not guessed.
"""

from __future__ import annotations

import numpy as np

from pelagos.kernels.entry import entry, inlined
from pelagos.kernels.lanes import WIDTH

RANK_TOLERANCE = 1e-10  # pivots below this share of the row's own diagonal count as zero
NULL_TOLERANCE = 1e-13  # diagonals below this share of the largest belong to rows nothing can move


@entry("Int Real2 Real2 Real2 Real2 Real2 Int1")
def pseudo_solve(n, gram, right, solution, scratch, active, rank):
    """solution = gram^+ right; gram (n*n, lane) is kept, scratch has 2 n*n + 3 n rows.

    Only rows with active != 0 may become pivots; see `choose_rows`.
    """
    for lane in range(WIDTH):
        rank[lane] = _factor(n, gram, scratch, active, lane)
        _solve(n, rank[lane], right, solution, scratch, lane)


@entry("Int Real2 Real2 Real2 Int1")
def choose_rows(n, gram, scratch, active, rank):
    """Mark the rows that are independent where the constraints hold.

    A little off the constraints redundant rows look independent by a hair; the stages of a step
    therefore keep to the rows chosen here, at its start.
    """
    for lane in range(WIDTH):
        for i in range(n):
            active[i, lane] = 1.0
        rank[lane] = _factor(n, gram, scratch, active, lane)
        for i in range(n):
            active[i, lane] = scratch[2 * n * n + 2 * n + i, lane]


@inlined
def _factor(n, gram, s, active, lane):
    """Pivoted Cholesky: column k of L at s[k*n + i]; then the diagonal left and rows taken."""
    diagonal, taken = 2 * n * n, 2 * n * n + 2 * n
    largest = 0.0
    for i in range(n):
        s[diagonal + i, lane] = gram[i * n + i, lane]
        s[taken + i, lane] = 0.0
        largest = max(largest, gram[i * n + i, lane])
    for k in range(n):
        pivot, best = -1, 0.0
        for i in range(n):
            own = gram[i * n + i, lane]
            left = s[diagonal + i, lane]
            stands_out = own > NULL_TOLERANCE * largest and left > RANK_TOLERANCE * own
            if stands_out and left > best and active[i, lane] != 0.0:
                pivot, best = i, left
        if pivot < 0:
            return k
        root = np.sqrt(best)
        for i in range(n):
            total = gram[i * n + pivot, lane]
            for j in range(k):
                total -= s[j * n + i, lane] * s[j * n + pivot, lane]
            s[k * n + i, lane] = total / root
        s[k * n + pivot, lane] = root
        for i in range(n):
            s[diagonal + i, lane] -= s[k * n + i, lane] ** 2
        s[diagonal + pivot, lane] = 0.0
        s[taken + pivot, lane] = 1.0
    return n


@inlined
def _solve(n, rank, right, solution, s, lane):
    """f = L K K L^T r, with K from a Cholesky factor of L^T L."""
    square, z = n * n, 2 * n * n + n
    for i in range(rank):
        for j in range(i + 1):
            total = 0.0
            for k in range(n):
                total += s[i * n + k, lane] * s[j * n + k, lane]
            for k in range(j):
                total -= s[square + i * n + k, lane] * s[square + j * n + k, lane]
            if i == j:
                s[square + i * n + i, lane] = np.sqrt(total)
            else:
                s[square + i * n + j, lane] = total / s[square + j * n + j, lane]
    for i in range(rank):
        total = 0.0
        for k in range(n):
            total += s[i * n + k, lane] * right[k, lane]
        s[z + i, lane] = total
    _triangular(n, rank, s, square, z, lane)
    _triangular(n, rank, s, square, z, lane)
    for k in range(n):
        total = 0.0
        for i in range(rank):
            total += s[i * n + k, lane] * s[z + i, lane]
        solution[k, lane] = total


@inlined
def _triangular(n, rank, s, square, z, lane):
    """z <- (C C^T)^-1 z with the triangular factor C."""
    for i in range(rank):
        total = s[z + i, lane]
        for k in range(i):
            total -= s[square + i * n + k, lane] * s[z + k, lane]
        s[z + i, lane] = total / s[square + i * n + i, lane]
    for i in range(rank - 1, -1, -1):
        total = s[z + i, lane]
        for k in range(i + 1, rank):
            total -= s[square + k * n + i, lane] * s[z + k, lane]
        s[z + i, lane] = total / s[square + i * n + i, lane]
