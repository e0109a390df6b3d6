"""The BlueROV2 with eight thrusters: every direction is pushed, and what the pushes come to."""

from __future__ import annotations

import math

import numpy as np
import pytest

import pelagos as pl


def test_eight_thrusters_push_in_all_directions():
    """The allocation matrix from accelerations, against that of von Benzon et al. 2022."""
    robot = pl.load("bluerov-heavy")
    q, u = robot.initial_state()
    inertia = pl.mass_matrix(robot, q)
    rest = pl.acceleration(robot, q, u)
    pushed = [
        inertia
        @ (pl.acceleration(robot.with_values({f"actuators.{n}.thruster.input": 1}), q, u) - rest)
        for n in robot.actuators
    ]
    s, yaw = math.sqrt(0.5), math.sqrt(0.5) * (0.156 + 0.111)
    printed = np.array(
        [
            [s, s, -s, -s, 0, 0, 0, 0],
            [-s, s, -s, s, 0, 0, 0, 0],
            [0, 0, 0, 0, -1, -1, -1, -1],
            [0, 0, 0, 0, 0.218, 0.218, -0.218, -0.218],
            [0, 0, 0, 0, 0.12, -0.12, 0.12, -0.12],
            [-yaw, yaw, yaw, -yaw, 0, 0, 0, 0],
        ]
    )
    found = np.array(pushed).T
    assert found == pytest.approx(printed, abs=1e-12)
    assert np.linalg.matrix_rank(printed) == 6
    assert pl.allocation(robot).matrix == pytest.approx(printed, abs=1e-15)
    assert pl.allocation(robot).rank == 6


def test_speeds_and_the_angle_of_roll_in_closed_form():
    neutral = {"bodies.hull.buoyancy.volume": 0.0135}  # so that it does not sink meanwhile
    speeds = {"surge": (0, 13.7, 141.0), "crab": (1, 0.0, 217.0)}
    for scenario, (axis, linear, quadratic) in speeds.items():
        push = 40 * math.sqrt(0.5)
        steady = (math.sqrt(linear**2 + 4 * quadratic * push) - linear) / (2 * quadratic)
        run = pl.simulate("bluerov-heavy", scenario, duration=60, set=neutral, rtol=1e-9)
        assert run.arrays["u"][-1, axis] == pytest.approx(steady, rel=1e-6)
    # four newtons on 0.218 m against a buoyancy 1 cm above the mass centre: nothing moves
    angle = math.asin(4 * 0.218 / (1000 * 9.81 * 0.0135 * 0.01))
    robot = pl.load("bluerov-heavy").with_values({**neutral, "initial.hull.rpy": [angle, 0, 0]})
    robot = robot.resolved("roll")
    assert pl.acceleration(robot, *robot.initial_state()) == pytest.approx(np.zeros(6), abs=1e-12)
