"""Robots with many speeds: programs with a loop between them, and straight ones, agree."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.mechanism.robot import compile_robot
from pelagos.model import Robot
from pelagos.programs import large
from pelagos.programs.numbers import flat, numbers_of
from pelagos.programs.robot import Programs
from pelagos.tape.machine.composed import Composed
from tests.arrays import relative
from tests.closed import closed_robot
from tests.dressed import dressed_robot
from tests.rafts import raft
from tests.trees import random_state, starting_at

METHODS = list(large.DENSE)
ALWAYS, NEVER = 0, 10_000  # sizes beyond which robots go through the loop
TIME = 0.3


def robots():
    """Trees and closed mechanisms with drives, welded vehicles, gears that do not meet."""
    for seed in range(2):
        tree = dressed_robot(seed, 8, spatial=seed % 2 == 0)
        yield tree, *random_state(tree, seed)
        tree = starting_at(tree, *random_state(tree, seed))
        loops = closed_robot(tree, seed, ("hinge", "distance", "gear"))
        yield loops, *loops.written_state()
    for robot in (raft(1, 2, seed=3), geared()):
        q, u = robot.written_state()
        yield robot, q, np.random.default_rng(1).normal(size=len(u))


def geared():
    """Two pairs of wheels on their own stands, the first of each pair driven or not."""
    wheel = {"joint": {"revolute": "z"}, "mass": 1.0, "inertia": [0.1, 0.1, 0.2]}
    return Robot(
        name="gears",
        bodies={name: {**wheel, "at": [i, 0, 0]} for i, name in enumerate("abcd")},
        constraints={
            "first": {"gear": {"joints": {"a": 2.0, "b": 1.0}, "value": 0.0}},
            "second": {"gear": {"joints": {"c": 3.0, "d": 1.0}, "value": "0.2*sin(t)"}},
        },
        actuators={"drive": {"motion": {"joint": "a", "input": "0.3*t^2"}}},
    )


def rates(robot, method, x, lanes=1):
    """Everything that the program `rates` gives; and its groups of rows."""
    compiled = compile_robot(robot)
    made = Programs(compiled, numbers_of([compiled]), method)
    made.lanes_for = lambda _count: lanes
    p = made.numbers.read(flat(compiled)[None])
    found = made.run("rates", np.array([TIME]), x, p, False)
    return found, made.groups, made.native("rates", lanes, False)


@pytest.mark.parametrize("method", METHODS)
def test_loops_equal_straight_programs(method, monkeypatch):
    for robot, q, u in robots():
        x = np.concatenate([q, u, [0.0]])[None]
        monkeypatch.setattr(large, "STRAIGHT", ALWAYS)
        ours, groups, native = rates(robot, method, x)
        monkeypatch.setattr(large, "STRAIGHT", NEVER)
        theirs, same, straight = rates(robot, method, x)
        assert isinstance(native, Composed)
        assert not isinstance(straight, Composed)
        assert groups == same
        assert relative(ours, theirs) < 1e-10


@pytest.mark.parametrize("method", METHODS)
def test_lanes_do_not_change_a_bit(method, monkeypatch):
    monkeypatch.setattr(large, "STRAIGHT", ALWAYS)
    robot, q, u = list(robots())[1]
    rng = np.random.default_rng(2)
    x = np.concatenate([q, u, [0.0]]) + 1e-3 * rng.normal(size=(9, len(q) + len(u) + 1))
    alone = rates(robot, method, x, 1)[0]
    for lanes in (4, 8):
        assert np.array_equal(rates(robot, method, x, lanes)[0], alone)


@pytest.mark.parametrize("method", METHODS)
def test_the_size_decides(method):
    """Speeds and rows count; nothing else is asked."""
    assert not large.is_large(method, large.STRAIGHT)
    assert large.is_large(method, large.STRAIGHT + 1)
    assert not large.is_large("newton-euler", NEVER)


def chain(count):
    solid = {"mass": 1.0, "com": [0.5, 0.1, 0.2], "inertia": [0.1, 0.2, 0.2]}
    return Robot(
        name="chain",
        bodies={
            f"b{i}": {
                "parent": f"b{i - 1}" if i else "world",
                "at": [1, 0.1, 0],
                "joint": {"revolute": "xyz"[i % 3]},
                **solid,
            }
            for i in range(count)
        },
    )


@pytest.mark.parametrize("method", METHODS)
def test_a_long_chain(method):
    robot = chain(60)
    q, u = random_state(robot, 60)
    tau = np.random.default_rng(6).normal(size=60)
    ours = pl.acceleration(robot, q, u, tau, method=method)
    assert relative(ours, pl.acceleration(robot, q, u, tau)) < 1e-10


@pytest.mark.parametrize("method", METHODS)
def test_a_batch_of_variants(method):
    """Numbers that differ are read by the program, and reach the loop."""
    robot, masses = chain(20), [0.5, 1.0, 1.7]
    words = {"duration": 0.05, "every": 0.05, "method": method}
    batch = pl.simulate_batch(robot, vary={"bodies.b3.mass": masses}, **words)
    for i, mass in enumerate(masses):
        alone = pl.simulate(robot, set={"bodies.b3.mass": mass}, **words)
        assert relative(batch.arrays["q"][i], alone.arrays["q"]) < 1e-12


@pytest.mark.parametrize("method", METHODS)
def test_a_run_with_loops(method):
    """A raft of vehicles: all welds are loose rows, which the loop answers for."""
    robot = raft(2, 2, seed=2)
    settings = {"duration": 0.2, "every": 0.1, "rtol": 1e-10, "atol": 1e-12}
    ours, theirs = (pl.simulate(robot, method=m, **settings) for m in (method, "newton-euler"))
    for name in ("q", "u", "udot"):
        assert relative(ours.arrays[name], theirs.arrays[name]) < 1e-8
