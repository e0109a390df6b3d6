"""Weighted least squares in a few coefficients, some of which may not be negative.

Idea: the problem is linear, so with a bound active the rest is again a plain least squares. Of all
choices of active bounds the best feasible one is the solution; there are at most a few.

Uncertainty: `sigma` says how the points compare, their common scale is estimated from the residuals
(chi-square per degree of freedom), as scipy's curve_fit and lmfit do by default. Intervals are
those of Student's t. A coefficient on its bound has no interval by that theory: the others are
refitted without it, and it gets an upper limit where chi-square has risen by as much as at the ends
of an ordinary interval.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pelagos.data.checks import Array, refuse


@dataclass(frozen=True)
class Solution:
    """Coefficients with their covariance; entries of those on a bound are zero."""

    values: Array
    covariance: Array
    dof: int
    chi_square: float  # of residuals over sigma
    at_bound: NDArray[np.bool_]
    residuals: Array  # measured less fitted
    design: Array
    weights: Array  # one over sigma

    def scale(self) -> float:
        """Variance of a point of unit sigma, estimated from the residuals."""
        return self.chi_square / self.dof

    def interval(self, index: int, level: float) -> tuple[float, float]:
        """Between which values a coefficient lies with this confidence."""
        quantile = student(level, self.dof)
        value = float(self.values[index])
        if not self.at_bound[index]:
            half = quantile * float(np.sqrt(self.covariance[index, index]))
            return value - half, value + half
        return 0.0, self._upper(index, quantile)

    def _upper(self, index: int, quantile: float) -> float:
        """Largest value of a coefficient on its bound: chi-square is a parabola of it."""
        free = ~self.at_bound
        column = self.design[:, index] * self.weights
        others = (self.design * self.weights[:, None])[:, free]
        if others.shape[1]:
            column = column - others @ np.linalg.lstsq(others, column, rcond=None)[0]
        curvature = float(column @ column) / self.scale() if self.scale() > 0 else np.inf
        slope = float(column @ (self.residuals * self.weights)) / max(self.scale(), 1e-300)
        if not np.isfinite(curvature) or curvature == 0:
            return 0.0
        best = slope / curvature  # of the fit without the bound, negative
        return best + float(np.sqrt(best**2 + quantile**2 / curvature))


def student(level: float, dof: int) -> float:
    """How many standard deviations an interval of this confidence reaches to either side."""
    from scipy.stats import t

    if not 0 < level < 1:
        raise refuse((f"level: {level:g} is no confidence", "give a value such as 0.95"))
    return float(t.ppf(0.5 + level / 2, dof))


def solve(
    design: Array, values: Array, sigma: Array | None, nonnegative: tuple[int, ...] = ()
) -> Solution:
    """The best coefficients of the columns of `design`, those of `nonnegative` at least zero."""
    count, width = design.shape
    weights = np.ones(count) if sigma is None else 1.0 / sigma
    best: tuple[float, Array, np.ndarray] | None = None
    for size in range(len(nonnegative) + 1):
        for fixed in itertools.combinations(nonnegative, size):
            free = np.ones(width, dtype=bool)
            free[list(fixed)] = False
            found = np.zeros(width)
            if free.any():
                matrix = design[:, free] * weights[:, None]
                _check_rank(matrix)
                found[free] = np.linalg.lstsq(matrix, values * weights, rcond=None)[0]
            feasible = all(found[i] >= 0 for i in nonnegative)
            chi = float(np.sum(((values - design @ found) * weights) ** 2))
            if feasible and (best is None or chi < best[0]):
                best = chi, found, ~free
    assert best is not None  # all at zero is feasible
    chi, found, at_bound = best
    free = ~at_bound
    dof = count - int(free.sum())
    covariance = np.zeros((width, width))
    if free.any():
        matrix = design[:, free] * weights[:, None]
        covariance[np.ix_(free, free)] = np.linalg.inv(matrix.T @ matrix) * chi / dof
    residuals = values - design @ found
    return Solution(found, covariance, dof, chi, at_bound, residuals, design, weights)


def _check_rank(matrix: Array) -> None:
    scaled = matrix / np.maximum(np.linalg.norm(matrix, axis=0), 1e-300)
    if np.linalg.cond(scaled) > 1e10:
        raise refuse(
            (
                "the points do not tell the coefficients apart",
                "measure at more, and more different, speeds",
            )
        )
