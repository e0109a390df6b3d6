"""The ground: resting, sliding, rolling and bouncing against closed forms; crawling."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.equations.newton_euler import forward_dynamics
from pelagos.mechanism.objects import mechanism_of
from pelagos.mechanism.robot import compile_robot

METHODS = ("newton-euler", "kane", "moving-frame", "udwadia-kalaba")
G = 9.81


def block(ground, **initial):
    """A point mass that slides and hardly turns, at rest on the ground."""
    sunk = -2.0 * G / 1e4
    return pl.Robot(
        name="block",
        ground={"stiffness": 1e4, **ground},
        bodies={
            "block": {
                "joint": {"planar": "y"},
                "mass": 2.0,
                "inertia": [1e9, 1e9, 1e9],
                "contact": {"points": [[0, 0, 0]], "radius": 0, "axis": "x"},
            }
        },
        initial={"block": {"position": [sunk, 0, 0], **initial}},
    )


def test_a_ball_rests_at_its_depth():
    ball = {"shape": {"sphere": 0.1}, "density": 500, "contact": True}
    robot = pl.Robot(
        name="ball",
        ground={"damping": 5},
        bodies={"ball": ball},
        initial={"ball": {"position": [0, 0, 0.1]}},
    )
    run = pl.simulate(robot, duration=5)
    weight = robot.bodies["ball"].mass * G
    assert run.arrays["position"][-1, 0, 2] == pytest.approx(0.1 - weight / 1e4, abs=1e-7)


def test_a_ball_that_leaves_the_ground_is_free():
    robot = pl.Robot(
        name="ball",
        bodies={"ball": {"shape": {"sphere": 0.1}, "mass": 1, "contact": True}},
        ground={"damping": 0},
        initial={"ball": {"position": [0, 0, 1.1]}},
    )
    run = pl.simulate(robot, duration=2, every=1e-3, rtol=1e-10)
    fall = np.sqrt(2 / G)
    omega = np.sqrt(1e4)  # the spring under a unit mass
    touch = (np.pi + 2 * np.arctan(G / omega / np.sqrt(2 * G))) / omega
    late = run.arrays["time"] > fall + touch
    t = run.arrays["time"][late] - fall - touch
    expected = 1.1 + np.sqrt(2 * G) * t - G * t * t / 2 - 1.0
    inside = t < 2 * fall
    found = run.arrays["position"][late, 0, 2]
    np.testing.assert_allclose(found[inside], expected[inside], atol=1e-7)


def test_viscous_friction_slows_exponentially():
    """m dv/dt = -eta m g v."""
    robot = block({"viscous": {"along": 0.3, "across": 5}}, rate=[0, 1.0, 0])
    run = pl.simulate(robot, duration=3, rtol=1e-10)
    speed = run.arrays["velocity"][:, 0, 0]
    np.testing.assert_allclose(speed, np.exp(-0.3 * G * run.arrays["time"]), atol=1e-8)


def test_coulomb_friction_slows_evenly():
    """mu m g until the smoothing speed is near; its part is of the order (v_s / v)^2 / 2."""
    robot = block({"friction": 0.4, "friction_speed": 1e-4}, rate=[0, 2.0, 0])
    run = pl.simulate(robot, duration=0.45, rtol=1e-9)
    expected = 2.0 - 0.4 * G * run.arrays["time"]
    np.testing.assert_allclose(run.arrays["velocity"][:, 0, 0], expected, atol=1e-6)


def test_a_sliding_ball_ends_rolling():
    """A solid sphere set sliding rolls with 5/7 of its speed in the end.

    It has sunk in: it rolls on a radius h that is smaller than r, with v0 / (1 + 2/5 (r/h)^2).
    """
    robot = pl.Robot(
        name="bowl",
        ground={"friction": 0.3, "friction_speed": 1e-3},
        bodies={"ball": {"shape": {"sphere": 0.1}, "mass": 1, "contact": True}},
        initial={"ball": {"position": [0, 0, 0.1 - G / 1e4], "velocity": [2, 0, 0]}},
    )
    run = pl.simulate(robot, duration=2)
    rolling = 2 / (1 + 0.4 * (0.1 / (0.1 - G / 1e4)) ** 2)
    assert run.arrays["velocity"][-1, 0, 0] == pytest.approx(rolling, rel=1e-5)


def test_the_plain_twin_and_all_methods_agree():
    robot = pl.load("snake-ground").resolved("serpenoid")
    rng = np.random.default_rng(0)
    q, u = (np.array(part) for part in robot.initial_state())
    q[2] -= 0.001
    u[:6] = rng.normal(size=6) * 0.1
    compiled = compile_robot(robot)
    plain = forward_dynamics(mechanism_of(compiled), 0.7, q.tolist(), u.tolist())
    found = [pl.acceleration(robot, q, u, t=0.7, method=m) for m in METHODS]
    scale = np.abs(found[0]).max()
    np.testing.assert_allclose(found[0], plain, atol=1e-11 * scale)
    for other in found[1:]:
        np.testing.assert_allclose(other, found[0], atol=1e-9 * scale)


def forward(robot, duration):
    """How far the mean of all frames moves along the snake."""
    run = pl.simulate(robot, "serpenoid", duration=duration)
    assert run.outcome.finished
    centre = run.arrays["position"].mean(axis=1)
    return centre[-1, 1] - centre[0, 1], run


def test_a_snake_crawls_where_friction_is_larger_across():
    robot = pl.load("snake-ground")
    far, run = forward(robot, 5.0)
    assert far > 0.5
    assert run.audit().energy_balance < 1e-5
    near, _ = forward(robot.with_values({"ground.friction.along": 0.6}), 5.0)
    assert -0.1 * far < near < 0.0  # slow links push as hard as fast ones


def test_equal_viscous_friction_moves_no_mass_centre():
    """The forces add up to -c times the momentum: from rest, the mass centre stays."""
    words = {"ground.friction": 0, "ground.viscous": 0.5, "ground.damping": 0}
    run = pl.simulate(pl.load("snake-ground").with_values(words), "serpenoid", duration=4)
    p = run.arrays["linear_momentum"]
    # not exactly nothing: loads differ a little where contacts sink in by their share
    assert np.abs(p[:, :2]).max() < 2e-3 * np.abs(run.arrays["velocity"]).max() * 2.2


def test_refusals():
    ball = {"shape": {"sphere": 0.1}, "density": 500, "contact": True}
    with pytest.raises(pl.ModelError, match="the robot has no ground"):
        pl.Robot(name="ball", bodies={"ball": ball})
    egg = {**ball, "shape": {"ellipsoid": [1, 2, 3]}}
    with pytest.raises(pl.ModelError, match="does not say where it touches"):
        pl.Robot(name="egg", bodies={"egg": egg}, ground={})
    with pytest.raises(pl.ModelError, match="a contact has one point or more"):
        pl.Robot(name="none", bodies={"none": {**ball, "contact": {"points": []}}}, ground={})
    with pytest.raises(pl.ModelError, match=r"ground\.stiffness"):
        pl.Robot(name="ball", bodies={"ball": ball}, ground={"stiffness": -1})
