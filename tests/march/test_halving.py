"""Kutta-Merson with steps that are halved and doubled, beside the rule written out."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl

G, LENGTH = 9.81, 1.0


def rate(y):
    """The rod of the built-in pendulum: q'' = -(3 g / 2 l) sin q."""
    return np.array([y[1], -1.5 * G / LENGTH * np.sin(y[0])])


def merson(y, h):
    """The step and its error, as Merson 1957 prints them."""
    k1 = h * rate(y)
    k2 = h * rate(y + k1 / 3)
    k3 = h * rate(y + k1 / 6 + k2 / 6)
    k4 = h * rate(y + k1 / 8 + 3 * k3 / 8)
    k5 = h * rate(y + k1 / 2 - 3 * k3 / 2 + 2 * k4)
    return y + (k1 + 4 * k4 + k5) / 6, (2 * k1 - 9 * k3 + 8 * k4 - k5) / 30


def by_hand(y, end, rtol, atol):
    """The state at the end, and how many steps were kept and rejected."""
    scale = atol + rtol * np.abs(y)
    h = min(0.01 * np.linalg.norm(y / scale) / np.linalg.norm(rate(y) / scale), 1e-3 * end)
    t, kept, rejected = 0.0, 0, 0
    while t < end:
        step = end - t if 1.01 * h >= end - t else h
        new, E = merson(y, step)
        error = np.max(np.abs(E) / (atol + rtol * np.maximum(np.abs(y), np.abs(new))))
        if error > 1:
            h, rejected = step / 2, rejected + 1
            continue
        t, y, kept = t + step, new, kept + 1
        h = 2 * step if error < 1 / 64 else step
    return y, kept, rejected


@pytest.mark.parametrize(("rtol", "atol"), [(1e-5, 1e-8), (1e-12, 1e-7)])
def test_halves_and_doubles(rtol, atol):
    """The second pair is the rule with an absolute tolerance alone."""
    run = pl.simulate(
        "pendulum", "swing", duration=5, every=5, rtol=rtol, atol=atol,
        integrator="kutta-merson-halving",
    )  # fmt: skip
    y, kept, rejected = by_hand(np.array([np.pi / 6, 0.0]), 5.0, rtol, atol)
    ours = np.concatenate([run.arrays["q"][-1], run.arrays["u"][-1]])
    np.testing.assert_allclose(ours, y, rtol=1e-11)
    assert (run.outcome.steps, run.outcome.rejected) == (kept, rejected)
    assert rejected > 0


def test_errors_follow_the_tolerance():
    exact = pl.simulate("pendulum", duration=5, every=5, rtol=1e-12, atol=1e-13).arrays["q"][-1]
    for rtol in (1e-5, 1e-8):
        run = pl.simulate(
            "pendulum", duration=5, every=5, rtol=rtol, integrator="kutta-merson-halving"
        )
        assert abs(run.arrays["q"][-1] - exact) < 10 * rtol
