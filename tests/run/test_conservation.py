"""What runs must keep: energy, momentum, and the balance with work, over time."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.model import Robot
from tests.dressed import dressed_robot
from tests.trees import random_state, starting_at

FINE = {"rtol": 1e-11, "atol": 1e-12}


def energy(run):
    return run.arrays["kinetic_energy"] + run.arrays["potential_energy"]


@pytest.mark.slow
def test_chain20_keeps_its_energy_for_100_seconds():
    """Drift below 1e-8 of the range that kinetic and potential energy exchange."""
    run = pl.simulate("chain20", "long")
    assert (run.outcome.code, run.outcome.time) == ("finished", 100.0)
    total, kinetic = energy(run), run.arrays["kinetic_energy"]
    assert np.ptp(total) < 1e-8 * np.ptp(kinetic)


@pytest.mark.parametrize("scenario", ["tumble", "steady", "drift"])
def test_free_body_keeps_energy_and_momentum(scenario):
    run = pl.simulate("free-body", scenario, rtol=1e-12)
    total = energy(run)
    assert np.ptp(total) < 1e-10 * total[0]
    for name in ("linear_momentum", "angular_momentum"):
        momentum = run.arrays[name]
        size = max(np.linalg.norm(momentum[0]), np.linalg.norm(run.arrays["angular_momentum"][0]))
        assert np.max(np.abs(momentum - momentum[0])) < 1e-10 * size


def floating(seed, **words):
    """A tree on one free body, far from any other support, with forces inside of it."""
    kinds = ("revolute", "prismatic", "spherical", "universal", "planar", "fixed")
    robot = dressed_robot(seed, 5, kinds=kinds, gravity=False, **words)
    bodies = robot.to_dict()
    root = {"joint": "free", "mass": 1.5, "com": [0.1, 0.0, 0.2], "inertia": [0.3, 0.4, 0.5]}
    for body in bodies["bodies"].values():
        if body["parent"] == "world":
            body["parent"] = "root"
    bodies["bodies"] = {"root": root, **bodies["bodies"]}
    inner = {
        name: words
        for name, words in bodies["actuators"].items()
        if not {"force", "torque"} & set(words)
    }
    return Robot(**{**bodies, "actuators": inner})


@pytest.mark.parametrize("seed", range(6))
def test_forces_inside_do_not_change_the_momentum(seed):
    """Springs, friction, stops, motors, servos and prescribed joints: action and reaction."""
    robot = floating(seed, spatial=seed % 2 == 1)
    q, u = random_state(robot, seed)
    run = pl.simulate(starting_at(robot, q, u), duration=1.0, every=0.05, **FINE)
    assert run.outcome.finished
    for name in ("linear_momentum", "angular_momentum"):
        momentum = run.arrays[name]
        scale = 1.0 + np.max(np.abs(momentum))
        assert np.max(np.abs(momentum - momentum[0])) < 2e-9 * scale
    assert np.ptp(energy(run)) > 1e-2  # while energy does change


@pytest.mark.parametrize("seed", range(6))
def test_the_energy_balance_closes(seed):
    """T + V - work stays what it was, with every force element and prescribed joints."""
    robot = dressed_robot(20 + seed, 5, spatial=seed % 2 == 1)
    q, u = random_state(robot, seed)
    run = pl.simulate(starting_at(robot, q, u), duration=1.0, every=0.05, **FINE)
    assert run.outcome.finished
    balance = energy(run) - run.arrays["work"]
    scale = 1.0 + np.max(np.abs(run.arrays["work"])) + np.max(np.abs(energy(run)))
    # prescribed joints may start with a jump from the initial state given; from then on it closes
    assert np.max(np.abs(balance - balance[0])) < 1e-8 * scale
    assert np.ptp(run.arrays["work"]) > 1e-3


@pytest.mark.parametrize("seed", range(4))
def test_gravity_feeds_the_momentum(seed):
    """A free tree falls: p' = m g, whatever goes on inside."""
    robot = floating(seed, motions=False).with_values({"gravity": [1.0, -2.0, 9.81]})
    q, u = random_state(robot, seed)
    run = pl.simulate(starting_at(robot, q, u), duration=0.5, every=0.05, **FINE)
    mass = sum(body.mass for body in robot.bodies.values())
    impulse = np.outer(run.arrays["time"], mass * np.array(robot.gravity))
    momentum = run.arrays["linear_momentum"]
    np.testing.assert_allclose(momentum - momentum[0], impulse, rtol=0, atol=1e-9)


def test_semi_implicit_steps_keep_energy_within_a_band():
    """Symplectic: over 2000 periods of a spring the energy swings, and does not drift."""
    body = {"joint": {"prismatic": "x", "stiffness": 1.0}, "mass": 1.0, "inertia": [1, 1, 1]}
    robot = Robot(name="s", bodies={"b": body}, initial={"b": {"position": 1.0}}, gravity=[0, 0, 0])
    periods = 2000 * 2 * np.pi
    run = pl.simulate(robot, duration=periods, integrator="semi-implicit", step=0.05, every=1.0)
    total = energy(run)
    half = len(total) // 2
    assert np.ptp(total) < 0.5 * 0.06  # h/2 of the energy to either side
    assert np.mean(total[half:]) == pytest.approx(np.mean(total[:half]), rel=1e-3)


@pytest.mark.parametrize(
    ("robot", "gait", "kept"),
    [
        ("solar-arm", "deploy", True),
        ("snake8-free", "coil", True),
        ("snake20", "cobra", False),  # its tail is fixed
        ("double-pendulum", None, False),
        ("eel", "serpenoid", False),  # water
        ("bluerov", None, False),
        ("snake-ground", "serpenoid", False),
    ],
)
def test_audits_know_where_momentum_is_kept(robot, gait, kept):
    run = pl.simulate(robot, gait, duration=0.2, every=0.1, rtol=1e-9)
    audit = run.audit()
    assert audit.momentum_kept == kept
    assert ("momentum" in str(audit)) == kept
    if kept:
        assert audit.angular_momentum_change < 1e-9


def test_gravity_changes_momentum():
    run = pl.simulate("free-body", duration=0.2, set={"gravity": [0, 0, -9.81]})
    assert run.robot.is_left_alone
    assert not run.audit().momentum_kept
