"""Measured joint angles as smooth motions, and how far these are from what was measured.

A driver that is asked more often than the arm answers repeats its last answer: such rows are no
measurements and are left out. Through the rest goes a cubic smoothing spline whose stiffness is
chosen by generalised cross-validation (Wahba 1990), so that no number is tuned by hand.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pelagos.data.checks import Array, refuse

SPACING = 0.1  # s, between the knots of the table that drives a joint
_STILL = 2e-3  # rad; an angle that moves less stands still


@dataclass(frozen=True)
class SmoothAngle:
    """A motion by its knots; rms and largest: of measured less smoothed, rad."""

    time: Array
    value: Array
    rms: float
    largest: float
    moves: bool


def smooth_angle(name: str, t: Array, x: Array, fresh: Array) -> SmoothAngle:
    """The motion of one joint from its samples, of which `fresh` ones are new."""
    count = max(int(np.ceil((t[-1] - t[0]) / SPACING)) + 1, 5)
    knots = np.linspace(t[0], t[-1], count)
    if np.ptp(x) < _STILL:
        level = float(np.median(x))
        apart = x - level
        return SmoothAngle(
            knots, np.full(count, level), _rms(apart), float(np.abs(apart).max()), False
        )
    new_t, new_x = t[fresh], x[fresh]
    if len(new_t) < 20:
        said = f"{name}: {len(new_t)} measured angles in {t[-1] - t[0]:.3g} s"
        raise refuse((said, "at least 20 are needed for a smooth motion"))
    from scipy.interpolate import make_smoothing_spline

    curve = make_smoothing_spline(new_t, new_x)
    apart = new_x - np.asarray(curve(new_t))
    inside = np.clip(knots, new_t[0], new_t[-1])
    return SmoothAngle(
        knots, np.asarray(curve(inside)), _rms(apart), float(np.abs(apart).max()), True
    )


def fresh_rows(angles: Array) -> Array:
    """Which rows (time, joint) are not a repetition of the one before."""
    new = np.any(np.diff(angles, axis=0) != 0, axis=1)
    return np.concatenate([[True], new])


def _rms(x: Array) -> float:
    return float(np.sqrt(np.mean(x**2)))
