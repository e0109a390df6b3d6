"""Displacements of states with attitudes: there and back, slopes, and the numbers themselves."""

import numpy as np
import pytest

import pelagos as pl
from pelagos.march.engine import Engine
from pelagos.mechanism.robot import compile_robot
from pelagos.predictive.displacements import Displacements

SPHERICAL = """
name: ball
bodies:
  raft: {joint: free, mass: 1, inertia: [1, 1, 1]}
  ball: {parent: raft, joint: spherical, mass: 1, inertia: [1, 1, 1]}
  slide: {parent: ball, joint: {prismatic: x}, mass: 1, inertia: [1, 1, 1]}
"""


@pytest.fixture(scope="module")
def engine():
    return Engine([compile_robot(pl.loads(SPHERICAL))])


def states(robot, count, seed):
    """With attitudes of all kinds, turned by less than half a turn from each other."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(count, robot.nq + robot.nv))
    for first in robot.quaternions.tolist():
        q = np.array([1.0, 0.3, -0.2, 0.4]) + 0.4 * rng.normal(size=(count, 4))
        x[:, first : first + 4] = q / np.linalg.norm(q, axis=1, keepdims=True)
    return x


def test_there_and_back(engine):
    own = Displacements(engine.robot)
    a, b = states(engine.robot, 20, 1), states(engine.robot, 20, 2)
    back = own.moved(a, own.between(a, b))
    for first in engine.robot.quaternions.tolist():  # q and -q are one attitude
        turn = slice(first, first + 4)
        back[:, turn] *= np.sign(np.sum(back[:, turn] * b[:, turn], axis=1, keepdims=True))
    assert np.abs(back - b).max() < 1e-13


def test_small_turns_are_exact():
    """Of 1e-9 rad, where a series takes over, and of none at all."""
    robot = compile_robot(pl.load("free-body"))
    own = Displacements(robot)
    x = states(robot, 1, 3)
    for size in (0.0, 1e-9, 1e-5, 1e-3):
        dx = np.zeros((1, own.size))
        dx[0, 3:6] = size * np.array([1.0, -2.0, 0.5])
        assert np.abs(own.between(x, own.moved(x, dx)) - dx).max() <= 1e-15 + 1e-12 * size
        assert np.isfinite(own.slopes(x, own.moved(x, dx))).all()


def test_slopes_against_differences(engine):
    own = Displacements(engine.robot)
    a, b = states(engine.robot, 6, 4), states(engine.robot, 6, 5)
    slopes, h = own.slopes(a, b), 1e-6
    for k in range(own.size):
        step = np.zeros((6, own.size))
        step[:, k] = h
        found = own.between(a, own.moved(b, step)) - own.between(a, own.moved(b, -step))
        assert slopes[:, :, k] == pytest.approx(found / (2.0 * h), abs=2e-9)


def test_columns_are_those_of_the_equations_and_rows_undo_them(engine):
    robot, own = engine.robot, Displacements(engine.robot)
    x = states(robot, 1, 6)
    columns = own.columns(x)[0]
    given = np.hstack([np.tile(np.append(x[0], 0.0), (robot.nv, 1)), np.eye(robot.nv)])
    moves = engine.run("shift", 0.0, given)  # dq/dt = N(q) u
    assert columns[: robot.nq, : robot.nv] == pytest.approx(moves.T, abs=1e-14)
    assert own.rows(x)[0] @ columns == pytest.approx(np.eye(own.size), abs=1e-14)


def test_prescribed_joints_are_displaced_by_nothing():
    own = Displacements(compile_robot(pl.load("snake20")))
    assert not any("joint" in name for name in own.names)
    assert len(own.names) == own.size
