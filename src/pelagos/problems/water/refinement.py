"""What a sequence of refined models converges to, each with twice as many parts as the last."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def extrapolated(coarse: np.ndarray, fine: np.ndarray) -> np.ndarray:
    """Richardson's limit of two results of second order."""
    return np.asarray(fine + (fine - coarse) / 3)


def order(results: Sequence[np.ndarray], known: np.ndarray) -> float:
    """The observed order of the last two results, by their errors in the root mean square."""
    coarse, fine = (float(np.linalg.norm(result - known)) for result in results[-2:])
    return float(np.log2(coarse / fine))
