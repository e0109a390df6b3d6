"""Satellite navigation: position and velocity, as long as the antenna is out of the water.

Radio waves do not get through sea water: a fix needs the antenna at most `depth` below the still
surface (waves are left out), and is there `first_fix` after it came up. At the start of a run a
receiver that is out of the water has its fix already.

Errors of the position are white noise and a part that fades with the time constant `tau`, a
Gauss-Markov process: mostly what the ionosphere and reflections do.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from pydantic import model_validator

from pelagos.elements.contract import Output
from pelagos.language.words import Angle, Duration, Length, Words, refusal
from pelagos.mathematics.algebra import Mat3
from pelagos.mathematics.geodesy import Geodetic, curvature, displaced
from pelagos.mathematics.geography import north_east_down
from pelagos.mathematics.scalars import where
from pelagos.sensors.contract import (
    Delay,
    Distance,
    Flaw,
    Measured,
    Preset,
    Sensor,
    Speed,
    memory_label,
)
from pelagos.sensors.drift import Wander
from pelagos.sensors.errors import AxisErrors
from pelagos.sensors.mounting import Mount, MountedWords

ANTENNA_DEPTH = 0.05  # m
MOST_LATITUDE = math.radians(89.0)
OUT = "out"  # memory: seconds that the antenna is out of the water


_CEP = math.sqrt(2.0 * math.log(2.0))  # half of all fixes are within it, by standard deviations


class Fading(Words):
    """Errors of a position: `noise`, white, and `sigma` of a part that fades within `tau`."""

    noise: Distance = 0.0
    sigma: Distance = 0.0
    tau: Duration = 300.0

    @property
    def wander(self) -> Wander:
        return Wander(sigma=self.sigma, tau=self.tau)


class Earthly(Words):
    """Where the origin of the world is on the Earth."""

    latitude: Angle
    longitude: Angle
    altitude: Length = 0.0

    @model_validator(mode="after")
    def _on_earth(self) -> Earthly:
        if abs(self.latitude) > MOST_LATITUDE:
            message = f"the latitude {math.degrees(self.latitude):g} deg is not within 89 deg"
            raise refusal(
                message, "write degrees as text: 63.4 deg; not near the poles", "latitude"
            )
        if abs(self.longitude) > 2.0 * math.pi:
            message = f"the longitude {math.degrees(self.longitude):g} deg is more than a turn"
            raise refusal(message, "write degrees as text: 10.4 deg", "longitude")
        return self


class SatelliteReceiver(MountedWords):
    """Position and velocity of the antenna AT a place of a body, north, east and down of the
    origin of the world; with `origin` also latitude, longitude and altitude (WGS 84).

    horizontal, vertical: errors of the position (`noise`, and `sigma` that fades within `tau`);
    velocity: standard deviation of the noise of each component. The antenna works down to `depth`
    below the surface, and needs `first_fix` after it came up.
    """

    key = "gps"
    outputs = (
        *(Output(k, "m", f"{k} of the origin of the world") for k in ("north", "east", "down")),
        *(Output(f"velocity.{k}", "m/s", f"velocity {k}") for k in ("north", "east", "down")),
        Output("latitude", "rad", "WGS 84, north positive"),
        Output("longitude", "rad", "WGS 84, east positive"),
        Output("altitude", "m", "above the ellipsoid"),
    )
    presets: ClassVar[Mapping[str, Preset]] = {
        "neo-m8n": Preset(
            {
                "rate": 5.0,
                "first_fix": 1.0,
                "horizontal": {"noise": 0.3, "sigma": math.sqrt((2.5 / _CEP) ** 2 - 0.3**2)},
                "vertical": {"noise": 0.5, "sigma": math.sqrt((3.75 / _CEP) ** 2 - 0.5**2)},
                "velocity": 0.05,
            },
            "u-blox NEO-M8N, 5 Hz as KumarRobotics/ublox sets it for two constellations. "
            "Assumptions: how much of the error is white, that the rest fades within 300 s, and "
            "that the vertical error is 1.5 times the horizontal one; unconfirmed: half of all "
            "fixes within 2.5 m, 0.05 m/s, hot start in 1 s, as Uputronics' sheet of the MAX-M8Q "
            "has them, a receiver of the same generation",
        ),
    }

    depth: Distance = ANTENNA_DEPTH
    first_fix: Delay = 0.0
    origin: Earthly | None = None
    horizontal: Fading = Fading()
    vertical: Fading = Fading()
    velocity: Speed = 0.0

    @property
    def reads(self) -> tuple[Output, ...]:
        return self.outputs if self.origin is not None else self.outputs[:6]

    @property
    def variances(self) -> tuple[float, ...]:
        level, upright = self.horizontal.noise**2, self.vertical.noise**2
        found = (level, level, upright, *(self.velocity**2,) * 3)
        if self.origin is None:
            return found
        along, across = (r + self.origin.altitude for r in curvature(self.origin.latitude))
        round_axis = across * math.cos(self.origin.latitude)
        return (*found, level / along**2, level / round_axis**2, upright)

    @property
    def wanders(self) -> tuple[Wander, ...]:
        return (self.horizontal.wander, self.horizontal.wander, self.vertical.wander)

    @property
    def memories(self) -> tuple[str, ...]:
        return (OUT,)

    def problems(self, parts: Any, start: Any) -> Iterator[Flaw]:
        yield from self.needs_north(parts)

    def sensor(self, site: Any, name: str, drift: int) -> AntennaOn:
        level, upright = self.horizontal.wander, self.vertical.wander
        after = drift + 2 * level.count
        o = self.origin
        return AntennaOn(
            mount=self.mount(site),
            axes=Mat3.of(north_east_down(site.gravity).T.ravel().tolist()),
            horizontal=AxisErrors.of(
                f"{name}.horizontal", 2, noise=self.horizontal.noise, wander=level, drift=drift
            ),
            vertical=AxisErrors.of(
                f"{name}.vertical", 1, noise=self.vertical.noise, wander=upright, drift=after
            ),
            velocity=AxisErrors.of(f"{name}.velocity", 3, noise=self.velocity),
            depth=None if site.water is None else self.depth,
            first_fix=self.first_fix,
            period=1.0 / self.rate,
            origin=None if o is None else Geodetic(o.latitude, o.longitude, o.altitude),
            out=site.state(memory_label(name, OUT)),
        )


@dataclass(frozen=True)
class AntennaOn(Sensor):
    """The receiver on a link."""

    mount: Mount
    axes: Mat3  # from those of the world to north, east, down
    horizontal: AxisErrors
    vertical: AxisErrors
    velocity: AxisErrors
    depth: float | None  # None: there is no water
    first_fix: float
    period: float
    origin: Geodetic | None
    out: int

    def measure(self, at: Any) -> Measured:
        north, east, down = self.axes @ self.mount.position(at)
        motion = self.axes @ (self.mount.attitude(at) @ self.mount.velocity(at))
        north, east = self.horizontal.read(at, [north, east])
        (down,) = self.vertical.read(at, [down])
        values = [north, east, down, *self.velocity.read(at, motion)]
        if self.origin is not None:
            values += displaced(self.origin, north, east, down)
        out = self._out(at)
        # a reading at the very end of the wait counts, whatever the rounding
        return Measured(values, out > self.first_fix - 1e-6 * self.period, memories=[out])

    def _out(self, at: Any) -> Any:
        """For how long the antenna is out of the water; negative while it is not."""
        before = at.states[self.out] + self.period
        longer = where(at.count < 0.5, self.first_fix, before)
        if self.depth is None:
            return longer
        below = at.surface - self.mount.height(at)
        return where(below <= self.depth, longer, -self.period)
