"""Encoder: the coordinate of a joint, and its rate."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pelagos.elements.contract import BodyName, Output
from pelagos.language.words import AtLeastZero, Number, Words
from pelagos.sensors.contract import Flaw, Measured, Sensor, SensorWords
from pelagos.sensors.errors import AxisErrors, PositiveSize


class EncoderErrors(Words):
    """Errors of an angle or displacement, or of its rate, in SI units.

    offset: added to all readings; noise: standard deviation of a reading; bias: standard deviation,
    drawn once per run; resolution: the step of readings.
    """

    offset: Number = 0.0
    noise: AtLeastZero = 0.0
    bias: AtLeastZero = 0.0
    resolution: PositiveSize | None = None

    @property
    def variance(self) -> float:
        """Of a reading: noise and rounding."""
        return self.noise**2 + (self.resolution or 0.0) ** 2 / 12.0

    def errors(self, name: str) -> AxisErrors:
        """Those of the sensor part of a name."""
        return AxisErrors.of(name, 1, noise=self.noise, bias=self.bias, step=self.resolution)


class JointEncoder(SensorWords):
    """Coordinate and rate of one degree of freedom of the joint of the named body.

    `dof` is the last part of the label (universal: 1, 2; planar: x, y, angle); joints with one
    degree of freedom need none. `position` and `speed` have their errors.
    """

    key = "encoder"
    outputs = (
        Output("position", "rad or m", "coordinate of the joint"),
        Output("speed", "rad/s or m/s", "rate of the coordinate"),
    )

    joint: BodyName
    dof: str | int | None = None
    position: EncoderErrors = EncoderErrors()
    speed: EncoderErrors = EncoderErrors()

    @property
    def variances(self) -> tuple[float, ...]:
        return (self.position.variance, self.speed.variance)

    def problems(self, parts: Any, start: Any) -> Iterator[Flaw]:
        joint = parts.bodies[self.joint].joint
        kind, names = joint.mechanics, [speed.suffix for speed in joint.mechanics.speeds]
        countable = [k for k in range(joint.nv) if kind.coordinate_of(k) is not None]
        if not countable:
            message = f"a {joint.kind} joint has no coordinate whose rate is one of its speeds"
            yield Flaw("joint", message, "name another joint", self.joint)
        elif len(countable) > 1 and self.dof is None:
            message = f"which degree of freedom of the {joint.kind} joint is read?"
            yield Flaw("dof", message, f"add dof: one of {', '.join(names)}")
        elif self.dof is not None and str(self.dof) not in names:
            given = f"choose from {', '.join(names)}" if any(names) else "remove dof"
            message = f"a {joint.kind} joint has no such degree of freedom"
            yield Flaw("dof", message, given, self.dof)

    def sensor(self, site: Any, name: str, drift: int) -> EncoderOn:
        freedom = site.freedom(self.joint, self.dof)
        return EncoderOn(
            q=freedom.q,
            u=freedom.u,
            offsets=(self.position.offset, self.speed.offset),
            position=self.position.errors(f"{name}.position"),
            speed=self.speed.errors(f"{name}.speed"),
        )


@dataclass(frozen=True)
class EncoderOn(Sensor):
    """The encoder of a coordinate."""

    q: int
    u: int
    offsets: tuple[float, float]
    position: AxisErrors
    speed: AxisErrors

    def measure(self, at: Any) -> Measured:
        first, second = self.offsets
        position = self.position.read(at, [at.q[self.q] + first])
        return Measured([*position, *self.speed.read(at, [at.u[self.u] + second])])
