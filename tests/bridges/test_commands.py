"""Reading commands: pulse widths, motors, floods, and bytes that are no message."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.bridges.messages.robot import RobotInRos
from pelagos.bridges.messages.types import from_bytes, make, to_bytes
from pelagos.bridges.ros2.commands import (
    MOST,
    CommandError,
    Inbox,
    bounds,
    checked,
    command_topics,
    commandable,
)
from pelagos.bridges.ros2.node import prepared_inputs
from pelagos.language.expressions import Const, evaluate
from tests.bridges.both_ways import robot


def test_pulse_widths_are_in_microseconds_or_seconds():
    vehicle = pl.load("bluerov").with_values({"actuators.thruster1.thruster.limits": [1100, 1900]})
    assert bounds(vehicle, "thruster1") == (1100, 1900)
    assert checked(vehicle, "thruster1", 1600) == 1600
    law = vehicle.actuators["thruster1"].law
    assert evaluate(law.drive(Const(1.6e-3))) == pytest.approx(evaluate(law.drive(Const(1600.0))))
    assert checked(vehicle, "thruster1", 1.6e-3) == 1.6e-3
    for wrong in (1000.0, 2000.0, 0.0, -1500.0):
        with pytest.raises(CommandError):
            checked(vehicle, "thruster1", wrong)


def test_motors_have_limits_and_prescribed_motions_take_no_commands():
    body = {"mass": 1, "inertia": [1, 1, 1]}
    arm = pl.Robot(
        name="arm",
        bodies={
            "a": {**body, "joint": {"revolute": "y"}},
            "b": {**body, "parent": "a", "joint": {"revolute": "y"}},
        },
        actuators={
            "push": {"motor": {"joint": "a", "limit": 5}},
            "moved": {"motion": {"joint": "b", "input": "sin(t)"}},
        },
    )
    assert bounds(arm, "push") == (-5, 5)
    assert commandable(arm) == ["push"]
    assert [t.name for t in command_topics(RobotInRos.of(arm))] == [
        "/arm/push/command",
        "/arm/joint_commands",
    ]


def test_what_follows_a_signal_is_left_to_it_until_commanded():
    reach = pl.load("rov-arm").resolved("reach")
    assert prepared_inputs(reach) == ["surge", "sway", "heave", "yaw"]
    session = pl.Session("rov-arm", "reach", inputs=prepared_inputs(reach))
    session.advance(6.0)
    assert session.observe()["q", "turret"] > 0.5


def test_a_flood_is_cut_off_and_counted():
    known = RobotInRos.of(robot(z_down=False))
    topic = command_topics(known)[0]
    inbox = Inbox(lambda _: None)
    for value in range(MOST + 7):
        inbox.receive(topic, to_bytes(make("std_msgs/msg/Float64", data=value / 1e4)))
    assert inbox.take() == {"aft": (MOST - 1) / 1e4}
    assert dict(inbox.ignored) == {(topic.name, f"more than {MOST} at once"): 7}
    assert inbox.take() == {}


def test_damaged_bytes_are_refused_and_never_more():
    """Cut, flipped and random ones, of every type that is listened to."""
    known = RobotInRos.of(robot(z_down=False))
    rng = np.random.default_rng(11)
    layout = make("std_msgs/msg/MultiArrayLayout", dim=[], data_offset=0)
    stamp = make("builtin_interfaces/msg/Time", sec=1, nanosec=2)
    header = make("std_msgs/msg/Header", stamp=stamp, frame_id="arm")
    sound = {
        "std_msgs/msg/Float64": make("std_msgs/msg/Float64", data=1.0),
        "std_msgs/msg/Float64MultiArray": make(
            "std_msgs/msg/Float64MultiArray", layout=layout, data=np.ones(1)
        ),
        "sensor_msgs/msg/JointState": make(
            "sensor_msgs/msg/JointState",
            header=header,
            name=["arm"],
            position=np.ones(1),
            velocity=np.zeros(0),
            effort=np.zeros(0),
        ),
    }
    inbox, cases = Inbox(lambda _: None), 0
    for topic in command_topics(known):
        whole = to_bytes(sound[topic.type])
        topic.read(from_bytes(whole, topic.type))
        for _ in range(400):
            data = bytearray(whole[: rng.integers(0, len(whole) + 1)])
            for place in rng.integers(0, max(len(data), 1), 3) if data else ():
                data[place] = rng.integers(0, 256)
            inbox.receive(topic, bytes(data))
            inbox.take()
            cases += 1
    assert inbox.obeyed + inbox.ignored.total() == cases
    assert inbox.ignored.total() > cases / 2
