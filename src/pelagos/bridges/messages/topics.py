"""Which topics a robot has.

/clock                          rosgraph_msgs/Clock            the time of the simulation
/tf                             tf2_msgs/TFMessage             every body in its parent
/NAME/odom, /NAME/imu           nav_msgs/Odometry, sensor_msgs/Imu
/NAME/BODY/odom, .../imu        the same, where several bodies are free
/NAME/joint_states              sensor_msgs/JointState
/NAME/ACTUATOR/wrench           geometry_msgs/WrenchStamped    on the body it pushes
/NAME/DOCK/wrench               geometry_msgs/WrenchStamped    on its second body

Those of sensors, /NAME/SENSOR/..., stand in `sensors`.
"""

from __future__ import annotations

from typing import Any

from pelagos.bridges.messages import joints, sensors, transforms, vehicle, wrenches
from pelagos.bridges.messages.moment import RosMoment
from pelagos.bridges.messages.names import check_distinct
from pelagos.bridges.messages.robot import RobotInRos, Topic
from pelagos.bridges.messages.types import make

CLOCK = "/clock"


def topics_of(known: RobotInRos) -> list[Topic]:
    """All topics of a robot; the clock comes first, so that whoever follows it is up to date."""
    found = [
        Topic(CLOCK, "rosgraph_msgs/msg/Clock", "time of the simulation", _clock, depth=1),
        transforms.topic(known),
        *vehicle.topics(known),
        *joints.topics(known),
        *wrenches.topics(known),
    ]
    named = [(topic.thing, topic.name) for topic in found]
    check_distinct([*named, *((topic.thing, topic.name) for topic in sensors.topics(known))])
    return found


def _clock(moment: RosMoment) -> Any:
    return make("rosgraph_msgs/msg/Clock", clock=moment.stamp)
