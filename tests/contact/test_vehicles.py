"""Vehicles that grip, bump and slide."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import pelagos as pl
from tests.contact.made import outputs

EXAMPLES = Path(__file__).parents[2] / "examples"


def seen_from(run, body, other):
    """Where the origin of one body is in the frame of another, over time."""
    a, order = run.arrays, run.robot.order
    i, j = order.index(body), order.index(other)
    turn = Rotation.from_quat(a["orientation"][:, j], scalar_first=True)
    return turn.inv().apply(a["position"][:, i] - a["position"][:, j])


def test_a_gripper_holds_two_kilogrammes_through_a_manoeuvre():
    robot = pl.load(EXAMPLES / "gripper.yaml")
    assert robot.bodies["block"].mass == pytest.approx(2.0)
    run = pl.simulate(robot, "carry", duration=14.0, every=0.1)
    time, place = run.arrays["time"], seen_from(run, "block", "left")
    held = time > 8.0  # lifted, and on its way
    assert outputs(run, "bed.load")[held].max() == 0.0
    assert np.ptp(place[held], axis=0).max() < 1e-5
    weight = (1 - 1000 / 7850) * 2 * 9.81
    both = outputs(run, "grip.left-block.friction") + outputs(run, "grip.right-block.friction")
    assert both[time > 9.0] == pytest.approx(weight, rel=0.05)
    hull = run.arrays["position"][:, robot.order.index("hull")]
    assert hull[0, 2] - hull[-1, 2] > 0.9
    assert hull[-1, 0] > 0.4


def test_a_vehicle_bumps_into_a_wall_and_slides_along_it():
    """At rest against the wall it bears its sideways thrust; along it friction takes its part."""
    side = 10 * np.sqrt(0.5) * 4  # of four thrusters at 45 degrees
    words = pl.load("bluerov-heavy").to_dict()
    words["contacts"] = {"wall": {"of": "hull", "plane": {"at": [0, 1, 0], "normal": "-y"}}}
    words["contacts"]["wall"]["friction"] = 0.3
    words["initial"] = {"hull": {"velocity": [1.0, 0, 0]}}
    robot = pl.Robot(**words)
    run = pl.simulate(robot, "crab", duration=12.0)
    load, friction = outputs(run, "wall.load"), outputs(run, "wall.friction")
    assert run.arrays["position"][-1, 0, 1] == pytest.approx(1.0 - 0.575 / 2, abs=1e-3)
    assert load[-1] == pytest.approx(side, rel=0.02)
    assert friction.max() > 0.5 * 0.3 * side
    assert abs(run.arrays["velocity"][-1, 0, 0]) < 1e-3
