"""Parts that overlap or touch as one solid: the boolean union of manifold3d, if it is installed."""

from __future__ import annotations

import numpy as np

from pelagos.errors import PelagosError
from pelagos.panel_method import faults
from pelagos.panel_method.mesh_file import merged
from pelagos.panel_method.properties import properties
from pelagos.panel_method.repair import Mended, mended
from pelagos.panel_method.surface import Indices, PanelSurface

_SLIVERS = 1e-6  # of the size: cuts leave edges shorter than this, which nothing needs


def united(surface: PanelSurface, name: str, *, close_holes: bool = False) -> Mended:
    """The outside of all parts together. Each must be a solid by itself."""
    parts = solids_of(surface)
    if len(parts) < 2:
        return mended(surface, name, close_holes=close_holes, single=True)
    sound = [
        mended(part, f"{name}, part {k + 1} of {len(parts)}", close_holes=close_holes, single=True)
        for k, part in enumerate(parts)
    ]
    notes = [f"part {k + 1}: {note}" for k, one in enumerate(sound) for note in one.notes]
    whole = _union([one.surface for one in sound], name)
    if faults.found(whole):
        raise PelagosError(
            f"{name}: its {len(parts)} parts could not be united to a sound solid\n"
            "    unite them in the program it was drawn with"
        )
    before = sum(properties(one.surface, shadows=False).volume for one in sound)
    after = properties(whole, shadows=False)
    left = len(solids_of(whole))
    into = "one" if left == 1 else f"{left} that stand apart"
    notes.append(
        f"united {len(parts)} parts into {into}: volumes add up to {before:.6g} m3, together they "
        f"have {after.volume:.6g} m3 ({100 * (after.volume / before - 1):+.2g} %)"
    )
    again = mended(whole, name)
    return Mended(again.surface, (*notes, *again.notes))


def solids_of(surface: PanelSurface) -> list[PanelSurface]:
    """Parts one by one, also those that share corners, edges or whole faces."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    directed, which, count = faults.half_edges(surface.faces)
    owner = np.tile(np.arange(len(surface.faces)), 3)
    order = np.argsort(which, kind="stable")
    two = order[count[which[order]] == 2].reshape(-1, 2)
    many = [np.flatnonzero(which == edge) for edge in np.flatnonzero(count > 2)]
    beside = [pair for halves in many for pair in _same_solid(surface, directed, owner, halves)]
    pairs = np.concatenate([owner[two], np.array(beside, dtype=np.int64).reshape(-1, 2)])
    n = len(surface.faces)
    graph = coo_matrix((np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=(n, n))
    number, label = connected_components(graph, directed=False)
    return [surface.of_panels(label == part) for part in range(number)]


def _same_solid(
    surface: PanelSurface, directed: Indices, owner: Indices, halves: Indices
) -> list[tuple[int, int]]:
    """Pairs of panels at an edge with more than two, that have the inside between them.

    Seen along the edge, panels that go with it have the inside clockwise of them, the others
    counterclockwise. So the inside before one that goes with it begins at the next one, clockwise,
    that goes against it.
    """
    a, b = np.sort(directed[halves[0]])
    axis = surface.vertices[b] - surface.vertices[a]
    away = surface.centroids[owner[halves]] - surface.vertices[a]
    first = np.cross(axis, away[0])
    second = np.cross(axis, first) / np.linalg.norm(axis)
    angle = np.arctan2(np.cross(axis, away) @ second, np.cross(axis, away) @ first)
    along = directed[halves, 0] == a
    pairs = []
    for k in np.flatnonzero(along):
        back = (angle[k] - angle[~along] - 1e-9) % (2 * np.pi)
        pairs.append((int(owner[halves[k]]), int(owner[halves[~along][np.argmin(back)]])))
    return pairs


def _union(parts: list[PanelSurface], name: str) -> PanelSurface:
    try:
        import manifold3d
    except ImportError:
        raise PelagosError(
            "uniting the parts of a mesh needs manifold3d\n    pip install 'pelagos[unite]'"
        ) from None
    solids = []
    for k, part in enumerate(parts):
        solid = manifold3d.Manifold(
            manifold3d.Mesh64(part.vertices, part.faces.astype(np.uint64))
        )  # fmt: skip
        if solid.status() != manifold3d.Error.NoError:
            raise PelagosError(
                f"{name}, part {k + 1} of {len(parts)}: no solid that can be united "
                f"({solid.status().name})\n    unite the parts in the program it was drawn with"
            )
        solids.append(solid)
    whole = manifold3d.Manifold.batch_boolean(solids, manifold3d.OpType.Add)
    size = max(float(np.ptp(part.vertices, axis=0).max()) for part in parts)
    mesh = whole.simplify(_SLIVERS * size).to_mesh64()
    points = np.array(mesh.vert_properties[:, :3], dtype=float)
    return merged(points, np.array(mesh.tri_verts, dtype=np.int64))
