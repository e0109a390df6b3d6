"""Mesh files: closed surfaces of triangles, read from STL or OBJ."""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pelagos.files import read_bytes
from pelagos.language.files import LARGEST_FILE, find
from pelagos.language.words import refusal

MOST_CUT = 2000  # triangles of a surface that the water cuts: each is work at every step


class LoadedMesh(NamedTuple):
    """A surface as trimesh has it, and the digest of its file."""

    surface: Any
    sha256: str


def loaded(name: str) -> LoadedMesh:
    """A mesh file that encloses a volume; anything else is refused."""
    path = find(name, (".stl", ".obj"))
    import trimesh  # heavy, and most models have no mesh

    try:
        content = read_bytes(path, LARGEST_FILE)
        options = {"skip_materials": True} if path.suffix.lower() == ".obj" else {}
        with np.errstate(all="ignore"):  # of surfaces without a volume
            mesh = trimesh.load_mesh(str(path), **options)
            mesh.merge_vertices()
            if len(mesh.faces) == 0:
                raise ValueError("it holds no triangles")
            closed, volume = bool(mesh.is_watertight), float(mesh.volume)
    except Exception as error:  # trimesh raises whatever its parsers meet
        raise refusal(f"the mesh cannot be read: {error}"[:300], "export it again as STL") from None
    if not closed:
        count = _open_edges(mesh.edges_sorted)
        edges = "1 edge does" if count == 1 else f"{count} edges do"
        raise refusal(
            f"the surface is not closed, so it has no volume: {edges} not join two triangles",
            "repair the mesh (close its holes), or give volume, centroid and inertia beside file",
        )
    if not np.isfinite(volume) or volume <= 0:
        raise refusal(f"the mesh encloses a volume of {volume:g}", "turn its faces outwards")
    return LoadedMesh(mesh, hashlib.sha256(content).hexdigest())


def cut_surface(name: str) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Vertices and faces of a closed surface that the water is to cut."""
    surface = loaded(name).surface
    if len(surface.faces) > MOST_CUT:
        raise refusal(
            f"the mesh has {len(surface.faces)} triangles, and the surface of the water is to cut "
            f"each of them at every step: {MOST_CUT} are allowed",
            "give a coarser mesh as shape, and the fine one as visual",
        )
    return np.asarray(surface.vertices, dtype=float), np.asarray(surface.faces, dtype=np.int64)


def _open_edges(edges: NDArray[np.int64]) -> int:
    """Edges that do not belong to exactly two triangles."""
    _, counts = np.unique(edges, axis=0, return_counts=True)
    return int(np.count_nonzero(counts != 2))
