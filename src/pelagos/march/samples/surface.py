"""Bodies at the free surface: those that leave the water they were described in.

Looked at in the recorded samples, where the model places a surface or lets a body float. What is
below the surface must stay there with all of its shape (without a shape: with its centre of
buoyancy); floating spheres and meshes must stay wet, and of floating cylinders and boxes the
waterline must cross the walls alone. Bodies that may cross the surface are not watched.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pelagos.elements.body.crossing import CrossingLink
from pelagos.elements.body.immersion import ImmersedLink
from pelagos.language.scope import Scope
from pelagos.language.shapes import Shape
from pelagos.march.samples.facts import Block
from pelagos.mechanism.robot import Compiled
from pelagos.model.bodies import Body
from pelagos.model.hydrodynamics.hulls import bounding_corners

ROUNDING = 1e-9  # m: a body that just touches the surface has not left the water

Excess = Callable[[np.ndarray, np.ndarray], np.ndarray]  # of (up in body axes, depth of origin)


class Surface:
    """The surface that the bodies of a robot must not leave."""

    def __init__(self, robot: Compiled):
        words = robot.robot
        gravity = np.array(words.gravity, dtype=float)
        size = float(np.linalg.norm(gravity))
        self._up = -gravity / size if size else np.array([0.0, 0.0, 1.0])
        self._level = robot.surface
        self._waves = words.water is not None and bool(words.water.waves)
        self._watched: dict[str, tuple[int, Excess]] = {}
        immersed = (e for e in robot.elements.of(ImmersedLink) if not isinstance(e, CrossingLink))
        for link in (element.link for element in immersed):
            name = robot.names[link]
            body = words.bodies[name]
            if body.buoyancy.floating:
                self._watched[name] = (link, _floating(name, body, words.scope))
            elif words.water is not None and words.water.surface is not None:
                self._watched[name] = (link, _below(body))
        self._floating = {name for name in self._watched if words.bodies[name].buoyancy.floating}

    @property
    def is_watched(self) -> bool:
        """Whether there is a body that could leave the water."""
        return bool(self._watched)

    def first_out(self, block: Block) -> tuple[int, str] | None:
        """The first sample in which a body is where it must not be, and what to say."""
        found: tuple[int, str] | None = None
        for name, (index, excess) in self._watched.items():
            up = _into(block["orientation"][:, index], self._up)
            depth = self._level - block["position"][:, index] @ self._up
            over = excess(up, depth)
            out = np.flatnonzero(over > ROUNDING)
            if out.size and (found is None or out[0] < found[0]):
                sample = int(out[0])
                found = sample, self._said(name, float(over[sample]), block["time"][sample])
        return found

    def _said(self, name: str, over: float, time: float) -> str:
        if name in self._floating:
            return (
                f"the floating body {name} left the surface at t = {time:.6g} s: the waterline "
                f"would have to be {over:.3g} m further along it\n    only spheres and meshes that "
                "are partly wet, and upright cylinders and boxes whose walls the waterline "
                "crosses, are modelled; add crossing: true to water, or disturb it less"
            )
        remedy = (
            "add crossing: true to water, or raise water.surface: waves hold below their mean "
            "level only"
            if self._waves
            else "add crossing: true to water, write buoyancy: floating, or leave out "
            "water.surface for water without an end"
        )
        return (
            f"the body {name} reaches {over:.3g} m above the surface of the water at "
            f"t = {time:.6g} s, but its forces are those of a body under water\n    keep it "
            f"below, {remedy}"
        )


def _into(quaternions: np.ndarray, v: np.ndarray) -> np.ndarray:
    """A world vector in the axes of a body, one row per sample."""
    w, r = quaternions[:, :1], -quaternions[:, 1:]
    turned = 2.0 * np.cross(r, np.broadcast_to(v, r.shape))
    return np.asarray(v + w * turned + np.cross(r, turned))


def _below(body: Body) -> Excess:
    """How far the highest point of a body is above the surface."""
    if body.shape is None:
        cob = np.array(body.cob)
        return lambda up, depth: up @ cob - depth
    shape, centre = body.shape, np.array(body.shape.centroid)
    return lambda up, depth: up @ centre + half_height(shape, up @ shape.at.R) - depth


def half_height(shape: Shape, up: np.ndarray) -> np.ndarray:
    """From the centre of a shape to its highest point; up in the shape's axes."""
    if shape.sphere is not None:
        return np.full(len(up), shape.sphere)
    if shape.ellipsoid is not None:
        return np.asarray(np.linalg.norm(up * shape.ellipsoid, axis=1))
    if shape.box is not None:
        return np.asarray(np.abs(up) @ np.array(shape.box) / 2.0)
    rod = shape.cylinder or shape.capsule
    if rod is None:  # a mesh counts by its centre
        return np.zeros(len(up))
    along = np.abs(up @ np.array(rod.along))
    across = np.sqrt(np.maximum(0.0, 1.0 - along**2)) if shape.cylinder is not None else 1.0
    return np.asarray(0.5 * rod.length * along + rod.radius * across)


def _floating(name: str, body: Body, own: Scope) -> Excess:
    """How far the waterline is beyond where the laws of `equations.floating` hold."""
    shape, centre = body.shape, np.array(body.shape.centroid)  # type: ignore[union-attr]
    assert shape is not None
    if shape.sphere is not None:
        radius = shape.sphere
        return lambda up, depth: up @ centre - depth - radius
    if shape.mesh is not None:
        corners = bounding_corners(name, shape, own)
        return lambda up, depth: (up @ corners.T).min(axis=1) - depth
    axis, a = (shape.at.R @ np.array(v) for v in body.buoyancy.prism_axes(shape))
    if shape.cylinder is not None:
        length, halves, power = shape.cylinder.length, (shape.cylinder.radius,) * 2, 2.0
    else:
        length, *edges = body.buoyancy.prism_edges(shape)
        halves, power = (edges[0] / 2, edges[1] / 2), 1.0

    def excess(up: np.ndarray, depth: np.ndarray) -> np.ndarray:
        upward = np.maximum(np.abs(up @ axis), 1e-12)
        tilts = np.abs([halves[0] * (up @ a), halves[1] * (up @ np.cross(axis, a))]) / upward
        reach = np.sum(tilts**power, axis=0) ** (1.0 / power)
        return np.asarray(np.abs(depth - up @ centre) / upward + reach - 0.5 * length)

    return excess
