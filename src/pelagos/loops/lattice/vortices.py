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


def weigh_segment(start, end, strength, points, weights, parts):
    """What weights (3, n) of the velocity that a vortex induces at points come down to.

    parts: (7, n) weights of its start, of its end and of its strength by each point. Their sums,
    `add_parts`, would keep points from being taken several at once.
    """
    ax, ay, az, bx, by, bz = start[0], start[1], start[2], end[0], end[1], end[2]
    along = (bx - ax) ** 2 + (by - ay) ** 2 + (bz - az) ** 2
    nearest = (CORE * along) ** 2
    pointx, pointy, pointz = points[0], points[1], points[2]
    wx, wy, wz, share = weights[0], weights[1], weights[2], parts[6]
    sx, sy, sz, ex, ey, ez = parts[0], parts[1], parts[2], parts[3], parts[4], parts[5]
    for i in range(points.shape[1]):
        x, y, z = pointx[i] - ax, pointy[i] - ay, pointz[i] - az
        u, v, w = pointx[i] - bx, pointy[i] - by, pointz[i] - bz
        cx, cy, cz = y * w - z * v, z * u - x * w, x * v - y * u
        outside = cx * cx + cy * cy + cz * cz > nearest
        near, far = np.sqrt(x * x + y * y + z * z), np.sqrt(u * u + v * v + w * w)
        near, far = near if outside else 1.0, far if outside else 1.0
        product, inner = near * far, x * u + y * v + z * w
        below = product * (product + inner) if outside else 1.0
        shape = (near + far) / below if outside else 0.0
        factor = strength * shape
        # weights of the factor and of c = (x, y, z) x (u, v, w), then of what these come from
        of_factor = wx[i] * cx + wy[i] * cy + wz[i] * cz
        of_factor = of_factor if outside else 0.0
        gx, gy, gz = factor * wx[i], factor * wy[i], factor * wz[i]
        of_sum, of_below = of_factor * strength / below, -of_factor * factor / below
        of_product, of_inner = of_below * (2.0 * product + inner), of_below * product
        of_near, of_far = (of_product * far + of_sum) / near, (of_product * near + of_sum) / far
        sx[i] = w * gy - v * gz - of_near * x - of_inner * u
        sy[i] = u * gz - w * gx - of_near * y - of_inner * v
        sz[i] = v * gx - u * gy - of_near * z - of_inner * w
        ex[i] = y * gz - z * gy - of_far * u - of_inner * x
        ey[i] = z * gx - x * gz - of_far * v - of_inner * y
        ez[i] = x * gy - y * gx - of_far * w - of_inner * z
        share[i] = of_factor * shape


def add_parts(parts, dstart, dend, dpoints):
    """Add what `weigh_segment` found to weights of the ends of a vortex and of points, which move
    against these; gives that of its strength."""
    dx, dy, dz = dpoints[0], dpoints[1], dpoints[2]
    for i in range(parts.shape[1]):
        dx[i] -= parts[0, i] + parts[3, i]
        dy[i] -= parts[1, i] + parts[4, i]
        dz[i] -= parts[2, i] + parts[5, i]
    sx = sy = sz = ex = ey = ez = strength = 0.0
    for i in range(parts.shape[1]):
        sx += parts[0, i]
        sy += parts[1, i]
        sz += parts[2, i]
        ex += parts[3, i]
        ey += parts[4, i]
        ez += parts[5, i]
        strength += parts[6, i]
    dstart[0] += sx
    dstart[1] += sy
    dstart[2] += sz
    dend[0] += ex
    dend[1] += ey
    dend[2] += ez
    return strength
