"""Drag of slender hulls: axial and normal at one point."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from pelagos.elements.drag.law import Area, AtPoint, WaterForce
from pelagos.elements.site import Axes
from pelagos.language.words import AtLeastZero
from pelagos.mathematics.algebra import Force, Motion, Vec3
from pelagos.mathematics.scalars import Scalar, absolute, sqrt
from pelagos.text import axis, number


class EllipsoidDrag(AtPoint):
    """Axial and normal drag at one point.

    cross-flow: -rho/2 (axial_area axial |v_x| v_x, normal_area normal |v_n| v_n), with v_x along
    the axis and v_n across (Jorgensen 1977). speed: -rho/2 |v| (axial_area axial v_x, normal_area
    normal v_n), as in Donohue et al. 2023, eq 38-40, with the speed in place of its square.
    """

    key = "ellipsoid"
    order = 1
    from_shape = ("axis", "at", "axial_area", "normal_area")

    kind: Literal["ellipsoid"] = "ellipsoid"
    axial: AtLeastZero
    normal: AtLeastZero
    axial_area: Area = None  # type: ignore[assignment]
    normal_area: Area = None  # type: ignore[assignment]
    form: Literal["cross-flow", "speed"] = "cross-flow"

    def element(self, body: Axes) -> WaterForce:
        kind = SpeedForce if self.form == "speed" else CrossFlowForce
        axial, normal = self.axial_area * self.axial, self.normal_area * self.normal
        return kind(body.link, body.vector(self.axis), body.vector(self.at), axial, normal)

    def told(self) -> Iterator[str]:
        sides = (
            (self.axial, self.axial_area, "along"),
            (self.normal, self.normal_area, "across"),
        )
        said = [
            f"{number(coefficient)} on {number(area)} m2 {word} {axis(self.axis)}"
            for coefficient, area, word in sides
            if area and coefficient
        ]
        form = "" if self.form == "cross-flow" else f", {self.form} form"
        yield f"{', '.join(said) or 'nothing'}{form}"


@dataclass(frozen=True)
class CrossFlowForce(WaterForce):
    """Axial and cross-flow drag at a point: -rho/2 (k_a |v_x| v_x, k_n |v_perp| v_perp)."""

    axis: Vec3
    point: Vec3
    axial: float  # k_a = area times coefficient
    normal: float

    def wrench(self, density: Scalar, v: Motion) -> Force:
        axis, point = self.axis, self.point
        local = v.v.plus_cross(v.w, point)
        along = axis.dot(local)
        across = local - along * axis
        speed = sqrt(across.dot(across))
        half = -0.5 * density
        axial = (half * self.axial * absolute(along) * along) * axis
        return Force.at(point, axial + (half * self.normal * speed) * across)


@dataclass(frozen=True)
class SpeedForce(WaterForce):
    """Drag with the whole speed: -rho/2 |v| (k_a v_x, k_n v_perp) (Donohue et al. 2023, eq 38-40).

    The printed |v|^2 is corrected to |v|, see docs/errata.
    """

    axis: Vec3
    point: Vec3
    axial: float
    normal: float

    def wrench(self, density: Scalar, v: Motion) -> Force:
        axis, point = self.axis, self.point
        local = v.v.plus_cross(v.w, point)
        along = axis.dot(local)
        across = local - along * axis
        scale = -0.5 * density * sqrt(local.dot(local))
        return Force.at(point, (scale * self.axial * along) * axis + (scale * self.normal) * across)
