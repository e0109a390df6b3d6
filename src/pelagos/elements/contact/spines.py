"""Axes of capsules and cylinders at bodies with flat faces.

An axis that lies along a face has no nearest point: at the least tilt it would jump from one end to
the other. So the rod is barrelled, by a small part of its radius: the radius at the place t of the
axis is short of that in the middle by b (t - 1/2)^2. Distance plus this is strictly convex along
the axis and has one lowest place, which moves continuously; as it is lowest, the gradient of the
whole is that of the distance there. Balls and rims at the ends are as they were.

Outside, the place lies over a face, an edge or a corner, and is the best of theirs. An axis that
goes through the body is lowest where two planes above it cross; these are found by cutting planes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from pelagos.elements.contact.feelers import Felt, Spine, chosen
from pelagos.elements.contact.law import TINY
from pelagos.elements.contact.surfaces import EdgeLine, TouchedSurface, length
from pelagos.mathematics.algebra import Vec3
from pelagos.mathematics.inertia import Pose
from pelagos.mathematics.scalars import Scalar, clip, maximum, sqrt, where

BARREL = 0.02  # b, in radii: the ends are thinner by a quarter of it
NEWTON = 5  # steps to the lowest place over an edge or a corner
CUTS = 8  # planes that are tried on the way to the deepest place inside
FAR = 1e30  # of places that are not there
ON_FACE = 1e-12  # by how much a foot may lie beside a face, in radii


class AxisPlace(NamedTuple):
    """A place of an axis: with the barrel its distance, and the gradient."""

    t: Scalar
    distance: Scalar
    gradient: Vec3


def _either(condition: Scalar, one: AxisPlace, other: AxisPlace) -> AxisPlace:
    return AxisPlace(
        where(condition, one.t, other.t),
        where(condition, one.distance, other.distance),
        chosen(condition, one.gradient, other.gradient),
    )


class PlaneAbove(NamedTuple):
    """A plane at an axis: height of the start, rate along the axis, normal."""

    height: Scalar
    rate: Scalar
    normal: Vec3

    def at(self, t: Scalar) -> Scalar:
        return self.height + self.rate * t


def _highest(planes: list[PlaneAbove], t: Scalar) -> PlaneAbove:
    top = planes[0]
    for own in planes[1:]:
        above = own.at(t) > top.at(t)
        top = PlaneAbove(*_either(above, AxisPlace(*own), AxisPlace(*top)))
    return top


@dataclass(frozen=True)
class BarrelledAxis:
    """An axis in the frame of a surface."""

    start: Vec3
    along: Vec3
    radius: float

    @property
    def barrel(self) -> float:
        return BARREL * self.radius

    def raised(self, t: Scalar) -> Scalar:
        """By how much the barrel is thinner there."""
        return self.barrel * (t - 0.5) * (t - 0.5)

    def over_faces(self, planes: list[PlaneAbove], surface: TouchedSurface) -> Iterator[AxisPlace]:
        """The lowest place over each plane, if its foot is on the face."""
        for plane in planes:
            t = clip(0.5 - plane.rate / (2.0 * self.barrel), 0.0, 1.0)
            h = plane.at(t)
            foot = self.start + t * self.along - h * plane.normal
            out: Scalar = -h
            for face in surface.planes:
                out = maximum(out, face.height(foot))
            there = out < ON_FACE * self.radius
            yield AxisPlace(t, where(there, h + self.raised(t), FAR), plane.normal)

    def over_edge(self, edge: EdgeLine) -> AxisPlace:
        """The lowest place over an edge, or over its ends if it is not long enough."""
        e, r = edge.along, self.start - edge.start
        square = e.dot(e)
        t = self._lowest(r - (r.dot(e) / square) * e, self.along - (self.along.dot(e) / square) * e)
        s = clip((r + t * self.along).dot(e) / square, 0.0, 1.0)
        t = where((s > 0.0) & (s < 1.0), t, self._lowest(r - s * e, self.along))
        way = r + t * self.along - s * e
        d = length(way)
        return AxisPlace(t, d + self.raised(t), (1.0 / d) * way)

    def _lowest(self, r: Vec3, along: Vec3) -> Scalar:
        """Where |r + t along| with the barrel is least: from the nearest place Newton's method
        comes from one side, as the rate has but one bend there."""
        square, twice = along.dot(along), 2.0 * self.barrel
        nearest = -r.dot(along) / (square + TINY)
        off = r + nearest * along
        least = off.dot(off) + TINY
        t = clip(nearest, 0.0, 1.0)
        for _ in range(NEWTON):
            way = t - nearest
            d2 = square * way * way + least
            d = sqrt(d2)
            rate = square * way / d + twice * (t - 0.5)
            t = clip(t - rate / (square * least / (d2 * d) + twice), 0.0, 1.0)
        return t

    def inside(self, planes: list[PlaneAbove]) -> tuple[AxisPlace, Scalar]:
        """The lowest place under the planes, and its height without the barrel."""
        twice = 2.0 * self.barrel
        left, right = _highest(planes, 0.0), _highest(planes, 1.0)
        for k in range(CUTS):
            rise = right.rate - left.rate
            bends = rise > 0.0
            rise = where(bends, rise, 1.0)
            cross = where(bends, (left.height - right.height) / rise, 0.5)
            cross = where(cross > 0.5 - left.rate / twice, 0.5 - left.rate / twice, cross)
            t = clip(maximum(cross, 0.5 - right.rate / twice), 0.0, 1.0)
            if k < CUTS - 1:
                top = _highest(planes, t)
                falls = top.rate + twice * (t - 0.5) < 0.0
                left, right = (
                    PlaneAbove(*_either(falls, AxisPlace(*a), AxisPlace(*b)))
                    for a, b in ((top, left), (right, top))
                )
        share = clip(where(bends, (right.rate + twice * (t - 0.5)) / rise, 0.0), 0.0, 1.0)
        height = maximum(left.at(t), right.at(t))
        g = share * left.normal + (1.0 - share) * right.normal
        return AxisPlace(t, height + self.raised(t), g), height


@dataclass(frozen=True)
class SpineAtFaces(Spine):
    """The place of a barrelled axis that comes nearest to a body with flat faces."""

    def felt(self, at: Pose, surface: TouchedSurface) -> Iterator[Felt]:
        axis = BarrelledAxis(at.point(self.start), at.R @ self.along, self.radius)
        planes = [
            PlaneAbove(face.height(axis.start), face.normal.dot(axis.along), face.normal)
            for face in surface.planes
        ]
        best = axis.over_edge(surface.edges[0])
        others = [axis.over_edge(edge) for edge in surface.edges[1:]]
        for place in (*others, *axis.over_faces(planes, surface)):
            best = _either(place.distance < best.distance, place, best)
        deepest, height = axis.inside(planes)
        best = _either(height < 0.0, deepest, best)
        yield Felt(axis.start + best.t * axis.along, self.radius, best.distance, best.gradient)
