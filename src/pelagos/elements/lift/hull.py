"""Lift of a hull across its axis."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import model_validator

from pelagos.elements.drag.law import Area, WaterForce, WaterLaw
from pelagos.elements.site import Axes
from pelagos.language.words import AtLeastZero, Axis, Point
from pelagos.mathematics.algebra import Force, Motion, Vec3
from pelagos.mathematics.scalars import Scalar, absolute
from pelagos.text import axis, number


class HullLift(WaterLaw):
    """-rho/2 area slope |v_x| v_n at the point `at`, v_n across the axis (Prestero 2001).

    The velocity is that of the point `velocity_at`, by default `at` itself.
    """

    place = "lift"
    key = "hull"

    kind: Literal["hull"] = "hull"
    area: Area
    slope: AtLeastZero
    axis: Axis = (1.0, 0.0, 0.0)
    at: Point = (0.0, 0.0, 0.0)
    # completed on reading, so it is never None
    velocity_at: Point = None  # type: ignore[assignment]

    @model_validator(mode="after")
    def _complete(self) -> HullLift:
        given: dict[str, Any] = self.__dict__
        if given["velocity_at"] is None:
            given["velocity_at"] = self.at
        return self

    def element(self, body: Axes) -> WaterForce:
        axis, at = body.vector(self.axis), body.vector(self.at)
        return HullForce(body.link, axis, at, body.vector(self.velocity_at), self.area * self.slope)

    def told(self) -> Iterator[str]:
        area, slope = number(self.area), number(self.slope)
        yield f"hull: slope {slope} on {area} m2 across {axis(self.axis)}"


@dataclass(frozen=True)
class HullForce(WaterForce):
    """Lift of a hull across its axis: -rho/2 k |v_x| v_perp at a point (Prestero 2001).

    Prestero takes the velocity of the origin; with that of the point the lift never drives.
    """

    axis: Vec3
    point: Vec3  # where it acts
    felt: Vec3  # whose velocity counts
    lift: float  # k = area times lift slope

    def wrench(self, density: Scalar, v: Motion) -> Force:
        axis, point = self.axis, self.point
        local = v.v.plus_cross(v.w, self.felt)
        along = axis.dot(local)
        across = local - along * axis
        return Force.at(point, (-0.5 * density * self.lift * absolute(along)) * across)
