"""Altimeter: the distance to the seabed along one beam.

A beam has a width, and the first echo comes from the nearest point of the seabed within it: from
straight below as long as the vertical lies in the beam, else from its edge.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from pydantic import model_validator

from pelagos.elements.contract import Output
from pelagos.language import units
from pelagos.language.words import Quantity, Size, refusal
from pelagos.mathematics.algebra import Vec3
from pelagos.mathematics.randomness import stream_of, uniforms
from pelagos.mathematics.scalars import maximum, sqrt, where
from pelagos.sensors.acoustic.seabed import Sounding, SoundingWords, distance
from pelagos.sensors.contract import Distance, Flaw, Measured, Preset, Sensor, Share
from pelagos.sensors.errors import AxisErrors

_PING = (
    "Blue Robotics, Ping Echosounder Sonar User Manual ({}): range {} m, beam width {} deg. The "
    "nearest range of 0.5 m, 10 Hz and noise of 0.5 % of the range are assumptions"
)


class Altimeter(SoundingWords):
    """Range along a beam to the seabed.

    beam_width: of the whole cone; a beam of no width is a line. Nearer than `min_range` or farther
    than `max_range` there is no reading. noise, and noise_share of the range: standard deviations
    of a reading; bias, scale (as of a wrong speed of sound): standard deviations, drawn once per
    run. `outliers` is the share of readings that are anywhere between the two ranges instead;
    variances do not count them.
    """

    key = "altimeter"
    outputs = (Output("range", "m", "to the seabed along the beam"),)
    presets: ClassVar[Mapping[str, Preset]] = {
        "ping": Preset(
            {
                "rate": 10.0,
                "min_range": 0.5,
                "max_range": 30.0,
                "beam_width": math.radians(30),
                "noise_share": 0.005,
            },
            _PING.format("older text", 30, 30),
        ),
        "ping2": Preset(
            {
                "rate": 10.0,
                "min_range": 0.5,
                "max_range": 100.0,
                "beam_width": math.radians(25),
                "noise_share": 0.005,
            },
            _PING.format("newer text", 100, 25),
        ),
        "imagenex-852": Preset(
            {
                "rate": 18.0,
                "min_range": 0.5,
                "max_range": 50.0,
                "beam_width": math.radians(30),
                "resolution": 0.02,
            },
            "Imagenex 852-000-145, data page 445-060 (2009, revised 2017): 0.5 to 50 m, steps of "
            "20 mm, beam of 30 deg. 18 Hz as on the REMUS 100 'Aukai' in 2013 at the scale of 10 m "
            "(doi:10.6075/J09P3042). No noise is stated: the steps are all",
        ),
    }

    min_range: Distance = 0.0
    max_range: Size | None = None
    beam_width: Annotated[float, Quantity(units.NONE, least=0.0)] = 0.0
    noise: Distance = 0.0
    noise_share: Share = 0.0
    bias: Distance = 0.0
    scale: Share = 0.0
    resolution: Size | None = None
    outliers: Share = 0.0

    @model_validator(mode="after")
    def _makes_sense(self) -> Altimeter:
        if self.max_range is not None and self.min_range >= self.max_range:
            message = f"min_range {self.min_range:g} m is not below {self.max_range:g} m"
            raise refusal(message, "lower it, or raise max_range", "min_range")
        if self.beam_width >= math.pi:
            message = f"a beam is no wider than 180 degrees, this one has {self.beam_width:g} rad"
            raise refusal(message, "give the angle of the whole cone, as '30 deg'", "beam_width")
        if self.outliers >= 1.0:
            message = f"{self.outliers:g} of all readings would be outliers"
            raise refusal(message, "use a share below 1", "outliers")
        if self.outliers and self.max_range is None:
            message = "outliers lie between min_range and max_range, and there is no max_range"
            raise refusal(message, "give max_range, or remove outliers", "outliers")
        return self

    @property
    def variances(self) -> tuple[float, ...] | None:
        own = self.noise**2 + (self.resolution or 0.0) ** 2 / 12.0
        return None if self.noise_share else (own,)

    def problems(self, parts: Any, start: Any) -> Iterator[Flaw]:
        lacking = [*self.needs_water(parts), *self.needs_bed(parts)]
        yield from lacking
        yield from self.one_bed(parts)
        if not lacking:
            beam = self.looks(parts.scope.gravity)
            yield from self.points_down(parts, start, beam[None])

    def sensor(self, site: Any, name: str, drift: int) -> EchoSounder:
        sizes = {"noise": self.noise, "bias": self.bias, "scale": self.scale}
        half = self.beam_width / 2.0
        return EchoSounder(
            over=Sounding(self.mount(site), self.bed(site.ground, site.water)),
            beam=Vec3(*self.looks(site.gravity).tolist()),
            half=(math.cos(half), math.sin(half)),
            nearest=self.min_range,
            farthest=self.max_range,
            errors=AxisErrors.of(name, 1, step=self.resolution, **sizes),  # type: ignore[arg-type]
            own=self.noise,
            share=self.noise_share or None,
            rounding=(self.resolution or 0.0) ** 2 / 12.0,
            outliers=self.outliers or None,
            stream=int(stream_of(name, "outliers")),
        )


@dataclass(frozen=True)
class EchoSounder(Sensor):
    """The altimeter on a link."""

    over: Sounding
    beam: Vec3  # own axes
    half: tuple[float, float]  # cosine and sine of half its width
    nearest: float
    farthest: float | None
    errors: AxisErrors
    own: float  # noise
    share: float | None
    rounding: float  # variance
    outliers: float | None
    stream: int

    def measure(self, at: Any) -> Measured:
        true, met = self._echo(at)
        good = met & (true >= self.nearest) & self.over.mount.wet(at, self.over.mount.position(at))
        if self.farthest is not None:
            good = good & (true <= self.farthest)
        if self.share is None:
            (found,), variances = self.errors.read(at, [true]), []
        else:
            square = self.own * self.own + (self.share * true) * (self.share * true)
            (found,) = self.errors.read(at, [true], [sqrt(square)])
            variances = [square + self.rounding]
        if self.outliers is not None and self.farthest is not None:
            a, b = uniforms(at.seed, self.stream, at.count)
            false = self.nearest + (self.farthest - self.nearest) * b
            found = where(a < self.outliers, false, found)
        return Measured([found], good, variances)

    def _echo(self, at: Any) -> tuple[Any, Any]:
        """Distance of the first echo, and the condition that there is one."""
        height = self.over.height(at)
        along = self.over.down(at).dot(self.beam)
        across = sqrt(maximum(1.0 - along * along, 0.0 * along))
        cosine, sine = self.half
        edge = along * cosine + across * sine
        steepness = where(along >= cosine, 1.0, edge)
        met = (height > 0.0) & (steepness > 0.0)
        return distance(height, steepness, met), met
