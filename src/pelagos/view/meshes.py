"""Triangles of the forms in a scene, for renderers that have no shapes of their own."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pelagos.result.euler import rotate
from pelagos.view.forms import Form

_AROUND = 28  # segments of a full turn
_CREASE = 0.88  # cosine of the angle between faces that still look like one smooth surface


@dataclass(frozen=True)
class TriangleMesh:
    """Vertices with normals, and triangles of their indices, counter-clockwise from outside."""

    vertices: np.ndarray
    normals: np.ndarray
    faces: np.ndarray

    def placed(self, one: Form) -> TriangleMesh:
        """Where a form stands in the frame of its body."""
        q, p = one["quaternion"], np.array(one["position"])
        return TriangleMesh(rotate(q, self.vertices) + p, rotate(q, self.normals), self.faces)


def of(one: Form) -> TriangleMesh:
    """The mesh of a form in the frame of its body."""
    return unplaced(one).placed(one)


def unplaced(one: Form) -> TriangleMesh:
    """The mesh of a form in its own frame."""
    kind, size = one["kind"], one["size"]
    if kind == "box":
        made = _box(np.array(size))
    elif kind == "ellipsoid":
        made = _ellipsoid(np.array(size))
    elif kind == "cylinder":
        r, half = size[0], size[1] / 2
        made = _lathe([(0, -half), (r, -half), *_barrel(r, half), (r, half), (0, half)])
    elif kind == "capsule":
        r, half = size[0], size[1] / 2
        turn = np.linspace(0, np.pi / 2, 8)
        low = [(r * np.sin(a), -half - r * np.cos(a)) for a in turn]
        high = [(x, -y) for x, y in reversed(low)]
        made = _lathe([*low[:-1], *_barrel(r, half), *high[1:]])
    elif kind == "lathe":
        made = _lathe([(r, h) for r, h in one["profile"]])
    else:
        made = _creased(np.array(one["vertices"], dtype=float), np.array(one["faces"], dtype=int))
    return made


def joined(parts: list[TriangleMesh]) -> TriangleMesh:
    """Several meshes as one."""
    starts = np.cumsum([0] + [len(part.vertices) for part in parts])
    return TriangleMesh(
        np.concatenate([part.vertices for part in parts]),
        np.concatenate([part.normals for part in parts]),
        np.concatenate([part.faces + start for part, start in zip(parts, starts, strict=False)]),
    )


def force_arrow(size: float) -> tuple[TriangleMesh, TriangleMesh]:
    """Shaft, one long along z, and head; both for a robot of a size."""
    r = 0.014 * size
    shaft = _lathe([(0, 0), (r, 0), (r, 0), (r, 1), (r, 1), (0, 1)])
    wide, long = 0.042 * size, 0.12 * size
    head = _lathe([(0, 0), (wide, 0), (wide, 0), (0, long)])
    return shaft, head


def torque_arrow() -> TriangleMesh:
    """Three quarters of a ring about z, radius one, counter-clockwise, with a head."""
    turns = np.linspace(0, 1.5 * np.pi, 40)
    around = np.linspace(0, -2 * np.pi, 9)[:-1]  # seen from outside
    a, b = np.meshgrid(turns, around, indexing="ij")
    normals = np.stack([np.cos(a) * np.cos(b), np.sin(a) * np.cos(b), np.sin(b)], axis=-1)
    middle = np.stack([np.cos(a), np.sin(a), 0 * a], axis=-1)
    ring = _sheet(middle + 0.05 * normals, normals)
    head = _lathe([(0, 0), (0.16, 0), (0.16, 0), (0, 0.42)])
    # at the end of the arc the ring points along x
    turn = np.array([[0, 0, 1], [1, 0, 0], [0, 1, 0]])
    placed = head.vertices @ turn.T + np.array([0, -1, 0])
    return joined([ring, TriangleMesh(placed, head.normals @ turn.T, head.faces)])


def _box(edges: np.ndarray) -> TriangleMesh:
    corners, normals = [], []
    for axis in range(3):
        for side in (-1.0, 1.0):
            normal = side * np.eye(3)[axis]
            u = np.roll(np.eye(3)[axis], 1)
            v = np.cross(normal, u)
            corners.append([normal - u - v, normal + u - v, normal + u + v, normal - u + v])
            normals.append([normal] * 4)
    first = 4 * np.arange(6)[:, None, None]
    faces = first + np.array([[0, 1, 2], [0, 2, 3]])
    vertices = np.array(corners).reshape(-1, 3) * edges / 2
    return TriangleMesh(vertices, np.array(normals).reshape(-1, 3), faces.reshape(-1, 3))


def _barrel(r: float, half: float) -> list[tuple[float, float]]:
    """Points along a rod; a long one in pieces, of which those behind the eye can be left out."""
    count = int(min(64, 2 + half // (20 * r)))
    return [(r, float(h)) for h in np.linspace(-half, half, count)]


def _ellipsoid(axes: np.ndarray) -> TriangleMesh:
    turn = np.linspace(-np.pi / 2, np.pi / 2, 17)
    ball = _lathe([(np.cos(a), np.sin(a)) for a in turn])
    normals = ball.vertices / axes
    length = np.linalg.norm(normals, axis=1, keepdims=True)
    return TriangleMesh(ball.vertices * axes, normals / np.maximum(length, 1e-12), ball.faces)


def _lathe(profile: list[tuple[float, float]]) -> TriangleMesh:
    """A profile (radius, height), bottom to top, turned about z; repeated points make an edge."""
    points = np.array(profile, dtype=float)
    step = np.diff(points, axis=0)
    across = np.stack([step[:, 1], -step[:, 0]], axis=1)
    length = np.linalg.norm(across, axis=1)
    across = np.divide(
        across, length[:, None], out=np.zeros_like(across), where=length[:, None] > 0
    )
    # a point takes the mean of the pieces beside it; at an edge only of its own piece
    sums = np.zeros_like(points)
    sums[:-1] += across
    sums[1:] += across
    sums /= np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-12)
    turn = np.linspace(0, 2 * np.pi, _AROUND + 1)[:-1]
    c, s = np.cos(turn)[None, :, None], np.sin(turn)[None, :, None]

    def turned(flat: np.ndarray) -> np.ndarray:
        r, h = flat[:, None, :1], flat[:, None, 1:]
        return np.concatenate([r * c, r * s, h + 0 * c], axis=-1)

    return _sheet(turned(points), turned(sums))


def _sheet(vertices: np.ndarray, normals: np.ndarray) -> TriangleMesh:
    """A grid of points (row, around, 3), closed around; triangles without area are left out."""
    rows, around = vertices.shape[:2]
    i, j = np.meshgrid(np.arange(rows - 1), np.arange(around), indexing="ij")
    a, b = i * around + j, i * around + (j + 1) % around
    c, d = a + around, b + around
    faces = np.concatenate([np.stack([a, b, d], -1), np.stack([a, d, c], -1)]).reshape(-1, 3)
    points = vertices.reshape(-1, 3)
    x, y, z = (points[faces[:, k]] for k in range(3))
    area = np.linalg.norm(np.cross(y - x, z - x), axis=1)
    return TriangleMesh(
        points, normals.reshape(-1, 3), faces[area > 1e-12 * max(area.max(), 1e-300)]
    )


def _creased(vertices: np.ndarray, faces: np.ndarray) -> TriangleMesh:
    """A given surface: smooth where neighbouring faces nearly agree, with edges elsewhere."""
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    weighted = np.cross(b - a, c - a)
    flat = weighted / np.maximum(np.linalg.norm(weighted, axis=1, keepdims=True), 1e-300)
    sums = np.zeros_like(vertices)
    for k in range(3):
        np.add.at(sums, faces[:, k], weighted)
    sums /= np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-300)
    corner = sums[faces]
    smooth = np.sum(corner * flat[:, None], axis=-1, keepdims=True) > _CREASE
    normals = np.where(smooth, corner, flat[:, None]).reshape(-1, 3)
    return TriangleMesh(
        vertices[faces].reshape(-1, 3), normals, np.arange(3 * len(faces)).reshape(-1, 3)
    )
