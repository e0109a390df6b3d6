"""Straight vortices: the velocity that one induces, docs/theory/lifting-surfaces.md (7).

A loop of plain numbers over points: each step is the same for all of them, so the compiler takes as
many points at once as the processor can, and nothing is fused or reordered.
"""

from __future__ import annotations

import numpy as np

# A segment does not act on points nearer to its line than this share of its length.
CORE = 1e-10


def add_segment(start, end, strength, points, field):
    """Add what the vortex from start to end induces at points (3, n); circulation over 4 pi."""
    ax, ay, az, bx, by, bz = start[0], start[1], start[2], end[0], end[1], end[2]
    along = (bx - ax) ** 2 + (by - ay) ** 2 + (bz - az) ** 2
    nearest = (CORE * along) ** 2
    px, py, pz = points[0], points[1], points[2]
    fx, fy, fz = field[0], field[1], field[2]
    for i in range(points.shape[1]):
        # from both ends to the point, and the product of these two arms
        x, y, z = px[i] - ax, py[i] - ay, pz[i] - az
        u, v, w = px[i] - bx, py[i] - by, pz[i] - bz
        cx, cy, cz = y * w - z * v, z * u - x * w, x * v - y * u
        near, far = np.sqrt(x * x + y * y + z * z), np.sqrt(u * u + v * v + w * w)
        product = near * far
        below = product * (product + (x * u + y * v + z * w))
        # on the line itself a straight vortex induces nothing
        outside = cx * cx + cy * cy + cz * cz > nearest
        factor = strength * (near + far) / (below if outside else 1.0)
        factor = factor if outside else 0.0
        fx[i] += factor * cx
        fy[i] += factor * cy
        fz[i] += factor * cz
