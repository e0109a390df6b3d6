"""The arm of Kane and Levinson 1985 with chosen numbers: SymPy's Lagrange, targets, torques."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import pelagos as pl
from pelagos.kernels.library import METHODS
from tests.arms import lagrange

ARM = pl.load("arm")
P = dict(ARM.parameters)
TARGETS = {"hub": ("Q3t", 0.0), "beam": ("Q1t", 0.0), "slider": ("Q2t", 0.1)}


@pytest.fixture(scope="module")
def reach():
    return pl.simulate(ARM, "reach", every=0.01, rtol=1e-9, atol=1e-11).arrays


def random_states(count):
    rng = np.random.default_rng(85)
    return [(rng.normal(size=3), rng.normal(size=3)) for _ in range(count)]


@pytest.mark.parametrize("method", METHODS)
def test_accelerations_by_lagrange(method):
    """With the motors off and under control."""
    off = ARM.resolved("fall")
    for q, u in random_states(5):
        free = lagrange.accelerations(P, q, u, np.zeros(3))
        driven = lagrange.accelerations(P, q, u, lagrange.control(P, q, u))
        np.testing.assert_allclose(pl.acceleration(off, q, u, method=method), free, rtol=1e-9)
        np.testing.assert_allclose(pl.acceleration(ARM, q, u, method=method), driven, rtol=1e-9)


def test_potential_energy_in_closed_form():
    for q, u in random_states(3):
        V = [float(lagrange.energies(P, x, u)[1]) for x in (q, np.zeros(3))]
        ours = [pl.energy(ARM, x, u).potential for x in (q, np.zeros(3))]
        assert ours[0] - ours[1] == pytest.approx(V[0] - V[1], rel=1e-12)
        K = float(lagrange.energies(P, q, u)[0])
        assert pl.energy(ARM, q, u).kinetic == pytest.approx(K, rel=1e-12)


def test_reach_by_lagrange(reach):
    """All 15 s, by another integrator."""

    def rate(_, y):
        q, u = y[:3], y[3:]
        return np.concatenate([u, lagrange.accelerations(P, q, u, lagrange.control(P, q, u))])

    times = reach["time"][::150]
    start = np.concatenate(ARM.initial_state())
    theirs = solve_ivp(rate, (0, 15), start, "DOP853", times, rtol=1e-10, atol=1e-12).y.T
    np.testing.assert_allclose(reach["q"][::150], theirs[:, :3], atol=1e-7)


def test_settles_at_the_targets(reach):
    """Beam and slider overshoot once, slightly; the strongly damped hub only approaches."""
    for k, (name, (target, start)) in enumerate(TARGETS.items()):
        stroke = P[target] - start
        off = (reach["q"][:, k] - P[target]) / stroke
        assert abs(off[-1]) < 1e-4
        if name == "hub":
            assert off.max() < 0
            continue
        assert 0.02 < off.max() < 0.12
        swing_back = -off[np.argmax(off) :].min()
        assert swing_back < 0.015  # 1.3 % of the beam's way, hardly to be seen in a figure


def test_inverse_dynamics_returns_the_control_torques(reach):
    off = ARM.resolved("fall")
    for i in range(0, 1501, 300):
        q, u, udot = (reach[name][i] for name in ("q", "u", "udot"))
        tau = pl.inverse_dynamics(off, q, u, udot)
        np.testing.assert_allclose(tau, reach["actuation"][i], rtol=1e-9, atol=1e-9)
        np.testing.assert_allclose(tau, lagrange.control(P, q, u), rtol=1e-9, atol=1e-9)
