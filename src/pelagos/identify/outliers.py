"""Points that do not belong to the rest: named in the notes of a fit, and never dropped by it.

Least squares draw the curve towards a point that is far off, so points are judged by their distance
from the curve of least absolute deviations, which a few of them do not move. The usual distance is
1.4826 times the median of all, which is the standard deviation if they are normal. A point stands
out if noise alone would put one so far away in one of a thousand fits: by Student's t with 0.6
times the degrees of freedom, since a median tells less than a mean square. For 10 to 300 points
that is the quantile of 0.999 of simulated fits within a few per cent; below, it is rarer still.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from pelagos.data.checks import Array
from pelagos.data.recording import spikes
from pelagos.errors import PelagosError
from pelagos.identify.least_squares import Solution, solve

_RARE = 1e-3  # of fits without outliers, in which one is named nevertheless
_NAMED = 5  # at most; the rest is counted
_SPIKE = 6.0  # sigmas off the median of its neighbours
_ROUNDS = 30  # of weights towards least absolute deviations

Residuals = Callable[[Array], Array]  # of the best fit with these weights, over sigma if given


def least_absolute(residuals: Residuals, count: int) -> Array:
    """Residuals of the curve with the least sum of sizes, by least squares with weights in rounds.

    (Iteratively reweighted least squares: the weight of a point is one over its distance.)
    """
    found = residuals(np.ones(count))
    for _ in range(_ROUNDS):
        size = np.abs(found)
        least = 1e-6 * float(np.median(size))
        if least == 0.0:
            break
        before, found = found, residuals(1.0 / np.maximum(size, least))
        if np.abs(found - before).max() < 1e-3 * float(np.median(size)):
            break
    return found


def standing_out(residuals: Array, fitted: int) -> tuple[NDArray[np.intp], Array]:
    """Which of independent residuals stand out, the farthest first, and by how many sigmas.

    fitted: number of parameters; so many points lie on the curve of least absolute deviations.
    """
    from scipy.stats import t

    size = np.abs(residuals)
    free = len(size) - fitted
    usual = 1.4826 * float(np.median(np.sort(size)[fitted:])) if free > 2 else 0.0
    if usual <= 1e-12 * float(size.max(initial=0.0)):
        return np.zeros(0, dtype=np.intp), np.zeros(0)
    away = size / usual
    found = np.flatnonzero(away > float(t.isf(_RARE / 2 / len(size), 0.6 * free)))
    order = found[np.argsort(-away[found])]
    return order, away[order]


def point_notes(
    residuals: Residuals,
    fitted: int,
    places: Sequence[str],
    refitted: Callable[[NDArray[np.bool_]], str],
) -> list[str]:
    """Notes on points that stand out.

    places: of each point, in words. refitted: what a fit of some of the points gives, in words.
    """
    order, away = standing_out(least_absolute(residuals, len(places)), fitted)
    if not len(order):
        return []
    said = _listed([f"{places[i]} ({n:.3g} sigmas)" for i, n in zip(order, away, strict=True)])
    keep = np.ones(len(places), dtype=bool)
    keep[order] = False
    notes = [f"{_counted(len(order), 'point')} far off: {said}; fitted nevertheless"]
    return [*notes, f"without {'it' if len(order) == 1 else 'them'}: {refitted(keep)}"]


def linear_notes(
    found: Solution, sigma: Array | None, names: Sequence[str], places: Sequence[str]
) -> list[str]:
    """Notes on a linear fit: points that stand out, and how chi-square stands."""
    values = found.design @ found.values + found.residuals
    size = 1.0 / found.weights

    def residuals(weights: Array) -> Array:
        return (
            solve(found.design, values, size / np.sqrt(weights), found.nonnegative).residuals / size
        )

    def refitted(keep: NDArray[np.bool_]) -> str:
        try:
            again = solve(found.design[keep], values[keep], size[keep], found.nonnegative).values
        except PelagosError:
            return "the points left do not tell the coefficients apart"
        return ", ".join(f"{name} = {x:.5g}" for name, x in zip(names, again, strict=True))

    notes = point_notes(residuals, int((~found.at_bound).sum()), places, refitted)
    return (
        notes
        if sigma is None
        else notes + chi_square_notes(found.residuals / size, found.dof, places)
    )


def series_notes(name: str, parts: Iterable[tuple[Array, Array]]) -> list[str]:
    """Notes on samples that stand out from their neighbours, and from what residuals usually are.

    parts: times and residuals of parts of a record, which need not follow one another.
    """
    found = [(n, t) for time, rest in parts for n, t in _spikes(time, rest)]
    if not found:
        return []
    said = _listed([f"at {t:.4g} s ({n:.3g} sigmas)" for n, t in sorted(found, reverse=True)])
    count = _counted(len(found), "sample")
    return [f"{name}: {count} far off: {said}; fitted nevertheless, see without_outliers()"]


def _spikes(time: Array, residuals: Array) -> list[tuple[float, float]]:
    """Distances in sigmas and times of samples that stand out."""
    if len(residuals) < 9 or not np.isfinite(residuals).all():
        return []
    bad, away, usual = spikes(residuals, _SPIKE)
    scatter = 1.4826 * float(np.median(np.abs(residuals - np.median(residuals))))
    found = np.flatnonzero(bad & (away > 3 * scatter))
    return [(float(away[i] / usual), float(time[i])) for i in found]


def chi_square_notes(residuals: Array, dof: int, places: Sequence[str]) -> list[str]:
    """How chi-square stands, if the sigmas that were given do not let expect it."""
    from scipy.special import chdtr, chdtrc

    chi_square = float(residuals @ residuals)
    if min(float(chdtr(dof, chi_square)), float(chdtrc(dof, chi_square))) > _RARE / 2:
        return []
    ratio, worst = float(np.sqrt(chi_square / dof)), int(np.argmax(np.abs(residuals)))
    said = f"residuals are {ratio:.3g} times as large as sigma says, the largest {places[worst]}"
    return [f"{said} ({abs(residuals[worst]):.3g} sigma); intervals are scaled by it"]


def _counted(count: int, what: str) -> str:
    return f"1 {what} is" if count == 1 else f"{count} {what}s are"


def _listed(texts: list[str]) -> str:
    more = len(texts) - _NAMED
    return ", ".join(texts[:_NAMED]) + (f" and {more} more" if more > 0 else "")
