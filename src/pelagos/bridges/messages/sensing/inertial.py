"""sensor_msgs/Imu of inertial units, fibre-optic gyroscopes and compasses.

A covariance that begins with -1 says that there is no such measurement; zeros say that nothing is
known of its errors (Imu.msg), which is also how a sensor without noise reads.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pelagos.bridges.messages.frames import Array
from pelagos.bridges.messages.moment import quaternion, vector
from pelagos.bridges.messages.mounts import own_frame
from pelagos.bridges.messages.reading import RosReading, diagonal
from pelagos.bridges.messages.robot import RobotInRos
from pelagos.bridges.messages.sensing.places import Told, topic
from pelagos.bridges.messages.types import make
from pelagos.language.placement import from_rpy

IMU = "sensor_msgs/msg/Imu"
_ABSENT = np.array([-1.0, *[0.0] * 8])
_ZERO, _LEVEL = np.zeros(3), np.array([1.0, 0.0, 0.0, 0.0])


def imu(known: RobotInRos, name: str, law: Any) -> Told:
    """Angular velocity and specific force."""

    def fill(reading: RosReading) -> Any:
        return _message(
            reading,
            own_frame(known, name),
            rates=(reading.xyz("gyro"), diagonal(reading.variances("gyro"))),
            forces=(reading.xyz("accel"), diagonal(reading.variances("accel"))),
        )

    return [topic(known, name, law, "data", IMU, fill)]


def fog(known: RobotInRos, name: str, law: Any) -> Told:
    """Angular velocity, if it is whole."""
    if law.axes != "xyz":
        return f"Imu has three angular rates, this one reads {law.axes} only"

    def fill(reading: RosReading) -> Any:
        rates = (reading.xyz("rate"), diagonal(reading.variances("rate")))
        return _message(reading, own_frame(known, name), rates=rates)

    return [topic(known, name, law, "data", IMU, fill)]


def compass(known: RobotInRos, name: str, law: Any) -> Told:
    """The attitude that heading, pitch and roll stand for, with their variances."""
    axes = known.axes

    def fill(reading: RosReading) -> Any:
        angles = ("roll", "pitch", "heading")
        roll, pitch, heading = (reading[angle] for angle in angles)
        w, x, y, z = from_rpy((roll, pitch, heading))  # from forward, right, down to north, ...
        model = np.array([w, x, y, z] if axes.z_down else [w, x, -y, -z])
        spread = diagonal(np.array([reading.variance(angle) for angle in angles]))
        attitude = (axes.attitude(model), spread)
        return _message(reading, own_frame(known, name), attitude=attitude)

    return [topic(known, name, law, "data", IMU, fill)]


def _message(
    reading: RosReading,
    frame: str,
    *,
    attitude: tuple[Array, Array] = (_LEVEL, _ABSENT),
    rates: tuple[Array, Array] = (_ZERO, _ABSENT),
    forces: tuple[Array, Array] = (_ZERO, _ABSENT),
) -> Any:
    return make(
        IMU,
        header=reading.header(frame),
        orientation=quaternion(attitude[0]),
        orientation_covariance=attitude[1],
        angular_velocity=vector(rates[0]),
        angular_velocity_covariance=rates[1],
        linear_acceleration=vector(forces[0]),
        linear_acceleration_covariance=forces[1],
    )
