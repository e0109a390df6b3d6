"""Welded vehicles in the recursions: one body, whatever the loops; loads of least norm."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.march.engine import engine_of
from pelagos.mechanism import welds
from pelagos.model import Robot
from tests.rafts import as_one_body, raft, vehicle

METHODS = ("newton-euler", "udwadia-kalaba", "kane", "moving-frame")


@pytest.mark.parametrize("method", METHODS)
def test_a_redundant_raft_moves_as_one_body(method):
    robot = raft(2, 3, seed=1)
    settings = {"duration": 1.0, "every": 0.25, "rtol": 1e-10, "atol": 1e-12}
    run = pl.simulate(robot, method=method, **settings)
    one = pl.simulate(as_one_body(robot), **settings)
    assert run.outcome.finished
    # both are integrated to 1e-10; they take different steps
    for name in ("position", "velocity", "angular_velocity"):
        np.testing.assert_allclose(run.arrays[name], one.arrays[name], atol=1e-8)
    assert np.max(run.arrays["constraint_error"]) < 1e-12


def test_all_formulations_report_the_same_loads():
    """Dense pseudo-inverses of all rows, and the forest with its sparse redistribution."""
    robot = raft(2, 2, seed=2)
    runs = [pl.simulate(robot, method=m, duration=0.2, every=0.1, rtol=1e-10) for m in METHODS]
    largest = np.max(np.abs(runs[0].arrays["constraint_force"]))
    assert largest > 0.1
    for run in runs[1:]:
        for name in ("constraint_force", "load_force", "load_moment"):
            found, expected = run.arrays[name], runs[0].arrays[name]
            np.testing.assert_allclose(found, expected, atol=1e-8 * largest, err_msg=name)


@pytest.mark.parametrize("method", METHODS)
def test_a_ring_of_four_reports_its_rank(method):
    robot = raft(2, 2, seed=3)
    run = pl.simulate(robot, duration=0.1, method=method)
    assert (len(run.header.constraints), run.header.rank) == (24, 18)
    q, u = run.arrays["q"][-1], run.arrays["u"][-1]
    assert pl.constraint_system(robot, q, u).rank == 18


def test_a_large_raft_needs_no_gram_matrix():
    """A hundred wet vehicles in any attitude, 1080 rows of rank 594, are one body for 10 s."""
    robot = raft(10, 10, seed=1)
    engine = engine_of(robot)
    assert (engine.model().rows, engine.model().loose_rows, engine.rank) == (1080, 0, 594)
    settings = {"duration": 10.0, "every": 1.0, "rtol": 1e-11, "atol": 1e-12}
    run, one = pl.simulate(robot, **settings), pl.simulate(as_one_body(robot), **settings)
    for name in ("position", "velocity", "angular_velocity"):
        np.testing.assert_allclose(run.arrays[name], one.arrays[name], atol=1e-8)


def _carrying(seed: int) -> Robot:
    """A raft with an arm, whose tip holds another vehicle, one more on a hinge, and the world."""
    robot = raft(2, 2, seed=seed)
    words = robot.to_dict()
    words["bodies"]["arm"] = {
        "parent": "v1-1", "at": [0.2, 0, 0], "joint": {"revolute": "y"}, "mass": 1.0,
        "com": [0.2, 0, 0], "inertia": [0.01, 0.02, 0.02],
    }  # fmt: skip
    for name, place in (("held", [3.0, 0.0, 1.0]), ("hinged", [0.0, 3.0, 1.0])):
        words["bodies"][name] = vehicle()
        words["initial"][name] = {"position": place}
    words["constraints"] |= {
        "gripper": {"weld": {"between": ["held", "arm"]}},
        "hinge": {"hinge": {"between": ["v0-0", "hinged"], "at": [0, 0.4, 0], "axis": "z"}},
        "rod": {"distance": {"between": ["hinged", "world"]}},
    }
    return Robot(**words)


def test_arms_hinges_and_rods_mix_with_welds(monkeypatch):
    monkeypatch.setattr(welds, "FEW_ROWS", 24)  # as if the raft had many rows
    robot = _carrying(4)
    engine = engine_of(robot)
    assert len(engine.welds.attaching) == 4  # three of the raft and the gripper
    assert engine.model().loose_rows == 6
    run = pl.simulate(robot, duration=0.1, every=0.05, rtol=1e-9)
    q, u = run.arrays["q"][-1], run.arrays["u"][-1]
    expected = pl.constraint_system(robot, q, u, t=0.1)
    for method in METHODS:
        found = pl.acceleration(robot, q, u, t=0.1, method=method)
        np.testing.assert_allclose(found, expected.udot, atol=1e-9, err_msg=method)
    assert np.max(run.arrays["constraint_error"]) < 1e-11
    # forces that are unique are the same in all formulations
    kane = pl.simulate(robot, duration=0.1, every=0.05, rtol=1e-9, method="kane")
    for name in ("gripper", "hinge", "rod"):
        one, other = run.load(name), kane.load(name)
        np.testing.assert_allclose(one.force, other.force, atol=1e-6)
        np.testing.assert_allclose(one.moment, other.moment, atol=1e-6)


@pytest.mark.parametrize("method", ["newton-euler", "udwadia-kalaba"])
def test_loads_balance_every_vehicle(method):
    """What docks put on a vehicle is what its own motion needs beyond water and thrust."""
    robot = raft(2, 2, seed=5)
    run = pl.simulate(robot, duration=1.0, every=0.25, method=method)
    for k, name in enumerate(robot.order):
        words = robot.to_dict()
        alone = Robot(
            **{
                **words,
                "bodies": {name: words["bodies"][name]},
                "constraints": {},
                "initial": {},
                "actuators": {f"push-{name}": words["actuators"][f"push-{name}"]},
            }
        )
        for i, t in enumerate(run.arrays["time"]):
            q, u = (run.arrays[n][i, k * w : (k + 1) * w] for n, w in (("q", 7), ("u", 6)))
            needed = pl.inverse_dynamics(alone, q, u, run.arrays["udot"][i, 6 * k : 6 * k + 6], t=t)
            total = np.zeros(6)
            for dock, constraint in robot.constraints.items():
                if name in constraint.bodies:
                    load = run.load(dock, name)
                    place = constraint.law.at if constraint.bodies[0] == name else constraint.law.to
                    force, moment = load.force[i], load.moment[i]
                    total += [*force, *(moment + np.cross(place.p, force))]
            np.testing.assert_allclose(total, needed, atol=1e-9)
