"""Surfaces of mesh files, thinned out for pictures, so that a result can carry them."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import numpy as np
from pydantic_core import PydanticCustomError

from pelagos.files import UnreadableError, read_bytes
from pelagos.language import scope
from pelagos.language.files import LARGEST_FILE, find
from pelagos.language.visuals.parts import MESH_ENDINGS

if TYPE_CHECKING:
    from pelagos.language.shapes import Mesh
    from pelagos.language.visuals.parts import VisualMesh
    from pelagos.model.robot import Robot

MOST_TRIANGLES = 3000  # of a mesh
LEAST_TRIANGLES = 200
MOST_TOGETHER = 30_000  # of a robot
_DIGITS = 4  # of a coordinate, to the size of the surface


def surfaces(robot: Robot) -> dict[str, Any]:
    """Vertices [m] and triangles of every mesh that is drawn and whose file is at hand, unchanged.

    By the name of the body for its shape, and by `visual_key` for its visual parts. All together
    have at most MOST_TOGETHER triangles.
    """
    drawn: dict[str, Mesh | VisualMesh] = {}
    for name, body in robot.bodies.items():
        if body.visual is None and body.shape is not None and body.shape.mesh is not None:
            drawn[name] = body.shape.mesh
        for i, part in enumerate(body.visual or ()):
            if part.mesh is not None:
                drawn[visual_key(name, i)] = part.mesh
    most = min(MOST_TRIANGLES, max(LEAST_TRIANGLES, MOST_TOGETHER // max(1, len(drawn))))
    with scope.within(robot.scope):
        read = {key: _read(mesh, most) for key, mesh in drawn.items()}
    return {key: surface for key, surface in read.items() if surface is not None}


def visual_key(body: str, index: int) -> str:
    """The name of the surface of a visual part."""
    return f"{body}#{index}"


def _read(mesh: Mesh | VisualMesh, most: int) -> dict[str, Any] | None:
    try:
        path = find(mesh.file, MESH_ENDINGS)
        if hashlib.sha256(read_bytes(path, LARGEST_FILE)).hexdigest() != mesh.sha256:
            return None
    except (PydanticCustomError, UnreadableError):
        return None
    import trimesh  # heavy, and most models have no mesh

    options = {"skip_materials": True} if path.suffix.lower() == ".obj" else {}
    try:
        loaded = trimesh.load_mesh(str(path), **options)
        vertices = np.asarray(loaded.vertices, float) * mesh.scale
        faces = np.asarray(loaded.faces)
    except Exception:  # trimesh raises whatever its parsers meet; a picture goes without it
        return None
    if not len(faces) or not np.isfinite(vertices).all() or not np.ptp(vertices):
        return None
    if np.prod(mesh.scale) < 0:  # mirrored: the outside stays outside
        faces = faces[:, ::-1]
    vertices, faces = thinned(vertices, faces, most)
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
