"""Dynamic time warping: how far apart two curves are when time may stretch.

cost(i, j) = |a_i - b_j| + min(cost(i-1, j-1), cost(i-1, j), cost(i, j-1)), Euclidean distance for
curves of several columns (Sakoe and Chiba 1978). The mean is the cost over the number of pairs on
the path.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pelagos.data.checks import refuse, samples

MOST_CELLS = 200_000_000


class Warping(NamedTuple):
    """Cost, path of index pairs (pair, 2), and cost per pair."""

    cost: float
    path: np.ndarray
    mean: float


def dtw(a: Any, b: Any) -> Warping:
    """Warp curves (sample,) or (sample, column) onto each other.

    Examples:
        >>> found = pl.compare.dtw([0.0, 1.0, 2.0], [0.0, 1.0, 1.0, 2.0])
        >>> found.cost, found.path.shape
        (0.0, (4, 2))
    """
    one, other = samples("a", a), samples("b", b)
    if one.shape[1] != other.shape[1]:
        said = f"a has {one.shape[1]} columns, b has {other.shape[1]}"
        raise refuse((said, "give the same quantities of both"))
    if not len(one) or not len(other):
        raise refuse(("a curve has no samples", "give at least one"))
    if len(one) * len(other) > MOST_CELLS:
        said = f"{len(one)} times {len(other)} samples are more than {MOST_CELLS:,} pairs"
        raise refuse((said, "resample the curves more coarsely"))
    from pelagos.kernels import library
    from pelagos.kernels.curves import Curves

    curves = Curves(
        a=np.ascontiguousarray(one),
        b=np.ascontiguousarray(other),
        cost=np.empty((len(one), len(other))),
        path=np.empty((len(one) + len(other), 2), dtype=np.int64),
    )
    pairs = library.warp(curves)
    cost = float(curves.cost[-1, -1])
    return Warping(cost, curves.path[:pairs][::-1].copy(), cost / pairs)
