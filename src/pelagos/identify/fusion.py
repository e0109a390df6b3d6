"""Repeated runs as one: means weighted by the inverse of their variances.

Nielsen et al. 2018, eq 36 and 37. There P_i is the variance of the samples of a run; what belongs
into the formulas is the variance of its mean, smaller by the number of independent samples.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pelagos.data.checks import Array, columns, positive


def fuse(mean: Any, variance: Any) -> tuple[float, float]:
    """Value and variance of the best combination of means with these variances.

    Examples:
        >>> pl.identify.fuse([1.0, 2.0], [0.1, 0.1])
        (1.5, 0.05)
    """
    mean, variance = columns(1, mean=mean, variance=variance)
    positive("variance", variance)
    weight = 1.0 / variance
    total = float(weight.sum())
    return float(weight @ mean) / total, 1.0 / total


@dataclass(frozen=True)
class Point:
    """Runs at one setting, fused."""

    setting: float
    value: float
    variance: float
    runs: int
    agreement: float | None  # probability of a spread between the runs as large as found


def fuse_by(setting: Any, mean: Any, variance: Any, tolerance: float = 1e-6) -> list[Point]:
    """Fuse runs whose settings (speeds, say) agree within the tolerance, in rising order.

    Examples:
        >>> points = pl.identify.fuse_by([0.5, 0.5, 1.0], [10.0, 11.0, 40.0], [0.1, 0.1, 0.2])
        >>> [(point.setting, point.value, point.runs) for point in points]
        [(0.5, 10.5, 2), (1.0, 40.0, 1)]
    """
    setting, mean, variance = columns(1, setting=setting, mean=mean, variance=variance)
    positive("variance", variance)
    order = np.argsort(setting, kind="stable")
    breaks = np.flatnonzero(np.diff(setting[order]) > tolerance) + 1
    return [_point(setting[g], mean[g], variance[g]) for g in np.split(order, breaks)]


def _point(setting: Array, mean: Array, variance: Array) -> Point:
    value, fused = fuse(mean, variance)
    agreement = None
    if len(mean) > 1:
        from scipy.special import chdtrc

        agreement = float(chdtrc(len(mean) - 1, float(np.sum((mean - value) ** 2 / variance))))
    return Point(float(setting.mean()), value, fused, len(mean), agreement)


def as_columns(points: Sequence[Point]) -> tuple[Array, Array, Array]:
    """Settings, values and standard deviations."""
    return (
        np.array([p.setting for p in points]),
        np.array([p.value for p in points]),
        np.sqrt([p.variance for p in points]),
    )
