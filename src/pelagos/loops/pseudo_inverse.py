"""Forces of constraint rows: G f = r for symmetric positive semidefinite G, lane by lane.

Pivoted Cholesky finds L with full column rank, G = L L^T; then f = L K K L^T r with
K = (L^T L)^-1 is the solution of least norm (full-rank Cholesky, Courrieu 2005). Where all rows are
independent L is square, and two triangular solutions give the same f. The rank is the number of
pivots that stand out of the rounding of G; the tolerance is stated, not guessed.
"""

from __future__ import annotations

import numpy as np

from pelagos.loops.data import AT, FIRST_ROW, ROWS, Work  # noqa: F401 (named in signatures)

RANK_TOLERANCE = 1e-10  # pivots below this share of the row's own diagonal count as zero
NULL_TOLERANCE = 1e-13  # diagonals below this share of the largest belong to rows nothing can move
ROUNDING = 1e-12  # a sum below this share of its terms is none

# What is asked of the blocks of a program: which rows are independent, forces for accelerations
# (from `Model.rates`), for displacements and for changes of speeds (from `Model.restore`).
CHOICE, FORCES, DISPLACEMENTS, SPEEDS = range(4)


def gram_place(first, n, kind):
    """Where G begins in a component; the scale of its diagonal follows."""
    return first + n if kind == FORCES else first


def wanted_place(first, n, kind):
    """Where the right side begins: before G, or behind that scale."""
    if kind == FORCES:
        return first
    return first + n * n + n if kind == DISPLACEMENTS else first + n * n + 2 * n


def unit_responses_place(first, n, kind):
    """Where the responses to unit forces begin: last."""
    return first + n * n + (2 * n if kind == FORCES else 3 * n)


def solve_rows(work, table, kind):
    """row_forces = G^+ wanted in every component of work.y; of a choice, the rows that may be used.

    A little off the constraints redundant rows look independent by a hair; the stages of a step
    therefore keep to the rows chosen at its start.
    """
    y, s, active, forces = work.y, work.solver, work.active, work.row_forces
    for lane in range(y.shape[1]):
        largest, rank, weakest = _largest(y, table, kind, lane), 0, 1.0
        for c in range(table.shape[0]):
            n, first = table[c, ROWS], table[c, FIRST_ROW]
            if kind == CHOICE:
                for i in range(n):
                    active[first + i, lane] = 1.0
            _gather(y, gram_place(table[c, AT], n, kind), n, s, lane)
            found = _factor(n, s, active, first, lane, largest)
            rank += found
            if kind == CHOICE:
                for i in range(n):
                    active[first + i, lane] = s[3 * n * n + n + i]
                weakest = min(weakest, _weakest(n, found, s))
                continue
            wanted, right = wanted_place(table[c, AT], n, kind), 3 * n * n + 4 * n
            for i in range(n):
                s[right + i] = y[wanted + i, lane]
            if found == n:
                _solve_square(n, s)
            else:
                _solve_least(n, found, s)
            for i in range(n):
                forces[first + i, lane] = s[right + n + i]
        work.rank[lane] = rank
        if kind == CHOICE:
            work.weakest[lane] = weakest


def _weakest(n, rank, s):
    """The smallest pivot of a factorisation, as a share of its row's own diagonal."""
    order, smallest = 3 * n * n + 2 * n, 1.0
    for k in range(rank):
        row = int(s[order + k])
        smallest = min(smallest, s[n * n + k * n + row] ** 2 / s[row * n + row])
    return smallest


def _largest(y, table, kind, lane):
    """The largest diagonal of G, of all components."""
    largest = 0.0
    for c in range(table.shape[0]):
        n = table[c, ROWS]
        gram = gram_place(table[c, AT], n, kind)
        for i in range(n):
            own = y[gram + i * n + i, lane]
            if own > largest and not own <= ROUNDING * y[gram + n * n + i, lane]:
                largest = own
    return largest


def _gather(y, gram, n, s, lane):
    """G of one lane, without rows that nothing moves: their diagonals are rounding of own terms."""
    for i in range(n * n):
        s[i] = y[gram + i, lane]
    for i in range(n):
        if s[i * n + i] <= ROUNDING * y[gram + n * n + i, lane]:
            for j in range(n):
                s[i * n + j] = s[j * n + i] = 0.0


def _factor(n, s, active, first, lane, largest):
    """Column k of L at s[n² + k n]; at s[3 n²] the diagonal left, rows taken, rows in order."""
    left, taken, order = 3 * n * n, 3 * n * n + n, 3 * n * n + 2 * n
    for i in range(n):
        s[left + i], s[taken + i] = s[i * n + i], 0.0
    for k in range(n):
        pivot, best = -1, 0.0
        for i in range(n):
            own = s[i * n + i]
            stands_out = own > NULL_TOLERANCE * largest and s[left + i] > RANK_TOLERANCE * own
            if stands_out and s[left + i] > best and active[first + i, lane] != 0.0:
                pivot, best = i, s[left + i]
        if pivot < 0:
            return k
        column, root = n * n + k * n, np.sqrt(best)
        for i in range(n):
            s[column + i] = s[i * n + pivot]
        for j in range(n, n + k):
            other = s[j * n + pivot]
            for i in range(n):
                s[column + i] -= s[j * n + i] * other
        for i in range(n):
            s[column + i] /= root
            s[left + i] -= s[column + i] ** 2
        s[column + pivot] = root
        s[left + pivot], s[taken + pivot], s[order + k] = 0.0, 1.0, pivot
    return n


def _solve_square(n, s):
    """L z = r, L^T f = z, where L is triangular in the order of its pivots."""
    order, z, right = 3 * n * n + 2 * n, 3 * n * n + 3 * n, 3 * n * n + 4 * n
    for k in range(n):
        row = int(s[order + k])
        total = s[right + row]
        for j in range(k):
            total -= s[n * n + j * n + row] * s[z + j]
        s[z + k] = total / s[n * n + k * n + row]
    for k in range(n - 1, -1, -1):
        row, total = int(s[order + k]), s[z + k]
        for j in range(k + 1, n):
            other = int(s[order + j])
            total -= s[n * n + k * n + other] * s[right + n + other]
        s[right + n + row] = total / s[n * n + k * n + row]


def _solve_least(n, rank, s):
    """f = L K K L^T r, with K from a Cholesky factor C of L^T L, at s[2 n²]."""
    L, C, z, right = n * n, 2 * n * n, 3 * n * n + 3 * n, 3 * n * n + 4 * n
    for i in range(rank):
        for j in range(i + 1):
            total = 0.0
            for k in range(n):
                total += s[L + i * n + k] * s[L + j * n + k]
            for k in range(j):
                total -= s[C + i * n + k] * s[C + j * n + k]
            s[C + i * n + j] = np.sqrt(total) if i == j else total / s[C + j * n + j]
    for i in range(rank):
        total = 0.0
        for k in range(n):
            total += s[L + i * n + k] * s[right + k]
        s[z + i] = total
    for _ in range(2):
        for i in range(rank):
            total = s[z + i]
            for k in range(i):
                total -= s[C + i * n + k] * s[z + k]
            s[z + i] = total / s[C + i * n + i]
        for i in range(rank - 1, -1, -1):
            total = s[z + i]
            for k in range(i + 1, rank):
                total -= s[C + k * n + i] * s[z + k]
            s[z + i] = total / s[C + i * n + i]
    for k in range(n):
        total = 0.0
        for i in range(rank):
            total += s[L + i * n + k] * s[z + i]
        s[right + n + k] = total
