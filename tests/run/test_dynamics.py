"""Compiled equations of motion of one robot, against the engine, dual numbers and each other."""

import importlib

import numpy as np
import pytest

import pelagos as pl
from pelagos.errors import PelagosError
from pelagos.programs.robot import FORMULATIONS
from tests.dressed import dressed_robot
from tests.trees import random_state

pytestmark = pytest.mark.usefixtures("asked_once")


def wet_robot():
    """Drag, lift, flow, buoyancy and thrusters on several bodies."""
    return pl.load("rov-arm").resolved("reach")


dynamics_module = importlib.import_module("pelagos.analysis.dynamics")

ROBOTS = {
    **{f"dressed {s}": lambda s=s: dressed_robot(s, 4, motions=False) for s in range(6)},
    "spatial": lambda: dressed_robot(3, 5, motions=False, spatial=True),
    "wet": wet_robot,
    "thrusters": lambda: pl.load("bluerov-heavy").resolved("surge"),
}


@pytest.fixture(params=ROBOTS, scope="module")
def robot(request):
    return ROBOTS[request.param]()


@pytest.fixture(scope="module")
def f(robot):
    return pl.dynamics(robot)


def states_of(robot, count, seed=1):
    pairs = [random_state(robot, seed + k) for k in range(count)]
    q, u = (np.array(rows) for rows in zip(*pairs, strict=True))
    return q, u, np.random.default_rng(seed).normal(size=u.shape)


def relative(found, expected):
    return np.max(np.abs(found - expected)) / (1.0 + np.max(np.abs(expected)))


def test_accelerations_are_those_of_the_engine(robot, f):
    q, u, tau = states_of(robot, 5)
    found = f.acceleration(q, u, tau, t=0.4)
    # the same equations in another order of rounding
    assert relative(found, pl.acceleration(robot, q, u, tau, t=0.4)) < 1e-12
    for k in range(len(q)):
        np.testing.assert_array_equal(f.acceleration(q[k], u[k], tau[k], t=0.4), found[k])


def test_inverse_dynamics_undo_accelerations(robot, f):
    q, u, tau = states_of(robot, 5)
    udot = f.acceleration(q, u, tau, t=0.4)
    assert relative(f.inverse_dynamics(q, u, udot, t=0.4), tau) < 1e-10


def test_mass_matrix_and_jacobians_are_those_of_the_engine(robot, f):
    q = states_of(robot, 1)[0][0]
    assert relative(f.mass_matrix(q), pl.mass_matrix(robot, q)) < 1e-13
    for body, expected in pl.jacobians(robot, q).items():
        assert relative(f.jacobian(q, body), expected) < 1e-14


def test_derivatives_are_those_of_dual_numbers(robot, f):
    q, u, _ = states_of(robot, 3)
    many, nv = f.derivatives(q, u), f.nv
    for k in range(3):
        exact = pl.linearize(robot, q[k], u[k])
        found = f.derivatives(q[k], u[k])
        assert relative(found.q, exact.A[nv : 2 * nv, :nv]) < 1e-11
        assert relative(found.u, exact.A[nv : 2 * nv, nv : 2 * nv]) < 1e-11
        assert relative(found.tau, exact.B_effort[nv : 2 * nv]) < 1e-11
        for one, all_of_them in zip(found, many, strict=True):
            np.testing.assert_array_equal(one, all_of_them[k])


def test_directions_and_gradients_agree(robot, f):
    """w . (J v) = v . (w J)."""
    q, u, tau = states_of(robot, 4)
    rng = np.random.default_rng(9)
    dq, du, dtau, w = rng.normal(size=(4, *u.shape))
    value, rate = f.jvp(q, u, tau, dq, du, dtau, t=0.2)
    np.testing.assert_array_equal(value, f.acceleration(q, u, tau, t=0.2))
    gradient = f.vjp(q, u, tau, w, t=0.2)
    forward = np.sum(w * rate, axis=1)
    backward = np.sum(gradient.q * dq + gradient.u * du + gradient.tau * dtau, axis=1)
    size = np.sum(np.abs(w * rate), axis=1) + 1.0
    assert np.max(np.abs(forward - backward) / size) < 1e-11


def test_derivatives_are_slopes():
    """Independent of all tapes and duals: differences of the engine's accelerations."""
    robot = ROBOTS["dressed 1"]()
    q, u, tau = (a[0] for a in states_of(robot, 1))
    f, h = pl.dynamics(robot), 1e-6
    found = f.derivatives(q, u, tau)
    for k in range(f.nv):
        e = h * np.eye(f.nv)[k]
        by_u = pl.acceleration(robot, q, u + e, tau) - pl.acceleration(robot, q, u - e, tau)
        by_tau = pl.acceleration(robot, q, u, tau + e) - pl.acceleration(robot, q, u, tau - e)
        assert relative(found.u[:, k], by_u / (2 * h)) < 1e-7
        assert relative(found.tau[:, k], by_tau / (2 * h)) < 1e-7


def test_prescribed_joints_are_where_the_state_says_and_accelerate_as_their_signals_say():
    robot = dressed_robot(5, 5)
    held = [robot.speeds.index(label) for label in robot.prescribed]
    assert held
    q, u, tau = states_of(robot, 4)
    f = pl.dynamics(robot)
    found = f.acceleration(q, u, tau, t=0.3)
    assert relative(found, pl.acceleration(robot, q, u, tau, t=0.3)) < 1e-12
    assert np.ptp(found[:, held], axis=0) == pytest.approx(0.0)  # whatever the state is
    slopes = f.derivatives(q[0], u[0], tau[0], t=0.3)
    assert not any(part[held].any() for part in slopes)
    exact = pl.linearize(robot, q[0], u[0], t=0.3)
    free = [v for v in range(f.nv) if v not in held]
    n = len(free)
    found_free = f.derivatives(q[0], u[0], t=0.3)
    assert relative(found_free.u[np.ix_(free, free)], exact.A[n : 2 * n, n : 2 * n]) < 1e-11


@pytest.mark.parametrize("method", FORMULATIONS)
def test_all_formulations_are_compiled(method):
    robot = ROBOTS["dressed 2"]()
    q, u, tau = states_of(robot, 4)
    found = pl.dynamics(robot, method=method).acceleration(q, u, tau)
    assert relative(found, pl.acceleration(robot, q, u, tau)) < 1e-11


def moving_state(robot, seed=5):
    """A state that keeps the loops closed, under way."""
    session = pl.Session(robot)
    session.set_state(u=np.random.default_rng(seed).normal(size=len(robot.speeds)))
    return session.q, session.u


@pytest.mark.parametrize("method", ["newton-euler", "kane"])
@pytest.mark.parametrize("name", ["four-bar", "bluerov-pair", "stewart"])
def test_closed_robots_are_differentiated_along_their_manifold(name, method):
    """Against the linear system, whose own tests are by differences."""
    robot = pl.load(name)
    (q, u), f = moving_state(robot), pl.dynamics(robot, method=method)
    np.testing.assert_allclose(f.acceleration(q, u), pl.acceleration(robot, q, u), rtol=1e-9)
    found, linear = f.derivatives(q, u), pl.linearize(robot, q, u)
    n = linear.basis.shape[1]
    own = [robot.speeds.index(label[2:-1]) for label in linear.states[:n]]
    along = (found.q @ linear.basis + found.u @ linear.carried)[own]
    assert relative(along, linear.A[n:, :n]) < 1e-9
    assert relative((found.u @ linear.basis)[own], linear.A[n:, n:]) < 1e-9
    assert relative(found.tau[own], linear.B_effort[n:]) < 1e-9
    # the same one by one, for one state and for many
    tau, dq, du, dtau, w = np.random.default_rng(2).normal(size=(5, f.nv))
    found = f.derivatives(q, u, tau)
    value, rate = f.jvp(q, u, tau, dq, du, dtau)
    np.testing.assert_array_equal(value, f.acceleration(q, u, tau))
    assert relative(rate, found.q @ dq + found.u @ du + found.tau @ dtau) < 1e-11
    gradient = f.vjp(q, u, tau, w)
    for part, whole in zip(gradient, found, strict=True):
        assert relative(part, w @ whole) < 1e-11
    many = f.vjp(q, np.array([u, 0.5 * u]), tau, w)
    np.testing.assert_array_equal(many.q[0], gradient.q)
    with pytest.raises(PelagosError, match="u: shape"):
        f.derivatives(q, u[1:])


def test_derivatives_of_very_large_robots_are_refused(monkeypatch):
    monkeypatch.setattr(dynamics_module, "LARGEST", 100)
    q, u, tau = (a[0] for a in states_of(pl.load("double-pendulum"), 1))
    f = pl.dynamics("double-pendulum")
    np.testing.assert_array_equal(
        f.acceleration(q, u, tau), pl.acceleration("double-pendulum", q, u, tau)
    )
    with pytest.raises(PelagosError, match=r"a program of \d+ instructions.*\n.*smaller robot"):
        f.derivatives(q, u)


def test_scenarios_act():
    f = pl.dynamics("bluerov-heavy", "surge")
    q, u = f.robot.initial_state()
    pushed = max(abs(f.acceleration(q, u, t=t)[0]) for t in np.linspace(0.0, 10.0, 21))
    assert pushed > 10 * abs(pl.dynamics("bluerov-heavy").acceleration(q, u)[0])


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda f: f.acceleration([0.0], [0.0, 0.0]), "q: shape"),
        (lambda f: f.acceleration([0.0, 0.0], [0.0]), "u: shape"),
        (lambda f: f.derivatives([0.0, 0.0], [0.0]), "u: shape"),
        (lambda f: f.derivatives(np.zeros((2, 2)), np.zeros((3, 2))), "2 rows of q beside 3 rows"),
        (lambda f: f.jacobian([0.0, 0.0], "hand"), "body: there is no 'hand'"),
    ],
)
def test_bad_input_is_refused_by_name(call, named):
    with pytest.raises(PelagosError, match=named):
        call(pl.dynamics("double-pendulum"))


def test_unknown_formulations_are_refused():
    with pytest.raises(PelagosError, match="formulation 'lagrange'"):
        pl.dynamics("double-pendulum", method="lagrange")
