"""Topics of the model's sensors, by their kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pelagos.bridges.messages.robot import RobotInRos, Topic

# Key of a kind of sensor -> (robot, name of the sensor, its words) to a topic, whose message takes
# its channels from `outputs`. A kind that is not here is in no message.
KINDS: dict[str, Callable[[RobotInRos, str, Any], Topic]] = {}


def topics(known: RobotInRos) -> Iterator[Topic]:
    """One per sensor whose kind has a message."""
    for name, words in known.robot.sensors.items():
        law = getattr(words, "law", words)
        if law.key in KINDS:
            yield KINDS[law.key](known, name, law)
