"""`check` passes good robots of every kind, and finds what is broken on purpose."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.analysis.check import _Asked
from pelagos.analysis.random_states import random_states
from pelagos.march.engine import Engine, engine_of
from pelagos.programs.robot import FORMULATIONS
from tests.dressed import dressed_robot

pytestmark = pytest.mark.usefixtures("asked_once")

QUICK = {"states": 6, "duration": 0.1}
PAIRS = "acceleration, newton-euler and kane"

WINCH = {
    "name": "winch",
    "bodies": {
        "boom": {"joint": {"revolute": "y"}, "mass": 2, "com": [1, 0, 0], "inertia": [0.1, 1, 1]},
        "load": {"at": [1, 0, -2], "joint": "free", "mass": 1, "inertia": [0.1, 0.1, 0.1]},
    },
    "constraints": {
        "rope": {
            "distance": {
                "between": ["boom", "load"],
                "at": [2, 0, 0],
                "length": "2 + 0.1*sin(3*t)",
            }
        }
    },
    "initial": {"load": {"position": [2, 0, -2]}},
}


@pytest.mark.parametrize("name", pl.builtin_names())
def test_built_in_robots_pass(name):
    found = pl.check(name, **QUICK)
    assert found.ok, found


@pytest.mark.parametrize("seed", range(4))
def test_random_robots_pass(seed):
    found = pl.check(dressed_robot(seed, 5, spatial=seed % 2 == 1), seed=seed, **QUICK)
    assert found.ok, found


def test_a_robot_whose_constraint_is_moved_passes():
    found = pl.check(pl.Robot(**WINCH), **QUICK)
    assert found.ok, found


def test_every_pair_of_formulations_is_compared():
    found = pl.check("four-bar", "driven", **QUICK)
    pairs = [f for f in found.findings if f.name.startswith("acceleration")]
    assert len(pairs) == len(FORMULATIONS) * (len(FORMULATIONS) - 1) // 2
    assert {"constraint residual (m, rad)", "energy balance"} <= {f.name for f in found.findings}


def test_momentum_counts_where_nothing_holds_the_robot():
    def names(robot):
        return {finding.name for finding in pl.check(robot, **QUICK).findings}

    assert "force is the rate of momentum" in names("free-body")
    assert "force is the rate of momentum" not in names("pendulum")


def test_same_seed_same_answer():
    one, two, other = (pl.check("pendulum", seed=s, **QUICK) for s in (4, 4, 5))
    assert one == two
    assert one != other


def spoilt(monkeypatch, spoil):
    """Let Kane's equations answer wrongly."""
    observe = Engine.observe

    def observed(self, *arguments, **words):
        seen = observe(self, *arguments, **words)
        if self.name == "kane" and len(seen.dx) > 3:
            spoil(seen, self.robot)
        return seen

    monkeypatch.setattr(Engine, "observe", observed)


def test_a_broken_formulation_is_caught(monkeypatch):
    def spoil(seen, robot):
        seen.dx[3, robot.nq] *= 1.0 + 1e-7

    spoilt(monkeypatch, spoil)
    found = pl.check("double-pendulum", **QUICK)
    broken = {f.name for f in found.findings if not f.ok and f.name.startswith("acceleration")}
    assert not found.ok
    assert broken == {f.name for f in found.findings if " kane" in f.name}
    assert found[PAIRS].where.startswith(("random state 3", "run, t = 0.015"))
    assert "FAILS" in str(found)


def test_nan_is_caught(monkeypatch):
    def spoil(seen, robot):
        seen.dx[2] = np.nan

    spoilt(monkeypatch, spoil)
    found = pl.check("pendulum", **QUICK)
    assert np.isnan(found[PAIRS].value)
    assert not found.ok
    assert found.to_dict()["checks"][0]["value"] is None


def test_lost_energy_is_caught(monkeypatch):
    """Power that no force accounts for, and a force that no reaction shows."""

    def spoil(seen, robot):
        seen.dx[:, -1] += 1e-4
        seen.row_forces[:, 0] += 1e-4

    spoilt(monkeypatch, spoil)
    found = pl.check("four-bar", **QUICK)
    assert not found["power is the rate of energy"].ok
    assert not found["reactions and forces"].ok
    assert found[PAIRS].ok


def test_a_run_that_ends_early_is_reported():
    robot = pl.load("pendulum").to_dict()
    motor = {"motor": {"joint": "rod", "input": "1/(t - 0.05)"}}
    found = pl.check(pl.Robot(**{**robot, "actuators": {"m": motor}, "scenarios": {}}), **QUICK)
    assert found["share of the run left out"].value == pytest.approx(0.5, abs=1e-6)
    assert "t = 0.05 s" in found["share of the run left out"].where
    assert not found.ok


def test_states_needed():
    with pytest.raises(pl.PelagosError, match="states: 0"):
        pl.check("pendulum", states=0)


def test_random_states_close_their_loops_and_keep_off_stops():
    engine = engine_of(pl.load("four-bar"))
    times, states = random_states(engine, 10, 1)
    seen = engine.observe(times, states, 0)
    assert np.max(seen.errors) < 1e-9
    assert np.ptp(states[:, 0]) > 0.3
    words = pl.load("pendulum").to_dict()
    name = next(iter(words["bodies"]))
    words["bodies"][name]["joint"]["limits"] = [0.1, 0.2]
    _, states = random_states(engine_of(pl.Robot(**words)), 50, 1)
    assert np.all((states[:, 0] >= 0.1) & (states[:, 0] <= 0.2))


def test_prescribed_joints_are_compared_in_motion():
    """Where every joint is prescribed, zeros would agree by any formulation."""
    found = pl.check("snake20", states=4)
    assert found.ok, found
    for name in (PAIRS, "reactions and forces", "power is the rate of energy"):
        assert found[name].value > 0.0
    assert "without prescribed motions" in found[PAIRS].where


def test_the_run_lasts_until_something_acts():
    """The thrusters of the pair start after 3 s; most robots move from the start."""
    robot = pl.load("bluerov-pair")
    found = pl.check(robot, "turn-1700", states=2)
    run = pl.simulate(robot, "turn-1700", duration=found.duration, every=0.5)
    idle = run.arrays["time"][~np.any(run.arrays["actuation"], axis=1)]
    assert idle.max() > 1.0
    assert found.duration == pytest.approx(idle.max() + 1.0, abs=0.5)
    assert pl.check("double-pendulum", states=2).duration == 1.0


def test_auxiliary_states_along_the_run_are_those_of_the_run():
    """A mass of 2 kg pushed by a force that lags: the accelerations of the run are found again."""
    robot = pl.Robot(
        name="cart",
        bodies={"cart": {"mass": 2, "inertia": [1, 1, 1], "joint": {"prismatic": "x"}}},
        actuators={"push": {"motor": {"joint": "cart", "input": "s[lag]"}}},
        states={"lag": {"initial": 0.5, "rate": "3 - s[lag]"}},
    )
    run = pl.simulate(robot, duration=1.0, every=0.1, rtol=1e-10)
    asked = _Asked.along({"newton-euler": engine_of(robot)}, run)
    np.testing.assert_array_equal(asked.accelerations("newton-euler")[:, :1], run.arrays["udot"])
    np.testing.assert_array_equal(
        asked.accelerations("newton-euler")[:, 1], 3 - run.arrays["state"][:, 0]
    )


@pytest.mark.parametrize(
    ("name", "scenario"), [("stewart", "trajectory"), ("five-bar", "trajectory")]
)
def test_random_states_of_closed_loops_move_prescribed_joints(name, scenario):
    """Not all of them as at the start; and the loops are closed, at rates that keep them so."""
    robot = pl.load(name).resolved(scenario)
    engine = engine_of(robot)
    _, states = random_states(engine, 6, 1)
    places = [robot.coordinates.index(label) for label in robot.prescribed]
    assert np.ptp(states[:, places], axis=0).min() > 1e-3
    seen = engine.observe(np.zeros(6), states, 0, given=True)  # which would close the loops first
    np.testing.assert_allclose(seen.x, states, rtol=0, atol=1e-9)
    assert pl.check(robot, states=6, duration=0.1).ok
