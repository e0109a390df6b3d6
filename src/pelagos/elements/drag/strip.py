"""Drag of cylinders, integrated along their length."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from pelagos.elements.drag.law import AtPoint, WaterForce
from pelagos.elements.site import Axes
from pelagos.language.words import AtLeastZero, Size
from pelagos.mathematics.algebra import Force, Motion, Vec3
from pelagos.mathematics.scalars import Scalar, absolute, clip, sqrt, where
from pelagos.text import axis, number

# Gauss-Legendre points and weights on [-1, 1]; three points integrate degree five exactly.
GAUSS = (
    (0.0, 0.8888888888888888),
    (0.7745966692414834, 0.5555555555555556),
    (-0.7745966692414834, 0.5555555555555556),
)


class StripDrag(AtPoint):
    """A cylinder, integrated along its length with the local velocity (Morison et al. 1950).

    Per length -rho/2 (2 radius normal |v_n| v_n + 2 pi radius axial |v_x| v_x); `axial` is a skin
    friction. `at` is the middle of the cylinder.
    """

    key = "strip"
    order = 2
    from_shape = ("axis", "at", "radius", "length")

    kind: Literal["strip"] = "strip"
    normal: AtLeastZero
    axial: AtLeastZero = 0.0
    radius: Size = None  # type: ignore[assignment]
    length: Size = None  # type: ignore[assignment]

    def element(self, body: Axes) -> WaterForce:
        normal = float(2.0 * self.radius * self.normal)
        axial = float(2.0 * np.pi * self.radius * self.axial)
        place = body.vector(self.axis), body.vector(self.at)
        return StripForce(body.link, *place, self.length, normal, axial)

    def told(self) -> Iterator[str]:
        skin = f", along it {number(self.axial)}" if self.axial else ""
        size = f"{number(2 * self.radius)} m by {number(self.length)} m"
        yield f"strip: {number(self.normal)} across {axis(self.axis)}{skin}, {size}"


@dataclass(frozen=True)
class StripForce(WaterForce):
    """Morison drag of a cylinder, integrated along its length with the local velocity.

    The length is split where the cross-flow is slowest, so that |v_perp| v_perp is smooth on both
    parts: the integral is exact for translation, for rotation and for both in one plane.
    """

    axis: Vec3
    centre: Vec3
    length: float
    normal: float  # drag per length: k_n = diameter C_d
    axial: float  # the same along the axis

    def wrench(self, density: Scalar, v: Motion) -> Force:
        axis, centre, half = self.axis, self.centre, 0.5 * self.length
        middle = v.v.plus_cross(v.w, centre)
        along = axis.dot(middle)  # the same all along
        across, change = middle - along * axis, half * v.w.cross(axis)
        steepness = change.dot(change)
        slowest = -(across.dot(change)) / where(steepness > 0.0, steepness, 1.0)
        split = clip(slowest, -1.0, 1.0)
        push, moment = Vec3.zero(), Vec3.zero()
        for low, high in ((-1.0, split), (split, 1.0)):
            mean, reach = 0.5 * (high + low), 0.5 * (high - low)
            for place, weight in GAUSS:
                s = mean + place * reach
                local = across + s * change
                strip = (weight * reach * sqrt(local.dot(local))) * local
                push, moment = push + strip, moment + s * strip
        scale = -0.5 * density * half
        normal, turning = (scale * self.normal) * push, (scale * half * self.normal) * moment
        axial = (2.0 * scale * self.axial * absolute(along) * along) * axis
        force = normal + axial
        return Force(force, centre.cross(force) + axis.cross(turning))
