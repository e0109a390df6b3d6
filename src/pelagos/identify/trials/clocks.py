"""Are the clocks of the files one clock?

Two instruments see the same turning of the vehicle: the rates of the inertial unit, and those from
the motion capture. The delay that brings them together best is the difference of the clocks. Rates
are compared, not angles: a slow swing says little about time.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pelagos.data.checks import Array, refuse

WIDEST = 1.0  # s; a larger difference is not searched for
TOLERATED = 0.3  # s; beyond it a trial is refused
ALIKE = 0.7  # correlation from which a delay means anything
_STEP, _SMOOTH = 0.02, 0.6  # s, of the grid and of the window that rates are smoothed over


@dataclass(frozen=True)
class ClockCheck:
    """How much later the second clock shows the same motion; None if the motion cannot tell."""

    delay: float | None  # s
    sigma: float  # s, standard deviation of the delay
    correlation: float  # of the rates at that delay

    def __str__(self) -> str:
        if self.delay is None:
            return f"cannot be told (correlation {self.correlation:.2f})"
        return f"{1e3 * self.delay:+.0f} ms +- {1e3 * 2 * self.sigma:.0f} ms"


def clock_check(t_a: Array, a: Array, t_b: Array, b: Array) -> ClockCheck:
    """Delay of the rates b (time, axis) after a, each with its own times."""
    begin, end = max(t_a[0], t_b[0]) + WIDEST, min(t_a[-1], t_b[-1]) - WIDEST
    if end - begin < 2.0:
        return ClockCheck(None, np.inf, 0.0)
    grid = np.arange(begin, end, _STEP)
    first = _even(t_a, a, grid)
    lags = _STEP * np.arange(-round(WIDEST / _STEP), round(WIDEST / _STEP) + 1)
    seconds = [_even(t_b, b, grid + lag) for lag in lags]
    apart = np.array([float(np.mean((first - second) ** 2)) for second in seconds])
    k = int(np.argmin(apart))
    correlation = _correlation(first, seconds[k])
    if k in (0, len(lags) - 1) or correlation < ALIKE:
        return ClockCheck(None, np.inf, correlation)
    low, mid, high = apart[k - 1 : k + 2]
    bend = low - 2 * mid + high
    shift = 0.5 * (low - high) / bend if bend > 0 else 0.0
    slope = np.gradient(first, _STEP, axis=0)
    count = max((end - begin) / _SMOOTH, 1.0) * a.shape[1]  # what is independent of its neighbours
    sigma = float(np.sqrt(mid / (np.mean(slope**2) * count)))
    return ClockCheck(float(lags[k] + shift * _STEP), sigma, correlation)


def check_delay(found: ClockCheck, what: str) -> None:
    """Refuse clocks that are surely apart."""
    if found.delay is not None and abs(found.delay) - 3 * found.sigma > TOLERATED:
        said = f"{what}: the clocks differ by {found}"
        raise refuse((said, f"more than {TOLERATED:g} s is refused; correct time_secs of a file"))


def rates(t: Array, angles: Array) -> Array:
    """Of angles (time, axis) at uneven times."""
    return np.asarray(np.gradient(angles, t, axis=0))


def _even(t: Array, x: Array, grid: Array) -> Array:
    """Means over a window about each time of a grid, so that both see the same motion."""
    total = np.concatenate(
        [np.zeros((1, x.shape[1])), np.cumsum((x[1:] + x[:-1]) / 2 * np.diff(t)[:, None], axis=0)]
    )

    def integral(times: Array) -> Array:
        return np.stack([np.interp(times, t, column) for column in total.T], axis=1)

    means = (integral(grid + _SMOOTH / 2) - integral(grid - _SMOOTH / 2)) / _SMOOTH
    return np.asarray(means - means.mean(axis=0))


def _correlation(a: Array, b: Array) -> float:
    size = float(np.sqrt(np.sum(a**2) * np.sum(b**2)))
    return float(np.sum(a * b)) / size if size > 0 else 0.0
