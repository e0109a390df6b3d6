"""What water must do to any robot: closed forms and identities."""

from __future__ import annotations

import math

import numpy as np
import pytest

import pelagos as pl
from pelagos.equations import mechanism as mech
from pelagos.mathematics.dual import Dual
from tests.trees import starting_at
from tests.twins import along, energies, rates, slope, twin

METHODS = ["newton-euler", "kane", "moving-frame", "udwadia-kalaba"]
TIGHT = {"rtol": 1e-12, "atol": 1e-13}
SINE = [
    {"sine": {"amplitude": 0.3, "period": 2.0}},
    {"sine": {"amplitude": 0.2, "period": 3.0, "phase": 1.0}},
    {"ramp": {"to": 0.4, "end": 3.0, "shape": "smooth"}},
]
WAVES = [{"amplitude": 0.3, "period": 4.0}, {"amplitude": 0.1, "period": 2.5, "phase": 0.4}]
SHEAR = {"shear": {"velocity": [0.5, 0.2, 0.0], "reference_depth": 20.0}}
FLOWS = {
    "still": {},
    "current": {"current": SINE},
    "shear": {"current": SHEAR, "surface": 10.0},
    "waves": {"waves": WAVES, "depth": 20.0, "surface": 4.0},
}


def ball(water=None, **words):
    body = {"joint": "free", "shape": {"sphere": 0.1}, "density": 1000.0, "drag": False} | words
    return pl.Robot(name="ball", bodies={"ball": body}, water={"density": 1000.0} | (water or {}))


def snake(links=4, density=1000.0, water=None, **words):
    """Free rods of unlike axes; nothing of them lies at the origin of its frame."""
    rod = {"cylinder": {"radius": 0.03, "length": 0.37, "along": "z"}, "at": [0.01, 0.02, -0.185]}
    link = {"shape": rod, "density": density} | words
    bodies = {"link0": {"joint": "free", **link}}
    for i in range(1, links):
        joint = {"revolute": [1, 2, i]}
        bodies[f"link{i}"] = {"parent": f"link{i - 1}", "at": [0, 0, -0.37], "joint": joint, **link}
    return pl.Robot(name="snake", bodies=bodies, water={"density": 1000.0} | (water or {}))


def random_state(robot, seed, speed=1.0):
    rng = np.random.default_rng(seed)
    q, u = rng.normal(size=len(robot.coordinates)), speed * rng.normal(size=len(robot.speeds))
    q[3:7] /= np.linalg.norm(q[3:7])
    return q, u


# --- added mass -----------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
def test_pushed_ellipsoid(method):
    robot = pl.load("ellipsoid").resolved("push")
    assert pl.acceleration(robot, *robot.initial_state(), method=method)[1] == pytest.approx(
        0.02521, abs=5e-6
    )


@pytest.mark.parametrize("method", METHODS)
def test_falling_ellipsoid_without_buoyancy(method):
    words = pl.load("ellipsoid").to_dict()
    words["bodies"]["hull"]["buoyancy"] = False
    robot = pl.Robot(**words)
    assert pl.acceleration(robot, *robot.initial_state(), method=method)[2] == pytest.approx(
        -5.179, abs=5e-4
    )


def test_a_sphere_moves_half_of_the_water_it_displaces():
    robot = ball()
    mass = 4 / 3 * math.pi * 0.1**3 * 1000.0
    M = pl.mass_matrix(robot, robot.initial_state()[0])
    np.testing.assert_allclose(M[:3, :3], 1.5 * mass * np.eye(3), rtol=1e-14)


def test_munk_moment():
    """At (u, v) the moment is (X_udot' - Y_vdot') u v: it turns the ellipsoid broadside."""
    robot = pl.load("ellipsoid")
    q, _ = robot.initial_state()
    u = np.array([1.0, 0.2, 0.0, 0.0, 0.0, 0.0])
    M = pl.mass_matrix(robot, q)
    expected = (M[0, 0] - M[1, 1]) * 0.2 / M[5, 5]
    np.testing.assert_allclose(pl.acceleration(robot, q, u)[5], expected, rtol=1e-13)
    assert expected < 0.0


def test_energy_of_body_and_water_is_kept():
    run = pl.simulate("ellipsoid", "tumble", **TIGHT)
    kinetic = run.arrays["kinetic_energy"]
    assert np.abs(kinetic / kinetic[0] - 1.0).max() < 1e-9


def test_energy_of_an_articulated_body_and_water_is_kept():
    robot = snake(drag=False, density=1300.0)
    q, u = random_state(robot, 1)
    run = pl.simulate(starting_at(robot, q, u), duration=3.0, **TIGHT)
    kinetic, potential = run.arrays["kinetic_energy"], run.arrays["potential_energy"]
    total = kinetic + potential
    assert np.ptp(total) < 1e-9 * kinetic.max()
    assert np.ptp(kinetic) > 0.1 * kinetic.max()


@pytest.mark.parametrize(("buoyancy", "steps"), [(False, 1000), (True, 100_000)])
def test_added_mass_a_hundred_times_the_dry_mass(buoyancy, steps):
    """Hollow rods at the default tolerance: the run ends, and no energy comes from anywhere.

    With buoyancy and no drag they shoot up and whirl ever faster, which takes small steps.
    """
    robot = snake(density=10.0, drag=False, buoyancy=buoyancy)
    q, u = random_state(robot, 2, speed=0.5)
    M, dry = (pl.mass_matrix(r, q) for r in (robot, snake(density=10.0, added_mass=False)))
    assert M[0, 0] > 50 * dry[0, 0]
    run = pl.simulate(starting_at(robot, q, u), duration=10.0)
    assert run.outcome.finished
    total = run.arrays["kinetic_energy"] + run.arrays["potential_energy"]
    assert np.ptp(total) < 1e-4 * run.arrays["kinetic_energy"].max()
    assert run.outcome.steps < steps


# --- buoyancy -------------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
def test_a_neutral_robot_at_rest_stays_at_rest_to_the_bit(method):
    robot = snake()
    for seed in range(4):
        q, u = random_state(robot, seed)
        assert not pl.acceleration(robot, q, 0.0 * u, method=method).any()
    q[3:7] = 0.5  # of length one to the bit, as it stays
    run = pl.simulate(starting_at(robot, q, 0.0 * u), duration=2.0, method=method)
    assert not run.arrays["u"].any()
    assert np.array_equal(run.arrays["q"][0], run.arrays["q"][-1])


def test_period_of_a_metacentric_pendulum():
    """A neutral ball with its mass centre h below its centre, held there: omega^2 = m g h / J."""
    h, mass = 0.02, 1000.0 * 4 / 3 * math.pi * 0.1**3
    body = {
        "joint": {"revolute": "y"}, "shape": {"sphere": 0.1}, "drag": False, "mass": mass,
        "com": [0, 0, -h], "inertia": [0.01, 0.01, 0.01],
    }  # fmt: skip
    words = {"bodies": {"ball": body}, "water": {"density": 1000.0}}
    robot = pl.Robot(name="b", **words, initial={"ball": {"angle": 1e-5}})
    period = 2 * math.pi * math.sqrt((0.01 + mass * h * h) / (mass * 9.81 * h))
    run = pl.simulate(robot, duration=period, every=period / 4, rtol=1e-11, atol=1e-16)
    np.testing.assert_allclose(run.arrays["q"][:, 0], np.array([1, 0, -1, 0, 1]) * 1e-5, atol=1e-13)


# --- drag -----------------------------------------------------------------------------------


def test_a_sinking_ball_reaches_its_terminal_speed():
    robot = ball(density=2000.0, drag={"ellipsoid": {"axial": 0.47, "normal": 0.47}})
    run = pl.simulate(robot, duration=5.0, **TIGHT)
    displaced = 1000.0 * 4 / 3 * math.pi * 0.1**3
    k = 0.5 * 1000.0 * 0.47 * math.pi * 0.1**2
    speed = math.sqrt(displaced * 9.81 / k)
    tau = 2.5 * displaced / (k * speed)
    z = -speed * tau * np.log(np.cosh(run.arrays["time"] / tau))
    np.testing.assert_allclose(run.arrays["q"][:, 2], z, atol=1e-10)


def test_linear_drag_gives_an_exponential():
    robot = ball(density=2000.0, drag={"linear": [3, 3, 3, 1, 1, 1]})
    run = pl.simulate(robot, duration=5.0, **TIGHT)
    displaced = 1000.0 * 4 / 3 * math.pi * 0.1**3
    speed, tau = displaced * 9.81 / 3.0, 2.5 * displaced / 3.0
    w = -speed * -np.expm1(-run.arrays["time"] / tau)
    np.testing.assert_allclose(run.arrays["u"][:, 2], w, atol=1e-10)


@pytest.mark.parametrize("name", ["wet-double-pendulum", "rov-arm", "remus100", "maarco-corrected"])
def test_drag_takes_energy(name):
    words = pl.load(name).to_dict()
    words.update(actuators={}, scenarios={})
    robot = pl.Robot(**words)
    for seed in range(10):
        rng = np.random.default_rng(seed)
        q, _ = robot.initial_state()
        assert rates(robot, q, rng.normal(size=len(robot.speeds)))[2] < 0.0


# --- flows ----------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["kirchhoff", "acceleration"])
@pytest.mark.parametrize("method", METHODS)
def test_a_uniform_current_is_a_galilean_shift(method, form):
    """Accelerations: in body axes that of a carried robot has the term -w x c more."""
    c = np.array([0.5, -0.3, 0.2])
    still, carried = (
        snake(water=water, added_mass_form=form) for water in ({}, {"current": c.tolist()})
    )
    q, u = random_state(still, 3)
    columns = np.reshape([*mech.given(twin(still), 0.0, q, u).world[0].R], (3, 3))
    shift = np.zeros_like(u)
    shift[:3] = columns @ c
    expected = pl.acceleration(still, q, u, method=method)
    expected[:3] -= np.cross(u[3:6], shift[:3])
    found = pl.acceleration(carried, q, u + shift, method=method)
    np.testing.assert_allclose(found, expected, atol=1e-10 * np.abs(expected).max())


def test_runs_in_a_current_are_carried_along():
    c = np.array([0.5, -0.3, 0.2])
    still, carried = snake(), snake(water={"current": c.tolist()})
    q, u = random_state(still, 4, speed=0.5)
    q[3:7] = [1, 0, 0, 0]
    shifted = u + np.array([*c, *np.zeros(len(u) - 3)])
    runs = [
        pl.simulate(starting_at(robot, q, start), duration=2.0, rtol=1e-13, atol=1e-14)
        for robot, start in ((still, u), (carried, shifted))
    ]
    drift = runs[1].arrays["position"] - runs[0].arrays["position"]
    expected = runs[0].arrays["time"][:, None, None] * c
    assert np.abs(drift - expected).max() < 1e-10


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("form", ["kirchhoff", "acceleration"])
def test_a_rod_at_rest_is_pressed_by_accelerating_water(form, method):
    """Across and along: (M_B + M_A) a = (rho V + M_A) dc/dt, as the water starts to move."""
    water = {"current": [f"{a} * t" for a in (0.3, 0.0, 0.5)]}
    robot = snake(1, density=1700.0, water=water, added_mass_form=form).with_values(
        {"gravity": [0, 0, 0]}
    )
    body = robot.bodies["link0"]
    displaced, added = 1000.0 * body.volume, np.diag(np.array(body.added_mass)[:3, :3])
    found = pl.acceleration(robot, *robot.initial_state(), method=method)
    turning = np.cross(found[3:], body.com)  # of the origin, about the centre
    expected = (displaced + added) / (body.mass + added) * [0.3, 0.0, 0.5]
    np.testing.assert_allclose(found[:3] + turning, expected, atol=1e-14)
    np.testing.assert_allclose(found[3:], 0.0, atol=1e-13)


@pytest.mark.parametrize("drag", [False, True])
def test_a_neutral_ball_moves_with_an_accelerating_flow(drag):
    start = {"ball": {"velocity": [0.0, 0.2 * math.sin(1.0), 0.0]}}
    words = ball({"current": SINE}, drag=drag).to_dict() | {"initial": start}
    run = pl.simulate(pl.Robot(**words), duration=4.0, every=0.05, rtol=1e-11, atol=1e-12)
    t = run.arrays["time"]
    s = np.clip(t / 3.0, 0.0, 1.0)
    flow = np.column_stack(
        [
            0.3 * np.sin(math.pi * t),
            0.2 * np.sin(2 * math.pi * t / 3.0 + 1.0),
            0.4 * s**3 * (10 - 15 * s + 6 * s * s),
        ]
    )
    np.testing.assert_allclose(run.arrays["velocity"][:, 0], flow, atol=1e-9)


def test_water_of_no_density_is_air():
    words = pl.load("wet-double-pendulum").to_dict()
    wet = pl.Robot(**(words | {"water": {"density": 0.0}, "scenarios": {}}))
    dry_words = words | {"scenarios": {}}
    del dry_words["water"]
    for body in dry_words["bodies"].values():
        for key in ("buoyancy", "added_mass", "drag", "added_mass_form"):
            body.pop(key, None)
    dry = pl.Robot(**dry_words)
    rng = np.random.default_rng(0)
    q, u = rng.normal(size=(2, 5, 2))
    for method in METHODS:
        found, expected = (pl.acceleration(r, q, u, method=method) for r in (wet, dry))
        assert np.array_equal(found, expected)


@pytest.mark.parametrize("flow", FLOWS)
@pytest.mark.parametrize("seed", range(3))
def test_power_is_the_rate_of_energy(flow, seed):
    """Added mass and buoyancy have energies; what flows and drag do is in `work`."""
    robot = snake(density=1300.0, water=FLOWS[flow])
    q, u = random_state(robot, seed)
    q_rate, u_rate, power = rates(robot, q, u, 0.3)
    kinetic, potential = energies(
        twin(robot), Dual(0.3, np.ones(1)), along(q, q_rate), along(u, u_rate)
    )
    assert power == pytest.approx(slope(kinetic) + slope(potential), rel=1e-10, abs=1e-10)
