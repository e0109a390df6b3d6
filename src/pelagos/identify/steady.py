"""The steady part of a record, and how well its mean is known.

Samples of a load cell are correlated: n of them say as much as n / tau independent ones, tau being
the sum of the autocorrelation over all lags. tau is summed in pairs of lags as long as these
decrease and are positive (Geyer 1992). The variance of the mean is the variance of the samples
times tau / n.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from pelagos.data.checks import Array, columns, increasing, refuse

_BLOCKS = 40  # of a record, in whole numbers of which segments are found
_SHORTEST = 6  # blocks of a segment
_MARGIN = 2  # blocks to leave out beside an unsteady part
_TREND = 4.0  # standard deviations from zero at which a slope is a trend; blocks are correlated
UNPLUGGED = "a sensor without any noise is saturated or unplugged"
_ROUGHNESS = 2.5  # variance of the means of blocks about a line, over that between neighbours


@dataclass(frozen=True)
class Segment:
    """A steady part of a record."""

    start: int  # first sample
    stop: int  # one after the last
    begin: float  # s
    end: float
    mean: float
    variance: float  # of the samples
    effective: float  # independent samples that say as much
    variance_of_mean: float
    normality: float  # probability of skewness and kurtosis as large as found, if normal

    @property
    def sigma(self) -> float:
        """Standard deviation of the mean."""
        return float(np.sqrt(self.variance_of_mean))


def is_constant(values: Array) -> bool:
    """Whether values differ by rounding only."""
    return bool(np.std(values) <= 1e-12 * float(np.abs(values).max()))


def correlation_time(x: Any) -> float:
    """tau in samples: the sum of the autocorrelation over all lags, 1 for independent samples.

    Examples:
        >>> x = np.random.default_rng(1).normal(size=2000)
        >>> round(pl.identify.correlation_time(x))
        1
    """
    (values,) = columns(4, x=x)
    if is_constant(values):
        raise refuse((f"x: is constant, {values[0]:g}", UNPLUGGED))
    centred = values - values.mean()
    count = len(values)
    power = np.abs(np.fft.rfft(centred, 2 * count)) ** 2
    covariance = np.fft.irfft(power)[:count]
    rho = covariance / covariance[0]
    pairs = rho[0 : count - 1 : 2] + rho[1:count:2]
    negative = np.flatnonzero(pairs <= 0)
    pairs = pairs[: negative[0]] if len(negative) else pairs
    tau = 2.0 * float(np.minimum.accumulate(pairs).sum()) - 1.0 if len(pairs) else 1.0
    return min(max(tau, 0.1), count / 2)


def correlation_notes(tau: float) -> list[str]:
    """What a fit says of residuals that are correlated over tau samples, if they are."""
    if tau <= 1.5:
        return []
    return [f"residuals are correlated over {tau:.3g} samples; intervals allow for it"]


def effective_sample_size(x: Any) -> float:
    """How many independent samples say as much about the mean as these.

    Examples:
        >>> x = np.random.default_rng(1).normal(size=2000)
        >>> pl.identify.effective_sample_size(np.repeat(x, 4)) < 4000
        True
    """
    return len(np.atleast_1d(x)) / correlation_time(x)


def describe(t: Any, x: Any, start: int, stop: int) -> Segment:
    """Mean, variances and normality of samples start to stop."""
    time, values = columns(8, time=t, x=x)
    part = values[start:stop]
    if len(part) < 8:
        raise refuse((f"the segment has {len(part)} samples", "at least 8 are needed"))
    tau = correlation_time(part)
    # the mean is estimated too, which takes one independent sample
    variance = float(part.var()) / (1.0 - tau / len(part))
    return Segment(
        start,
        stop,
        float(time[start]),
        float(time[stop - 1]),
        float(part.mean()),
        variance,
        len(part) / tau,
        variance * tau / len(part),
        _normality(part, tau),
    )


def _normality(part: Array, tau: float) -> float:
    """Jarque and Bera's test, with the number of independent samples."""
    scaled = (part - part.mean()) / part.std()
    skewness, excess = float(np.mean(scaled**3)), float(np.mean(scaled**4)) - 3.0
    statistic = len(part) / tau / 6.0 * (skewness**2 + excess**2 / 4.0)
    return float(np.exp(-statistic / 2))  # chi-square with two degrees of freedom


def steady_segment(t: Any, x: Any, *, speed: Any = None, settle: float = 0.0) -> Segment:
    """The longest part of a record without trend and without steps.

    speed: that of the carriage, if it was recorded; the segment then lies where it is constant and
    not zero. settle: seconds to leave out after the start of that part.

    Examples:
        >>> t = np.linspace(0, 60, 3001)
        >>> noise = np.random.default_rng(1).normal(0, 0.1, t.size)
        >>> part = pl.identify.steady_segment(t, 5.0 * (t > 10) + noise)
        >>> part.begin > 9, round(part.mean, 1)
        (True, 5.0)
    """
    time, values = columns(8 * _SHORTEST, time=t, x=x)
    increasing("time", time)
    inside = np.ones(len(time), dtype=bool)
    if speed is not None:
        inside = _under_way(time, columns(len(time), speed=speed)[0], settle)
    first = int(np.argmax(inside))
    last = len(inside) - int(np.argmax(inside[::-1]))
    length = (last - first) // _BLOCKS
    blocks = _BLOCKS
    if length < 2:
        length, blocks = 2, (last - first) // 2
    if blocks < _SHORTEST:
        raise refuse(
            (
                f"only {last - first} samples at constant speed",
                f"record at least {2 * _SHORTEST}, better some hundreds",
            )
        )
    means = values[first : first + blocks * length].reshape(blocks, length).mean(axis=1)
    begin, end = _longest(means)
    start = first + begin * length
    stop = last if end == blocks else first + end * length
    return describe(time, values, start, stop)


def _under_way(time: Array, speed: Array, settle: float) -> np.ndarray:
    """Samples at the constant speed of the run, `settle` seconds after it was reached."""
    size = np.abs(speed)
    top = float(size.max())
    if top <= 0:
        raise refuse(("speed: is zero throughout", "give the record of a run that moved"))
    plateau = float(np.median(size[size > 0.5 * top]))
    noise = 1.4826 * float(np.median(np.abs(size[size > 0.5 * top] - plateau)))
    inside: np.ndarray = np.abs(size - plateau) <= max(0.02 * plateau, 4 * noise)
    begun = time[int(np.argmax(inside))]
    inside &= time >= begun + settle
    if not inside.any():
        raise refuse((f"settle: {settle:g} s is longer than the run", "give less"))
    return inside


@lru_cache(maxsize=8)
def _windows(count: int) -> tuple[np.ndarray, np.ndarray]:
    """First and one after the last block of every part that is long enough."""
    begin, end = np.triu_indices(count + 1, _SHORTEST)
    return begin, end


def _longest(means: Array) -> tuple[int, int]:
    """First and one after the last block of the longest part that is steady."""
    count = len(means)
    index = np.arange(count, dtype=float)
    cumulated = [
        np.concatenate([[0.0], np.cumsum(v)])
        for v in (index, means, index**2, index * means, means**2)
    ]
    begin, end = _windows(count)
    n = (end - begin).astype(float)
    sx, sy, sxx, sxy, syy = (c[end] - c[begin] for c in cumulated)
    cxx, cxy, cyy = sxx - sx * sx / n, sxy - sx * sy / n, syy - sy * sy / n
    slope = cxy / cxx
    rest = np.maximum(cyy - slope * cxy, 0.0) / (n - 2)
    # neighbours differ by noise alone wherever the record is steady
    steps = np.abs(np.diff(means))
    noise = (float(np.median(steps)) / 0.9539) ** 2 + 1e-30
    for leeway in (1.0, 3.0):  # a long memory of the noise looks like a trend now and then
        calm = np.minimum(rest, leeway * _ROUGHNESS * noise)
        steady = np.abs(slope) * np.sqrt(cxx) <= _TREND * np.sqrt(leeway * calm)
        steady &= rest <= leeway * _ROUGHNESS * noise
        if steady.any():
            break
    if not steady.any():
        raise refuse(
            (
                "no part of the record is steady",
                "give the samples of the steady part alone, or a longer record",
            )
        )
    longest = np.where(steady, n - rest / (noise + rest), 0.0)
    best = int(np.argmax(longest))
    first, last = int(begin[best]), int(end[best])
    # what comes before and after reaches into the outer blocks before it can be told from noise
    if last - first >= _SHORTEST + 2 * _MARGIN:
        first += _MARGIN if first > 0 else 0
        last -= _MARGIN if last < count else 0
    return first, last
