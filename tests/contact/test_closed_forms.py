"""Balls that bounce, boxes that slide and stick, cylinders that roll: closed forms."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import brentq

import pelagos as pl
from tests.contact.made import GRAVITY, SHAPES, SOFT, alone, fault, outputs

TIGHT = {"rtol": 1e-10, "atol": 1e-13}
WITHIN = 1e-3
METHODS = ("newton-euler", "kane", "moving-frame", "udwadia-kalaba")


def slope(angle):
    """The normal of a plane that falls along x."""
    return [math.sin(angle), 0.0, math.cos(angle)]


def test_a_ball_bounces_to_where_it_fell_from_in_the_time_of_its_flight():
    robot = alone(SHAPES["sphere"], {"position": [0, 0, 1.1]}, {"plane": True, "damping": 0})
    fall, speed = math.sqrt(2 / GRAVITY), math.sqrt(2 * GRAVITY)
    w = math.sqrt(SOFT)
    # while it is pressed it swings about the depth at which it would rest
    touch = (math.pi + 2 * math.atan(GRAVITY / w / speed)) / w
    run = pl.simulate(robot, duration=2 * fall + touch, **TIGHT)
    assert run.arrays["position"][-1, 0, 2] == pytest.approx(1.1, abs=1e-6)
    assert run.arrays["velocity"][-1, 0, 2] == pytest.approx(0.0, abs=1e-4)
    assert abs(touch / (2 * fall)) < 5e-3  # the rigid ball's flight, at the default stiffness
    assert fault(run) < 1e-6


@pytest.mark.parametrize("damping", [0.1, 1.0])
def test_a_damped_ball_leaves_with_the_speed_that_hunt_and_crossley_give(damping):
    start = {"position": [0, 0, 0.2], "velocity": [0, 0, -2]}
    contact = {"plane": True, "damping": damping}
    run = pl.simulate(
        alone(SHAPES["sphere"], start, contact, gravity=[0, 0, 0]), duration=0.5, **TIGHT
    )

    def lost(v):  # the integral of v / (1 + b v), which is k d^2 / 2m at the deepest
        return v / damping - math.log1p(damping * v) / damping**2

    away = brentq(lambda v: lost(-v) - lost(2.0), 0.0, min(2.0, (1 - 1e-12) / damping))
    assert run.arrays["velocity"][-1, 0, 2] == pytest.approx(away, rel=1e-5)
    assert fault(run) < 1e-6


def test_a_box_slides_as_far_as_coulomb_lets_it_and_then_rests():
    sink = GRAVITY / 4 / SOFT
    start = {"position": [0, 0, 0.075 - sink], "velocity": [2, 0, 0]}
    run = pl.simulate(alone(SHAPES["box"], start, {"plane": True, "friction": 0.5}), duration=1.0)
    way = 4 / (2 * 0.5 * GRAVITY)
    assert run.arrays["position"][-1, 0, 0] == pytest.approx(way, rel=WITHIN)
    early = run.arrays["time"] < 0.4
    falls = 2 - 0.5 * GRAVITY * run.arrays["time"][early]
    np.testing.assert_allclose(run.arrays["velocity"][early, 0, 0], falls, atol=2 * WITHIN)
    assert run.arrays["work"][-1] == pytest.approx(-2.0, rel=WITHIN)
    assert fault(run) < 1e-6


@pytest.mark.parametrize("friction", [0.5, 0.03])
def test_a_cylinder_rolls_down_a_slope_or_slips(friction):
    angle = math.radians(10)
    sink = GRAVITY * math.cos(angle) / 2 / SOFT
    start = np.array(slope(angle)) * (0.12 - sink)
    shape = {"cylinder": {"radius": 0.12, "length": 0.1, "along": "y"}}
    contact = {"plane": {"normal": slope(angle)}, "friction": friction}
    run = pl.simulate(alone(shape, {"position": start.tolist()}, contact), duration=2.0)
    sine, cosine = math.sin(angle), math.cos(angle)
    rolls = friction > math.tan(angle) / 3
    pull = GRAVITY * (sine / 1.5 if rolls else sine - friction * cosine)
    turn = pull / 0.12 if rolls else friction * GRAVITY * cosine * 2 / 0.12
    way = np.linalg.norm(run.arrays["position"][-1, 0] - start)
    assert way == pytest.approx(pull * 2.0, rel=WITHIN)
    assert run.arrays["angular_velocity"][-1, 0, 1] == pytest.approx(turn * 2.0, rel=WITHIN)


def test_a_sliding_ball_ends_up_rolling_at_five_sevenths_of_its_speed():
    start = {"position": [0, 0, 0.1 - GRAVITY / SOFT], "velocity": [1.4, 0, 0]}
    run = pl.simulate(alone(SHAPES["sphere"], start, {"plane": True, "friction": 0.3}), duration=1)
    assert run.arrays["velocity"][-1, 0, 0] == pytest.approx(1.0, rel=WITHIN)
    assert run.arrays["angular_velocity"][-1, 0, 1] == pytest.approx(10.0, rel=WITHIN)


def test_an_oblique_bounce_takes_the_impulse_of_friction():
    """A ball that slips all the while loses mu (1 + e) of its normal speed along the plane."""
    start = {"position": [0, 0, 0.2], "velocity": [2, 0, -1]}
    contact = {"plane": True, "damping": 0, "friction": 0.1}
    run = pl.simulate(
        alone(SHAPES["sphere"], start, contact, gravity=[0, 0, 0]), duration=0.3, **TIGHT
    )
    along, spin = run.arrays["velocity"][-1, 0, 0], run.arrays["angular_velocity"][-1, 0, 1]
    assert along == pytest.approx(2 - 0.1 * 2, rel=WITHIN)
    assert spin == pytest.approx(0.1 * 2 / (0.4 * 0.1), rel=WITHIN)


def test_what_is_held_by_friction_does_not_creep():
    angle, friction = 0.3, 0.5
    start = {"position": (0.075 * np.array(slope(angle))).tolist(), "rpy": [0, angle, 0]}
    contact = {"plane": {"normal": slope(angle)}, "friction": friction}
    run = pl.simulate(alone(SHAPES["box"], start, contact), duration=20, every=1)
    place = run.arrays["position"][:, 0]
    assert np.linalg.norm(place[-1] - place[5]) < 1e-9
    assert outputs(run, "touch.load")[-1] == pytest.approx(GRAVITY * math.cos(angle), rel=1e-6)
    assert outputs(run, "touch.friction")[-1] == pytest.approx(GRAVITY * math.sin(angle), rel=1e-6)


def test_a_cylinder_stands_on_its_end():
    shape = {"cylinder": {"radius": 0.1, "length": 0.3}}
    start = {"position": [0, 0, 0.15], "angular_velocity": [0.1, 0.05, 0]}
    run = pl.simulate(alone(shape, start, {"plane": True, "friction": 0.5}), duration=2)
    upright = run.arrays["orientation"][-1, 0]
    assert abs(2 * (upright[1] ** 2 + upright[2] ** 2)) < 1e-8
    assert run.arrays["position"][-1, 0, 2] == pytest.approx(0.15, abs=1e-5)


def test_all_formulations_agree_on_a_body_that_tumbles_over_the_plane():
    start = {"position": [0, 0, 0.16], "rpy": [0.6, 0.3, 0], "velocity": [1, 0, -1]}
    robot = alone(SHAPES["box"], start, {"plane": True, "friction": 0.4, "stiffness": 1e4})
    found = [
        pl.simulate(robot, duration=0.2, method=method, rtol=1e-10).arrays["q"][-1]
        for method in METHODS
    ]
    for other in found[1:]:
        np.testing.assert_allclose(other, found[0], atol=1e-7)
