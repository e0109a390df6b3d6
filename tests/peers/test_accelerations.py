"""Forward dynamics of random trees against Pinocchio, MuJoCo and DART."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from benchmarks import peers
from tests.trees import random_robot, random_state

pytestmark = pytest.mark.peers

SIZES = [1, 2, 3, 5, 8, 13, 21, 34, 60]


def relative(ours, theirs):
    return np.max(np.abs(ours - theirs), initial=0.0) / max(
        1.0, np.max(np.abs(theirs), initial=0.0)
    )


@pytest.mark.parametrize("bodies", SIZES)
def test_equal_to_pinocchio(bodies):
    """Every joint kind, rotor inertia, gravity in any direction, efforts at every joint."""
    pytest.importorskip("pinocchio")
    for seed in range(2):
        robot = random_robot(1000 * bodies + seed, bodies, armature=True)
        q, u = random_state(robot, seed)
        tau = np.random.default_rng(seed).normal(size=len(u))
        ours = pl.acceleration(robot, q, u, tau)
        assert relative(ours, peers.pinocchio(robot).acceleration(q, u, tau)) < 1e-10


@pytest.mark.parametrize("bodies", SIZES)
def test_any_inertia_equal_to_dart(bodies):
    """General 6x6 inertias; gravity off, because DART would weigh all of them."""
    pytest.importorskip("dartpy")
    for seed in range(2):
        robot = random_robot(2000 * bodies + seed, bodies, spatial=True, gravity=False)
        q, u = random_state(robot, seed)
        tau = np.random.default_rng(seed).normal(size=len(u))
        ours = pl.acceleration(robot, q, u, tau)
        assert relative(ours, peers.dart(robot).acceleration(q, u, tau)) < 1e-10


def test_peers_agree_with_each_other():
    """The conversions themselves, without Pelagos: three engines, one robot."""
    pytest.importorskip("pinocchio")
    pytest.importorskip("dartpy")
    for seed in range(5):
        robot = random_robot(seed, 12)
        q, u = random_state(robot, seed)
        assert (
            relative(
                peers.dart(robot).acceleration(q, u), peers.pinocchio(robot).acceleration(q, u)
            )
            < 1e-10
        )
