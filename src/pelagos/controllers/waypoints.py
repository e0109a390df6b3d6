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

from pelagos.controllers.axes import Observer, Pilot, SeenBody, SteeringWords
from pelagos.controllers.contract import (
    AXES,
    SetPoint,
    SignalOrHere,
    ToldValue,
    switched,
)
from pelagos.controllers.measures import PLACE, SPEEDS, attitude_matrix, short_way, turning_of
from pelagos.controllers.route import Route, Way, of_leg
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
            was_on=site.state(f"{name}.on"),
            route=Route(
                points=tuple(Vec3(*point.at) for point in self.points),
                radius=self.radius,
                look_ahead=self.look_ahead,
                integral=self.integral / self.rate,
                end=self.end,
                stops="sway" in self.steered,
                memory=states("leg", "done", "missed"),
                start=states(*(f"from.{k}" for k in PLACE)),
                drift=states(*(f"drift.{k}" for k in PLACE)) if self.integral else (),
            ),
            last_heading=site.state(f"{name}.heading.target") if has_yaw else None,
            point_speeds=tuple(point.speed for point in self.points),
            point_headings=tuple(point.heading for point in self.points),
            steepest=self.steepest,
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
class WaypointsLaw(SampledLaw):
    """The controller of one robot."""

    observer: Observer
    pilot: Pilot
    on: int
    speed: int | None
    heading: ToldValue
    keeps_heading: bool
    was_on: int
    route: Route
    last_heading: int | None
    point_speeds: tuple[float | None, ...]
    point_headings: tuple[float | None, ...]
    steepest: float
    level: bool
    sideways: bool
    angles: tuple[str, ...]
    speeds: tuple[str, ...]

    def next(self, at: Any) -> Sequence[Scalar]:
        on, begins = switched(at, self.on, self.was_on)
        seen = self.observer.seen(at, begins)
        way = self.route.way(at, on, begins, seen.place)
        sight = self.route.sight(at, on, way, seen.place)
        target = self._targets(at, way, sight.line, seen, begins)
        records = [where(on, 1.0, 0.0), way.leg, way.done, way.missed, sight.cross]
        records += [*way.start, *sight.drift]
        for wanted, is_at in zip(way.goal, seen.place, strict=True):
            records += [wanted, is_at, wanted - is_at]
        measured = self._measured(seen)
        errors: dict[str, Scalar] = {}
        for name in (*self.angles, *self.speeds):
            error = target[name] - measured[name]
            errors[name] = short_way(error) if name in self.angles else error
            records += [target[name], measured[name], errors[name]]
        pushing = on
        if self.route.end == "stop":
            pushing = where(on, 1.0 - way.done, 0.0) > 0.5
        e, d = self._in_body(seen, errors)
        return [*records, *self.pilot.records(at, pushing, begins, e, d), *seen.kept]

    def _targets(
        self, at: Any, way: Way, sight: Vec3, seen: SeenBody, begins: Any
    ) -> dict[str, Scalar]:
        """Wanted angles and velocities by name."""
        level = sqrt(sight.x * sight.x + sight.y * sight.y)
        found: dict[str, Scalar] = {"roll": 0.0, "pitch": 0.0}
        if self.last_heading is not None:
            before = where(begins, seen.attitude.z, at.states[self.last_heading])
            # straight up and down, and at the end, there is no direction
            least = 0.5 * minimum(self.route.radius, self.route.look_ahead)
            clear = where(level > least, 1.0 - way.done, 0.0) > 0.5
            sighted = where(clear, atan2(sight.y, sight.x), before)
            path = before if self.keeps_heading else sighted
            told = self.heading.value(at, path)
            found["heading"] = of_leg(way.leg, _told(self.point_headings, told))
        if not self.level:
            found["pitch"] = clip(atan2(-sight.z, level), -self.steepest, self.steepest)
        if self.speed is None:
            return found
        speed = of_leg(way.leg, _told(self.point_speeds, at.signals[self.speed]))
        if self.sideways:
            size = maximum(sqrt(sight.dot(sight)), self.route.look_ahead)
            turned = attitude_matrix(seen.attitude)
            velocity = self.observer.vehicle.own(into_frame(turned, (speed / size) * sight))
            found |= dict(zip(SPEEDS, velocity, strict=True))
        else:
            found |= {"surge": speed, "heave": self._rise(speed, sight, seen)}
        return found

    def _rise(self, speed: Scalar, sight: Vec3, seen: SeenBody) -> Scalar:
        """Wanted heave of a vehicle that does not push sideways."""
        size = maximum(sqrt(sight.dot(sight)), self.route.look_ahead)
        sinking = Vec3(0.0, 0.0, speed / size * sight.z)
        turned = attitude_matrix(seen.attitude)
        return self.observer.vehicle.own(into_frame(turned, sinking)).z

    def _measured(self, seen: SeenBody) -> dict[str, Scalar]:
        roll, pitch, heading = seen.attitude
        speeds = dict(zip(SPEEDS, seen.speed, strict=True))
        return {"roll": roll, "pitch": pitch, "heading": heading, **speeds}

    def _in_body(
        self, seen: SeenBody, errors: Mapping[str, Scalar]
    ) -> tuple[list[Scalar], list[Scalar]]:
        """Errors along the axes of the body, and their rates."""
        angle = Vec3(*(errors.get(name, 0.0) for name in ("roll", "pitch", "heading")))
        about = self.observer.vehicle.own(turning_of(seen.attitude, angle))
        along = [errors.get(axis, 0.0) for axis in AXES[:3]]
        rates = [0.0, 0.0, 0.0, *(-w for w in seen.turning)]
        return [*along, *about], rates


def _told(given: Sequence[float | None], otherwise: Scalar) -> list[Scalar]:
    """What each waypoint says, or else another value."""
    return [otherwise if value is None else value for value in given]
