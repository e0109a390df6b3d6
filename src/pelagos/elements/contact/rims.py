"""Rims of cylinders at bodies with flat faces.

The depth of a point below faces is the least of those below their planes. Along a rim it is
greatest where the rim is deepest below one plane, or crosses the ridge of two faces, where it is as
deep below both. All these places follow in closed form, and the best is D. Where the place lies on
the ridge of i and j and k is the face above it, it moves along the tangent t of the rim as the
ridge does, and D has the gradient

    n_k - (n_k . t) / (w . t) w,   w = n_i - n_j,

square to the rim where k is i or j: a force at that very point, and nothing is won or lost where a
rim slides over an edge.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pelagos.elements.contact.feelers import FLAT, HALF_ROOT, Feeler, Felt, chosen, highest
from pelagos.elements.contact.law import TINY
from pelagos.elements.contact.surfaces import TouchedSurface
from pelagos.mathematics.algebra import Vec3
from pelagos.mathematics.inertia import Pose
from pelagos.mathematics.scalars import Scalar, absolute, clip, maximum, sqrt, where

ALONG = 1e-12  # sine of the angle between a rim and a ridge below which they never cross


@dataclass(frozen=True)
class RimHeights:
    """Heights over planes along a rim: h + a cos + b sin of the angle round it."""

    rows: tuple[tuple[Scalar, Scalar, Scalar], ...]

    def highest(self, cosine: Scalar, sine: Scalar) -> Scalar:
        """Over all planes: minus the depth."""
        found: Scalar | None = None
        for h, a, b in self.rows:
            own = h + a * cosine + b * sine
            found = own if found is None else maximum(found, own)
        assert found is not None
        return found

    def lowest(self, face: int) -> tuple[Scalar, Scalar]:
        """Cosine and sine where it is deepest below one plane."""
        _, a, b = self.rows[face]
        a = a + FLAT
        size = sqrt(a * a + b * b + TINY)
        return -a / size, -b / size

    def crossings(self, one: int, other: int) -> Iterator[tuple[Scalar, Scalar]]:
        """Where it is as high over either of two planes, or comes next to that."""
        h, a, b = (x - y for x, y in zip(self.rows[one], self.rows[other], strict=True))
        size = sqrt(a * a + b * b + TINY)
        a, b = a / size, b / size
        near = clip(-h / size, -1.0, 1.0)
        far = sqrt(maximum(1.0 - near * near, TINY))
        yield near * a - far * b, near * b + far * a
        yield near * a + far * b, near * b - far * a


@dataclass(frozen=True)
class RimAtFaces(Feeler):
    """The edge of a cylinder's end at a body with flat faces: its deepest point, and two more.

    With D the depth of the deepest point, d that of the centre and D at least d, it stores
    k (D^2 + 2 m^2) / 2, m = (3 d - D) / 2: on a face that is what the deepest point and two at 120
    degrees to it store, so that a cylinder stands, rolls and tips as on a plane. Both depths are
    continuous, and the force is the gradient: (D - m) at the deepest point and 3 m at the centre,
    for which three points round it stand.
    """

    centre: Vec3
    axis: Vec3
    across: Vec3  # some unit vector of its plane
    radius: float
    ridges: tuple[tuple[int, int], ...]  # pairs of faces that share an edge

    points = 3

    def felt(self, at: Pose, surface: TouchedSurface) -> Iterator[Felt]:
        centre, axis = at.point(self.centre), at.R @ self.axis
        u = at.R @ self.across
        v = axis.cross(u)
        r = self.radius
        rows = [
            (f.height(centre), r * f.normal.dot(u), r * f.normal.dot(v)) for f in surface.planes
        ]
        cosine, sine, w = self._deepest(RimHeights(tuple(rows)), surface)
        out = r * (cosine * u + sine * v)
        lowest = centre + out
        deep, n = highest(surface.planes, lowest)
        tangent = cosine * v - sine * u
        slips = w.dot(tangent)
        crosses = absolute(slips) > ALONG
        g = n - where(crosses, n.dot(tangent) / where(crosses, slips, 1.0), 0.0) * w
        middle, n = highest(surface.planes, centre)
        # a narrow body may hold the centre and none of the rim
        least = where(deep < middle, deep, middle)
        others = 1.5 * middle - 0.5 * least
        share = where(least < 0.0, maximum(-others, 0.0) / where(least < 0.0, -least, 1.0), 0.0)
        yield Felt(lowest, 0.0, least, g + share * (n - g))
        beside, behind = HALF_ROOT * axis.cross(out), centre - 0.5 * out
        for x in (behind + beside, behind - beside):
            yield Felt(x, 0.0, others, n)

    def _deepest(self, rim: RimHeights, surface: TouchedSurface) -> tuple[Scalar, Scalar, Vec3]:
        """Cosine and sine of the deepest place, and the normal of the ridge it lies on, or zero."""
        normals = [face.normal for face in surface.planes]
        places = [(*rim.lowest(k), Vec3.zero()) for k in range(len(normals))]
        for i, j in self.ridges:
            places += [(*place, normals[i] - normals[j]) for place in rim.crossings(i, j)]
        cosine, sine, ridge = places[0]
        best = rim.highest(cosine, sine)
        for c, s, w in places[1:]:
            height = rim.highest(c, s)
            deeper = height < best
            best = where(deeper, height, best)
            cosine, sine = where(deeper, c, cosine), where(deeper, s, sine)
            ridge = chosen(deeper, w, ridge)
        return cosine, sine, ridge


def ridges(surface: TouchedSurface) -> tuple[tuple[int, int], ...]:
    """Pairs of faces that share an edge: those whose planes its ends lie in."""
    found = []
    for edge in surface.edges:
        ends = edge.start, edge.start + edge.along
        off = [max(abs(face.height(x)) for x in ends) for face in surface.planes]
        one, other, *_ = sorted(range(len(off)), key=off.__getitem__)
        found.append((one, other))
    return tuple(found)
