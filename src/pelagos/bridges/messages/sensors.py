"""Topics of the model's sensors, by their kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pelagos.bridges.messages.robot import RobotInRos, Topic

# Key of a kind of sensor -> (robot, name of the sensor, its words) to a topic.
KINDS: dict[str, Callable[[RobotInRos, str, Any], Topic]] = {}


def topics(known: RobotInRos) -> Iterator[Topic]:
    """One per sensor whose kind has a message."""
    for name, words in known.robot.sensors.items():
        law = getattr(words, "law", words)
        if law.key in KINDS:
            yield KINDS[law.key](known, name, law)


def unsent(known: RobotInRos) -> list[str]:
    """Sensors whose kind has no message."""
    pairs = known.robot.sensors.items()
    return [name for name, words in pairs if getattr(words, "law", words).key not in KINDS]
