"""Straight vortices: the velocity that one induces, docs/theory/lifting-surfaces.md (7), how that
moves, and what weights of it are of what it comes from.

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


def add_moving_segment(own, moves):
    """The same, and how it moves with ends, strength and points.

    own, moves: start, end, strength, points and field as above, and how each of these moves.
    """
    start, end, strength, points, field = own
    dstart, dend, change, dpoints, dfield = moves
    ax, ay, az, bx, by, bz = start[0], start[1], start[2], end[0], end[1], end[2]
    dax, day, daz, dbx, dby, dbz = dstart[0], dstart[1], dstart[2], dend[0], dend[1], dend[2]
    along = (bx - ax) ** 2 + (by - ay) ** 2 + (bz - az) ** 2
    nearest = (CORE * along) ** 2
    px, py, pz, dpx, dpy, dpz = points[0], points[1], points[2], dpoints[0], dpoints[1], dpoints[2]
    fx, fy, fz, dfx, dfy, dfz = field[0], field[1], field[2], dfield[0], dfield[1], dfield[2]
    for i in range(points.shape[1]):
        x, y, z = px[i] - ax, py[i] - ay, pz[i] - az
        u, v, w = px[i] - bx, py[i] - by, pz[i] - bz
        dx, dy, dz = dpx[i] - dax, dpy[i] - day, dpz[i] - daz
        du, dv, dw = dpx[i] - dbx, dpy[i] - dby, dpz[i] - dbz
        cx, cy, cz = y * w - z * v, z * u - x * w, x * v - y * u
        dcx = dy * w + y * dw - dz * v - z * dv
        dcy = dz * u + z * du - dx * w - x * dw
        dcz = dx * v + x * dv - dy * u - y * du
        outside = cx * cx + cy * cy + cz * cz > nearest
        near, far = np.sqrt(x * x + y * y + z * z), np.sqrt(u * u + v * v + w * w)
        near, far = near if outside else 1.0, far if outside else 1.0
        dnear, dfar = (x * dx + y * dy + z * dz) / near, (u * du + v * dv + w * dw) / far
        product, inner = near * far, x * u + y * v + z * w
        dproduct = dnear * far + near * dfar
        dinner = dx * u + x * du + dy * v + y * dv + dz * w + z * dw
        below = product * (product + inner) if outside else 1.0
        dbelow = dproduct * (product + inner) + product * (dproduct + dinner)
        factor = strength * (near + far) / below
        dfactor = (change * (near + far) + strength * (dnear + dfar) - factor * dbelow) / below
        factor, dfactor = factor if outside else 0.0, dfactor if outside else 0.0
        fx[i] += factor * cx
        fy[i] += factor * cy
        fz[i] += factor * cz
        dfx[i] += dfactor * cx + factor * dcx
        dfy[i] += dfactor * cy + factor * dcy
        dfz[i] += dfactor * cz + factor * dcz
