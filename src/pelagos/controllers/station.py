"""StationKeeping keeping: a vehicle stays where it is, or goes where its set points say.

Errors of place are turned into the axes of the body, and so are those of attitude (rates of angles
into rates about axes); each axis has a PID (`controllers.axes`). Set points that are `here` take
over what is measured when the controller is switched on, so that nothing jumps.

With `reference`, set points are approached on a path that the vehicle can follow: of second order,
with the frequency w and the damping z, no faster than the rates given,

    v_k = clip(v_{k-1} + Ts (w^2 (target - r_{k-1}) - 2 z w v_{k-1})),   r_k = r_{k-1} + Ts v_k

(Fossen 2011, section 10.2). It begins at what is measured, at rest; its rate is fed forward.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import model_validator

from pelagos.controllers.axes import Observer, Pilot, SeenBody, SteeringWords
from pelagos.controllers.contract import SetPoint, SignalOrHere, ToldValue, switched
from pelagos.controllers.measures import ATTITUDE, PLACE, attitude_matrix, short_way, turning_of
from pelagos.elements.contract import Output
from pelagos.elements.sampled import SampledLaw
from pelagos.language import units
from pelagos.language.signals import SampledSignal
from pelagos.language.words import AtLeastZero, Positive, Quantity, Words, refusal
from pelagos.mathematics.algebra import Vec3
from pelagos.mathematics.inertia import into_frame
from pelagos.mathematics.scalars import Scalar, clip, where

LEVEL = SampledSignal(constant=0.0)
QUANTITIES = (*PLACE, *ATTITUDE)
# an axis looks at these errors; a heading that nothing steers is no error
_LOOKED_AT = {
    **dict.fromkeys(("north", "east"), ("surge", "sway")),
    "depth": ("heave",), "roll": ("roll",), "pitch": ("pitch",), "heading": ("yaw",),
}  # fmt: skip
_UNIT = {name: "m" if name in PLACE else "rad" for name in QUANTITIES}

Frequency = Annotated[float, Quantity(units.RATE), Positive()]
Speed = Annotated[float, Quantity(units.SPEED), Positive()]
AngularSpeed = Annotated[float, Quantity(units.RATE), Positive()]


class Reference(Words):
    """How set points are approached: frequency (rad/s), damping, fastest speed and turn."""

    frequency: Frequency
    damping: AtLeastZero = 1.0
    speed: Speed | None = None
    turn: AngularSpeed | None = None


class StationKeeping(SteeringWords):
    """Keeps a body, or all that is docked to it, at set points.

    north, east, depth, heading, roll, pitch: signals, or `here`, which is what they are when it is
    switched on. gains: {axis: {kp, ki, kd, limits}} of surge, sway, heave, roll, pitch, yaw; axes
    without gains are left alone. Thrusters share what is wanted and are never asked for more than
    their limits; `actuators` serve axes by name. trim: a constant wrench. measure, rates:
    expressions in place of the true state. reference: how set points are approached.
    """

    key = "station"

    north: SignalOrHere = "here"
    east: SignalOrHere = "here"
    depth: SignalOrHere = "here"
    heading: SignalOrHere = "here"
    roll: SignalOrHere = LEVEL
    pitch: SignalOrHere = LEVEL
    reference: Reference | None = None

    @model_validator(mode="after")
    def _slow_enough(self) -> StationKeeping:
        given = self.reference
        if given is not None and given.frequency * max(given.damping, 1.0) > 0.5 * self.rate:
            told = f"a frequency of {given.frequency:g} rad/s is too fast for {self.rate:g} samples"
            raise refusal(f"{told} a second", "lower it, or raise the rate", "reference")
        for name in QUANTITIES:
            if name in self.model_fields_set and name not in self.kept:
                axes = " or ".join(_LOOKED_AT[name])
                raise refusal(f"nothing steers the {name}", f"give gains of {axes}", name)
        return self

    @property
    def kept(self) -> tuple[str, ...]:
        """What is kept at set points."""
        return tuple(n for n in QUANTITIES if any(a in self.steered for a in _LOOKED_AT[n]))

    @property
    def inputs(self) -> tuple[SetPoint, ...]:
        found = {name: getattr(self, name) for name in self.kept}
        return tuple(
            SetPoint(n, s if isinstance(s, SampledSignal) else None, _UNIT[n], f"wanted {n}")
            for n, s in found.items()
        )

    @property
    def records(self) -> tuple[Output, ...]:
        found = [Output("on", "1", "whether it is switched on")]
        for name in self.kept:
            unit = _UNIT[name]
            found.append(Output(f"{name}.target", unit, "set point"))
            if self.reference is not None:
                found.append(Output(f"{name}.reference", unit, "set point as approached"))
                found.append(Output(f"{name}.reference_rate", f"{unit}/s", "its rate"))
            found.append(Output(f"{name}.measure", unit, "what is measured"))
            found.append(Output(f"{name}.error", unit, "target, or reference, less measure"))
        return (*found, *self.axis_records)

    def law(self, site: Any, name: str) -> SampledLaw:
        given = self.reference
        ways = None if given is None else (given.frequency, given.damping, given.speed, given.turn)
        return StationLaw(
            observer=self.observer(site, name),
            pilot=self.pilot(site, name),
            on=site.input(f"{name}.on"),
            was_on=site.state(f"{name}.on"),
            kept=self.kept,
            given=tuple(ToldValue(site.input(f"{name}.{key}")) for key in self.kept),
            first=tuple(site.state(f"{name}.{key}.target") for key in self.kept),
            period=1.0 / self.rate,
            reference=ways,
        )


@dataclass(frozen=True)
class StationLaw(SampledLaw):
    """The controller of one robot."""

    observer: Observer
    pilot: Pilot
    on: int
    was_on: int
    kept: tuple[str, ...]
    given: tuple[ToldValue, ...]
    first: tuple[int, ...]  # places of targets; reference and its rate follow, if there are any
    period: float
    reference: tuple[float, float, float | None, float | None] | None

    def next(self, at: Any) -> Sequence[Scalar]:
        on, begins = switched(at, self.on, self.was_on)
        seen = self.observer.seen(at, begins)
        measured = dict(zip(QUANTITIES, (*seen.place, *seen.attitude), strict=True))
        records: list[Scalar] = [where(on, 1.0, 0.0)]
        errors = dict.fromkeys(QUANTITIES, 0.0)
        rates: dict[str, Scalar] = dict.fromkeys(QUANTITIES, 0.0)
        for name, given, place in zip(self.kept, self.given, self.first, strict=True):
            here = measured[name]
            target = given.value(at, where(begins, here, at.states[place]))
            records.append(target)
            wanted = target
            if self.reference is not None:
                before = at.states[place + 1], at.states[place + 2]
                wanted, rates[name] = self._approached(name, target, before)
                wanted = where(begins, here, wanted)
                rates[name] = where(begins, 0.0, rates[name])
                records += [wanted, rates[name]]
            errors[name] = _less(name, wanted, here)
            records += [here, errors[name]]
        e, d = self._in_body(seen, errors, rates)
        return [*records, *self.pilot.records(at, on, begins, e, d), *seen.kept]

    def _approached(
        self, name: str, target: Scalar, before: tuple[Scalar, Scalar]
    ) -> tuple[Scalar, Scalar]:
        """Place and rate of the reference at this sample."""
        assert self.reference is not None
        frequency, damping, speed, turn = self.reference
        place, rate = before
        pull = frequency * frequency * _less(name, target, place)
        rate = rate + self.period * (pull - 2.0 * damping * frequency * rate)
        most = speed if name in PLACE else turn
        if most is not None:
            rate = clip(rate, -most, most)
        place = place + self.period * rate
        return (short_way(place) if name in ATTITUDE else place), rate

    def _in_body(
        self, seen: SeenBody, errors: dict[str, Scalar], rates: dict[str, Scalar]
    ) -> tuple[list[Scalar], list[Scalar]]:
        """Errors along the axes of the body, and their rates."""
        vehicle, angles = self.observer.vehicle, seen.attitude
        turned = attitude_matrix(angles)
        found: list[list[Scalar]] = []
        for values in (errors, rates):
            place = Vec3(*(values[name] for name in PLACE))
            angle = Vec3(*(values[name] for name in ATTITUDE))
            along = vehicle.own(into_frame(turned, place))
            about = vehicle.own(turning_of(angles, angle))
            found.append([*along, *about])
        moving = [*seen.speed, *seen.turning]
        return found[0], [r - v for r, v in zip(found[1], moving, strict=True)]


def _less(name: str, a: Scalar, b: Scalar) -> Scalar:
    """The difference; of angles, the short way round."""
    return short_way(a - b) if name in ATTITUDE else a - b
