"""The loops of dynamic time warping: accumulated cost cell by cell, and the path back.

Stands alone, so comparing records loads no engine. See `compare.warping`.
"""

from __future__ import annotations

import math

from pelagos.kernels.curves import Curves
from pelagos.kernels.loops import loop

__all__ = ["Curves", "warp"]  # the bundle is named in the signature


def _distance(a, b, i, j):
    """Euclidean distance of two samples."""
    if a.shape[1] == 1:
        return abs(a[i, 0] - b[j, 0])
    total = 0.0
    for k in range(a.shape[1]):
        apart = a[i, k] - b[j, k]
        total += apart * apart
    return math.sqrt(total)


@loop("Curves", "Int")
def warp(pair):
    """Fill cost and path (from the end back); the number of pairs on the path."""
    a, b, cost, path = pair.a, pair.b, pair.cost, pair.path
    m, n = a.shape[0], b.shape[0]
    for i in range(m):
        for j in range(n):
            least = 0.0
            if i > 0 and j > 0:
                least = min(cost[i - 1, j - 1], min(cost[i - 1, j], cost[i, j - 1]))
            elif i > 0:
                least = cost[i - 1, j]
            elif j > 0:
                least = cost[i, j - 1]
            cost[i, j] = least + _distance(a, b, i, j)
    i, j, pairs = m - 1, n - 1, 0
    while True:
        path[pairs, 0], path[pairs, 1] = i, j
        pairs += 1
        if i == 0 and j == 0:
            return pairs
        # the diagonal first where costs are equal, then the first curve
        if i > 0 and j > 0:
            diagonal, up, left = cost[i - 1, j - 1], cost[i - 1, j], cost[i, j - 1]
            if diagonal <= up and diagonal <= left:
                i, j = i - 1, j - 1
            elif up <= left:
                i -= 1
            else:
                j -= 1
        elif i > 0:
            i -= 1
        else:
            j -= 1
