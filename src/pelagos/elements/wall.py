"""Walls, the bed and the surface: the added mass of spheres and ellipsoids near a plane, by images.

Idea. A body that moves through the water is seen from afar as a dipole, of strength
P = (M_A + rho V) v in units of momentum. A plane that lets nothing through mirrors it; a free
surface whose waves are too slow to follow, on which the potential vanishes, mirrors it with the
other sign. The flow of the mirrored dipole at the centre of the body, at a distance h from the
plane with normal n, is

    u = -k (P + n (n . P)) / rho,    k = +-1 / (32 pi h^3),    + at a wall, - at a surface,

and a body with the velocity v in a flow u is a dipole P = (M_A + rho V) (v - u). So with
D = M_A / rho + V and N = 1 + n n^T the added mass is the one of open water and, beside it,

    M_A' = rho (A - D),    A = (D^-1 - k N)^-1.

For a sphere of radius a, to the first order, M_A grows by 3/8 (a/h)^3 of itself across the plane
and by 3/16 (a/h)^3 along it (Lamb 1932, art. 98, 99).

Equations. T = v . M_A' v / 2 depends on where the body is, so Lagrange's equations have two more
terms, -(dM_A'/dt) v + dT/d(place), both by dA = A d(k N) A, with P = rho A v:

    force at the centre      T_h n,    T_h = -3 k / (2 rho h) (P^2 + (n . P)^2)
    moment about the centre  k / rho (n . P) P x n

In a flow v is relative to the water, and the added mass feels it as that of open water does.

Valid for h > 1.1 of the largest semi-axis; nearer, the added mass is held at what it is there.
Quadrupoles (turning bodies, order h^-5), mirrored images of other planes, and bodies that mirror
each other are not in it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy as np
from pydantic import model_validator

from pelagos.elements.body.immersion import flow_wrench
from pelagos.elements.contract import BodyName, Element, ElementWords, Extra, Output, Stage
from pelagos.elements.site import Site
from pelagos.elements.world_places import WorldAxis, WorldPoint
from pelagos.language.words import refusal
from pelagos.mathematics.algebra import Force, Mat3, Motion, Sym3, Vec3
from pelagos.mathematics.inertia import Inertia, Pose, into_frame
from pelagos.mathematics.scalars import Scalar, less, maximum, where
from pelagos.text import axis

NEAREST = 1.1  # semi-axes: nearer the image is no dipole
SHAPES = ("sphere", "ellipsoid")


class Wall(ElementWords):
    """A plane near a body, which changes its added mass: a wall, the bed or the surface.

    A wall is a plane through the point `at` with a `normal` that points into the water. The bed is
    that of the water's `depth`, the surface its `surface`; the latter is free, unless `rigid`, for
    motions so slow that it stays level.
    """

    place = "section"
    key = "walls"
    outputs = (
        Output("distance", "m", "of the body's centre from the plane"),
        Output("force", "N", "away from the plane, for the added mass that changes on the way"),
    )

    body: BodyName
    plane: Literal["wall", "bed", "surface"] = "wall"
    normal: WorldAxis | None = None
    at: WorldPoint | None = None
    rigid: bool | None = None

    @model_validator(mode="after")
    def _one_plane(self) -> Wall:
        given = [key for key in ("normal", "at") if getattr(self, key) is not None]
        if self.plane == "wall" and len(given) < 2:
            lacking = "normal" if self.normal is None else "at"
            raise refusal(f"a wall needs {lacking}", "give normal and at, or plane: bed", lacking)
        if self.plane != "wall" and given:
            message = f"the place of the {self.plane} follows from the water"
            raise refusal(message, f"remove {given[0]}, or write plane: wall", given[0])
        if self.rigid is not None and self.plane != "surface":
            raise refusal(f"a {self.plane} is always rigid", "remove rigid", "rigid")
        return self

    def misfits(self, parts: Any) -> Iterator[tuple[Any, ...]]:
        if parts.water is None:
            remedy = "add water: {density: 1025} to the robot, or remove the wall"
            yield "body", "the robot is not in water, so a wall would have no effect", remedy
            return
        if parts.water.crossing:
            remedy = "remove crossing from water, or remove the wall"
            yield "body", "bodies may cross the surface, and images are those of wet ones", remedy
        body = parts.bodies.get(self.body)
        if body is not None:
            yield from (("body", *said, self.body) for said in self._unfit(body))
        lacking = self._unknown(parts.water, any(parts.scope.gravity))
        if lacking:
            yield (
                "plane",
                f"the water has no {self.plane}: {lacking} is not given",
                f"add {lacking}",
            )

    def misfits_at_start(self, parts: Any, start: Any) -> Iterator[tuple[Any, ...]]:
        shape = parts.bodies[self.body].shape
        g = np.array(parts.scope.gravity)
        up = -g / np.linalg.norm(g) if g.any() else np.array([0.0, 0.0, 1.0])
        normal, level = self._plane(parts.water, up)
        R, _ = start.pose(self.body)
        distance = float(normal @ start.point(self.body, shape.centroid)) - level
        reach = float(np.linalg.norm(_semi_axes(shape) * (shape.at.R.T @ R.T @ normal)))
        if distance <= reach:
            message = (
                f"the body starts in the {self.plane}: its centre is {distance:.4g} m from it, and "
                f"it reaches {reach:.4g} m"
            )
            yield "plane", message, "start farther away, or turn the normal into the water"

    def _unfit(self, body: Any) -> Iterator[tuple[str, str]]:
        """Why the added mass of a body has no image."""
        kind = "no shape" if body.shape is None else f"the shape {body.shape.kind}"
        if body.shape is None or body.shape.kind not in SHAPES:
            yield (
                f"images are those of a {' or an '.join(SHAPES)}, and the body has {kind}",
                ("give it one of these shapes, or remove the wall"),
            )
        elif body.taken_along is None:
            remedy = "remove added_mass and water from the body, or remove the wall"
            yield "the added mass of the body is not that of its shape", remedy
        elif body.added_mass_form != "kirchhoff":
            remedy = "remove added_mass_form, or the wall"
            yield "images need added_mass_form: kirchhoff", remedy
        elif body.buoyancy.floating:
            yield (
                "the body floats: images are those of a body under water",
                ("remove floating, or the wall"),
            )

    def _unknown(self, water: Any, weighs: bool) -> str:
        """What the plane follows from and is not known."""
        if self.plane == "wall":
            return ""
        if not weighs:
            return "gravity"
        if self.plane == "surface":
            return "" if water.surface is not None else "surface"
        return "" if water.bed is not None else "depth"

    def build(self, site: Site) -> Iterator[Element]:
        body, axes = site.body_words(self.body), site.body(self.body)
        shape = body.shape
        normal, level = self._plane(site.water, site.up)
        turn = axes.turn.T @ shape.at.R
        yield Image(
            link=axes.link,
            normal=Vec3(*normal.tolist()),
            level=level,
            sign=-1.0 if self.plane == "surface" and not self.rigid else 1.0,
            density=site.density,
            centre=axes.vector(shape.centroid),
            principal=Mat3.of(turn.T.ravel().tolist()),
            dipole=Vec3(*(np.diag(body.taken_along.matrix)[:3] + shape.volume).tolist()),
            nearest=NEAREST * float(_semi_axes(shape).max()),
        )

    def _plane(self, water: Any, up: np.ndarray) -> tuple[np.ndarray, float]:
        """Its normal into the water, and n . x of its points."""
        if self.plane == "bed":
            return up + 0.0, float(water.bed)
        if self.plane == "surface":
            return -up + 0.0, -float(water.surface)
        normal = np.array(self.normal)
        return normal, float(normal @ np.array(self.at))

    def told(self) -> Iterator[str]:
        what = self.plane if self.normal is None else f"wall with normal {axis(self.normal)}"
        kind = "rigid " if self.rigid else ""
        yield f"{kind}{what} near {self.body}"


def _semi_axes(shape: Any) -> np.ndarray:
    return np.array(shape.ellipsoid or (shape.sphere,) * 3)


class Mirrored(NamedTuple):
    """An ellipsoid and a plane; vectors are in the axes of the ellipsoid."""

    height: Scalar  # of its centre over the plane
    h: Scalar  # the same, held where that is too near
    k: Scalar
    n: Vec3
    own: Vec3  # diagonal of (D^-1 - k)^-1
    share: Scalar  # A = own + share q q^T, by Sherman and Morrison
    q: Vec3  # own n

    def times(self, v: Vec3) -> Vec3:
        """A v."""
        return _scaled(self.own, v) + (self.share * self.q.dot(v)) * self.q


@dataclass(frozen=True)
class Image(Element):
    """What the image of a link in a plane adds to its added mass, and the forces of that."""

    link: int
    normal: Vec3  # world, into the water
    level: float  # n . x of the plane
    sign: float  # 1 of a wall, -1 of a free surface
    density: float
    centre: Vec3  # of the ellipsoid
    principal: Mat3  # from the ellipsoid's axes to the link's
    dipole: Vec3  # diagonal of D, m3
    nearest: float  # m

    stage = Stage.FLOW
    adds_mass = True
    mass_by_place = True

    def masses(self, at: Any) -> Iterator[Extra]:
        seen = self.mirrored(at.world[self.link])
        yield Extra(self.link, self.added(seen), 0.0, Vec3.zero())

    def mirrored(self, pose: Pose) -> Mirrored:
        """How the plane is seen from the ellipsoid, given the pose of the link in the world."""
        height = self.normal.dot(pose.point(self.centre)) - self.level
        h = maximum(height, self.nearest)
        k = self.sign / (32.0 * math.pi * h * h * h)
        n = into_frame(self.principal, into_frame(pose.R, self.normal))
        own = Vec3(*(d / (1.0 - k * d) for d in self.dipole))
        q = _scaled(own, n)
        return Mirrored(height, h, k, n, own, k / (1.0 - k * n.dot(q)), q)

    def added(self, seen: Mirrored) -> Inertia:
        """M_A' about the origin of the link: rho (A - D) at the centre."""
        more = seen.k * _scaled(self.dipole, seen.own)
        at_centre = Sym3(more.x, more.y, more.z, 0.0, 0.0, 0.0) + seen.share * Sym3.square(seen.q)
        M = (self.density * at_centre).rotated(self.principal)
        there = Inertia(M, Mat3.zero(), Sym3.zero())
        return Pose(Mat3.identity(), self.centre).carry(there)

    def act(self, at: Any) -> Sequence[Scalar]:
        """In still water the energy of the added mass has what these forces do."""
        pose, v = at.world[self.link], at.velocities[self.link]
        seen = self.mirrored(pose)
        wrench, force = self.wrench(seen, v, v)
        at.apply(self.link, wrench, stored=True)
        relative = at.relative.get(self.link) if at.flows else None
        if relative is not None:
            stream = at.stream(pose.point(self.centre))
            mass = self.added(seen), 0.0, Vec3.zero(), self.centre
            in_flow, force = self.wrench(seen, relative, v)
            carried = flow_wrench(*mass, v, pose.R, stream)
            at.apply(self.link, in_flow - wrench + carried)
        return seen.height, force

    def wrench(self, seen: Mirrored, relative: Motion, motion: Motion) -> tuple[Force, Scalar]:
        """-(dM_A'/dt) v + dT/d(place) on the link, and T_h; both motions are in its axes."""
        n, k = seen.n, seen.k
        P = seen.times(into_frame(self.principal, self._of_centre(relative)))
        along = n.dot(P)
        # where the added mass is held, no distance counts
        grows = where(less(seen.height, self.nearest), 0.0, -3.0 * k / seen.h)
        T_h = 0.5 * self.density * grows * (P.dot(P) + along * along)
        k_rate = grows * n.dot(into_frame(self.principal, self._of_centre(motion)))
        n_rate = n.cross(into_frame(self.principal, motion.w))
        change = k_rate * (P + along * n) + k * (along * n_rate + n_rate.dot(P) * n)
        push = T_h * n - self.density * seen.times(change)
        turn = (self.density * k * along) * P.cross(n)
        found = Force.at(self.centre, self.principal @ push)
        return found + Force(Vec3.zero(), self.principal @ turn), T_h

    def _of_centre(self, motion: Motion) -> Vec3:
        return motion.v.plus_cross(motion.w, self.centre)


def _scaled(a: Vec3, b: Vec3) -> Vec3:
    return Vec3(a.x * b.x, a.y * b.y, a.z * b.z)
