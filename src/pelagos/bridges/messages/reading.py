"""One reading of a sensor in the axes of ROS, and topics that tell of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from pelagos.bridges.messages.frames import Array, RosAxes
from pelagos.bridges.messages.moment import stamp_of
from pelagos.bridges.messages.types import make
from pelagos.result.readings import Readings

_SAME = 1e-9  # s: times that are one


class RosReading:
    """What a sensor read, by channel.

    arrival: when it was known; time: when it was measured, the delay of the sensor earlier.
    """

    def __init__(self, readings: Readings, index: int, axes: RosAxes) -> None:
        self._readings, self._index, self.axes = readings, index, axes
        self.sensor = readings.sensor
        self.arrival = float(readings.time[index])
        self.time = max(self.arrival - readings.delay, 0.0)

    def __getitem__(self, channel: str) -> float:
        place = self._readings.channels.index(channel)
        return float(self._readings.values[self._index, place])

    def variance(self, channel: str) -> float:
        """Of the white noise of a channel."""
        place = self._readings.channels.index(channel)
        return float(self._readings.variances[self._index, place])

    def three(self, begin: str) -> Array:
        """Channels .x, .y and .z of a name, in the axes of the model."""
        return np.asarray(self._readings.values[self._index, self._places(begin)])

    def xyz(self, begin: str) -> Array:
        """The same in the axes of the sensor's frame in ROS."""
        return self.axes.body(self.three(begin))

    def variances(self, begin: str) -> Array:
        """Of the same; half a turn changes none."""
        return np.asarray(self._readings.variances[self._index, self._places(begin)])

    def _places(self, begin: str) -> list[int]:
        return [self._readings.channels.index(f"{begin}.{k}") for k in "xyz"]

    def header(self, frame: str) -> Any:
        """The head of a message whose numbers are in a frame; its time is that of measurement."""
        return make("std_msgs/msg/Header", stamp=stamp_of(self.time), frame_id=frame)


@dataclass(frozen=True)
class SensorTopic:
    """What is published of a sensor; a reading may have no message, which is None."""

    name: str
    type: str
    thing: str  # what it is about, for people
    sensor: str
    fill: Callable[[RosReading], Any]
    depth: int = 10  # messages kept for a slow reader


def arrived(readings: Readings, axes: RosAxes) -> Iterator[RosReading]:
    """Readings that were not lost.

    Before its delay has passed, a sensor repeats what it measured at the start: that is no news.
    """
    lost = np.isnan(readings.values).all(axis=-1)
    for index in np.flatnonzero(~lost & (readings.time > readings.delay - _SAME)).tolist():
        yield RosReading(readings, index, axes)


def diagonal(variances: Array) -> Array:
    """A covariance (9,) of three numbers that are independent."""
    return np.diag(variances).ravel()
