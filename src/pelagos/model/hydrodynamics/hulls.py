"""Shapes of bodies as hulls that the surface of the water cuts.

Spheres and ellipsoids have closed forms and a box is twelve triangles, both exact. A cylinder is
the prism of `SIDES` sides, a capsule the like with rounded ends, each as large in volume as the
shape. A mesh is cut as it is. Of a body without a shape the hull is a ball of its volume.

A body may displace less than its shape encloses, or have its centre elsewhere: the hull is the
shape, moved so that its centroid is the centre of buoyancy.
"""

from __future__ import annotations

import itertools
import math

import numpy as np
from numpy.typing import NDArray
from pydantic_core import PydanticCustomError

from pelagos.elements.body.waterline import EllipsoidHull, HullShape, MeshHull, mesh_hull
from pelagos.elements.site import Axes
from pelagos.errors import PelagosError
from pelagos.language import scope
from pelagos.language.placement import aligned_axes
from pelagos.language.scope import Scope
from pelagos.language.shapes import Rod, Shape, cut_surface
from pelagos.mathematics.algebra import Mat3, Vec3
from pelagos.model.bodies import Body

SIDES = 24  # of what stands for a cylinder
RINGS = 4  # of triangles on each rounded end

Surface = tuple[NDArray[np.float64], NDArray[np.int64]]  # vertices, faces seen anticlockwise


def hull_of(name: str, body: Body, axes: Axes, own: Scope) -> tuple[HullShape, float]:
    """The hull of a body and the volume that it encloses."""
    shape, cob = body.shape, np.array(body.cob)
    if shape is None:
        if not body.volume:  # checked on reading, but a scenario may have water of its own
            raise PelagosError(
                f"bodies.{name}: nothing says how much of it is wet (water.crossing)\n    "
                "give it a shape, or buoyancy: {volume, at}"
            )
        radius = float((0.75 * body.volume / math.pi) ** (1.0 / 3.0))
        return _ellipsoid((radius,) * 3, cob, axes, np.eye(3)), body.volume
    centre = cob if body.volume else shape.centroid
    if shape.sphere is not None:
        return _ellipsoid((shape.sphere,) * 3, centre, axes, shape.at.R), shape.volume
    if shape.ellipsoid is not None:
        return _ellipsoid(shape.ellipsoid, centre, axes, shape.at.R), shape.volume
    return floating_mesh(name, shape, axes, own, centre - shape.centroid), shape.volume


def floating_mesh(name: str, shape: Shape, axes: Axes, own: Scope, moved: NDArray) -> MeshHull:
    """The surface of the shape of a body as triangles; own: where the files of the model are."""
    vertices, faces = _found(name, shape, own)
    placed = shape.at.p + vertices @ shape.at.R.T + moved
    return mesh_hull(placed @ axes.turn, faces.tolist())


def bounding_corners(name: str, shape: Shape, own: Scope) -> NDArray[np.float64]:
    """Of the box around the shape of a body along its axes, in the body's frame."""
    vertices, _ = _found(name, shape, own)
    sides = np.stack([vertices.min(axis=0), vertices.max(axis=0)]).T
    return np.asarray(shape.at.p + np.array([*itertools.product(*sides)]) @ shape.at.R.T)


def _found(name: str, shape: Shape, own: Scope) -> Surface:
    """Triangles of a shape, or an error that names body and file."""
    try:
        with scope.within(own):
            return surface_of(shape)
    except PydanticCustomError as error:
        file = "" if shape.mesh is None else f".mesh: {shape.mesh.file}"
        remedy = (error.context or {}).get("remedy", "")
        raise PelagosError(f"bodies.{name}.shape{file}: {error}\n    {remedy}") from None


def surface_of(shape: Shape) -> Surface:
    """Triangles of a box, cylinder, capsule or mesh, in the shape's own frame."""
    if shape.mesh is not None:
        return cut_surface(shape.mesh)
    if shape.box is not None:
        return _box(np.array(shape.box))
    rod = shape.cylinder or shape.capsule
    assert rod is not None
    return _turned(rod, shape.volume, RINGS if shape.capsule is not None else 0)


def _ellipsoid(
    semi_axes: tuple[float, ...], centre: NDArray, axes: Axes, R: NDArray
) -> EllipsoidHull:
    columns = (axes.turn.T @ R).T
    own = Mat3(*(Vec3(*column.tolist()) for column in columns))
    return EllipsoidHull(axes.vector(centre), own, Vec3(*map(float, semi_axes)))


def _box(edges: NDArray) -> Surface:
    corners = np.array([*itertools.product((-0.5, 0.5), repeat=3)]) * edges
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    faces = [face for a, b, c, d in quads for face in ((a, b, c), (a, c, d))]
    return corners, np.array(faces)


def _turned(rod: Rod, volume: float, rings: int) -> Surface:
    """A rod as a polygon turned about its axis, stretched across to the volume of the rod."""
    r, half = rod.radius, rod.length / 2
    profile = [(r, -half), (r, half)]
    for k in range(1, rings):
        angle = 0.5 * math.pi * k / rings
        ring = (r * math.cos(angle), half + r * math.sin(angle))
        profile = [(ring[0], -ring[1]), *profile, ring]
    reach = half + (r if rings else 0.0)
    turns = 2.0 * math.pi * np.arange(SIDES) / SIDES
    around = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    points = [(0.0, 0.0, -reach), (0.0, 0.0, reach)]
    points += [(rho * x, rho * y, z) for rho, z in profile for x, y in around.tolist()]
    faces: list[tuple[int, int, int]] = []
    last = 2 + (len(profile) - 1) * SIDES
    for k in range(SIDES):
        n = (k + 1) % SIDES
        faces += [(0, 2 + n, 2 + k), (1, last + k, last + n)]
        for low in range(2, last, SIDES):
            high = low + SIDES
            faces += [(low + k, low + n, high + n), (low + k, high + n, high + k)]
    vertices, table = np.array(points), np.array(faces)
    enclosed = np.einsum("ij,ij->", vertices[table[:, 0]], np.cross(*_sides(vertices, table))) / 6
    vertices[:, :2] *= math.sqrt(volume / enclosed)
    return vertices @ aligned_axes(rod.along).T, table


def _sides(vertices: NDArray, faces: NDArray) -> tuple[NDArray, NDArray]:
    return vertices[faces[:, 1]], vertices[faces[:, 2]]
