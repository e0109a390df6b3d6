"""Ultra-short baseline: range and direction of a beacon, by sound.

The direction is that in which the wave arrives, so it is that of where the beacon was when it
answered. See `sound` for ranges.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from pydantic import model_validator

from pelagos.elements.contract import BodyOrWorld, Output
from pelagos.elements.world_places import PlaceOf, PointOf
from pelagos.language.placement import Placement
from pelagos.language.words import refusal
from pelagos.mathematics.scalars import atan2, sincos, sqrt
from pelagos.sensors.acoustic.sound import (
    AngleSpread,
    FalseEchoes,
    Ranging,
    RangingWords,
)
from pelagos.sensors.contract import Flaw, Measured, Preset, Sensor
from pelagos.sensors.errors import AxisErrors
from pelagos.sensors.mounting import Station

ORIGIN = (0.0, 0.0, 0.0)


class UltraShortBaseline(RangingWords):
    """Range, bearing and elevation of a beacon, and its position, in axes of the transceiver.

    `body` and `at` say where the transceiver is and how it is turned; `target` and `target_at`
    where the beacon is. Either may be on a body or the world. Bearing is from x towards y,
    elevation from the plane of x and y towards z. angle_noise: standard deviation of both angles;
    angle_bias: drawn once per run, as of the mounting.
    """

    key = "usbl"
    outputs = (
        Output("range", "m", "to the beacon, as reckoned from the travel time"),
        Output("bearing", "rad", "of the beacon from x towards y"),
        Output("elevation", "rad", "of the beacon from the xy plane towards z"),
        *(Output(f"position.{k}", "m", f"of the beacon along {k}") for k in "xyz"),
    )
    presets: ClassVar[Mapping[str, Preset]] = {
        "seatrac-x150": Preset(
            {
                "rate": 1.0,
                "max_range": 1000.0,
                "noise": 0.1,
                "angle_noise": math.radians(1.0),
                "resolution": 0.1,
                "angle_resolution": math.radians(0.1),
            },
            "Blueprint Subsea SeaTrac X150: words of 0.1 m and 0.1 deg: SeaTrac Serial Command "
            "Interface Reference, p. 48. Assumptions: 1 km, 1 deg of noise in the angles and 0.1 m "
            "in the range, 1 Hz",
        ),
    }

    target: BodyOrWorld
    target_at: Annotated[PointOf, PlaceOf("target")] = ORIGIN
    angle_noise: AngleSpread = 0.0
    angle_bias: AngleSpread = 0.0
    angle_resolution: AngleSpread = 0.0

    @model_validator(mode="after")
    def _two_places(self) -> UltraShortBaseline:
        if self.target == self.body:
            message = f"transceiver and beacon are both on {self.body!r}"
            raise refusal(message, "name another body, or the world, as target", "target")
        return self

    def problems(self, parts: Any, start: Any) -> Iterator[Flaw]:
        yield from self.needs_water(parts)

    def sensor(self, site: Any, name: str, drift: int) -> Transceiver:
        step = self.angle_resolution or None
        return Transceiver(
            ranging=self.ranging(site),
            beacon=Station.of(site, self.target, Placement(position=self.target_at)),
            ranges=AxisErrors.of(f"{name}.range", 1, bias=self.bias, step=self.resolution),
            angles=AxisErrors.of(
                f"{name}.angles", 2, noise=self.angle_noise, bias=self.angle_bias, step=step
            ),
            false=self.false_echoes(name),
            spread=self.angle_noise**2 + self.angle_resolution**2 / 12.0,
        )


@dataclass(frozen=True)
class Transceiver(Sensor):
    """The instrument, and what it listens to."""

    ranging: Ranging
    beacon: Station
    ranges: AxisErrors
    angles: AxisErrors
    false: FalseEchoes | None
    spread: float  # variance of an angle

    def measure(self, at: Any) -> Measured:
        heard = self.ranging.hear(at, self.beacon)
        x, y, z = self.ranging.place.seen(at, heard.origin)
        level = sqrt(x * x + y * y)
        (distance,) = self.ranges.read(at, [heard.range], [heard.sigma])
        bearing, elevation = self.angles.read(at, [atan2(y, x), atan2(z, level)])
        if self.false is not None:
            distance = self.false.lengthened(at, distance)
            bearing, elevation = self.false.turned(at, bearing, elevation)
        (sb, cb), (se, ce) = sincos(bearing), sincos(elevation)
        ahead = (ce * cb, ce * sb, se)
        values = [distance, bearing, elevation, *(distance * k for k in ahead)]
        along = heard.sigma * heard.sigma + self.ranging.rounding
        across = self.spread * distance * distance
        # the variance along the beam, and that of the angles across it, by axis
        ways = (
            se * se * cb * cb + ce * ce * sb * sb,
            se * se * sb * sb + ce * ce * cb * cb,
            ce * ce,
        )
        axes = [along * n * n + across * w for n, w in zip(ahead, ways, strict=True)]
        return Measured(values, heard.audible, [along, self.spread, self.spread, *axes])
