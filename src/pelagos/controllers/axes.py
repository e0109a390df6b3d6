"""Six axes of a vehicle, each with a PID, and what they look at: shared by kinds that steer.

With the error e along an axis of the body and its rate d (that of the reference less that of the
body), at the period Ts:

    I_k = I_{k-1} + ki Ts e_k     (not where effectors are at their limits and this would push on)
    wanted = trim + kp e_k + I_k + kd d_k, within limits of the axis
    output = as much of all wanted as the effectors can give (`controllers.thrust`)

What is measured is the true state of the body, or expressions such as readings of sensors. Where
these give a place or an attitude and no rates, rates are differences, filtered over `filter`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import model_validator

from pelagos.controllers.contract import AXES, ControllerWords, Push, only
from pelagos.controllers.measures import (
    ATTITUDE,
    PLACE,
    SPEEDS,
    TURNS,
    SteeredBody,
    attitude_matrix,
    short_way,
    turning_of,
)
from pelagos.controllers.thrust import Effector, lowest, served
from pelagos.elements.contract import BodyName, Output
from pelagos.elements.targets import Limits
from pelagos.language.signals import SampledSignal
from pelagos.language.words import AtLeastZero, Number, Words, refusal
from pelagos.mathematics.algebra import Vec3
from pelagos.mathematics.inertia import into_frame
from pelagos.mathematics.scalars import Scalar, absolute, clip, where

_PARTS = {"proportional": "P part", "derivative": "D part", "integral": "I part"}
UNITS = {axis: "N" if k < 3 else "N m" for k, axis in enumerate(AXES)}


class Gains(Words):
    """Of one axis; `limits` of what is wanted along it."""

    kp: Number = 0.0
    ki: Number = 0.0
    kd: Number = 0.0
    limits: Limits | None = None


class AxisGains(Words):
    """Axes without gains are left alone."""

    surge: Gains | None = None
    sway: Gains | None = None
    heave: Gains | None = None
    roll: Gains | None = None
    pitch: Gains | None = None
    yaw: Gains | None = None


class AxisActuators(Words):
    """Actuators whose inputs axes are added to, in place of the thrusters of the body."""

    surge: str | None = None
    sway: str | None = None
    heave: str | None = None
    roll: str | None = None
    pitch: str | None = None
    yaw: str | None = None


class AxisWrench(Words):
    """A constant wrench in body axes."""

    surge: Number = 0.0
    sway: Number = 0.0
    heave: Number = 0.0
    roll: Number = 0.0
    pitch: Number = 0.0
    yaw: Number = 0.0


class PlaceMeasures(Words):
    """Expressions in place of the true place and attitude."""

    north: SampledSignal | None = None
    east: SampledSignal | None = None
    depth: SampledSignal | None = None
    roll: SampledSignal | None = None
    pitch: SampledSignal | None = None
    heading: SampledSignal | None = None


class RateMeasures(Words):
    """Expressions in place of the true velocities, in body axes."""

    surge: SampledSignal | None = None
    sway: SampledSignal | None = None
    heave: SampledSignal | None = None
    roll_rate: SampledSignal | None = None
    pitch_rate: SampledSignal | None = None
    yaw_rate: SampledSignal | None = None


class SteeringWords(ControllerWords):
    """What controllers of all axes of a vehicle have in common."""

    body: BodyName
    gains: AxisGains
    actuators: AxisActuators = AxisActuators()
    thrusters: Literal["own", "docked"] = "own"
    trim: AxisWrench = AxisWrench()
    measure: PlaceMeasures = PlaceMeasures()
    rates: RateMeasures = RateMeasures()
    filter: AtLeastZero = 0.2  # seconds

    @model_validator(mode="after")
    def _can_act(self) -> SteeringWords:
        if not self.steered:
            raise refusal("no axis has gains", f"give some of {', '.join(AXES)}", "gains")
        for axis in AXES:
            if getattr(self.actuators, axis) is not None and axis not in self.steered:
                raise refusal(f"{axis} has an actuator and no gains", "add gains", "actuators")
            if getattr(self.trim, axis) and axis not in self.steered:
                raise refusal(f"{axis} has a trim and no gains", "add gains", "trim")
        for axis, gains in self.steered.items():
            if getattr(self.actuators, axis) is not None:
                continue
            for key in ("kp", "ki", "kd"):
                if getattr(gains, key) < 0.0:
                    told = (
                        f"{key} of {axis} is {getattr(gains, key):g}: it would drive the body off"
                    )
                    raise refusal(told, "give gains from 0 on", "gains")
        return self

    @property
    def steered(self) -> dict[str, Gains]:
        """Gains by axis, of those that have some."""
        found = {axis: getattr(self.gains, axis) for axis in AXES}
        return {axis: gains for axis, gains in found.items() if gains is not None}

    @property
    def pushes(self) -> tuple[Push, ...]:
        names = self.actuators
        return tuple(Push(f"{axis}.output", axis, getattr(names, axis)) for axis in self.steered)

    @property
    def pushed_body(self) -> str | None:
        return self.body

    @property
    def all_docked(self) -> bool:
        return self.thrusters == "docked"

    @property
    def needs_north(self) -> str | None:
        return "body"

    @property
    def differenced(self) -> tuple[str, ...]:
        """What rates are found from by differences."""
        groups = ((PLACE, SPEEDS), (ATTITUDE, TURNS))
        found: list[str] = []
        for places, rates in groups:
            replaced = any(getattr(self.measure, name) is not None for name in places)
            told = all(getattr(self.rates, name) is not None for name in rates)
            if replaced and not told:
                found += places
        return tuple(found)

    @property
    def axis_records(self) -> tuple[Output, ...]:
        """What six PIDs keep, and differences."""
        found = []
        for axis, gains in self.steered.items():
            unit = UNITS[axis] if getattr(self.actuators, axis) is None else ""
            found.append(Output(f"{axis}.output", unit, f"what it gives along {axis}"))
            parts = {"proportional": gains.kp, "derivative": gains.kd, "integral": gains.ki}
            for part, gain in parts.items():
                if gain:
                    found.append(Output(f"{axis}.{part}", unit, f"{_PARTS[part]} of what it wants"))
        found.append(Output("share", "1", "smallest part of what is wanted that can be given"))
        for name in self.differenced:
            unit = "m" if name in PLACE else "rad"
            found.append(Output(f"{name}.before", unit, "at the sample before"))
            found.append(Output(f"{name}.rate", f"{unit}/s", "by differences, filtered"))
        return tuple(found)

    def observer(self, site: Any, name: str) -> Observer:
        """What the law looks at."""

        def channels(words: Words, names: Sequence[str]) -> tuple[int | None, ...]:
            signals = [getattr(words, key) for key in names]
            return tuple(None if s is None else site.channel(s) for s in signals)

        before = [site.state(f"{name}.{key}.before") for key in self.differenced]
        slopes = [site.state(f"{name}.{key}.rate") for key in self.differenced]
        return Observer(
            vehicle=site.vehicle(self.body, True),
            measures=channels(self.measure, (*PLACE, *ATTITUDE)),
            rates=channels(self.rates, (*SPEEDS, *TURNS)),
            differenced=self.differenced,
            before=tuple(before),
            slopes=tuple(slopes),
            filter=self.filter,
            period=1.0 / self.rate,
        )

    def pilot(self, site: Any, name: str) -> Pilot:
        """The PIDs of the law."""
        found = []
        for axis, gains in self.steered.items():
            integral = site.state(f"{name}.{axis}.integral") if gains.ki else None
            own = gains.kp, gains.ki / self.rate, gains.kd, getattr(self.trim, axis)
            shown = bool(gains.kp), bool(gains.kd)
            found.append(AxisLaw(axis, *own, gains.limits, integral, shown))
        return Pilot(tuple(found), site.effectors(name))

    def facts(self) -> dict[str, Any]:
        by, rest = self.actuators, [a for a in self.steered if not getattr(self.actuators, a)]
        acts = [f"{getattr(by, a)} for {a}" for a in self.steered if getattr(by, a)]
        acts += [f"{', '.join(rest)} of {self.body}"] if rest else []
        told = [*_given(self.measure), *_given(self.rates)]
        return {
            "measure": f"{self.body}" + (f" by {', '.join(told)}" if told else ""),
            "acts_on": "; ".join(acts),
            "gains": {a: g.model_dump(include={"kp", "ki", "kd"}) for a, g in self.steered.items()},
            "limits": {a: g.limits for a, g in self.steered.items() if g.limits is not None},
        }

    @classmethod
    def renamed(
        cls, words: Mapping[str, Any], name: Callable[[Any], Any], expression: Callable[[Any], Any]
    ) -> dict[str, Any]:
        found = super().renamed(words, name, expression)
        if isinstance(words.get("actuators"), dict):
            found["actuators"] = {axis: name(of) for axis, of in words["actuators"].items()}
        return found


def _given(words: Words) -> list[str]:
    found = {key: getattr(words, key) for key in type(words).model_fields}
    return [f"{key} {s.expression or 'a signal'}" for key, s in found.items() if s is not None]


# --- the laws -------------------------------------------------------------------------------


@dataclass(frozen=True)
class SeenBody:
    """A vehicle at a sample time."""

    place: Vec3  # north, east, depth
    attitude: Vec3  # roll, pitch, heading
    speed: Vec3  # surge, sway, heave
    turning: Vec3  # rates about the body's own axes
    kept: list[Scalar]  # for the records of differences


@dataclass(frozen=True)
class Observer:
    """Where a vehicle is and how it moves, by true states or by expressions."""

    vehicle: SteeredBody
    measures: tuple[int | None, ...]  # channels in place of place and attitude
    rates: tuple[int | None, ...]  # and of speed and turning
    differenced: tuple[str, ...]
    before: tuple[int, ...]  # places of what differences remember
    slopes: tuple[int, ...]
    filter: float
    period: float

    def seen(self, at: Any, begins: Any) -> SeenBody:
        """What is known now; `begins`: whether nothing is remembered."""
        vehicle = self.vehicle
        true = [*vehicle.place(at), *vehicle.attitude(at)]
        found = self._instead(at, self.measures, true)
        place, attitude = Vec3(*found[:3]), Vec3(*found[3:])
        known = dict(zip((*PLACE, *ATTITUDE), found, strict=True))
        slopes = {name: self._slope(at, k, known, begins) for k, name in self._numbered}
        speed, turning = vehicle.speed(at), vehicle.turning(at)
        if PLACE[0] in slopes:
            moved = Vec3(*(slopes[name] for name in PLACE))
            speed = vehicle.own(into_frame(attitude_matrix(attitude), moved))
        if ATTITUDE[0] in slopes:
            turned = Vec3(*(slopes[name] for name in ATTITUDE))
            turning = vehicle.own(turning_of(attitude, turned))
        rates = self._instead(at, self.rates, [*speed, *turning])
        kept = [value for name in self.differenced for value in (known[name], slopes[name])]
        return SeenBody(place, attitude, Vec3(*rates[:3]), Vec3(*rates[3:]), kept)

    @property
    def _numbered(self) -> list[tuple[int, str]]:
        return list(enumerate(self.differenced))

    def _instead(
        self, at: Any, channels: Sequence[int | None], true: Sequence[Scalar]
    ) -> list[Scalar]:
        pairs = zip(channels, true, strict=True)
        return [value if k is None else at.signals[k] for k, value in pairs]

    def _slope(self, at: Any, k: int, known: Mapping[str, Scalar], begins: Any) -> Scalar:
        name = self.differenced[k]
        change = known[name] - at.states[self.before[k]]
        if name in ATTITUDE:
            change = short_way(change)
        past = self.filter * at.states[self.slopes[k]]
        return where(begins, 0.0, (past + change) / (self.filter + self.period))


@dataclass(frozen=True)
class AxisLaw:
    """The PID of one axis."""

    axis: str
    kp: float
    ki: float  # per sample
    kd: float
    trim: float
    limits: tuple[float, float] | None
    integral: int | None  # place of its memory
    shown: tuple[bool, bool]  # whether there are records of the parts by kp and kd


@dataclass(frozen=True)
class Pilot:
    """The PIDs of all axes, and what serves them."""

    axes: tuple[AxisLaw, ...]
    effectors: tuple[Effector, ...]

    def records(
        self, at: Any, on: Any, begins: Any, errors: Sequence[Scalar], slopes: Sequence[Scalar]
    ) -> list[Scalar]:
        """Outputs, their parts and the smallest share; errors and slopes along all six axes."""
        wanted, steps, olds, parts = [], [], [], []
        for law in self.axes:
            k = AXES.index(law.axis)
            step = law.ki * errors[k]
            old = 0.0 if law.integral is None else where(begins, 0.0, at.states[law.integral])
            proportional, derivative = law.kp * errors[k], law.kd * slopes[k]
            own = zip((proportional, derivative), law.shown, strict=True)
            parts.append([part for part, shown in own if shown])
            wish = law.trim + proportional + derivative
            wanted.append(wish if law.integral is None else wish + (old + step))
            steps.append(step)
            olds.append(old)
        within = [
            w if law.limits is None else clip(w, *law.limits)
            for law, w in zip(self.axes, wanted, strict=True)
        ]
        names = [law.axis for law in self.axes]
        given = served(self.effectors, names, within, at)
        found: list[Scalar] = []
        for k, law in enumerate(self.axes):
            found += [given.outputs[k], *parts[k]]
            if law.integral is not None:
                cut = (1.0 - given.factors[k]) + absolute(within[k] - wanted[k])
                stuck = (cut > 0.0) & (steps[k] * wanted[k] > 0.0)
                found.append(where(stuck, olds[k], olds[k] + steps[k]))
        return [*only(on, found), where(on, lowest(given.factors), 1.0)]
