"""Compass with a vertical: heading, pitch and roll, as a unit gives them that has filtered these.

A magnetic compass points to magnetic north, which lies east of true north by the declination, and
the iron of the vehicle turns it by the deviation, so that

    true heading = compass heading + deviation + declination,
    deviation = A + B sin C + C cos C + D sin 2C + E cos 2C   at the compass heading C,

both positive to the east (Handbook of Magnetic Compass Adjustment, National Geospatial-Intelligence
Agency 2004, chapter V). What the compass shows on a magnetic heading is the root of the first line.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from pydantic import model_validator

from pelagos.elements.contract import Output
from pelagos.language import units
from pelagos.language.words import Angle, Positive, Quantity, Words, refusal
from pelagos.mathematics.algebra import Mat3
from pelagos.mathematics.geography import around, north_east_down, roll_pitch_heading
from pelagos.mathematics.scalars import Scalar, sincos
from pelagos.sensors.contract import Flaw, Measured, Preset, Sensor
from pelagos.sensors.drift import Wander
from pelagos.sensors.errors import AxisErrors
from pelagos.sensors.mounting import Mount, MountedWords

STEEPEST = 0.5  # of the deviation by heading: Newton's method below is sure to converge
ROUNDS = 5  # of Newton's method; each doubles the digits

SomeAngle = Annotated[float, Quantity(units.NONE, least=0.0)]
Step = Annotated[float, Quantity(units.NONE), Positive()]
AnglePerRootTime = Annotated[float, Quantity(least=0.0)]


class AngleErrors(Words):
    """Errors of an angle, in rad.

    noise: standard deviation of a reading; bias: that of an offset, drawn once per run;
    instability (B of IEEE Std 952) and random_walk (per sqrt(s)): slow errors, as of an `imu`;
    resolution: step.
    """

    noise: SomeAngle = 0.0
    bias: SomeAngle = 0.0
    instability: SomeAngle = 0.0
    random_walk: AnglePerRootTime = 0.0
    resolution: Step | None = None

    @property
    def wander(self) -> Wander:
        """Its slow error."""
        return Wander(self.instability, self.random_walk)

    @property
    def variance(self) -> float:
        """Of a reading about its slow error."""
        return self.noise**2 + (self.resolution or 0.0) ** 2 / 12.0

    def errors(self, name: str, count: int, drift: int) -> AxisErrors:
        """Those of some angles of a sensor part, whose slow errors begin at a place."""
        own = {"noise": self.noise, "bias": self.bias, "step": self.resolution}
        return AxisErrors.of(name, count, wander=self.wander, drift=drift, **own)  # type: ignore[arg-type]


class DeviationCurve(Words):
    """Coefficients A to E of the deviation, positive to the east."""

    A: Angle = 0.0
    B: Angle = 0.0
    C: Angle = 0.0
    D: Angle = 0.0
    E: Angle = 0.0

    @model_validator(mode="after")
    def _one_heading(self) -> DeviationCurve:
        steep = math.hypot(self.B, self.C) + 2.0 * math.hypot(self.D, self.E)
        if steep > STEEPEST:
            message = f"the deviation changes by up to {steep:.3g} degrees per degree of heading"
            remedy = f"at most {STEEPEST:g} is allowed: give coefficients in rad, or as '5 deg'"
            raise refusal(message, remedy)
        return self


class Compass(MountedWords):
    """Heading (0 to 2 pi, clockwise), pitch (bow up) and roll (starboard down) of its own axes.

    All are zero where these axes are those of the world, of which x is north. `declination` and
    `deviation` are errors of the heading, positive to the east; a compass that corrects for them
    has none. `heading` and `level` (pitch and roll) have the other errors. What accelerations do to
    the vertical is not modelled.
    """

    key = "compass"
    outputs = (
        Output("heading", "rad", "clockwise from north, seen from above"),
        Output("pitch", "rad", "bow up"),
        Output("roll", "rad", "starboard side down"),
    )
    presets: ClassVar[Mapping[str, Preset]] = {}

    declination: Angle = 0.0
    deviation: DeviationCurve = DeviationCurve()
    heading: AngleErrors = AngleErrors()
    level: AngleErrors = AngleErrors()

    @property
    def variances(self) -> tuple[float, ...]:
        return (self.heading.variance, self.level.variance, self.level.variance)

    @property
    def wanders(self) -> tuple[Wander, ...]:
        return (self.heading.wander, self.level.wander, self.level.wander)

    def problems(self, parts: Any, start: Any) -> Iterator[Flaw]:
        yield from self.needs_north(parts)

    def sensor(self, site: Any, name: str, drift: int) -> CompassSensor:
        curve = self.deviation
        after = drift + self.heading.wander.count
        found = curve.A, curve.B, curve.C, curve.D, curve.E
        return CompassSensor(
            mount=self.mount(site),
            north=Mat3.of(north_east_down(site.gravity).T.ravel().tolist()),
            declination=self.declination,
            deviation=found if any(found) else None,
            heading=self.heading.errors(f"{name}.heading", 1, drift),
            level=self.level.errors(f"{name}.level", 2, after),
        )


@dataclass(frozen=True)
class CompassSensor(Sensor):
    """The compass on a link."""

    mount: Mount
    north: Mat3  # from world axes to north, east and down
    declination: float
    deviation: tuple[float, float, float, float, float] | None
    heading: AxisErrors
    level: AxisErrors

    def measure(self, at: Any) -> Measured:
        attitude = self.north @ self.mount.attitude(at) @ self.north.T
        roll, pitch, true = roll_pitch_heading(attitude)
        magnetic = true - self.declination
        (heading,) = self.heading.read(at, [self._shown(magnetic)])
        return Measured([around(heading), *self.level.read(at, [pitch, roll])])

    def _shown(self, magnetic: Scalar) -> Scalar:
        """The compass heading C on a magnetic heading: C + deviation(C) = magnetic."""
        if self.deviation is None:
            return magnetic
        a, b, c, d, e = self.deviation
        shown = magnetic
        for _ in range(ROUNDS):
            sine, cosine = sincos(shown)
            sine2, cosine2 = 2.0 * sine * cosine, cosine * cosine - sine * sine
            off = shown + (a + b * sine + c * cosine + d * sine2 + e * cosine2) - magnetic
            slope = 1.0 + (b * cosine - c * sine) + 2.0 * (d * cosine2 - e * sine2)
            shown = shown - off / slope
        return shown
