"""Sound between two places that move: how long it travels, and what is read off that.

A reading is taken when sound arrives, and tells of when it left. Sound that arrives at a time t
left a source at t - tau; with the source at r from the receiver at t, and moving uniformly with v,
it came from r - v tau, so that

    |r - v tau| = c tau,    tau = (sqrt((r . v)^2 + (c^2 - v^2) r^2) - r . v) / (c^2 - v^2) .

That is exact for uniform motion; what velocities change during the travel time is left out (of
1 m/s2, half a metre over 1500 m, 2 mm over 100 m). Sound goes straight, at one speed, and currents
do not carry it.

A transponder answers when it is called: the call left the receiver when that was elsewhere, too. Of
the two ways, the answer's is solved first. The time between the call and the answer, less the
`turnaround` that the transponder takes, is two ways; half of it times the speed of sound that the
instrument reckons with (`set_speed`) is the range.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from pydantic import model_validator

from pelagos.elements.contract import BodyOrWorld
from pelagos.elements.world_places import PlaceOf
from pelagos.language import units
from pelagos.language.placement import Placement
from pelagos.language.words import Quantity, Size, Words, refusal
from pelagos.mathematics.algebra import Vec3
from pelagos.mathematics.randomness import stream_of, uniforms
from pelagos.mathematics.scalars import Scalar, sqrt, where
from pelagos.sensors.contract import Distance, Flaw, SensorWords, Share, SomeSpeed
from pelagos.sensors.mounting import Station

SOUND_SPEED = 1500.0  # m/s

Turnaround = Annotated[float, Quantity(units.TIME, least=0.0)]
AngleSpread = Annotated[float, Quantity(units.NONE, least=0.0)]


class Outliers(Words):
    """A `share` of the readings whose range is too long by up to `range`, as of echoes; and whose
    direction, where there is one, is wrong by up to `angle` either way."""

    share: Share
    range: Distance = 0.0
    angle: AngleSpread = 0.0

    @model_validator(mode="after")
    def _some(self) -> Outliers:
        if self.share >= 1.0:
            message = f"{self.share:g} of all readings would be outliers"
            raise refusal(message, "use a share below 1", "share")
        if self.share and not (self.range or self.angle):
            raise refusal("outliers without a size", "give range, angle or both")
        return self


class RangingWords(SensorWords):
    """The words of what measures ranges by sound, from a place of a body or of the world.

    sound_speed: of the water; set_speed: what the instrument reckons with, the same by default;
    turnaround: what transponders take to answer; synchronised: beacons send by clocks, there is no
    call. Beyond `max_range` nothing is heard.

    noise, and noise_share of the range: standard deviations of a range; bias: standard deviation,
    drawn once per run.
    """

    body: BodyOrWorld
    at: Annotated[Placement, PlaceOf("body")] = Placement()
    sound_speed: SomeSpeed = SOUND_SPEED
    set_speed: SomeSpeed | None = None
    turnaround: Turnaround = 0.0
    synchronised: bool = False
    max_range: Size | None = None
    noise: Distance = 0.0
    noise_share: Share = 0.0
    bias: Distance = 0.0
    resolution: Size | None = None
    outliers: Outliers | None = None

    @model_validator(mode="after")
    def _one_principle(self) -> RangingWords:
        if self.synchronised and self.turnaround:
            message = "synchronised beacons are not called: they have no turnaround"
            raise refusal(message, "remove one of the two", "turnaround")
        return self

    @property
    def variances(self) -> None:
        return None

    def needs_water(self, parts: Any) -> Iterator[Flaw]:
        """Refuse a robot that is not in water."""
        if parts.water is None:
            remedy = "add water: {density: 1025} to the robot, or remove the sensor"
            yield Flaw("body", f"{self.key} works in water, and the robot has none", remedy)

    def ranging(self, site: Any) -> Ranging:
        """How it measures on a robot."""
        surfaced = site.water is not None and site.water.surface is not None
        return Ranging(
            place=Station.of(site, self.body, self.at),
            up=Vec3(*(site.up + 0.0).tolist()) if surfaced else None,
            speed=self.sound_speed,
            set_speed=self.sound_speed if self.set_speed is None else self.set_speed,
            turnaround=self.turnaround,
            synchronised=int(self.synchronised),
            farthest=self.max_range,
            noise=self.noise,
            share=self.noise_share,
            rounding=(self.resolution or 0.0) ** 2 / 12.0,
        )

    def false_echoes(self, name: str) -> FalseEchoes | None:
        """Outliers of the sensor part of a name."""
        given = self.outliers
        if given is None:
            return None
        streams = (int(stream_of(name, "outliers")), int(stream_of(name, "outlying angles")))
        return FalseEchoes(given.share, given.range, given.angle, *streams)


class Heard(NamedTuple):
    """Sound of a source, as it arrives."""

    origin: Vec3  # where it came from, seen from the receiver, world axes
    range: Scalar  # as reckoned, without errors
    distance: Scalar  # that the sound went last
    sigma: Scalar  # of the noise of the range
    audible: Any  # a condition


@dataclass(frozen=True)
class Ranging:
    """How ranges are measured from a station."""

    place: Station
    up: Vec3 | None  # None: the water has no surface
    speed: float
    set_speed: float
    turnaround: float
    synchronised: int
    farthest: float | None
    noise: float
    share: float
    rounding: float  # variance

    def hear(self, at: Any, source: Station) -> Heard:
        """A source now."""
        here, there = self.place.position(at), source.position(at)
        own, other = self.place.velocity(at), source.velocity(at)
        apart = there - here
        answer = travel_time(apart, other, self.speed)
        origin = apart - answer * other
        if self.synchronised:
            mean = answer
        else:
            # when the source was called, both were so much back on their ways
            ago = answer + self.turnaround
            called = apart - ago * (other - own)
            mean = 0.5 * (answer + travel_time(called, -own, self.speed))
        found = self.set_speed * mean
        audible = self._wet(at, here) & self._wet(at, there)
        distance = self.speed * answer
        if self.farthest is not None:
            audible = (distance <= self.farthest) & audible
        sigma = sqrt(self.noise * self.noise + (self.share * found) * (self.share * found))
        return Heard(origin, found, distance, sigma, audible)

    def _wet(self, at: Any, point: Vec3) -> Any:
        return True if self.up is None else self.up.dot(point) < at.surface


@dataclass(frozen=True)
class FalseEchoes:
    """Outliers."""

    share: float
    range: float
    angle: float
    stream: int
    angles: int

    def lengthened(self, at: Any, found: Scalar) -> Scalar:
        """A range, or one that is too long."""
        a, b = uniforms(at.seed, self.stream, at.count)
        return where(a < self.share, found + self.range * b, found)

    def turned(self, at: Any, one: Scalar, other: Scalar) -> tuple[Scalar, Scalar]:
        """Two angles, or wrong ones."""
        a, _ = uniforms(at.seed, self.stream, at.count)
        wrong = uniforms(at.seed, self.angles, at.count)
        first, second = (
            where(a < self.share, angle + self.angle * (2.0 * u - 1.0), angle)
            for angle, u in zip((one, other), wrong, strict=True)
        )
        return first, second


def travel_time(apart: Vec3, velocity: Vec3, speed: Scalar) -> Scalar:
    """Of sound from a source that is so far apart and moves so when the sound arrives."""
    along = apart.dot(velocity)
    a = speed * speed - velocity.dot(velocity)
    return (sqrt(along * along + a * apart.dot(apart)) - along) / a
