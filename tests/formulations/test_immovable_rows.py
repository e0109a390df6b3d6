"""Constraints on what nothing can move: they ask for nothing, in every formulation."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.model import Robot
from pelagos.programs.robot import FORMULATIONS
from tests.twins import relative

SOLID = {"mass": 1.0, "com": [0.1, 0.2, 0.3], "inertia": [1, 1.1, 1.2]}
BODIES = {
    "hull": SOLID,
    "arm": {
        **SOLID,
        "parent": "hull",
        "at": {"position": [0.3, 0.2, 0.1], "rpy": [0.1, 0.2, 0.3]},
        "joint": {"revolute": "y"},
    },
    "hand": {
        **SOLID,
        "parent": "arm",
        "at": {"position": [0.7, 0.2, 0.1], "rpy": [0.1, 0.5, 0.3]},
        "joint": "fixed",
    },
}
HELD = {"arm": {"motion": {"joint": "arm", "input": 0.3}}}
SPEEDS = np.array([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.0])


@pytest.mark.parametrize("method", FORMULATIONS)
@pytest.mark.parametrize(
    ("kind", "words"), [("weld", {}), ("plane", {"normal": [1, 2, 3]}), ("distance", {})]
)
def test_between_bodies_that_a_prescribed_joint_holds(method, kind, words):
    plain = Robot(name="plain", bodies=BODIES, actuators=HELD)
    between = {"between": ["hull", "hand"], **words}
    held = Robot(name="held", bodies=BODIES, actuators=HELD, constraints={"it": {kind: between}})
    q, u = plain.initial_state()
    expected = pl.acceleration(plain, q, u + SPEEDS)
    assert relative(pl.acceleration(held, q, u + SPEEDS, method=method), expected) < 1e-12


@pytest.mark.parametrize("method", FORMULATIONS)
def test_a_plane_across_the_axis_of_a_hinge(method):
    """The hinge holds the point in that plane already."""
    at = {"position": [0.3, 0.2, 0.1], "rpy": [0.1, 0.2, 0.3]}
    plane = {"between": ["hull", "arm"], "at": at, "normal": "y"}
    plain = Robot(name="plain", bodies=BODIES)
    held = Robot(name="held", bodies=BODIES, constraints={"it": {"plane": plane}})
    q, u = plain.initial_state()
    expected = pl.acceleration(plain, q, u + 0.5)
    assert relative(pl.acceleration(held, q, u + 0.5, method=method), expected) < 1e-12
    runs = [pl.simulate(robot, duration=0.3, every=0.1, method=method) for robot in (plain, held)]
    assert relative(runs[1].arrays["q"], runs[0].arrays["q"]) < 1e-5
