"""Surfaces as solids: what can be mended without a guess is, with a word about it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pelagos.errors import PelagosError
from pelagos.panel_method import faults
from pelagos.panel_method.surface import Indices, PanelSurface

FLAT = 1e-12  # area over the square of the longest edge, below which a triangle counts as none


@dataclass(frozen=True)
class Mended:
    """A closed surface, and what was done to make it one."""

    surface: PanelSurface
    notes: tuple[str, ...]


def mended(
    surface: PanelSurface, name: str, *, close_holes: bool = False, single: bool = False
) -> Mended:
    """The boundary of a solid; PelagosError, with counts and places, where it is none.

    single: that of one part, so that uniting parts would not help.
    """
    notes: list[str] = []
    surface = _without_flat(surface, notes)
    surface = _wound_alike(surface, notes)
    if close_holes:
        surface = _closed(surface, notes)
    wrong = faults.found(surface)
    if wrong:
        lines = "".join(f"\n    {fault}" for fault in wrong)
        raise PelagosError(
            f"{name}: the surface does not enclose a solid:{lines}\n    {_remedy(wrong, single)}"
        )
    return Mended(_parts_outwards(surface, notes), tuple(notes))


def _remedy(wrong: list[faults.Fault], single: bool) -> str:
    kinds = {fault.kind for fault in wrong}
    if kinds == {"holes"}:
        return (
            "close the holes in the program it was drawn with, or by fans: --close-holes "
            "(close_holes: true in a model)"
        )
    if single:
        return "a part that cuts itself is not united: mend it in the program it was drawn with"
    return (
        "unite overlapping parts (boolean union): --unite (unite: true in a model), or in the "
        "program it was drawn with; for an assembly of many parts, draw its outer hull"
    )


def _without_flat(surface: PanelSurface, notes: list[str]) -> PanelSurface:
    """Drop triangles without area, and the second of equal ones."""
    c = surface.corners
    longest = ((c - np.roll(c, 1, axis=1)) ** 2).sum(axis=2).max(axis=1)
    flat = surface.areas <= FLAT * np.maximum(longest, 1e-300)
    _, first = np.unique(np.sort(surface.faces, axis=1), axis=0, return_index=True)
    again = np.ones(len(flat), dtype=bool)
    again[first] = False
    for bad, said in ((flat, "triangles without area"), (again & ~flat, "triangles given twice")):
        if bad.any():
            fault = faults.Fault(said, int(bad.sum()), surface.centroids[bad])
            notes.append(f"left out: {fault}")
    kept = ~(flat | again)
    if not kept.any():
        raise PelagosError("none of the triangles has an area\n    export the mesh again")
    return PanelSurface(surface.vertices, surface.faces[kept], surface.body[kept])


def _wound_alike(surface: PanelSurface, notes: list[str]) -> PanelSurface:
    """Turn triangles whose neighbours say that they are inside out."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import breadth_first_order, connected_components

    faces = surface.faces
    directed, which, count = faults.half_edges(faces)
    owner = np.tile(np.arange(len(faces)), 3)
    order = np.argsort(which, kind="stable")
    order = order[count[which[order]] == 2].reshape(-1, 2)
    one, two = owner[order[:, 0]], owner[order[:, 1]]
    same = (directed[order[:, 0]] == directed[order[:, 1]]).all(axis=1)
    if not same.any():
        return surface
    n = len(faces)
    # parity along a tree of neighbours: 1 keeps the sense, 2 turns it
    weights = coo_matrix((1 + same.astype(int), (one, two)), shape=(n, n)).tocsr()
    weights = weights.maximum(weights.T).tocsr()
    turned = np.zeros(n, dtype=bool)
    number, label = connected_components(weights, directed=False)
    for part in range(number):
        start = int(np.flatnonzero(label == part)[0])
        nodes, before = breadth_first_order(weights, start, directed=False)
        for node in nodes[1:]:
            turned[node] = turned[before[node]] ^ (weights[before[node], node] == 2)
        members = label == part
        if turned[members].mean() > 0.5:
            turned[members] ^= True
    fault = faults.Fault("triangles", int(turned.sum()), surface.centroids[turned])
    notes.append(f"turned over, as their neighbours lie: {fault}")
    fixed = np.where(turned[:, None], faces[:, ::-1], faces)
    return PanelSurface(surface.vertices, fixed, surface.body)


def _closed(surface: PanelSurface, notes: list[str]) -> PanelSurface:
    """Close holes by fans about the mean of their rims."""
    loops = [loop for loop in faults.holes(surface.faces) if len(loop) > 2]
    if not loops:
        return surface
    vertices, faces = [surface.vertices], [surface.faces]
    for number, loop in enumerate(loops):
        centre = len(surface.vertices) + number
        vertices.append(surface.vertices[loop].mean(axis=0)[None])
        fan = np.stack([loop, np.roll(loop, -1), np.full(len(loop), centre)], axis=1)
        faces.append(fan)
    before = surface.areas.sum()
    closed = PanelSurface(np.concatenate(vertices), np.concatenate(faces))
    share = 100 * (closed.areas.sum() / before - 1)
    centres = np.concatenate(vertices[1:])
    notes.append(f"closed: {faults.Fault('holes', len(loops), centres)}, {share:.2g} % more area")
    return closed


def _parts_outwards(surface: PanelSurface, notes: list[str]) -> PanelSurface:
    """Turn parts that are inside out; leave out those inside of others, which no water meets."""
    label = surface.components()[surface.faces[:, 0]]
    parts = [np.flatnonzero(label == k) for k in np.unique(label)]
    faces, kept = surface.faces.copy(), np.ones(len(surface.faces), dtype=bool)
    for part in parts:
        if _volume(surface, part) < 0:
            faces[part] = faces[part][:, ::-1]
            at = surface.centroids[part[:1]]
            notes.append(f"turned inside out: {faults.Fault('triangles', len(part), at)}")
    turned = PanelSurface(surface.vertices, faces)
    if len(parts) > 1:
        points = np.array([turned.vertices[faces[part[0], 0]] for part in parts])
        for part in parts:
            own = PanelSurface(turned.vertices, faces[part])
            for other, point in zip(parts, points, strict=True):
                if other is not part and kept[other].any() and encloses(own, point):
                    kept[other] = False
                    fault = faults.Fault("triangles", len(other), point[None])
                    notes.append(f"left out, inside of another part: {fault}")
    used, numbered = np.unique(faces[kept], return_inverse=True)
    return PanelSurface(turned.vertices[used], numbered.reshape(-1, 3).astype(np.int64))


def _volume(surface: PanelSurface, part: Indices) -> float:
    return float((surface.centroids[part] * surface.doubled[part]).sum() / 6)


def encloses(surface: PanelSurface, point: np.ndarray) -> bool:
    """Whether a point is inside of a closed surface."""
    used = surface.vertices[np.unique(surface.faces)]
    if (point < used.min(axis=0)).any() or (point > used.max(axis=0)).any():
        return False
    return bool(faults.winding(surface, point[None])[0] > 0.5)
