"""What a sensor is: an element that measures and exerts no force.

Its two sides stand in one file, as those of an element (`elements.contract`). The words stand below
their `key` in `sensors: {name: {KEY: {...}}}` of a model and list the channels as `outputs`, which
results have as NAME.CHANNEL. `build` yields one `Sensor`, whose `measure` gives the channels.

What is measured is the true state, at every sample of a result.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pelagos.elements.contract import Element, ElementWords
from pelagos.mathematics.scalars import Scalar


class SensorWords(ElementWords):
    """The words of a sensor."""

    place = "sensor"

    @property
    def keeps_momentum(self) -> bool:
        return True


class Sensor(Element):
    """One sensor of one robot, a frozen dataclass."""

    def act(self, at: Any) -> Sequence[Scalar]:
        before = [*at.wrenches, *at.tau]
        measured = self.measure(at)
        if any(a is not b for a, b in zip(before, [*at.wrenches, *at.tau], strict=True)):
            raise TypeError(f"{type(self).__name__} puts a force on the robot: sensors measure")
        return measured

    def measure(self, at: Any) -> Sequence[Scalar]:
        """The channels at a state, `equations.mechanism.Given`."""
        raise NotImplementedError
