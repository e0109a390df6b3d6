"""Exact derivatives of the rates: against differences, and both ways against each other."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.analysis.linear import differentiated
from pelagos.analysis.tangent import Manifold
from pelagos.march.engine import engine_of
from pelagos.model import Robot
from tests.closed import closed_robot
from tests.dressed import dressed_robot
from tests.trees import random_robot, random_state, starting_at

pytestmark = pytest.mark.usefixtures("asked_once")

T = 0.3


def lagging() -> Robot:
    """Thrusters with states of their own, which controllers command."""
    words = pl.load("bluerov-heavy").resolved("surge").to_dict()
    for actuator in words["actuators"].values():
        actuator["thruster"] |= {"lag": 0.2}
    return Robot(**words)


OPEN = {
    **{f"dressed {s}": lambda s=s: dressed_robot(s, 5, spatial=s % 3 == 0) for s in range(8)},
    "wet, with an arm": lambda: pl.load("rov-arm").resolved("reach"),
    "wet, as printed": lambda: pl.load("maarco").resolved("yaw"),
    "thrusters": lambda: pl.load("bluerov-heavy").resolved("surge"),
    "thrusters with lag": lagging,
    "driven, wet": lambda: pl.load("eel").resolved("serpenoid"),
    "on the ground": lambda: pl.load("snake-ground"),
    "paid out": lambda: pl.load("winch-pendulum"),
    "wings": lambda: pl.load("goland"),
    "ball joints": lambda: pl.load("cantilever"),
}
CLOSED = {
    "four-bar": lambda: pl.load("four-bar"),
    "docked": lambda: pl.load("bluerov-pair"),
    "stewart": lambda: pl.load("stewart"),
    **{f"random {s}": lambda s=s: random_closed(s, 1 + s % 2) for s in range(4)},
}


def random_closed(seed: int, copies: int) -> Robot:
    """Loops of every kind, or some of them twice."""
    tree = random_robot(seed, 7, kinds=("spherical", "free", "universal", "revolute"))
    tree = starting_at(tree, *random_state(tree, seed))
    kinds = (("ball", "distance"), ("weld",), ("hinge", "gear"), ("plane", "slider"))[seed]
    return closed_robot(tree, seed, kinds, copies)


def state_of(robot, seed=3):
    """A state with random speeds (and places, where no loop has to stay closed), with work."""
    engine, rng = differentiated(robot), np.random.default_rng(seed)
    nq, nv, x = engine.robot.nq, engine.robot.nv, engine.initial()
    if engine.robot.constraints.rows:
        session = pl.Session(robot)
        session.set_state(u=0.3 * rng.normal(size=nv))
        x[: nq + nv] = [*session.q, *session.u]
    else:
        bend = 2e-3 if robot.wings else 0.2  # a stiff beam would shoot back, and rounding with it
        x = Manifold(engine).moved(x, bend * rng.normal(size=(1, nv)))[0]
        x[nq : nq + nv] = rng.normal(size=nv)
    x[nq + nv : -1] += 0.1 * rng.normal(size=engine.robot.states.count)
    return engine, x


def difference(f, h=2e-4):
    """f'(0), of fourth order."""
    behind2, behind, ahead, ahead2 = (f(k * h) for k in (-2, -1, 1, 2))
    return (behind2 - 8.0 * behind + 8.0 * ahead - ahead2) / (12.0 * h)


def relative(found, expected):
    return np.abs(found - expected).max(initial=0.0) / (1.0 + np.abs(expected).max(initial=0.0))


@pytest.mark.parametrize("name", OPEN)
def test_slopes_are_those_of_differences(name):
    """By displacements, speeds, auxiliary states, efforts and inputs, of every element."""
    engine, x = state_of(OPEN[name]())
    robot, p, places = engine.robot, engine.variants.numbers[0], Manifold(engine)
    nq, nv, ns = robot.nq, robot.nv, robot.states.count
    tau = np.random.default_rng(1).normal(size=nv)
    slopes = engine.programs.derivatives.slopes(T, x, p, tau)

    def rates(x, tau=tau):
        return engine.rates(np.array([T]), x[None], tau[None], by_signals=False)[0, nq:-1]

    np.testing.assert_allclose(slopes.rates, rates(x), rtol=1e-12, atol=1e-11)
    by = {"s": [], "u": [], "states": [], "tau": []}
    units, step = np.eye(len(x)), 1e-3
    for k, e in enumerate(np.eye(nv), nq):
        by["s"].append(difference(lambda h, e=e: rates(places.moved(x, h * e[None])[0])))
        by["u"].append(difference(lambda h, k=k: rates(x + h * units[k]), step))
        by["tau"].append(difference(lambda h, e=e: rates(x, tau + h * e), 1.0))  # linear
    for k in range(nq + nv, nq + nv + ns):
        by["states"].append(difference(lambda h, k=k: rates(x + h * units[k]), step))
    for field, columns in by.items():
        expected = np.array(columns).reshape(-1, nv + ns).T
        assert relative(getattr(slopes, field), expected) < 1e-8, field


@pytest.mark.parametrize("name", CLOSED)
def test_slopes_along_the_manifold(name):
    """Differences of accelerations along curves of states that keep the loops closed."""
    robot = CLOSED[name]()
    engine, x = state_of(robot)
    nq, nv, places = engine.robot.nq, engine.robot.nv, Manifold(engine)
    own, p = engine.programs.derivatives, engine.variants.numbers[0]
    slopes, linear = own.slopes(0.0, x, p), pl.linearize(robot, x[:nq], x[nq : nq + nv])
    rng = np.random.default_rng(2)
    for _ in range(4):
        y, z = rng.normal(size=(2, linear.basis.shape[1]))
        s, v = linear.basis @ y, linear.basis @ z + linear.carried @ y

        def accelerations(h, s=s, v=v):
            there = places.moved(x, h * s[None])[0]
            there[nq : nq + nv] += h * v
            there = engine.restored(there, 20).x
            return engine.rates(np.zeros(1), there[None])[0, nq : nq + nv]

        expected = difference(accelerations, 1e-4)
        assert relative((slopes.s @ s + slopes.u @ v)[:nv], expected) < 1e-8


@pytest.mark.parametrize("name", ["dressed 1", "wet, with an arm", "docked", "stewart", "random 1"])
def test_directions_and_gradients_agree(name):
    """w . (J v) = v . (w J), and both are those of all derivatives."""
    robot = {**OPEN, **CLOSED}[name]()
    engine, x = state_of(robot)
    own, p, rng = engine.programs.derivatives, engine.variants.numbers[0], np.random.default_rng(4)
    tau, moves = rng.normal(size=engine.robot.nv), rng.normal(size=sum(own.widths))
    weights = rng.normal(size=engine.robot.nv + engine.robot.states.count)
    rate = own.direction(T, x, p, tau, moves)
    gradient = own.gradient(T, x, p, tau, weights)
    found = own.slopes(T, x, p, tau)
    whole = np.hstack([found.s, found.u, found.states, found.tau, found.inputs])
    assert relative(rate, whole @ moves) < 1e-11
    assert relative(gradient, weights @ whole) < 1e-11
    size = np.abs(weights) @ np.abs(whole) @ np.abs(moves)
    assert abs(weights @ rate - gradient @ moves) < 1e-11 * size


BY_STATE = ["dressed 1", "dressed 4", "driven, wet", "ball joints", "docked", "stewart"]


@pytest.mark.parametrize("name", BY_STATE)
def test_slopes_by_the_state_itself(name):
    """What implicit steps take: coordinates one by one, prescribed joints without slopes."""
    robot = {**OPEN, **CLOSED}[name]()
    _, x = state_of(robot)
    engine = engine_of(robot)
    found = engine.programs.state_slopes(T, x, engine.variants.numbers[0])
    units = np.eye(len(x))

    def rates(x):
        return engine.rates(np.array([T]), x[None], by_signals=True)[0]

    expected = np.array([difference(lambda h, e=e: rates(x + h * e)) for e in units]).T
    assert relative(found, expected) < 1e-8
