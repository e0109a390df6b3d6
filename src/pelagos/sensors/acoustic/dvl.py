"""The words of a Doppler velocity log; what it measures is in `doppler`."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import model_validator

from pelagos.elements.contract import Output
from pelagos.language import units
from pelagos.language.words import Angle, Positive, Quantity, Size, refusal
from pelagos.mathematics.algebra import Vec3
from pelagos.sensors.acoustic.doppler import (
    BottomTrack,
    DopplerNoise,
    WaterTrack,
    janus,
    solutions,
)
from pelagos.sensors.acoustic.seabed import Sounding, SoundingWords
from pelagos.sensors.contract import (
    Distance,
    Flaw,
    Preset,
    Sensor,
    Share,
    SomeSpeed,
    Speed,
)
from pelagos.sensors.drift import Wander, streams_of
from pelagos.sensors.errors import AxisErrors

ALONG_X = 1.0 - 1e-9  # cosine of the angle below which x of the sensor is not ahead of its beams
LEAST_ANGLE = 1.0  # degrees between beams and direction: with less, they are one beam
BOTTOM_WORDS = ("min_altitude", "max_altitude", "range_noise")

Lean = Annotated[float, Quantity(units.NONE), Positive()]

_NOISE = "Noise of 1 cm/s of a beam and of 0.1 m of its range are assumptions"


class DopplerVelocityLog(SoundingWords):
    """Velocity of its place in its own axes, by four Janus beams; over the seabed also altitude.

    track: bottom, or water: then the velocity is relative to the water at `bin`, a distance along
    the direction, and there is no altitude. Beams lean from the direction by `beam_angle`; the
    first of a configuration `x` looks 45 degrees to starboard of x of the sensor, of `+` ahead,
    further turned by `heading_offset`. A beam holds the seabed from `min_altitude` to
    `max_altitude` (its range along the direction); all are lost above `max_tilt` from the vertical
    and above `max_speed`. Three beams suffice; with less there is no reading.

    noise of a beam, and noise_share of the speed: standard deviations of a reading; bias of a beam
    and scale of all: standard deviations, drawn once per run; instability (B of IEEE Std 952): slow
    error of a beam; range_noise: of the range of a beam.
    """

    key = "dvl"
    outputs = (
        *(Output(f"velocity.{k}", "m/s", f"along {k}") for k in "xyz"),
        Output("altitude", "m", "over the seabed"),
        Output("beams", "1", "that the last reading is from"),
    )
    presets: ClassVar[Mapping[str, Preset]] = {
        "waterlinked-a50": Preset(
            {
                "rate": 5.0,
                "beam_angle": math.radians(22.5),
                "min_altitude": 0.05,
                "max_altitude": 50.0,
                "max_speed": 3.75,
                "noise": 0.01,
                "scale": 0.01,
                "resolution": 1e-4,
                "range_noise": 0.1,
            },
            "Water Linked DVL A50. Altitude 0.05 to 50 m and 3.75 m/s at most: the maker's "
            "documentation (docs/dvl/overview.md of waterlinked/docs); 5 Hz of its 2 to 15 Hz: "
            "that of ranges from 1.5 to 14 m (docs.waterlinked.com/dvl/range-mode). "
            + _NOISE
            + "; unconfirmed: beams at 22.5 deg and steps of 0.1 mm/s "
            "(maximilian-nitsch/DVL-Simulator, config/waterlinked_a50.yaml), long-term accuracy "
            "1 % of the standard edition (discuss.bluerobotics.com/t/dvl-a50-accuracy/14873), "
            "taken as one standard deviation of the scale",
        ),
        "rdi-workhorse-600": Preset(
            {
                "rate": 7.0,
                "beam_angle": math.radians(30),
                "min_altitude": 0.7,
                "max_altitude": 90.0,
                "noise": 0.01,
                "scale": 0.002,
                "bias": 1e-3,
                "range_noise": 0.1,
            },
            "Teledyne RDI Workhorse Navigator, 600 kHz. Four beams at 30 deg: "
            "rdinstruments.com/nav_faq.html. A scale of 0.2 % and a bias of 1 mm/s of a beam are "
            "assumptions, after the accuracy that is quoted of its data sheet. "
            + _NOISE
            + "; unconfirmed: 0.7 to 90 m and 7 Hz, as Field-Robotics-Lab/dave "
            "(teledyne_whn.xacro) quotes the maker",
        ),
        "rdi-explorer-600": Preset(
            {
                "rate": 12.0,
                "beam_angle": math.radians(30),
                "min_altitude": 0.5,
                "max_altitude": 81.0,
                "noise": 0.01,
                "range_noise": 0.1,
            },
            "Teledyne RDI Explorer, 600 kHz phased array. Its accuracy was not found and is left "
            "at zero. "
            + _NOISE
            + "; unconfirmed: 0.5 to 81 m, beams at 30 deg, 12 Hz, as Field-Robotics-Lab/dave "
            "(teledyne_explorer1000) quotes the maker",
        ),
    }

    track: Literal["bottom", "water"] = "bottom"
    configuration: Literal["x", "+"] = "x"
    beam_angle: Lean = math.radians(30.0)
    heading_offset: Angle = 0.0
    min_altitude: Distance = 0.0
    max_altitude: Size | None = None
    max_tilt: Lean | None = None
    max_speed: SomeSpeed | None = None
    bin: Size | None = None
    noise: Speed = 0.0
    noise_share: Share = 0.0
    bias: Speed = 0.0
    scale: Share = 0.0
    instability: Speed = 0.0
    resolution: SomeSpeed | None = None
    range_noise: Distance = 0.0

    @model_validator(mode="before")
    @classmethod
    def _of_one_track(cls, words: Any) -> Any:
        """Refuse words of the other track; those of a preset have no effect there."""
        if isinstance(words, dict) and words.get("track") == "water":
            for key in BOTTOM_WORDS:
                if key in words:
                    remedy = "remove it, or track the bottom by another dvl"
                    raise refusal("water track does not meet the seabed", remedy, key)
        return words

    @model_validator(mode="after")
    def _makes_sense(self) -> DopplerVelocityLog:
        if not math.radians(LEAST_ANGLE) <= self.beam_angle < math.pi / 2:
            message = (
                f"beams lean by {LEAST_ANGLE:g} to 90 degrees, these by {self.beam_angle:g} rad"
            )
            raise refusal(message, "give the angle from the direction, as '30 deg'", "beam_angle")
        if self.max_tilt is not None and self.max_tilt > math.pi / 2:
            message = f"a tilt of {self.max_tilt:g} rad lets the beams look up"
            raise refusal(message, "give 90 degrees at most, as '25 deg'", "max_tilt")
        if self.max_altitude is not None and self.min_altitude >= self.max_altitude:
            message = f"min_altitude {self.min_altitude:g} m is not below {self.max_altitude:g} m"
            raise refusal(message, "lower it, or raise max_altitude", "min_altitude")
        if self.direction is not None and abs(self.direction[0]) > ALONG_X:
            message = "the beams look along x of the sensor, so x is not ahead of them"
            raise refusal(message, "turn the sensor by at, and leave direction", "direction")
        if self.track == "water" and self.bin is None:
            message = "water track needs the distance at which it meets the water"
            raise refusal(message, "give bin, a distance such as 2", "track")
        if self.track == "bottom" and self.bin is not None:
            message = "bottom track has no cell in the water"
            raise refusal(message, "remove bin, or give track: water", "bin")
        return self

    @property
    def reads(self) -> tuple[Output, ...]:
        lacking = "altitude" if self.track == "water" else None
        return tuple(output for output in self.outputs if output.name != lacking)

    @property
    def variances(self) -> None:
        return None

    @property
    def wanders(self) -> tuple[Wander, ...]:
        return (Wander(self.instability),) * 4

    def problems(self, parts: Any, start: Any) -> Iterator[Flaw]:
        lacking = list(self.needs_water(parts))
        if self.track == "bottom":
            lacking += self.needs_bed(parts)
        yield from lacking
        yield from self.one_bed(parts)
        if lacking:
            return
        look = self.looks(parts.scope.gravity)
        if abs(look[0]) > ALONG_X:
            message = "gravity is along x, so x of the sensor is not ahead of its beams"
            yield Flaw("direction", message, "give direction, or another gravity")
        elif self.track == "bottom":
            yield from self.points_down(parts, start, self._beams(look))

    def _beams(self, look: Any) -> Any:
        first = math.pi / 4 if self.configuration == "x" else 0.0
        return janus(look, self.beam_angle, first + self.heading_offset)

    def sensor(self, site: Any, name: str, drift: int) -> Sensor:
        look = self.looks(site.gravity)
        beams = self._beams(look)
        a, b, c, d = (Vec3(*row) for row in beams.tolist())
        common: dict[str, Any] = {
            "over": Sounding(self.mount(site), self.bed(site.ground, site.water)),
            "look": Vec3(*look.tolist()),
            "beams": (a, b, c, d),
            "solutions": solutions(beams),
            "cosine": math.cos(self.beam_angle),
            "fastest": self.max_speed,
            "tilt": None if self.max_tilt is None else math.cos(self.max_tilt),
            "noise": self._errors(name, drift),
        }
        if self.track == "water":
            assert self.bin is not None  # checked on reading
            return WaterTrack(cell=self.bin, **common)
        return BottomTrack(nearest=self.min_altitude, farthest=self.max_altitude, **common)

    def _errors(self, name: str, drift: int) -> DopplerNoise:
        wander = Wander(self.instability)
        return DopplerNoise(
            beams=AxisErrors.of(name, 4, bias=self.bias, wander=wander, drift=drift),
            own=self.noise,
            share=self.noise_share or None,
            scale=self.scale or None,
            step=self.resolution,
            ranges=self.range_noise or None,
            streams=(streams_of(1, name, "scale"), streams_of(4, name, "range")),
        )
