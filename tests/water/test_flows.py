"""Bodies in flows that vary with place: what the acceleration of the water does."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import pelagos as pl
from pelagos.elements.flow.wave import AiryWave
from pelagos.laws import Vec3 as Vector
from pelagos.mathematics.algebra import Vec3
from tests.trees import starting_at

TIGHT = {"rtol": 1e-11, "atol": 1e-12}
AMPLITUDE, PERIOD, DEPTH = 0.3, 4.0, 1.5
G = 9.81


def ball(water, **words):
    body = {"joint": "free", "shape": {"sphere": 0.01}, "density": 1000.0, "drag": False} | words
    return pl.Robot(name="ball", bodies={"ball": body}, water={"density": 1000.0} | water)


def wave_of(robot):
    wave, water = robot.water.waves[0], robot.water
    numbers = (wave.amplitude, wave.wavenumber, wave.frequency, wave.phase)
    frame = Vec3(*wave.direction), Vec3(0.0, 0.0, 1.0)
    return AiryWave(*numbers, *frame, water.level, water.depth)


@pytest.mark.parametrize("depth", [5.0, 1000.0])
def test_a_neutral_ball_goes_where_the_water_goes(depth):
    """In waves it stays on the path of a particle of water, drift included, and does not sink.

    With the local derivative in place of the material one it falls behind by second order.
    """
    robot = ball({"waves": [{"amplitude": AMPLITUDE, "period": PERIOD}], "depth": depth})
    wave = wave_of(robot)

    def velocity(t, x):
        return np.array([*wave.velocity(t, Vec3(*x.tolist()))])

    start = np.array([0.0, 0.0, -DEPTH])
    q, u = robot.initial_state()
    q[:3], u[:3] = start, velocity(0.0, start)
    periods = 5
    run = pl.simulate(starting_at(robot, q, u), duration=periods * PERIOD, every=PERIOD, **TIGHT)
    path = solve_ivp(
        velocity, (0, periods * PERIOD), start, t_eval=run.arrays["time"], rtol=1e-12, atol=1e-13
    )
    np.testing.assert_allclose(run.arrays["position"][:, 0], path.y.T, atol=1e-8)


def test_the_drift_is_that_of_stokes():
    """Second order in deep water: a^2 k omega e^(2 k z) along, and nothing down.

    Seen at the period of a particle that drifts along with the wave, when its orbit closes; what is
    left out is of the order of k a, 1 %, times the drift.
    """
    amplitude = 0.05
    robot = ball({"waves": [{"amplitude": amplitude, "period": PERIOD}]})
    wave = wave_of(robot)
    k, omega = wave.wavenumber, wave.frequency
    drift = amplitude**2 * k * omega * math.exp(-2 * k * DEPTH)
    rise = amplitude * math.exp(-k * DEPTH)
    start = Vec3(0.0, 0.0, -DEPTH + rise)  # the top of the orbit
    q, u = robot.initial_state()
    q[:3], u[:3] = [*start], [*wave.velocity(0.0, start)]
    period = 2 * math.pi / (omega - k * drift)
    run = pl.simulate(starting_at(robot, q, u), duration=10 * period, every=period, **TIGHT)
    place = run.arrays["position"][:, 0]
    assert np.ptp(place[:, 0]) / (10 * period) == pytest.approx(drift, rel=0.01)
    assert np.ptp(place[:, 2]) < 1e-5 * rise


def strain(x, t, p):
    """A steady potential flow about a stagnation point, and a stream through it."""
    return Vector(0.3 + p.s * x.x, -0.5 * p.s * x.y, -0.5 * p.s * x.z)


@pytest.mark.parametrize("seed", range(2))
def test_a_body_in_a_steady_potential_flow_keeps_its_energy(seed):
    """H = V.(M + M_A)V/2 - c.M_A c/2 - rho V c^2/2, for a tumbling ellipsoid with any M_A."""
    words = {"shape": {"ellipsoid": [0.3, 0.2, 0.1]}, "density": 1000.0, "drag": False}
    robot = pl.Robot(
        name="egg",
        parameters={"s": 0.7},
        bodies={"egg": {"joint": "free", **words}},
        water={"density": 1000.0},
    ).with_laws(flow=strain)
    rng = np.random.default_rng(seed)
    q, u = robot.initial_state()
    q[:3], u[:] = 0.3 * rng.normal(size=3), rng.normal(size=6)
    start = starting_at(robot, q, u).with_laws(flow=strain)
    run = pl.simulate(start, duration=2.0, **TIGHT)
    body = robot.bodies["egg"]
    added = np.array(body.added_mass)[:3, :3]
    place, quat = run.arrays["position"][:, 0], run.arrays["orientation"][:, 0]
    c = np.array([0.3, 0.0, 0.0]) + place * [0.7, -0.35, -0.35]
    own = np.array([rotation(w).T @ v for w, v in zip(quat, c, strict=True)])
    water = 0.5 * np.einsum("ti,ij,tj->t", own, added, own)
    water += 0.5 * 1000.0 * body.volume * (c**2).sum(axis=1)
    energy = run.arrays["kinetic_energy"] - water
    assert np.ptp(energy) < 1e-8 * np.ptp(run.arrays["kinetic_energy"])


def rotation(quaternion):
    w, x, y, z = quaternion
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def test_the_flow_is_taken_at_the_centre_of_the_displaced_water():
    """A ball on an arm of its frame moves as the same ball about its own centre."""
    waves = {"waves": [{"amplitude": AMPLITUDE, "period": PERIOD}]}
    offset = np.array([0.4, -0.2, 0.3])
    robots = [ball(waves, shape={"sphere": 0.1, "at": at}) for at in ([0, 0, 0], offset.tolist())]
    q, u = robots[0].initial_state()
    q[2] = -DEPTH
    shifted = q.copy()
    shifted[:3] -= offset
    first, second = (
        pl.acceleration(robot, state, u, t=0.7)
        for robot, state in zip(robots, (q, shifted), strict=True)
    )
    # no inertia about the centre but the sphere's own, and no moment about it
    np.testing.assert_allclose(second, first, atol=1e-12)


@pytest.mark.parametrize(("height", "share"), [(2.0, 49 / 20), (-27.0, 1.0), (-47.5, 0.0)])
def test_shear_counts_from_the_bed(height, share):
    """The reference is a height over the bed, which lies `depth` below the surface; it is still."""
    shear = {"velocity": [0.5, 0, 0], "reference_depth": 20}
    water = {"density": 1000, "depth": 50, "surface": 3, "current": {"shear": shear}}
    ball = {"joint": "free", "shape": {"sphere": 0.1}, "density": 1000}
    robot = pl.Robot(name="a", water=water, bodies={"ball": ball})
    speed = 0.5 * share ** (1 / 7)
    # drag C_D rho/2 pi r^2 c^2 on body and added mass, both of the sphere's own volume
    pull = 0.47 / 2 * math.pi * 0.1**2 * speed**2 / (1.5 * 4 / 3 * math.pi * 0.1**3)
    udot = pl.acceleration(robot, [0, 0, height, 1, 0, 0, 0], [0] * 6)
    assert udot == pytest.approx([pull, 0, 0, 0, 0, 0], abs=1e-12)
