"""Topics of sensors: their names, and what is told of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pelagos.bridges.messages.names import ros_name
from pelagos.bridges.messages.reading import RosReading, SensorTopic
from pelagos.bridges.messages.robot import RobotInRos

Told = list[SensorTopic] | str  # topics, or why there are none


def topic(
    known: RobotInRos,
    sensor: str,
    law: Any,
    leaf: str,
    type_name: str,
    fill: Callable[[RosReading], Any],
) -> SensorTopic:
    """/NAME/SENSOR/LEAF."""
    thing = f"{leaf.replace('_', ' ')} of the {law.key} {sensor}, {law.timing()}"
    return SensorTopic(known.topic(ros_name(sensor), leaf), type_name, thing, sensor, fill)
