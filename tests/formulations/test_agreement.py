"""All formulations against the recursion, on random trees with everything in them."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.equations import kane, moving_frame
from pelagos.equations.mechanism import given
from pelagos.march.engine import engine_of
from tests.dressed import dressed_robot
from tests.trees import random_robot, random_state
from tests.twins import relative, twin

pytestmark = pytest.mark.usefixtures("asked_once")

METHODS = ["kane", "moving-frame", "udwadia-kalaba"]
DRIVERS = {"kane": kane, "moving-frame": moving_frame}
TIME = 0.7


def seen(robot, q, u, method, t=TIME):
    state = np.concatenate([q, u, [0.0]])[None]
    return engine_of(robot, method).observe(np.array([t]), state, 0, given=True)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("spatial", [False, True])
@pytest.mark.parametrize("bodies", [1, 2, 3, 5, 8, 13])
def test_equal_to_the_recursion(method, bodies, spatial):
    """Accelerations, efforts of prescribed joints and power."""
    for seed in range(2):
        robot = dressed_robot(100 * bodies + seed, bodies, spatial=spatial)
        q, u = random_state(robot, seed)
        ours, theirs = seen(robot, q, u, method), seen(robot, q, u, "newton-euler")
        assert relative(ours.dx, theirs.dx) < 1e-11
        assert relative(ours.actuation, theirs.actuation) < 1e-11


@pytest.mark.parametrize("method", METHODS)
def test_efforts_at_the_joints(method):
    robot = random_robot(5, 12, armature=True)
    q, u = random_state(robot, 5)
    tau = np.random.default_rng(5).normal(size=len(u))
    ours = pl.acceleration(robot, q, u, tau, method=method)
    assert relative(ours, pl.acceleration(robot, q, u, tau)) < 1e-11


@pytest.mark.parametrize("method", DRIVERS)
def test_plain_python_equals_lanes(method):
    for seed in range(4):
        robot = dressed_robot(seed, 9, spatial=seed % 2 == 1)
        q, u = random_state(robot, seed)
        m, state = twin(robot), (TIME, q.tolist(), u.tolist())
        found = DRIVERS[method].affine(m, given(m, *state))
        assert relative(found.udot, pl.acceleration(robot, q, u, t=TIME, method=method)) < 1e-12
        lanes = seen(robot, q, u, method).actuation[0]
        for v, effort in found.efforts.items():
            body, _, dof = robot.speeds[v].partition(".")
            place = list(robot.actuators).index(f"{body}-motion{dof}")
            assert relative(effort, lanes[place]) < 1e-12


@pytest.mark.parametrize("method", METHODS)
def test_lanes_do_not_depend_on_each_other(method):
    """Many states at once, to the bit as one by one."""
    robot = dressed_robot(3, 10)
    states = [random_state(robot, seed) for seed in range(11)]
    q, u = (np.array(part) for part in zip(*states, strict=True))
    together = pl.acceleration(robot, q, u, t=TIME, method=method)
    for row, one_q, one_u in zip(together, q, u, strict=True):
        assert np.array_equal(row, pl.acceleration(robot, one_q, one_u, t=TIME, method=method))


@pytest.mark.parametrize("method", METHODS)
def test_batch_equals_single_runs(method):
    words = {"duration": 0.2, "every": 0.05, "method": method}
    masses = [0.5, 1.0, 1.7]
    batch = pl.simulate_batch("double-pendulum", vary={"bodies.lower.mass": masses}, **words)
    for i, mass in enumerate(masses):
        alone = pl.simulate("double-pendulum", set={"bodies.lower.mass": mass}, **words)
        assert np.array_equal(batch.arrays["q"][i], alone.arrays["q"])


@pytest.mark.parametrize("method", METHODS)
def test_energy_is_kept(method):
    """A tree without losses keeps its energy over a run."""
    robot = random_robot(11, 5, kinds=("free", "revolute", "spherical", "universal", "planar"))
    run = pl.simulate(robot, duration=0.5, every=0.1, rtol=1e-10, atol=1e-12, method=method)
    total = run.arrays["kinetic_energy"] + run.arrays["potential_energy"]
    assert np.ptp(total) < 1e-8 * max(1.0, np.max(np.abs(run.arrays["kinetic_energy"])))
