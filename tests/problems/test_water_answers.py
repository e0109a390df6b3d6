"""Answers of the wet and flexible problems, found in a second way."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import quad, solve_bvp

from pelagos.problems.water import (
    catenary,
    elastic_catenary,
    elastica,
    floating_bodies,
    kirchhoff_ellipsoid,
    morison_cylinder,
    purcell_swimmer,
    remus_prestero,
    undulating_filament,
)
from pelagos.problems.water.resistive import ACROSS, ALONG, sliding_rate

SLENDER = kirchhoff_ellipsoid.KirchhoffEllipsoid.robot().with_values(kirchhoff_ellipsoid.SLENDER)


def test_added_mass_of_a_spheroid():
    """Elementary functions of the eccentricity, Lamb (1932), article 114."""
    a, b = SLENDER.parameters["a"], SLENDER.parameters["b"]
    e = np.sqrt(1 - (b / a) ** 2)
    alpha = 2 * (1 - e**2) / e**3 * (np.arctanh(e) - e)
    beta = 1 / e**2 - (1 - e**2) / e**3 * np.arctanh(e)
    mass = SLENDER.parameters["rho"] * 4 / 3 * np.pi * a * b * b
    lag = beta - alpha
    turned = (a * a - b * b) ** 2 * lag / (2 * (a * a - b * b) - (a * a + b * b) * lag)
    masses, moments = kirchhoff_ellipsoid.inertias(SLENDER)
    known = [mass * (1 + k / (2 - k)) for k in (alpha, beta, beta)]
    np.testing.assert_allclose(masses, known, rtol=1e-13)
    np.testing.assert_allclose(moments[1:], mass / 5 * (a * a + b * b + turned), rtol=1e-12)
    assert moments[0] == pytest.approx(mass / 5 * 2 * b * b, rel=1e-13)


@pytest.mark.parametrize(("load", "thrust"), [(1.0, 0.0), (10.0, 0.0), (0.0, 1.5 * np.pi**2 / 4)])
def test_the_elastica_as_a_boundary_value_problem(load, thrust):
    """s'' = -load cos s - thrust sin s, straight at the clamp, without moment at the tip."""
    s = np.linspace(0, 1, 50)
    guess = np.stack([1.2 * np.sin(np.pi * s / 2), np.cos(np.pi * s / 2), s, s / 2])

    def rates(_s, y):
        bent = -load * np.cos(y[0]) - thrust * np.sin(y[0])
        return np.stack([y[1], bent, np.cos(y[0]), np.sin(y[0])])

    found = solve_bvp(
        rates, lambda a, b: [a[0], a[2], a[3], b[1]], s, guess, tol=1e-9, max_nodes=10_000
    )
    known = elastica.buckled_tip(thrust) if thrust else elastica.bent_tip(load)
    np.testing.assert_allclose(found.y[2:, -1], known, atol=1e-8)


def test_the_catenary_by_its_slope():
    """The slope of a line in balance grows evenly along it: dz/dx = (s - s0) weight / pull."""
    shares = np.linspace(0, 1, 7)
    line, pull = catenary.catenary(shares)
    assert line[-1] == pytest.approx([catenary.WIDTH, catenary.RISE], abs=1e-14)
    slopes = np.gradient(catenary.catenary(np.linspace(0, 1, 4001))[0], axis=0)
    rises = slopes[1:-1, 1] / slopes[1:-1, 0]
    np.testing.assert_allclose(np.diff(rises) * 4000, catenary.WEIGHT / pull, rtol=1e-4)
    joints, rods = catenary.jointed_rods(2000)
    assert rods == pytest.approx(pull, rel=1e-6)
    np.testing.assert_allclose(joints[::1000], catenary.catenary(shares[::3])[0], atol=1e-6)


def test_the_elastic_catenary_is_stiff_or_lumped_finely():
    shares = np.linspace(0, 1, 5)
    fine = elastic_catenary.lumped_line(100.0, 4000)[::1000]
    np.testing.assert_allclose(fine, elastic_catenary.elastic_line(100.0, shares), atol=1e-7)
    # without stretch it is that of the same ends in `catenary`
    a, far = 1e9, (elastic_catenary.WIDTH, elastic_catenary.RISE)
    line = elastic_catenary.elastic_line(a, np.linspace(0, 1, 2001))
    lengths = np.linalg.norm(np.diff(line, axis=0), axis=1)
    np.testing.assert_allclose(lengths, 1 / 2000, rtol=1e-6)
    assert line[-1] == pytest.approx(far, abs=1e-12)


def test_loads_of_a_wave_by_quadrature():
    robot = morison_cylinder.MorisonCylinder.robot()
    wave, sigma, t = morison_cylinder.PileWave(robot), morison_cylinder.SIGMA, 0.7

    def first(s):
        u = wave.speed * np.cosh(wave.k * s) * np.cos(sigma * t)
        rate = -sigma * wave.speed * np.cosh(wave.k * s) * np.sin(sigma * t)
        return 2 * wave.displaced * rate + wave.drag * abs(u) * u

    def second(s):
        h = 1e-4  # differences of u and w along x and s
        c = wave_velocity(wave, t, np.array([[h, s], [-h, s], [0, s + h], [0, s - h], [0, s]]))
        along, up = (c[0] - c[1]) / (2 * h), (c[2] - c[3]) / (2 * h)
        u, w = c[4]
        push = wave.displaced * (2 * u * along[0] + w * up[0])
        return push, s * push - wave.displaced * u * w

    times, height = np.array([t]), wave.height
    known = [quad(first, 0, height)[0], quad(lambda s: s * first(s), 0, height)[0]]
    np.testing.assert_allclose(morison_cylinder.first_order(robot, times)[0], known, rtol=1e-10)
    known = [quad(lambda s, k=k: second(s)[k], 0, height)[0] for k in range(2)]
    np.testing.assert_allclose(morison_cylinder.second_order(robot, times)[0], known, rtol=1e-6)


def wave_velocity(wave, t, places):
    angle = wave.k * places[:, 0] - morison_cylinder.SIGMA * t
    s = wave.k * places[:, 1]
    return wave.speed * np.stack([np.cosh(s) * np.cos(angle), np.sinh(s) * np.sin(angle)], axis=1)


def test_a_log_keeps_its_energy():
    """Depths of points of the log's section below the surface, summed up, give its potential."""
    robot = floating_bodies.FloatingBodies.robot()
    p = robot.parameters
    l, b, h = p["length"], p["breadth"], p["height"]
    mass, heel, z, step = p["share"] * p["rho"] * l * b * h, 0.2, 0.02, 1e-3

    def potential(z, heel):
        y = (np.arange(400) + 0.5) / 400 * b - b / 2
        lowest = -h / 2
        top = np.minimum(h / 2, -(z + y * np.sin(heel)) / np.cos(heel))
        below = -(z + y * np.sin(heel)) * (top - lowest)
        below -= np.cos(heel) * (top**2 - lowest**2) / 2
        return mass * 9.81 * z + p["rho"] * 9.81 * l * below.sum() * b / 400

    rates = floating_bodies.rolling(0.0, np.array([z, heel, 0, 0]), robot)
    lift = -(potential(z + step, heel) - potential(z - step, heel)) / (2 * step)
    turn = -(potential(z, heel + step) - potential(z, heel - step)) / (2 * step)
    assert rates[2] * mass == pytest.approx(lift, rel=1e-5)
    assert rates[3] * mass * (b * b + h * h) / 12 == pytest.approx(turn, rel=1e-4)


def test_the_speed_of_a_filament_by_many_rods():
    """Mean velocity of the sliding end over a period."""
    bend, count = 0.8, 800
    middles = (np.arange(count) + 0.5) / count
    speeds = []
    for t in np.arange(24) / 24:
        angle = 2 * np.pi * (middles - t)
        turning = 2 * np.pi * bend * np.sin(angle)
        speeds.append(sliding_rate(bend * np.cos(angle), turning, 1 / count))
    known = undulating_filament.wave_speed(bend)
    assert -np.mean(speeds) == pytest.approx(known, rel=1e-5)
    small = undulating_filament.wave_speed(1e-3)
    assert small == pytest.approx(0.5e-6 * (ACROSS / ALONG - 1), rel=1e-5)


def test_small_strokes_of_three_rods():
    gains = []
    for swing in (0.1, 0.05):
        end = purcell_swimmer.stroke(np.array([0.0, 1.0]), swing)[-1]
        gains.append(np.linalg.norm(end[:2]) / (np.pi * swing**2))
    assert gains[1] + (gains[1] - gains[0]) / 3 == pytest.approx(purcell_swimmer.PER_AREA, rel=1e-5)


def test_prestero_takes_no_energy_from_turning():
    """Products of velocities that are neither drag nor lift do no work, as of any inertia."""
    state = np.zeros(12)
    state[:6] = [0.0, 0.3, -0.2, 0.5, 0.1, -0.4]  # without speed ahead there is no lift
    v, w, p, q, r = state[1:6]
    force = remus_prestero.force(state, np.zeros(2), remus_prestero.FROM_PARTS)
    drag = [
        0.0,
        -1310 * v * abs(v) + 0.632 * r * abs(r),
        -131 * w * abs(w) - 0.632 * q * abs(q),
        -0.13 * p * abs(p) - 0.543,
        3.18 * w * abs(w) - 188 * q * abs(q),
        -3.18 * v * abs(v) - 94 * r * abs(r),
    ]
    assert (force - drag) @ state[:6] == pytest.approx(0.0, abs=1e-12)
