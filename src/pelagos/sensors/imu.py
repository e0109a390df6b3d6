"""Inertial measurement unit: angular rates and specific forces.

An accelerometer feels all forces on its casing but gravity: it reads the acceleration of its place
less the gravity vector, in its own axes. At rest that points up, with 9.81 m/s2.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from pelagos.elements.contract import BodyName, Output
from pelagos.language.placement import Placement
from pelagos.mathematics.algebra import Mat3, Vec3
from pelagos.sensors.contract import Measured, Preset, Sensor, SensorWords
from pelagos.sensors.drift import Wander
from pelagos.sensors.errors import Triad, TriadWords


class InertialUnit(SensorWords):
    """Gyroscopes and accelerometers at a place of a body, in axes of their own."""

    key = "imu"
    outputs = (
        *(Output(f"gyro.{k}", "rad/s", f"angular velocity about {k}") for k in "xyz"),
        *(Output(f"accel.{k}", "m/s2", f"specific force along {k}") for k in "xyz"),
    )
    presets: ClassVar[Mapping[str, Preset]] = {}

    body: BodyName
    at: Placement = Placement()
    gyro: TriadWords = TriadWords()
    accelerometer: TriadWords = TriadWords()

    @property
    def variances(self) -> tuple[float, ...]:
        parts = (self.gyro, self.accelerometer)
        return tuple(part.variance(self.rate) for part in parts for _ in "xyz")

    @property
    def wanders(self) -> tuple[Wander, ...]:
        return tuple(part.wander for part in (self.gyro, self.accelerometer) for _ in "xyz")

    def sensor(self, site: Any, name: str, drift: int) -> InertialSensor:
        body = site.body(self.body)
        after = drift + 3 * self.gyro.wander.count
        return InertialSensor(
            link=body.link,
            place=body.vector(self.at.p),
            axes=body.rotation(self.at.R),
            gyro=self.gyro.errors(f"{name}.gyro", self.rate, drift),
            accelerometer=self.accelerometer.errors(f"{name}.accel", self.rate, after),
        )


@dataclass(frozen=True)
class InertialSensor(Sensor):
    """The unit on a link."""

    link: int
    place: Vec3
    axes: Mat3  # from joint-aligned axes to those of the unit
    gyro: Triad
    accelerometer: Triad

    feels_forces = True

    def measure(self, at: Any) -> Measured:
        turning = self.axes @ at.velocities[self.link].w
        force = self.axes @ at.specific_force(self.link, self.place)
        return Measured([*self.gyro.read(at, turning), *self.accelerometer.read(at, force)])
