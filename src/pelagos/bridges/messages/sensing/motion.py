"""Messages of what tells velocities and positions: Doppler and flow logs, satellites, sound.

A twist or a pose has more numbers than these sensors measure. Those that they do not are zero, with
a variance so large that no filter gives them weight.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from pelagos.bridges.messages.frames import WORLD_FRAME, Array
from pelagos.bridges.messages.moment import quaternion, vector
from pelagos.bridges.messages.mounts import beam_frame, own_frame
from pelagos.bridges.messages.reading import RosReading, diagonal
from pelagos.bridges.messages.robot import RobotInRos
from pelagos.bridges.messages.sensing.gauges import RANGE, range_message
from pelagos.bridges.messages.sensing.places import Told, topic
from pelagos.bridges.messages.types import make
from pelagos.mathematics.geography import north_east_down

TWIST = "geometry_msgs/msg/TwistWithCovarianceStamped"
POSE = "geometry_msgs/msg/PoseWithCovarianceStamped"
FIX = "sensor_msgs/msg/NavSatFix"
NOT_MEASURED = 1e6  # variance
HAS_FIX, BY_GPS, DIAGONAL_KNOWN = 0, 1, 2  # NavSatStatus.msg, NavSatFix.msg
_LEVEL = np.array([1.0, 0.0, 0.0, 0.0])


def dvl(known: RobotInRos, name: str, law: Any) -> Told:
    """Velocity in its own axes; over the seabed also altitude, within the cone of its beams."""

    def velocity(reading: RosReading) -> Any:
        own = reading.xyz("velocity"), reading.variances("velocity")
        return _twist(reading, own_frame(known, name), *own)

    def altitude(reading: RosReading) -> Any:
        ends = (law.min_altitude, law.max_altitude)
        frame, width = beam_frame(known, name), 2.0 * law.beam_angle
        return range_message(reading, "altitude", frame, width, ends)

    found = [topic(known, name, law, "velocity", TWIST, velocity)]
    if law.track == "bottom":
        found.append(topic(known, name, law, "altitude", RANGE, altitude))
    return found


def flow(known: RobotInRos, name: str, law: Any) -> Told:
    """Velocity through the water, if it is whole."""
    if law.axes != "xyz":
        return f"a twist has three components, this one reads {law.axes} only"

    def fill(reading: RosReading) -> Any:
        own = reading.xyz("speed"), reading.variances("speed")
        return _twist(reading, own_frame(known, name), *own)

    return [topic(known, name, law, "velocity", TWIST, fill)]


def gps(known: RobotInRos, name: str, law: Any) -> Told:
    """The place on the Earth, or in the world where that is not known; and the velocity there."""
    to_world = north_east_down(known.robot.gravity).T

    def in_world(reading: RosReading, begin: str) -> tuple[Array, Array]:
        channels = [f"{begin}{k}" for k in ("north", "east", "down")]
        values, variances = (
            np.array([of(channel) for channel in channels])
            for of in (reading.__getitem__, reading.variance)
        )
        axes = reading.axes
        return axes.world(to_world @ values), axes.world_variances(variances)

    def velocity(reading: RosReading) -> Any:
        return _twist(reading, WORLD_FRAME, *in_world(reading, "velocity."))

    def position(reading: RosReading) -> Any:
        return _pose(reading, WORLD_FRAME, *in_world(reading, ""))

    def fix(reading: RosReading) -> Any:
        spread = np.array([reading.variance(k) for k in ("east", "north", "down")])
        return make(
            FIX,
            header=reading.header(own_frame(known, name)),
            status=make("sensor_msgs/msg/NavSatStatus", status=HAS_FIX, service=BY_GPS),
            latitude=math.degrees(reading["latitude"]),
            longitude=math.degrees(reading["longitude"]),
            altitude=reading["altitude"],
            position_covariance=diagonal(spread),
            position_covariance_type=DIAGONAL_KNOWN,
        )

    told = ("position", POSE, position) if law.origin is None else ("fix", FIX, fix)
    moves = ("velocity", TWIST, velocity)
    return [topic(known, name, law, *own) for own in (told, moves)]


def usbl(known: RobotInRos, name: str, law: Any) -> Told:
    """Where the beacon is, in axes of the transceiver."""

    def fill(reading: RosReading) -> Any:
        own = reading.xyz("position"), reading.variances("position")
        return _pose(reading, own_frame(known, name), *own)

    return [topic(known, name, law, "position", POSE, fill)]


def lbl(known: RobotInRos, name: str, law: Any) -> Told:
    """Where it is in the world, if it reckons that."""
    if not law.position:
        return "ranges to transponders have no standard message; position: true has one"

    def fill(reading: RosReading) -> Any:
        if not reading["position.found"]:
            return None
        place = reading.axes.world(reading.three("position"))
        spread = reading.axes.world_variances(reading.variances("position"))
        return _pose(reading, WORLD_FRAME, place, spread)

    return [topic(known, name, law, "position", POSE, fill)]


def _twist(reading: RosReading, frame: str, velocity: Array, variances: Array) -> Any:
    parts = {"linear": vector(velocity), "angular": vector(np.zeros(3))}
    twist = make("geometry_msgs/msg/Twist", **parts)
    whole = make("geometry_msgs/msg/TwistWithCovariance", twist=twist, covariance=_six(variances))
    return make(TWIST, header=reading.header(frame), twist=whole)


def _pose(reading: RosReading, frame: str, place: Array, variances: Array) -> Any:
    x, y, z = place.tolist()
    point = make("geometry_msgs/msg/Point", x=x, y=y, z=z)
    pose = make("geometry_msgs/msg/Pose", position=point, orientation=quaternion(_LEVEL))
    whole = make("geometry_msgs/msg/PoseWithCovariance", pose=pose, covariance=_six(variances))
    return make(POSE, header=reading.header(frame), pose=whole)


def _six(variances: Array) -> Array:
    """A covariance (36,) whose last three are not measured."""
    return np.diag([*variances.tolist(), *[NOT_MEASURED] * 3]).ravel()
