"""Surfaces of plates, flights of screws and propellers, as vertices and triangles about z."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

Surface = dict[str, Any]
_PER_TURN = 24  # segments of a flight in a full turn
_DIGITS = 5


def plate(outline: Sequence[Sequence[float]], thickness: float) -> Surface:
    """An outline in x and y, as thick along z, half of it below."""
    points = np.array(outline, dtype=float)
    if _area(points) < 0:
        points = points[::-1]
    n, half = len(points), thickness / 2
    low, high = (np.column_stack([points, np.full(n, z)]) for z in (-half, half))
    top = ears(points)
    i = np.arange(n)
    j = (i + 1) % n
    sides = np.concatenate([np.stack([i, j, j + n], 1), np.stack([i, j + n, i + n], 1)])
    return _surface(np.concatenate([low, high]), np.concatenate([top[:, ::-1], top + n, sides]))


def flight(radius: float, inner: float, length: float, turns: float, thickness: float) -> Surface:
    """A ribbon that winds about z between two radii."""
    steps = max(3, round(abs(turns) * _PER_TURN)) + 1
    angle = np.linspace(0, 2 * np.pi * turns, steps)
    height = np.linspace(-length / 2, length / 2, steps)
    corners = [
        np.stack([r * np.cos(angle), r * np.sin(angle), height + z * thickness / 2], 1)
        for r, z in ((inner, -1), (radius, -1), (radius, 1), (inner, 1))
    ]
    return _band(corners, reverse=turns > 0)


def blades(radius: float, count: int) -> Surface:
    """Blades of a propeller that pushes along z when it turns counter-clockwise about it."""
    stations = np.linspace(0.2, 1.0, 6)
    chord = radius * 0.62 * np.sqrt(np.maximum(0.05, 1 - (2 * (stations - 0.62)) ** 2 * 0.9))
    pitch = np.arctan2(0.55, 2.2 * stations)  # steep at the hub
    thick = radius * 0.05 * (1.2 - stations)
    found = []
    for k in range(count):
        turn = 2 * np.pi * k / count
        radial = np.array([np.cos(turn), np.sin(turn), 0.0])
        along = np.array([-np.sin(turn), np.cos(turn), 0.0])
        across = np.cos(pitch)[:, None] * along + np.sin(pitch)[:, None] * [0.0, 0.0, 1.0]
        normal = np.cross(np.broadcast_to(radial, across.shape), across)
        middle = radius * stations[:, None] * radial
        corners = [
            middle + a * chord[:, None] / 2 * across + b * thick[:, None] / 2 * normal
            for a, b in ((-1, 0), (0, -1), (1, 0), (0, 1))
        ]
        found.append(_band(corners))
    return _together(found)


def propeller(radius: float, count: int) -> Surface:
    """Blades on a hub with a rounded cap, which reaches a little into their roots."""
    height = radius * np.array([-0.3, -0.28, 0.12, 0.26, 0.36, 0.42])
    size = radius * np.array([0.16, 0.24, 0.24, 0.2, 0.12, 0.02])
    turn = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    hub = _band([np.stack([size * np.cos(a), size * np.sin(a), height], 1) for a in turn])
    return _together([hub, blades(radius, count)])


def _together(parts: list[Surface]) -> Surface:
    starts = np.cumsum([0, *(len(one["vertices"]) for one in parts)])
    faces = [np.array(one["faces"]) + s for one, s in zip(parts, starts, strict=False)]
    return _surface(np.concatenate([one["vertices"] for one in parts]), np.concatenate(faces))


def ears(points: np.ndarray) -> np.ndarray:
    """Triangles of a simple polygon, counter-clockwise: ears are cut off one by one (Meisters
    1975, Polygons have ears)."""
    left, found = list(range(len(points))), []
    while len(left) > 3:
        for k in range(len(left)):
            a, b, c = left[k - 1], left[k], left[(k + 1) % len(left)]
            if _is_ear(points, a, b, c, left):
                found.append((a, b, c))
                del left[k]
                break
        else:  # an outline that crosses itself: what is left is drawn as a fan
            found += [(left[0], left[k], left[k + 1]) for k in range(1, len(left) - 1)]
            return np.array(found)
    return np.array([*found, tuple(left)])


def _is_ear(points: np.ndarray, a: int, b: int, c: int, left: list[int]) -> bool:
    def side(p: np.ndarray, q: np.ndarray, r: np.ndarray) -> np.ndarray:
        cross: np.ndarray = (q[..., 0] - p[..., 0]) * (r[..., 1] - p[..., 1]) - (
            q[..., 1] - p[..., 1]
        ) * (r[..., 0] - p[..., 0])
        return cross

    pa, pb, pc = points[a], points[b], points[c]
    if side(pa, pb, pc) <= 0:
        return False
    rest = points[[k for k in left if k not in (a, b, c)]]
    within = (side(pa, pb, rest) >= 0) & (side(pb, pc, rest) >= 0) & (side(pc, pa, rest) >= 0)
    return not within.any()


def _area(points: np.ndarray) -> float:
    x, y = points.T
    return float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y)) / 2


def _band(corners: list[np.ndarray], reverse: bool = False) -> Surface:
    """A closed band along rows of corners (around, counter-clockwise from the first end)."""
    points = np.stack(corners, axis=1)
    rows, around = points.shape[:2]
    i, j = np.meshgrid(np.arange(rows - 1), np.arange(around), indexing="ij")
    a, b = i * around + j, i * around + (j + 1) % around
    faces = np.concatenate(
        [np.stack([a, b, b + around], -1), np.stack([a, b + around, a + around], -1)]
    )
    last = (rows - 1) * around
    ends = [[0, k + 1, k] for k in range(1, around - 1)]
    ends += [[last, last + k, last + k + 1] for k in range(1, around - 1)]
    whole = np.concatenate([faces.reshape(-1, 3), np.array(ends)])
    return _surface(points.reshape(-1, 3), whole[:, ::-1] if reverse else whole)


def _surface(vertices: np.ndarray, faces: np.ndarray) -> Surface:
    size = float(np.ptp(vertices, axis=0).max()) or 1.0
    digits = _DIGITS - int(np.floor(np.log10(size)))
    return {"vertices": np.round(vertices, digits).tolist(), "faces": faces.tolist()}
