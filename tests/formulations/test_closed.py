"""Closed mechanisms: the same accelerations, constraint forces and drive efforts by all methods."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.march.engine import engine_of
from tests.closed import KINDS, closed_robot
from tests.dressed import dressed_robot
from tests.trees import random_state, starting_at
from tests.twins import relative

pytestmark = pytest.mark.usefixtures("asked_once")

METHODS = ["kane", "moving-frame", "udwadia-kalaba"]
ROBOTS = {
    "four-bar": "driven",
    "parallelogram": "driven",
    "slider-crank": "engine",
    "closed-chain6": None,
}


def states(robot):
    """Times and states along a run, which are on the constraints."""
    run = pl.simulate(robot, duration=0.6, every=0.15, rtol=1e-9, atol=1e-11)
    arrays = run.arrays
    zeros = np.zeros((len(arrays["time"]), 1))
    return np.asarray(arrays["time"]), np.hstack([arrays["q"], arrays["u"], zeros])


def agree(robot, times, x, method, tolerance=1e-9):
    ours = engine_of(robot, method).observe(times, x, 0)
    theirs = engine_of(robot).observe(times, x, 0)
    assert relative(ours.dx, theirs.dx) < tolerance
    assert relative(ours.row_forces, theirs.row_forces) < 1e-8
    assert relative(ours.actuation, theirs.actuation) < 1e-8
    return ours


@pytest.mark.parametrize("name", ROBOTS)
@pytest.mark.parametrize("method", METHODS)
def test_built_in_loops(name, method):
    robot = pl.load(name).resolved(ROBOTS[name])
    agree(robot, *states(robot), method)


@pytest.mark.parametrize("copies", [1, 2], ids=["independent", "redundant"])
@pytest.mark.parametrize("method", METHODS)
def test_random_loops(method, copies):
    """Every kind of constraint on dressed trees with drives, each constraint once or twice."""
    for seed in range(2):
        tree = dressed_robot(seed, 10, spatial=seed % 2 == 0)
        tree = starting_at(tree, *random_state(tree, seed))
        robot = closed_robot(tree, seed, KINDS if copies == 1 else KINDS[3 * seed :][:3], copies)
        q, u = robot.written_state()
        agree(robot, np.array([0.0]), np.concatenate([q, u, [0.0]])[None], method)


def driven_loop():
    """A four-bar whose crank is prescribed; the rocker has a spring."""
    words = pl.load("four-bar").to_dict()
    words["actuators"] = {"drive": {"motion": {"joint": "crank", "input": "start + 0.2*sin(2*t)"}}}
    words["bodies"]["rocker"]["joint"]["stiffness"] = 3.0
    words["scenarios"] = {}
    words["initial"]["crank"] = {"angle": "start", "rate": 0.4}
    return pl.Robot(**words)


@pytest.mark.parametrize("method", METHODS)
def test_prescribed_crank(method):
    """A closed loop that a prescribed joint drives: no freedom is left, the effort is found."""
    robot = driven_loop()
    seen = agree(robot, *states(robot), method)
    assert np.max(np.abs(seen.actuation)) > 0.1


def geared():
    """Two wheels in gear; the first is prescribed and turns the second, which bears a torque."""
    wheel = {"joint": {"revolute": "z"}, "mass": 1.0, "inertia": [0.1, 0.1, 0.2]}
    return pl.Robot(
        name="gears",
        gravity=[0, 0, 0],
        bodies={"a": wheel, "b": {**wheel, "at": [1.0, 0.0, 0.0]}},
        constraints={"mesh": {"gear": {"joints": {"a": 2.0, "b": 1.0}, "value": 0.0}}},
        actuators={
            "drive": {"motion": {"joint": "a", "input": "0.3*t^2"}},
            "load": {"motor": {"joint": "b", "input": 5.0}},
        },
    )


@pytest.mark.parametrize("method", ["newton-euler", "udwadia-kalaba", *METHODS])
def test_prescribed_gear(method):
    """Virtual work: the drive turns both inertias and carries the load through the ratio."""
    robot = geared()
    found = engine_of(robot, method).observe(np.array([1.0]), np.zeros((1, 5)), 0)
    rate = 0.6  # of a; b turns at -2 times that
    drive = 0.2 * rate + 2.0 * (5.0 + 0.2 * 2.0 * rate)
    np.testing.assert_allclose(found.dx[0, 2:4], [rate, -2.0 * rate], rtol=1e-13)
    np.testing.assert_allclose(found.actuation[0], [drive, 5.0], rtol=1e-13)
    # what the drive and the load do is what the wheels gain
    assert found.dx[0, -1] == pytest.approx(0.2 * rate**2 + 0.2 * (2.0 * rate) ** 2, rel=1e-13)
