"""Bodies that cross the surface: launched, dropped, recovered, carried by waves."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from numpy.polynomial import Polynomial
from scipy.integrate import solve_ivp

import pelagos as pl

RHO, G, R = 1000.0, 9.81, 0.1
VOLUME = 4 / 3 * math.pi * R**3
ADDED = 0.5 * RHO * VOLUME
TIGHT = {"rtol": 1e-11, "atol": 1e-12}
METHODS = ("newton-euler", "kane", "moving-frame", "udwadia-kalaba")


def ball(mass, z, v=0.0, water=None, **words):
    body = {"joint": "free", "shape": {"sphere": R}, "mass": mass, "drag": False}
    initial = {"ball": {"position": [0, 0, z], "velocity": [0, 0, v]}}
    return pl.Robot(
        name="dropped",
        bodies={"ball": body | words.pop("body", {})},
        water={"density": RHO, "crossing": True} | (water or {}),
        waterlines={"line": {"body": "ball"}},
        initial=initial,
        duration=3.0,
        **words,
    )


def wet_share(h):
    return h * h * (3 * R - h) / (4 * R**3)


def pressed(z):
    """Integral of the wet volume over the depth: the work of Archimedes."""
    h = np.clip(R - z, 0.0, 2 * R)
    cap = math.pi * (R * h**3 / 3 - h**4 / 12)
    return RHO * G * (cap + VOLUME * np.maximum(-z - R, 0.0))


def test_a_dropped_ball_shares_its_momentum_with_the_water():
    """d(P)/dt = F with P = (m + s m_A) v, so P^2 is a polynomial of the immersed height."""
    m, fast = 0.8 * RHO * VOLUME, 5.0
    run = pl.simulate(ball(m, R, -fast), duration=0.04, every=0.002, **TIGHT)
    h = Polynomial([0.0, 1.0])
    moving = m + ADDED * wet_share(h)
    squares = (2 * moving * (m * G - RHO * VOLUME * G * wet_share(h))).integ()
    at = R - run.arrays["position"][:, 0, 2]
    assert at.max() > 1.5 * R
    expected = np.sqrt((m * fast) ** 2 + squares(at)) / moving(at)
    np.testing.assert_allclose(-run.arrays["velocity"][:, 0, 2], expected, rtol=1e-9)


def test_books_say_what_the_surface_took():
    """Weight, buoyancy, motion and loss of a ball that falls in, jumps out and bobs."""
    run = pl.simulate(ball(0.5 * RHO * VOLUME, 0.6), every=0.01, **TIGHT)
    z, arrays = run.arrays["position"][:, 0, 2], run.arrays
    lost = arrays["state"][:, 0]
    total = arrays["kinetic_energy"] + arrays["potential_energy"] + pressed(z) + lost
    assert lost[-1] > 5.0
    assert np.all(np.diff(lost) >= 0.0)
    assert (z < -R).any()
    assert (z[80:] > R).any()
    np.testing.assert_allclose(total, total[0], rtol=1e-8)
    assert run.audit().energy_error < 1e-7 * arrays["kinetic_energy"].max()


def test_a_ball_is_lifted_out():
    """Water is left behind without a force: against the plain equation, by scipy."""
    m, force = 1.2 * RHO * VOLUME, 1.5 * RHO * VOLUME * G
    lift = {"force": {"body": "ball", "direction": [0, 0, 1], "input": force}}
    run = pl.simulate(ball(m, -0.3, actuators={"crane": lift}), duration=0.8, every=0.02, **TIGHT)

    def rates(_t, x):
        z, v = x
        h = min(max(R - z, 0.0), 2 * R)
        return v, (force - m * G + RHO * VOLUME * G * wet_share(h)) / (m + ADDED * wet_share(h))

    want = solve_ivp(rates, (0, 0.8), [-0.3, 0.0], t_eval=run.arrays["time"], **TIGHT)
    assert want.y[0, -1] > 2 * R
    np.testing.assert_allclose(run.arrays["position"][:, 0, 2], want.y[0], atol=1e-8)


@pytest.mark.parametrize("z", [R, -R, 0.3 * R])
def test_nothing_jumps_at_the_surface(z):
    """Forces, inertia and momentum a little above and a little below."""
    robot = ball(2.0, 0.0, body={"drag": {"quadratic": [9, 9, 9, 1, 1, 1]}})
    q, u = robot.initial_state()
    u[:] = [0.3, 0.1, -2.0, 0.4, 0.2, 0.1]
    found = []
    for height in (z - 1e-9, z + 1e-9):
        q[2] = height
        M = pl.mass_matrix(robot, q)
        found.append([*pl.acceleration(robot, q, u), *np.ravel(M), *(M @ u)])
    np.testing.assert_allclose(*found, atol=1e-5)


def test_in_air_and_in_deep_water():
    """Nothing of the water above it, and all of it below."""
    drag = {"drag": {"quadratic": [9, 9, 9, 1, 1, 1]}}
    robot = ball(2.0, 0.0, body=drag)
    words = robot.to_dict()
    words.pop("waterlines")
    under = pl.Robot(**words | {"water": {"density": RHO}})
    q, u = robot.initial_state()
    u[:] = [0.3, 0.1, -2.0, 0.4, 0.2, 0.1]
    q[2] = -5.0
    np.testing.assert_allclose(
        pl.acceleration(robot, q, u), pl.acceleration(under, q, u), rtol=1e-13
    )
    q[2] = 5.0
    turning = np.cross(u[3:], u[:3])
    np.testing.assert_allclose(pl.acceleration(robot, q, u)[:3], [0, 0, -G] - turning, rtol=1e-13)


SEA = {"waves": [{"amplitude": 0.15, "period": 2.5}], "current": [0.3, 0.1, 0]}
START = {"position": [0, 0, 0.05], "rpy": [0.3, 0.2, 0.1], "velocity": [0.1, 0.2, -0.5]}


def tumbling(shape):
    body = {"joint": "free", "shape": shape, "density": 500}
    initial = {"hull": START | {"angular_velocity": [0.3, 0.4, 0.5]}}
    return pl.Robot(
        name="tumbling",
        bodies={"hull": body},
        water={"density": RHO, "crossing": True} | SEA,
        initial=initial,
        duration=2.0,
    )


@pytest.mark.parametrize("shape", [{"ellipsoid": [0.3, 0.2, 0.1]}, {"box": [0.4, 0.3, 0.1]}])
def test_formulations_agree_and_books_close_in_waves(shape):
    """The balance closes only if the rate of the wet share is that of the share itself."""
    robot = tumbling(shape)
    q, u = robot.initial_state()
    base, *others = (pl.acceleration(robot, q, u, t=0.2, method=method) for method in METHODS)
    for found in others:
        np.testing.assert_allclose(found, base, atol=1e-11 * np.abs(base).max())
    run = pl.simulate(robot, every=0.05, **TIGHT)
    assert run.outcome.finished
    assert run.audit().energy_error < 1e-6 * run.arrays["kinetic_energy"].max()


LONG = {"amplitude": 0.5, "period": 12.0}
SWELL = {"spectrum": "jonswap", "height": 1.0, "period": 12.0, "components": 12, "seed": 3}


@pytest.mark.parametrize("waves", [LONG, SWELL])
def test_a_small_raft_rides_long_waves(waves):
    """It stays on the surface, level with it."""
    raft = {"joint": "free", "shape": {"box": [0.6, 0.6, 0.1]}, "density": 500}
    robot = pl.Robot(
        name="raft",
        bodies={"raft": raft},
        water={"density": RHO, "crossing": True, "waves": [waves]},
        waterlines={"line": {"body": "raft"}},
        duration=15.0,
    )
    run = pl.simulate(robot, every=0.25)
    x, z = run.arrays["position"][:, 0, 0], run.arrays["position"][:, 0, 2]
    assert np.ptp(z) > 0.3
    np.testing.assert_allclose(run.arrays["outputs"][20:, 0], 0.5, atol=0.1)
    if "amplitude" in waves:
        omega = 2 * math.pi / 12.0
        over = z - 0.5 * np.cos(omega**2 / G * x - omega * run.arrays["time"])
        assert np.abs(over[20:]).max() < 0.01


def test_a_thruster_loses_its_thrust_above_the_water():
    push = {"thruster": {"body": "ball", "direction": "x", "command": "thrust", "input": 8.0}}
    robot = ball(2.0, 0.0, actuators={"push": push})
    q, u = robot.initial_state()
    for z, part in ((1.0, 0.0), (0.0, 0.5), (-1.0, 1.0)):
        q[2] = z
        thrust = pl.acceleration(robot, q, u)[0] * pl.mass_matrix(robot, q)[0, 0]
        assert thrust == pytest.approx(8.0 * part, abs=1e-12)


def test_a_frame_displaces_less_than_its_outline():
    """All of a given volume is displaced where all of the outline is wet, half at half."""
    body = {"shape": {"box": [0.4, 0.3, 0.2]}, "buoyancy": {"volume": 0.01, "at": [0, 0, 0.02]}}
    robot = ball(8.0, 0.0, body=body | {"added_mass": False})
    q, u = robot.initial_state()
    for z, part in ((-1.0, 1.0), (-0.02, 0.5), (0.03, 0.25), (0.5, 0.0)):
        q[2] = z
        up = pl.acceleration(robot, q, u)[2] + G
        assert 8.0 * up == pytest.approx(RHO * G * 0.01 * part, abs=1e-9)


def test_linearised_where_it_floats():
    """Heave of a half wet ball: m + m_A / 2 on rho g pi r^2."""
    robot = ball(0.5 * RHO * VOLUME, 0.0)
    found = np.linalg.eigvals(pl.linearize(robot).A).imag.max()
    moving = 0.5 * RHO * VOLUME + 0.5 * ADDED
    assert found == pytest.approx(math.sqrt(RHO * G * math.pi * R**2 / moving), rel=1e-9)


def test_what_cannot_cross_is_refused():
    point = {"shape": None, "inertia": [1, 1, 1], "drag": {"linear": [1, 1, 1, 1, 1, 1]}}
    with pytest.raises(pl.ModelError, match="how much of it is wet"):
        ball(1.0, 0.0, body=point | {"drag": [{"linear": [1, 1, 1, 1, 1, 1]}]})
    with pytest.raises(pl.ModelError, match="momentum the water has"):
        ball(1.0, 0.0, body={"added_mass_form": "acceleration"})
    with pytest.raises(pl.ModelError, match="needs gravity"):
        ball(1.0, 0.0, gravity=[0, 0, 0])
    with pytest.raises(pl.ModelError, match="the water has no effect on this body"):
        ball(1.0, 0.0, body={"shape": None, "inertia": [1, 1, 1], "drag": None})
    with pytest.raises(pl.ModelError, match="no body crosses the surface"):
        ball(1.0, -1.0, water={"crossing": False})


def test_a_chain_of_bodies_crosses_one_by_one():
    """Joints between wet and dry bodies: all formulations, and books that close."""
    rod = {"shape": {"ellipsoid": [0.08, 0.08, 0.25]}, "density": 700}
    bodies = {
        "upper": rod | {"joint": "free"},
        "lower": rod | {"parent": "upper", "at": [0, 0, -0.5], "joint": {"revolute": "y"}},
    }
    robot = pl.Robot(
        name="chain",
        bodies=bodies,
        water={"density": RHO, "crossing": True},
        initial={"upper": {"position": [0, 0, 1.0], "rpy": [0.2, 0.3, 0]}, "lower": {"angle": 0.5}},
        duration=1.5,
    )
    run = pl.simulate(robot, every=0.05, **TIGHT)
    assert run.audit().energy_error < 1e-6 * run.arrays["kinetic_energy"].max()
    q, u = run.arrays["q"][10], run.arrays["u"][10]
    base, *others = (pl.acceleration(robot, q, u, method=method) for method in METHODS)
    for found in others:
        np.testing.assert_allclose(found, base, atol=1e-10 * np.abs(base).max())


def test_a_vehicle_is_launched_and_recovered():
    """In the air, under water, and in the air again; it comes out lighter by what the sea took."""
    file = Path(__file__).parents[2] / "examples" / "launch_and_recover.yaml"
    run = pl.simulate(pl.load(file), "sea", rtol=1e-9)
    time, wetted = run.arrays["time"], run.arrays["outputs"][:, 0]
    assert run.outcome.finished
    assert wetted[0] == wetted[-1] == 0.0
    assert wetted[(time > 3) & (time < 10)].min() > 0.5
    assert run.arrays["position"][-1, 0, 2] == pytest.approx(-1.5, abs=0.1)
    assert run.arrays["state"][-1, 0] > 10.0
    assert run.audit().energy_error < 1e-6 * run.audit().energy_scale
