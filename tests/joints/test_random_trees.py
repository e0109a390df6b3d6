"""Trees of every kind in the table: formulations agree, and inverse dynamics gives efforts back."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.programs.robot import FORMULATIONS
from tests.trees import KINDS, random_robot, random_state
from tests.twins import relative


@pytest.mark.parametrize("seed", range(2))
def test_formulations_agree(seed):
    robot = random_robot(seed, 10, kinds=KINDS, armature=True)
    q, u = random_state(robot, seed)
    tau = np.random.default_rng(seed).normal(size=len(u))
    found = [pl.acceleration(robot, q, u, tau, method=method) for method in FORMULATIONS]
    for other in found[1:]:
        assert relative(other, found[0]) < 1e-9
    assert relative(pl.inverse_dynamics(robot, q, u, found[0]), tau) < 1e-9
