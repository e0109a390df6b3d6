"""Bodies as they are drawn: visual parts, else shapes, else what their inertia says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from pelagos.model.surfaces import visual_key
from pelagos.view import colors, forms
from pelagos.view.drawn.fittings import fittings
from pelagos.view.drawn.parts import of_part
from pelagos.view.drawn.tanks import tanks
from pelagos.view.forms import Form

if TYPE_CHECKING:
    from pelagos.model import Robot
    from pelagos.model.bodies import Body


@dataclass(frozen=True)
class Part:
    """A body: its forms, colour and frame."""

    name: str
    parent: str
    color: str
    forms: list[Form]
    radius: float
    added: Form | None  # an ellipsoid as large as the water that moves along
    scenery: bool = False  # stands by itself, fixed to the world: no camera minds it

    @property
    def balls(self) -> list[tuple[np.ndarray, float]]:
        """Balls that hold its forms: centres (n, 3) in its frame, and radius."""
        return [forms.balls(one) for one in self.forms] or [(np.zeros((1, 3)), self.radius)]


def parts_of(robot: Robot, surfaces: dict[str, Any]) -> list[Part]:
    """All bodies, in order; surfaces: of meshes."""
    chosen, drawn = body_colors(robot), body_forms(robot, surfaces)
    scenery = _scenery(robot)
    parts = []
    for name in robot.order:
        body, found = robot.bodies[name], drawn[name]
        radius = max((forms.radius_of(one) for one in found), default=0.0)
        if not found and body.shape is not None:  # under a skin
            radius = forms.radius_of(forms.of_shape(body.shape))
        added = _added(body, robot)
        parts.append(Part(name, body.parent, chosen[name], found, radius, added, name in scenery))
    return parts


def _scenery(robot: Robot) -> set[str]:
    """Bodies that are fixed to the world and carry no others, unless all are."""
    carriers = {body.parent for body in robot.bodies.values()}
    still = {
        name
        for name, body in robot.bodies.items()
        if body.parent not in robot.bodies and body.joint.nv == 0 and name not in carriers
    }
    return still if len(still) < len(robot.bodies) else set()


def body_colors(robot: Robot) -> dict[str, str]:
    """The colour of every body: its own, or one of the palette."""
    chosen = dict(zip(robot.order, colors.palette(len(robot.order)), strict=True))
    for name, body in robot.bodies.items():
        chosen[name] = (colors.parse(body.color) if body.color else None) or chosen[name]
    return chosen


def body_forms(robot: Robot, surfaces: Mapping[str, Any] | None = None) -> dict[str, list[Form]]:
    """What every body looks like, in its frame; surfaces: of meshes."""
    scale, known = _scale(robot), surfaces or {}
    rows = {name: i for i, name in enumerate(robot.actuators)}
    found = {name: _own(robot, name, known, rows, scale) for name in robot.order}
    sizes = {name: max(map(forms.radius_of, own), default=0.0) for name, own in found.items()}
    for name, more in fittings(robot, sizes).items():
        found[name] += more
    tanks(robot, found)
    return found


def shape_forms(robot: Robot) -> dict[str, list[Form]]:
    """The shapes of the bodies alone, without visual parts."""
    scale = _scale(robot)
    return {name: _plain(robot, name, {}, scale) for name in robot.order}


def _own(
    robot: Robot, name: str, known: Mapping[str, Any], rows: Mapping[str, int], scale: float
) -> list[Form]:
    body = robot.bodies[name]
    if body.visual is not None:
        surfaces = [known.get(visual_key(name, i)) for i in range(len(body.visual))]
        if len(surfaces) == 1 and surfaces[0] is None:  # as earlier versions named it
            surfaces = [known.get(name)]
        made = [of_part(*one, rows) for one in zip(body.visual, surfaces, strict=True)]
        seen = [one for one in made if one is not None]
        if seen or not any(part.mesh is not None for part in body.visual):
            return seen
    return _plain(robot, name, known, scale)


def _plain(robot: Robot, name: str, known: Mapping[str, Any], scale: float) -> list[Form]:
    shape = robot.bodies[name].shape
    if shape is not None:
        return [forms.of_shape(shape, known.get(name))]
    return forms.of_bare_body(robot, name, scale)


def _added(body: Body, robot: Robot) -> Form | None:
    """The added mass: along each axis the radius of a ball of water that weighs as much."""
    if robot.water is None or body.added_mass is None or robot.water.density <= 0:
        return None
    masses, axes = np.linalg.eigh(np.array(body.added_mass)[:3, :3])
    if masses.max() <= 0:
        return None
    if np.linalg.det(axes) < 0:
        axes[:, 0] = -axes[:, 0]
    radii = np.cbrt(np.maximum(masses, 1e-3 * masses.max()) * 0.75 / np.pi / robot.water.density)
    centre = body.buoyancy.at if body.buoyancy is not None else body.com
    return forms.form("ellipsoid", radii, centre, forms.quaternion_of(axes))


def _scale(robot: Robot) -> float:
    """A length typical of the robot, to size what the model does not: lines, hubs, balls."""
    lengths = [float(np.linalg.norm(b.at.p)) for b in robot.bodies.values() if b.parent != "world"]
    lengths += [float(np.linalg.norm(body.com)) for body in robot.bodies.values()]
    for body in robot.bodies.values():
        if body.shape is not None:
            lengths.append(forms.radius_of(forms.of_shape(body.shape)))
    if not any(lengths):
        solids = (b for b in robot.bodies.values() if b.mass > 0 and np.any(b.inertia))
        lengths = [forms.equal_box(b.mass, np.array(b.inertia))[0].max() for b in solids]
    return float(max(lengths, default=0.0)) or 1.0
