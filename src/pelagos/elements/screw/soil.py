"""What ground does to a drum with a helical blade: it carries it, and its thread pulls.

The drum lies on a plane by its radius; the load N of a piece of it is that of a contact with the
ground (`elements.body.ground`): k d (1 - b dh/dt) at the depth d, never below zero. The blade cuts
into the ground as a thread. With the speed v along the axis, laid down into the plane, and
lambda w, by which the thread would advance at the turning w, it slips by sigma = v - lambda w. In
parts of the larger of both speeds that is

    s = sigma / sqrt(max(v^2, (lambda w)^2) + v_s^2),

and pulls, as soils under tracks do (Janosi and Hanamoto 1961, with the slip for the shear
displacement), with

    F = -mu N sign(s) (1 - exp(-|s| / K))   along the axis, and -lambda F about it:

its power is F sigma, which is never positive. The skin of the drum rubs across the axis with
mu_c, at the velocity of its lowest line, turning included: drums that turn alike on both sides walk
sideways. `resistance` is a force against the motion along the axis per load.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, NamedTuple

from pelagos.elements.body.ground import LYING, PerSpeed, Stiffness
from pelagos.language import units
from pelagos.language.words import AtLeastZero, Axis, Point, Positive, Quantity, Words
from pelagos.mathematics.algebra import Force, Motion, Vec3
from pelagos.mathematics.inertia import Pose, into_frame
from pelagos.mathematics.scalars import Scalar, exp, maximum, minimum, sqrt, where


class Slope(Words):
    """Ground below a helical drive: the plane through `point` with the `normal` out of the ground.

    `stiffness` and `damping` are those of the whole length of the drum. `traction` is the most that
    the thread pulls per load, `slip` the part of the speed by which it slips at 63 % of that,
    `skin` the friction of the drum across its axis, and `resistance` a force per load against the
    motion along it. All are smoothed below `friction_speed`.
    """

    point: Point
    normal: Axis
    stiffness: Stiffness = 1e4
    damping: PerSpeed = 1.0
    traction: AtLeastZero
    slip: Annotated[float, Quantity(), Positive()] = 0.2
    skin: AtLeastZero = 0.0
    resistance: AtLeastZero = 0.0
    friction_speed: Annotated[float, Quantity(units.SPEED), Positive()] = 0.01


class Grip(NamedTuple):
    """What the ground does to one station of a drum."""

    wrench: Force
    load: Scalar
    pull: Scalar  # of the thread, along the axis


@dataclass(frozen=True)
class GroundPlane:
    """A plane; ground of another shape needs this one question answered."""

    normal: Vec3
    level: float

    def gap(self, point: Vec3) -> tuple[Scalar, Vec3]:
        """Height of a point of the world over the ground, and the normal below it."""
        return self.normal.dot(point) - self.level, self.normal


@dataclass(frozen=True)
class Soil:
    """Ground with a thread in it; see the head of this file."""

    terrain: GroundPlane
    stiffness: float
    damping: float
    traction: float
    slip: float
    skin: float
    resistance: float
    slow: float

    def grip(self, pose: Pose, velocity: Motion, centre: Vec3, drum: Drum, weight: float) -> Grip:
        """On a station of a drum with a part of its length, in body axes about the origin."""
        height, normal = self.terrain.gap(pose.point(centre))
        n, axis = into_frame(pose.R, normal), drum.axis
        down = n - n.dot(axis) * axis  # the lowest line of the drum
        down = (-drum.radius / sqrt(down.dot(down) + LYING * LYING)) * down
        depth = -(height + n.dot(down))
        touched = centre + down
        v = velocity.v.plus_cross(velocity.w, touched)
        rising = n.dot(v)
        load = weight * self.stiffness * depth * (1.0 - self.damping * rising)
        load = where(depth > 0.0, maximum(load, 0.0), 0.0 * load)
        laid = axis - axis.dot(n) * n
        t = (1.0 / sqrt(laid.dot(laid) + LYING * LYING)) * laid
        along, advance = v.dot(t), drum.winding * velocity.w.dot(axis)
        pull = -load * self._thread(along, advance)
        sideways = v - rising * n - along * t
        rubbing = self.skin / sqrt(sideways.dot(sideways) + self.slow * self.slow)
        drag = self.resistance * along / sqrt(along * along + self.slow * self.slow)
        push = load * (n - rubbing * sideways - drag * t) + pull * t
        turn = (-drum.winding * pull) * axis
        return Grip(Force.at(touched, push) + Force(Vec3.zero(), turn), load, pull)

    def _thread(self, along: Scalar, advance: Scalar) -> Scalar:
        """Pull per load against the slip."""
        fastest = maximum(along * along, advance * advance)
        s = (along - advance) / sqrt(fastest + self.slow * self.slow)
        back, ahead = minimum(s, 0.0) / self.slip, maximum(s, 0.0) / self.slip
        return self.traction * (exp(back) - exp(-ahead))


@dataclass(frozen=True)
class Drum:
    """The body of a drive."""

    axis: Vec3
    radius: float
    winding: float  # advance per radian, negative for a left-handed screw
