"""Whole trajectories of random trees against MuJoCo's, both far beyond the tolerance compared."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from benchmarks import peers
from tests.trees import random_robot, random_state, starting_at

pytestmark = pytest.mark.peers

DURATION = 0.5


def mujoco_end(robot, q, u, steps):
    """Coordinates and speeds at the end, by MuJoCo's RK4."""
    import mujoco

    there = peers.mujoco(robot, DURATION / steps)
    there.data.qpos[:], there.data.qvel[:] = there.state(q, u)
    for _ in range(steps):
        mujoco.mj_step(there.model, there.data)
    return there.data.qpos.copy(), there.speeds(there.data.qpos, there.data.qvel)


@pytest.mark.parametrize("seed", range(6))
def test_equal_to_mujoco(seed):
    pytest.importorskip("mujoco")
    robot = random_robot(300 + seed, 2 + seed)
    q, u = random_state(robot, seed)
    assert len(u) > 0
    run = pl.simulate(starting_at(robot, q, u), duration=DURATION, rtol=1e-11, atol=1e-12)
    q_there, u_there = mujoco_end(robot, q, u, steps=4000)
    scale = max(1.0, np.max(np.abs(u_there)))
    assert np.max(np.abs(run.arrays["q"][-1] - q_there)) / scale < 1e-7
    assert np.max(np.abs(run.arrays["u"][-1] - u_there)) / scale < 1e-7
