"""Depth by pressure.

The pressure at a place is that of the air and of the water above: p = p_air + density g depth, with
the depth below the still surface; what waves add is left out. The instrument reckons depth back
from what it read, with the density that it was told. Where the water has a surface, there is no
less than the pressure of the air.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from pelagos.elements.contract import Output
from pelagos.language import units
from pelagos.language.words import Positive, Quantity
from pelagos.mathematics.scalars import maximum
from pelagos.sensors.contract import Flaw, Measured, Preset, Sensor, Share
from pelagos.sensors.errors import AxisErrors
from pelagos.sensors.mounting import Mount, MountedWords

STANDARD_ATMOSPHERE = 101_325.0  # Pa
THINNEST = 1.0  # kg/m3, of water that depth is reckoned with

Pressure = Annotated[float, Quantity(units.PRESSURE, least=0.0)]
SomePressure = Annotated[float, Quantity(units.PRESSURE), Positive()]
SomeDensity = Annotated[float, Quantity(units.DENSITY), Positive()]


class DepthGauge(MountedWords):
    """Pressure at a place of a body, and the depth below the still surface that follows from it.

    noise: standard deviation of a reading; bias, scale: standard deviations, drawn once per run;
    resolution: step of the pressure. Beyond `range`, an absolute pressure, there is no reading:
    `valid` is 0. `density` is what the instrument reckons with, that of the water by default;
    `atmosphere` is the pressure of the air, which it knows.
    """

    key = "depth"
    outputs = (
        Output("depth", "m", "below the still surface"),
        Output("pressure", "Pa", "absolute"),
    )
    presets: ClassVar[Mapping[str, Preset]] = {
        "bar30": Preset(
            {"rate": 25.0, "noise": 20.0, "bias": 2500.0, "resolution": 20.0, "range": 3e6},
            "Blue Robotics Bar30 (TE MS5837-30BA). Range 30 bar and resolution 0.2 mbar: TE data "
            "sheet MS5837-30BA (2015). Accuracy +-50 mbar from 0 to 6 bar: README of "
            "github.com/bluerobotics/bar30-pressure-sensor; an assumption takes it as two "
            "standard deviations of the bias. Rate: 40 ms per reading at the highest "
            "oversampling, README of Blue Robotics' MS5837 library. Noise of one step is an "
            "assumption",
        ),
        "keller-10lhpx-30bar": Preset(
            {"rate": 2.0, "noise": 150.0, "bias": 750.0, "resolution": 150.0, "range": 3e6},
            "Keller series 10LHPX, 30 bar. Assumptions: accuracy is two standard deviations of the "
            "bias, and noise is one step; unconfirmed: accuracy 0.05 % and resolution 0.005 % of "
            "the full scale, 2 Hz, as set in maximilian-nitsch/Depth-Pressure-Sensor-Simulator, "
            "config/keller_series_10lhpx_30bar.yaml",
        ),
    }

    noise: Pressure = 0.0
    bias: Pressure = 0.0
    scale: Share = 0.0
    resolution: SomePressure | None = None
    range: SomePressure | None = None
    density: SomeDensity | None = None
    atmosphere: Pressure = STANDARD_ATMOSPHERE

    @property
    def variances(self) -> None:
        return None

    def problems(self, parts: Any, start: Any) -> Iterator[Flaw]:
        yield from self.needs_water(parts)
        reckoned = self.density or (THINNEST if parts.water is None else parts.water.density)
        if reckoned < THINNEST:
            message = f"no depth follows from the pressure of water of {reckoned:g} kg/m3"
            yield Flaw("density", message, "give a density such as 1025, here or of the water")
        if self.range is not None and self.range <= self.atmosphere:
            message = f"the range ends at {self.range:g} Pa, below the pressure of the air"
            yield Flaw("range", message, "give an absolute pressure above atmosphere", self.range)

    def sensor(self, site: Any, name: str, drift: int) -> PressureSensor:
        errors = AxisErrors.of(
            name, 1, noise=self.noise, bias=self.bias, scale=self.scale, step=self.resolution
        )
        variance = self.noise**2 + (self.resolution or 0.0) ** 2 / 12.0
        own = (self.range, self.density, self.atmosphere)
        return PressureSensor(self.mount(site), errors, variance, *own)


@dataclass(frozen=True)
class PressureSensor(Sensor):
    """The instrument on a link."""

    mount: Mount
    errors: AxisErrors
    variance: float
    most: float | None
    density: float | None  # told; None: that of the water
    air: float

    def measure(self, at: Any) -> Measured:
        weight = -self.mount.up.dot(at.gravity)
        depth = at.surface - self.mount.height(at)
        if self.mount.surfaced:
            depth = maximum(depth, 0.0 * depth)
        water = at.density * weight * depth
        # errors are those of the pressure over that of the air: its scale is what is calibrated
        (gauge,) = self.errors.read(at, [water])
        per_metre = (at.density if self.density is None else self.density) * weight
        good = True if self.most is None else self.air + water <= self.most
        variances = [self.variance / (per_metre * per_metre), self.variance]
        return Measured([gauge / per_metre, self.air + gauge], good, variances)
