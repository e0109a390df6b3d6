"""Speed of a thruster's shaft, as its speed controller reports it.

A speed controller counts commutations: it knows the electrical speed, which is that of the shaft
times the pairs of poles, in steps of its telemetry (`electrical_step`; 100 rpm in the serial format
of many controllers).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import model_validator

from pelagos.elements.contract import ActuatorName, Output
from pelagos.language import units
from pelagos.language.words import Positive, Quantity, refusal
from pelagos.sensors.contract import Flaw, Measured, Sensor, SensorWords
from pelagos.sensors.errors import AxisErrors

RateSpread = Annotated[float, Quantity(units.RATE, least=0.0)]
SomeRate = Annotated[float, Quantity(units.RATE), Positive()]


class ShaftSpeed(SensorWords):
    """Speed of the shaft of a thruster.

    noise: standard deviation of a reading. `poles` of the motor and `electrical_step` of the
    telemetry make up the step of readings, or `resolution` gives it.
    """

    key = "rpm"
    outputs = (Output("speed", "rad/s", "of the shaft, positive ahead"),)

    thruster: ActuatorName
    noise: RateSpread = 0.0
    poles: int | None = None
    electrical_step: SomeRate | None = None
    resolution: SomeRate | None = None

    @model_validator(mode="after")
    def _one_step(self) -> ShaftSpeed:
        if (self.poles is None) != (self.electrical_step is None):
            lacking = "electrical_step" if self.electrical_step is None else "poles"
            raise refusal(f"a step by poles needs {lacking}, too", "give both, or resolution")
        if self.poles is not None and self.resolution is not None:
            raise refusal("poles and resolution both give the step", "keep one of them")
        if self.poles is not None and (self.poles < 2 or self.poles % 2):
            message = f"no motor has {self.poles} poles"
            raise refusal(message, "give an even number from 2 on", "poles")
        return self

    @property
    def step(self) -> float | None:
        """Of readings."""
        if self.poles is None or self.electrical_step is None:
            return self.resolution
        return self.electrical_step / (self.poles / 2)

    @property
    def variances(self) -> tuple[float, ...]:
        return (self.noise**2 + (self.step or 0.0) ** 2 / 12.0,)

    def problems(self, parts: Any, start: Any) -> Iterator[Flaw]:
        law = parts.actuators[self.thruster].thruster
        if law is None:
            message = "this actuator is no thruster"
            yield Flaw("thruster", message, "name a thruster", self.thruster)
        elif law.forward is None:
            message = "this thruster is told its thrust, and no speed of its shaft is known"
            yield Flaw("thruster", message, "give it propeller or coefficients", self.thruster)

    def sensor(self, site: Any, name: str, drift: int) -> Tachometer:
        errors = AxisErrors.of(name, 1, noise=self.noise, step=self.step)
        return Tachometer(site.actuator(self.thruster), errors)


@dataclass(frozen=True)
class Tachometer(Sensor):
    """The speed controller of an actuator."""

    actuator: int
    errors: AxisErrors

    def measure(self, at: Any) -> Measured:
        return Measured(self.errors.read(at, [at.drive(self.actuator)]))
