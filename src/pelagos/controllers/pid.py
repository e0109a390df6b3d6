"""PID on whatever can be measured.

At each sample time k / rate, with Ts = 1 / rate and the error e = target - measure:

    I_k = I_{k-1} + ki Ts e_k          (not where the output is cut off and this would drive it on)
    D_k = (Tf D_{k-1} + kd (e_k - e_{k-1})) / (Tf + Ts),  D_0 = 0;   or  -kd measured_rate
    output = kp e_k + I_k + D_k, within the limits, held until the next sample

Switched off, output and memories are 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import model_validator

from pelagos.controllers.contract import (
    ControllerWords,
    Push,
    PushedAxis,
    SetPoint,
    ToldValue,
    only,
    switched,
)
from pelagos.controllers.measures import MEASURES, SteeredBody, short_way
from pelagos.elements.contract import Names, Output
from pelagos.elements.sampled import SampledLaw
from pelagos.elements.targets import Limits
from pelagos.language.signals import SampledSignal
from pelagos.language.words import AtLeastZero, Number, read_as, refusal
from pelagos.mathematics.scalars import Scalar, clip, where

Named = Literal[
    "north", "east", "depth", "roll", "pitch", "heading", "surge", "sway", "heave",
    "roll_rate", "pitch_rate", "yaw_rate",
]  # fmt: skip
ZERO = SampledSignal(constant=0.0)
PLACES = ("error", "on", "derivative", "integral", "proportional")  # records that a law looks for


def _measure(words: Any) -> type[SampledSignal] | None:
    return None if isinstance(words, str) and words in MEASURES else SampledSignal


Measured = Annotated[SampledSignal | Named, read_as(_measure)]


class Pid(ControllerWords):
    """A sampled PID controller.

    measure: an expression such as q[arm] or y[depth.depth], or one of north, east, depth, heading,
    roll, pitch, surge, sway, heave, roll_rate, pitch_rate, yaw_rate of a `body`.
    It acts on the input of an `actuator`, which it is added to, or with a wrench along an `axis` of
    the `body` that the body's thrusters share by the pseudo-inverse of their allocation.
    Angles are compared the short way round (`wrap`).
    """

    key = "pid"
    direct = True
    literals = tuple(MEASURES)

    measure: Measured
    body: Annotated[str | None, Names()] = None
    target: SampledSignal = ZERO
    kp: Number = 0.0
    ki: Number = 0.0
    kd: Number = 0.0
    filter: AtLeastZero = 0.0  # seconds
    measured_rate: Measured | None = None
    limits: Limits | None = None
    wrap: bool | None = None
    actuator: Annotated[str | None, Names(part="actuator")] = None
    axis: PushedAxis | None = None

    @model_validator(mode="after")
    def _fits(self) -> Pid:
        if (self.actuator is None) == (self.axis is None):
            raise refusal("a controller acts on an actuator or along an axis", "give one of them")
        if self.body is None and (self.axis is not None or self._named):
            raise refusal("which body?", "add body: the one that is measured and pushed")
        if self.measured_rate is not None and self.filter:
            raise refusal("filter is for differences, measured_rate needs none", "remove filter")
        return self

    @property
    def _named(self) -> dict[str, str]:
        """Keys whose words are names of measures."""
        keys = ("measure", "measured_rate")
        return {k: found for k in keys if isinstance(found := getattr(self, k), str)}

    @property
    def measured_by(self) -> str | None:
        """One of MEASURES, or None for an expression."""
        return self._named.get("measure")

    @property
    def wrapped(self) -> bool:
        """Whether errors are angles."""
        if self.wrap is not None:
            return self.wrap
        return self.measured_by is not None and MEASURES[self.measured_by].is_angle

    @property
    def unit(self) -> str:
        """Of what is measured, where that is known."""
        return "" if self.measured_by is None else MEASURES[self.measured_by].unit

    @property
    def inputs(self) -> tuple[SetPoint, ...]:
        what = self.measured_by or "what is measured"
        return (SetPoint("target", self.target, self.unit, f"wanted {what}"),)

    @property
    def records(self) -> tuple[Output, ...]:
        force = {None: "", "surge": "N", "sway": "N", "heave": "N"}.get(self.axis, "N m")
        found = [
            Output("output", force, "what it asks for"),
            Output("target", self.unit, "what is wanted"),
            Output("measure", self.unit, "what is measured"),
            Output("error", self.unit, "target less measure"),
            Output("on", "1", "whether it is switched on"),
        ]
        if self.kp:
            found.append(Output("proportional", force, "part of the output by the error"))
        if self.kd:
            found.append(Output("derivative", force, "part of the output by the rate"))
        if self.ki:
            found.append(Output("integral", force, "part of the output by the integral"))
        return tuple(found)

    @property
    def pushes(self) -> tuple[Push, ...]:
        return (Push("output", self.axis or "", self.actuator),)

    @property
    def pushed_body(self) -> str | None:
        return self.body if self.axis is not None else None

    @property
    def needs_north(self) -> str | None:
        return next((k for k, name in self._named.items() if MEASURES[name].needs_north), None)

    def law(self, site: Any, name: str) -> SampledLaw:
        places = {record.name: site.state(f"{name}.{record.name}") for record in self.records}
        rate = self.measured_rate
        return PidLaw(
            vehicle=site.vehicle(self.body, bool(self.needs_north)) if self._named else None,
            measure=self.measured_by or site.channel(self.measure),
            rate=rate if rate is None or isinstance(rate, str) else site.channel(rate),
            target=ToldValue(site.input(f"{name}.target")),
            on=site.input(f"{name}.on"),
            places=tuple(places.get(k, -1) for k in PLACES),
            gains=(self.kp, self.ki / self.rate, self.kd),
            filter=self.filter,
            period=1.0 / self.rate,
            limits=self.limits,
            wrapped=self.wrapped,
        )

    def facts(self) -> dict[str, Any]:
        measure = self.measure
        return {
            "measure": f"{measure} of {self.body}"
            if isinstance(measure, str)
            else measure.expression or "a signal",
            "acts_on": self.actuator or f"{self.axis} of {self.body}",
            "gains": {key: getattr(self, key) for key in ("kp", "ki", "kd")},
            "limits": self.limits,
        }


@dataclass(frozen=True)
class PidLaw(SampledLaw):
    """The controller of one robot."""

    vehicle: SteeredBody | None
    measure: str | int  # a name, or a channel
    rate: str | int | None
    target: ToldValue
    on: int
    places: tuple[int, ...]  # of PLACES among the states; -1: none
    gains: tuple[float, float, float]  # kp, ki per sample, kd
    filter: float
    period: float
    limits: tuple[float, float] | None
    wrapped: bool

    def next(self, at: Any) -> Sequence[Scalar]:
        on, begins = switched(at, self.on, self.places[1])
        measure = self._read(self.measure, at)
        target = self.target.value(at, 0.0)
        error = self._turned(target - measure)
        kp, ki, _ = self.gains
        slope, slopes = self._slope(at, error, begins)
        direct = kp * error + slope
        integrals: list[Scalar] = []
        output = direct
        if self.places[3] >= 0:
            before = where(begins, 0.0, at.states[self.places[3]])
            integrals = [self._integral(before, ki * error, direct)]
            output = direct + integrals[0]
        if self.limits is not None:
            output = clip(output, *self.limits)
        proportional = [kp * error] if self.places[4] >= 0 else []
        parts = only(on, [*proportional, *slopes, *integrals])
        switch = where(on, 1.0, 0.0)
        return [where(on, output, 0.0), target, measure, error, switch, *parts]

    def _read(self, what: str | int, at: Any) -> Scalar:
        if not isinstance(what, str):
            return at.signals[what]
        assert self.vehicle is not None
        return self.vehicle.measure(what, at)

    def _slope(self, at: Any, error: Scalar, begins: Any) -> tuple[Scalar, list[Scalar]]:
        """The part by the rate, once for the output and once for the records, if there is one."""
        kd = self.gains[2]
        if self.places[2] < 0:
            return 0.0, []
        if self.rate is not None:
            slope = -kd * self._read(self.rate, at)
            return slope, [slope]
        change = kd * self._turned(error - at.states[self.places[0]])
        past = self.filter * at.states[self.places[2]]
        # there is no difference yet at the first sample
        slope = where(begins, 0.0, (past + change) / (self.filter + self.period))
        return slope, [slope]

    def _integral(self, before: Scalar, step: Scalar, direct: Scalar) -> Scalar:
        """The next integral; it stands still where it would drive a saturated output on."""
        wished = before + step
        if self.limits is None:
            return wished
        low, high = self.limits
        output = direct + wished
        above = (high < output) & (step > 0.0)
        below = (output < low) & (step < 0.0)
        return where(above, before, where(below, before, wished))

    def _turned(self, difference: Scalar) -> Scalar:
        return short_way(difference) if self.wrapped else difference
