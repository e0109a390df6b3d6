"""Surfaces of mesh files, thinned out for pictures, so that a result can carry them."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import numpy as np
from pydantic_core import PydanticCustomError

from pelagos.files import UnreadableError, read_bytes
from pelagos.language import scope
from pelagos.language.files import LARGEST_FILE, find

if TYPE_CHECKING:
    from pelagos.language.shapes import Mesh
    from pelagos.model.robot import Robot

MOST_TRIANGLES = 3000
_DIGITS = 4  # of a coordinate, to the size of the surface


def surfaces(robot: Robot) -> dict[str, Any]:
    """Vertices [m] and triangles of every body with a mesh whose file is at hand, unchanged."""
    found = {}
    with scope.within(robot.scope):
        for name, body in robot.bodies.items():
            if body.drawn is not None and body.drawn.mesh is not None:
                surface = _read(body.drawn.mesh)
                if surface is not None:
                    found[name] = surface
    return found


def _read(mesh: Mesh) -> dict[str, Any] | None:
    try:
        path = find(mesh.file, (".stl", ".obj"))
        if hashlib.sha256(read_bytes(path, LARGEST_FILE)).hexdigest() != mesh.sha256:
            return None
    except (PydanticCustomError, UnreadableError):
        return None
    import trimesh  # heavy, and most models have no mesh

    options = {"skip_materials": True} if path.suffix.lower() == ".obj" else {}
    loaded = trimesh.load_mesh(str(path), **options)
    vertices, faces = np.asarray(loaded.vertices) * mesh.scale, np.asarray(loaded.faces)
    vertices, faces = thinned(vertices, faces, MOST_TRIANGLES)
    size = float(np.ptp(vertices, axis=0).max())
    digits = _DIGITS - int(np.floor(np.log10(size)))
    return {"vertices": np.round(vertices, digits).tolist(), "faces": faces.tolist()}


def thinned(vertices: np.ndarray, faces: np.ndarray, most: int) -> tuple[np.ndarray, np.ndarray]:
    """At most so many triangles: vertices in a cell of a grid become one, flat triangles vanish.

    Rossignac and Borrel (1993), Multi-resolution 3D approximations for rendering complex scenes.
    """
    low, size = vertices.min(axis=0), float(np.ptp(vertices, axis=0).max())
    cells = 4096.0
    while True:
        grid = np.floor((vertices - low) / size * cells).astype(np.int64)
        _, group = np.unique(grid, axis=0, return_inverse=True)
        group = group.ravel()
        count = np.bincount(group)
        merged = np.stack([np.bincount(group, vertices[:, k]) / count for k in range(3)], axis=1)
        corners = group[faces]
        a, b, c = corners.T
        kept = np.unique(corners[(a != b) & (b != c) & (c != a)], axis=0)
        if len(kept) <= most:
            return merged, kept
        cells *= 0.8
