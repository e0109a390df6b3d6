"""The planar 3-RPR in closed form (telescope) and as seven bodies with loops, by all methods."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.march.engine import engine_of
from pelagos.march.explicit import Explicit
from pelagos.march.settings import settings_for
from pelagos.mechanisms.planar_3rpr import Planar3RPR
from pelagos.programs.robot import FORMULATIONS

pytestmark = pytest.mark.usefixtures("asked_once")

SETS = ("small", "irregular")
LIMBS = ("1", "2", "3")


def columns(robot, kind):
    labels = robot.speeds
    names = [f"{kind}{i}" for i in LIMBS] if kind != "platform" else PLATFORM
    return [labels.index(name) for name in names]


PLATFORM = ("platform.x", "platform.y", "platform.angle")


def state(robot, closed, X, V):
    """Coordinates and speeds of all bodies from those of the platform."""
    k, m = closed.inverse_kinematics(X), closed.accelerations(X, V, np.zeros(3))
    q, u = np.zeros(9), np.zeros(9)
    for kind, place, speed in (("tube", k.alpha, m.ad), ("rod", k.L, m.Ld), ("platform", X, V)):
        q[columns(robot, kind)], u[columns(robot, kind)] = place, speed
    return q, u


def random_states(closed, count=4):
    """Poses near the path with speeds and forces of the size that it has."""
    rng = np.random.default_rng(5)
    X, V, _ = closed.path(rng.uniform(0.0, 6.0, count))
    X = X + rng.normal(scale=0.03, size=X.shape)
    return X, 2.0 * rng.permutation(V), rng.normal(scale=20.0, size=(count, 3))


@pytest.mark.parametrize("method", FORMULATIONS)
@pytest.mark.parametrize("name", SETS)
def test_accelerations_and_joint_forces(name, method):
    robot, closed = pl.load(f"3rpr-{name}"), Planar3RPR.builtin(name)
    for X, V, f in zip(*random_states(closed), strict=True):
        q, u = state(robot, closed, X, V)
        pushed = robot.with_values(
            {
                f"actuators.limb{i}.motor.input": float(force)
                for i, force in zip(LIMBS, f, strict=True)
            }
        )
        found = closed.forward_dynamics(X, V, f)
        m = closed.accelerations(X, V, found.A)
        udot = pl.acceleration(pushed, q, u, method=method)
        scale = np.abs(udot).max()
        for kind, expected in (("platform", found.A), ("rod", m.Ldd), ("tube", m.add)):
            np.testing.assert_allclose(udot[columns(robot, kind)], expected, atol=1e-9 * scale)
        # the ground on the tubes, in their axes; the hinges on the platform, in the rods' axes
        s, n = (getattr(closed.inverse_kinematics(X), axis) for axis in "sn")
        push = pl.reactions(pushed, q, u, method=method)
        base = np.array([push[f"tube{i}"][:2] for i in LIMBS])
        expected = [np.sum(found.base * axis, axis=1) for axis in (s, n)]
        np.testing.assert_allclose(base, np.transpose(expected), atol=1e-9 * np.abs(f).max())
        np.testing.assert_allclose(base[:, 1], -found.g, atol=1e-9 * np.abs(f).max())
        engine = engine_of(pushed, method)
        seen = engine.observe(np.zeros(1), np.concatenate([q, u, [0.0]])[None], 0)
        rows = seen.row_forces.reshape(3, 5)
        np.testing.assert_allclose(rows[:, 0], found.F_is, atol=1e-9 * np.abs(f).max())
        np.testing.assert_allclose(rows[:, 1], -found.F_in, atol=1e-9 * np.abs(f).max())


@pytest.mark.parametrize("method", FORMULATIONS)
@pytest.mark.parametrize("name", SETS)
def test_forces_along_the_trajectory(name, method):
    """A run with prescribed lengths: the platform is on its path, the efforts are the forces."""
    closed = Planar3RPR.builtin(name)
    run = pl.simulate(f"3rpr-{name}", "trajectory", method=method, duration=3, every=0.05)
    X, V, A = closed.path(run.arrays["time"])
    robot = run.robot
    order = columns(robot, "platform")
    np.testing.assert_allclose(run.arrays["q"][:, order], X, atol=1e-11)
    np.testing.assert_allclose(run.arrays["u"][:, order], V, atol=1e-10)
    np.testing.assert_allclose(run.arrays["udot"][:, order], A, atol=1e-9)
    f = closed.inverse_dynamics(X, V, A).f
    np.testing.assert_allclose(run.arrays["actuation"], f, atol=1e-9 * np.abs(f).max())


def with_lines(robot, rho):
    """The robot whose limbs are lines paid out at their bases, with nothing else in them."""
    words = robot.to_dict() | {"scenarios": {}}
    nothing = {"mass": 1e-12, "inertia": [1e-12] * 3, "com": [0, 0, 0]}
    for i in LIMBS:
        words["bodies"][f"tube{i}"] |= nothing
        joint = {"prismatic": "x", "payout": {"line_density": rho}}
        words["bodies"][f"rod{i}"] |= nothing | {"joint": joint}
    return pl.Robot(**words)


@pytest.mark.parametrize("method", FORMULATIONS)
@pytest.mark.parametrize("name", SETS)
def test_lines_paid_out_by_the_engine_are_those_of_the_closed_form(name, method):
    """Two derivations that share nothing: a rigid body of changing inertia, and equation (V)."""
    closed = Planar3RPR.builtin(name)
    robot = with_lines(pl.load(f"3rpr-{name}"), closed.limbs[0].rho)
    X, V, f = random_states(closed)
    pairs = [state(robot, closed, x, v) for x, v in zip(X, V, strict=True)]
    q, u = (np.array(column) for column in zip(*pairs, strict=True))
    tau = np.zeros((len(X), 9))
    tau[:, columns(robot, "rod")] = f
    udot = pl.acceleration(robot, q, u, tau, method=method)
    A = closed.forward_dynamics(X, V, f, "payout").A
    np.testing.assert_allclose(udot[:, columns(robot, "platform")], A, atol=1e-9 * np.abs(A).max())


@pytest.mark.parametrize("name", SETS)
def test_energy(name):
    robot, closed = pl.load(f"3rpr-{name}"), Planar3RPR.builtin(name)
    for X, V, _ in zip(*random_states(closed, 4), strict=True):
        expected = closed.energy(X, V).kinetic
        assert pl.energy(robot, *state(robot, closed, X, V)).kinetic == pytest.approx(
            expected, rel=1e-12
        )


@pytest.mark.parametrize("name", SETS)
def test_release_is_the_motion_of_the_closed_form(name):
    """Two integrators, two sets of coordinates; tolerances near 1e-11."""
    run = pl.simulate(f"3rpr-{name}", "release", every=0.1, rtol=1e-11, atol=1e-12)
    closed, order = Planar3RPR.builtin(name), columns(run.robot, "platform")
    q, u = (run.arrays[key][:, order] for key in "qu")
    f = run.arrays["actuation"][0]
    motion = closed.simulate(q[0], u[0], f, 1.5, every=0.1, rtol=1e-11, atol=1e-13)
    assert motion.finished
    np.testing.assert_allclose(motion.X, q, atol=1e-8)
    np.testing.assert_allclose(motion.V, u, atol=1e-7)
    np.testing.assert_allclose(motion.f, np.broadcast_to(f, motion.f.shape))


def loop_gaps(robot, closed, states):
    """Distances between the ends of the rods and the platform's points, from coordinates alone."""
    alpha, L, X = (states[:, columns(robot, kind)] for kind in ("tube", "rod", "platform"))
    ends = closed.base + L[..., None] * np.stack([np.cos(alpha), np.sin(alpha)], axis=-1)
    c, s = np.cos(X[:, 2]), np.sin(X[:, 2])
    turn = np.stack([np.stack([c, -s], -1), np.stack([s, c], -1)], axis=-2)
    points = X[:, None, :2] + np.einsum("tij,kj->tki", turn, closed.platform)
    return np.linalg.norm(ends - points, axis=-1)


def test_tracking_keeps_the_loops_closed():
    """10 s under servos; the states of the integrator itself, which no sample has projected."""
    robot = pl.load("3rpr-small").resolved("tracking")
    words = {"integrator": "rk4", "step": 2e-3, "every": 2e-3, "duration": 10.0}
    asked = dict.fromkeys(("rtol", "atol", "max_steps"))
    march = Explicit(engine_of(robot, "newton-euler"), settings_for(robot, **asked, **words))
    parts = []
    while march.running:
        parts.append(march.advance(10.0).states)
    states = np.concatenate(parts)
    assert len(states) == 5001
    closed = Planar3RPR.builtin("small")
    assert loop_gaps(robot, closed, states).max() < 1e-10
    # it does track: from 4 cm and 5 degrees off the path to millimetres
    X = closed.path(np.linspace(0.0, 10.0, 5001))[0]
    off = np.abs(states[:, columns(robot, "platform")] - X)
    assert off[0, 2] > 0.09
    assert off[1000:, :2].max() < 5e-3
    assert off[1000:, 2].max() < 0.02


def test_computed_forces_from_the_closed_form_track_in_the_engine():
    """A controller in Python at 500 Hz: forces of the closed form for a corrected acceleration."""
    closed = Planar3RPR.builtin("small")
    session = pl.Session("3rpr-small", inputs=("limb1", "limb2", "limb3"))
    robot, period = session.robot, 2e-3
    order = columns(robot, "platform")
    worst = 0.0
    for k in range(500):
        wanted, rate, acceleration = closed.path(k * period)
        X, V = session.q[order], session.u[order]
        corrected = acceleration + 30.0 * (rate - V) + 225.0 * (wanted - X)
        forces = closed.inverse_dynamics(X, V, corrected).f
        for i, force in zip(LIMBS, forces, strict=True):
            session.set_input(f"limb{i}", float(force))
        session.advance((k + 1) * period)
        if k > 350:
            worst = max(worst, np.abs(X - wanted).max())
        state = np.concatenate([session.q, session.u])[None]
        assert loop_gaps(robot, closed, state).max() < 1e-10
    assert worst < 5e-3
