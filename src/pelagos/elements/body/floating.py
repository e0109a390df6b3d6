"""Bodies that float: hydrostatic wrenches of shapes that the still surface cuts.

Wrenches are in body axes about the body's origin. Meshes are cut triangle by triangle
(`waterline`), in any attitude. Prisms are cylinders and boxes whose walls the waterline crosses;
the wall-sided formulas are exact then, whatever the trim (Rawson and Tupper 2001, chapter 3). Where
it reaches an end of the prism they are not, and runs end (`march.samples.surface`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pelagos.elements.body.waterline import MeshHull
from pelagos.elements.contract import Element, Stage
from pelagos.mathematics.algebra import Force, Vec3
from pelagos.mathematics.inertia import into_frame
from pelagos.mathematics.scalars import Scalar, absolute, clip, maximum, sqrt, where


@dataclass(frozen=True)
class Floating(Element):
    """A shape cut by the still surface."""

    link: int
    centre: Vec3

    stage = Stage.FLOAT

    def act(self, at: Any) -> Sequence[Scalar]:
        pose, gravity = at.world[self.link], at.gravity
        g = sqrt(gravity.dot(gravity))
        up = (-1.0 / g) * gravity
        depth = at.surface - up.dot(pose.point(self.centre))
        at.apply(self.link, self.wrench(at.density * g, into_frame(pose.R, up), depth))
        return ()

    def wrench(self, weight: Scalar, up: Vec3, depth: Scalar) -> Force:
        """Given the water's weight per volume, up in body axes, and the depth of the centre."""
        raise NotImplementedError


@dataclass(frozen=True)
class FloatingSphere(Floating):
    """rho g times the volume of the immersed cap, pi h^2 (3 r - h) / 3, through the centre."""

    radius: float

    def wrench(self, weight: Scalar, up: Vec3, depth: Scalar) -> Force:
        radius = self.radius
        h = clip(depth + radius, 0.0, 2.0 * radius)
        volume = (math.pi / 3.0) * h * h * (3.0 * radius - h)
        return Force.at(self.centre, (weight * volume) * up)


@dataclass(frozen=True)
class FloatingMesh(Floating):
    """rho g times the wet volume of a closed surface, through the centre of that volume."""

    hull: MeshHull

    def wrench(self, weight: Scalar, up: Vec3, depth: Scalar) -> Force:
        cut = self.hull.cut(up, depth + up.dot(self.centre))
        push = weight * up
        return Force(cut.volume * push, cut.first.cross(push))


@dataclass(frozen=True)
class FloatingPrism(Floating):
    """A prism with its axis e more or less upright, immersed by the length h along its axis.

    With the section's area A, squared radii of gyration k_a^2, k_b^2 along a, b, and up = n, the
    column at (a, b) is immersed by h - (n_a a + n_b b) / n_e. So volume and first moments are

        A h,   -A k_a^2 n_a / n_e,   -A k_b^2 n_b / n_e,   A (h^2 + (k_a n_a / n_e)^2 + ...) / 2,

    the last one from the lower end.
    """

    axis: Vec3
    a: Vec3
    length: float
    area: float
    k_a: float
    k_b: float

    def wrench(self, weight: Scalar, up: Vec3, depth: Scalar) -> Force:
        axis, a, b, upward = self._frame(up)
        length = self.length
        h = clip(0.5 * length + depth / upward, 0.0, length)
        k_a, k_b = self.k_a * a.dot(up) / upward, self.k_b * b.dot(up) / upward
        level = 0.5 * (h * h + k_a * k_a + k_b * k_b) - 0.5 * length * h
        first = level * axis - (self.k_a * k_a) * a - (self.k_b * k_b) * b
        push = (weight * self.area) * up
        return Force(h * push, (h * self.centre + first).cross(push))

    def _frame(self, up: Vec3) -> tuple[Vec3, Vec3, Vec3, Scalar]:
        """Axis towards the air, the two axes across, and the cosine of the tilt."""
        upward = self.axis.dot(up)
        axis = where(upward < 0.0, -1.0, 1.0) * self.axis
        return axis, self.a, axis.cross(self.a), maximum(absolute(upward), 1e-3)
