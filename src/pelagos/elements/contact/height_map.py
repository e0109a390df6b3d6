"""Terrain: heights on a grid, smooth in between, as a surface to touch.

Between four nodes the height is bicubic by Hermite's polynomials, with slopes from differences of
the neighbours (Catmull and Rom 1974), so that it and its slope are continuous. Beyond the grid the
height of the nearest edge holds. The distance of a point is its height over the map times the
cosine of the slope below it: exact on slopes, and to first order in the curvature. Its gradient
is exact, so energy is kept.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pelagos.elements.contact.surfaces import TouchedSurface
from pelagos.mathematics.algebra import Vec3
from pelagos.mathematics.scalars import Scalar, clip, floor, lookup, sqrt, where

Row = tuple[float, ...]


class NodeTable:
    """Per node its number, height, slopes per cell along x and y, and twist: no number of a robot,
    but part of its programs."""

    def __init__(self, rows: tuple[Row, ...]) -> None:
        self.rows = rows

    @cached_property
    def digest(self) -> bytes:
        return hashlib.sha256(np.array(self.rows).tobytes()).digest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NodeTable) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def row(self, k: Scalar) -> Row:
        """Of a node."""
        if isinstance(k, float):
            return self.rows[int(k)]
        found: Row = lookup(self.rows, k + 0.25)
        return found

    @classmethod
    def of(cls, heights: np.ndarray) -> NodeTable:
        """heights: rows along y, columns along x."""
        along_y, along_x = np.gradient(heights)
        twist = np.gradient(along_x, axis=0)
        columns = (np.arange(heights.size), heights, along_x, along_y, twist)
        rows = np.stack([np.ravel(c).astype(float) for c in columns], axis=1)
        return cls(tuple(map(tuple, rows.tolist())))


@dataclass(frozen=True)
class Terrain(TouchedSurface):
    """Heights over the plane z = 0 of the world, along up."""

    x: float  # of the first node
    y: float
    dx: float
    dy: float
    up: float  # 1 where z is up, -1 where it is down
    nx: int
    ny: int
    nodes: NodeTable

    convex = False
    rounds = 8

    def distance(self, x: Vec3) -> tuple[Scalar, Vec3]:
        h, (hx, hy), (hxx, hxy, hyy) = self.height(x.x, x.y)
        square = 1.0 + hx * hx + hy * hy
        w = sqrt(square)
        over = self.up * x.z - h
        bend = over / (square * w)
        return over / w, Vec3(
            -hx / w - bend * (hx * hxx + hy * hxy),
            -hy / w - bend * (hx * hxy + hy * hyy),
            self.up / w,
        )

    def height(
        self, x: Scalar, y: Scalar
    ) -> tuple[Scalar, tuple[Scalar, Scalar], tuple[Scalar, Scalar, Scalar]]:
        """Height, slopes, and second derivatives xx, xy, yy."""
        i, s, within_x = _cell((x - self.x) / self.dx, self.nx)
        j, t, within_y = _cell((y - self.y) / self.dy, self.ny)
        first = j * float(self.nx) + i
        a, b, c, d = (self.nodes.row(first + k) for k in (0.0, 1.0, self.nx + 0.0, self.nx + 1.0))
        along_x, along_y = _weights(s), _weights(t)
        # by derivatives along x: heights and slopes along y on the two lines of the cell
        lines = [
            [
                _sum(wx, (p[k], q[k], p[k + m], q[k + m]))
                for p, q in ((a, b), (c, d))
                for k, m in _KM
            ]
            for wx in along_x
        ]

        def derived(nx: int, ny: int) -> Scalar:
            low, low_slope, high, high_slope = lines[nx]
            return _sum(along_y[ny], (low, high, low_slope, high_slope))

        kx, ky = within_x / self.dx, within_y / self.dy
        slopes = derived(1, 0) * kx, derived(0, 1) * ky
        second = derived(2, 0) * kx * kx, derived(1, 1) * kx * ky, derived(0, 2) * ky * ky
        return derived(0, 0), slopes, second


_KM = ((1, 1), (3, 1))  # columns of a height and its slope along x; of a slope along y and a twist


def _cell(u: Scalar, count: int) -> tuple[Scalar, Scalar, Scalar]:
    """Number of the cell, place in it from 0 to 1, and 1, or 0 beyond the grid."""
    last = count - 1.0
    kept = clip(u, 0.0, last)
    cell = clip(floor(kept), 0.0, last - 1.0)
    within = where(u < 0.0, 0.0, where(u > last, 0.0, 1.0))
    return cell, kept - cell, within


def _weights(s: Scalar) -> tuple[tuple[Scalar, ...], ...]:
    """Hermite's polynomials of two values and two slopes; with first and second derivatives."""
    s2 = s * s
    s3 = s2 * s
    return (
        (1.0 - 3.0 * s2 + 2.0 * s3, 3.0 * s2 - 2.0 * s3, s - 2.0 * s2 + s3, s3 - s2),
        (6.0 * (s2 - s), 6.0 * (s - s2), 1.0 - 4.0 * s + 3.0 * s2, 3.0 * s2 - 2.0 * s),
        (12.0 * s - 6.0, 6.0 - 12.0 * s, 6.0 * s - 4.0, 6.0 * s - 2.0),
    )


def _sum(weights: tuple[Scalar, ...], values: tuple[Scalar, ...]) -> Scalar:
    a, b, c, d = (w * v for w, v in zip(weights, values, strict=True))
    return a + b + c + d
