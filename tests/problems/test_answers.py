"""Answers that problems compute themselves, found in a second way."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from scipy.integrate import quad, solve_ivp
from scipy.special import ellipj, ellipk

from pelagos.problems.rigid import bricard, flyball_governor, n_four_bar
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
