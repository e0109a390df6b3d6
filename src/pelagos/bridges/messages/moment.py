"""What a robot does at one time, in the axes of ROS."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from pelagos.bridges.messages.frames import Array, RosAxes
from pelagos.bridges.messages.types import make
from pelagos.lazy import cached_property

NANO = 1_000_000_000


def nanoseconds(seconds: float) -> int:
    """Time as ROS counts it."""
    return round(seconds * NANO)


def stamp_of(time: float) -> Any:
    """The same as a message."""
    seconds, rest = divmod(nanoseconds(time), NANO)
    return make("builtin_interfaces/msg/Time", sec=seconds, nanosec=rest)


class RosMoment:
    """Variables of a result at one time: a `Session.observe()`, or a sample of a `Run`.

    Attributes are in the axes of ROS; `values` are as the model has them.
    """

    def __init__(self, values: Mapping[str, np.ndarray], axes: RosAxes) -> None:
        self.values, self.axes = values, axes

    @cached_property
    def time(self) -> float:
        """Seconds since the start."""
        return float(self.values["time"])

    @cached_property
    def stamp(self) -> Any:
        """The same as a message."""
        return stamp_of(self.time)

    def header(self, frame: str) -> Any:
        """The head of a message whose numbers are in a frame."""
        return make("std_msgs/msg/Header", stamp=self.stamp, frame_id=frame)

    @cached_property
    def position(self) -> Array:
        """(body, 3) in the world."""
        return self.axes.world(np.asarray(self.values["position"]))

    @cached_property
    def orientation(self) -> Array:
        """(body, 4; w first), body to world."""
        return self.axes.attitude(np.asarray(self.values["orientation"]))


def vector(numbers: Array) -> Any:
    """A Vector3."""
    x, y, z = numbers.tolist()
    return make("geometry_msgs/msg/Vector3", x=x, y=y, z=z)


def quaternion(numbers: Array) -> Any:
    """A Quaternion, of which ROS writes w last."""
    w, x, y, z = numbers.tolist()
    return make("geometry_msgs/msg/Quaternion", x=x, y=y, z=z, w=w)
