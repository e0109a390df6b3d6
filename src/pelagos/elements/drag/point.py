"""Drag of cylinders as one force at a point."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from pelagos.elements.drag.ellipsoid import CrossFlowForce
from pelagos.elements.drag.law import Area, AtPoint, WaterForce
from pelagos.elements.site import Axes
from pelagos.language.words import AtLeastZero
from pelagos.mathematics.algebra import Force, Motion, Vec3
from pelagos.mathematics.scalars import Scalar, sqrt, where
from pelagos.text import axis, number


class PointDrag(AtPoint):
    """Normal drag of a cylinder as one force at a point, Donohue et al. 2023, eq 27.

    cross-flow: -rho/2 normal_area normal |v_n| v_n. inclined: also times sin^2 of the angle between
    the axis and the relative velocity, their eq 28.
    """

    key = "point"
    order = 3
    from_shape = ("axis", "at", "normal_area")

    kind: Literal["point"] = "point"
    normal: AtLeastZero
    normal_area: Area = None  # type: ignore[assignment]
    form: Literal["cross-flow", "inclined"] = "cross-flow"

    def element(self, body: Axes) -> WaterForce:
        place = body.link, body.vector(self.axis), body.vector(self.at)
        normal = self.normal_area * self.normal
        if self.form == "inclined":
            return InclinedForce(*place, normal)
        return CrossFlowForce(*place, 0.0, normal)

    def told(self) -> Iterator[str]:
        said = "nothing"
        if self.normal_area and self.normal:
            area = number(self.normal_area)
            said = f"{number(self.normal)} on {area} m2 across {axis(self.axis)}"
        yield said + ("" if self.form == "cross-flow" else f", {self.form} form")


@dataclass(frozen=True)
class InclinedForce(WaterForce):
    """Point drag of a cylinder, C = C_90 sin^2 of the inflow angle (Donohue et al. 2023, eq 27).

    -rho/2 k_n (|v_perp| / |v|)^2 |v_perp| v_perp, zero at rest.
    """

    axis: Vec3
    point: Vec3
    normal: float  # k_n = area times coefficient

    def wrench(self, density: Scalar, v: Motion) -> Force:
        axis, point = self.axis, self.point
        local = v.v.plus_cross(v.w, point)
        across = local - axis.dot(local) * axis
        normal, whole = across.dot(across), local.dot(local)
        share = normal / where(whole > 0.0, whole, 1.0)
        return Force.at(point, (-0.5 * density * self.normal * share * sqrt(normal)) * across)
