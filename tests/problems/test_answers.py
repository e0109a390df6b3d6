"""Answers that problems compute themselves, found in a second way."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from scipy.integrate import quad, solve_ivp
from scipy.special import ellipj, ellipk

from pelagos.model import load
from pelagos.problems.rigid import bicycle, bricard, flyball_governor, n_four_bar, rolling_disc
from pelagos.problems.rigid.elliptic import (
    FreeTopMotion,
    SymmetricTopMotion,
    integral_of_third_kind,
)


@pytest.mark.parametrize("n", [-1e4, -3.0, -0.2, 0.1, 0.7])
def test_the_third_integral_by_quadrature(n):
    m = 0.3
    for x in (-0.4, 0.9, ellipk(m), 2.1 * ellipk(m), 5.3):
        whole = sum(
            quad(lambda s: 1 / (1 - n * ellipj(s, m)[0] ** 2), *part, epsabs=1e-13, limit=400)[0]
            for part in pairwise(np.linspace(0, x, 9))
        )
        found = integral_of_third_kind(n, np.array([x]), m)[0]
        assert found == pytest.approx(whole, abs=1e-11)


def test_the_free_top_obeys_euler():
    inertia, start = np.array([0.6, 0.8, 1.0]), np.array([0.1, 5.0, 0.6])

    def rates(_t, y):
        w, axis = y[:3], y[3:].reshape(3, 3)  # axes of the body as rows
        momentum = inertia * w
        return np.concatenate([np.cross(momentum, w) / inertia, np.cross(w @ axis, axis).ravel()])

    times = np.linspace(0, 5, 21)
    first = np.concatenate([start, np.eye(3).ravel()])
    found = solve_ivp(rates, (0, 5), first, "DOP853", t_eval=times, rtol=1e-12, atol=1e-13).y
    motion = FreeTopMotion(inertia, start)
    np.testing.assert_allclose(motion.angular_velocity(times), found[:3].T, atol=1e-9)
    np.testing.assert_allclose(motion.axis_in_world(times), found[9:].T, atol=1e-9)
    with pytest.raises(ValueError, match="not a top of this kind"):
        FreeTopMotion(inertia, np.array([5.0, 0.1, 0.1]))


@pytest.mark.parametrize("precession", [3.0, -2.0, 0.4])
def test_the_heavy_top_obeys_newton(precession):
    """The axis n: A n x n'' + C spin n' = n x (-m g l z), for each sign of the precession."""
    axial, transverse, weight, spin, u = 0.3, 1.1, 5.0, 9.0, 0.4

    def rates(_t, y):
        n, v = y[:3], y[3:]
        moment = np.cross(n, [0, 0, -weight]) - axial * spin * v
        return np.concatenate([v, np.cross(moment, n) / transverse - (v @ v) * n])

    s = np.sqrt(1 - u * u)
    times = np.linspace(0, 6, 25)
    first = [s, 0, u, 0, precession * s, 0]
    found = solve_ivp(rates, (0, 6), first, "DOP853", t_eval=times, rtol=1e-12, atol=1e-13).y
    motion = SymmetricTopMotion(axial, transverse, weight, u, spin, precession)
    np.testing.assert_allclose(motion.axis(times), found[:3].T, atol=1e-9)


def test_the_loops_of_bricard_stay_closed():
    a, b = bricard.hinge_motion(np.linspace(0, 1.5, 16))
    points = np.array([bricard.inertia_and_height(*ab)[2].real for ab in zip(a, b, strict=True)])
    np.testing.assert_allclose(points[:, -1], np.tile([0, 0, 1], (16, 1)), atol=1e-10)
    np.testing.assert_allclose((1 + np.sin(a)) * (1 + np.sin(b)), 1, atol=1e-10)


def test_the_governor_starts_with_slack_springs_and_its_inertia_has_the_slope_it_says():
    a, h = 0.7, 1e-6
    ends = [flyball_governor.about_axis(x)[0] for x in (a - h, a + h)]
    assert flyball_governor.about_axis(a)[1] == pytest.approx((ends[1] - ends[0]) / (2 * h))
    start = flyball_governor.rates(0.0, np.array([np.pi / 3, 0.5, 0.0, 0.0]))
    assert start[3] == pytest.approx(-flyball_governor.GRAVITY)


def test_the_model_of_forty_loops_is_the_linkage_of_the_problem():
    told, made = n_four_bar.NFourBar.robot().to_dict(), n_four_bar.linkage(40).to_dict()
    assert {key: told[key] for key in made} == made


def test_the_bicycle_by_its_printed_matrices():
    """M q'' + v C1 q' + (g K0 + v^2 K2) q = 0 of lean and steer (Meijaard et al. 2007)."""
    M = np.array([[80.81722, 2.31941332208709], [2.31941332208709, 0.29784188199686]])
    C1 = np.array([[0, 33.86641391492494], [-0.85035641456978, 1.68540397397560]])
    K0 = np.array([[-80.95, -2.59951685249872], [-2.59951685249872, -0.80329488458618]])
    K2 = np.array([[0, 76.59734589573222], [0, 2.65431523794604]])
    for v, printed in bicycle.EIGENVALUES.items():
        stiff, damping = np.linalg.solve(M, 9.81 * K0 + v**2 * K2), np.linalg.solve(M, v * C1)
        whole = np.block([[np.zeros((2, 2)), np.eye(2)], [-stiff, -damping]])
        answers = np.array(printed)
        found = bicycle.paired(np.linalg.eigvals(whole), answers)
        np.testing.assert_allclose(found, answers, atol=2e-12)


def test_the_disc_keeps_its_energy_and_its_steady_motion():
    robot = load("rolling-disc")
    disc, p = rolling_disc.Disc(robot), robot.parameters
    steady = np.array([p["lean"], 0, p["turn"] * np.cos(p["lean"]), p["spin"], 0, 0, 0])
    np.testing.assert_allclose(disc(0.0, steady)[1:4], 0, atol=1e-13)

    def energy(x):
        lean, rate, across, spin = x[:, :4].T
        turning = disc.A * (rate**2 + across**2) + disc.C * spin**2
        moving = disc.a**2 * (spin**2 + rate**2)
        return 0.5 * (turning + moving) + disc.g * disc.a * np.cos(lean)

    found = disc.motion(steady + 0.6 * np.eye(7)[1], np.linspace(0, 5, 26))
    assert np.ptp(found[:, 0]) > 0.1
    np.testing.assert_allclose(energy(found), energy(found)[0], rtol=1e-11)
