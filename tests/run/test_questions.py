"""Questions at a state: shapes, many states at once, and refusals in words."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.errors import ModelError, PelagosError
from pelagos.march.settings import read_robot
from pelagos.model import Robot
from tests.dressed import dressed_robot
from tests.trees import random_state


@pytest.fixture(scope="module")
def robot() -> Robot:
    return dressed_robot(2, 6)


def test_many_states_at_once(robot):
    states = [random_state(robot, seed) for seed in range(5)]
    q, u = (np.array(part) for part in zip(*states, strict=True))
    udot = pl.acceleration(robot, q, u)
    assert udot.shape == u.shape
    # one row of efforts serves all states
    tau = np.linspace(-1.0, 1.0, u.shape[1])
    together = pl.acceleration(robot, q, u, tau, 0.2)
    for i in range(5):
        np.testing.assert_array_equal(together[i], pl.acceleration(robot, q[i], u[i], tau, 0.2))
    assert pl.bias_forces(robot, q, u).shape == u.shape
    assert pl.inverse_dynamics(robot, q, u, udot).shape == u.shape


def test_shapes_of_one_state(robot):
    q, u = random_state(robot, 1)
    nv = len(u)
    assert pl.acceleration(robot, q, u).shape == (nv,)
    assert pl.mass_matrix(robot, q).shape == (nv, nv)
    assert pl.momentum(robot, q, u).shape == (6,)
    assert [*pl.poses(robot, q)] == [*pl.jacobians(robot, q)] == [*robot.order]
    position, orientation = pl.poses(robot, q)[robot.order[0]]
    assert (position.shape, orientation.shape) == ((3,), (4,))
    assert pl.jacobians(robot, q)[robot.order[0]].shape == (6, nv)
    energy = pl.energy(robot, q, u)
    assert energy.total == energy.kinetic + energy.potential


def test_a_robot_that_cannot_move():
    body = {"joint": "fixed", "mass": 1.0, "inertia": [1, 1, 1], "at": {"position": [0, 0, 2]}}
    robot = Robot(name="rock", bodies={"rock": body})
    assert pl.acceleration(robot, [], []).shape == (0,)
    assert pl.mass_matrix(robot, []).shape == (0, 0)
    assert pl.jacobians(robot, [])["rock"].shape == (6, 0)
    assert pl.energy(robot, [], []).total == pytest.approx(2 * 9.81)
    assert pl.linearize(robot, [], []).A.shape == (0, 0)
    run = pl.simulate(robot, duration=1.0)
    assert run.outcome.finished
    np.testing.assert_array_equal(run.arrays["position"][-1], [[0, 0, 2]])


@pytest.mark.parametrize("name", pl.builtin_names())
def test_names_and_paths_serve_as_robots(name):
    robot = pl.load(name)
    q, u = robot.initial_state()
    np.testing.assert_array_equal(pl.acceleration(name, q, u), pl.acceleration(robot, q, u))


def test_time_matters_to_signals_and_motions():
    arm = {"joint": {"revolute": "y"}, "mass": 1.0, "inertia": [1, 1, 1]}
    motor = {"motor": {"joint": "arm", "input": "3*t"}}
    robot = Robot(name="arm", bodies={"arm": arm}, actuators={"m": motor}, gravity=[0, 0, 0])
    assert pl.acceleration(robot, [0.0], [0.0], t=2.0) == pytest.approx([6.0])
    motion = {"motion": {"joint": "arm", "input": "t^2"}}
    driven = Robot(name="arm", bodies={"arm": arm}, actuators={"m": motion})
    assert pl.energy(driven, t=2.0).kinetic == pytest.approx(8.0)
    assert pl.poses(driven, t=0.5)["arm"][1][2] == pytest.approx(np.sin(0.125))
    assert pl.acceleration(driven, [0.0], [0.0], t=2.0) == pytest.approx([2.0])


Q, U = [0.0, 0.1], [0.0, 0.0]
MANY = np.zeros((3, 2))


@pytest.mark.parametrize(
    ("ask", "hint"),
    [
        (lambda: pl.acceleration("cart-pole", [0.0], U), "q: 1 numbers where the robot has 2"),
        (lambda: pl.acceleration("cart-pole", Q, [0.0] * 3), "u: 3 numbers"),
        (lambda: pl.acceleration("cart-pole", Q, U, [1.0]), "tau: 1 numbers"),
        (lambda: pl.acceleration("cart-pole", Q, MANY), "u: shape (3, 2) beside 1 states"),
        (lambda: pl.acceleration("cart-pole", MANY, U, np.zeros((2, 2))), "tau: shape (2, 2)"),
        (lambda: pl.acceleration("cart-pole", np.zeros((1, 1, 2)), U), "q: shape (1, 1, 2)"),
        (lambda: pl.inverse_dynamics("cart-pole", Q, U, [1.0]), "udot: 1 numbers"),
        (lambda: pl.energy("cart-pole", MANY, MANY), "one state is asked for"),
        (lambda: pl.momentum("cart-pole", MANY, MANY), "one state is asked for"),
        (lambda: pl.poses("cart-pole", MANY), "one state is asked for"),
        (lambda: pl.jacobians("cart-pole", MANY), "one state is asked for"),
        (lambda: pl.mass_matrix("cart-pole", MANY), "one state is asked for"),
        (lambda: pl.linearize("cart-pole", [0.0], U), "q: 1 numbers"),
        (lambda: pl.linearize("cart-pole", MANY, MANY), "one state is asked for"),
        (lambda: pl.acceleration("cart-pole", Q, U, method="kanes"), "no formulation 'kanes'"),
        (lambda: pl.simulate("pendulum", integrator="rk5"), "integrator: there is no 'rk5'"),
        (lambda: pl.simulate("pendulum", duration=0.0), "duration: 0 is not a positive number"),
        (lambda: pl.simulate("pendulum", step=float("nan")), "step: nan"),
        (lambda: pl.simulate("pendulum", every=1e-9), "choose a longer output interval"),
        (lambda: pl.simulate("pendulum", max_steps=0), "max_steps: 0"),
    ],
)
def test_refusals(ask, hint):
    with pytest.raises(PelagosError) as refused:
        ask()
    assert hint in str(refused.value)


def test_unknown_names_are_answered_with_near_ones():
    with pytest.raises(PelagosError, match="double-pendulum"):
        pl.acceleration("double-pendulm", Q, U)
    with pytest.raises(ModelError, match="swing"):
        pl.simulate("pendulum", "swnig")


def test_the_output_grid():
    """Multiples of `every` and the end, which is hit exactly."""
    run = pl.simulate("pendulum", duration=1.0, every=0.3)
    np.testing.assert_allclose(run.arrays["time"], [0, 0.3, 0.6, 0.9, 1.0], rtol=1e-15)
    run = pl.simulate("pendulum", duration=0.7, every=0.1)
    assert len(run.arrays["time"]) == 8
    assert run.arrays["time"][-1] == 0.7
    assert len(pl.simulate("pendulum", duration=1.0).arrays["time"]) == 501
    assert pl.simulate("pendulum", duration=1.0, every=5.0).arrays["time"].tolist() == [0.0, 1.0]


def test_a_tighter_rtol_tightens_atol():
    """Asked for more digits, a run is not held back by the absolute tolerance of the default."""

    def tolerances(**words):
        settings = pl.simulate("pendulum", duration=0.1, **words).header.integrator
        return settings["rtol"], settings["atol"]

    assert tolerances() == (1e-6, 1e-9)
    assert tolerances(rtol=1e-3) == (1e-3, 1e-9)
    assert tolerances(rtol=1e-10) == pytest.approx((1e-10, 1e-13))
    assert tolerances(rtol=1e-10, atol=1e-5) == (1e-10, 1e-5)


def test_built_in_robots_are_read_once():
    assert read_robot("pendulum", None) is read_robot("pendulum", None)
    assert read_robot("pendulum", {"gravity": [0, 0, -1]}).gravity == (0.0, 0.0, -1.0)
    assert read_robot("pendulum", None).gravity == (0.0, 0.0, -9.81)
