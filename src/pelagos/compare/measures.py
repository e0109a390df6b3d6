"""How alike two curves are: correlation, errors, delay, rise time, steady value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pelagos.data.checks import Array, columns, increasing, refuse, spread


def pearson(a: Any, b: Any) -> float:
    """Pearson's correlation coefficient of two equally long curves.

    Examples:
        >>> round(pl.compare.pearson([1.0, 2.0, 3.0], [2.0, 4.0, 6.1]), 4)
        0.9999
    """
    one, other = columns(2, a=a, b=b)
    for name, values in (("a", one), ("b", other)):
        spread(name, values, "a constant has no correlation with anything")
    x, y = one - one.mean(), other - other.mean()
    return float(np.clip(x @ y / np.sqrt((x @ x) * (y @ y)), -1.0, 1.0))


def rmse(a: Any, b: Any) -> float:
    """Root of the mean square of the difference.

    Examples:
        >>> round(pl.compare.rmse([1.0, 2.0], [1.0, 4.0]), 3)
        1.414
    """
    one, other = columns(1, a=a, b=b)
    return float(np.sqrt(np.mean((one - other) ** 2)))


def steady_value(x: Any, share: float = 0.2) -> float:
    """Mean of the last part of a curve.

    Examples:
        >>> pl.compare.steady_value([0.0, 1.0, 2.0, 2.0, 2.0])
        2.0
    """
    (values,) = columns(5, x=x)
    return float(_last(values, share).mean())


def _last(values: Array, share: float) -> Array:
    return values[-max(1, round(share * len(values))) :]


def rise_time(t: Any, x: Any, low: float = 0.1, high: float = 0.9) -> float:
    """Time from 10 % to 90 % of the way from the first to the steady value.

    Examples:
        >>> t = np.linspace(0, 10, 1001)
        >>> round(pl.compare.rise_time(t, 1 - np.exp(-t)), 2)
        2.2
    """
    time, values = columns(5, time=t, x=x)
    increasing("time", time)
    begin, end = float(values[0]), steady_value(values)
    if abs(end - begin) <= 1e-12 * max(1.0, float(np.abs(values).max())):
        raise refuse(("x: ends where it began", "a rise time needs a change of level"))
    if abs(end - begin) < 3 * float(np.std(_last(values, 0.2))):
        raise refuse(("x: changes by less than its noise", "a rise time needs a change of level"))
    way = (values - begin) / (end - begin)
    first, last = (_crossing(time, way, level) for level in (low, high))
    return last - first


def _crossing(time: Array, way: Array, level: float) -> float:
    after = int(np.argmax(way >= level))
    if after == 0:
        return float(time[0])
    share = (level - way[after - 1]) / (way[after] - way[after - 1])
    return float(time[after - 1] + share * (time[after] - time[after - 1]))


_LOOKED_AT = 3000  # samples of a record at first
_CANDIDATES = 5  # lags that are looked at with all samples


@dataclass(frozen=True)
class Delay:
    """How much later the second curve is, and how alike the two are then."""

    seconds: float
    rmse: float  # at this delay
    rmse_without: float


def delay(
    t_a: Any, a: Any, t_b: Any, b: Any, *, largest: float | None = None, overlap: float = 0.5
) -> Delay:
    """The delay of b after a that makes their difference smallest over what then overlaps.

    largest: of the delays tried, default half of the shorter record. Sampling may differ; the
    answer is finer than a sample, since curves are taken as straight between samples.

    Examples:
        >>> t = np.linspace(0, 10, 1001)
        >>> round(pl.compare.delay(t, np.sin(t), t, np.sin(t - 0.3)).seconds, 3)
        0.3
    """
    t_a, a = columns(5, t_a=t_a, a=a)
    t_b, b = columns(5, t_b=t_b, b=b)
    increasing("t_a", t_a)
    increasing("t_b", t_b)
    spread("a", a, "a constant has no delay")
    spread("b", b, "a constant has no delay")
    shorter = min(np.ptp(t_a), np.ptp(t_b))
    reach = (1 - overlap) * shorter if largest is None else float(largest)

    def error(lag: float, stride: int = 1) -> float:
        t, x = t_a[::stride], a[::stride]
        inside = (t + lag >= t_b[0]) & (t + lag <= t_b[-1])
        if inside.sum() < 3 or np.ptp(t[inside]) < 0.98 * overlap * shorter:
            return np.inf
        apart = np.interp(t[inside] + lag, t_b, b) - x[inside]
        return float(np.sqrt(np.mean(apart**2)))

    step = float(min(np.median(np.diff(t_a)), np.median(np.diff(t_b))))
    # of a long record some samples first, and all of them about the best lags found so
    stride = -(-len(t_a) // _LOOKED_AT)
    most = int(np.ceil(reach / step))
    tried = np.arange(-most, most + 1, stride)
    if stride > 1:
        best_first = tried[np.argsort([error(n * step, stride) for n in tried], kind="stable")]
        near = best_first[:_CANDIDATES, None] + np.arange(-stride, stride + 1)
        tried = np.unique(np.clip(near, -most, most))
    lags = tried * step
    errors = np.array([error(lag) for lag in lags])
    if not np.isfinite(errors).any():
        said = "the two records do not overlap for any delay tried"
        raise refuse((said, "give a larger `largest`, or correct the clock first"))
    from scipy.optimize import minimize_scalar

    best = float(lags[int(np.argmin(errors))])
    fine = minimize_scalar(
        error, bounds=(best - step, best + step), method="bounded", options={"xatol": 1e-3 * step}
    )
    lag = float(fine.x) if fine.fun <= errors.min() else best
    return Delay(lag, error(lag), error(0.0))
