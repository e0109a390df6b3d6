r"""A flat, compliant ground with friction that may differ along and across a body.

A contact is a small sphere of a body: centre c, radius r, height h of the centre over the plane,
depth d = r - h. Normal force (Hunt and Crossley 1975, with a linear spring)

    N = k d (1 - b dh/dt)   for d > 0, never below zero, else 0.

Friction acts where the plane is touched, on the sliding velocity v in the plane. With t the body's
axis laid down into the plane, v_a = (v . t) t along and v_c = v - v_a across it,

    F = -N [(mu_a / s + eta_a) v_a + (mu_c / s + eta_c) v_c],   s = sqrt(|v|^2 + v_s^2):

Coulomb's friction, smoothed below the speed v_s, and a viscous one in proportion to the load.
Friction that is larger across than along is what lets a snake push itself forward (Hirose 1993).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
from pydantic import BeforeValidator

from pelagos.elements.contact.law import pressed
from pelagos.elements.contract import Element, Stage
from pelagos.elements.site import Axes
from pelagos.language import units
from pelagos.language.shapes import Shape
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
from pelagos.mathematics.algebra import Force, Vec3
from pelagos.mathematics.inertia import into_frame
from pelagos.mathematics.scalars import Scalar, sqrt

LYING = 1e-6  # sine of the angle below which an axis upright on the plane has no direction in it

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

    def touching(self, contact: Contact, body: Axes, up: np.ndarray) -> Iterator[GroundContact]:
        """The contacts of a body; up is a unit vector against gravity."""
        friction, viscous = self.friction, self.viscous
        for point in contact.points:
            yield GroundContact(
                link=body.link,
                centre=body.vector(point),
                radius=contact.radius,
                axis=body.vector(contact.axis),
                normal=Vec3(*(up + 0.0).tolist()),
                level=self.height,
                stiffness=self.stiffness,
                damping=self.damping,
                mu_along=friction.along,
                mu_across=friction.across,
                eta_along=viscous.along,
                eta_across=viscous.across,
                slow=self.friction_speed,
            )


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


@dataclass(frozen=True)
class GroundContact(Element):
    """A small sphere of a body on the plane n . x = level."""

    link: int
    centre: Vec3
    radius: float
    axis: Vec3  # of the body, along which friction differs
    normal: Vec3  # of the plane, world
    level: float
    stiffness: float
    damping: float
    mu_along: float
    mu_across: float
    eta_along: float
    eta_across: float
    slow: float  # speed below which Coulomb's friction is smoothed

    stage = Stage.CONTACT

    def act(self, at: Any) -> Sequence[Scalar]:
        pose, velocity, centre = at.world[self.link], at.velocities[self.link], self.centre
        n = into_frame(pose.R, self.normal)
        height = self.normal.dot(pose.p) + n.dot(centre) - self.level
        depth = self.radius - height
        touched = centre - height * n
        v = velocity.v + velocity.w.cross(touched)
        rising = n.dot(v)
        load = pressed(self.stiffness, self.damping, depth, rising)
        friction = self._friction(n, v - rising * n)
        at.apply(self.link, Force.at(touched, load * (n - friction)))
        return (load,)

    def _friction(self, n: Vec3, v: Vec3) -> Vec3:
        """Per unit of load, against the sliding."""
        laid = self.axis - self.axis.dot(n) * n
        t = (1.0 / sqrt(laid.dot(laid) + LYING * LYING)) * laid
        along = v.dot(t) * t
        speed = sqrt(v.dot(v) + self.slow * self.slow)
        return (self.mu_along / speed + self.eta_along) * along + (
            self.mu_across / speed + self.eta_across
        ) * (v - along)
