"""Odometry and inertial measurements of bodies that are free in the world: the truth, no noise.

Odometry has the pose in the world and the velocity of the body's origin in body axes, as
nav_msgs/Odometry wants it. Imu measures at the body's origin: angular velocity and specific force,
which is acceleration less gravity, so that a body at rest reads +g upwards (REP 145). Covariances
are zero, which the definition of Imu calls unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from pelagos.bridges.messages.frames import WORLD_FRAME
from pelagos.bridges.messages.moment import RosMoment, quaternion, vector
from pelagos.bridges.messages.names import ros_name
from pelagos.bridges.messages.robot import RobotInRos, Topic
from pelagos.bridges.messages.types import make
from pelagos.data.frames import conjugate
from pelagos.result.euler import rotate

ODOMETRY, IMU = "nav_msgs/msg/Odometry", "sensor_msgs/msg/Imu"


def topics(known: RobotInRos) -> Iterator[Topic]:
    """Two per free body; under its name where there are several."""
    for body, first in known.free.items():
        place = [] if len(known.free) == 1 else [ros_name(body)]
        yield Topic(
            known.topic(*place, "odom"),
            ODOMETRY,
            f"odometry of the body {body}",
            _odometry(known, body, first),
        )
        yield Topic(
            known.topic(*place, "imu"),
            IMU,
            f"inertial measurements of the body {body}",
            _imu(known, body, first),
        )


def _odometry(known: RobotInRos, body: str, first: int) -> Callable[[RosMoment], Any]:
    row, frame = known.robot.order.index(body), known.frame(body)

    def fill(moment: RosMoment) -> Any:
        u = np.asarray(moment.values["u"])[first : first + 6]
        x, y, z = moment.position[row].tolist()
        pose = make(
            "geometry_msgs/msg/Pose",
            position=make("geometry_msgs/msg/Point", x=x, y=y, z=z),
            orientation=quaternion(moment.orientation[row]),
        )
        twist = make(
            "geometry_msgs/msg/Twist",
            linear=vector(moment.axes.body(u[:3])),
            angular=vector(moment.axes.body(u[3:])),
        )
        return make(
            ODOMETRY,
            header=moment.header(WORLD_FRAME),
            child_frame_id=frame,
            pose=make("geometry_msgs/msg/PoseWithCovariance", pose=pose, covariance=np.zeros(36)),
            twist=make(
                "geometry_msgs/msg/TwistWithCovariance", twist=twist, covariance=np.zeros(36)
            ),
        )

    return fill


def _imu(known: RobotInRos, body: str, first: int) -> Callable[[RosMoment], Any]:
    row, frame = known.robot.order.index(body), known.frame(body)
    gravity = np.array(known.robot.gravity)

    def fill(moment: RosMoment) -> Any:
        u, udot = (np.asarray(moment.values[n])[first : first + 6] for n in ("u", "udot"))
        attitude = np.asarray(moment.values["orientation"])[row]
        # the velocity is written in axes that turn
        acceleration = udot[:3] + np.cross(u[3:], u[:3])
        force = acceleration - rotate(conjugate(attitude), gravity)
        return make(
            IMU,
            header=moment.header(frame),
            orientation=quaternion(moment.orientation[row]),
            orientation_covariance=np.zeros(9),
            angular_velocity=vector(moment.axes.body(u[3:])),
            angular_velocity_covariance=np.zeros(9),
            linear_acceleration=vector(moment.axes.body(force)),
            linear_acceleration_covariance=np.zeros(9),
        )

    return fill
