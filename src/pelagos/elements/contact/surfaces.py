"""Surfaces that points touch: signed distance and its gradient, in the frame of a surface.

Distances are exact inside and outside, and convex where the surface is. So the energy k d^2 / 2 of
a point at depth d has the force k d times the gradient, and nothing is won or lost by touching.
Formulas follow from the geometry of each; that of the ellipsoid solves for the foot of the
perpendicular as Eberly 2013 does, by Newton's method on the reciprocal (More and Sorensen 1983).
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from pelagos.elements.contact.law import TINY
from pelagos.mathematics.algebra import Vec3
from pelagos.mathematics.scalars import Scalar, absolute, clip, maximum, sqrt, where

NEWTON = 7  # steps to the foot of a perpendicular on an ellipsoid


@dataclass(frozen=True)
class FacePlane:
    """The plane of a flat face."""

    normal: Vec3  # outwards
    offset: float  # of the plane along it

    def height(self, x: Vec3) -> Scalar:
        """Distance of a point over it."""
        return self.normal.dot(x) - self.offset


@dataclass(frozen=True)
class EdgeLine:
    """A straight edge."""

    start: Vec3
    along: Vec3  # to its end

    def nearest(self, x: Vec3) -> Vec3:
        """Its point next to another one."""
        t = clip((x - self.start).dot(self.along) / self.along.dot(self.along), 0.0, 1.0)
        return self.start + t * self.along


class TouchedSurface:
    """Something to touch."""

    convex: ClassVar[bool] = True
    flat: ClassVar[bool] = False  # whether it is a plane, or has faces
    rounds: ClassVar[int] = 8  # in which the deepest point of a rim or an ellipsoid is found

    def distance(self, x: Vec3) -> tuple[Scalar, Vec3]:
        """Signed distance of a point, negative inside, and its gradient."""
        raise NotImplementedError

    def inside(self, x: Vec3) -> tuple[Scalar, Vec3]:
        """The same for points without a radius, of which only those inside matter."""
        return self.distance(x)

    @property
    def planes(self) -> Sequence[FacePlane]:
        """Of the faces, where it has nothing else."""
        return ()

    @property
    def edges(self) -> Sequence[EdgeLine]:
        """Between those."""
        return ()


def length(v: Vec3) -> Scalar:
    """Of a vector, with a slope at zero."""
    return sqrt(v.dot(v) + TINY)


def _sign(x: Scalar) -> Scalar:
    return where(x < 0.0, -1.0, 1.0)


@dataclass(frozen=True)
class HalfSpace(TouchedSurface):
    """All below the plane z = 0 of its frame."""

    rounds = 1
    flat = True

    def distance(self, x: Vec3) -> tuple[Scalar, Vec3]:
        return x.z, Vec3(0.0, 0.0, 1.0)


@dataclass(frozen=True)
class BallSurface(TouchedSurface):
    """A sphere."""

    radius: float

    def distance(self, x: Vec3) -> tuple[Scalar, Vec3]:
        r = length(x)
        return r - self.radius, (1.0 / r) * x


@dataclass(frozen=True)
class PillSurface(TouchedSurface):
    """A capsule along z."""

    half: float  # of the cylindrical part
    radius: float

    def distance(self, x: Vec3) -> tuple[Scalar, Vec3]:
        off = Vec3(x.x, x.y, x.z - clip(x.z, -self.half, self.half))
        r = length(off)
        return r - self.radius, (1.0 / r) * off


@dataclass(frozen=True)
class DrumSurface(TouchedSurface):
    """A cylinder along z."""

    half: float
    radius: float

    def distance(self, x: Vec3) -> tuple[Scalar, Vec3]:
        r = sqrt(x.x * x.x + x.y * x.y + TINY)
        side, end = r - self.radius, absolute(x.z) - self.half
        outer_side, outer_end = maximum(side, 0.0), maximum(end, 0.0)
        far = sqrt(outer_side * outer_side + outer_end * outer_end + TINY)
        inner = maximum(side, end)
        outside = inner > 0.0
        radial = where(outside, outer_side / far, where(side > end, 1.0, 0.0))
        axial = where(outside, outer_end / far, where(side > end, 0.0, 1.0)) * _sign(x.z)
        return where(outside, far, inner), Vec3(radial * x.x / r, radial * x.y / r, axial)


@dataclass(frozen=True)
class BoxSurface(TouchedSurface):
    """A box."""

    half: Vec3  # edges

    flat = True

    @property
    def planes(self) -> Sequence[FacePlane]:
        axes = zip(np.eye(3).tolist(), self.half, strict=True)
        return [FacePlane(Vec3(*(s * x for x in axis)), h) for axis, h in axes for s in (1.0, -1.0)]

    @property
    def edges(self) -> Sequence[EdgeLine]:
        found = []
        for k in range(3):
            for s, t in itertools.product((1.0, -1.0), repeat=2):
                signs = [s, t]
                signs.insert(k, -1.0)
                start = Vec3(*(sign * h for sign, h in zip(signs, self.half, strict=True)))
                along = (2.0 * h if i == k else 0.0 for i, h in enumerate(self.half))
                found.append(EdgeLine(start, Vec3(*along)))
        return found

    def distance(self, x: Vec3) -> tuple[Scalar, Vec3]:
        a, b, c = (absolute(p) - h for p, h in zip(x, self.half, strict=True))
        out = Vec3(maximum(a, 0.0), maximum(b, 0.0), maximum(c, 0.0))
        far = length(out)
        inner = maximum(a, maximum(b, c))
        outside = inner > 0.0
        first = where(a < b, 0.0, where(a < c, 0.0, 1.0))
        second = (1.0 - first) * where(b < c, 0.0, 1.0)
        inward = Vec3(first, second, 1.0 - first - second)
        g = [_sign(p) * where(outside, o / far, i) for p, o, i in zip(x, out, inward, strict=True)]
        return where(outside, far, inner), Vec3(*g)


@dataclass(frozen=True)
class EggSurface(TouchedSurface):
    """An ellipsoid.

    The foot of the perpendicular from x is a^2 x / (a^2 + t) by components, where t, positive
    outside, makes |a x / (a^2 + t)| one; 1 / |...| is concave and almost straight in t, so that
    Newton's method comes from below and is there in a few steps.
    """

    half: Vec3  # axes

    rounds = 12

    def distance(self, x: Vec3) -> tuple[Scalar, Vec3]:
        squares = [a * a for a in self.half]
        starts = [a * absolute(p) - s for a, p, s in zip(self.half, x, squares, strict=True)]
        t = maximum(starts[0], maximum(starts[1], starts[2]))
        t = maximum(t, (1e-9 - 1.0) * _least(squares))
        for _ in range(NEWTON):
            y = [a * p / (s + t) for a, p, s in zip(self.half, x, squares, strict=True)]
            size = sqrt(y[0] * y[0] + y[1] * y[1] + y[2] * y[2] + TINY)
            slope = sum(v * v / (s + t) for v, s in zip(y, squares, strict=True)) + TINY
            t = t + size * size * (size - 1.0) / slope
            t = maximum(t, (1e-9 - 1.0) * _least(squares))
        w = Vec3(*(p / (s + t) for p, s in zip(x, squares, strict=True)))
        size = length(w)
        return t * size, (1.0 / size) * w


def _least(squares: list[Scalar]) -> Scalar:
    low = where(squares[0] < squares[1], squares[0], squares[1])
    return where(low < squares[2], low, squares[2])
