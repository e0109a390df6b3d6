"""The linearly implicit method: its order for any Jacobian, its damping, its order in a run."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.integrators.ros34pw2 import ALPHA, GAMMA, LOWER, METHOD, SLOPES, B
from tests.tethers.lines import line, robot

ONE = np.ones(4)
A, G = ALPHA @ ONE, SLOPES @ ONE


def conditions(b: np.ndarray) -> list[list[float]]:
    """Residuals by order: Hairer and Wanner 1996, section IV.7, those of W-methods."""
    first = [b @ ONE - 1]
    second = [b @ A - 1 / 2, b @ G]
    third = [b @ A**2 - 1 / 3, b @ ALPHA @ A - 1 / 6, b @ ALPHA @ G, b @ SLOPES @ A, b @ SLOPES @ G]
    return [first, second, third]


def test_order_does_not_depend_on_the_jacobian():
    assert np.abs(np.concatenate(conditions(B))).max() < 1e-15
    first, second, third = conditions(LOWER)
    assert np.abs([*first, *second]).max() < 1e-15
    assert np.abs(third).max() > 0.05


def test_damps_what_is_infinitely_fast():
    """R(infinity) = 1 - b (alpha + gamma)^-1 1 = 0, and |R(iy)| <= 1: L-stable."""
    both = ALPHA + SLOPES
    assert 1 - B @ np.linalg.solve(both, ONE) == pytest.approx(0, abs=1e-14)
    for y in np.logspace(-2, 4, 200):
        z = 1j * y
        R = 1 + z * (B @ np.linalg.solve(np.eye(4) - z * both, ONE))
        assert abs(R) <= 1 + 1e-12


def test_tableau_is_the_same_method():
    """One step of y' = l y with J = m by the tableau, and by the coefficients as published."""
    lam, jac, h = -0.7, -1.3, 0.4
    k = np.zeros(4)
    for i in range(4):
        rhs = h * lam * (1 + ALPHA[i] @ k) + h * jac * (SLOPES[i, :i] @ k[:i])
        k[i] = rhs / (1 - h * GAMMA * jac)
    w = np.zeros(6)
    w[0] = lam
    for i in range(1, 5):
        rate = lam * (1 + h * METHOD.a[i] @ w)
        w[i] = (GAMMA * rate + METHOD.implicit[i] @ w) / (1 - h * GAMMA * jac)
    assert 1 + h * METHOD.b @ w == pytest.approx(1 + B @ k, rel=1e-14)
    assert h * METHOD.e @ w == pytest.approx((B - LOWER) @ k, rel=1e-13)


@pytest.mark.parametrize("x", [0.2, 0.5, 0.9, 1.0])
def test_samples_inside_of_a_step(x):
    """Conditions of order 2 at the fraction x, slopes of second degree, B at the end; bounded."""
    b = SLOPES.T @ (METHOD.dense[1:5] @ x ** np.arange(1, 5))
    assert [b @ ONE, b @ A, b @ G, b @ A**2] == pytest.approx([x, x**2 / 2, 0, x**3 / 3])
    assert not METHOD.dense[[0, 5]].any()  # rates of stiff elements are huge
    assert abs(1 - b @ np.linalg.solve(ALPHA + SLOPES, ONE)) < 0.8
    if x == 1.0:
        assert b == pytest.approx(B)


@pytest.mark.parametrize("stiff", [False, True], ids=["explicit", "line"])
def test_order_in_a_run(stiff):
    """Of a pendulum, J zero; and of a line whose J is not the whole Jacobian."""
    if stiff:
        words = line(segments=3, EA=50.0, damping=2, line_density=0.3)
        made = robot(words, (6, 0, -4), duration=0.8, water={"current": [0.3, 0, 0]})
    else:
        made = pl.load("pendulum")
    given = {"integrator": "ros34pw2", "duration": 0.8, "every": 0.8, "rtol": 1.0, "atol": 1e3}
    exact = pl.simulate(made, **{**given, "integrator": "dopri5", "rtol": 1e-12, "atol": 1e-13})
    errors = []
    for step in (0.02, 0.01, 0.005):
        run = pl.simulate(made, step=step, **given)
        both = [np.concatenate([r.arrays["q"][-1], r.arrays["state"][-1]]) for r in (run, exact)]
        errors.append(np.abs(both[0] - both[1]).max())
    assert np.log2(errors[0] / errors[2]) / 2 > 2.7
