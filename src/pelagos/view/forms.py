"""Forms that are drawn: a shape of the model, or what a body without one probably looks like.

A form is a plain dict: `kind` (box, ellipsoid, cylinder, capsule, lathe, mesh), its `size`,
`position` and `quaternion` in the frame of the body, and where needed its own `color`, `opacity`,
the actuator (its row) by which it `turns` about its z, or by which it `fills`: row, effort when
full, and how each of its axes `grows`, as a power of the share. Rods and lathes lie along their z.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from pelagos.result.euler import rotate
from pelagos.view.colors import METAL

if TYPE_CHECKING:
    from pelagos.language.placement import Placement
    from pelagos.language.shapes import Shape
    from pelagos.language.visuals.parts import VisualPart
    from pelagos.model import Robot
    from pelagos.model.bodies import Body

Form = dict[str, Any]
_THIN = 0.035  # radius of a drawn line to its length


def form(kind: str, size: Iterable[float], p: Any, q: Any = (1, 0, 0, 0), **more: Any) -> Form:
    return {
        "kind": kind,
        "size": [float(x) for x in size],
        "position": [float(x) for x in p],
        "quaternion": [float(x) for x in q],
        **more,
    }


def of_shape(shape: Shape, surface: Any = None) -> Form:
    """The form of a shape of the model; a mesh needs its surface (vertices, faces)."""
    found = of_plain_solid(shape)
    if found is not None:
        return found
    assert shape.mesh is not None
    if surface is not None:
        return of_surface(surface, shape.at)
    solid = shape.mesh.solid()
    return egg(solid.volume, solid.centroid, solid.inertia, shape.at)


def of_plain_solid(words: Shape | VisualPart) -> Form | None:
    """A ball, an ellipsoid, a box or a rod where it lies; None for what is none of these."""
    p, q = words.at.p, np.array(words.at.unit_quaternion)
    if words.sphere is not None:
        return form("ellipsoid", (words.sphere,) * 3, p, q)
    if words.ellipsoid is not None:
        return form("ellipsoid", words.ellipsoid, p, q)
    if words.box is not None:
        return form("box", words.box, p, q)
    rod = words.cylinder or words.capsule
    if rod is None:
        return None
    kind = "cylinder" if words.cylinder else "capsule"
    return form(kind, (rod.radius, rod.length), p, product(q, turn_z_to(rod.along)))


def of_surface(surface: Mapping[str, Any], at: Placement) -> Form:
    """Triangles (vertices, faces) where they lie."""
    return form("mesh", (1, 1, 1), at.p, at.unit_quaternion, **surface)


def egg(volume: float, centroid: Any, inertia: Any, at: Placement) -> Form:
    """The ellipsoid in the place of a mesh of which no more is known than this."""
    edges, axes = equal_box(volume, np.array(inertia))
    turn = product(np.array(at.unit_quaternion), quaternion_of(axes))
    return form("ellipsoid", edges / 2, at.p + at.R @ np.array(centroid), turn)


def of_bare_body(robot: Robot, name: str, scale: float) -> list[Form]:
    """A body without shape: the solid of its inertia, struts to its joints and a hub at its own."""
    body = robot.bodies[name]
    com = np.array(body.com)
    found, radius = _solid(body, scale)
    ends = [child.at.p for child in robot.bodies.values() if child.parent == name]
    reach = _reach(found)
    for end in [com, *ends]:
        if np.linalg.norm(end) > 0.02 * scale and not _covers(reach, end, radius):
            found.append(strut(np.zeros(3), end, min(radius, 0.02 * scale)))
    if body.joint.mechanics.hub != "none" or not found:
        found.append(hub(body, 1.5 * radius))
    return found


def hub(body: Body, radius: float) -> Form:
    """The joint: a pin along a single axis, else a ball."""
    zero = np.zeros(3)
    if body.joint.mechanics.hub == "pin":
        turn = turn_z_to(body.joint.axes[0])
        return form("cylinder", (radius, 2.4 * radius), zero, turn, color=METAL)
    return form("ellipsoid", (radius,) * 3, zero, color=METAL)


def strut(a: np.ndarray, b: np.ndarray, radius: float, **more: Any) -> Form:
    """A capsule from a to b."""
    along = b - a
    length = float(np.linalg.norm(along))
    return form("capsule", (radius, length), (a + b) / 2, turn_z_to(along / length), **more)


def equal_box(mass: float, inertia: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Edges and axes (columns) of the uniform box with that mass and inertia."""
    moments, axes = np.linalg.eigh(inertia)
    if np.linalg.det(axes) < 0:
        axes[:, 0] = -axes[:, 0]
    squares = 6 * (moments.sum() - 2 * moments) / mass
    return np.sqrt(np.maximum(squares, 0.0)), axes


def balls(one: Form) -> tuple[np.ndarray, float]:
    """Centres (n, 3) in the body's frame and the radius of balls that hold a form."""
    size, centre = one["size"], np.array(one["position"])
    if one["kind"] == "mesh":
        return centre + rotate(one["quaternion"], np.array(one["vertices"])), 0.0
    if one["kind"] in ("cylinder", "capsule"):
        half = rotate(one["quaternion"], np.array([0, 0, size[1] / 2]))
        return np.stack([centre + half, centre - half]), size[0]
    if one["kind"] == "lathe":
        heights = [h for _, h in one["profile"]]
        ends = np.array([[0, 0, min(heights)], [0, 0, max(heights)]])
        return centre + rotate(one["quaternion"], ends), size[0]
    radius = math.hypot(*size) / 2 if one["kind"] == "box" else max(size)
    return centre[None], radius


def radius_of(one: Form) -> float:
    """Radius of the ball around the body's origin that holds a form."""
    centres, radius = balls(one)
    return float(np.linalg.norm(centres, axis=1).max()) + radius


def tip(one: Form) -> np.ndarray:
    """The point of a form whose path is worth watching: a rod's far end, else the centre."""
    centre = np.array(one["position"])
    if one["kind"] not in ("cylinder", "capsule"):
        return centre
    half = rotate(one["quaternion"], np.array([0, 0, one["size"][1] / 2]))
    return max(centre + half, centre - half, key=lambda p: float(np.linalg.norm(p)))


def _solid(body: Body, scale: float) -> tuple[list[Form], float]:
    """The solid of a body's inertia, with the radius its joint should be drawn with."""
    com = np.array(body.com)
    small = 0.03 * scale
    if body.mass <= 0 or not np.any(body.inertia):
        return ([form("ellipsoid", (2 * small,) * 3, com)] if body.mass > 0 else []), 0.5 * small
    edges, axes = equal_box(body.mass, np.array(body.inertia))
    order = np.argsort(edges)
    longest = edges[order[2]]
    if longest > 3 * scale:  # inertias made up for a test say nothing about the size
        return [form("ellipsoid", (4 * small,) * 3, com)], small
    if edges[order[1]] < 0.2 * longest:
        half = axes[:, order[2]] * longest / 2
        radius = max(_THIN * longest, edges[order[1]] / 2)
        return [strut(com - half, com + half, radius)], radius
    edges = np.maximum(edges, 0.05 * longest)
    return [form("box", edges, com, quaternion_of(axes))], 0.12 * float(edges.min())


def _reach(found: list[Form]) -> tuple[np.ndarray, np.ndarray] | None:
    """Ends of the rod that stands for a body."""
    if not found or found[0]["kind"] != "capsule":
        return None
    half = rotate(found[0]["quaternion"], np.array([0, 0, found[0]["size"][1] / 2]))
    centre = np.array(found[0]["position"])
    return centre - half, centre + half


def _covers(reach: tuple[np.ndarray, np.ndarray] | None, end: np.ndarray, radius: float) -> bool:
    """Whether the rod already leads from the body's origin to a point."""
    if reach is None:
        return False
    a, b = reach
    along = (b - a) / max(float(np.dot(b - a, b - a)), 1e-300)
    gaps = []
    for point in (np.zeros(3), end):
        nearest = a + np.clip(np.dot(point - a, along), 0, 1) * (b - a)
        gaps.append(float(np.linalg.norm(point - nearest)))
    return max(gaps) < 2 * radius


# Turning -----------------------------------------------------------------------------------------


def turn_z_to(axis: Any) -> np.ndarray:
    """A quaternion that turns z to a unit vector."""
    x, y, z = axis
    if z < -1 + 1e-12:
        return np.array([0.0, 1.0, 0.0, 0.0])
    q = np.array([1 + z, -y, x, 0.0])
    return q / np.linalg.norm(q)


def product(a: Any, b: Any) -> np.ndarray:
    """Quaternion of the turn b followed by a."""
    (aw, ax, ay, az), (bw, bx, by, bz) = a, b
    return np.array(
        [
            aw * bw - ax * bx - ay * by - az * bz,
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
        ]
    )


def quaternion_of(R: np.ndarray) -> np.ndarray:
    """Quaternion of a rotation matrix: the eigenvector of the largest eigenvalue (Bar-Itzhack)."""
    (a, b, c), (d, e, f), (g, h, i) = R
    K = np.array(
        [
            [a + e + i, h - f, c - g, d - b],
            [h - f, a - e - i, d + b, c + g],
            [c - g, d + b, e - a - i, h + f],
            [d - b, c + g, h + f, i - a - e],
        ]
    )
    vector: np.ndarray = np.linalg.eigh(K)[1][:, -1]
    return vector if vector[0] >= 0 else -vector
