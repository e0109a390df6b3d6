"""Udwadia-Kalaba: rows of the joints, the solution as printed, elimination along the tree."""

from __future__ import annotations

import sys

import numpy as np
import pytest

import pelagos as pl
from pelagos.equations import udwadia_kalaba as uk
from pelagos.equations.affine import NO_LOOPS
from pelagos.equations.block_elimination import inverse, times
from pelagos.equations.conditions import bodies_at, joint_conditions
from pelagos.equations.mechanism import given
from pelagos.march.engine import engine_of
from pelagos.model import Robot
from tests.closed import KINDS, closed_robot
from tests.constrained import parts_of, solved
from tests.dressed import dressed_robot
from tests.trees import random_robot, random_state, starting_at
from tests.twins import relative, twin

pytestmark = pytest.mark.usefixtures("asked_once")

METHOD = "udwadia-kalaba"
TIME = 0.7


def closed(seed: int, bodies: int = 10, copies: int = 1, kinds: tuple[str, ...] = KINDS):
    """A closed mechanism on its constraints, and speeds."""
    tree = dressed_robot(seed, bodies, spatial=seed % 2 == 0)
    tree = starting_at(tree, *random_state(tree, seed))
    robot = closed_robot(tree, seed, kinds, copies)
    # speeds are put onto the constraints, too
    q, u = np.split(
        seen(robot, *robot.initial_state(), "newton-euler").x[0, :-1], [len(robot.coordinates)]
    )
    return robot, q, u


def seen(robot: Robot, q, u, method: str, t: float = 0.0):
    state = np.concatenate([q, u, [0.0]])[None]
    return engine_of(robot, method).observe(np.array([t]), state, 0)


# --- rows


def test_rows_allow_the_motion_of_the_bodies():
    """Velocities of a tree satisfy all rows of joints that are not prescribed."""
    robot = random_robot(4, 12)
    q, u = random_state(robot, 4)
    m, known = twin(robot), given(twin(robot), 0.0, q.tolist(), u.tolist())
    bodies = bodies_at(m, known)
    for condition in joint_conditions(m, known, bodies):
        total = sum(wrench.dot(bodies[i].velocity) for i, wrench in condition.on.items())
        assert abs(total) < 1e-13


# --- the printed solution and elimination


@pytest.mark.parametrize("bodies", [1, 4, 12])
def test_elimination_equals_singular_values(bodies):
    for seed in range(4):
        robot = dressed_robot(seed, bodies, spatial=seed % 2 == 1)
        q, u = random_state(robot, seed)
        dense = pl.constraint_system(robot, q, u, TIME)
        assert relative(pl.acceleration(robot, q, u, t=TIME, method=METHOD), dense.udot) < 1e-11


def test_plain_python_equals_lanes():
    for seed in range(4):
        robot = dressed_robot(seed, 9, spatial=seed % 2 == 1)
        q, u = random_state(robot, seed)
        udot = uk.forward_dynamics(twin(robot), TIME, q.tolist(), u.tolist())
        assert relative(pl.acceleration(robot, q, u, t=TIME, method=METHOD), udot) < 1e-12


def test_system_is_what_it_says():
    """M block-diagonal; M a = Q + A'f; A a = b; rotors are wheels that turn with the joint."""
    robot = dressed_robot(7, 6, spatial=True)
    q, u = random_state(robot, 7)
    s = pl.constraint_system(robot, q, u, TIME)
    assert s.A.shape == (len(s.rows), len(s.columns))
    assert s.rank == len(s.rows)
    bodies = 6 * len(robot.order)
    blocks = np.kron(np.eye(len(robot.order)), np.ones((6, 6)))
    assert not np.any(s.M[:bodies, :bodies][blocks == 0.0])
    np.testing.assert_allclose(s.M, s.M.T, atol=1e-13)
    assert relative(s.M @ s.accelerations, s.Q + s.forces) < 1e-12
    assert relative(s.A @ s.accelerations, s.b) < 1e-12
    for column, label in enumerate(s.columns):
        if label.endswith(".rotor"):
            speed = robot.speeds.index(label.removesuffix(".rotor"))
            assert s.accelerations[column] == pytest.approx(s.udot[speed], abs=1e-10)


def test_system_is_in_the_users_axes():
    robot = Robot(
        name="one",
        bodies={
            "arm": {"joint": {"revolute": "y"}, "mass": 2, "com": [1, 0, 0], "inertia": [1, 2, 3]}
        },
    )
    s = pl.constraint_system(robot, [0.3], [0.0])
    np.testing.assert_allclose(np.diag(s.M), [2, 2, 2, 1, 4, 5], atol=1e-15)
    np.testing.assert_allclose(s.accelerations[[3, 5]], 0.0, atol=1e-14)
    assert s.accelerations[4] == pytest.approx(s.udot[0])


def test_a_body_without_inertia_between_two_joints():
    """The cross of a universal joint, weightless, as a body of its own."""
    rod = {"mass": 1.0, "com": [0.1, 0.5, -0.2], "inertia": [0.1, 0.2, 0.15]}
    cross = {"mass": 0.0, "inertia": [0, 0, 0], "joint": {"revolute": "x"}}
    two = {"cross": cross, "rod": {"parent": "cross", "joint": {"revolute": "z"}, **rod}}
    one = {"rod": {"parent": "world", "joint": {"universal": ["x", "z"]}, **rod}}
    q, u = [0.4, -0.9], [1.1, 0.7]
    expected = pl.acceleration(Robot(name="one", bodies=one), q, u)
    robot = Robot(name="two", bodies=two)
    assert relative(pl.acceleration(robot, q, u, method=METHOD), expected) < 1e-13
    assert relative(pl.constraint_system(robot, q, u).udot, expected) < 1e-12


@pytest.mark.parametrize("size", [1, 3, 6])
def test_inverse_of_small_matrices(size):
    root = np.random.default_rng(size).normal(size=(size, size))
    A = root @ root.T + 0.1 * np.eye(size)
    lower = [row[: i + 1] for i, row in enumerate(A.tolist())]
    found = np.array([times(inverse(lower), unit) for unit in np.eye(size).tolist()])
    np.testing.assert_allclose(found @ A, np.eye(size), atol=1e-12)


# --- loops


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_constraint(kind):
    robot, q, u = closed(KINDS.index(kind) % 2, bodies=8, kinds=(kind,))
    ours, theirs = seen(robot, q, u, METHOD), seen(robot, q, u, "newton-euler")
    dense = pl.constraint_system(robot, q, u)
    assert relative(ours.dx, theirs.dx) < 1e-10
    assert relative(ours.row_forces, theirs.row_forces) < 1e-9
    assert relative(dense.udot, ours.dx[0][len(q) : -1]) < 1e-9


def test_all_kinds_at_once():
    robot, q, u = closed(5, bodies=16)
    ours, theirs = seen(robot, q, u, METHOD), seen(robot, q, u, "newton-euler")
    assert relative(ours.dx, theirs.dx) < 1e-9
    assert relative(ours.row_forces, theirs.row_forces) < 1e-8


def test_rows_that_repeat_share_the_force():
    """Three times the same constraint: the same motion, each bears a third."""
    kinds = ("ball", "distance", "gear")
    once, q, u = closed(2, bodies=8, kinds=kinds)
    thrice, _, _ = closed(2, bodies=8, kinds=kinds, copies=3)
    alone, shared = seen(once, q, u, METHOD), seen(thrice, q, u, METHOD)
    assert relative(shared.dx, alone.dx) < 1e-10
    for name, force in _by_name(thrice, shared).items():
        original = _by_name(once, alone)[f"{name.partition('-')[0]}-0"]
        assert relative(3.0 * force, original) < 1e-8
    dense = pl.constraint_system(thrice, q, u)
    assert dense.rank == pl.constraint_system(once, q, u).rank
    assert relative(dense.udot, alone.dx[0][len(q) : -1]) < 1e-9
    assert relative(dense.multipliers[-15:], shared.row_forces[0]) < 1e-8


def _by_name(robot: Robot, observed) -> dict[str, np.ndarray]:
    names = [row.partition(".")[0] for row in engine_of(robot).robot.constraints.row_names]
    forces = observed.row_forces[0]
    return {n: forces[[i for i, m in enumerate(names) if m == n]] for n in set(names)}


def test_the_rank_tolerance_is_obeyed():
    robot, q, u = closed(2, bodies=12, kinds=("ball",))
    assert (
        pl.constraint_system(robot, q, u, tolerance=0.5).rank
        < pl.constraint_system(robot, q, u).rank
    )


def test_lanes_with_loops_do_not_depend_on_each_other():
    robot, q, u = closed(3, kinds=("ball", "plane", "gear"))
    rng = np.random.default_rng(3)
    speeds = u + rng.normal(size=(11, len(u)))
    together = pl.acceleration(robot, np.tile(q, (11, 1)), speeds, method=METHOD)
    for row, one in zip(together, speeds, strict=True):
        assert np.array_equal(row, pl.acceleration(robot, q, one, method=METHOD))


# --- reactions


@pytest.mark.parametrize("method", ["newton-euler", "kane", METHOD])
def test_a_hanging_body_pulls_at_its_joint(method):
    robot = Robot(
        name="hanging",
        bodies={
            "rod": {"joint": {"revolute": "y"}, "mass": 3, "com": [1, 0, 0], "inertia": [1, 1, 1]}
        },
    )
    # com straight below: the rod's x axis points down
    found = pl.reactions(robot, [np.pi / 2], [0.0], method=method)["rod"]
    np.testing.assert_allclose(found, [-3 * 9.81, 0, 0, 0, 0, 0], atol=1e-12)


@pytest.mark.parametrize("bodies", [3, 10, 20])
def test_reactions_agree(bodies):
    for seed in range(2):
        robot = dressed_robot(seed, bodies, spatial=seed % 2 == 0)
        q, u = random_state(robot, seed)
        ours = pl.reactions(robot, q, u, TIME, method=METHOD)
        theirs = pl.reactions(robot, q, u, TIME)
        assert list(ours) == list(robot.order)
        assert relative(list(ours.values()), list(theirs.values())) < 1e-10
        m = twin(robot)
        known = given(m, TIME, q.tolist(), u.tolist())
        wrenches = uk.reactions(m, known, NO_LOOPS, ()).wrenches
        sizes = [np.linalg.norm(w) for w in ours.values()]
        assert relative([np.linalg.norm([*w]) for w in wrenches], sizes) < 1e-10


@pytest.mark.parametrize("copies", [1, 2])
def test_reactions_of_closed_mechanisms_agree(copies):
    for seed in range(2):
        robot, q, u = closed(seed, kinds=("ball", "distance", "gear"), copies=copies)
        ours = pl.reactions(robot, q, u, method=METHOD)
        theirs = pl.reactions(robot, q, u)
        assert relative(list(ours.values()), list(theirs.values())) < 1e-8
        m, loops = parts_of(robot, METHOD)
        known = given(m, 0.0, q.tolist(), u.tolist())
        forces = solved(uk.affine(m, known, loops)).forces
        wrenches = uk.reactions(m, known, loops, forces.tolist()).wrenches
        sizes = [np.linalg.norm(w) for w in ours.values()]
        assert relative([np.linalg.norm([*w]) for w in wrenches], sizes) < 1e-8


# --- cost


@pytest.mark.parametrize("joint", ["fixed", {"revolute": [1, 2, 3]}], ids=["docked", "hinged"])
def test_work_grows_with_the_number_of_bodies(joint):
    """Function calls of the plain twin are counted, so that twice the bodies is twice the work."""
    few, some, many = (_calls(_chain(count, joint)) for count in (10, 20, 40))
    assert many - some == 2 * (some - few)


def _chain(count: int, joint) -> Robot:
    solid = {"mass": 1.0, "com": [0.5, 0, 0], "inertia": [0.1, 0.2, 0.2]}
    links = {
        f"b{i}": {"parent": f"b{i - 1}", "at": [1, 0, 0], "joint": joint, **solid}
        for i in range(1, count)
    }
    return Robot(name="chain", bodies={"b0": solid, **links})


def _calls(robot: Robot) -> int:
    q, u = robot.initial_state()
    m, state, counted = twin(robot), (q.tolist(), (u + 0.1).tolist()), 0

    def count(_frame, event, _argument):
        nonlocal counted
        counted += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    uk.forward_dynamics(m, TIME, *state)
    sys.setprofile(before)
    return counted
