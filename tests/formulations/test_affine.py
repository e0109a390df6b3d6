"""Accelerations as affine functions of constraint forces: three derivations, floats and tapes."""

from __future__ import annotations

import numpy as np
import pytest

from pelagos.equations import udwadia_kalaba
from pelagos.equations.mechanism import given
from pelagos.model import Robot
from pelagos.model.loading import load
from tests.arrays import relative
from tests.closed import KINDS, closed_robot
from tests.constrained import AFFINE, asked, flat, parts_of, solved, taped
from tests.dressed import dressed_robot
from tests.rafts import raft
from tests.trees import random_state, starting_at

METHODS = [method for method in AFFINE if method != "newton-euler"]
TIME = 0.7
BUILT_IN = {"four-bar": "driven", "parallelogram": "driven", "closed-chain6": None, "stewart": None}


def closed(seed, copies=1, **words):
    """A robot with every kind of constraint, and a state; its speeds do not keep them."""
    tree = dressed_robot(seed, 14, spatial=seed % 2 == 0, **words)
    tree = starting_at(tree, *random_state(tree, seed))
    robot = closed_robot(tree, seed, KINDS if copies == 1 else KINDS[seed:][:2], copies)
    return robot, *robot.written_state()


def agree(robot, method, t, q, u, tolerance=1e-9):
    """With the recursion; and all numbers of the answer on a tape as in floats."""
    found = asked(robot, method, t, q, u)
    ours, theirs = solved(found), solved(asked(robot, "newton-euler", t, q, u))
    assert relative(ours.udot, theirs.udot) < tolerance
    assert ours.efforts.keys() == theirs.efforts.keys()
    assert relative([*ours.efforts.values()], [*theirs.efforts.values()]) < 10 * tolerance
    assert relative(ours.power, theirs.power) < 10 * tolerance
    if len(ours.forces) == len(theirs.forces):
        assert relative(ours.forces, theirs.forces) < 10 * tolerance
    assert relative(flat(taped(robot, method, t, q, u)), flat(found)) < 1e-10
    return ours


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("bodies", [1, 5, 12])
def test_trees(method, bodies):
    for seed in range(3):
        robot = dressed_robot(10 * bodies + seed, bodies, spatial=seed % 2 == 1)
        q, u = random_state(robot, seed)
        found = agree(robot, method, TIME, q, u, 1e-11)
        assert len(found.forces) == 0


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("copies", [1, 2], ids=["independent", "redundant"])
def test_random_loops(method, copies):
    for seed in range(4):
        robot, q, u = closed(seed, copies)
        agree(robot, method, 0.0, q, u)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", BUILT_IN)
def test_built_in_loops(method, name):
    robot = load(name).resolved(BUILT_IN[name])
    q, u = robot.written_state()
    agree(robot, method, 0.0, q, u)


@pytest.mark.parametrize("method", METHODS)
def test_welded_vehicles(method):
    """Attached by their welds, or with all welds loose."""
    moving, resting = raft(1, 4, seed=1), raft(2, 3, seed=1)
    # speeds that do not keep the welds mean the same where none of them is redundant
    q, u = moving.written_state()
    agree(moving, method, 0.2, q, np.random.default_rng(4).normal(size=len(u)), 1e-8)
    found = agree(resting, method, 0.2, *resting.written_state(), 1e-8)
    assert len(found.forces) == (0 if method == "udwadia-kalaba" else 42)


def docked():
    """A weld to a dock that is fixed, turned, to a free vehicle; and one joint that moves."""
    solid = {"mass": 1.0, "com": [0.1, 0.2, 0.3], "inertia": [1, 1.1, 1.2]}
    at = {"position": [0.3, 0.2, 0.1], "rpy": [0.4, 1.2, 0.3]}
    bodies = {
        "a": {"joint": "free", **solid},
        "b": {"joint": "free", **solid},
        "dock": {**solid, "parent": "b", "joint": "fixed", "at": at},
        "arm": {**solid, "parent": "b", "joint": {"revolute": "y"}, "at": [0.1, 0.2, 0.5]},
    }
    place = {"position": [1.0, 0.2, 0.3], "quaternion": [0.8, 0.6, 0.0, 0.0]}
    weld = {"weld": {"between": ["a", "dock"]}}
    return Robot(name="docked", bodies=bodies, initial={"b": place}, constraints={"w": weld})


def test_a_weld_may_meet_a_body_that_is_fixed_to_the_attached_one():
    robot = docked()
    m, loops = parts_of(robot, "udwadia-kalaba")
    assert len(loops.attached) == 1
    assert loops.closures[0].links[loops.attached[0].side] != loops.attached[0].link
    q, _ = robot.written_state()
    u = np.random.default_rng(3).normal(size=len(robot.speeds))
    ours, theirs = (solved(asked(robot, n, 0.0, q, u)) for n in ("udwadia-kalaba", "kane"))
    assert relative(ours.udot, theirs.udot) < 1e-11
    assert relative(ours.power, theirs.power) < 1e-11
    known = given(m, 0.0, q.tolist(), u.tolist())
    found = udwadia_kalaba.reactions(m, known, loops, ())
    assert relative(found.welds[0], theirs.forces) < 1e-10


def test_forces_of_welds_are_those_of_loose_rows():
    """A tree of vehicles: nothing is redundant, so every way finds the same forces."""
    robot = raft(1, 4, seed=3)
    m, loops = parts_of(robot, "udwadia-kalaba")
    q, u = robot.written_state()
    known = given(m, 0.2, q.tolist(), u.tolist())
    found = udwadia_kalaba.reactions(m, known, loops, ())
    assert relative(np.ravel(found.welds), solved(asked(robot, "kane", 0.2, q, u)).forces) < 1e-10
    assert relative([[*w] for w in found.wrenches], np.zeros((4, 6))) == 0.0


# --- identities


@pytest.mark.parametrize("method", METHODS)
def test_rows_hold_with_their_forces(method):
    """What J udot lacks is linear in the forces, and nothing with those found; G is symmetric."""
    robot, q, u = closed(1)
    found = asked(robot, method, 0.0, q, 0.0 * u)
    G, f = np.array(found.gram), solved(found).forces
    assert relative(G, G.T) < 1e-12
    assert relative(G @ f, found.wanted) < 1e-9
    assert all(np.diag(G) <= np.array(found.span) * (1 + 1e-12))


@pytest.mark.parametrize("method", METHODS)
def test_units_are_differences(method):
    """The response to a gear's unit force is what such efforts change, at drives too."""
    robot, q, u = closed(2, copies=2)
    robot = Robot(**{**robot.to_dict(), "constraints": {}})
    driven = [robot.speeds[v] for v in asked(robot, method, 0.0, q, u).efforts]
    others = [s for s in robot.speeds if s in robot.coordinates and s not in driven]
    factors = dict(zip([*others[:2], driven[0]], (0.7, 1.3, -0.4), strict=True))
    geared = Robot(**{**robot.to_dict(), "constraints": {"g": {"gear": {"joints": factors}}}})
    unit = asked(geared, method, 0.0, q, u).units[0]
    tau = [factors.get(label, 0.0) for label in robot.speeds]
    plain, pushed = asked(robot, method, 0.0, q, u), asked(robot, method, 0.0, q, u, tau)
    assert relative(unit.udot, np.subtract(pushed.udot, plain.udot)) < 1e-10
    for v, change in unit.efforts.items():
        assert relative(change, pushed.efforts[v] - plain.efforts[v]) < 1e-10
