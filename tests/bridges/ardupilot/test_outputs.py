"""From servo outputs to inputs; motors of ArduSub's mixer push where its axes say."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from benchmarks.ardusub import AXES, BLUEROV1, VECTORED_6DOF, mixed
from pelagos.bridges.ardupilot.vehicle import Vehicle

# axis of the mixer -> element of u v w p q r, and its sign
WHERE = {
    "roll": (3, 1),
    "pitch": (4, 1),
    "yaw": (5, 1),
    "throttle": (2, -1),
    "forward": (0, 1),
    "lateral": (1, 1),
}


def vehicle_of(robot):
    return Vehicle(robot, *next(iter(robot.autopilots.items())))


def pushed(robot, pulses):
    """Accelerations at the start by pulses, less those without."""
    vehicle, session = vehicle_of(robot), pl.Session(robot)
    found = []
    for frame in ([1500] * 8, pulses):
        session.set_inputs(vehicle.inputs(tuple(frame)))
        found.append(session.observe()["udot"][:6].copy())
    return found[1] - found[0]


@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("demand", [0.4, -0.7])
def test_each_axis_of_vectored_6dof_moves_bluerov_heavy_along_it_alone(axis, demand):
    index, sign = WHERE[axis]
    found = pushed(pl.load("bluerov-heavy"), mixed(VECTORED_6DOF, **{axis: demand}))
    assert found[index] * sign * demand > 0.5 * demand**2
    rest = np.delete(found, index)
    assert np.max(np.abs(rest)) < 1e-12 * abs(found[index])


@pytest.mark.parametrize("axis", AXES)
def test_each_axis_of_bluerov1_moves_bluerov_along_it(axis):
    """Its thrusters stand elsewhere than ArduSub has them, so it does not move along it alone."""
    index, sign = WHERE[axis]
    found = pushed(pl.load("bluerov"), mixed(BLUEROV1, **{axis: 0.5}))
    assert found[index] * sign > 0.1
    if axis in ("forward", "yaw"):
        assert np.max(np.abs(np.delete(found, index))) < 1e-12


def test_the_table_of_thrust_is_the_published_polynomial():
    """Eq 18 of von Benzon et al. 2022."""
    output = vehicle_of(pl.load("bluerov-heavy"))._driven[0]
    for pulse in range(1100, 1901):
        V = (pulse - 1500) / 400
        thrust = -140.3 * V**9 + 389.9 * V**7 - 404.1 * V**5 + 176.0 * V**3 + 8.9 * V
        found = -output((pulse,))  # reversed
        assert abs(found - thrust) < (0.006 if pulse % 50 == 0 else 0.6)


def with_channel(actuator="jet", kind=None, **channel):
    kind = kind or {"force": {"body": "hull", "direction": "x"}}
    return pl.Robot(
        name="box",
        bodies={"hull": {"joint": "free", "mass": 2, "inertia": [1, 1, 1]}},
        actuators={"jet": kind},
        autopilots={"pilot": {"body": "hull", "channels": {3: {"actuator": actuator, **channel}}}},
    )


PWM = {
    "thruster": {
        "body": "hull",
        "direction": "x",
        "command": "pwm",
        "pwm": {"table": {"pwm": [1100, 1900], "thrust": [-40, 40]}, "neutral": 1510},
    }
}


@pytest.mark.parametrize(
    ("channel", "expected"),
    [
        ({"from": [1100, 1900], "to": [-40, 40]}, {1100: -40, 1500: 0, 1600: 10, 1900: 40, 0: 0}),
        ({"from": [1100, 1900], "to": [-40, 40]}, {900: -40, 2200: 40, 65535: 40, 1: -40}),
        (
            {"from": [1100, 1475, "1525 us", 1900], "to": [-8, 0, 0, 4]},
            {1475: 0, 1500: 0, 1525: 0, 1712.5: 2, 1287.5: -4},
        ),
        (
            {"from": [1000, 2000], "to": [0, 0.06], "neutral": 0.02, "reversed": True},
            {1000: 0.04, 2000: -0.02, 0: 0.02},
        ),
    ],
)
def test_maps(channel, expected):
    vehicle = vehicle_of(with_channel(**channel))
    for pulse, value in expected.items():
        inputs = vehicle.inputs((1100, 1900, pulse))
        assert inputs == {"jet": pytest.approx(value, abs=1e-12)}


def test_pulses_go_straight_to_thrusters_that_take_them():
    vehicle = vehicle_of(with_channel(kind=PWM))
    assert [vehicle.inputs((0, 0, p))["jet"] for p in (1620, 0, 3000, 1)] == [1620, 1510, 2200, 800]
    mirrored = vehicle_of(with_channel(kind=PWM, reversed=True))
    assert [mirrored.inputs((0, 0, pulse))["jet"] for pulse in (1620, 0)] == [1400, 1510]
    stretched = vehicle_of(with_channel(kind=PWM, **{"from": [1000, 2000], "to": ["1.1 ms", 1900]}))
    assert stretched.inputs((0, 0, 1250))["jet"] == pytest.approx(1300)


def test_only_frames_that_differ_set_inputs():
    """What is not changed does not cut a step short."""
    vehicle = vehicle_of(with_channel(kind=PWM))
    assert vehicle.inputs((0, 0, 1600))
    assert vehicle.inputs((0, 0, 1600)) == {}
    assert vehicle.let_go() == {"jet": 1510}
    assert vehicle.inputs((0, 0, 1600)) == {"jet": 1600}


def test_lights_and_grippers_are_shown():
    words = with_channel(kind=PWM).to_dict()
    words["autopilots"]["pilot"]["channels"] |= {
        "9": {"light": "lamp"},
        "32": {"gripper": "claw", "from": [1000, 2000], "to": [1, 0]},
    }
    vehicle = vehicle_of(pl.Robot(**words))
    assert vehicle.shown == {"lamp": 0, "claw": 0}
    vehicle.inputs((0,) * 8 + (1700,) + (0,) * 22 + (1250,))
    assert vehicle.shown == {"lamp": pytest.approx(0.75), "claw": pytest.approx(0.75)}
    assert vehicle.actuators == ["jet"]
