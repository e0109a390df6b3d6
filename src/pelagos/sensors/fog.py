"""Fibre-optic gyroscope: angular rates about one to three axes.

A gyroscope turns with the Earth, and a good one feels that: with `latitude` the Earth's rotation is
added. The motion of a robot is otherwise reckoned in a world that does not turn.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from pydantic import model_validator

from pelagos.elements.contract import Output
from pelagos.language.words import Angle, refusal
from pelagos.mathematics.algebra import Vec3
from pelagos.mathematics.geography import north_east_down
from pelagos.sensors.contract import Flaw, Measured, Preset, Sensor
from pelagos.sensors.drift import Wander
from pelagos.sensors.errors import AxisErrors, TriadWords
from pelagos.sensors.mounting import AxesOf, Mount, MountedWords

EARTH_RATE = 7.292115e-5  # rad/s, of WGS 84 (NIMA TR8350.2, 2000, table 3.1)
_PER_ROOT_HOUR = math.pi / 180 / 60  # deg/sqrt(h) in rad/sqrt(s)
_PER_HOUR = math.pi / 180 / 3600  # deg/h in rad/s


class FibreOpticGyro(MountedWords):
    """Angular rates about some of its own axes; `gyro` has its errors, as those of an `imu`.

    With `latitude` (north positive) it feels the rotation of the Earth, too.
    """

    key = "fog"
    outputs = tuple(Output(f"rate.{k}", "rad/s", f"angular velocity about {k}") for k in "xyz")
    presets: ClassVar[Mapping[str, Preset]] = {
        "kvh-dsp-1760": Preset(
            {
                "rate": 1000.0,
                "gyro": {
                    "noise": 0.012 * _PER_ROOT_HOUR,
                    "instability": 0.05 * _PER_HOUR,
                    "range": 490 * math.pi / 180,
                },
            },
            "KVH DSP-1760. 1000 Hz as in the Complex Urban data set (Jeong et al. 2019); scale and "
            "turn-on bias are left at zero; unconfirmed: bias instability 0.05 deg/h, angle random "
            "walk 0.012 deg/sqrt(h), range 490 deg/s, as descriptions of the NCLT data set "
            "(University of Michigan) quote the maker",
        ),
    }

    axes: AxesOf = "xyz"
    gyro: TriadWords = TriadWords()
    latitude: Angle | None = None

    @model_validator(mode="after")
    def _on_earth(self) -> FibreOpticGyro:
        if self.latitude is not None and abs(self.latitude) > math.pi / 2:
            message = f"there is no latitude of {self.latitude:g} rad"
            raise refusal(message, "give an angle from -90 deg to 90 deg", "latitude")
        return self

    @property
    def reads(self) -> tuple[Output, ...]:
        return tuple(output for output in self.outputs if output.name[-1] in self.axes)

    @property
    def variances(self) -> tuple[float, ...]:
        return (self.gyro.variance(self.rate),) * len(self.axes)

    @property
    def wanders(self) -> tuple[Wander, ...]:
        return (self.gyro.wander,) * 3

    def problems(self, parts: Any, start: Any) -> Iterator[Flaw]:
        if self.latitude is not None:
            yield from self.needs_north(parts)

    def sensor(self, site: Any, name: str, drift: int) -> Gyro:
        earth = Vec3.zero()
        if self.latitude is not None:
            north, _, down = north_east_down(site.gravity)
            turning = math.cos(self.latitude) * north - math.sin(self.latitude) * down
            earth = Vec3(*(EARTH_RATE * turning).tolist())
        return Gyro(
            mount=self.mount(site),
            errors=self.gyro.errors(name, self.rate, drift),
            chosen=tuple("xyz".index(axis) for axis in self.axes),
            earth=earth,
        )


@dataclass(frozen=True)
class Gyro(Sensor):
    """The gyroscope on a link."""

    mount: Mount
    errors: AxisErrors
    chosen: tuple[int, ...]
    earth: Vec3  # angular velocity of the world, world axes

    def measure(self, at: Any) -> Measured:
        turning = self.mount.turning(at) + self.mount.seen(at, self.earth)
        found = self.errors.read(at, turning)
        return Measured([found[k] for k in self.chosen])
