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
class Bound:
    """A parameter on its bound: chi-square along it, all others refitted, is a parabola."""

    value: float  # where it is
    inward: float  # 1 above the bound, -1 below it
    best: float  # lowest point of the parabola, inwards; negative, or the bound would not hold
    curvature: float  # of chi-square over the variance of a residual

    @classmethod
    def of(
        cls, value: float, column: Array, residuals: Array, variance: float, inward: float = 1.0
    ) -> Bound:
        """column: of the prediction per step inwards, less what the others can make up for."""
        square = float(column @ column)
        if square == 0 or variance <= 0:
            return cls(value, inward, 0.0, np.inf)
        best = min(float(column @ residuals) / square, 0.0)
        return cls(value, inward, best, square / variance)

    def interval(self, quantile: float) -> tuple[float, float]:
        """From the bound to where chi-square has risen as at the ends of an ordinary interval."""
        reach = self.best + float(np.sqrt(self.best**2 + quantile**2 / self.curvature))
        low, high = sorted((self.value, self.value + self.inward * reach))
        return low, high


def at_bound(x: Array, low: Array, high: Array, scale: Array, sigma: Array) -> NDArray[np.int_]:
    """Of each value: 1 on its lower bound, -1 on its upper one, else 0.

    A search inside bounds comes close to them only. What is nearer than a hundredth of its standard
    deviation, and close by its own scale, is on it.
    """
    near = np.maximum(1e-6 * scale, np.minimum(1e-2 * sigma, 1e-3 * scale))
    return np.where(x - low < near, 1, np.where(high - x < near, -1, 0))


def without(columns: Array, others: Array) -> Array:
    """Columns less what a least squares by the others explains of them."""
    size = np.linalg.norm(others, axis=0)
    scaled = others[:, size > 0] / size[size > 0]
    if scaled.shape[1] == 0:
        return columns
    return np.asarray(columns - scaled @ np.linalg.lstsq(scaled, columns, rcond=1e-12)[0])


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
    nonnegative: tuple[int, ...]  # coefficients that have the bound

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
        return self._bound(index).interval(quantile)

    def _bound(self, index: int) -> Bound:
        weighted = self.design * self.weights[:, None]
        column = without(weighted[:, [index]], weighted[:, ~self.at_bound])[:, 0]
        return Bound.of(0.0, column, self.residuals * self.weights, self.scale())


def student(level: float, dof: int) -> float:
    """How many standard deviations an interval of this confidence reaches to either side."""
    from scipy.stats import t

    if not 0 < level < 1:
        raise refuse((f"level: {level:g} is not a confidence level", "give a value such as 0.95"))
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
    return Solution(found, covariance, dof, chi, at_bound, residuals, design, weights, nonnegative)


def _check_rank(matrix: Array) -> None:
    scaled = matrix / np.maximum(np.linalg.norm(matrix, axis=0), 1e-300)
    if np.linalg.cond(scaled) > 1e10:
        raise refuse(
            (
                "the points do not tell the coefficients apart",
                "measure at more speeds, further apart",
            )
        )
