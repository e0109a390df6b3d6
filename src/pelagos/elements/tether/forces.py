"""Forces of a line of lumped masses, on any kind of number: one segment, one node.

A line of unstretched length L is n segments of length l = L / n between n + 1 nodes, each with the
mass and the loads of half a segment on either side (Hall and Goupee 2015). With d the vector from a
segment's first node to its second, t = d / |d| and the strain e = |d| / l - 1,

    tension     T = EA e + BA de/dt   while e > 0, never below zero, else 0
    bending     E = EI / (2 l) |t' - t|^2   at a node between directions t and t'
    drag        rho D l / 2 (C_n |w_n| w_n + pi C_t |w_t| w_t), w = water less node, across, along
    water       rho A l ((1 + a_n) D_n + (1 + a_t) D_t), D the acceleration of the water, and the
                added mass rho A l (a_n across, a_t along) against the acceleration of the node
    seabed      stiffness l d (1 + b times sinking speed) at the depth d, never pulling; Coulomb's
                friction, smoothed at small speeds

Directions at a node are those between its neighbours.

In water that bodies may cross, a line may be dry. All that the water does to a node is then that
to the share s of its half segments which is below the surface, and newly wetted water takes the
momentum s' M_A w, as for bodies (`elements.body.crossing`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from pelagos.elements.flow.field import Stream
from pelagos.mathematics.algebra import Sym3, Vec3
from pelagos.mathematics.scalars import Scalar, clip, maximum, sqrt, where

CLOSE = 1e-9  # m: nodes nearer than this have no direction between them


@dataclass(frozen=True)
class Bed:
    """The seabed as a line meets it; forces are per metre of line."""

    up: Vec3
    level: float  # m along up
    stiffness: float  # Pa
    damping: float  # s/m
    friction: float
    slow: float  # m/s: Coulomb's friction is smoothed below


@dataclass(frozen=True)
class LineSurface:
    """The surface of water that a line may cross: of a piece of it, the share below is wet."""

    up: Vec3
    radius: float  # m, of the line

    def share(self, depth: Scalar, t: Vec3, length: Scalar) -> tuple[Scalar, Scalar]:
        """Wet share of a straight piece along t whose middle is so deep; how it grows with depth.

        Exact for a piece that is steep: it reaches half its length along t up and down.
        """
        half = 0.5 * length * self.up.dot(t)
        span = 0.5 / sqrt(half * half + self.radius * self.radius)
        part = 0.5 + span * depth
        inside = where(part > 0.0, where(part < 1.0, span, 0.0 * span), 0.0 * span)
        return clip(part, 0.0, 1.0), inside


@dataclass(frozen=True)
class Make:
    """What a line is made of, and the water's part in its motion; all per metre of line."""

    mass: float  # kg/m
    wet_mass: float  # kg/m: what gravity pulls in the water
    EA: float  # N
    damping: float  # N s
    EI: float  # N m2
    drag_normal: float  # N s2/m3
    drag_tangential: float
    added_normal: float  # kg/m
    added_tangential: float
    displaced: float  # kg/m of water
    bed: Bed | None
    bends: bool  # whether EI is at work
    surface: LineSurface | None = None  # of water in which lines may be dry

    @property
    def stored_mass(self) -> float:
        """kg/m whose weight is stored as potential energy; what carries a line at a surface, that
        comes and goes, is work."""
        return self.wet_mass if self.surface is None else self.mass

    @property
    def lift(self) -> float:
        """kg/m that the water carries."""
        return self.mass - self.wet_mass

    def wetted(self, share: Scalar) -> Make:
        """The same with what the water does to a share of it."""
        return replace(
            self,
            drag_normal=share * self.drag_normal,
            drag_tangential=share * self.drag_tangential,
            added_normal=share * self.added_normal,
            added_tangential=share * self.added_tangential,
            displaced=share * self.displaced,
        )

    def taken_along(self, t: Vec3, w: Vec3) -> Vec3:
        """Momentum of the added mass at a velocity w through the water."""
        along = (self.added_tangential - self.added_normal) * t.dot(w)
        return self.added_normal * w + along * t

    def segment(self, l: Scalar, d: Vec3, dv: Vec3) -> LineSegment:
        """A segment of unstretched length l between nodes d apart that part with dv."""
        length = sqrt(d.dot(d))
        inverse = 1.0 / maximum(length, CLOSE)
        t = inverse * d
        strain = length / l - 1.0
        elastic = self.EA * maximum(strain, 0.0)
        viscous = (self.damping / l) * t.dot(dv)
        viscous = where(strain > 0.0, maximum(viscous, -elastic), 0.0 * viscous)
        return LineSegment(length, inverse, t, strain, elastic, viscous)

    def moments(self, l: Scalar, t: Vec3, before: Vec3 | None, after: Vec3 | None) -> Vec3:
        """What the bending energy gains as a segment's direction t turns."""
        stiffness, found = self.EI / l, Vec3.zero()
        for other in (before, after):
            if other is not None:
                found = found + stiffness * (t - other)
        return found

    def drag(self, t: Vec3, w: Vec3) -> Vec3:
        """Of water that moves with w past a line along t."""
        along = t.dot(w)
        across = w - along * t
        speed = sqrt(across.dot(across))
        size = sqrt(along * along)
        return (self.drag_normal * speed) * across + (self.drag_tangential * size * along) * t

    def drag_slope(self, t: Vec3, w: Vec3) -> Sym3:
        """How the drag falls as the line moves faster, at most, across and along: -d(drag)/dv."""
        along = t.dot(w)
        across = w - along * t
        normal = 2.0 * self.drag_normal * sqrt(across.dot(across))
        tangential = 2.0 * self.drag_tangential * sqrt(along * along)
        return isotropic(normal) + (tangential - normal) * Sym3.square(t)

    def carried_along(self, t: Vec3, stream: Stream) -> Vec3:
        """The force of the accelerating water."""
        D = stream.local
        if stream.gradient is not None:
            D = D + stream.gradient @ stream.velocity
        across = self.displaced + self.added_normal
        along = self.added_tangential - self.added_normal
        return across * D + (along * t.dot(D)) * t

    def accelerated(self, t: Vec3, f: Vec3) -> Vec3:
        """The acceleration of line and added mass under a force f: Sherman and Morrison 1950."""
        across, along = self.mass + self.added_normal, self.mass + self.added_tangential
        return (1.0 / across) * (f - ((along - across) / along * t.dot(f)) * t)

    def inertia(self, t: Vec3) -> Sym3:
        """Of line and added mass."""
        across = self.mass + self.added_normal
        return isotropic(across) + (self.added_tangential - self.added_normal) * Sym3.square(t)

    def grounded(self, x: Vec3, v: Vec3) -> Grounded:
        """What the seabed does to a node."""
        assert self.bed is not None
        bed = self.bed
        n, depth = bed.up, bed.level - bed.up.dot(x)
        rising = n.dot(v)
        touches = depth > 0.0
        load = bed.stiffness * depth * (1.0 - bed.damping * rising)
        load = where(touches, maximum(load, 0.0), 0.0 * load)
        slide = v - rising * n
        rub = bed.friction * load / sqrt(slide.dot(slide) + bed.slow * bed.slow)
        return Grounded(touches, depth, load, rub, load * n - rub * slide)

    def bed_slopes(self, found: Grounded) -> tuple[Sym3, Sym3]:
        """How much a node on the seabed is held: by place, and by velocity."""
        assert self.bed is not None
        bed = self.bed
        n = Sym3.square(bed.up)
        pushed = where(found.load > 0.0, 1.0, 0.0 * found.load)
        normal = pushed * bed.stiffness * bed.damping * found.depth
        return (pushed * bed.stiffness) * n, isotropic(found.rub) + (normal - found.rub) * n


class LineSegment(NamedTuple):
    """A segment at a moment."""

    length: Scalar
    inverse: Scalar  # of the length
    t: Vec3
    strain: Scalar
    elastic: Scalar  # N, of its tension
    viscous: Scalar

    def shear(self, moments: Vec3) -> Vec3:
        """The force across that its bending puts on its first node."""
        return self.inverse * (moments - self.t.dot(moments) * self.t)


class Grounded(NamedTuple):
    """A node on the seabed, per metre of line."""

    touches: Scalar
    depth: Scalar
    load: Scalar  # N/m
    rub: Scalar  # N s/m2: friction over the sliding speed
    force: Vec3


def direction(d: Vec3) -> Vec3:
    """The unit vector along d; none where it has no length."""
    return (1.0 / maximum(sqrt(d.dot(d)), CLOSE)) * d


def isotropic(k: Scalar) -> Sym3:
    return Sym3(k, k, k, 0.0, 0.0, 0.0)
