"""Inertial measurement unit: angular rates and specific forces.

An accelerometer feels all forces on its casing but gravity: it reads the acceleration of its place
less the gravity vector, in its own axes. At rest that points up, with 9.81 m/s2.

Presets are uncalibrated parts. Tolerances of data sheets, +-x without a distribution, count as
two standard deviations, and noise densities as one-sided (`sensors.errors`): that is our reading.
What a source text calls an assumption is ours, too.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from pelagos.elements.contract import Output
from pelagos.sensors.contract import Measured, Preset, Sensor
from pelagos.sensors.drift import Wander, streams_of, white
from pelagos.sensors.errors import AxisErrors, TriadWords
from pelagos.sensors.mounting import Mount, MountedWords

_DEG, _G, _FOOT, _HOUR = math.pi / 180.0, 9.80665, 0.3048, 3600.0
_FLOOR = math.sqrt(2.0 * math.log(2.0) / math.pi)  # of the Allan deviation, per B
_TOLERANCE = 0.5  # standard deviation of what a data sheet gives as +-
_ONE_SIDED = 1.0 / math.sqrt(2.0)  # N of a density over positive frequencies
# AirSim (ImuSimpleParams.hpp) has these floors, after a thesis and plots of the MPU-3300
_MEMS_GYRO = {"instability": 4.6 * _DEG / _HOUR / _FLOOR}
_MEMS_ACCELEROMETER = {"instability": 36e-6 * _G / _FLOOR}
_MEMS_ASSUMED = (
    "Assumptions: bias instability (Allan floors of 4.6 deg/h and 36 ug, as the simulator AirSim "
    "has them for the MPU-6000; no data sheet gives it), no random walk, rate and full scale"
)

PRESETS = {
    "mpu-6000": Preset(
        {
            "rate": 100.0,
            "gyro": {
                "noise": 0.005 * _DEG * _ONE_SIDED,
                **_MEMS_GYRO,
                "bias": 20.0 * _DEG * _TOLERANCE,
                "scale": 0.03 * _TOLERANCE,
                "misalignment": 0.02 * _TOLERANCE,
                "range": 250.0 * _DEG,
                "resolution": _DEG / 131.0,
            },
            "accelerometer": {
                "noise": 400e-6 * _G * _ONE_SIDED,
                **_MEMS_ACCELEROMETER,
                "bias": 50e-3 * _G * _TOLERANCE,
                "scale": 0.03 * _TOLERANCE,
                "misalignment": 0.02 * _TOLERANCE,
                "range": 4.0 * _G,
                "resolution": _G / 8192.0,
            },
        },
        "InvenSense MPU-6000/MPU-6050 Product Specification PS-MPU-6000A-00 Rev 3.4 (2013), 6.1 "
        "and 6.2: 0.005 deg/s/sqrt(Hz), +-20 deg/s, 3 %, cross-axis 2 %, 131 LSB per deg/s at "
        "+-250 deg/s; 400 ug/sqrt(Hz), +-50 mg (z: +-80 mg, here as x and y), 3 %, 2 %, 8192 LSB/g "
        f"at +-4 g. {_MEMS_ASSUMED}",
    ),
    "icm-20602": Preset(
        {
            "rate": 100.0,
            "gyro": {
                "noise": 0.004 * _DEG * _ONE_SIDED,
                **_MEMS_GYRO,
                "bias": 1.0 * _DEG,
                "scale": 0.01 * _TOLERANCE,
                "range": 250.0 * _DEG,
                "resolution": 500.0 * _DEG / 2**16,
            },
            "accelerometer": {
                "noise": 100e-6 * _G * _ONE_SIDED,
                **_MEMS_ACCELEROMETER,
                "range": 4.0 * _G,
                "resolution": 8.0 * _G / 2**16,
            },
        },
        "TDK InvenSense ICM-20602 data sheet DS-000176 Rev 1.0 (2016), front page: "
        "4 mdeg/s/sqrt(Hz), 100 ug/sqrt(Hz), gyro scale 1 %, 16 bit, +-250 deg/s, +-4 g. Not found "
        "and left out: zero-g offset, cross-axis sensitivity, scale of the accelerometer. "
        f"{_MEMS_ASSUMED}; unconfirmed: zero-rate offset 1 deg/s, typical, from a comparison table "
        "(blog.csdn.net, dongqingyueyue, 103731233)",
    ),
    "hg1700": Preset(
        {
            "rate": 100.0,
            "gyro": {
                "noise": 0.125 * _DEG / math.sqrt(_HOUR),
                "instability": 0.1 * _DEG / _HOUR / _FLOOR,
                "bias": 1.0 * _DEG / _HOUR,
            },
            "accelerometer": {
                "noise": 0.065 * _FOOT / math.sqrt(_HOUR),
                "instability": 10e-6 * _G / _FLOOR,
                "bias": 1e-3 * _G,
            },
        },
        "Honeywell HG1700, higher-end versions. Not found and left out: scale, misalignment, "
        "range, resolution. Assumptions: bias instability (Allan floors of 0.1 deg/h and 10 ug), "
        "no random walk, rate; unconfirmed: 1 deg/h and 1 mg, one standard deviation, angle random "
        "walk 0.125 deg/sqrt(h), velocity random walk 0.065 ft/s/sqrt(h), as NavToolkit "
        "(is4s.github.io/NavToolkit, hg1700_model) quotes the brochure N61-1619-000-001",
    ),
}


class InertialUnit(MountedWords):
    """Gyroscopes and accelerometers at a place of a body, in axes of their own."""

    key = "imu"
    outputs = (
        *(Output(f"gyro.{k}", "rad/s", f"angular velocity about {k}") for k in "xyz"),
        *(Output(f"accel.{k}", "m/s2", f"specific force along {k}") for k in "xyz"),
    )
    presets: ClassVar[Mapping[str, Preset]] = PRESETS

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
        after = drift + 3 * self.gyro.wander.count
        return InertialSensor(
            mount=self.mount(site),
            gyro=self.gyro.errors(f"{name}.gyro", self.rate, drift),
            accelerometer=self.accelerometer.errors(f"{name}.accel", self.rate, after),
            streams=streams_of(6, name, "noise"),
        )


@dataclass(frozen=True)
class InertialSensor(Sensor):
    """The unit on a link."""

    mount: Mount
    gyro: AxisErrors
    accelerometer: AxisErrors
    streams: tuple[int, ...]  # of the white noise of all six axes

    feels_forces = True

    def measure(self, at: Any) -> Measured:
        mount, drawn = self.mount, white(at, self.streams)
        force = mount.axes @ at.specific_force(mount.link, mount.place)
        rates = self.gyro.read(at, mount.turning(at), drawn=drawn[:3])
        return Measured([*rates, *self.accelerometer.read(at, force, drawn=drawn[3:6])])
