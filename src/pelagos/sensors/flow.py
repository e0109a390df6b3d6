"""Flow sensor: the speed through the water, as a log or a pitot tube reads it.

The water is the undisturbed one: how the body itself turns it aside is not known to a model.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from pelagos.elements.contract import Output
from pelagos.sensors.contract import Flaw, Measured, Preset, Sensor, Share, SomeSpeed, Speed
from pelagos.sensors.errors import AxisErrors
from pelagos.sensors.mounting import AxesOf, Mount, MountedWords


class FlowSensor(MountedWords):
    """Speed of its place through the water along some of its own axes; ahead is positive.

    noise: standard deviation of a reading; bias, scale: standard deviations, drawn once per run;
    readings are cut off at `range` and rounded to `resolution`. Above the surface of the water
    there is no reading.
    """

    key = "flow"
    outputs = tuple(Output(f"speed.{k}", "m/s", f"through the water along {k}") for k in "xyz")
    presets: ClassVar[Mapping[str, Preset]] = {}

    axes: AxesOf = "x"
    noise: Speed = 0.0
    bias: Speed = 0.0
    scale: Share = 0.0
    resolution: SomeSpeed | None = None
    range: SomeSpeed | None = None

    @property
    def reads(self) -> tuple[Output, ...]:
        return tuple(output for output in self.outputs if output.name[-1] in self.axes)

    @property
    def variances(self) -> tuple[float, ...]:
        return (self.noise**2 + (self.resolution or 0.0) ** 2 / 12.0,) * len(self.axes)

    def problems(self, parts: Any, start: Any) -> Iterator[Flaw]:
        if parts.water is None:
            yield from self.needs_water(parts)

    def sensor(self, site: Any, name: str, drift: int) -> FlowMeter:
        sizes = {"noise": self.noise, "bias": self.bias, "scale": self.scale}
        cut = {"most": self.range, "step": self.resolution}
        errors = AxisErrors.of(name, len(self.axes), **sizes, **cut)  # type: ignore[arg-type]
        chosen = tuple("xyz".index(axis) for axis in self.axes)
        return FlowMeter(self.mount(site), errors, chosen)


@dataclass(frozen=True)
class FlowMeter(Sensor):
    """The sensor on a link."""

    mount: Mount
    errors: AxisErrors
    chosen: tuple[int, ...]

    def measure(self, at: Any) -> Measured:
        here = self.mount.position(at)
        through = [*self.mount.through_water(at, here)]
        found = self.errors.read(at, [through[k] for k in self.chosen])
        return Measured(found, self.mount.wet(at, here))
