"""The arm of Kane and Levinson 1985 with chosen numbers: Lagrange, targets, torques."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import pelagos as pl
from pelagos.programs.robot import FORMULATIONS
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


@pytest.mark.parametrize("method", FORMULATIONS)
def test_accelerations_by_lagrange(method):
    """With the motors off and under control."""
    off = ARM.resolved("fall")
    for q, u in random_states(5):
        free = lagrange.accelerations(P, q, u, np.zeros(3))
        driven = lagrange.accelerations(P, q, u, lagrange.control(P, q, u))
        np.testing.assert_allclose(pl.acceleration(off, q, u, method=method), free, rtol=1e-9)
        np.testing.assert_allclose(pl.acceleration(ARM, q, u, method=method), driven, rtol=1e-9)


def test_energies_in_closed_form():
    """Those of the textbook's exercise 10.10, and those from position vectors."""
    for q, u in random_states(3):
        K, V = lagrange.textbook_energies(P, q, u)
        ours, level = pl.energy(ARM, q, u), pl.energy(ARM, np.zeros(3), u)
        rise = V - lagrange.textbook_energies(P, np.zeros(3), u)[1]
        assert ours.kinetic == pytest.approx(K, rel=1e-12)
        assert ours.potential - level.potential == pytest.approx(rise, rel=1e-12)
        np.testing.assert_allclose(lagrange.energies(tuple(P.items()))(*q, *u), (K, V), rtol=1e-12)


def test_masses_lie_out_from_the_vertical_axis():
    """The hub turns every mass at its horizontal radius: LA, LP and what reaches beyond P."""
    q = ARM.initial_state()[0]
    reach = P["LP"] + P["LB"] + q[2]
    radii = {"mA": P["LA"], "mB": P["LP"] + P["LB"], "mC": reach}
    about = sum(P[mass] * radius**2 for mass, radius in radii.items())
    about += P["mD"] * ((reach + P["p3"]) ** 2 + P["p2"] ** 2)
    about += lagrange.A1 + sum(float(lagrange.MOMENTS[body][0, 0]) for body in "BCD")
    assert pl.mass_matrix(ARM, q)[0, 0] == pytest.approx(about, rel=1e-13)
    for q, _ in random_states(3):
        np.testing.assert_allclose(
            pl.mass_matrix(ARM, q), lagrange.mass_matrix(P, q), rtol=1e-12, atol=1e-11
        )


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
    """A rapid rise, a slight overshoot, a steady value: the shape of the paper's figures 3 to 5."""
    for k, (target, start) in enumerate(TARGETS.values()):
        off = (reach["q"][:, k] - P[target]) / (P[target] - start)
        assert abs(off[-1]) < 1e-4
        assert 0.001 < off.max() < 0.12
        assert -off[np.argmax(off > 0) :].min() < 0.03  # after the target was first passed


def test_inverse_dynamics_returns_the_control_torques(reach):
    off = ARM.resolved("fall")
    for i in range(0, 1501, 300):
        q, u, udot = (reach[name][i] for name in ("q", "u", "udot"))
        tau = pl.inverse_dynamics(off, q, u, udot)
        np.testing.assert_allclose(tau, reach["actuation"][i], rtol=1e-9, atol=1e-9)
        np.testing.assert_allclose(tau, lagrange.control(P, q, u), rtol=1e-9, atol=1e-9)
