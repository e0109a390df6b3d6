"""States of a linear system in units in which its numbers are of one size."""

from __future__ import annotations

import numpy as np


def scaled(A: np.ndarray, B: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A and B for the states x / by, balanced by powers of two, without a rounding error."""
    if not A.size:
        return A, B, np.ones(len(A))
    from scipy.linalg import matrix_balance  # scipy is slow to import

    A, (by, _) = matrix_balance(A, permute=False, separate=True)
    return A, B / by[:, None], by
