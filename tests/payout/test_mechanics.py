"""Lines that are paid out against mechanics from elsewhere: particles, Lagrange, closed forms."""

from __future__ import annotations

import math

import numpy as np
import pytest
import sympy as sp
from scipy.interpolate import CubicSpline

import pelagos as pl
from pelagos.programs.robot import FORMULATIONS
from tests.payout.winches import DENSITY, crane, planar

G = 9.81


def lagrange():
    """Accelerations of the planar winch by Lagrange, with the flux of an open system.

    d/dt dT/dv - dT/dx + dV/dx = F + density L' (v_e . dv_e/dv) - density v_e^2 / 2 dL'/dv
    (McIver 1973), where v_e = L' s is the velocity of the material that enters.
    """
    t, m, J, rho, g, F = sp.symbols("t m J rho g F")
    a, L = (sp.Function(name)(t) for name in "aL")
    speeds = (sp.diff(a, t), sp.diff(L, t))
    turning = m * L**2 + J + rho * L**3 / 3
    T = (m + rho * L) * speeds[1] ** 2 / 2 + turning * speeds[0] ** 2 / 2
    V = -g * sp.cos(a) * (m * L + rho * L**2 / 2)
    flux = {0: 0, 1: rho * speeds[1] ** 2 - rho * speeds[1] ** 2 / 2}
    rows = [
        sp.diff(sp.diff(T, speeds[k]), t) - sp.diff(T, x) + sp.diff(V, x) - flux[k] - (0, F)[k]
        for k, x in enumerate((a, L))
    ]
    unknowns = [sp.diff(a, t, 2), sp.diff(L, t, 2)]
    found = sp.solve(rows, unknowns, dict=True)[0]
    letters = sp.symbols("a L va vL")
    names = [(speeds[0], letters[2]), (speeds[1], letters[3]), (a, letters[0]), (L, letters[1])]
    entries = [found[x].subs(names) for x in unknowns]
    return sp.lambdify((*letters, m, J, rho, g, F), entries)


@pytest.mark.parametrize("feed", ["driven", "pulled"])
def test_lagrange_with_flux(feed):
    mass, turning, force = 2.0, 0.05, 3.0
    robot, closed, rng = planar(mass, turning, feed=feed), lagrange(), np.random.default_rng(0)
    for _ in range(20):
        q, u = rng.uniform([-2.0, 0.2], [2.0, 4.0]), rng.normal(size=2)
        # what runs out of the store must be jerked up to speed by the line
        jerk = DENSITY * u[1] ** 2 if feed == "pulled" and u[1] > 0 else 0.0
        expected = closed(*q, *u, mass, turning, DENSITY, G, force - jerk)
        for method in FORMULATIONS:
            ours = pl.acceleration(robot, q, u, [0.0, force], method=method)
            assert ours == pytest.approx(expected, rel=1e-12, abs=1e-12)


def moving_particles():
    """Accelerations of particles `s` behind the end of a swinging line; its motion and axis."""
    t, s = sp.symbols("t s")
    length = sp.Rational(3, 2) + t / 2 + sp.sin(2 * t) / 5
    a, b = sp.Rational(3, 10) + sp.sin(t) / 2, sp.cos(3 * t) / 4 - t / 5
    # Rx(a) Ry(b) (0, 0, -1)
    along = sp.Matrix([-sp.sin(b), sp.sin(a) * sp.cos(b), -sp.cos(a) * sp.cos(b)])
    place = (length - s) * along
    q = sp.Matrix([a, b, length])
    angles = sp.symbols("a b")
    direction = sp.Matrix(
        [
            -sp.sin(angles[1]),
            sp.sin(angles[0]) * sp.cos(angles[1]),
            -sp.cos(angles[0]) * sp.cos(angles[1]),
        ]
    )
    partial = direction.jacobian(angles)
    return (
        sp.lambdify((t, s), place.diff(t, 2)),
        sp.lambdify(t, [q, q.diff(t), q.diff(t, 2)]),
        sp.lambdify(angles, [direction, partial]),
    )


def swinging() -> pl.Robot:
    """A line of next to no load that swings about two axes."""
    return pl.Robot(
        name="line",
        bodies={
            "guide": {"joint": {"universal": ["x", "y"]}},
            "load": {
                "parent": "guide",
                "joint": {"prismatic": "-z", "payout": {"line_density": DENSITY}},
                "mass": 1e-12,
                "inertia": [1e-12, 1e-12, 1e-12],
            },
        },
    )


def test_sum_over_particles():
    """Each particle has its own acceleration; their sum takes the efforts the engine says."""
    particles, motion, geometry = moving_particles()
    count, robot = 20_000, swinging()
    for t in (0.0, 0.7, 1.9):
        q, u, udot = (np.ravel(part) for part in motion(t))
        ours = pl.inverse_dynamics(robot, q, u, udot)
        direction, partial = (np.asarray(part, dtype=float) for part in geometry(q[0], q[1]))
        # midpoints of equal pieces: the error falls with the square of their number, 1e-9
        behind = (np.arange(count) + 0.5) / count * q[2]
        mass, expected = DENSITY * q[2] / count, np.zeros(3)
        acceleration = np.asarray(particles(t, behind)).reshape(3, count)
        force = mass * (acceleration - np.array([[0.0], [0.0], [-G]]))
        expected[:2] = ((q[2] - behind) * (partial.T @ force)).sum(axis=1)
        expected[2] = (direction.T @ force).sum()
        assert ours == pytest.approx(expected, rel=1e-8)


@pytest.mark.parametrize("feed", ["driven", "pulled"])
def test_impulse_is_the_momentum_of_all_particles(feed):
    """A straight line runs out of a store at rest: impulse at the base = momentum gained.

    Particles in the store rest, those that have passed the base move with the line. A driven feed
    gives the material its speed beside the effort; a pulling line takes it from the effort.
    """
    robot = pl.Robot(
        name="straight",
        gravity=[0, 0, 0],
        bodies={
            "load": {
                "joint": {"prismatic": "x", "payout": {"line_density": DENSITY, "feed": feed}},
                "mass": 1.5,
                "inertia": [0.1, 0.1, 0.1],
            }
        },
    )
    start, end = 0.3, 1.7
    nodes, weights = np.polynomial.legendre.leggauss(20)
    times = (start + end) / 2 + (end - start) / 2 * nodes
    length, speed = (lambda t: 0.5 + t**2 + 0.1 * t**3), (lambda t: 2 * t + 0.3 * t**2)
    effort = np.array(
        [pl.inverse_dynamics(robot, [length(t)], [speed(t)], [2 + 0.6 * t])[0] for t in times]
    )
    if feed == "driven":
        effort += DENSITY * speed(times) ** 2
    impulse = (end - start) / 2 * weights @ effort
    # particles behind the end, up to the longest line
    count = 100_000
    behind = (np.arange(count) + 0.5) / count * length(end)
    gained = 1.5 * (speed(end) - speed(start))
    for t, sign in ((end, 1.0), (start, -1.0)):
        moving = behind < length(t)
        gained += sign * DENSITY * length(end) / count * moving.sum() * speed(t)
    # one particle more or less has passed the base
    assert impulse == pytest.approx(gained, abs=2 * DENSITY * length(end) / count * speed(start))


@pytest.mark.parametrize("feed", ["driven", "pulled"])
def test_free_fall(feed):
    """Driven: free fall. Pulled from a heap: ((m + rho L) L')^2 = 2 g (M^3 - M0^3) / (3 rho)."""
    robot = planar(load=0.5, feed=feed, length=0.4)
    run = pl.simulate(robot, duration=1.0, every=0.05, rtol=1e-11, atol=1e-13)
    x, speed = run.arrays["q"][:, 1], run.arrays["u"][:, 1]
    if feed == "driven":
        assert x == pytest.approx(G * run.arrays["time"] ** 2 / 2, abs=1e-10)
        return
    mass, first = 0.5 + DENSITY * (0.4 + x), 0.5 + DENSITY * 0.4
    expected = np.sqrt(2 * G * (mass**3 - first**3) / (3 * DENSITY)) / mass
    assert speed == pytest.approx(expected, abs=1e-9)
    # the loss of an inelastic pick-up; the base point has height zero
    lost = CubicSpline(run.arrays["time"], DENSITY * speed**3 / 2).integrate(0, 1)
    assert -run.arrays["work"][-1] == pytest.approx(lost, rel=1e-5)


@pytest.mark.parametrize("feed", ["driven", "pulled"])
def test_momentum_is_kept_where_the_store_is_on_board(feed):
    """Afloat, with the store's mass in the parent, nothing outside is noticed."""
    words = crane("free", (0, 0, 0), supply=8.0, feed=feed).to_dict()
    words["initial"] = {
        "load": {"rate": 0.8},
        "trolley": {"angular_velocity": [0.3, 0.8, -0.4]},
    }
    run = pl.simulate(pl.Robot(**words), duration=2.0, every=0.1, rtol=1e-11, atol=1e-13)
    audit = run.audit()
    assert audit.linear_momentum_change < 1e-9 * audit.linear_momentum_scale
    assert audit.angular_momentum_change < 1e-9 * audit.angular_momentum_scale
    assert audit.energy_error < 1e-9 * audit.energy_scale
    # beside the store's own power the energy is kept: half of rho u^3, or the same as a loss
    speed, time = run.arrays["u"][:, 8], run.arrays["time"]
    assert speed.min() > 0.0
    power = DENSITY * speed**3 / 2 * (1.0 if feed == "driven" else -1.0)
    expected = CubicSpline(time, power).integrate(0, 2)
    assert run.arrays["work"][-1] == pytest.approx(expected, rel=1e-4)


@pytest.mark.parametrize("scenario", ["hoist", "lower", "free"])
def test_winch_pendulum(scenario):
    """Energy is balanced and the methods tell the same story; the hoist works against weight."""
    words = {"rtol": 1e-10, "atol": 1e-12, "every": 0.4}
    run = pl.simulate("winch-pendulum", scenario, **words)
    audit = run.audit()
    assert run.outcome.code == "finished"
    assert audit.energy_error < 1e-9 * audit.energy_scale
    other = pl.simulate("winch-pendulum", scenario, method="kane", **words)
    assert run.arrays["q"] == pytest.approx(other.arrays["q"], abs=1e-7)


def test_hoisting_enlarges_the_swing():
    """Adiabatic hauling in: energy over frequency of small swings stays, whatever the line weighs.

    The action E / omega of a planar pendulum is kept when its length changes slowly, so the angle
    grows like (weight lever x inertia)^(-1/4).
    """
    robot = pl.load("winch-pendulum").with_values({"parameters.swing": "0.5 deg"})
    robot = robot.with_values({"parameters.sideways": 0.0})
    slow = {"ramp": {"from": 0, "to": "-1.5 m", "start": 0, "end": 200, "shape": "smooth"}}
    run = pl.simulate(
        robot.with_values({"actuators.winch.motion.input": slow}), duration=230, every=0.05
    )
    swing, time = run.arrays["q"][:, 1], run.arrays["time"]

    def stiff(length):
        p = robot.parameters
        lever = p["mass"] * length + p["density"] * length**2 / 2
        inertia = p["mass"] * (length**2 + 0.4 * p["radius"] ** 2) + p["density"] * length**3 / 3
        return lever * (inertia + 1e-3)

    growth = np.abs(swing[time > 210]).max() / math.radians(0.5)
    assert growth == pytest.approx((stiff(3.0) / stiff(1.5)) ** 0.25, rel=2e-3)
