"""Doppler velocity log: velocity over the seabed or through the water, and altitude, by beams.

Beam i has the direction b_i, a unit vector, and reads the velocity v of the transducer along it:
r_i = b_i . v, relative to the seabed or to the water in a cell of the beam. Velocity is what fits
the beams best, v = P r with the pseudo-inverse P of the rows b_i. One beam that is lost leaves the
three others, which have a pseudo-inverse of their own.

Ranges R_i end on the seabed. With n its normal over its distance, a plane is n . x = 1, so that
b_i . n = 1 / R_i: n = P (1 / R), and the altitude is 1 / |n|, whatever the tilt.

Noise of the beams is carried over to variances of what is read: to the first order, where it is
the altitude.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pelagos.mathematics.algebra import Vec3
from pelagos.mathematics.scalars import Scalar, sqrt, where
from pelagos.sensors.acoustic.seabed import Sounding, distance
from pelagos.sensors.contract import Measured, Sensor
from pelagos.sensors.drift import white
from pelagos.sensors.errors import AxisErrors, fixed, shown

Solution = tuple[Vec3, Vec3, Vec3, Vec3]  # columns of a pseudo-inverse, one for each beam
Beams = Sequence[Scalar]  # a number for each beam


def janus(look: NDArray[np.float64], angle: float, offset: float) -> NDArray[np.float64]:
    """Rows: four beams about a direction. The first is turned by `offset` from x ahead, the others
    follow clockwise as seen from above a transducer that looks down."""
    ahead = np.array([1.0, 0.0, 0.0]) - look[0] * look
    ahead /= np.linalg.norm(ahead)
    aside = np.cross(look, ahead)
    turns = [offset + k * math.pi / 2 for k in range(4)]
    return np.array(
        [
            math.cos(angle) * look + math.sin(angle) * (math.cos(a) * ahead + math.sin(a) * aside)
            for a in turns
        ]
    )


def solutions(beams: NDArray[np.float64]) -> tuple[Solution, ...]:
    """Pseudo-inverses of all four beams, and of those without the first, second, ..."""
    found = []
    for lost in (None, 0, 1, 2, 3):
        kept = beams.copy()
        if lost is not None:
            kept[lost] = 0.0
        a, b, c, d = (Vec3(*column) for column in np.linalg.pinv(kept).T.tolist())
        found.append((a, b, c, d))
    return tuple(found)


@dataclass(frozen=True)
class DopplerNoise:
    """Errors of beams and of what follows from them."""

    beams: AxisErrors
    own: float  # noise of a beam
    share: float | None  # of the speed, beside it
    scale: float | None  # the same for all beams
    step: float | None
    ranges: float | None  # noise of a range
    streams: tuple[tuple[int, ...], tuple[int, ...]]  # of scale and ranges


@dataclass(frozen=True)
class DopplerLog(Sensor):
    """What bottom and water track share: beams that are lost, and what the others tell."""

    over: Sounding
    look: Vec3
    beams: tuple[Vec3, Vec3, Vec3, Vec3]  # own axes
    solutions: tuple[Solution, ...]
    cosine: float  # of the angle between beams and direction
    fastest: float | None
    tilt: float | None  # cosine of the most
    noise: DopplerNoise

    def _velocity(self, at: Any, along: Beams, locked: Sequence[Any]) -> tuple[Measured, Solution]:
        """From true velocities along the beams, and conditions of their lock."""
        noise = self.noise
        count: Scalar = 0.0
        for lock in locked:
            count = count + where(lock, 1.0, 0.0)
        solution = self._solution(count, locked)
        true = _combined(solution, along)
        if noise.scale is not None:
            factor = 1.0 + noise.scale * fixed(at, noise.streams[0])[0]
            along = [factor * r for r in along]
        square = noise.own * noise.own
        if noise.share is not None:
            square = square + noise.share * noise.share * true.dot(true)
        read = noise.beams.read(at, along, [sqrt(square)] * 4)
        found = [shown(x, None, noise.step) for x in _combined(solution, read)]
        rounding = 0.0 if noise.step is None else noise.step * noise.step / 12.0
        spread = [square * s + rounding for s in _squares(solution)]
        good = (count > 2.5) & self._upright(at)
        if self.fastest is not None:
            good = good & (true.dot(true) <= self.fastest * self.fastest)
        return Measured([*found, count], good, [*spread, 0.0]), solution

    def _solution(self, count: Scalar, locked: Sequence[Any]) -> Solution:
        """That of all beams, or of those that are left when one is lost."""
        full, *others = self.solutions
        without = others[-1]
        for lock, other in zip(locked[:-1], others[:-1], strict=True):
            without = _chosen(lock, without, other)
        return _chosen(count > 3.5, full, without)

    def _upright(self, at: Any) -> Any:
        """The conditions on the transducer itself: in the water, and not tilted too far."""
        wet = self.over.mount.wet(at, self.over.mount.position(at))
        if self.tilt is None:
            return wet
        return (self.over.down(at).dot(self.look) >= self.tilt) & wet


@dataclass(frozen=True)
class BottomTrack(DopplerLog):
    """Relative to the seabed."""

    nearest: float  # along the direction
    farthest: float | None

    def measure(self, at: Any) -> Measured:
        height, down = self.over.height(at), self.over.down(at)
        velocity = self.over.mount.velocity(at)
        ranges, locked = [], []
        for beam in self.beams:
            steepness = down.dot(beam)
            met = (height > 0.0) & (steepness > 0.0)
            length = distance(height, steepness, met)
            lock = met & (self.cosine * length >= self.nearest)
            if self.farthest is not None:
                lock = lock & (self.cosine * length <= self.farthest)
            ranges.append(length)
            locked.append(lock)
        along = [beam.dot(velocity) for beam in self.beams]
        found, solution = self._velocity(at, along, locked)
        altitude, spread = self._altitude(at, solution, ranges, locked)
        *speeds, count = found.values
        *spreads, _ = found.variances
        return Measured([*speeds, altitude, count], found.valid, [*spreads, spread, 0.0])

    def _altitude(
        self, at: Any, solution: Solution, ranges: Beams, locked: Sequence[Any]
    ) -> tuple[Scalar, Scalar]:
        """The altitude and its variance."""
        noise, read = self.noise.ranges, list(ranges)
        if noise is not None:
            drawn = white(at, self.noise.streams[1])
            read = [r + noise * n for r, n in zip(ranges, drawn, strict=True)]
        inverse = [where(lock, 1.0, 0.0) / r for lock, r in zip(locked, read, strict=True)]
        normal = _combined(solution, inverse)
        size = normal.dot(normal)
        size = where(size > 0.0, size, 1.0)
        altitude = 1.0 / sqrt(size)
        if noise is None:
            return altitude, 0.0
        # d altitude = -altitude^3 n . dn,  dn = -P (dR / R^2)
        total: Scalar = 0.0
        for column, q in zip(solution, inverse, strict=True):
            slope = normal.dot(column) * q * q
            total = total + slope * slope
        cube = altitude * altitude * altitude
        return altitude, noise * noise * cube * cube * total


@dataclass(frozen=True)
class WaterTrack(DopplerLog):
    """Relative to the water in a cell of each beam."""

    cell: float  # distance along the direction

    def measure(self, at: Any) -> Measured:
        mount = self.over.mount
        origin, attitude = mount.position(at), mount.attitude(at)
        along, locked = [], []
        for beam in self.beams:
            point = origin + (self.cell / self.cosine) * (attitude @ beam)
            along.append(beam.dot(mount.through_water(at, point)))
            lock: Any = mount.wet(at, point)
            if self.over.bed is not None:
                lock = (mount.up.dot(point) > self.over.bed) & lock
            locked.append(lock)
        return self._velocity(at, along, locked)[0]


def _combined(solution: Solution, beams: Beams) -> Vec3:
    a, b, c, d = (x * column for x, column in zip(beams, solution, strict=True))
    return a + b + c + d


def _squares(solution: Solution) -> list[Scalar]:
    """Of each row: what independent noise of the beams adds up to."""
    rows = zip(*solution, strict=True)
    return [a * a + b * b + c * c + d * d for a, b, c, d in rows]


def _chosen(condition: Any, one: Solution, other: Solution) -> Solution:
    pairs = zip(one, other, strict=True)
    a, b, c, d = (
        Vec3(*(where(condition, x, y) for x, y in zip(p, q, strict=True))) for p, q in pairs
    )
    return a, b, c, d
