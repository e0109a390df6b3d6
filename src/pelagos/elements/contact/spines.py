"""Axes of capsules and cylinders at bodies with flat faces.

Outside of a convex polyhedron the nearest point of a straight axis is one of its ends or lies next
to an edge, as a line over a face comes nearest to it at an end: closed forms. An axis that goes
through the body is deepest where two of the planes above it cross, on either side of which it rises
over one of them; these are found by cutting planes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from pelagos.elements.contact.feelers import Feeler, Felt, chosen
from pelagos.elements.contact.surfaces import EdgeLine, TouchedSurface, length
from pelagos.mathematics.algebra import Vec3
from pelagos.mathematics.inertia import Pose
from pelagos.mathematics.scalars import Scalar, clip, where

PARALLEL = 1e-12  # squared sine of the angle below which two lines are parallel
CUTS = 8  # planes that are tried on the way to the deepest point


class PlaneAbove(NamedTuple):
    """The plane that is highest over a point of an axis: height at its start, rate, normal."""

    height: Scalar
    rate: Scalar
    normal: Vec3

    def at(self, t: Scalar) -> Scalar:
        return self.height + self.rate * t


def _either(condition: Scalar, one: PlaneAbove, other: PlaneAbove) -> PlaneAbove:
    return PlaneAbove(
        where(condition, one.height, other.height),
        where(condition, one.rate, other.rate),
        chosen(condition, one.normal, other.normal),
    )


def _above(planes: list[PlaneAbove], t: Scalar) -> PlaneAbove:
    """The highest plane."""
    top = planes[0]
    for plane in planes[1:]:
        top = _either(plane.at(t) > top.at(t), plane, top)
    return top


def between(axis: EdgeLine, edge: EdgeLine) -> tuple[Scalar, Vec3]:
    """Where a straight axis is nearest to an edge, and the way there from that."""
    d, e, r = axis.along, edge.along, axis.start - edge.start
    dd, ee, de, er = d.dot(d), e.dot(e), d.dot(e), e.dot(r)
    square = dd * ee - de * de
    cross = square > PARALLEL * dd * ee
    t = where(cross, (de * er - d.dot(r) * ee) / where(cross, square, 1.0), 0.5)
    # where the edge ends before, its end is what is nearest
    s = clip((er + clip(t, 0.0, 1.0) * de) / ee, 0.0, 1.0)
    t = clip((s * de - d.dot(r)) / dd, 0.0, 1.0)
    return t, r + t * d - s * e


@dataclass(frozen=True)
class SpineAtFaces(Feeler):
    """The point of a straight axis that comes nearest to a body with flat faces, with a radius."""

    start: Vec3
    along: Vec3  # to its end
    radius: float

    def felt(self, at: Pose, surface: TouchedSurface) -> Iterator[Felt]:
        axis = EdgeLine(at.point(self.start), at.R @ self.along)
        t, d, g = self._outside(axis, surface)
        t_in, d_in, g_in = self._inside(axis, surface)
        through = d_in < 0.0
        t, d = where(through, t_in, t), where(through, d_in, d)
        yield Felt(axis.start + t * axis.along, self.radius, d, chosen(through, g_in, g))

    def _outside(self, axis: EdgeLine, surface: TouchedSurface) -> tuple[Scalar, Scalar, Vec3]:
        """Place, distance and gradient of an axis that does not go through the body."""
        t, (d, g) = 0.0, surface.distance(axis.start)
        other, g_other = surface.distance(axis.start + axis.along)
        nearer = other < d
        t, d, g = where(nearer, 1.0, t), where(nearer, other, d), chosen(nearer, g_other, g)
        for edge in surface.edges:
            s, way = between(axis, edge)
            own = length(way)
            nearer = own < d
            t, d = where(nearer, s, t), where(nearer, own, d)
            g = chosen(nearer, (1.0 / own) * way, g)
        return t, d, g

    def _inside(self, axis: EdgeLine, surface: TouchedSurface) -> tuple[Scalar, Scalar, Vec3]:
        """The same of one that does; else with a distance above zero."""
        planes = [
            PlaneAbove(face.height(axis.start), face.normal.dot(axis.along), face.normal)
            for face in surface.planes
        ]
        left, right = _above(planes, 0.0), _above(planes, 1.0)
        best = None
        for _ in range(CUTS):
            bends = (left.rate < 0.0) & (right.rate > 0.0)
            rise = where(bends, right.rate - left.rate, 1.0)
            end = where(left.rate < 0.0, 1.0, 0.0)
            t = where(bends, clip((left.height - right.height) / rise, 0.0, 1.0), end)
            top = _above(planes, t)
            share = where(bends, right.rate / rise, 1.0 - end)
            g = share * left.normal + (1.0 - share) * right.normal
            best = t, top.at(t), g
            falls = top.rate < 0.0
            left, right = _either(falls, top, left), _either(falls, right, top)
        assert best is not None
        return best
