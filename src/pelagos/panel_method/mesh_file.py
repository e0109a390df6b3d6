"""Mesh files as triangles in metres: STL, OBJ, PLY and glTF, with all parts in their places."""

from __future__ import annotations

import hashlib
import io
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pelagos.errors import PelagosError
from pelagos.files import read_bytes
from pelagos.panel_method.surface import PanelSurface

ENDINGS = (".stl", ".obj", ".ply", ".glb", ".gltf")
UNITS = {"m": 1.0, "cm": 0.01, "mm": 0.001, "in": 0.0254, "ft": 0.3048}
LARGEST_FILE = 500_000_000  # bytes
MOST_TRIANGLES = 3_000_000
LARGEST, SMALLEST = 60.0, 0.01  # m: beyond these, somebody has to say the unit
LARGE = 8.0  # m: larger than most vehicles, so that it is told that metres were taken


@dataclass(frozen=True)
class MeshFile:
    """A file as it was read."""

    name: str
    surface: PanelSurface
    sha256: str
    notes: tuple[str, ...] = ()


def read(path: str | os.PathLike[str], unit: str | None = None) -> MeshFile:
    """The triangles of a file; equal vertices are one, parts of a scene stand in their places."""
    name, ending = Path(path).name, Path(path).suffix.lower()
    if ending not in ENDINGS:
        raise PelagosError(
            f"{path}: files of this kind are not read here: {ending or 'no ending'}\n"
            f"    use one of {', '.join(ENDINGS)}"
        )
    if unit is not None and unit not in UNITS:
        raise PelagosError(f"unit: {unit!r} is not known\n    use one of {', '.join(UNITS)}")
    content = read_bytes(path, LARGEST_FILE)
    vertices, faces = _triangles(content, ending[1:], str(path))
    if len(faces) == 0:
        raise PelagosError(f"{path}: it holds no triangles\n    export it again as STL")
    if len(faces) > MOST_TRIANGLES:
        raise PelagosError(
            f"{path}: {len(faces)} triangles, at most {MOST_TRIANGLES} are read\n"
            "    export it more coarsely"
        )
    if not np.isfinite(vertices).all():
        raise PelagosError(
            f"{path}: {np.count_nonzero(~np.isfinite(vertices).all(axis=1))} vertices are not "
            "finite\n    export it again"
        )
    vertices = vertices * UNITS[unit or "m"]
    notes = _check_size(str(path), vertices, unit)
    return MeshFile(name, merged(vertices, faces), hashlib.sha256(content).hexdigest(), notes)


def merged(vertices: np.ndarray, faces: np.ndarray) -> PanelSurface:
    """Vertices nearer to each other than a hundred-millionth of the size become one."""
    size = float(np.ptp(vertices, axis=0).max()) or 1.0
    grid = np.round((vertices - vertices.min(axis=0)) / (1e-8 * size)).astype(np.int64)
    _, first, which = np.unique(grid, axis=0, return_index=True, return_inverse=True)
    return PanelSurface(vertices[first], which.ravel()[faces].astype(np.int64))


def _triangles(content: bytes, kind: str, path: str) -> tuple[np.ndarray, np.ndarray]:
    import trimesh  # heavy

    options: dict[str, Any] = {"skip_materials": True} if kind == "obj" else {}
    try:
        with np.errstate(all="ignore"):
            loaded = trimesh.load(
                io.BytesIO(content), file_type=kind, process=False, resolver=None, **options
            )
            parts = _parts(loaded)
    except Exception as error:  # trimesh raises whatever its parsers meet
        raise PelagosError(
            f"{path}: the mesh cannot be read: {error}"[:300] + "\n    export it again as STL"
        ) from None
    vertices, faces, first = [np.zeros((0, 3))], [np.zeros((0, 3), dtype=np.int64)], 0
    for points, triangles in parts:
        vertices.append(points)
        faces.append(triangles + first)
        first += len(points)
    return np.concatenate(vertices), np.concatenate(faces)


def _parts(loaded: Any) -> list[tuple[np.ndarray, np.ndarray]]:
    if hasattr(loaded, "faces"):
        return [(np.array(loaded.vertices, float), np.array(loaded.faces, np.int64))]
    parts = []
    for node in loaded.graph.nodes_geometry:
        pose, geometry = loaded.graph[node]
        mesh = loaded.geometry[geometry]
        if hasattr(mesh, "faces"):  # not a curve or a cloud of points
            points = np.array(mesh.vertices, float) @ pose[:3, :3].T + pose[:3, 3]
            turned = np.linalg.det(pose[:3, :3]) < 0
            triangles = np.array(mesh.faces, np.int64)
            parts.append((points, triangles[:, ::-1] if turned else triangles))
    return parts


def _check_size(path: str, vertices: np.ndarray, unit: str | None) -> tuple[str, ...]:
    """Refuse sizes that no vehicle has; a note on those that few have."""
    size = float(np.ptp(vertices, axis=0).max())
    if unit is None and size > LARGEST:
        raise PelagosError(
            f"{path}: it is {size:.4g} m long; are its numbers millimetres?\n"
            "    say --unit mm (unit: mm in a model; or cm, in, ft), or m if it is as large as that"
        )
    if unit is None and size < SMALLEST:
        raise PelagosError(
            f"{path}: it is {1000 * size:.3g} mm long; are its numbers another unit than metres?\n"
            "    say --unit in, ft, cm or mm, or --unit m if it is as small as that"
        )
    if unit is None and size > LARGE:
        return (f"{size:.4g} m long: no unit was given, and metres were taken",)
    return ()
