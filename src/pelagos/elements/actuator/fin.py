"""A fin that is turned: rudders and planes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from pydantic import model_validator

from pelagos.elements.contract import Element, Stage
from pelagos.elements.drag.law import Area
from pelagos.elements.lift.fin import check_upright
from pelagos.elements.site import ActuatorSite
from pelagos.elements.targets import Limits, OnBody
from pelagos.language.words import AtLeastZero, Axis, Point
from pelagos.mathematics.algebra import Force, Vec3
from pelagos.mathematics.scalars import Scalar, absolute, clip, sincos


class SteeredFin(OnBody):
    """A fin whose angle is the `input`, in rad about its span, kept within limits.

    The force is that of a fin in `lift:` of a body: -rho/2 area slope |v_c| v_n along its normal,
    with the velocity through the water along the chord and the normal, both turned by the angle
    (Prestero 2001).
    """

    key = "fin"
    order = 6
    effort_word = "lift"
    meaning = "angle of the fin on body"

    area: Area
    slope: AtLeastZero
    at: Point
    span: Axis
    chord: Axis = (1.0, 0.0, 0.0)
    limits: Limits | None = None

    @model_validator(mode="after")
    def _upright(self) -> SteeredFin:
        check_upright(self.span, self.chord)
        return self

    def input_unit(self, effort: str) -> str:
        return "rad"

    def build(self, site: ActuatorSite) -> Iterator[Element]:
        body = site.body(self.body)
        yield FinLiftByAngle(
            link=body.link,
            channel=site.channel(site.input),
            chord=body.vector(self.chord),
            normal=body.vector(np.cross(self.span, self.chord)),
            point=body.vector(self.at),
            lift=self.area * self.slope,
            limits=self.limits,
        )


@dataclass(frozen=True)
class FinLiftByAngle(Element):
    """The lift of a fin at an angle; its output is the force along the normal in newtons."""

    link: int
    channel: int
    chord: Vec3  # at the angle 0
    normal: Vec3
    point: Vec3
    lift: float  # area times lift slope
    limits: tuple[float, float] | None

    stage = Stage.DRAG
    takes_input = True

    def act(self, at: Any) -> Sequence[Scalar]:
        angle = at.signals[self.channel]
        if self.limits is not None:
            angle = clip(angle, *self.limits)
        sine, cosine = sincos(angle)
        chord = cosine * self.chord + sine * self.normal
        normal = cosine * self.normal - sine * self.chord
        v = at.through_water(self.link)
        local = v.v.plus_cross(v.w, self.point)
        size = -0.5 * at.density * self.lift * absolute(chord.dot(local)) * normal.dot(local)
        size = at.as_wet(self.link, size)
        at.apply(self.link, Force.at(self.point, size * normal))
        return (size,)

    @property
    def heard(self) -> Mapping[int, str]:
        return {self.channel: ""}
