"""The plan that Sobol' indices are estimated from (Saltelli et al. 2010, section 3).

Two independent samples A and B of n points, and for each of d inputs the points of A with that one
input taken from B: n (d + 2) runs. They are kept point by point (A, B, then the d mixtures), so
the runs of an unfinished study are the plan of fewer points.

Reference. A. Saltelli, P. Annoni, I. Azzini, F. Campolongo, M. Ratto and S. Tarantola (2010),
Variance based sensitivity analysis of model output, Computer Physics Communications 181, 259-270.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def mixed(points: np.ndarray, widths: Sequence[int]) -> np.ndarray:
    """(n, 2 w) points of A and B beside each other to the (n (d + 2), w) points of the runs.

    widths: of each of the d inputs, how many of the w columns it takes.
    """
    n, w = len(points), sum(widths)
    a, b = points[:, :w], points[:, w:]
    rows = np.empty((n, len(widths) + 2, w))
    rows[:] = a[:, None]
    rows[:, 1] = b
    first = 0
    for i, width in enumerate(widths):
        columns = slice(first, first + width)
        rows[:, 2 + i, columns] = b[:, columns]
        first += width
    return rows.reshape(-1, w)


def parted(values: np.ndarray, inputs: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Outputs of the runs in order as those of A (n,), of B (n,), and of the mixtures (d, n).

    Points of which not every run is there and good are left out.
    """
    each = inputs + 2
    whole = values[: len(values) // each * each].reshape(-1, each)
    good = whole[np.all(np.isfinite(whole), axis=1)]
    return good[:, 0], good[:, 1], good[:, 2:].T
