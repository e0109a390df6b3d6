"""A given state is used, of prescribed joints, too; only without one are these where they move.

The reference is the robot with its motions taken away, which has no choice but to use the state.
"""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.programs.robot import FORMULATIONS
from tests.dressed import dressed_robot, driven_speeds, released
from tests.trees import random_state
from tests.twins import moved, relative

pytestmark = pytest.mark.usefixtures("asked_once")

T = 0.7
ROBOTS = {
    "snake20": pl.load("snake20").resolved("spiral"),
    "eel": pl.load("eel").resolved("serpenoid"),
    "random 4": dressed_robot(4, 9),
    "random 5": dressed_robot(5, 8, spatial=True),
}
ROUNDING = 1e-12


@pytest.fixture(params=ROBOTS)
def asked(request):
    """The robot, the same without motions, a state, and the speeds that are prescribed."""
    robot = ROBOTS[request.param]
    held = [*driven_speeds(robot).values()]
    assert held
    assert robot.prescribed == tuple(robot.speeds[v] for v in sorted(held))
    return robot, released(robot), *random_state(robot, 3), sorted(held)


def test_facts_are_those_of_the_given_state(asked):
    robot, free, q, u, _ = asked
    assert pl.energy(robot, q, u, T) == pl.energy(free, q, u, T)
    np.testing.assert_array_equal(pl.momentum(robot, q, u, T), pl.momentum(free, q, u, T))
    for name, (position, orientation) in pl.poses(robot, q, T).items():
        theirs = pl.poses(free, q, T)[name]
        np.testing.assert_array_equal(position, theirs[0])
        np.testing.assert_array_equal(orientation, theirs[1])
    for name, J in pl.jacobians(robot, q).items():
        np.testing.assert_array_equal(J, pl.jacobians(free, q)[name])
    assert pl.energy(robot, q, u).kinetic > 0
    assert pl.energy(robot, q, u).kinetic == pytest.approx(
        u @ pl.mass_matrix(robot, q) @ u / 2, rel=1e-12
    )


def test_inverse_dynamics_takes_given_accelerations(asked):
    robot, free, q, u, _ = asked
    udot = np.random.default_rng(1).normal(size=len(u))
    theirs = pl.inverse_dynamics(free, q, u, udot, T)
    assert relative(pl.inverse_dynamics(robot, q, u, udot, T), theirs) < ROUNDING
    assert relative(pl.bias_forces(robot, q, u, T), pl.bias_forces(free, q, u, T)) < ROUNDING


@pytest.mark.parametrize("method", FORMULATIONS)
def test_prescribed_joints_accelerate_as_their_signals_say(asked, method):
    """And the others such that no effort is missing there; reactions are those of this motion."""
    robot, free, q, u, held = asked
    udot = pl.acceleration(robot, q, u, t=T, method=method)
    following = pl.acceleration(robot, t=T, method=method)
    np.testing.assert_array_equal(udot[held], following[held])
    efforts = pl.inverse_dynamics(free, q, u, udot, T)
    others = np.setdiff1d(np.arange(len(u)), held)
    assert np.abs(efforts[others]).max(initial=0.0) < 1e-11 * max(1.0, np.abs(efforts).max())
    # the motor of a prescribed joint takes the place of the motion
    tau = np.zeros(len(u))
    tau[held] = efforts[held]
    theirs = pl.acceleration(free, q, u, tau, T, method)
    assert relative(udot, theirs) < 1e-9
    for name, wrench in pl.reactions(robot, q, u, T, method).items():
        assert relative(wrench, pl.reactions(robot, q, u, T)[name]) < 1e-10


def test_matrices_are_those_of_the_given_state(asked):
    robot, free, q, u, held = asked
    ours, theirs = pl.moving_frame(robot, q, u, T), pl.moving_frame(free, q, u, T)
    for part in ("u", "B", "Bdot", "M_star", "N_star", "F_star"):
        assert relative(getattr(ours, part), getattr(theirs, part)) < ROUNDING
    assert relative(ours.M_star, pl.mass_matrix(robot, q)) < ROUNDING
    found, other = pl.kane(robot, q, u, T), pl.kane(free, q, u, T)
    others = np.setdiff1d(np.arange(len(u)), held)
    assert found.mass.shape == (len(others), len(others))
    assert relative(found.mass, other.mass[np.ix_(others, others)]) < ROUNDING
    assert relative(found.active_forces, other.active_forces[others]) < ROUNDING
    for name, V in found.partial_velocities.items():
        whole = V @ found.u + found.remainders[name]
        assert relative(whole, other.partial_velocities[name] @ other.u) < ROUNDING
    udot = pl.constraint_system(robot, q, u, T).udot
    assert relative(udot, pl.acceleration(robot, q, u, t=T)) < 1e-9


def test_without_a_state_prescribed_joints_are_where_their_signals_say():
    robot = ROBOTS["snake20"]
    run = pl.simulate(robot, duration=1.0, every=0.5, rtol=1e-10).arrays
    q, u = run["q"][-1], run["u"][-1]
    assert pl.energy(robot, t=1.0) == pl.energy(robot, q, u)
    np.testing.assert_array_equal(pl.momentum(robot, t=1.0), pl.momentum(robot, q, u))
    np.testing.assert_array_equal(pl.acceleration(robot, t=1.0), run["udot"][-1])
    np.testing.assert_array_equal(pl.moving_frame(robot, t=1.0).B, pl.moving_frame(robot, q, u).B)
    assert pl.kane(robot, t=1.0).mass.shape == (0, 0)
    for name, (position, _) in pl.poses(robot, t=1.0).items():
        there = run["position"][-1, robot.order.index(name)]
        np.testing.assert_array_equal(position, there)


def test_without_a_state_loops_are_closed_at_the_time():
    robot = pl.load("stewart").resolved("trajectory")
    run = pl.simulate(robot, duration=0.2, every=0.1, rtol=1e-10, atol=1e-12).arrays
    ours = pl.poses(robot, t=0.2)["platform"][0]
    assert robot.prescribed
    np.testing.assert_allclose(ours, run["position"][-1, robot.order.index("platform")], atol=1e-9)


def test_half_a_state_is_refused():
    with pytest.raises(pl.PelagosError, match=r"u: missing beside q\n    give both, or neither"):
        pl.energy("snake20", np.zeros(20))
    with pytest.raises(pl.PelagosError, match="q: missing beside u"):
        pl.acceleration("snake20", u=np.zeros(20))


def test_linearisation_leaves_prescribed_joints_out():
    """A against differences of the accelerations of the other joints."""
    robot = ROBOTS["random 4"]
    q, u = random_state(robot, 4)
    others = [v for v, label in enumerate(robot.speeds) if label not in robot.prescribed]
    labels = [robot.speeds[v] for v in others]
    found = pl.linearize(robot, q, u, T)
    assert found.states == (*(f"s[{x}]" for x in labels), *(f"u[{x}]" for x in labels))
    np.testing.assert_array_equal(found.basis, np.eye(len(u))[:, others])
    n, h = len(others), 1e-5
    for k, v in enumerate(others):
        s = h * np.eye(len(u))[v]
        ends = [
            pl.acceleration(robot, moved(robot, q, sign * s), u, t=T)[others] for sign in (1, -1)
        ]
        slope = (ends[0] - ends[1]) / (2 * h)
        np.testing.assert_allclose(found.A[n:, k], slope, atol=1e-6 * np.abs(found.A).max())


@pytest.mark.parametrize("question", [pl.linearize, pl.modes, pl.equilibrium])
def test_nothing_is_asked_of_a_robot_without_a_free_joint(question):
    with pytest.raises(pl.PelagosError, match="all 20 degrees of freedom of snake20 are prescr"):
        question("snake20")


def test_no_rest_while_prescribed_joints_move():
    words = {"name": "bead", "actuators": {"spin": {"motion": {"joint": "rod", "input": "2*t"}}}}
    body = {"mass": 1, "inertia": [1, 1, 1]}
    bead = {**body, "parent": "rod", "joint": {"prismatic": "x", "stiffness": 5}}
    words["bodies"] = {"rod": {**body, "joint": {"revolute": "z"}}, "bead": bead}
    with pytest.raises(pl.PelagosError, match="rod is prescribed and moves at t = 0"):
        pl.modes(pl.Robot(**words))
    words["actuators"]["spin"]["motion"]["input"] = 0.3
    assert pl.modes(pl.Robot(**words)).frequencies == pytest.approx(5**0.5 / (2 * np.pi))
