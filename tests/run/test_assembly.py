"""Initial states of closed robots: put together, or refused with the numbers."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl

LINK = {"mass": 1.0, "com": [0.5, 0, 0], "inertia": [0.1, 0.1, 0.1]}


def two_links(**constraints):
    return pl.Robot(
        name="two links",
        bodies={
            "a": {"joint": {"revolute": "y"}, **LINK},
            "b": {"parent": "a", "at": [1, 0, 0], "joint": {"revolute": "y"}, **LINK},
        },
        initial={"b": {"angle": 1.0}},  # not stretched out, where no angle changes the distance
        constraints=constraints,
    )


def test_a_point_out_of_reach_is_refused_with_the_gap():
    robot = two_links(far={"ball": {"between": ["world", "b"], "at": [5, 0, 0], "to": [1, 0, 0]}})
    with pytest.raises(pl.PelagosError, match=r"(?s)far\.x is still off by 3\S* .* contradicts"):
        pl.simulate(robot)


def test_constraints_that_leave_no_motion_are_refused():
    pin = {"ball": {"between": ["world", "b"], "at": [1.2, 0, 0.9], "to": [1, 0, 0]}}
    with pytest.raises(pl.PelagosError, match=r"2 independent rows leave none of the 2"):
        pl.simulate(two_links(pin=pin))


def test_contradicting_constraints_are_refused():
    """The same two points at two distances."""
    rods = {
        name: {"distance": {"between": ["world", "b"], "to": [1, 0, 0], "length": length}}
        for name, length in (("short", 1.2), ("long", 1.5))
    }
    with pytest.raises(pl.PelagosError, match=r"cannot be assembled.* still off by 0\.1"):
        pl.simulate(two_links(**rods))


def test_a_start_off_the_loop_is_closed():
    """Angles and rates of the four-bar, pushed off, return to the nearest closed state."""
    robot = pl.load("four-bar")
    moved = robot.with_values({"initial.coupler.angle": -1.4, "initial.crank.rate": 0.7})
    run = pl.simulate(moved, duration=0.1)
    assert run.audit().constraint_error < 1e-12
    a, b, c = run.arrays["q"][0]
    end = np.array([np.cos(a) + 1.5 * np.cos(a + b), np.sin(a) + 1.5 * np.sin(a + b)])
    np.testing.assert_allclose(
        end, [1.2 + 1.044 * np.cos(c), 1.044 * np.sin(c)], rtol=0, atol=1e-12
    )
    ra, rb, rc = run.arrays["u"][0]
    velocity = np.array(
        [
            -np.sin(a) * ra - 1.5 * np.sin(a + b) * (ra + rb) + 1.044 * np.sin(c) * rc,
            np.cos(a) * ra + 1.5 * np.cos(a + b) * (ra + rb) - 1.044 * np.cos(c) * rc,
        ]
    )
    assert abs(ra) > 0.1
    np.testing.assert_allclose(velocity, 0.0, atol=1e-11)


@pytest.mark.parametrize(
    ("kind", "more"), [("weld", {}), ("slider", {"axis": "x"}), ("hinge", {"axis": "z"})]
)
def test_frames_half_a_turn_apart_are_refused(kind, more):
    """Their rows are zero there, but lead away: such a run would flip over on its way."""
    body = {"mass": 1, "inertia": [0.1, 0.2, 0.3]}
    words = {"between": ["a", "b"], "at": [0.5, 0, 0], "to": [-0.5, 0, 0], **more}
    start = {"position": [1, 0, 0], "rpy": ["180 deg", 0, 0]}
    with pytest.raises(pl.PelagosError, match="the frames of dock are half a turn apart"):
        pl.simulate(
            pl.Robot(
                name="over",
                bodies={"a": body, "b": body},
                initial={"b": start},
                constraints={"dock": {kind: words}},
            ),
            duration=1,
        )


def test_an_axis_along_half_a_turn_is_no_matter():
    """A hinge about x of bodies half a turn about x apart is closed."""
    body = {"mass": 1, "inertia": [0.1, 0.2, 0.3]}
    hinge = {"between": ["a", "b"], "at": [0.5, 0, 0], "to": [-0.5, 0, 0], "axis": "x"}
    robot = pl.Robot(
        name="along",
        bodies={"a": body, "b": body},
        initial={
            "a": {"angular_velocity": [1, 0.5, 0.7]},
            "b": {"position": [1, 0, 0], "rpy": ["180 deg", 0, 0]},
        },
        constraints={"dock": {"hinge": hinge}},
    )
    run = pl.simulate(robot, duration=2, rtol=1e-9)
    assert run.arrays["constraint_error"].max() < 1e-12
    assert run.audit().energy_balance < 1e-7
