"""Words for lift: forces across the flow on hulls and fins, by the velocity relative to it."""

from __future__ import annotations

import math
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import model_validator

from pelagos.language.suggest import did_you_mean
from pelagos.language.words import (
    Angle,
    AtLeastZero,
    Axis,
    Point,
    Read,
    Vector,
    Words,
    as_vector,
    kind_of,
    read_below,
    refusal,
)
from pelagos.model.drag import Area


class HullLift(Words):
    """-rho/2 area slope |v_x| v_n at the point `at`, v_n across the axis (Prestero 2001).

    The velocity is that of the point `velocity_at`, by default `at` itself.
    """

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


class FinLift(Words):
    """-rho/2 area slope |v_c| v_n along the fin's normal, at `at` (Prestero 2001).

    v_c is the velocity along the chord, v_n that along the normal, span x chord; both are turned by
    `angle` about the span. `slope` is the lift coefficient per radian of incidence.
    """

    kind: Literal["fin"] = "fin"
    area: Area
    slope: AtLeastZero
    at: Point
    span: Axis
    chord: Axis = (1.0, 0.0, 0.0)
    angle: Angle = 0.0

    @model_validator(mode="after")
    def _upright(self) -> FinLift:
        cosine = abs(float(np.dot(self.span, self.chord)))
        if cosine > 1e-6:
            between = math.degrees(math.acos(min(1.0, cosine)))
            raise refusal(
                f"span and chord are at {between:.4g} degrees", "make them perpendicular", "span"
            )
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


LiftLaw = HullLift | FinLift
_LAWS: dict[str, type[HullLift] | type[FinLift]] = {"hull": HullLift, "fin": FinLift}


def to_lift(words: Any) -> tuple[LiftLaw, ...]:
    """All lift laws of a body: a mapping of one of each kind, or a list of such."""
    if words is False or words == "none":
        return ()
    if isinstance(words, list | tuple):
        return tuple(law for item in words for law in to_lift(item))
    if not isinstance(words, dict) or not words:
        raise refusal(
            f"lift cannot be {kind_of(words)}",
            "write {hull: {area, slope, at}}, {fin: {area, slope, at, span}}, a list of these, "
            "or false",
        )
    for key in words:
        if key not in _LAWS:
            raise refusal("unknown key", did_you_mean(str(key), _LAWS), str(key))
    return tuple(read_below(kind, _LAWS[kind], words[kind]) for kind in words)


_LAW = {
    "type": "object",
    "properties": {kind: {"type": "object"} for kind in _LAWS},
    "additionalProperties": False,
}
_SCHEMA: dict[str, Any] = {
    "anyOf": [
        {"type": "boolean"},
        {"type": "string", "enum": ["none"]},
        _LAW,
        {"type": "array", "items": _LAW},
    ]
}
Lift = Annotated[tuple[LiftLaw, ...], Read(to_lift, _SCHEMA)]
