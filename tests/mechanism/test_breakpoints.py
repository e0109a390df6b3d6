"""Times at which inputs jump or bend, and that a march must land on."""

from __future__ import annotations

import math

import pytest

from pelagos.language.expressions import evaluate
from pelagos.mechanism.breakpoints import breakpoint_times, corner_times, same_corners
from tests.signals import robot_with


def breakpoints(signal, **parameters):
    robot = robot_with({"m": signal})
    return breakpoint_times(robot, {**robot.parameters, **parameters})


@pytest.mark.parametrize(
    ("signal", "expected"),
    [
        (3.0, []),
        ("sin(3*t) + q[a]", []),
        ({"step": {"at": 0.6, "after": 2.0}}, [0.6]),
        ({"ramp": {"to": 2.0, "start": 0.2, "end": 0.9}}, [0.2, 0.9]),
        ({"polynomial": {"coefficients": [1, 2], "start": 0.1, "end": 2.0}}, [0.1, 2.0]),
        ({"sine": {"amplitude": 1.0, "rate": 3.0, "start": 0.4}}, [0.4]),
        ("where(t < 0.5, 10, 0)", [0.5]),
        ("where(2*t - 3 <= k, 10, 0)", [1.875]),
        ("abs(t - 1) + sign(4 - 2*t)", [1.0, 2.0]),
        ("min(t, 2) + max(1 - t, -2)", [2.0, 3.0]),
        ("abs(abs(t - 2) - 1)", [1.0, 2.0, 3.0]),
        ("where(min(t, 1)*2 + max(t, 3) < 6.5, 1, 0)", [1.0, 3.0, 4.5]),
        ("where(1/(t - 1) < 2, 1, 0)*where(log(t) < 0, 1, 0)", []),
        ("where(t < 1, sin(t), 0)*where(t < 2, 1, 0)", [1.0, 2.0]),
        ("where(q[a] < 0.5, 1, 0)", []),
    ],
)
def test_corners(signal, expected):
    assert breakpoints(signal) == pytest.approx(expected, rel=1e-15)


def test_corners_follow_the_parameters():
    assert breakpoints("where(t < k, 1, 0)") == [0.75]
    assert breakpoints("where(t < k, 1, 0)", k=0.3) == [0.3]


@pytest.mark.parametrize(
    ("interpolation", "expected"),
    [("hold", [0.5, 1.2]), ("linear", [0.1, 0.5, 1.2]), ("cubic", [0.1, 1.2])],
)
def test_tables_have_corners_where_they_are_not_smooth(interpolation, expected):
    """A spline bends only at its ends, beyond which it is held; steps do not begin with one."""
    values = {"time": [0.1, 0.5, 1.2], "value": [1.0, -1.0, 2.0]}
    assert breakpoints({"table": {**values, "interpolation": interpolation}}) == expected


@pytest.mark.parametrize(
    ("signal", "expected"),
    [
        ("where(t < 0.6, 1, 0)", 0.6),
        ("where(t <= 0.6, 1, 0)", math.nextafter(0.6, 1.0)),
        ("where(3*t < 0.7, 1, 0)", None),
        ("where(0.1 + t >= 0.7, 1, 0)", None),
        ({"step": {"at": 1e5 / 3, "after": 2.0}}, 1e5 / 3),
    ],
)
def test_a_corner_is_the_first_number_on_its_other_side(signal, expected):
    """So that a step that lands on it ends before the jump and the next begins after it."""
    robot = robot_with({"m": signal})
    (found,) = breakpoint_times(robot, robot.parameters)
    tree = robot.actuators["m"].input.node
    assert expected in (None, found)
    assert evaluate(tree, found) != evaluate(tree, math.nextafter(found, -math.inf))


def test_corners_of_all_inputs_are_merged_and_sorted():
    robot = robot_with({"m": "where(t < 2, 1, 0)", "n": "where(t < 1, 1, where(t < 2, 0, 3))"})
    assert breakpoint_times(robot, robot.parameters) == [1.0, 2.0]


@pytest.mark.parametrize(
    ("signal", "expected"),
    [
        ("where(t < k, 1, 0)", [0.75]),
        ("where(sin(t) < k, 1, 0)", [math.asin(0.75), math.pi - math.asin(0.75)]),
        ("abs(cos(2*t))", [0.25 * math.pi, 0.75 * math.pi]),
        ("max(t^2, 2*k)", [math.sqrt(1.5)]),
        ("floor(t^2 + k)", [math.sqrt(n + 0.25) for n in range(6)]),
        ("where(q[a] < t^2, 1, 0)", []),
        ("where(t < 9, 1, 0)", []),
    ],
)
def test_corners_along_curves(signal, expected):
    """Which a march does not land on, up to a time."""
    robot = robot_with({"m": signal})
    found = corner_times(robot, robot.parameters, (), 2.4)
    assert found == pytest.approx(expected, rel=1e-14)
    assert corner_times(robot, robot.parameters, ("m",), 2.4) == []


def test_corners_that_stay_but_for_rounding():
    assert same_corners([0.1, 2.0], [0.1, math.nextafter(2.0, 3.0)], 2.0)
    assert not same_corners([0.1, 2.0], [0.1, 2.0 + 1e-10], 2.0)
    assert not same_corners([0.1, 2.0], [0.1], 2.0)
