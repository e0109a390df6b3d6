"""What a plane surface cuts off a shape: wet volume, its centre, and the waterplane.

Everything is in body axes. The surface is the plane n . x = e with the unit normal n towards the
air, so a point x has the depth d = e - n . x. A cut gives

    volume  of what is wet, V          first  moment of that volume, the integral of x
    area    of the waterplane, A       plane  first moment of the waterplane

The last two are the slopes of the first: when the plane moves, dV = A de - plane . dn. So the rate
of the wet volume is exact, and so are the books of the energy that the surface takes.

Ellipsoids (spheres) have a closed form: a linear map makes them balls of radius one. Any other
closed surface is cut triangle by triangle: `MeshCut`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pelagos.mathematics.algebra import Mat3, Vec3
from pelagos.mathematics.inertia import into_frame
from pelagos.mathematics.scalars import Scalar, absolute, clip, less, sqrt, where

TINY = 1e-30  # m: keeps the quotient of two depths of zero a number


class Cut(NamedTuple):
    """What is wet of a shape; see the head of this file."""

    volume: Scalar
    first: Vec3
    area: Scalar
    plane: Vec3


class HullShape:
    """A shape that a surface can cut; subclasses are frozen dataclasses of numbers."""

    def cut(self, n: Vec3, e: Scalar) -> Cut:
        """By the plane n . x = e, body axes."""
        raise NotImplementedError


@dataclass(frozen=True)
class EllipsoidHull(HullShape):
    """An ellipsoid: with x = centre + R diag(a, b, c) y it is the ball |y| < 1.

    The plane is at the distance t = (e - n . centre) / m along A R^T n / m from the middle of the
    ball, m = |A R^T n|, and cuts off the cap of height 1 + t.
    """

    centre: Vec3
    R: Mat3  # its axes as columns
    semi_axes: Vec3

    def cut(self, n: Vec3, e: Scalar) -> Cut:
        a, own = self.semi_axes, into_frame(self.R, n)
        stretched = Vec3(a.x * own.x, a.y * own.y, a.z * own.z)
        m = sqrt(stretched.dot(stretched))
        t = clip((e - n.dot(self.centre)) / m, -1.0, 1.0)
        whole, section = a.x * a.y * a.z, 1.0 - t * t
        volume = (math.pi / 3.0) * whole * (1.0 + t) * (1.0 + t) * (2.0 - t)
        # a point y of the ball is centre + R A y; along the normal that is
        along = (1.0 / m) * (self.R @ Vec3(*(s * d for s, d in zip(a, stretched, strict=True))))
        area = math.pi * whole * section / m
        lever = -0.25 * math.pi * whole * section * section
        return Cut(
            volume,
            volume * self.centre + lever * along,
            area,
            area * self.centre + (area * t) * along,
        )


class Shares(NamedTuple):
    """Means over a triangle, of which the dry part counts as zero: of d and d^2, and of the
    barycentric coordinates, plain and times d."""

    depth: Scalar
    square: Scalar
    plain: tuple[Scalar, Scalar, Scalar]
    deep: tuple[Scalar, Scalar, Scalar]


@dataclass(frozen=True)
class MeshHull(HullShape):
    """A closed surface of triangles, cut exactly, without branches and linear in their number.

    Gauss' theorem turns integrals over the wet volume into those over its wet triangles. With
    fields that vanish on the waterplane, as d does, that plane needs no triangles of its own: with
    w = n . (area vector), and <f> the mean of f over a triangle of which the dry part counts as 0,

        V = -sum w <d>,         first = -sum w <x d> - n sum w <d^2> / 2,
        A = -sum w <1>,         plane = V n - sum w <x>.

    Vertices are in axes that are turned against those of the body by no round angle: numbers such
    as 0 would fold, and every triangle is to be the same program with other numbers, which is then
    compiled once (`tape.machine.blocks`).
    """

    R: Mat3  # from those axes to the body's
    vertices: tuple[Vec3, ...]
    areas: tuple[Vec3, ...]  # area vectors, outward
    faces: tuple[tuple[int, int, int], ...]

    def cut(self, n: Vec3, e: Scalar) -> Cut:
        own = into_frame(self.R, n)
        depths = [e - own.dot(x) for x in self.vertices]
        volume, square, area = 0.0, 0.0, 0.0
        first, plane = Vec3.zero(), Vec3.zero()
        for face, across in zip(self.faces, self.areas, strict=True):
            wet = shares(*(depths[k] for k in face))
            w = own.dot(across)
            volume, square = volume - w * wet.depth, square - w * wet.square
            corners = [self.vertices[k] for k in face]
            for x, plain, deep in zip(corners, wet.plain, wet.deep, strict=True):
                area = area - w * plain
                first, plane = first - (w * deep) * x, plane - (w * plain) * x
        first, plane = first + (0.5 * square) * own, plane + volume * own
        return Cut(volume, self.R @ first, area, self.R @ plane)


def shares(a: Scalar, b: Scalar, c: Scalar) -> Shares:
    """Of a triangle with the depths a, b, c at its corners.

    One corner o is alone on its side of the surface, or all are on one side. The small triangle at
    o that the surface cuts off has the sides p, q, in parts of those of the whole, and d falls to 0
    across it. If o is wet that triangle is all there is, if it is dry the rest.
    """
    of_a = less(b * c, 0.0)  # b and c are on two sides, so the corner that is alone is not a
    of_b = less(a * c, 0.0)
    o = where(of_a, where(of_b, c, b), a)
    r = where(of_a, where(of_b, a, c), b)
    s = where(of_a, where(of_b, b, a), c)
    wet = less(0.0, r + s)  # the two others
    size = absolute(o)
    p, q = size / (size + absolute(r) + TINY), size / (size + absolute(s) + TINY)
    part = p * q
    small = where(wet, where(less(o, 0.0), -part, 0.0), where(less(0.0, o), part, 0.0))
    all_wet = where(wet, 1.0, 0.0)
    total = o + r + s
    steep = small * o * (1.0 / 12.0)
    third, twelfth = all_wet * (1.0 / 3.0), all_wet * (1.0 / 12.0)
    plain_o = third + small * (1.0 - (p + q) * (1.0 / 3.0))
    plain_r, plain_s = third + small * p * (1.0 / 3.0), third + small * q * (1.0 / 3.0)
    deep_o = twelfth * (total + o) + steep * (4.0 - p - q)
    deep_r, deep_s = twelfth * (total + r) + steep * p, twelfth * (total + s) + steep * q
    squares = o * o + r * r + s * s + o * r + r * s + s * o
    return Shares(
        depth=third * total + 4.0 * steep,
        square=2.0 * (twelfth * squares + steep * o),
        plain=_back(of_a, of_b, plain_o, plain_r, plain_s),
        deep=_back(of_a, of_b, deep_o, deep_r, deep_s),
    )


def _back(of_a: object, of_b: object, o: Scalar, r: Scalar, s: Scalar) -> tuple:
    """Values of o, r, s as those of a, b, c: o r s is a b c, b c a or c a b."""
    return (
        where(of_a, where(of_b, r, s), o),
        where(of_a, where(of_b, s, o), r),
        where(of_a, where(of_b, o, r), s),
    )


def mesh_hull(vertices: Sequence[Sequence[float]], faces: Sequence[Sequence[int]]) -> MeshHull:
    """A closed surface, its faces seen anticlockwise from outside."""
    import numpy as np

    points = np.asarray(vertices, dtype=float) @ _SKEW
    corners = points[np.asarray(faces)]
    areas = 0.5 * np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    return MeshHull(
        R=Mat3.of([x for column in zip(*_SKEW, strict=True) for x in column]),
        vertices=tuple(Vec3(*x) for x in points.tolist()),
        areas=tuple(Vec3(*x) for x in areas.tolist()),
        faces=tuple((int(i), int(j), int(k)) for i, j, k in faces),
    )


def _skew() -> tuple[tuple[float, float, float], ...]:
    """Axes as columns, turned by one radian about (1, sqrt 2, sqrt 3)."""
    x, y, z = (math.sqrt(k / 6.0) for k in (1.0, 2.0, 3.0))
    s, c = math.sin(1.0), math.cos(1.0)
    v = 1.0 - c
    return (
        (c + x * x * v, x * y * v - z * s, x * z * v + y * s),
        (y * x * v + z * s, c + y * y * v, y * z * v - x * s),
        (z * x * v - y * s, z * y * v + x * s, c + z * z * v),
    )


_SKEW = _skew()
