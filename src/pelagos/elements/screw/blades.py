"""A helical blade in water, by blade elements and the momentum of the water that it moves.

A blade of the pitch p stands on a drum of the radius r_0 and reaches to R. With lambda = p / 2 pi,
positive for a right-handed screw, an element at the radius r has the normal and the tangent

    n = cos b e_x - sin b e_phi,   t = sin b e_x + cos b e_phi,   tan b = lambda / r,

and n starts on the length L have the area n L / |sin b| per radius. At the velocity v of the
element through the water the force per area is

    -rho/2 (C_n |v_n| + a |v_t|) v_n n - rho C_f |v_t| v_t t :

cross-flow on a plate (C_n) beside its lift (slope a; next to nothing for a long strip), as for
plates of small aspect ratio (Hoerner and Borst 1975), and friction on both sides (C_f). Where
v_x = lambda w_x the blade winds through the water without any normal force: zero slip.

The water that it pushes gives way. Its velocity w along the axis in the annulus A between drum and
tip follows from the momentum that passes there with the thrust T, with the inertia of a disc of the
water about it (Carpenter and Fridovich 1953):

    8/3 rho R^3 dw/dt = -T - 2 rho A |V_x - w| w,      T = T(V_x - w).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from pelagos.language.words import AtLeastZero, Positive, Quantity, Words
from pelagos.mathematics.algebra import Force, Motion, Vec3
from pelagos.mathematics.scalars import Scalar, absolute

_HALF = 0.5 / math.sqrt(3.0)  # Gauss, two points of a radius between 0 and 1
RADII = (0.5 - _HALF, 0.5 + _HALF)
_WIDE = 0.5 * math.sqrt(0.6)  # Gauss, three points of a length between -1/2 and 1/2
STATIONS = ((-_WIDE, 5.0 / 18.0), (0.0, 8.0 / 18.0), (_WIDE, 5.0 / 18.0))


class BladeWater(Words):
    """Coefficients of a blade in water: `normal` for flow across it, the slope of its `lift` per
    radian, `friction` on each side, all with the area of the blade. With `wake` the water that is
    pushed gives way; without it the drive works in water that stays as it was.
    """

    normal: Annotated[float, Quantity(), Positive()]
    lift: AtLeastZero = 0.0
    friction: AtLeastZero = 0.0
    wake: bool = True


@dataclass(frozen=True)
class BladeElements:
    """The blade elements of a drive: four around the axis at two radii, at three stations."""

    axis: Vec3
    across: tuple[Vec3, Vec3]  # unit vectors that make a right-handed frame with the axis
    middle: Vec3
    length: float
    drum: float  # radius
    height: float  # of the blade
    winding: float  # lambda: advance per radian, negative for a left-handed screw
    area: float  # starts times length times height
    normal: float
    lift: float
    friction: float

    def wrench(self, density: Scalar, velocity: Motion, wet: Iterator[Scalar]) -> Force:
        """On the drive, about the origin of its body; `velocity` through the water that is there.

        wet: the share of each station that is below the surface.
        """
        found = Force.zero()
        for (place, weight), share in zip(STATIONS, wet, strict=True):
            centre = self.middle + (place * self.length) * self.axis
            v = velocity.v.plus_cross(velocity.w, centre)
            strength = (0.0625 * weight * self.area) * density * share  # rho/2 for one of eight
            push, turn = Vec3.zero(), Vec3.zero()
            for share_of_height in RADII:
                radius = self.drum + share_of_height * self.height
                for arm, along in self._around():
                    there = radius * arm
                    local = v.plus_cross(velocity.w, there)
                    f = strength * self._pressed(radius, along, local)
                    push, turn = push + f, turn.plus_cross(there, f)
            found = found + Force(push, turn.plus_cross(centre, push))
        return found

    def _around(self) -> Iterator[tuple[Vec3, Vec3]]:
        """Direction from the axis, and that of turning, of four elements."""
        a, b = self.across
        yield from ((a, b), (b, -a), (-a, -b), (-b, a))

    def _pressed(self, radius: Scalar, around: Vec3, v: Vec3) -> Vec3:
        """Force of one element over rho/2 times starts, length and radial height."""
        slant = radius * radius + self.winding * self.winding
        # sin b and cos b without their root: 1 / |sin b| of the area takes it up
        n = radius * self.axis - self.winding * around
        t = self.winding * self.axis + radius * around
        across, along = n.dot(v), t.dot(v)
        steep = 1.0 / absolute(self.winding)
        normal = (self.normal * absolute(across) + self.lift * absolute(along)) * across
        shear = 2.0 * self.friction * absolute(along) * along
        return (-steep / slant) * (normal * n + shear * t)


@dataclass(frozen=True)
class PushedWater:
    """The water that a drive pushes along its axis."""

    place: int  # of its state
    annulus: float  # m2
    inertia: float  # m3: 8/3 R^3

    def rate(self, thrust: Scalar, density: float, speed: Scalar, given: Scalar) -> Scalar:
        """Of its velocity, at a speed of the drive through still water."""
        passing = absolute(speed - given)
        return (
            -thrust / (density * self.inertia) - 2.0 * self.annulus * passing * given / self.inertia
        )
