"""Wave gauge: how far waves lift the surface over a place, as a staff or a buoy reads it.

The surface is that of linear waves; how bodies disturb it is not known to a model.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from pelagos.elements.contract import BodyOrWorld, Output
from pelagos.elements.world_places import PlaceOf, PointOf
from pelagos.language import units
from pelagos.language.placement import Placement
from pelagos.language.words import WORLD, Positive, Quantity
from pelagos.sensors.contract import Distance, Flaw, Measured, Sensor, SensorWords
from pelagos.sensors.errors import AxisErrors
from pelagos.sensors.mounting import Station

Step = Annotated[float, Quantity(units.LENGTH), Positive()]


class WaveGauge(SensorWords):
    """Elevation of the surface over its mean level, over a place of the world or of a body.

    `at` is that place, in the world unless a body is named; its own depth does not matter. noise:
    standard deviation of a reading; resolution: step of readings.
    """

    key = "wave_gauge"
    outputs = (Output("elevation", "m", "of the surface over its mean level"),)

    body: BodyOrWorld = WORLD
    at: Annotated[PointOf, PlaceOf("body")] = (0.0, 0.0, 0.0)
    noise: Distance = 0.0
    resolution: Step | None = None

    @property
    def variances(self) -> tuple[float, ...]:
        return (self.noise**2 + (self.resolution or 0.0) ** 2 / 12.0,)

    def problems(self, parts: Any, start: Any) -> Iterator[Flaw]:
        if parts.water is None:
            remedy = "add water: {density: 1025} to the robot, or remove the sensor"
            yield Flaw("at", f"{self.key} works in water, and the robot has none", remedy)

    def sensor(self, site: Any, name: str, drift: int) -> SurfaceGauge:
        errors = AxisErrors.of(name, 1, noise=self.noise, step=self.resolution)
        return SurfaceGauge(Station.of(site, self.body, Placement(position=self.at)), errors)


@dataclass(frozen=True)
class SurfaceGauge(Sensor):
    """The gauge over a place."""

    place: Station
    errors: AxisErrors

    def measure(self, at: Any) -> Measured:
        return Measured(self.errors.read(at, [at.elevation(self.place.position(at))]))
