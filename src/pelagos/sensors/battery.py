"""Battery and power sensor: voltage, current, and the charge that is left.

Thrusters take P = k |T|^1.5 each, with other factors k ahead and astern. That is how the power of
any propeller grows at rest by momentum theory (Rankine and Froude: ideally k = 1 / sqrt(2 rho A)).
The bollard table of the T200 at 16 V (Blue Robotics, public performance data of September 2019)
follows it with k = 1.00 W/N^1.5 ahead and 1.45 astern, within 2 % rms of the largest power. The
thrust is that in force, inflow included; that a propeller needs less power for it in a stream is
left out. `hotel` is what everything else takes.

The battery is a voltage E that falls evenly with the charge, from `full` to `empty`, behind a
resistance R. Power P then draws the current I with P = (E - I R) I; it cannot give more than
E^2 / (4 R). What was drawn is added up at the rate of the sensor, I / rate at each reading. Voltage
and charge do not act back on the thrusters, and an empty battery goes on at `empty`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from pydantic import model_validator

from pelagos.elements.contract import Names, Output
from pelagos.language import units
from pelagos.language.words import AtLeastZero, Positive, Quantity, Words, refusal
from pelagos.mathematics.scalars import Scalar, absolute, clip, maximum, sqrt, where
from pelagos.sensors.contract import Flaw, Measured, Preset, Sensor, SensorWords, memory_label
from pelagos.sensors.errors import AxisErrors, PositiveSize

DRAWN = "drawn"  # memory: ampere seconds
AHEAD, ASTERN = 1.0, 1.45  # W / N^1.5

SomeNumber = Annotated[float, Quantity(), Positive()]
Charge = Annotated[float, Quantity(units.NONE, least=0.0)]


class MeterErrors(Words):
    """noise: standard deviation of a reading; bias, scale: standard deviations, drawn once per run;
    resolution: step of readings; range: they are cut off there."""

    noise: AtLeastZero = 0.0
    bias: AtLeastZero = 0.0
    scale: AtLeastZero = 0.0
    range: PositiveSize | None = None
    resolution: PositiveSize | None = None

    @property
    def variance(self) -> float:
        """Of a reading: noise and rounding."""
        return self.noise**2 + (self.resolution or 0.0) ** 2 / 12.0

    def errors(self, name: str) -> AxisErrors:
        """Those of the sensor part of a name."""
        return AxisErrors.of(
            name,
            1,
            noise=self.noise,
            bias=self.bias,
            scale=self.scale,
            most=self.range,
            step=self.resolution,
        )


class ThrustPower(Words):
    """Electrical power of a thruster per thrust^1.5, W / N^1.5."""

    ahead: AtLeastZero = AHEAD
    astern: AtLeastZero = ASTERN


class Battery(SensorWords):
    """A battery that feeds thrusters, and what its sensor says of it. Volts, amperes, ohms, watts.

    capacity: in ampere hours; full, empty: voltages without load; resistance: inside; charge: share
    that is left at the start; thrusters: those that it feeds, all by default; power: factors of
    their power; hotel: power of everything else. `voltage` and `current` have their errors; the
    charge follows from the true current.
    """

    key = "battery"
    outputs = (
        Output("voltage", "V", "under load"),
        Output("current", "A", "drawn"),
        Output("charge", "A s", "left"),
        Output("share", "1", "of the capacity that is left"),
    )
    presets: ClassVar[Mapping[str, Preset]] = {
        "blue-robotics-18ah": Preset(
            {"rate": 10.0, "capacity": 18.0, "full": 16.8, "empty": 12.0, "resistance": 0.03},
            "Blue Robotics BR-100842, 4S, 18 Ah: 16.8 V at most, 12.0 V at least "
            "(bluerobotics.com/learn/battery-info). Assumptions: resistance of 30 mOhm with its "
            "cables, a voltage that falls evenly, 10 Hz. The power sense module is taken as free "
            "of errors: no accuracy was found",
        ),
    }

    capacity: SomeNumber
    full: SomeNumber
    empty: SomeNumber
    resistance: AtLeastZero = 0.0
    charge: Charge = 1.0
    thrusters: Annotated[tuple[str, ...] | None, Names(part="actuator")] = None
    power: ThrustPower = ThrustPower()
    hotel: AtLeastZero = 0.0
    voltage: MeterErrors = MeterErrors()
    current: MeterErrors = MeterErrors()

    @model_validator(mode="after")
    def _falls(self) -> Battery:
        if self.empty > self.full:
            message = f"empty, {self.empty:g} V, is above full, {self.full:g} V"
            raise refusal(message, "exchange them", "empty")
        if self.charge > 1.0:
            message = f"a charge of {self.charge:g} is more than the battery holds"
            raise refusal(message, "give a share from 0 to 1", "charge")
        return self

    @property
    def variances(self) -> tuple[float, ...]:
        return (self.voltage.variance, self.current.variance, 0.0, 0.0)

    @property
    def memories(self) -> tuple[str, ...]:
        return (DRAWN,)

    def problems(self, parts: Any, start: Any) -> Iterator[Flaw]:
        for name in self.thrusters or ():
            if parts.actuators[name].thruster is None:
                yield Flaw("thrusters", "this actuator is no thruster", "name thrusters", name)

    def sensor(self, site: Any, name: str, drift: int) -> PowerMeter:
        laws = site.actuators()
        fed = [n for n, law in laws.items() if law.key == "thruster"]
        chosen = fed if self.thrusters is None else self.thrusters
        return PowerMeter(
            thrusters=tuple(map(site.actuator, chosen)),
            power=(self.power.ahead, self.power.astern),
            hotel=self.hotel,
            capacity=3600.0 * self.capacity,
            levels=(self.empty, self.full),
            resistance=self.resistance or None,
            begin=self.charge,
            period=1.0 / self.rate,
            drawn=site.state(memory_label(name, DRAWN)),
            voltage=self.voltage.errors(f"{name}.voltage"),
            current=self.current.errors(f"{name}.current"),
        )


@dataclass(frozen=True)
class PowerMeter(Sensor):
    """The battery of a robot."""

    thrusters: tuple[int, ...]  # places among the actuators
    power: tuple[float, float]
    hotel: float
    capacity: float  # A s
    levels: tuple[float, float]  # voltage when empty, and when full
    resistance: float | None
    begin: float  # share
    period: float
    drawn: int  # place
    voltage: AxisErrors
    current: AxisErrors

    def measure(self, at: Any) -> Measured:
        drawn = at.states[self.drawn]
        share = maximum(self.begin - drawn / self.capacity, 0.0 * drawn)
        empty, full = self.levels
        open_circuit = empty + (full - empty) * share
        amperes = self._current(self._load(at), open_circuit)
        volts = open_circuit
        if self.resistance is not None:
            volts = open_circuit - self.resistance * amperes
        (voltage,) = self.voltage.read(at, [volts])
        (current,) = self.current.read(at, [amperes])
        values = [voltage, current, share * self.capacity, share]
        return Measured(values, memories=[drawn + self.period * amperes])

    def _load(self, at: Any) -> Scalar:
        """Watts."""
        total: Scalar = self.hotel
        ahead, astern = self.power
        for actuator in self.thrusters:
            thrust = at.actuation(actuator)
            size = absolute(thrust)
            total = total + where(thrust < 0.0, astern, ahead) * size * sqrt(size)
        return total

    def _current(self, load: Scalar, volts: Scalar) -> Scalar:
        """Amperes that a load draws from an open-circuit voltage: the smaller root."""
        if self.resistance is None:
            return load / volts
        most = volts * volts / (4.0 * self.resistance)
        share = clip(1.0 - load / most, 0.0, 1.0)
        return (1.0 - sqrt(share)) * volts / (2.0 * self.resistance)
