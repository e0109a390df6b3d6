"""Bodies that float: hydrostatic wrenches of spheres and upright prisms cut by the still surface.

A law returns the wrench in body axes about the body's origin, with `up` and the depth of the
shape's centre below the surface given. Prisms are cylinders and boxes whose walls the waterline
crosses; the wall-sided formulas are exact then, whatever the trim (Rawson and Tupper 2001,
chapter 3). Where it reaches an end of the prism they are not, and runs end (`run.surface`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from pelagos.mathematics.algebra import Force, Vec3
from pelagos.mathematics.inertia import Pose, into_frame
from pelagos.mathematics.scalars import absolute, clip, maximum, sqrt, where

Scalar = Any
Numbers = Sequence[Scalar]


class FloatingSphere:
    """rho g times the volume of the immersed cap, pi h^2 (3 r - h) / 3, through the centre.

    Numbers: centre (3), radius.
    """

    numbers = 4

    def wrench(self, p: Numbers, weight: Scalar, up: Vec3, depth: Scalar) -> Force:
        radius = p[3]
        h = clip(depth + radius, 0.0, 2.0 * radius)
        volume = (math.pi / 3.0) * h * h * (3.0 * radius - h)
        return Force.at(Vec3(*p[0:3]), (weight * volume) * up)


class FloatingPrism:
    """A prism with its axis e more or less upright, immersed by the length h along its axis.

    With the section's area A, squared radii of gyration k_a^2, k_b^2 along a, b, and up = n, the
    column at (a, b) is immersed by h - (n_a a + n_b b) / n_e. So volume and first moments are

        A h,   -A k_a^2 n_a / n_e,   -A k_b^2 n_b / n_e,   A (h^2 + (k_a n_a / n_e)^2 + ...) / 2,

    the last one from the lower end. Numbers: centre (3), axis (3), a (3), length, A, k_a, k_b.
    """

    numbers = 13

    def wrench(self, p: Numbers, weight: Scalar, up: Vec3, depth: Scalar) -> Force:
        centre, axis, a, b, upward = self._frame(p, up)
        length, area = p[9], p[10]
        h = clip(0.5 * length + depth / upward, 0.0, length)
        k_a, k_b = p[11] * a.dot(up) / upward, p[12] * b.dot(up) / upward
        level = 0.5 * (h * h + k_a * k_a + k_b * k_b) - 0.5 * length * h
        first = level * axis - (p[11] * k_a) * a - (p[12] * k_b) * b
        push = (weight * area) * up
        return Force(h * push, (h * centre + first).cross(push))

    def _frame(self, p: Numbers, up: Vec3) -> tuple[Vec3, Vec3, Vec3, Vec3, Scalar]:
        """Centre, axis towards the air, the two axes across, and the cosine of the tilt."""
        centre, axis, a = Vec3(*p[0:3]), Vec3(*p[3:6]), Vec3(*p[6:9])
        upward = axis.dot(up)
        axis = where(upward < 0.0, -1.0, 1.0) * axis
        return centre, axis, a, axis.cross(a), maximum(absolute(upward), 1e-3)


def floating_wrench(
    law: Any, p: Numbers, density: Scalar, surface: Scalar, gravity: Vec3, pose: Pose
) -> Force:
    """The wrench of a floating body, body axes; up is against gravity (world axes)."""
    g = sqrt(gravity.dot(gravity))
    up = (-1.0 / g) * gravity
    depth = surface - up.dot(pose.point(Vec3(*p[0:3])))
    return law.wrench(p, density * g, into_frame(pose.R, up), depth)


FLOATS = (FloatingSphere(), FloatingPrism())


def float_code(law: type) -> int:
    return next(code for code, entry in enumerate(FLOATS) if type(entry) is law)
