"""Finer panels on the same surface: the longest edges are halved, first near sharp edges.

Rivara (1984): a panel is cut at the middle of its longest edge, and so are its neighbours until no
corner lies on another's edge. Angles do not get worse than half of those given.
"""

from __future__ import annotations

import numpy as np

from pelagos.panel_method.surface import Array, Indices, PanelSurface

SHARP = 0.8  # cosine of the angle between neighbours beyond which an edge counts as sharp
FLOOR = 0.003  # of the size: nearer to a sharp edge than this, panels are no longer made smaller
_MOST_PASSES = 200


def refined(surface: PanelSurface, panels: int) -> PanelSurface:
    """At least so many panels, and few more."""
    sharp = _sharp_points(surface, panels)
    for _ in range(_MOST_PASSES):
        missing = panels - len(surface.faces)
        if missing <= 0:
            break
        wish = _coarseness(surface, sharp)
        # no more than are missing, the coarsest first; each takes a neighbour along
        order = np.argsort(-wish)[: max(1, missing // 2)]
        surface = bisected(surface, order[wish[order] > 0.6 * wish[order[0]]])
    return surface


def _coarseness(surface: PanelSurface, sharp: Array | None) -> Array:
    """Longest edges over the length that is wanted there."""
    lengths = _lengths(surface).max(axis=1)
    if sharp is None:
        return lengths
    from scipy.spatial import cKDTree

    size = np.ptp(surface.vertices, axis=0).max()
    apart = cKDTree(sharp).query(surface.centroids)[0]
    return lengths / np.sqrt(np.maximum(apart / size, FLOOR))


def _lengths(surface: PanelSurface) -> Array:
    """Of the edges opposite to the corners."""
    c = surface.corners
    return np.linalg.norm(np.roll(c, -2, axis=1) - np.roll(c, -1, axis=1), axis=2)


def _sharp_points(surface: PanelSurface, panels: int) -> Array | None:
    """Points along edges where the surface turns sharply; None if there are none."""
    edges, sides = edges_of(surface.faces)
    paired = sides[:, 1] >= 0
    first, second = surface.normals[sides[:, 0]], surface.normals[sides[:, 1]]
    turned = (first * second).sum(axis=1) < SHARP
    ends = surface.vertices[edges[paired & turned]]
    if len(ends) == 0:
        return None
    lengths = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
    step = max(lengths.sum() / (4 * panels), lengths.sum() / 200_000)
    points = []
    for (a, b), length in zip(ends, lengths, strict=True):
        count = int(length / step) + 2
        points.append(a + np.linspace(0, 1, count)[:, None] * (b - a))
    return np.concatenate(points)


def edges_of(faces: Indices) -> tuple[Indices, Indices]:
    """Edges by their two vertices, and the panels on both sides (-1: none; a third is left out)."""
    directed = np.concatenate([faces[:, [1, 2]], faces[:, [2, 0]], faces[:, [0, 1]]])
    owner = np.tile(np.arange(len(faces)), 3)
    # as one number each, which sorts several times faster than pairs do
    count = int(faces.max()) + 1
    keys, which = np.unique(
        directed.min(axis=1) * count + directed.max(axis=1), return_inverse=True
    )
    edges = np.stack([keys // count, keys % count], axis=1)
    order = np.argsort(which, kind="stable")
    start = np.searchsorted(which[order], np.arange(len(edges) + 1))
    sides = np.full((len(edges), 2), -1, dtype=np.int64)
    sides[:, 0] = owner[order[start[:-1]]]
    several = np.diff(start) > 1
    sides[several, 1] = owner[order[start[:-1][several] + 1]]
    return edges, sides


def bisected(surface: PanelSurface, marked: Indices) -> PanelSurface:
    """Halve the longest edges of some panels, and of others until all fit together."""
    faces = surface.faces
    directed = np.stack([faces[:, [1, 2]], faces[:, [2, 0]], faces[:, [0, 1]]], axis=1)
    edges, which = np.unique(np.sort(directed.reshape(-1, 2), axis=1), axis=0, return_inverse=True)
    which = which.reshape(-1, 3)  # edge opposite to each corner
    # by length, then by number: neighbours agree on which of their edges is longest
    ends = surface.vertices[edges]
    rank = np.argsort(np.argsort(np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1), kind="stable"))
    longest = np.argmax(rank[which], axis=1)
    own = which[np.arange(len(faces)), longest]
    cut = np.zeros(len(edges), dtype=bool)
    cut[own[marked]] = True
    while True:
        also = cut[which].any(axis=1) & ~cut[own]
        if not also.any():
            break
        cut[own[also]] = True
    middle = np.full(len(edges), -1, dtype=np.int64)
    middle[cut] = len(surface.vertices) + np.arange(np.count_nonzero(cut))
    vertices = np.concatenate([surface.vertices, ends[cut].mean(axis=1)])
    return _cut_up(surface, vertices, middle[which], longest)


def _cut_up(
    surface: PanelSurface, vertices: Array, middles: Indices, longest: Indices
) -> PanelSurface:
    """New panels: each is cut at its longest edge, and its halves at what else is cut."""
    turn = (longest[:, None] + np.arange(3)) % 3  # so that the longest edge faces the first corner
    rows = np.arange(len(turn))[:, None]
    a, b, c = surface.faces[rows, turn].T
    m, p, q = middles[rows, turn].T  # of bc, ca, ab
    new, body = [], []

    def take(chosen: Array, *triangles: tuple[Indices, Indices, Indices]) -> None:
        for triangle in triangles:
            new.append(np.stack([t[chosen] for t in triangle], axis=1))
            body.append(surface.body[chosen])

    whole = m < 0
    take(whole, (a, b, c))
    take(~whole & (q < 0), (a, b, m))
    take(~whole & (q >= 0), (a, q, m), (q, b, m))
    take(~whole & (p < 0), (a, m, c))
    take(~whole & (p >= 0), (a, m, p), (p, m, c))
    return PanelSurface(vertices, np.concatenate(new), np.concatenate(body))
