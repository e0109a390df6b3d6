"""Every pair of shapes keeps momentum, and the energy books close; so do bodies on terrain."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import pelagos as pl
from tests.contact.made import SHAPES, alone, assert_momentum_is_kept, fault, hills, outputs, two

TIGHT = {"rtol": 1e-9, "atol": 1e-12, "integrator": "dopri5"}
START = {
    "a": {
        "position": [-0.45, 0, 0],
        "rpy": [0.3, 0.2, 0.1],
        "velocity": [2, 0, 0],
        "angular_velocity": [1, 2, 3],
    },
    "b": {"position": [0, 0.03, 0.02], "rpy": [1, 0.4, 0.1]},
}
PAIRS = [*itertools.combinations_with_replacement(SHAPES, 2)]
# one of each kind of surface and of points; all 21 were run once, with the same bounds
FEW = [("sphere", "ellipsoid"), ("capsule", "capsule"), ("ellipsoid", "disc"), ("disc", "rod")]


@pytest.mark.parametrize(("one", "other"), FEW)
def test_two_bodies_hit_each_other(one, other):
    assert (one, other) in PAIRS
    contact = {"friction": 0.5, "damping": 0.1}
    run = pl.simulate(two(SHAPES[one], SHAPES[other], START, contact), duration=0.6, **TIGHT)
    assert_momentum_is_kept(run)
    assert outputs(run, "hit.load").max() > 10.0
    assert fault(run) < 1e-6


def test_boxes_stack():
    """A box on a box on the floor: each bears what is above it."""
    box = {"mass": 1, "shape": SHAPES["box"]}
    robot = pl.Robot(
        name="stack",
        bodies={"low": box, "high": box},
        initial={
            "low": {"position": [0, 0, 0.075]},
            "high": {"position": [0.05, 0.02, 0.225], "rpy": [0, 0, 0.4]},
        },
        contacts={
            "floor": {"of": "low", "plane": True, "friction": 0.5},
            "between": {"of": "high", "against": "low", "friction": 0.5},
        },
    )
    run = pl.simulate(robot, duration=1.0)
    assert outputs(run, "floor.load")[-1] == pytest.approx(2 * 9.81, rel=1e-3)
    assert outputs(run, "between.load")[-1] == pytest.approx(9.81, rel=1e-3)
    assert np.abs(run.arrays["velocity"][-1]).max() < 1e-4
    assert fault(run) < 1e-3  # of a kinetic energy of next to nothing


@pytest.mark.parametrize("shape", ["sphere", "ellipsoid", "disc"])
def test_the_books_close_on_a_height_map(shape):
    start = {"position": [0, 0, 0.4], "rpy": [0.3, 0.2, 0.1], "velocity": [0.5, 0.2, 0]}
    contact = {"height_map": hills(), "friction": 0.5, "damping": 1.0}
    run = pl.simulate(alone(SHAPES[shape], start, contact), duration=0.8, **TIGHT)
    assert outputs(run, "touch.load").max() > 10.0
    assert fault(run) < 1e-6


@pytest.mark.parametrize("spacing", [{}, {"spacing": 0.05}])
def test_the_books_close_where_a_rim_hits_an_edge(spacing):
    start = {
        "a": {"position": [-0.5, 0, 0], "velocity": [2, 0, 0], "angular_velocity": [1, 2, 3]},
        "b": {"position": [0, 0.0488, 0.0493], "rpy": [0.06, -0.86, -1.78]},
    }
    contact = {"friction": 0.5, "damping": 0.1, **spacing}
    run = pl.simulate(two(SHAPES["box"], SHAPES["disc"], start, contact), duration=0.4)
    assert outputs(run, "hit.load").max() > 10.0
    assert fault(run) < 1e-6


@pytest.mark.parametrize("shape", ["sphere", "capsule", "disc"])
def test_the_books_close_at_default_tolerances(shape):
    """A body that falls, bounces and rolls; several points touch and let go."""
    start = {"position": [0, 0, 0.4], "rpy": [0.3, 0.2, 0.1], "velocity": [1, 0, 0]}
    contact = {"plane": True, "friction": 0.5, "damping": 1.0}
    run = pl.simulate(alone(SHAPES[shape], start, contact), duration=0.7)
    assert run.arrays["work"][-1] < -0.1
    assert fault(run) < 1e-6


def test_the_books_of_a_ball_that_bounces_for_long_close():
    """Nothing is lost in fifteen bounces, by no damping and by no step."""
    contact = {"plane": True, "damping": 0}
    run = pl.simulate(alone({"sphere": 0.1}, {"position": [0, 0, 0.6]}, contact), duration=10.0)
    assert run.arrays["position"][-200:, 0, 2].max() == pytest.approx(0.6, rel=1e-5)
    assert fault(run) < 1e-6


def test_tolerances_are_tighter_with_contacts_unless_they_are_given():
    from pelagos.march.settings import settings_for

    nothing = dict.fromkeys(
        ("integrator", "duration", "every", "rtol", "atol", "step", "max_steps")
    )
    start = {"position": [0, 0, 1]}
    robot = alone(SHAPES["sphere"], start, {"plane": True})
    found = settings_for(robot, **nothing)
    assert (found.rtol, found.atol) == pytest.approx((3e-10, 3e-13))
    assert settings_for(robot, **{**nothing, "rtol": 1e-5}).rtol == 1e-5
    own = alone(SHAPES["sphere"], start, {"plane": True}, integrator={"rtol": 1e-6})
    assert settings_for(own, **nothing).rtol == 1e-6
    assert settings_for(robot, **{**nothing, "integrator": "ros34pw2"}).rtol == 1e-6


def test_friction_never_wins_energy():
    """Work of a contact only falls, with bristles stretched and let go."""
    start = {"position": [0, 0, 0.075], "velocity": [0.3, 0.1, 0], "angular_velocity": [0, 0, 3]}
    run = pl.simulate(alone(SHAPES["box"], start, {"plane": True, "friction": 0.7}), duration=0.5)
    assert np.diff(run.arrays["work"]).max() < 1e-12
    assert run.arrays["work"][-1] < -0.04
