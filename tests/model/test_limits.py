"""Prescribed motion against the limits of its joint."""

from __future__ import annotations

import math

import pytest

from pelagos import model
from pelagos.errors import ModelError
from pelagos.model import Robot


def slide(motion, limits=(-0.1, 0.3), **words):
    body = {"joint": {"prismatic": "x", "limits": list(limits)}, "mass": 1, "inertia": [1, 1, 1]}
    law = {"motion": {"joint": "a", "input": motion}}
    return Robot(name="a", duration=2, bodies={"a": body}, actuators={"push": law}, **words)


@pytest.mark.parametrize(
    "motion",
    [0.3, -0.1, "0.3*sin(pi*t/4)", {"ramp": {"to": 0.3, "end": 1, "shape": "smooth"}}],
)
def test_motion_may_go_to_its_limits(motion):
    slide(motion)


@pytest.mark.parametrize(
    ("motion", "said"),
    [
        (0.4, "takes 'a' to 0.4 m at t = 0 s"),
        ("-0.2*t", "and its joint is limited to -0.1 to 0.3 m"),
        ({"ramp": {"to": 0.31, "end": 1, "shape": "smooth"}}, "limited to -0.1 to 0.3 m"),
    ],
)
def test_motion_beyond_its_limits_is_refused(motion, said):
    with pytest.raises(ModelError) as error:
        slide(motion)
    (problem,) = error.value.problems
    assert problem.key == "actuators.push.motion.input"
    assert said in problem.message


def test_scenarios_are_checked_with_their_own_inputs():
    far = {"inputs": {"push": 0.5}}
    with pytest.raises(ModelError, match=r"scenarios\.far\.inputs\.push.*0\.5 m"):
        slide(0.0, scenarios={"far": far})


def test_drives_of_maarco_do_not_overlap_and_sliders_stay_inside():
    rover = model.load("maarco")
    touching = math.asin(2.5 / 20)  # 2 l sin theta is the diameter of a drive
    rover.with_values({"parameters.theta": touching})
    for values in ({"theta": 0.99 * touching}, {"x_p": 0.17}, {"y_p": -0.09}):
        with pytest.raises(ModelError, match="and its joint is limited to"):
            rover.with_values({f"parameters.{name}": x for name, x in values.items()})
