"""Bodies that cross the surface of the water: launched, recovered, thrown up by waves.

The share s of a body's volume that is wet scales all that the water does to it: buoyancy acts at
the centre of what is wet, added mass is s M_A, drag and lift are s times those of the body under
water. s is a continuous function of the pose (`waterline`), so forces and momenta have no jumps.

The water that moves with a body has the momentum s M_A V_r, and s changes at a rate s':

    s' > 0   More water is set in motion, as by von Karman 1929: the body feels -s' M_A V_r
             beside what constant added mass does, so momentum is kept, as in any plastic impact.
    s' < 0   Water is left behind with the velocity it has, and there is no force (an assumption).

Either way the energy |s'| V_r . M_A V_r / 2 is lost to the body: in a slam it goes to spray and
jets, which take as much as the bulk (Molin, Cointe and Fontaine 1996), and what is left behind at
exit keeps its motion. Lagrange's equations with the energy s V . M_A V / 2 would give back at exit
all that entry took and half the force at entry; water does neither.

In waves the surface is the plane that touches it above the centre of the body's volume, and the
pressure below it has the gradient rho (g - Dc/Dt) of that centre: exact for pressures that are
linear over the body. Above the mean level waves move as they do there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from pelagos.elements.body.immersion import ImmersedLink, flow_wrench, relative_motion
from pelagos.elements.body.waterline import Cut, HullShape
from pelagos.elements.contract import Element, Extra, Stage
from pelagos.elements.flow.field import Stream
from pelagos.mathematics.algebra import Force, Mat3, Motion, Vec3
from pelagos.mathematics.inertia import Inertia, into_frame
from pelagos.mathematics.scalars import Scalar, absolute, clip, maximum, sqrt, where


class Wetted(NamedTuple):
    """How far a body is in the water."""

    share: Scalar  # of its volume
    rate: Scalar  # of that share
    cut: Cut
    added: Inertia  # mass that is taken along where all of it is wet

    def slam(self, relative: Motion) -> Force:
        """Momentum that newly wetted water takes per second, at a velocity through the water."""
        return maximum(self.rate, 0.0) * (self.added @ relative)

    def loss(self, relative: Motion) -> Scalar:
        """Energy that goes to spray, jets and water left behind, per second."""
        return 0.5 * absolute(self.rate) * (self.added @ relative).dot(relative)


class SurfacePlane(NamedTuple):
    """The surface n . x = e in body axes, and how it moves as seen from the body."""

    n: Vec3
    e: Scalar
    n_rate: Vec3
    e_rate: Scalar


@dataclass(frozen=True)
class CrossingMass(Element):
    """The added mass of a body as far as it is wet."""

    link: int
    hull: HullShape
    whole: float  # volume of the hull
    centre: Vec3  # of that volume
    up: Vec3  # world
    added: Inertia

    stage = Stage.FLOW
    adds_mass = True
    mass_by_place = True

    def masses(self, at: Any) -> Iterator[Extra]:
        wet = self._wetted(at)
        at.wet[self.link] = wet
        yield Extra(self.link, wet.share * self.added, 0.0, Vec3.zero())

    def act(self, at: Any) -> Sequence[Scalar]:
        return ()

    def _wetted(self, at: Any) -> Wetted:
        plane = self._plane(at)
        cut = self.hull.cut(plane.n, plane.e)
        rate = cut.area * plane.e_rate - cut.plane.dot(plane.n_rate)
        size = 1.0 / self.whole
        return Wetted(clip(size * cut.volume, 0.0, 1.0), size * rate, cut, self.added)

    def _plane(self, at: Any) -> SurfacePlane:
        pose, v = at.world[self.link], at.velocities[self.link]
        n = into_frame(pose.R, self.up)
        height = at.surface - self.up.dot(pose.p)
        if not any(flow.lifts for flow in at.flows):
            return SurfacePlane(n, height, n.cross(v.w), -n.dot(v.v))
        centre, own = pose.point(self.centre), v.v.plus_cross(v.w, self.centre)
        crest = at.crest(centre, pose.R @ own)
        # N = up - slope, not of length one
        size = sqrt(1.0 + crest.slope.dot(crest.slope))
        shrink, stretch = 1.0 / size, crest.slope.dot(crest.slope_rate) / size
        unit = shrink * (self.up - crest.slope)
        normal = into_frame(pose.R, unit)
        turning = (-shrink) * (crest.slope_rate + stretch * unit)
        n_rate = into_frame(pose.R, turning) + normal.cross(v.w)
        over = at.surface + crest.elevation - self.up.dot(centre)
        over_rate = crest.rate - n.dot(own)
        return SurfacePlane(
            n=normal,
            e=shrink * over + normal.dot(self.centre),
            n_rate=n_rate,
            e_rate=shrink * (over_rate - shrink * stretch * over) + n_rate.dot(self.centre),
        )


@dataclass(frozen=True)
class CrossingLink(ImmersedLink):
    """Buoyancy, flow and impact on what is wet of a body.

    `displaced` is the mass of water that all of the body displaces, `whole` the volume that its
    hull encloses: a frame that is half open displaces half of it.
    """

    whole: float
    up: Vec3  # world

    def act(self, at: Any) -> Sequence[Scalar]:
        wet, v, pose = at.wet[self.link], at.velocities[self.link], at.world[self.link]
        stream = below_surface(at, pose.point(self.centre), self.up)
        relative = at.relative[self.link] = relative_motion(v, pose.R, stream)
        filled = self.displaced / self.whole
        mass, moment = filled * wet.cut.volume, filled * wet.cut.first
        lift = into_frame(pose.R, -at.gravity)
        at.apply(self.link, Force(mass * lift, moment.cross(lift)))
        if at.flows:
            water = wet.share * self.added, mass, moment, self.centre
            at.apply(self.link, flow_wrench(*water, v, pose.R, stream))
        at.apply(self.link, -wet.slam(relative))
        # what the water that comes and goes brings to the energy of body and water
        at.power = at.power + 0.5 * wet.rate * (self.added @ v).dot(v)
        return ()


def below_surface(at: Any, point: Vec3, up: Vec3) -> Stream:
    """The water at a point; above the mean level that at the level, which changes no more."""
    over = up.dot(point) - at.surface
    stream: Stream = at.stream(point - maximum(over, 0.0) * up)
    if stream.gradient is None:
        return stream
    rising = where(over > 0.0, 1.0, 0.0) * (stream.gradient @ up)
    G = stream.gradient
    level = Mat3(G.a - up.x * rising, G.b - up.y * rising, G.c - up.z * rising)
    return Stream(stream.velocity, stream.local, level)


def share_below(at: Any, point: Vec3, up: Vec3, radius: Scalar) -> Scalar:
    """How much of a small thing of some radius is below the surface, smooth from 0 to 1."""
    depth = at.surface + at.elevation(point) - up.dot(point)
    part = clip(0.5 + 0.5 * depth / radius, 0.0, 1.0)
    return part * part * (3.0 - 2.0 * part)
