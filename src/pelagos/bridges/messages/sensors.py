"""Topics of the model's sensors, by their kind, and their messages in the order they arrive.

The stamp of a message is the time of measurement, and it is sent when the reading arrives. What is
lost is not sent.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from pelagos.bridges.messages.frames import RosAxes
from pelagos.bridges.messages.reading import SensorTopic, arrived
from pelagos.bridges.messages.robot import RobotInRos
from pelagos.bridges.messages.sensing import gauges, inertial, mechanics, motion
from pelagos.bridges.messages.sensing.places import Told
from pelagos.result.readings import Readings

# Key of a kind of sensor -> (robot, name of the sensor, its words) to topics.
KINDS: dict[str, Callable[[RobotInRos, str, Any], Told]] = {
    "altimeter": gauges.altimeter,
    "battery": gauges.battery,
    "compass": inertial.compass,
    "depth": gauges.depth,
    "dvl": motion.dvl,
    "encoder": mechanics.encoder,
    "flow": motion.flow,
    "fog": inertial.fog,
    "force_torque": mechanics.force_torque,
    "gps": motion.gps,
    "imu": inertial.imu,
    "lbl": motion.lbl,
    "magnetometer": gauges.magnetometer,
    "rpm": mechanics.rpm,
    "usbl": motion.usbl,
    "wave_gauge": gauges.wave_gauge,
}


def topics(known: RobotInRos) -> list[SensorTopic]:
    """Those of all sensors that have a message."""
    told = (_told(known, name) for name in known.robot.sensors)
    return [topic for own in told if not isinstance(own, str) for topic in own]


def unsent(known: RobotInRos) -> dict[str, str]:
    """Sensors without a message, and why."""
    told = {name: _told(known, name) for name in known.robot.sensors}
    return {name: own for name, own in told.items() if isinstance(own, str)}


def _told(known: RobotInRos, name: str) -> Told:
    law = known.robot.sensors[name].law
    if law.key not in KINDS:
        return f"there is no message for the kind {law.key}"
    return KINDS[law.key](known, name, law)


def messages(
    some: Iterable[SensorTopic], readings: Mapping[str, Readings], axes: RosAxes
) -> Iterator[tuple[float, SensorTopic, Any]]:
    """Messages of readings, by the time of their arrival."""
    by_sensor = defaultdict(list)
    for topic in some:
        by_sensor[topic.sensor].append(topic)
    series = [arrived(readings[name], axes) for name in by_sensor if name in readings]
    for reading in heapq.merge(*series, key=lambda reading: reading.arrival):
        for topic in by_sensor[reading.sensor]:
            message = topic.fill(reading)
            if message is not None:
                yield reading.arrival, topic, message
