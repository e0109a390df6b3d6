"""scipy's solvers behind the same names: they agree with the compiled march, and bear stiffness."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.march.engine import engine_of
from pelagos.model import Robot
from tests.dressed import dressed_robot
from tests.trees import random_state, starting_at

SOLVERS = ["radau", "lsoda", "bdf"]


@pytest.fixture(scope="module")
def robot() -> Robot:
    """Quaternions, prescribed joints, corners of inputs, every force element."""
    found = dressed_robot(4, 9)
    assert {"motion", "torque", "servo"} <= {a.kind for a in found.actuators.values()}
    return starting_at(found, *random_state(found, 4))


@pytest.mark.parametrize("integrator", SOLVERS)
def test_equal_to_the_march(robot, integrator):
    words = {"duration": 1.0, "every": 0.04}
    march = pl.simulate(robot, rtol=1e-11, atol=1e-12, **words)
    stiff = pl.simulate(robot, integrator=integrator, rtol=1e-8, atol=1e-9, **words)
    assert stiff.outcome.finished
    assert stiff.outcome.evaluations > stiff.outcome.steps > 0
    # multistep methods keep their tolerance per step, not in total
    tolerance = 1e-5 if integrator == "bdf" else 1e-6
    for name in ("q", "u", "position", "orientation", "work"):
        size = 1.0 + np.max(np.abs(march.arrays[name]))
        assert np.max(np.abs(stiff.arrays[name] - march.arrays[name])) < tolerance * size, name
    for start in engine_of(robot).robot.quaternions:
        length = np.linalg.norm(stiff.arrays["q"][:, start : start + 4], axis=1)
        np.testing.assert_allclose(length, 1.0, rtol=0, atol=4e-16)


@pytest.mark.parametrize("integrator", SOLVERS)
def test_a_stiff_joint_costs_few_steps(integrator):
    """Time constants of 1e-4 and 10 s: an explicit method pays for the first all the time."""
    joint = {"prismatic": "x", "stiffness": 1e3, "damping": 1e4}
    body = {"joint": joint, "mass": 1.0, "inertia": [1, 1, 1]}
    robot = Robot(
        name="stiff", gravity=[0, 0, 0], bodies={"b": body}, initial={"b": {"position": 1.0}}
    )
    stiff = pl.simulate(robot, duration=20.0, integrator=integrator)
    explicit = pl.simulate(robot, duration=20.0, integrator="dopri5")
    assert stiff.outcome.steps < 500 < 10_000 < explicit.outcome.steps
    root = (-1e4 + np.sqrt(1e8 - 4e3)) / 2
    exact = np.exp(root * stiff.arrays["time"])
    np.testing.assert_allclose(stiff.arrays["q"][1:, 0], exact[1:], atol=3e-5)


@pytest.mark.parametrize("integrator", SOLVERS)
def test_runs_are_equal_to_the_bit(integrator):
    one, two = (pl.simulate("pendulum", duration=1.0, integrator=integrator) for _ in range(2))
    np.testing.assert_array_equal(one.arrays["q"], two.arrays["q"])


def test_reaching_the_end_with_the_last_step_allowed_is_no_failure():
    steps = pl.simulate("pendulum", duration=1.0, integrator="radau").outcome.steps
    run = pl.simulate("pendulum", duration=1.0, integrator="radau", max_steps=steps)
    assert run.outcome.finished
    march = pl.simulate("pendulum", duration=1.0, rtol=1e-6)
    tried = march.outcome.steps + march.outcome.rejected
    assert pl.simulate("pendulum", duration=1.0, rtol=1e-6, max_steps=tried).outcome.finished


def test_radau_keeps_loops_closed():
    """The state itself, not the recorded samples, which are projected in any case."""
    from pelagos.march.engine import engine_of
    from pelagos.march.implicit.march import StiffMarch
    from pelagos.march.settings import settings_for

    robot = pl.load("four-bar")
    words = dict.fromkeys(("rtol", "atol", "step", "every", "max_steps"))
    settings = settings_for(robot, integrator="radau", duration=3.0, **words)
    march = StiffMarch(engine_of(robot), settings)
    gaps = []
    keep = march._return_to_constraints

    def watch(solver):
        keep(solver)
        a, b, c = (float(solver.y[k]) for k in range(3))
        end = np.array([np.cos(a) + 1.5 * np.cos(a + b), np.sin(a) + 1.5 * np.sin(a + b)])
        rocker = np.array([1.2 + 1.044 * np.cos(c), 1.044 * np.sin(c)])
        gaps.append(np.abs(end - rocker).max())

    march._return_to_constraints = watch
    while march.running:
        march.advance(3.0)
    assert len(gaps) > 50
    assert max(gaps) < 1e-12


@pytest.mark.parametrize("integrator", ["lsoda", "bdf"])
def test_solvers_with_a_history_refuse_loops(integrator):
    with pytest.raises(pl.PelagosError, match="use radau"):
        pl.simulate("four-bar", integrator=integrator, duration=0.1)
