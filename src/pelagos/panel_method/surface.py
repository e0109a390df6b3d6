"""A closed surface of triangles, or several, with what the integrals need of them."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from pelagos.lazy import cached_property

Array = NDArray[np.float64]
Indices = NDArray[np.int64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class PanelSurface:
    """Vertices [m] and triangles, counterclockwise seen from the water; body by triangle."""

    vertices: Array  # (vertex, 3)
    faces: Indices  # (panel, 3)
    body: Indices = field(default_factory=lambda: np.zeros(0, dtype=np.int64))  # (panel,)

    def __post_init__(self) -> None:
        if len(self.body) != len(self.faces):
            object.__setattr__(self, "body", np.zeros(len(self.faces), dtype=np.int64))

    @property
    def corners(self) -> Array:
        """(panel, corner, 3)"""
        return self.vertices[self.faces]

    @cached_property
    def doubled(self) -> Array:
        """Normals as long as twice the area."""
        a, b, c = np.moveaxis(self.corners, 1, 0)
        return np.cross(b - a, c - a)

    @cached_property
    def areas(self) -> Array:
        return np.linalg.norm(self.doubled, axis=1) / 2

    @cached_property
    def normals(self) -> Array:
        return self.doubled / np.maximum(2 * self.areas, 1e-300)[:, None]

    @cached_property
    def centroids(self) -> Array:
        return self.corners.mean(axis=1)

    @cached_property
    def radii(self) -> Array:
        """From centroids to the farthest corner."""
        return np.linalg.norm(self.corners - self.centroids[:, None], axis=2).max(axis=1)

    @cached_property
    def edges(self) -> Array:
        """Edges opposite to the corners, over twice the area: curls of hat functions, negative."""
        c = self.corners
        along = np.roll(c, -2, axis=1) - np.roll(c, -1, axis=1)
        return along / (2 * self.areas)[:, None, None]

    @property
    def bodies(self) -> int:
        return int(self.body.max()) + 1

    def of_body(self, number: int) -> PanelSurface:
        """One of the bodies alone."""
        return self.of_panels(self.body == number)

    def of_panels(self, chosen: Flags) -> PanelSurface:
        """Some panels, with the vertices that they need."""
        used, numbered = np.unique(self.faces[chosen], return_inverse=True)
        return PanelSurface(self.vertices[used], numbered.reshape(-1, 3).astype(np.int64))

    def components(self) -> Indices:
        """Which connected part each vertex belongs to."""
        from scipy.sparse import coo_matrix
        from scipy.sparse.csgraph import connected_components

        a, b, c = self.faces.T
        n = len(self.vertices)
        rows, columns = np.concatenate([a, b]), np.concatenate([b, c])
        graph = coo_matrix((np.ones(len(rows)), (rows, columns)), shape=(n, n))
        return connected_components(graph, directed=False)[1].astype(np.int64)


def joined(surfaces: list[PanelSurface]) -> PanelSurface:
    """Several bodies as one surface that remembers which is which."""
    vertices, faces, body, first = [], [], [], 0
    for number, one in enumerate(surfaces):
        vertices.append(one.vertices)
        faces.append(one.faces + first)
        body.append(np.full(len(one.faces), number))
        first += len(one.vertices)
    return PanelSurface(np.concatenate(vertices), np.concatenate(faces), np.concatenate(body))
