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

import numpy as np
from pydantic import model_validator

from pelagos.elements.body.ground import LYING, PerSpeed, Stiffness
from pelagos.elements.contact.surfaces import TouchedSurface
from pelagos.elements.contact.world import HeightMap
from pelagos.elements.world_places import WorldAxis, WorldPoint
from pelagos.language import units
from pelagos.language.words import AtLeastZero, Positive, Quantity, Words, refusal
from pelagos.mathematics.algebra import Force, Motion, Vec3
from pelagos.mathematics.inertia import Pose, into_frame
from pelagos.mathematics.scalars import Scalar, exp, maximum, minimum, sqrt, where


class Slope(Words):
    """Ground below a helical drive: the plane through `point` with the `normal` out of the ground,
    or a `height_map`, as `contacts` have it.

    `stiffness` and `damping` are those of the whole length of the drum. `traction` is the most that
    the thread pulls per load, `slip` the part of the speed by which it slips at 63 % of that,
    `skin` the friction of the drum across its axis, and `resistance` a force per load against the
    motion along it. All are smoothed below `friction_speed`.
    """

    point: WorldPoint | None = None
    normal: WorldAxis | None = None
    height_map: HeightMap | None = None
    stiffness: Stiffness = 1e4
    damping: PerSpeed = 1.0
    traction: AtLeastZero
    slip: Annotated[float, Quantity(), Positive()] = 0.2
    skin: AtLeastZero = 0.0
    resistance: AtLeastZero = 0.0
    friction_speed: Annotated[float, Quantity(units.SPEED), Positive()] = 0.01

    @model_validator(mode="after")
    def _placed(self) -> Slope:
        missing = [key for key in ("point", "normal") if getattr(self, key) is None]
        if self.height_map is None and missing:
            raise refusal(
                "nothing says where the ground is", f"give {' and '.join(missing)}", missing[0]
            )
        if self.height_map is not None and len(missing) < 2:
            raise refusal("the ground is a plane and a height map", "keep one", "height_map")
        return self

    def surface(self, up: np.ndarray) -> TouchedSurface:
        """As a surface of the world; up is a unit vector against gravity."""
        if self.height_map is not None:
            return self.height_map.terrain(1.0 if up[2] > 0 else -1.0)
        level = float(np.dot(self.normal, self.point))  # type: ignore[arg-type]
        return TiltedPlane(Vec3(*self.normal), level)  # type: ignore[misc]


class Grip(NamedTuple):
    """What the ground does to one station of a drum."""

    wrench: Force
    load: Scalar
    pull: Scalar  # of the thread, along the axis


@dataclass(frozen=True)
class TiltedPlane(TouchedSurface):
    """All below the plane n . x = level of the world."""

    normal: Vec3
    level: float

    flat = True

    def distance(self, x: Vec3) -> tuple[Scalar, Vec3]:
        return self.normal.dot(x) - self.level, self.normal


@dataclass(frozen=True)
class Soil:
    """Ground with a thread in it; see the head of this file."""

    ground: TouchedSurface
    stiffness: float
    damping: float
    traction: float
    slip: float
    skin: float
    resistance: float
    slow: float

    def grip(self, pose: Pose, velocity: Motion, centre: Vec3, drum: Drum, weight: float) -> Grip:
        """On a station of a drum with a part of its length, in body axes about the origin."""
        height, normal = self.ground.distance(pose.point(centre))
        if not self.ground.flat:  # gradients of a map have other lengths away from it
            normal = (1.0 / sqrt(normal.dot(normal))) * normal
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
