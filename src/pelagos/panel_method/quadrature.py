"""Rules for integrals over triangles, in barycentric coordinates."""

from __future__ import annotations

import numpy as np

from pelagos.loops.data import VECTOR
from pelagos.loops.panels.data import MOMENTS, Rules
from pelagos.panel_method.surface import Array

SPLITS = (1, 2, 4)  # edges of the outer triangle are split so often, level by level
GAPS = (1.0, 0.4)  # gap over radius of the source, below which the next level is taken


def seven_points() -> tuple[Array, Array]:
    """Radon (1948), exact to the fifth degree."""
    root = np.sqrt(15.0)
    near, apart = (6 + root) / 21, (6 - root) / 21
    points = [(1 / 3, 1 / 3, 1 / 3)]
    weights = [9 / 40]
    for share, weight in ((near, (155 + root) / 1200), (apart, (155 - root) / 1200)):
        for k in range(3):
            point = [share] * 3
            point[k] = 1 - 2 * share
            points.append(tuple(point))
            weights.append(weight)
    return np.array(points), np.array(weights)


def split(points: Array, weights: Array, parts: int) -> tuple[Array, Array]:
    """A rule on every one of the equal triangles into which one is cut."""
    corners = []
    for i in range(parts):
        for j in range(parts - i):
            corners.append([(i, j), (i + 1, j), (i, j + 1)])
            if i + j < parts - 1:
                corners.append([(i + 1, j + 1), (i, j + 1), (i + 1, j)])
    plane = np.array(corners, dtype=float) / parts
    whole = np.concatenate([plane, 1 - plane.sum(axis=2, keepdims=True)], axis=2)
    spread = np.einsum("pk,tkc->tpc", points, whole).reshape(-1, 3)
    return spread, np.tile(weights, len(whole)) / len(whole)


def outer_rules() -> Rules:
    """The rules of all levels, filled up to whole vectors."""
    points, weights, first = [], [], [0]
    for parts in SPLITS:
        p, w = split(*seven_points(), parts)
        more = -len(w) % VECTOR
        points.append(np.vstack([p, np.full((more, 3), 1 / 3)]))
        weights.append(np.concatenate([w, np.zeros(more)]))
        first.append(first[-1] + len(w) + more)
    return Rules(
        first=np.array(first),
        hats=np.ascontiguousarray(np.vstack(points).T),
        weights=np.concatenate(weights),
        gaps=np.array(GAPS),
        scratch=np.zeros((MOMENTS, VECTOR)),
    )
