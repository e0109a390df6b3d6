"""What is wrong with a surface: how many, and where."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pelagos.panel_method.near import Spheres, pairs
from pelagos.panel_method.surface import Array, Flags, Indices, PanelSurface

_SHOWN = 3  # places that are named
_SINGULAR = {
    "holes": "hole",
    "triangles": "triangle",
    "triangles without area": "triangle without area",
    "triangles given twice": "triangle given twice",
    "edges with more than two triangles": "edge with more than two triangles",
    "pairs of triangles that cut or touch": "pair of triangles that cut or touch",
}


@dataclass(frozen=True)
class Fault:
    """A kind of fault, how often it was found, and at which points [m]."""

    kind: str
    count: int
    places: Array

    def __str__(self) -> str:
        told = dict.fromkeys(
            "(" + ", ".join(f"{x:.4g}" for x in place) + ")" for place in self.places
        )
        shown = ", ".join(list(told)[:_SHOWN])
        more = ", ..." if len(told) > _SHOWN else ""
        kind = self.kind if self.count != 1 else _SINGULAR.get(self.kind, self.kind)
        return f"{self.count} {kind} at {shown}{more} m"


def half_edges(faces: Indices) -> tuple[Indices, Indices, Indices]:
    """All directed edges, the undirected edge each belongs to, and how many belong to each."""
    directed = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
    # as one number each, which sorts several times faster than pairs do
    keys = directed.min(axis=1) * (int(faces.max(initial=0)) + 1) + directed.max(axis=1)
    _, which, count = np.unique(keys, return_inverse=True, return_counts=True)
    return directed, which, count


def open_edges(faces: Indices) -> Indices:
    """Directed edges that have a panel on one side only."""
    directed, which, count = half_edges(faces)
    return directed[count[which] == 1]


def holes(faces: Indices) -> list[Indices]:
    """Loops of open edges, against the direction of the panels beside them."""
    following: dict[int, list[int]] = {}
    for a, b in open_edges(faces):
        following.setdefault(int(b), []).append(int(a))
    loops = []
    while following:
        start = next(iter(following))
        loop, at = [start], start
        while following.get(at):
            step = following[at].pop()
            if not following[at]:
                del following[at]
            at = step
            if at == start:
                break
            loop.append(at)
        loops.append(np.array(loop, dtype=np.int64))
    return loops


def found(surface: PanelSurface) -> list[Fault]:
    """Everything that keeps a surface from being the boundary of a solid."""
    faults = []
    v, faces = surface.vertices, surface.faces
    loops = holes(faces)
    if loops:
        centres = np.array([v[loop].mean(axis=0) for loop in loops])
        faults.append(Fault("holes", len(loops), centres))
    directed, which, count = half_edges(faces)
    many = np.flatnonzero(count > 2)
    if len(many):
        first = np.array([np.flatnonzero(which == edge)[0] for edge in many[:_SHOWN]])
        places = v[directed[first]].mean(axis=1)
        faults.append(Fault("edges with more than two triangles", len(many), places))
    crossed = crossings(surface)
    if len(crossed):
        where = surface.centroids[crossed[:, 0]]
        faults.append(Fault("pairs of triangles that cut or touch", len(crossed), where))
    return faults


def crossings(surface: PanelSurface) -> Indices:
    """Pairs of panels without a common vertex that cut through each other, or touch.

    Vertices are moved by a billionth of the size: edges of symmetric parts that meet exactly, and
    parts that lie on one another, have no volumes with signs before that.
    """
    v = surface.vertices
    moved = v + 1e-9 * np.ptp(v, axis=0).max() * np.random.default_rng(0).uniform(-1, 1, v.shape)
    corners = moved[surface.faces]
    balls = Spheres(surface.corners, surface.centroids, surface.radii)
    s, t = pairs(balls, balls, reach=1.0)
    once = s < t
    s, t = s[once], t[once]
    apart = ~(surface.faces[s][:, :, None] == surface.faces[t][:, None, :]).any(axis=(1, 2))
    s, t = s[apart], t[apart]
    low, high = surface.corners.min(axis=1), surface.corners.max(axis=1)
    boxes_meet = ((low[s] <= high[t]) & (low[t] <= high[s])).all(axis=1)
    s, t = s[boxes_meet], t[boxes_meet]
    hit = np.zeros(len(s), dtype=bool)
    for begin in range(0, len(s), 200_000):
        part = slice(begin, begin + 200_000)
        one, two = corners[s[part]], corners[t[part]]
        hit[part] = _pierces(one, two) | _pierces(two, one)
    return np.stack([s[hit], t[hit]], axis=1)


def _pierces(one: Array, two: Array) -> Flags:
    """Whether an edge of the first triangle goes through the second: signs of volumes."""
    a, b, c = two[:, 0], two[:, 1], two[:, 2]
    hit = np.zeros(len(one), dtype=bool)
    for k in range(3):
        p, q = one[:, k], one[:, (k + 1) % 3]
        other_sides = _volume(a, b, c, p) * _volume(a, b, c, q) < 0
        u, v, w = _volume(p, q, a, b), _volume(p, q, b, c), _volume(p, q, c, a)
        inside = ((u > 0) & (v > 0) & (w > 0)) | ((u < 0) & (v < 0) & (w < 0))
        hit |= other_sides & inside
    return hit


def _volume(a: Array, b: Array, c: Array, d: Array) -> Array:
    return np.einsum("ij,ij->i", np.cross(b - a, c - a), d - a)


def winding(surface: PanelSurface, points: Array) -> Array:
    """How often the surface goes round each point: solid angles over 4 pi."""
    total = np.zeros(len(points))
    for k, point in enumerate(points):
        a, b, c = np.moveaxis(surface.corners - point, 1, 0)
        x, y, z = (np.linalg.norm(corner, axis=1) for corner in (a, b, c))
        triple = np.einsum("ij,ij->i", a, np.cross(b, c))
        below = (
            x * y * z
            + np.einsum("ij,ij->i", a, b) * z
            + np.einsum("ij,ij->i", b, c) * x
            + np.einsum("ij,ij->i", c, a) * y
        )
        total[k] = (2 * np.arctan2(triple, below)).sum() / (4 * np.pi)
    return total
