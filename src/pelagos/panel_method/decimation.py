"""Fewer panels: edges are drawn together where that changes the surface least.

Garland and Heckbert (1997), Surface simplification using quadric error metrics. Many edges at a
time, whose surroundings have no panel in common; none that would fold the surface or pinch it.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pelagos.panel_method.refinement import edges_of
from pelagos.panel_method.surface import Array, Flags, Indices, PanelSurface

_TURN = 0.2  # cosine by which a panel may turn at a time
_SPRING = 1e-5  # weight of the middle of an edge, where the planes about it leave the point free
_MOST_PASSES = 400
_FEW = 0.01  # share of what is wanted, below which a pass looks at all edges
_SLIVER = 0.02  # height over length of panels that are not made where there were none thinner


def decimated(
    surface: PanelSurface, panels: int, progress: Callable[[float, str], None] | None = None
) -> PanelSurface:
    """At most so many panels where that is possible."""
    start = len(surface.faces)
    quadrics = _quadrics(surface)
    for _ in range(_MOST_PASSES):
        surplus = len(surface.faces) - panels
        if surplus <= 0:
            break
        if progress is not None:
            progress(1 - surplus / max(1, start - panels), "decimating")
        wanted = -(-surplus // 2)
        surface, quadrics, count = _pass(surface, quadrics, wanted)
        if count < _FEW * wanted:  # the cheap ones would fold: look among the dear ones, too
            surface, quadrics, more = _pass(surface, quadrics, wanted - count, among_all=True)
            if count + more == 0:
                break
    return surface


def _quadrics(surface: PanelSurface) -> Array:
    """(vertex, 4, 4) sum of squared distances from the planes about it, times their areas."""
    offset = -(surface.normals * surface.centroids).sum(axis=1)
    plane = np.concatenate([surface.normals, offset[:, None]], axis=1)
    one = surface.areas[:, None, None] * plane[:, :, None] * plane[:, None, :]
    total = np.zeros((len(surface.vertices), 4, 4))
    for corner in range(3):
        np.add.at(total, surface.faces[:, corner], one)
    return total


def _pass(
    surface: PanelSurface, quadrics: Array, wanted: int, *, among_all: bool = False
) -> tuple[PanelSurface, Array, int]:
    """Draw at most so many edges together."""
    faces = surface.faces
    edges, sides = edges_of(faces)
    edges = edges[sides[:, 1] >= 0]
    points, costs = _best_points(surface, quadrics, edges)
    # the cheapest share, so that a pass does not take what a later one would do better
    share = len(edges) if among_all else max(8, min(8 * wanted, len(edges) // 3))
    order = np.argsort(costs, kind="stable")[:share]
    edges, points = edges[order], points[order]
    rank, around = _surroundings(faces, len(surface.vertices), edges)
    fine = _are_simple(edges, faces, len(surface.vertices)) & ~_folds(
        surface, edges, points, rank, around
    )
    # an edge is taken if no cheaper fine one has a panel in common with it
    best = np.full(len(faces), len(edges))
    keep = fine[rank]
    np.minimum.at(best, around[keep], rank[keep])
    lost = np.zeros(len(edges), dtype=bool)
    lost[rank[best[around] != rank]] = True
    chosen = np.flatnonzero(fine & ~lost)[:wanted]
    if len(chosen) == 0:
        return surface, quadrics, 0
    u, v = edges[chosen].T
    vertices, quadrics = surface.vertices.copy(), quadrics.copy()
    vertices[u] = points[chosen]
    quadrics[u] += quadrics[v]
    target = np.arange(len(vertices))
    target[v] = u
    return *_compacted(vertices, target[faces], surface.body, quadrics), len(chosen)


def _compacted(
    vertices: Array, faces: Indices, body: Indices, quadrics: Array
) -> tuple[PanelSurface, Array]:
    """Without panels that have vanished and vertices that none uses."""
    a, b, c = faces.T
    alive = (a != b) & (b != c) & (c != a)
    used, numbered = np.unique(faces[alive], return_inverse=True)
    numbered = numbered.reshape(-1, 3).astype(np.int64)
    return PanelSurface(vertices[used], numbered, body[alive]), quadrics[used]


def _best_points(surface: PanelSurface, quadrics: Array, edges: Indices) -> tuple[Array, Array]:
    """Where an edge goes, and what that costs."""
    u, v = edges.T
    q = quadrics[u] + quadrics[v]
    middle = (surface.vertices[u] + surface.vertices[v]) / 2
    matrix, right = q[:, :3, :3].copy(), -q[:, :3, 3]
    weight = _SPRING * np.trace(matrix, axis1=1, axis2=2) + 1e-300
    matrix += weight[:, None, None] * np.eye(3)
    points = np.linalg.solve(matrix, (right + weight[:, None] * middle)[..., None])[..., 0]
    whole = np.concatenate([points, np.ones((len(points), 1))], axis=1)
    cost = np.einsum("ei,eij,ej->e", whole, q, whole)
    # among equals, as on a plane, the shortest first
    length = ((surface.vertices[u] - surface.vertices[v]) ** 2).sum(axis=1)
    return points, cost + 1e-6 * length * np.trace(q[:, :3, :3], axis1=1, axis2=2)


def _surroundings(faces: Indices, vertices: int, edges: Indices) -> tuple[Indices, Indices]:
    """Edge and panel of all pairs in which a panel touches an end of the edge."""
    flat = faces.ravel()
    entries = np.argsort(flat, kind="stable")
    first = np.searchsorted(flat[entries], np.arange(vertices + 1))
    ranks, found = [], []
    for end in edges.T:
        count = first[end + 1] - first[end]
        rank = np.repeat(np.arange(len(edges)), count)
        within = np.arange(len(rank)) - np.repeat(np.cumsum(count) - count, count)
        ranks.append(rank)
        found.append(entries[first[end][rank] + within] // 3)
    return np.concatenate(ranks), np.concatenate(found)


def _are_simple(edges: Indices, faces: Indices, vertices: int) -> Flags:
    """Whether the ends of an edge have just the two neighbours in common that its panels have.

    Not those of a tetrahedron, which would become flat: there both ends have three neighbours.
    """
    from scipy.sparse import csr_matrix

    a, b, c = faces.T
    rows = np.concatenate([a, b, b, c, c, a])
    columns = np.concatenate([b, a, c, b, a, c])
    graph = csr_matrix((np.ones(len(rows)), (rows, columns)), shape=(vertices, vertices))
    graph.data[:] = 1.0
    shared = graph[edges[:, 0]].multiply(graph[edges[:, 1]]).sum(axis=1)
    degree = np.diff(graph.indptr)[edges]
    return np.asarray((np.asarray(shared).ravel() == 2) & (degree > 3).any(axis=1))


def _folds(
    surface: PanelSurface, edges: Indices, points: Array, rank: Indices, around: Indices
) -> Flags:
    """Whether a panel beside an edge would turn over, or the thinnest get thinner."""
    corners, at = surface.faces[around], edges[rank]
    is_end = (corners[:, :, None] == at[:, None, :]).any(axis=2)
    stays = is_end.sum(axis=1) == 1
    moved = np.where(is_end[..., None], points[rank][:, None, :], surface.vertices[corners])
    after = np.cross(moved[:, 1] - moved[:, 0], moved[:, 2] - moved[:, 0])
    size = np.linalg.norm(after, axis=1)
    cosine = (after * surface.normals[around]).sum(axis=1) / np.maximum(size, 1e-300)
    folds = np.zeros(len(edges), dtype=bool)
    folds[rank[stays & (cosine < _TURN)]] = True
    before, after = np.full((2, len(edges)), np.inf)
    np.minimum.at(before, rank, _slimness(surface.corners[around]))
    np.minimum.at(after, rank[stays], _slimness(moved)[stays])
    return folds | (after < np.minimum(_SLIVER, 0.8 * before))


def _slimness(corners: Array) -> Array:
    """Height over the longest side."""
    size = np.linalg.norm(
        np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1
    )
    longest = ((corners - np.roll(corners, 1, axis=1)) ** 2).sum(axis=2).max(axis=1)
    return np.asarray(size / np.maximum(longest, 1e-300))
