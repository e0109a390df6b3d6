"""Lift of a fin, normal to its chord."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
from pydantic import model_validator

from pelagos.elements.drag.law import Area, WaterForce, WaterLaw
from pelagos.elements.site import Axes
from pelagos.language.words import Angle, AtLeastZero, Axis, Point, Vector, as_vector, refusal
from pelagos.mathematics.algebra import Force, Motion, Vec3
from pelagos.mathematics.scalars import Scalar, absolute
from pelagos.text import number, vector


def check_upright(span: Vector, chord: Vector) -> None:
    """Refuse a span that is not at right angles to the chord."""
    cosine = abs(float(np.dot(span, chord)))
    if cosine > 1e-6:
        between = math.degrees(math.acos(min(1.0, cosine)))
        raise refusal(
            f"span and chord are at {between:.4g} degrees", "make them perpendicular", "span"
        )


class FinLift(WaterLaw):
    """-rho/2 area slope |v_c| v_n along the fin's normal, at `at` (Prestero 2001).

    v_c is the velocity along the chord, v_n that along the normal, span x chord; both are turned by
    `angle` about the span. `slope` is the lift coefficient per radian of incidence.
    """

    place = "lift"
    key = "fin"

    kind: Literal["fin"] = "fin"
    area: Area
    slope: AtLeastZero
    at: Point
    span: Axis
    chord: Axis = (1.0, 0.0, 0.0)
    angle: Angle = 0.0

    @model_validator(mode="after")
    def _upright(self) -> FinLift:
        check_upright(self.span, self.chord)
        return self

    @property
    def turned_chord(self) -> Vector:
        """The chord at the fin's angle."""
        chord, normal = np.array(self.chord), np.cross(self.span, self.chord)
        return as_vector(math.cos(self.angle) * chord + math.sin(self.angle) * normal)

    @property
    def turned_normal(self) -> Vector:
        """The normal of the fin at its angle."""
        chord, normal = np.array(self.chord), np.cross(self.span, self.chord)
        return as_vector(math.cos(self.angle) * normal - math.sin(self.angle) * chord)

    def element(self, body: Axes) -> WaterForce:
        chord, normal = body.vector(self.turned_chord), body.vector(self.turned_normal)
        return FinForce(body.link, chord, normal, body.vector(self.at), self.area * self.slope)

    def told(self) -> Iterator[str]:
        area, slope = number(self.area), number(self.slope)
        yield f"fin: slope {slope} on {area} m2 at {vector(self.at)} m"


@dataclass(frozen=True)
class FinForce(WaterForce):
    """Lift of a fin, normal to its chord: -rho/2 k |v_c| v_n along the normal, at a point.

    v_c and v_n are the parts of the relative velocity at the point along the chord and normal to
    it, both turned by the fin's angle: to first order in angles -rho/2 k |u| (v - u angle), as in
    Prestero 2001; what the angle adds along the hull is the drag that comes with lift.
    """

    chord: Vec3
    normal: Vec3
    point: Vec3
    lift: float  # k = area times lift slope

    def wrench(self, density: Scalar, v: Motion) -> Force:
        local = v.v.plus_cross(v.w, self.point)
        chordwise = absolute(self.chord.dot(local))
        push = -0.5 * density * self.lift * chordwise * self.normal.dot(local)
        return Force.at(self.point, push * self.normal)
