"""Convex hulls of surfaces with few corners: which points of a mesh to keep, and their faces."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

FEWEST, MOST = 4, 64  # corners
FLAT = 1e-6  # of the size: what stands out of a hull by less is part of it
SAME_PLANE = 1e-9  # 1 - cosine of the angle between triangles of one face

Corners = tuple[tuple[float, float, float], ...]


class KeptHull(NamedTuple):
    """Corners of a hull that stand for all of it."""

    corners: Corners
    volume: float  # of the whole hull


def kept_hull(points: NDArray[np.float64], most: int) -> KeptHull:
    """At most so many corners of the convex hull of points.

    The first four span a large tetrahedron; then the one is added that stands out of the hull of
    those before by most, until none does. The order is that of the points, so equal files give
    equal corners. Raises ValueError where the points lie in a plane.
    """
    from scipy.spatial import ConvexHull, QhullError  # heavy, and most models have no hull

    try:
        whole = ConvexHull(points)
    except QhullError:
        raise ValueError("its points lie in a plane") from None
    outer = points[np.sort(whole.vertices)]
    size = float(np.linalg.norm(np.ptp(outer, axis=0)))
    kept = _tetrahedron(outer)
    while len(kept) < min(most, len(outer)):
        planes = ConvexHull(outer[kept]).equations
        out = (outer @ planes[:, :3].T + planes[:, 3]).max(axis=1)
        farthest = int(np.argmax(out))
        if out[farthest] <= FLAT * size:
            break
        kept.append(farthest)
    corners = [(float(x), float(y), float(z)) for x, y, z in outer[np.sort(kept)]]
    return KeptHull(tuple(corners), float(whole.volume))


def _tetrahedron(points: NDArray[np.float64]) -> list[int]:
    """Four points far from each other: of a line, a plane and a body, as far as possible."""
    first = int(np.argmin(points[:, 0]))
    off = points - points[first]
    second = int(np.argmax(np.linalg.norm(off, axis=1)))
    along = off[second] / np.linalg.norm(off[second])
    third = int(np.argmax(np.linalg.norm(off - np.outer(off @ along, along), axis=1)))
    fourth = int(np.argmax(np.abs(off @ np.cross(along, off[third]))))
    return [first, second, third, fourth]


@dataclass(frozen=True, eq=False)
class Polyhedron:
    """A convex body with flat faces."""

    corners: NDArray[np.float64]
    normals: NDArray[np.float64]  # of its faces, outwards
    offsets: NDArray[np.float64]  # a point x is inside where normals @ x < offsets
    edges: tuple[tuple[int, int], ...]  # corners at their ends
    volume: float

    @property
    def thickness(self) -> float:
        """The least distance of a face from the corner farthest of it."""
        return float((self.offsets - (self.corners @ self.normals.T).min(axis=0)).min())

    @property
    def longest(self) -> float:
        """The longest edge."""
        a, b = np.array(self.edges).T
        return float(np.linalg.norm(self.corners[a] - self.corners[b], axis=1).max())

    @property
    def valences(self) -> NDArray[np.int64]:
        """How many edges meet at each corner."""
        return np.bincount(np.ravel(self.edges), minlength=len(self.corners))


@lru_cache(maxsize=64)
def polyhedron(corners: Corners) -> Polyhedron:
    """The hull of corners; triangles of one plane are one face. ValueError where it is flat."""
    from scipy.spatial import ConvexHull, QhullError  # heavy, and most models have no hull

    points = np.array(corners, dtype=float)
    try:
        hull = ConvexHull(points)
    except QhullError:
        raise ValueError("its corners lie in a plane") from None
    if len(hull.vertices) < len(points):
        raise ValueError(f"{len(points) - len(hull.vertices)} of its corners are inside")
    faces = _faces(hull.equations[:, :3])
    own: dict[tuple[int, int], list[int]] = {}
    for face, triangle in zip(faces, hull.simplices, strict=True):
        for a, b in ((0, 1), (1, 2), (2, 0)):
            ends = sorted((int(triangle[a]), int(triangle[b])))
            own.setdefault((ends[0], ends[1]), []).append(face)
    edges = sorted(ends for ends, (one, other) in own.items() if one != other)
    first = [faces.index(k) for k in range(max(faces) + 1)]
    normals = hull.equations[first, :3] + 0.0
    offsets = (points @ normals.T).max(axis=0)
    return Polyhedron(points, normals, offsets, tuple(edges), float(hull.volume))


def _faces(normals: NDArray[np.float64]) -> list[int]:
    """The number of the face of each triangle: of a convex body equal normals are one plane."""
    kinds: list[NDArray[np.float64]] = []
    found = []
    for normal in normals:
        same = [k for k, kind in enumerate(kinds) if 1.0 - kind @ normal < SAME_PLANE]
        if not same:
            kinds.append(normal)
        found.append(same[0] if same else len(kinds) - 1)
    return found
