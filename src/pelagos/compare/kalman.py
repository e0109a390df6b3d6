"""Velocities from measured positions: kinematic Kalman filter and Rauch-Tung-Striebel smoother.

State (x, v) per axis; the acceleration is white noise of spectral density q:
F = [1 h; 0 1], Q = q [h^3/3 h^2/2; h^2/2 h], measured x with variance r. Nothing is assumed about
the start: the filter begins with what the first two samples say, exactly. The smoother's answer is
that of the least squares over all samples (Rauch, Tung and Striebel 1965).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from pelagos.data.checks import Array, columns, increasing, positive, samples

_TUNED = 1500  # samples that `tuned` looks at


@dataclass(frozen=True)
class SmoothedMotion:
    """Smoothed motion, and what the filter knew at each time; columns as measured."""

    time: Array
    position: Array  # smoothed, all samples considered
    velocity: Array
    covariance: Array  # (time, 2, 2) of the smoothed (x, v), the same for every column
    filtered_position: Array  # from samples up to each time
    filtered_velocity: Array
    filtered_covariance: Array
    gain: Array  # (time, 2) of the filter, NaN at the first two samples


def kalman_velocity(t: Any, x: Any, q: float, r: float) -> SmoothedMotion:
    """Position and velocity from positions x, (time,) or (time, column), at times t.

    q: spectral density of the acceleration [(m/s2)^2 s]: larger follows faster, with more noise.
    r: variance of a measured position [m2]. Times may be uneven; leave lost samples out.

    Examples:
        >>> t = np.linspace(0, 1, 101)
        >>> motion = pl.compare.kalman_velocity(t, 2.0 * t, q=0.1, r=1e-6)
        >>> round(float(motion.velocity[50]), 3)
        2.0
    """
    (time,) = columns(3, time=t)
    increasing("time", time)
    table = samples("x", x, len(time))
    positive("q", q)
    positive("r", r)
    filtered, predicted, gains = _forward(time, table, q, r)
    state, covariance = _backward(time, table, q, r, filtered, predicted)
    shape = np.shape(x)
    return SmoothedMotion(
        time,
        state[:, 0].reshape(shape),
        state[:, 1].reshape(shape),
        covariance,
        filtered[0][:, 0].reshape(shape),
        filtered[0][:, 1].reshape(shape),
        filtered[1],
        gains,
    )


def tuned(t: Any, x: Any) -> tuple[float, float]:
    """q and r that make one measured curve most likely.

    For a given ratio q/r the common scale follows from the innovations; the ratio is searched. A
    long record is judged by its first part.

    Examples:
        >>> t = np.linspace(0, 10, 201)
        >>> noise = np.random.default_rng(1).normal(0, 0.01, t.size)
        >>> q, r = pl.compare.tuned(t, np.sin(t) + noise)
        >>> bool(5e-5 < r < 2e-4)
        True
    """
    time, values = columns(5, time=t, x=x)
    increasing("time", time)
    time, values = time[:_TUNED], values[:_TUNED]
    usual = float(np.median(np.diff(time)))
    exponents = np.linspace(-6.0, 8.0, 29)
    ratios = 10**exponents / usual**3
    costs, scales = _likelihoods(time, values, ratios)
    best = int(np.argmin(costs))
    r = max(float(scales[best]), 1e-12 * float(np.var(values)), 1e-30)
    return float(ratios[best]) * r, r


def _likelihoods(time: Array, x: Array, ratio: Array) -> tuple[Array, Array]:
    """For each ratio minus the logarithm of the likelihood, and the variance r it goes with."""
    variances, gains, drifts = _gains(time.tobytes(), ratio.tobytes())
    h = float(time[1] - time[0])
    x0, v0 = np.full(len(ratio), x[1]), np.full(len(ratio), (x[1] - x[0]) / h)
    squares = np.zeros(len(ratio))
    steps = zip(np.diff(time)[1:].tolist(), x[2:].tolist(), variances, gains, drifts, strict=True)
    for h, measured, s, gain, drift in steps:
        x0 = x0 + h * v0
        apart = measured - x0
        squares += apart * apart / s
        x0 += gain * apart
        v0 = v0 + drift * apart
    count = len(time) - 2
    r = squares / count
    return count * np.log(np.maximum(r, 1e-300)) + np.log(variances).sum(axis=0), r


@lru_cache(maxsize=1)
def _gains(times: bytes, ratios: bytes) -> tuple[Array, Array, Array]:
    """(sample, ratio): variances of innovations over r, and gains of position and velocity.

    Channels of a record have their times in common, and these need no measurement.
    """
    time, ratio = np.frombuffer(times), np.frombuffer(ratios)
    h = float(time[1] - time[0])
    a, b, c = np.ones(len(ratio)), np.full(len(ratio), 1.0 / h), 2.0 / h**2 + ratio * (h / 3)
    found = np.empty((3, len(time) - 2, len(ratio)))
    for k, h in enumerate(np.diff(time)[1:].tolist()):
        half = b + h * c
        a, b, c = a + h * (b + half) + ratio * (h**3 / 3), half + ratio * (h**2 / 2), c + ratio * h
        s = a + 1.0
        gain, drift = a / s, b / s
        found[:, k] = s, gain, drift
        a, b, c = gain, drift, c - b * drift
    return found[0], found[1], found[2]


def model(h: float, q: float) -> tuple[Array, Array]:
    """Transition and noise over a step h."""
    F = np.array([[1.0, h], [0.0, 1.0]])
    Q = q * np.array([[h**3 / 3, h**2 / 2], [h**2 / 2, h]])
    return F, Q


def _forward(time: Array, x: Array, q: float, r: float) -> tuple[Any, Any, Array]:
    """Filtered states and covariances, predicted ones, and gains."""
    count, width = x.shape
    states, covariances = np.zeros((count, 2, width)), np.zeros((count, 2, 2))
    ahead, ahead_covariances = np.zeros((count, 2, width)), np.zeros((count, 2, 2))
    gains = np.full((count, 2), np.nan)
    # the first two samples fix a line; before that the velocity is unknown
    h = time[1] - time[0]
    states[0, 0], covariances[0] = x[0], [[r, 0.0], [0.0, np.inf]]
    states[1] = x[1], (x[1] - x[0]) / h
    covariances[1] = [[r, r / h], [r / h, 2 * r / h**2 + q * h / 3]]
    (a, b), (_, c) = covariances[1].tolist()  # entries of a covariance; plain numbers are quick
    for k, h in enumerate(np.diff(time)[1:].tolist(), 2):
        ahead[k, 0], ahead[k, 1] = states[k - 1, 0] + h * states[k - 1, 1], states[k - 1, 1]
        a, b, c = a + h * (2 * b + h * c) + q * h**3 / 3, b + h * c + q * h**2 / 2, c + q * h
        ahead_covariances[k] = (a, b), (b, c)
        g0, g1 = a / (a + r), b / (a + r)
        gains[k] = g0, g1
        apart = x[k] - ahead[k, 0]
        states[k, 0], states[k, 1] = ahead[k, 0] + g0 * apart, ahead[k, 1] + g1 * apart
        # symmetric form, which stays positive under rounding
        left, right = (1 - g0) * a, b - g1 * a
        a, b, c = (
            (1 - g0) * left + r * g0 * g0,
            (1 - g0) * right + r * g0 * g1,
            c - g1 * b - g1 * right + r * g1 * g1,
        )
        covariances[k] = (a, b), (b, c)
    return (states, covariances), (ahead, ahead_covariances), gains


def _backward(
    time: Array, x: Array, q: float, r: float, filtered: Any, predicted: Any
) -> tuple[Array, Array]:
    """Smoothed states and covariances."""
    state, covariance = filtered[0].copy(), filtered[1].copy()
    for k in range(len(time) - 2, 0, -1):
        F, _ = model(time[k + 1] - time[k], q)
        (a, b), (_, c) = predicted[1][k + 1].tolist()
        inverse = np.array(((c, -b), (-b, a))) / (a * c - b * b)
        back = filtered[1][k] @ F.T @ inverse
        state[k] += back @ (state[k + 1] - predicted[0][k + 1])
        covariance[k] += back @ (covariance[k + 1] - predicted[1][k + 1]) @ back.T
    # the first: back from the second, whatever the velocity was, corrected by its own sample
    F, Q = model(time[1] - time[0], q)
    inverse = np.linalg.inv(F)
    spread = inverse @ Q @ inverse.T
    gain = spread[:, 0] / (spread[0, 0] + r)
    before = inverse @ state[1]
    state[0] = before + gain[:, None] * (x[0] - before[0])
    keep = np.eye(2)
    keep[:, 0] -= gain
    covariance[0] = keep @ (spread + inverse @ covariance[1] @ inverse.T) @ keep.T
    covariance[0] += r * np.outer(gain, gain)
    return state, covariance
