"""Points of a body that feel a surface.

A feeler stands in the axes of its link. Given where its link is in the frame of a surface, it
yields the points that touch, each with a radius, its distance and the gradient there. Points of a
box are fixed in it. The deepest point of a rim or an ellipsoid, and the nearest one of a capsule's
axis, wander over the body; as they are extremal, the energy of the contact does not feel that.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from pelagos.elements.contact.law import TINY
from pelagos.elements.contact.surfaces import FacePlane, TouchedSurface
from pelagos.mathematics.algebra import Mat3, Vec3
from pelagos.mathematics.inertia import Pose, into_frame
from pelagos.mathematics.scalars import Scalar, absolute, clip, sqrt, where

FLAT = 1e-12  # sine of the angle below which a rim on a plane has no deepest point
PARALLEL = 1e-12
ALIKE = 1e-12  # squared sine of the angle below which two steps say the same
SECANTS = 6  # steps to the nearest point of an axis
HALF_ROOT = math.sqrt(3.0) / 2.0


class Felt(NamedTuple):
    """A point of a body at a surface, in the frame of that."""

    point: Vec3
    radius: Scalar
    distance: Scalar
    gradient: Vec3
    share: float = 1.0  # of the stiffness of a point


class Feeler:
    """One or more points of a body."""

    points: ClassVar[int] = 1  # how many

    def felt(self, at: Pose, surface: TouchedSurface) -> Iterator[Felt]:
        """at: the link in the frame of the surface."""
        raise NotImplementedError


@dataclass(frozen=True)
class Tip(Feeler):
    """A fixed point, or the centre of a ball."""

    point: Vec3
    radius: float

    def felt(self, at: Pose, surface: TouchedSurface) -> Iterator[Felt]:
        x = at.point(self.point)
        yield Felt(x, self.radius, *surface.distance(x))


@dataclass(frozen=True)
class Corner(Feeler):
    """A fixed point without a radius."""

    point: Vec3

    def felt(self, at: Pose, surface: TouchedSurface) -> Iterator[Felt]:
        x = at.point(self.point)
        yield Felt(x, 0.0, *surface.inside(x))


def deepest(
    rounds: int,
    distance: Callable[[Vec3], tuple[Scalar, Vec3]],
    centre: Vec3,
    below: Callable[[Vec3], Vec3],
) -> Felt:
    """The deepest point of a body; below(g) gives its extreme point against a direction.

    There g is the gradient at the very point. The way from one g to the next is made straight by
    the two steps before it (Anderson 1965), as it may well not end by itself; of all points the
    deepest counts.
    """
    _, g = distance(centre)
    best: Felt | None = None
    images: list[Vec3] = []
    faults: list[Vec3] = []
    for _ in range(rounds):
        x = below(g)
        d, image = distance(x)
        if best is None:
            best = Felt(x, 0.0, d, image)
        else:
            better = d < best.distance
            point = (chosen(better, a, b) for a, b in ((x, best.point), (image, best.gradient)))
            x, gradient = point
            best = Felt(x, 0.0, where(better, d, best.distance), gradient)
        images, faults = [*images[-2:], image], [*faults[-2:], image - g]
        g = _mixed(images, faults)
    assert best is not None
    return best


def chosen(condition: Any, a: Vec3, b: Vec3) -> Vec3:
    """The first where a condition holds."""
    return Vec3(*(where(condition, p, q) for p, q in zip(a, b, strict=True)))


def highest(planes: Sequence[FacePlane], x: Vec3) -> tuple[Scalar, Vec3]:
    """Height over the highest of some planes, and its normal."""
    first, *others = planes
    h, n = first.height(x), first.normal
    for face in others:
        own = face.height(x)
        above = own > h
        h, n = where(above, own, h), chosen(above, face.normal, n)
    return h, n


def _mixed(images: list[Vec3], faults: list[Vec3]) -> Vec3:
    """The combination of the last images whose fault is least."""
    if len(images) == 1:
        return images[-1]
    da, fault = faults[-1] - faults[-2], faults[-1]
    aa, af = da.dot(da) + TINY, da.dot(fault)
    if len(images) == 2:
        return images[-1] - (af / aa) * (images[-1] - images[-2])
    db = faults[-2] - faults[-3]
    # of the second difference only what the first does not have: Gram and Schmidt
    share = da.dot(db) / aa
    rest = db - share * da
    rr = rest.dot(rest)
    sound = rr > ALIKE * db.dot(db) + TINY
    second = where(sound, rest.dot(fault) / where(sound, rr, 1.0), 0.0)
    first = af / aa - share * second
    step = first * (images[-1] - images[-2]) + second * (images[-2] - images[-3])
    return images[-1] - step


@dataclass(frozen=True)
class Rim(Feeler):
    """The edge of a cylinder's end: its deepest point, and two at 120 degrees to that.

    On a plane the energy of the three depends on the depth of the centre and the tilt alone, so
    that a cylinder stands on its end, rolls on its side, and tips over without a bump.
    """

    centre: Vec3
    axis: Vec3
    across: Vec3  # some unit vector of its plane
    radius: float

    points = 3

    def felt(self, at: Pose, surface: TouchedSurface) -> Iterator[Felt]:
        centre, axis = at.point(self.centre), at.R @ self.axis
        across = FLAT * (at.R @ self.across)

        def below(g: Vec3) -> Vec3:
            down = g.dot(axis) * axis - g + across
            return centre + (self.radius / sqrt(down.dot(down) + TINY)) * down

        lowest = deepest(surface.rounds, surface.inside, centre, below)
        yield lowest
        out = lowest.point - centre
        beside, behind = HALF_ROOT * axis.cross(out), centre - 0.5 * out
        for x in (behind + beside, behind - beside):
            yield Felt(x, 0.0, *surface.inside(x))


@dataclass(frozen=True)
class EggFeeler(Feeler):
    """The deepest point of an ellipsoid."""

    centre: Vec3
    turn: Mat3  # its axes in the link, as columns
    half: Vec3  # axes

    def felt(self, at: Pose, surface: TouchedSurface) -> Iterator[Felt]:
        centre, R = at.point(self.centre), at.R @ self.turn

        def below(g: Vec3) -> Vec3:
            own = into_frame(R, g)
            wide = Vec3(*(a * n for a, n in zip(self.half, own, strict=True)))
            size = sqrt(wide.dot(wide) + TINY)
            return centre - R @ Vec3(*(a * w / size for a, w in zip(self.half, wide, strict=True)))

        yield deepest(surface.rounds, surface.distance, centre, below)


@dataclass(frozen=True)
class Spine(Feeler):
    """The point of a straight axis that comes nearest to a convex surface, with a radius.

    The foot on the surface, laid back onto the axis, gives the next point; where both are straight
    the way between is, too, and one secant ends it.
    """

    start: Vec3
    along: Vec3  # to its end
    radius: float

    def felt(self, at: Pose, surface: TouchedSurface) -> Iterator[Felt]:
        start, along = at.point(self.start), at.R @ self.along
        square = along.dot(along)

        def laid_back(t: Scalar) -> Scalar:
            x = start + t * along
            d, g = surface.distance(x)
            return clip(t - d * (g.dot(along) / square), 0.0, 1.0)

        before: Scalar = 0.5
        t = laid_back(before)
        fault_before = before - t
        for _ in range(SECANTS):
            fault = t - laid_back(t)
            rise = fault - fault_before
            known = absolute(rise) > PARALLEL
            step = where(known, fault * (t - before) / where(known, rise, 1.0), fault)
            before, fault_before, t = t, fault, clip(t - step, 0.0, 1.0)
        x = start + t * along
        yield Felt(x, self.radius, *surface.distance(x))
