"""Visual parts of a body as forms."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from pelagos.language.visuals.colors import parse
from pelagos.view.drawn import solids
from pelagos.view.forms import (
    Form,
    egg,
    form,
    of_plain_solid,
    of_surface,
    product,
    turn_z_to,
)

if TYPE_CHECKING:
    from pelagos.language.visuals.parts import VisualPart

Profile = Sequence[Sequence[float]]
_RING = 20  # corners of the section of a ring


def of_part(part: VisualPart, surface: Any, rows: Mapping[str, int]) -> Form | None:
    """The form of a part; rows: of actuators by name. None for a mesh that is gone, or a skin."""
    made = _mesh(part, surface) if part.mesh is not None else _form(part)
    if made is None:
        return None
    if part.color is not None:
        made["color"] = parse(part.color)
    if part.opacity < 1:
        made["opacity"] = part.opacity
    if part.turned_by is not None and part.turned_by in rows:
        made["turns"] = rows[part.turned_by]
    return made


def lathe(profile: Profile, p: Any, q: Any, **more: Any) -> Form:
    """A profile of (radius, height) turned about z."""
    points = [[float(x) for x in point] for point in profile]
    heights = [h for _, h in points]
    size = (max(r for r, _ in points), max(heights) - min(heights))
    return form("lathe", size, p, q, profile=points, **more)


def duct(radius: float, inner: float, half: float) -> Profile:
    """The wall of a tube, with edges; from the inside of its lower end around."""
    corners = [(inner, half), (inner, -half), (radius, -half), (radius, half), (inner, half)]
    return [corners[0], *(c for corner in corners[1:-1] for c in (corner, corner)), corners[-1]]


def ring(radius: float, thickness: float) -> Profile:
    """The section of a torus."""
    turn = np.linspace(0, 2 * math.pi, _RING + 1)
    r = thickness / 2
    return [(radius - r * math.cos(a), -r * math.sin(a)) for a in turn]


def _form(part: VisualPart) -> Form | None:
    """A part that is no mesh."""
    found = of_plain_solid(part)
    if found is not None:
        return found
    if part.plate is not None:
        return of_surface(solids.plate(part.plate.outline, part.plate.thickness), part.at)
    about = getattr(getattr(part, part.form), "along", None)
    if about is None:
        return None
    return _turned(part, part.at.p, product(part.at.unit_quaternion, turn_z_to(about)))


def _turned(part: VisualPart, p: Any, q: Any) -> Form:
    """A part about an axis."""
    if part.cone is not None:
        r, top, half = part.cone.radius, part.cone.top, part.cone.length / 2
        ends = [(0, -half), (r, -half), (r, -half), (top, half)]
        return lathe(ends if top == 0 else [*ends, (top, half), (0, half)], p, q)
    if part.tube is not None:
        return lathe(duct(part.tube.radius, part.tube.inner, part.tube.length / 2), p, q)
    if part.torus is not None:
        return lathe(ring(part.torus.radius, part.torus.thickness), p, q)
    if part.lathe is not None:
        points = part.lathe.profile
        rising = points[-1][1] >= points[0][1]
        return lathe(points if rising else points[::-1], p, q)
    if part.helix is not None:
        h = part.helix
        made = solids.flight(h.radius, h.inner, h.length, h.turns, h.thickness)
        return form("mesh", (1, 1, 1), p, q, **made)
    assert part.propeller is not None
    made = solids.propeller(part.propeller.radius, part.propeller.blades)
    return form("mesh", (1, 1, 1), p, q, **made)


def _mesh(part: VisualPart, surface: Any) -> Form | None:
    if surface is not None:
        return of_surface(surface, part.at)
    mesh = part.mesh
    # of a mesh that was measured by an earlier version, this much is known
    if mesh is None or mesh.volume is None or mesh.centroid is None or mesh.inertia is None:
        return None
    factor = abs(mesh.scale[0])
    inertia = factor**2 * np.array(mesh.inertia)
    return egg(mesh.volume, factor * np.array(mesh.centroid), inertia, part.at)
