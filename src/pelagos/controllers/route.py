"""The way of a vehicle from waypoint to waypoint, and its line of sight; see `waypoints`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pelagos.mathematics.algebra import Vec3
from pelagos.mathematics.scalars import Scalar, maximum, minimum, sqrt, where

SHORTEST = 1e-9  # m: a leg that is no longer has no direction


@dataclass(frozen=True)
class Way:
    """Where a vehicle is on its way."""

    leg: Scalar  # number of the waypoint that it is under way to
    done: Scalar  # 1 once the last one is reached
    missed: Scalar  # how many were passed too far away
    start: Vec3  # of the leg
    goal: Vec3


@dataclass(frozen=True)
class Sight:
    """Where a vehicle should head."""

    line: Vec3  # to the point ahead on the leg
    cross: Scalar  # distance from the leg
    drift: list[Scalar]  # what is remembered of it


@dataclass(frozen=True)
class Route:
    """Waypoints, how they are followed, and where the states of that are."""

    points: tuple[Vec3, ...]
    radius: float
    look_ahead: float
    integral: float  # per sample
    end: str
    stops: bool  # whether the vehicle slows down at the end
    memory: tuple[int, ...]  # places of leg, done, missed
    start: tuple[int, ...]  # of where the leg begins
    drift: tuple[int, ...]  # of drift; empty: none

    def way(self, at: Any, on: Any, begins: Any, place: Vec3) -> Way:
        """The leg that it is on now: the next one where a waypoint was reached or passed."""
        leg, done, missed = (at.states[k] for k in self.memory)
        begun = Vec3(*(at.states[k] for k in self.start))
        start = _chosen(begins, place, begun)
        again = where(begins, done, 0.0) > 0.5  # switched on once more after the end
        leg, missed = where(again, 0.0, leg), where(again, 0.0, missed)
        done = where(begins, 0.0, done)
        goal = self.point(leg)
        gap, along = goal - place, goal - start
        reached = where(gap.dot(gap) < self.radius * self.radius, 1.0, 0.0)
        passed = where(gap.dot(along) < 0.0, 1.0, 0.0)
        moves = where(on, maximum(reached, passed), 0.0) * (1.0 - done)
        moves = where(begins, 0.0, moves)
        missed = missed + moves * (1.0 - reached)
        last = where(self.is_last(leg), 1.0, 0.0)
        follows = where(self.is_last(leg), 0.0, leg + 1.0)
        if self.end == "loop":
            turns = moves > 0.5
        else:
            turns = moves * (1.0 - last) > 0.5
            done = maximum(done, moves * last)
        leg = where(turns, follows, leg)
        return Way(leg, done, missed, _chosen(turns, goal, start), self.point(leg))

    def is_last(self, leg: Scalar) -> Any:
        """Whether the waypoint of a number is the last one."""
        return leg > len(self.points) - 1.5

    def point(self, leg: Scalar) -> Vec3:
        """The waypoint of a number."""
        rows = zip(*self.points, strict=True)
        return Vec3(*(of_leg(leg, row) for row in rows))

    def sight(self, at: Any, on: Any, way: Way, place: Vec3) -> Sight:
        """The line of sight of a vehicle at a place."""
        leg = way.goal - way.start
        length = sqrt(leg.dot(leg))
        short = length < SHORTEST
        t = where(short, 0.0, 1.0 / where(short, 1.0, length)) * leg
        passed = place - way.start
        along = passed.dot(t)
        across = passed - along * t
        shift, drift, ahead = across, [], self.look_ahead
        if self.drift:
            d = Vec3(*(where(on, at.states[k], 0.0) for k in self.drift))
            shift = across + (d - d.dot(t) * t)
            gain = self.integral * ahead / (ahead * ahead + shift.dot(shift))
            drift = [*(d + gain * across)]
        reach: Scalar = ahead
        if self.end != "loop" and self.stops:  # on the last leg no further than its end
            reach = where(self.is_last(way.leg), minimum(ahead, length - along), ahead)
        return Sight(reach * t - shift, sqrt(across.dot(across)), drift)


def of_leg(leg: Scalar, values: Sequence[Scalar]) -> Scalar:
    """Which of the values belongs to the waypoint of a number."""
    found = values[-1]
    for k in range(len(values) - 2, -1, -1):
        found = where(leg < k + 0.5, values[k], found)
    return found


def _chosen(condition: Any, a: Vec3, b: Vec3) -> Vec3:
    return Vec3(*(where(condition, x, y) for x, y in zip(a, b, strict=True)))
