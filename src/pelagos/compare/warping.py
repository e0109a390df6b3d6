"""Dynamic time warping: how far apart two curves are when time may stretch.

cost(i, j) = |a_i - b_j| + min(cost(i-1, j-1), cost(i-1, j), cost(i, j-1)), Euclidean distance for
curves of several columns (Sakoe and Chiba 1978). The mean is the cost over the number of pairs on
the path. All cells of an anti-diagonal are independent, so numpy does one diagonal at a time.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pelagos.data.checks import Array, refuse, samples


class Warping(NamedTuple):
    """Cost, path of index pairs (pair, 2), and cost per pair."""

    cost: float
    path: np.ndarray
    mean: float


def dtw(a: Any, b: Any) -> Warping:
    """Warp curves (sample,) or (sample, column) onto each other."""
    one, other = samples("a", a), samples("b", b)
    if one.shape[1] != other.shape[1]:
        said = f"a has {one.shape[1]} columns, b has {other.shape[1]}"
        raise refuse((said, "give the same quantities of both"))
    if not len(one) or not len(other):
        raise refuse(("a curve has no samples", "give at least one"))
    cells = _cells(one, other)
    path = _path(cells, len(one), len(other))
    cost = float(cells[len(one) + len(other) - 2, len(one)])
    return Warping(cost, path, cost / len(path))


def _cells(a: Array, b: Array) -> Array:
    """Accumulated cost; row i + j, column i + 1 holds cell (i, j), infinite beyond the edges."""
    m, n = len(a), len(b)
    # only what lies beside a diagonal is set: untouched memory costs no time
    cells = np.empty((m + n - 1, m + 2))
    pairs = zip(a.T, b.T, strict=True)
    columns = [(np.ascontiguousarray(x), np.ascontiguousarray(y[::-1])) for x, y in pairs]
    apart, squares = np.empty(m), np.empty(m)
    for d in range(m + n - 1):
        low, high = max(0, d - n + 1), min(d, m - 1) + 1
        distance = apart[: high - low]
        shift = n - 1 - d
        if len(columns) == 1:
            x, y = columns[0]
            np.subtract(x[low:high], y[low + shift : high + shift], out=distance)
            np.abs(distance, out=distance)
        else:
            distance[:] = 0.0
            square = squares[: high - low]
            for x, y in columns:
                np.subtract(x[low:high], y[low + shift : high + shift], out=square)
                square *= square
                distance += square
            np.sqrt(distance, out=distance)
        cells[d, low] = cells[d, high + 1] = np.inf
        row = cells[d, low + 1 : high + 1]
        if d == 0:
            row[:] = distance
            continue
        before = cells[d - 1]
        np.minimum(before[low:high], before[low + 1 : high + 1], out=row)
        if d > 1:
            np.minimum(row, cells[d - 2, low:high], out=row)
        row += distance
    return cells


def _path(cells: Array, m: int, n: int) -> np.ndarray:
    """Back from the end, diagonal first where costs are equal."""
    i, j = m - 1, n - 1
    path = [(i, j)]
    while i > 0 or j > 0:
        d = i + j
        diagonal = cells[d - 2, i] if i > 0 and j > 0 else np.inf
        up = cells[d - 1, i] if i > 0 else np.inf  # cell (i - 1, j)
        left = cells[d - 1, i + 1] if j > 0 else np.inf  # cell (i, j - 1)
        if diagonal <= up and diagonal <= left:
            i, j = i - 1, j - 1
        elif up <= left:
            i -= 1
        else:
            j -= 1
        path.append((i, j))
    return np.array(path[::-1])
