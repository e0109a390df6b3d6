"""Waypoints: a vehicle follows straight legs from one to the next, by line of sight.

On a leg from S along the unit vector t, with the vehicle at p, the cross-track error is the part c
of p - S across t. The vehicle heads for the point that is the look-ahead distance D further along
the leg than the vehicle itself (Fossen 2011, section 10.3):

    sight = D t - (c + d),       d' = s D c / (D^2 + |c + d|^2)

d is a drift that adds up where `integral` s (m/s) is given, for vehicles that cannot push sideways
against a current (integral line of sight: Borhaug et al. 2008; Caharija et al. 2016).

A waypoint is reached within `radius`; one that is passed outside of it is counted as missed, and
the next leg begins. A vehicle whose sway has gains takes up the velocity `speed` along the line of
sight, on its last leg no more than speed/D times the way that is left, so that it stops at the end.
Others turn to it, with pitch no more than `steepest`, unless heave has gains.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, model_validator

from pelagos.controllers.axes import Observer, Pilot, Seen, SteeringWords
from pelagos.controllers.contract import (
    AXES,
    SetPoint,
    SignalOrHere,
    ToldValue,
    switched,
)
from pelagos.controllers.measures import PLACE, SPEEDS, attitude_matrix, short_way, turning_of
from pelagos.elements.contract import Output
from pelagos.elements.sampled import SampledLaw
from pelagos.language import units
from pelagos.language.signals import SampledSignal
from pelagos.language.words import (
    Angle,
    AtLeastZero,
    Length,
    Positive,
    Quantity,
    Size,
    Words,
    as_list,
    refusal,
)
from pelagos.mathematics.algebra import Vec3
from pelagos.mathematics.inertia import into_frame
from pelagos.mathematics.scalars import Scalar, atan2, clip, maximum, minimum, sqrt, where

MOST_POINTS = 200
SHORTEST = 1e-9  # m: a leg that is no longer has no direction
Speed = Annotated[float, Quantity(units.SPEED), Positive()]
Steepness = Annotated[float, Quantity(units.NONE), Positive()]


def _place(words: Any) -> Any:
    return as_list(words, 3)


class Waypoint(Words):
    """North, east, depth; also the speed on the way there, and the heading."""

    short_forms = ({"type": "array"},)

    at: Annotated[tuple[Length, Length, Length], BeforeValidator(_place)]
    speed: Speed | None = None
    heading: Angle | None = None

    @model_validator(mode="before")
    @classmethod
    def _short(cls, words: Any) -> Any:
        return {"at": words} if isinstance(words, list | tuple) else words


class Waypoints(SteeringWords):
    """Follows straight legs between points [north, east, depth].

    The first leg begins where the vehicle is when it is switched on. end: `hold` the last point,
    `loop` back to the first, or `stop` pushing; s[NAME.done] is 1 from then on. Gains of surge,
    sway and heave are by velocities (kp in N s/m), those of roll, pitch and yaw by angles.
    `actuators` serve axes by name, as fins of a torpedo: {yaw: rudder, pitch: stern}.
    heading: along the line of sight unless given.
    """

    key = "waypoints"

    points: tuple[Waypoint, ...]
    speed: SampledSignal | None = None
    radius: Size
    look_ahead: Size
    integral: AtLeastZero = 0.0  # m/s: how fast drift adds up
    steepest: Steepness = math.pi / 6
    heading: SignalOrHere | None = None
    end: Literal["hold", "loop", "stop"] = "hold"

    @model_validator(mode="after")
    def _fits(self) -> Waypoints:
        if len(self.points) < 2:
            remedy = "give at least two; station with north, east and depth goes to one"
            raise refusal(f"{len(self.points)} waypoint is no way", remedy, "points")
        if len(self.points) > MOST_POINTS:
            remedy = f"at most {MOST_POINTS} are allowed"
            raise refusal(f"{len(self.points)} waypoints", remedy, "points")
        for k, (one, other) in enumerate(zip(self.points, self.points[1:], strict=False)):
            if math.dist(one.at, other.at) <= self.radius:
                told = f"points {k} and {k + 1} are no further apart than the radius"
                raise refusal(told, "remove one, or lower the radius", "points")
        steered = self.steered
        if self.end == "hold" and not ("surge" in steered and "sway" in steered):
            told = "a vehicle without gains of surge and sway cannot hold a point"
            raise refusal(told, "use end: loop or end: stop", "end")
        if "yaw" not in steered and "sway" not in steered:
            raise refusal("nothing steers it", "give gains of yaw, or of surge and sway", "gains")
        for axis in self.speeds:
            if steered[axis].kd:
                told = f"{axis} follows a velocity, whose rate is not measured"
                raise refusal(told, f"remove kd of {axis}", "gains")
        self._check_use()
        return self

    def _check_use(self) -> None:
        """Refuse what nothing would look at, and what is missing."""
        if self.speeds and self.speed is None:
            raise refusal("how fast?", "add speed: in m/s", "speed")
        for key, axes in (("speed", SPEEDS), ("heading", ("yaw",)), ("steepest", ("pitch",))):
            given = key in self.model_fields_set or any(
                getattr(point, key, None) is not None for point in self.points
            )
            if given and not any(axis in self.steered for axis in axes):
                raise refusal(f"nothing steers the {key}", f"give gains of {axes[0]}", key)
        if self.levelled and "steepest" in self.model_fields_set:
            told = "the vehicle stays level, since heave has gains"
            raise refusal(told, "remove steepest", "steepest")

    @property
    def levelled(self) -> bool:
        """Whether the vehicle stays level, rather than pitches to climb and dive."""
        return "heave" in self.steered

    @property
    def angles(self) -> tuple[str, ...]:
        """Attitudes that are steered."""
        names = {"roll": "roll", "pitch": "pitch", "yaw": "heading"}
        return tuple(names[a] for a in names if a in self.steered)

    @property
    def speeds(self) -> tuple[str, ...]:
        """Velocities that are steered."""
        return tuple(a for a in SPEEDS if a in self.steered)

    @property
    def inputs(self) -> tuple[SetPoint, ...]:
        found = []
        if self.speeds:
            told = "along the way, where points give none"
            found.append(SetPoint("speed", self.speed, "m/s", told))
        if "yaw" in self.steered:
            given = self.heading if isinstance(self.heading, SampledSignal) else None
            told = "wanted heading, where points give none; the line of sight unless given"
            found.append(SetPoint("heading", given, "rad", told))
        return tuple(found)

    @property
    def records(self) -> tuple[Output, ...]:
        found = [
            Output("on", "1", "whether it is switched on"),
            Output("leg", "1", "number of the waypoint that it is under way to, from 0"),
            Output("done", "1", "1 once the last one is reached"),
            Output("missed", "1", "waypoints that were passed outside of the radius"),
            Output("cross", "m", "distance from the leg"),
            *(Output(f"from.{k}", "m", "where the leg begins") for k in PLACE),
        ]
        if self.integral:
            found += [Output(f"drift.{k}", "m", "integral of the line of sight") for k in PLACE]
        for name in PLACE:
            found.append(Output(f"{name}.target", "m", "waypoint"))
            found.append(Output(f"{name}.measure", "m", "what is measured"))
            found.append(Output(f"{name}.error", "m", "target less measure"))
        for name in (*self.angles, *self.speeds):
            unit = "m/s" if name in self.speeds else "rad"
            found.append(Output(f"{name}.target", unit, "what is wanted"))
            found.append(Output(f"{name}.measure", unit, "what is measured"))
            found.append(Output(f"{name}.error", unit, "target less measure"))
        return (*found, *self.axis_records)

    def law(self, site: Any, name: str) -> SampledLaw:
        def states(*names: str) -> tuple[int, ...]:
            return tuple(site.state(f"{name}.{key}") for key in names)

        has_yaw = "yaw" in self.steered
        here = self.heading == "here"
        return WaypointsLaw(
            observer=self.observer(site, name),
            pilot=self.pilot(site, name),
            on=site.input(f"{name}.on"),
            speed=site.input(f"{name}.speed") if self.speeds else None,
            heading=ToldValue(site.input(f"{name}.heading") if has_yaw else None),
            keeps_heading=here,
            memory=states("on", "leg", "done", "missed"),
            start=states(*(f"from.{k}" for k in PLACE)),
            drift=states(*(f"drift.{k}" for k in PLACE)) if self.integral else (),
            last_heading=site.state(f"{name}.heading.target") if has_yaw else None,
            points=tuple(Vec3(*point.at) for point in self.points),
            point_speeds=tuple(point.speed for point in self.points),
            point_headings=tuple(point.heading for point in self.points),
            radius=self.radius,
            look_ahead=self.look_ahead,
            integral=self.integral / self.rate,
            steepest=self.steepest,
            end=self.end,
            level=self.levelled,
            sideways="sway" in self.steered,
            angles=self.angles,
            speeds=self.speeds,
        )

    def facts(self) -> dict[str, Any]:
        found = super().facts()
        told = f"{len(self.points)} points by the line of sight of {found['measure']}, {self.end}"
        return {**found, "measure": told}


@dataclass(frozen=True)
class Way:
    """Where a vehicle is on its way."""

    leg: Scalar
    done: Scalar
    missed: Scalar
    start: Vec3
    goal: Vec3


@dataclass(frozen=True)
class WaypointsLaw(SampledLaw):
    """The controller of one robot."""

    observer: Observer
    pilot: Pilot
    on: int
    speed: int | None
    heading: ToldValue
    keeps_heading: bool
    memory: tuple[int, ...]  # places of on, leg, done, missed
    start: tuple[int, ...]  # and of where the leg begins
    drift: tuple[int, ...]
    last_heading: int | None
    points: tuple[Vec3, ...]
    point_speeds: tuple[float | None, ...]
    point_headings: tuple[float | None, ...]
    radius: float
    look_ahead: float
    integral: float  # per sample
    steepest: float
    end: str
    level: bool
    sideways: bool
    angles: tuple[str, ...]
    speeds: tuple[str, ...]

    def next(self, at: Any) -> Sequence[Scalar]:
        on, begins = switched(at, self.on, self.memory[0])
        seen = self.observer.seen(at, begins)
        way = self._way(at, on, begins, seen.place)
        sight, cross, drift = self._sight(at, on, way, seen.place)
        target = self._targets(at, way, sight, seen, begins)
        records = [where(on, 1.0, 0.0), way.leg, way.done, way.missed, cross, *way.start, *drift]
        for wanted, is_at in zip(way.goal, seen.place, strict=True):
            records += [wanted, is_at, wanted - is_at]
        measured = self._measured(seen)
        errors: dict[str, Scalar] = {}
        for name in (*self.angles, *self.speeds):
            error = target[name] - measured[name]
            errors[name] = short_way(error) if name in self.angles else error
            records += [target[name], measured[name], errors[name]]
        pushing = on
        if self.end == "stop":
            pushing = where(on, 1.0 - way.done, 0.0) > 0.5
        e, d = self._in_body(seen, errors)
        return [*records, *self.pilot.records(at, pushing, begins, e, d), *seen.kept]

    def _way(self, at: Any, on: Any, begins: Any, place: Vec3) -> Way:
        """The leg that it is on now: the next one where a waypoint was reached or passed."""
        _, leg, done, missed = (at.states[k] for k in self.memory)
        start = Vec3(
            *(where(begins, p, at.states[k]) for p, k in zip(place, self.start, strict=True))
        )
        again = where(begins, done, 0.0)  # switched on once more after the end
        leg, done = where(again > 0.5, 0.0, leg), where(begins, 0.0, done)
        missed = where(again > 0.5, 0.0, missed)
        goal = self._point(leg)
        gap, along = goal - place, goal - start
        reached = where(gap.dot(gap) < self.radius * self.radius, 1.0, 0.0)
        passed = where(gap.dot(along) < 0.0, 1.0, 0.0)
        moves = where(on, maximum(reached, passed), 0.0) * (1.0 - done)
        moves = where(begins, 0.0, moves)
        last = where(leg > len(self.points) - 1.5, 1.0, 0.0)
        ends = moves * last
        missed = missed + moves * (1.0 - reached)
        follows = where(last > 0.5, 0.0, leg + 1.0)
        if self.end == "loop":
            ends = 0.0 * ends
            turns = moves > 0.5
        else:
            turns = moves * (1.0 - last) > 0.5
        start = Vec3(*(where(turns, g, s) for g, s in zip(goal, start, strict=True)))
        leg = where(turns, follows, leg)
        return Way(leg, maximum(done, ends), missed, start, self._point(leg))

    def _point(self, leg: Scalar) -> Vec3:
        """The waypoint of a number."""
        found = self.points[-1]
        for k in range(len(self.points) - 2, -1, -1):
            here = leg < k + 0.5
            found = Vec3(*(where(here, a, b) for a, b in zip(self.points[k], found, strict=True)))
        return found

    def _of_point(self, leg: Scalar, given: Sequence[float | None], otherwise: Scalar) -> Scalar:
        """What the waypoint of a number says, or else another value."""
        values = [otherwise if value is None else value for value in given]
        found = values[-1]
        for k in range(len(values) - 2, -1, -1):
            found = where(leg < k + 0.5, values[k], found)
        return found

    def _sight(self, at: Any, on: Any, way: Way, place: Vec3) -> tuple[Vec3, Scalar, list[Scalar]]:
        """The line of sight, the distance from the leg, and what is remembered of drift."""
        leg = way.goal - way.start
        length = sqrt(leg.dot(leg))
        short = length < SHORTEST
        per = where(short, 0.0, 1.0 / where(short, 1.0, length))
        t, ahead = per * leg, self.look_ahead
        passed = place - way.start
        along = passed.dot(t)
        c = passed - along * t
        off = c.dot(c)
        drifts: list[Scalar] = []
        shift = c
        if self.drift:
            d = Vec3(*(where(on, at.states[k], 0.0) for k in self.drift))
            across = d - d.dot(t) * t
            shift = c + across
            gain = self.integral * ahead / (ahead * ahead + shift.dot(shift))
            drifts = [*(d + gain * c)]
        reach: Scalar = ahead
        if self.end != "loop" and self.sideways:  # on the last leg no further than its end
            last = way.leg > len(self.points) - 1.5
            reach = where(last, minimum(ahead, length - along), ahead)
        sight = reach * t - shift
        return sight, sqrt(off), drifts

    def _targets(
        self, at: Any, way: Way, sight: Vec3, seen: Seen, begins: Any
    ) -> dict[str, Scalar]:
        """Wanted angles and velocities by name."""
        level = sqrt(sight.x * sight.x + sight.y * sight.y)
        found: dict[str, Scalar] = {"roll": 0.0, "pitch": 0.0}
        if self.last_heading is not None:
            before = where(begins, seen.attitude.z, at.states[self.last_heading])
            # straight up and down, and at the end, there is no direction
            clear = where(level > 0.5 * minimum(self.radius, self.look_ahead), 1.0 - way.done, 0.0)
            path = before if self.keeps_heading else where(clear > 0.5, atan2(sight.y, sight.x), before)
            told = self.heading.value(at, path)
            found["heading"] = self._of_point(way.leg, self.point_headings, told)
        if not self.level:
            found["pitch"] = clip(atan2(-sight.z, level), -self.steepest, self.steepest)
        if self.speed is None:
            return found
        speed = self._of_point(way.leg, self.point_speeds, at.signals[self.speed])
        if self.sideways:
            size = maximum(sqrt(sight.dot(sight)), self.look_ahead)
            turned = attitude_matrix(seen.attitude)
            velocity = self.observer.vehicle.own(into_frame(turned, (speed / size) * sight))
            found |= dict(zip(SPEEDS, velocity, strict=True))
        else:
            found |= {"surge": speed, "heave": self._rise(speed, sight, seen)}
        return found

    def _rise(self, speed: Scalar, sight: Vec3, seen: Seen) -> Scalar:
        """Wanted heave of a vehicle that does not push sideways."""
        size = maximum(sqrt(sight.dot(sight)), self.look_ahead)
        sinking = Vec3(0.0, 0.0, speed / size * sight.z)
        turned = attitude_matrix(seen.attitude)
        return self.observer.vehicle.own(into_frame(turned, sinking)).z

    def _measured(self, seen: Seen) -> dict[str, Scalar]:
        roll, pitch, heading = seen.attitude
        speeds = dict(zip(SPEEDS, seen.speed, strict=True))
        return {"roll": roll, "pitch": pitch, "heading": heading, **speeds}

    def _in_body(
        self, seen: Seen, errors: Mapping[str, Scalar]
    ) -> tuple[list[Scalar], list[Scalar]]:
        """Errors along the axes of the body, and their rates."""
        angle = Vec3(*(errors.get(name, 0.0) for name in ("roll", "pitch", "heading")))
        about = self.observer.vehicle.own(turning_of(seen.attitude, angle))
        along = [errors.get(axis, 0.0) for axis in AXES[:3]]
        rates = [0.0, 0.0, 0.0, *(-w for w in seen.turning)]
        return [*along, *about], rates
