"""Bodies with flat faces: their surface, and edges that feel the faces of another such body.

Inside of a convex body the distance is that to the nearest plane of a face. An edge of another body
is cut by these planes; of what is left inside, the two ends touch. They lie below the face that
lets the edge go with the least energy, and are corners of the body that feels where the edge ends
inside, and crossings of two edges where a second plane j cuts it. There the depth below the plane i
has the gradient n_i - (b_i / b_j) n_j, b being the rates along the edge: it is square to both
edges, as it must be, and follows from the motion of the crossing along them. Energy is continuous:
where the edge leaves a face another face has the lesser one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from pelagos.elements.contact.feelers import Feeler, Felt, chosen, highest
from pelagos.elements.contact.surfaces import EdgeLine, FacePlane, TouchedSurface, length
from pelagos.language.geometry.convex import Polyhedron
from pelagos.mathematics.algebra import Mat3, Vec3
from pelagos.mathematics.inertia import Pose, into_frame
from pelagos.mathematics.scalars import Scalar, absolute, clip, maximum, where

ALONG = 1e-12  # sine of the angle between an edge and a plane below which they never meet
FAR = 1e30  # of cuts that are not there, in edges
ROUNDING = 1e-14  # of the size


@dataclass(frozen=True)
class HullSurface(TouchedSurface):
    """A convex polyhedron."""

    faces: tuple[FacePlane, ...]
    sides: tuple[EdgeLine, ...]  # its edges
    size: float

    flat = True

    @classmethod
    def of(cls, body: Polyhedron) -> HullSurface:
        faces = [
            FacePlane(Vec3(*n), c)
            for n, c in zip(body.normals.tolist(), body.offsets.tolist(), strict=True)
        ]
        ends = [(body.corners[a], body.corners[b]) for a, b in body.edges]
        edges = [EdgeLine(Vec3(*a.tolist()), Vec3(*(b - a).tolist())) for a, b in ends]
        return cls(tuple(faces), tuple(edges), float(np.abs(body.corners).max()))

    @property
    def planes(self) -> Sequence[FacePlane]:
        return self.faces

    @property
    def edges(self) -> Sequence[EdgeLine]:
        return self.sides

    def inside(self, x: Vec3) -> tuple[Scalar, Vec3]:
        """The distance of points inside; outside at most the distance, but above zero."""
        return highest(self.faces, x)

    def distance(self, x: Vec3) -> tuple[Scalar, Vec3]:
        h, g = self.inside(x)
        foot = x - h * g
        out = self.faces[0].height(foot)
        for face in self.faces[1:]:
            out = maximum(out, face.height(foot))
        # beside the face below it the nearest point is on an edge
        off = x - self.sides[0].nearest(x)
        square = off.dot(off)
        for edge in self.sides[1:]:
            way = x - edge.nearest(x)
            own = way.dot(way)
            nearer = own < square
            square, off = where(nearer, own, square), chosen(nearer, way, off)
        beside = (h > 0.0) & (out > 1e-9 * h + ROUNDING * self.size)
        d = length(off)
        return where(beside, d, h), chosen(beside, (1.0 / d) * off, g)


@dataclass(frozen=True)
class EggAtFaces(Feeler):
    """An ellipsoid at a body with flat faces: the point of that which lies deepest in it.

    In axes in which the ellipsoid is a ball of radius one, the point is the foot of its centre, and
    `size` times what the distance is short of one is the depth.
    """

    centre: Vec3
    turn: Mat3  # its axes in the link, as columns
    half: Vec3  # axes
    size: float

    def felt(self, at: Pose, surface: TouchedSurface) -> Iterator[Felt]:
        centre, R = at.point(self.centre), at.R @ self.turn

        def scaled(v: Vec3) -> Vec3:
            return Vec3(*(x / a for x, a in zip(into_frame(R, v), self.half, strict=True)))

        heights = [face.height(centre) for face in surface.planes]
        normals = [
            Vec3(*(a * n for a, n in zip(self.half, into_frame(R, face.normal), strict=True)))
            for face in surface.planes
        ]
        away, n = heights[0] / length(normals[0]), (1.0 / length(normals[0])) * normals[0]
        for h, m in zip(heights[1:], normals[1:], strict=True):
            own = h / length(m)
            nearer = own > away
            away, n = where(nearer, own, away), chosen(nearer, (1.0 / length(m)) * m, n)
        foot = -away * n
        out: Scalar = -FAR
        for h, m in zip(heights, normals, strict=True):
            out = maximum(out, (h + m.dot(foot)) / length(m))
        on_edge: Vec3 | None = None
        for edge in surface.edges:
            way = EdgeLine(scaled(edge.start - centre), scaled(edge.along)).nearest(Vec3.zero())
            nearer = on_edge is None or way.dot(way) < on_edge.dot(on_edge)
            on_edge = way if on_edge is None else chosen(nearer, way, on_edge)
        assert on_edge is not None
        beside = (away > 0.0) & (out > 1e-9 * away + ROUNDING)
        far = length(on_edge)
        out_there = chosen(beside, (1.0 / far) * on_edge, -n)
        y = chosen(beside, on_edge, foot)
        point = centre + R @ Vec3(*(a * x for a, x in zip(self.half, y, strict=True)))
        slope = R @ Vec3(*(x / a for a, x in zip(self.half, out_there, strict=True)))
        yield Felt(point, 0.0, self.size * (where(beside, far, away) - 1.0), -self.size * slope)


class PlaneCut(NamedTuple):
    """An edge at a plane: distance of its start, rate along it, and where the plane cuts it."""

    height: Scalar
    rate: Scalar
    across: Scalar  # the same, but one where it is next to zero
    enters: Scalar  # goes inside; -FAR where it does not
    leaves: Scalar

    @classmethod
    def of(cls, face: FacePlane, start: Vec3, end: Vec3, least: Scalar) -> PlaneCut:
        height = face.height(start)  # edges share their corners, and so these numbers
        rate = face.height(end) - height
        crosses = absolute(rate) > least
        across = where(crosses, rate, 1.0)
        there = -height / across
        # an edge along a plane, above it, never goes inside
        never = where(height > 0.0, FAR, -FAR)
        enters = where(rate < -least, there, where(crosses, -FAR, never))
        return cls(height, rate, across, enters, where(rate > least, there, FAR))

    def below(self, t: Scalar) -> Scalar:
        """The distance of a point of the edge."""
        return self.height + self.rate * t


@dataclass(frozen=True)
class EdgeFeeler(Feeler):
    """An edge at a body with flat faces: the two ends of what is inside.

    Corners belong to several edges, each of which has a share of their stiffness.
    """

    start: Vec3
    end: Vec3
    length: float
    shares: tuple[float, float]

    points = 2

    def felt(self, at: Pose, surface: TouchedSurface) -> Iterator[Felt]:
        start, end = at.point(self.start), at.point(self.end)
        faces = surface.planes
        cuts = [PlaneCut.of(face, start, end, ALONG * self.length) for face in faces]
        least, number, low, high = self._least(cuts)
        inside = least > 0.0
        gap = cuts[0].height - maximum(-cuts[0].rate, 0.0)
        for cut in cuts[1:]:
            gap = maximum(gap, cut.height - maximum(-cut.rate, 0.0))
        gap = maximum(gap, 0.0)
        height, rate, n = cuts[0].height, cuts[0].rate, faces[0].normal
        for k, (cut, face) in enumerate(zip(cuts[1:], faces[1:], strict=True), 1):
            this = absolute(number - k) < 0.5
            height, rate = where(this, cut.height, height), where(this, cut.rate, rate)
            n = chosen(this, face.normal, n)
        for t, share, last in ((low, self.shares[0], False), (high, self.shares[1], True)):
            across, other = _cutting(cuts, faces, number, t, last)
            g = n - (rate / across) * other
            d = where(inside, height + rate * t, gap)
            yield Felt(start + clip(t, 0.0, 1.0) * (end - start), 0.0, d, g, share)

    def _least(self, cuts: list[PlaneCut]) -> tuple[Scalar, Scalar, Scalar, Scalar]:
        """Twice the energy per stiffness below the face with the least, its number, and both
        ends of what lies inside of all others."""
        enter, enter_next = _two_largest([cut.enters for cut in cuts])
        leave, leave_next = _two_largest([-cut.leaves for cut in cuts])
        best: tuple[Scalar, Scalar, Scalar, Scalar] | None = None
        for k, cut in enumerate(cuts):
            low = maximum(where(cut.enters >= enter, enter_next, enter), 0.0)
            high = -maximum(where(-cut.leaves >= leave, leave_next, leave), -1.0)
            a, b = maximum(-cut.below(low), 0.0), maximum(-cut.below(high), 0.0)
            energy = where(low > high, 0.0, self.shares[0] * a * a + self.shares[1] * b * b)
            own = energy, float(k), low, high
            if best is None:
                best = own
            else:
                less = energy < best[0]
                best = tuple(where(less, x, y) for x, y in zip(own, best, strict=True))
        assert best is not None
        return best


def _two_largest(numbers: list[Scalar]) -> tuple[Scalar, Scalar]:
    first: Scalar = numbers[0]
    second: Scalar = -FAR
    for number in numbers[1:]:
        second = maximum(second, where(number > first, first, number))
        first = maximum(first, number)
    return first, second


def _cutting(
    cuts: list[PlaneCut], faces: Sequence[FacePlane], but: Scalar, t: Scalar, last: bool
) -> tuple[Scalar, Vec3]:
    """Rate and normal of the plane that ends what is inside at t, other than one; none at a
    corner: a rate of one, and no normal."""
    rate: Scalar = 1.0
    normal = Vec3.zero()
    for k, (cut, face) in enumerate(zip(cuts, faces, strict=True)):
        reaches = t >= cut.leaves if last else cut.enters >= t
        this = reaches & (absolute(but - k) > 0.5)
        rate, normal = where(this, cut.across, rate), chosen(this, face.normal, normal)
    return rate, normal
