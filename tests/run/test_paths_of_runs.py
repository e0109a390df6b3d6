"""Numbers that runs are differentiated by: of all kinds, beside closed forms; and those refused."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from tests.control.vehicles import station
from tests.run.differences import slopes

pytestmark = pytest.mark.usefixtures("asked_once")

FIXED = {"integrator": "rk4", "step": 0.01, "duration": 1.0, "every": 1.0}


def carts(push=1.0, mass=1.0, **more):
    """Two carts under equal inputs."""
    cart = {"joint": {"prismatic": "x"}, "inertia": [1, 1, 1]}
    joints = {"push": "one", "same": "other"}
    return pl.Robot(
        name="carts",
        parameters={"p": 3, "w": 7, "two": 2, "four": "2*two"},
        bodies={"one": {**cart, "mass": mass}, "other": {**cart, "mass": 1.0}},
        actuators={name: {"motor": {"joint": j, "input": push}} for name, j in joints.items()},
        scenarios={"heavy": {"parameters": {"p": 5}}, "light": {"parameters": {"p": 4}}},
        **more,
    )


def moved(robot, path, scenario=None):
    """How both carts have moved in the end."""
    run = pl.simulate(robot, scenario, sensitivities=[path], **FIXED)
    return run.sensitivities.of("q", path)[-1]


WAVE = (7.0 - np.sin(7.0)) / 49.0  # the double integral of sin(7 t) up to 1


@pytest.mark.parametrize(
    ("push", "key", "expected"),
    [
        # two inputs that are equal by chance, of which one moves
        ({"step": {"at": 0.3, "before": 1, "after": 2}}, "step.after", 0.5 * 0.7**2),
        ({"ramp": {"from": 3, "to": 2, "end": 1}}, "ramp.to", 1.0 / 6.0),
        # factors of one and summands of zero, which are left out of the equations
        ({"sine": {"amplitude": 1, "rate": 7}}, "sine.amplitude", WAVE),
        ({"sine": {"amplitude": 2, "rate": 7, "offset": 0}}, "sine.offset", 0.5),
        ({"ramp": {"from": 0, "to": 1, "end": 1}}, "ramp.from", 0.5 - 1.0 / 6.0),
    ],
)
def test_one_of_two_equal_inputs_moves(push, key, expected):
    found = moved(carts(push), f"actuators.push.motor.input.{key}")
    np.testing.assert_allclose(found, [expected, 0.0], atol=1e-8)  # of the steps themselves


def test_shares_of_thrusters_that_are_equal_but_for_rounding_move():
    """Four thrusters in the corners of a rectangle: the allocation makes up for another length."""
    path, words = "parameters.x", FIXED | {"step": 5e-3, "duration": 0.1, "every": 0.1}
    run = pl.simulate("bluerov-heavy", "waypoints", sensitivities=[path], **words)
    expected = slopes("bluerov-heavy", "waypoints", path, ["u"], **words)["u"]
    np.testing.assert_allclose(run.sensitivities.of("u", path), expected, atol=1e-12)
    assert np.abs(run.arrays["u"]).max() > 1e-4


def test_a_current_of_zero_moves():
    text = """
name: ball
water: {density: 1000, current: [0.2, 0, 0]}
bodies:
  ball:
    joint: free
    mass: 5
    inertia: [1, 1, 1]
    buoyancy: {volume: 0.005, at: [0, 0, 0]}
    drag: {linear: [10, 10, 10, 1, 1, 1]}
"""
    run = pl.simulate(pl.loads(text), sensitivities=["water.current.1"], **FIXED)
    found = run.sensitivities.of("position", "water.current.1")[-1, 0]
    expected = 1.0 - (1.0 - np.exp(-2.0)) / 2.0  # drawn along: v' = 2 (c - v)
    np.testing.assert_allclose(found, [0.0, expected, 0.0], atol=1e-8)


def test_thrusters_that_ask_for_nothing_keep_a_vehicle_all_the_same():
    """The speed of a shaft is a root of the thrust, which itself is as steep at zero as ever."""
    robot = station()
    turned = {"propeller": {"diameter": 0.1, "a0": 0.4, "a1": 0.0}}
    for name in robot.actuators:
        for key, value in turned.items():
            robot = robot.with_values({f"actuators.{name}.thruster.{key}": value})
    path = "bodies.hull.com.1"
    words = FIXED | {"duration": 0.5, "every": 0.5}
    run = pl.simulate(robot, sensitivities=[path], **words)
    plain = pl.simulate(station(), sensitivities=[path], **words)  # told their thrust alone
    for name in ("q", "u"):
        found, expected = (r.sensitivities.of(name, path) for r in (run, plain))
        assert np.abs(expected).max() > 0.1
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-9)


TETHERED = """
name: tethered
water: {density: 1000}
bodies:
  ball:
    joint: free
    mass: 40
    inertia: [1, 1, 1]
    shape: {sphere: 0.2}
    buoyancy: {volume: 0.03}
initial: {ball: {position: [1, 0, -3]}}
tethers:
  line: {between: [world, ball], at: [0, 0, 0], to: [0, 0, 0.2], length: 3.1, segments: 3,
         diameter: 10 mm, line_density: 0.1, EA: 500, damping: 5, weight: 0.2}
"""


def test_a_tether_begins_at_rest_wherever_its_ends_are():
    """An element of the initial state moves it as the words of that state do."""
    paths = ["q[ball.x]", "initial.ball.position.0", "tethers.line.length"]
    words = FIXED | {"step": 1e-3, "duration": 0.1, "every": 0.1}
    run = pl.simulate(pl.loads(TETHERED), sensitivities=paths, **words)
    by_state, by_words, by_length = run.sensitivities.arrays["state"][:, -1]
    np.testing.assert_allclose(by_state, by_words, atol=1e-8)
    assert np.abs(by_length).max() > 0.1  # which bends it so much that only small moves are even


# --- refusals


PUSHED = "actuators.push.motor.input"


@pytest.mark.parametrize(
    ("words", "path", "message"),
    [
        ({"mass": "max(p, 3)"}, "parameters.p", "smoothly"),  # a kink at the very value
        ({"mass": "1 + abs(p - 3)"}, "parameters.p", "smoothly"),
        # corners along curves, which steps do not end at
        ({"push": "where(sin(w*t) > 0.5, 1, 0)"}, "parameters.w", "jump or bend"),
        ({"push": "sign(cos(w*t))"}, "parameters.w", "jump or bend"),
        ({"push": "max(sin(w*t), 0.5)"}, "parameters.w", "jump or bend"),
        ({"push": "floor(w*t)"}, "parameters.w", "jump or bend"),
        ({"push": "where(t*t < p/9, 1, 0)"}, "parameters.p", "jump or bend"),
        (
            {"push": {"table": {"time": [0, 0.5, 1], "value": [0, 1, 3]}}},
            f"{PUSHED}.table.value.1",
            "table over time",
        ),
        (
            {"push": {"noise": {"sigma": 1, "rate": 20}}},
            f"{PUSHED}.noise.rate",
            "samples are taken",
        ),
    ],
)
def test_what_has_no_slope_is_refused(words, path, message):
    with pytest.raises(pl.PelagosError, match=message):
        moved(carts(**words), path)


def test_factors_of_corners_that_stay_are_no_corners():
    robot, path = carts("w*where(sin(5*t) > 0.5, 1, 0)"), "parameters.w"
    expected = slopes(robot, None, path, ["q"], **FIXED)["q"][-1]
    np.testing.assert_allclose(moved(robot, path), expected, atol=1e-9)
    assert np.abs(expected).min() > 0.1


def test_set_points_that_jump_are_corners():
    target = {"step": {"at": 0.35, "after": 1.0}}
    go = {"measure": "q[one]", "target": target, "kp": 4, "actuator": "push", "rate": 10}
    with pytest.raises(pl.PelagosError, match="jump or bend"):
        moved(carts(0.0, controllers={"go": go}), "controllers.go.target.step.at")


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("parameters.p", "the scenario light has its own"),
        ("scenarios.heavy.parameters.p", "no number of this run"),
    ],
)
def test_numbers_that_a_scenario_replaces_are_refused(path, message):
    robot = carts(mass="p")
    with pytest.raises(pl.PelagosError, match=message):
        moved(robot, path, "light")
    assert moved(robot, "scenarios.light.parameters.p", "light")[0] == pytest.approx(-0.5 / 16)


def test_a_robot_that_cannot_be_put_together_is_named_with_its_path():
    with pytest.raises(pl.PelagosError, match=r"other values of bodies\.rocker\.at\.1.*put togeth"):
        pl.simulate("four-bar", "release", sensitivities=["bodies.rocker.at.1"], **FIXED)


def test_parameters_of_a_cost_that_follow_from_others():
    words = {"duration": 1.0, "integrator": "rk4", "step": 0.01}
    cost = "four*q[one]"
    with pytest.raises(pl.PelagosError, match=r"names four, which moves with parameters\.two"):
        pl.gradient(carts("two"), None, cost, ["parameters.two"], **words)
    found = pl.gradient(carts("four"), None, cost, ["parameters.two"], **words)
    assert found["parameters.two"] == pytest.approx(8.0)  # 4 (2 p)^2 / 2 / 2 by p = 2
