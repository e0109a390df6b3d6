"""Words for the ground, and for what of a body touches it."""

from __future__ import annotations

import itertools
from typing import Annotated, Any

import numpy as np
from pydantic import BeforeValidator

from pelagos.language import units
from pelagos.language.words import (
    AtLeastZero,
    Axis,
    Length,
    Point,
    Positive,
    Quantity,
    Vector,
    Words,
    refusal,
)
from pelagos.model.shapes import Shape

Stiffness = Annotated[float, Quantity((1, 0, -2)), Positive()]
PerSpeed = Annotated[float, Quantity((0, -1, 1), least=0.0)]


def _both(words: Any) -> Any:
    return words if isinstance(words, dict) else {"along": words, "across": words}


class Coulomb(Words):
    """Coefficients of friction along and across the axis of a body; one number for both."""

    short_forms = ({"type": ["number", "string"]},)

    along: AtLeastZero = 0.0
    across: AtLeastZero = 0.0


class Viscous(Words):
    """Friction per load and speed, in s/m, along and across the axis of a body."""

    short_forms = ({"type": ["number", "string"]},)

    along: PerSpeed = 0.0
    across: PerSpeed = 0.0


class Ground(Words):
    """A flat ground at `height` along up, which is opposite to gravity (z without any).

    A contact at depth d that sinks with the speed w pushes back with stiffness d (1 + damping w).
    Coulomb's friction is smoothed below `friction_speed`; `viscous` is friction in proportion to
    load and speed.
    """

    height: Length = 0.0
    stiffness: Stiffness = 1e4
    damping: PerSpeed = 1.0
    friction: Annotated[Coulomb, BeforeValidator(_both)] = Coulomb()
    viscous: Annotated[Viscous, BeforeValidator(_both)] = Viscous()
    friction_speed: Annotated[float, Quantity(units.SPEED), Positive()] = 0.01

    def numbers(self, gravity: Vector) -> list[float]:
        """In the order of `equations.ground.Contact`, from the plane's normal on."""
        g = np.array(gravity)
        up = -g / np.linalg.norm(g) if g.any() else np.array([0.0, 0.0, 1.0])
        friction, viscous = self.friction, self.viscous
        return [
            *(up + 0.0).tolist(),
            self.height,
            self.stiffness,
            self.damping,
            *(friction.along, friction.across, viscous.along, viscous.across),
            self.friction_speed,
        ]


class Contact(Words):
    """Small spheres of a body that touch the ground, and the axis its friction is told along.

    What is left out follows from the shape: both ends of a cylinder or capsule, a sphere itself,
    the corners of a box.
    """

    short_forms = ({"type": "boolean"},)

    # completed from the shape, so these are never None
    points: tuple[Point, ...] = None  # type: ignore[assignment]
    radius: Annotated[float, Quantity(units.LENGTH, least=0.0)] = None  # type: ignore[assignment]
    axis: Axis = None  # type: ignore[assignment]

    def of(self, shape: Shape | None) -> Contact:
        """Completed."""
        points, radius, axis = _of_shape(shape)
        given: dict[str, Any] = self.__dict__
        if given["points"] == ():
            raise refusal("a contact has one point or more", "remove points, or contact", "contact")
        missing = [key for key in ("points", "radius") if given[key] is None]
        if missing and points is None:
            kind = "without a shape" if shape is None else f"with the shape {shape.kind}"
            raise refusal(
                f"a body {kind} does not say where it touches the ground",
                f"give {' and '.join(missing)}",
                "contact",
            )
        return Contact(
            points=points if given["points"] is None else self.points,
            radius=radius if given["radius"] is None else self.radius,
            axis=axis if given["axis"] is None else self.axis,
        )


def to_contact(words: Any) -> Any:
    """`contact: true` takes everything from the shape, `false` is none."""
    return {} if words is True else None if words is False else words


def _of_shape(shape: Shape | None) -> tuple[Any, float, Vector]:
    """Points (None if the shape gives none), radius and axis in the body frame."""
    x = (1.0, 0.0, 0.0)
    if shape is None:
        return None, 0.0, x
    p, R = shape.at.p, shape.at.R
    axis = tuple((R @ np.array(x)).tolist())
    if shape.sphere is not None:
        return (tuple(p.tolist()),), shape.sphere, axis
    if shape.box is not None:
        signs = itertools.product((-0.5, 0.5), repeat=3)
        corners = (p + R @ (np.array(s) * shape.box) for s in signs)
        return tuple(tuple(c.tolist()) for c in corners), 0.0, axis
    rod = shape.cylinder or shape.capsule
    if rod is None:
        return None, 0.0, axis
    along = R @ np.array(rod.along)
    ends = (p - rod.length / 2 * along, p + rod.length / 2 * along)
    return tuple(tuple(e.tolist()) for e in ends), rod.radius, tuple(along.tolist())
