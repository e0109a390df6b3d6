"""The renderer's loops, compiled by numba: triangles with a depth buffer, shadow, picture.

A pixel on the screen is (x right, y down); depth is 1 / distance along the view, which is linear on
the screen and larger for what is nearer. Bodies are drawn at twice the resolution and averaged, the
floor smooths its own lines. All loops are in this file and in raster_room.py, whose texts say which
version of their code may be kept (see `renderer.loops`).
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from pelagos.view.raster_room import caustics, room

__all__ = [
    "caustics",
    "cover",
    "darken",
    "fill",
    "flatten",
    "place",
    "resolve",
    "ribbon",
    "room",
    "soften",
]

compiled = njit(error_model="numpy", nogil=True)


@compiled
def place(vertices, normals, piece, linear, shift, light, screen, lit):
    """Put vertices (of pieces, each with a 3x3 matrix and a shift) on the screen and light them.

    light: eye 3, axes 9, focal, centre 2, sun 3, up 3, fog density, fog colour 3, nearest distance,
    height below which bodies are seen through the surface of the water.
    `lit` holds the base colour on entry and the shade on exit.
    """
    ex, ey, ez = light[0], light[1], light[2]
    focal, cx, cy, near = light[12], light[13], light[14], light[25]
    for i in range(vertices.shape[0]):
        A, b = linear[piece[i]], shift[piece[i]]
        x, y, z = vertices[i]
        px = A[0, 0] * x + A[0, 1] * y + A[0, 2] * z + b[0]
        py = A[1, 0] * x + A[1, 1] * y + A[1, 2] * z + b[1]
        pz = A[2, 0] * x + A[2, 1] * y + A[2, 2] * z + b[2]
        dx, dy, dz = px - ex, py - ey, pz - ez
        right = light[3] * dx + light[4] * dy + light[5] * dz
        down = light[6] * dx + light[7] * dy + light[8] * dz
        ahead = light[9] * dx + light[10] * dy + light[11] * dz
        if ahead < near:
            screen[i, 2] = -1.0
            continue
        screen[i, 0] = cx + focal * right / ahead
        screen[i, 1] = cy + focal * down / ahead
        screen[i, 2] = 1.0 / ahead
        # normal, sun, and the half-way vector of the highlight
        u, v, w = normals[i]
        nx = A[0, 0] * u + A[0, 1] * v + A[0, 2] * w
        ny = A[1, 0] * u + A[1, 1] * v + A[1, 2] * w
        nz = A[2, 0] * u + A[2, 1] * v + A[2, 2] * w
        length = math.sqrt(nx * nx + ny * ny + nz * nz) + 1e-30
        nx, ny, nz = nx / length, ny / length, nz / length
        away = math.sqrt(dx * dx + dy * dy + dz * dz)
        sun = nx * light[15] + ny * light[16] + nz * light[17]
        sky = nx * light[18] + ny * light[19] + nz * light[20]
        hx, hy, hz = light[15] - dx / away, light[16] - dy / away, light[17] - dz / away
        size = math.sqrt(hx * hx + hy * hy + hz * hz) + 1e-30
        shine = max(0.0, (nx * hx + ny * hy + nz * hz) / size) ** 48 if sun > 0.0 else 0.0
        facing = max(0.0, -(nx * dx + ny * dy + nz * dz) / away)
        bright = 0.52 + 0.14 * sky + 0.46 * max(0.0, sun) + 0.08 * facing
        clear = math.exp(-light[21] * ahead)
        if px * light[18] + py * light[19] + pz * light[20] < light[26]:
            clear *= 0.55
        for k in range(3):
            shade = min(1.0, lit[i, k] * bright + 0.22 * shine)
            lit[i, k] = clear * shade + (1.0 - clear) * light[22 + k]


@compiled
def fill(faces, screen, color, alpha, cull, depth, image, box):
    """Draw triangles: nearest wins; with alpha < 1 mixed in, without hiding what comes later.

    `box` grows to hold all touched pixels: left, top, right, bottom.
    """
    height, width = depth.shape
    for f in range(faces.shape[0]):
        a, b, c = faces[f, 0], faces[f, 1], faces[f, 2]
        az, bz, cz = screen[a, 2], screen[b, 2], screen[c, 2]
        if az <= 0.0 or bz <= 0.0 or cz <= 0.0:
            continue
        ax, ay, bx, by = screen[a, 0], screen[a, 1], screen[b, 0], screen[b, 1]
        cx, cy = screen[c, 0], screen[c, 1]
        area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        # y points down, so what faces the eye runs the other way round
        if area == 0.0 or (cull and area > 0.0):
            continue
        left = max(0, math.ceil(min(ax, bx, cx) - 0.5))
        right = min(width - 1, math.floor(max(ax, bx, cx) - 0.5))
        top = max(0, math.ceil(min(ay, by, cy) - 0.5))
        bottom = min(height - 1, math.floor(max(ay, by, cy) - 0.5))
        if left > right or top > bottom:
            continue
        box[0], box[1] = min(box[0], left), min(box[1], top)
        box[2], box[3] = max(box[2], right), max(box[3], bottom)
        inverse = 1.0 / area
        # weights of b and c change by a fixed step along a row and down a column
        b_right, b_down = (cy - ay) * inverse, -(cx - ax) * inverse
        c_right, c_down = -(by - ay) * inverse, (bx - ax) * inverse
        for y in range(top, bottom + 1):
            oy = y + 0.5 - ay
            ox = left + 0.5 - ax
            wb = ox * b_right + oy * b_down
            wc = ox * c_right + oy * c_down
            for x in range(left, right + 1):
                wa = 1.0 - wb - wc
                if wa >= 0.0 and wb >= 0.0 and wc >= 0.0:
                    z = wa * az + wb * bz + wc * cz
                    if z > depth[y, x]:
                        if alpha >= 1.0:
                            depth[y, x] = z
                            for k in range(3):
                                image[y, x, k] = (
                                    wa * color[a, k] + wb * color[b, k] + wc * color[c, k]
                                )
                            image[y, x, 3] = 1.0
                        else:
                            old = image[y, x, 3]
                            new = alpha + old * (1.0 - alpha)
                            for k in range(3):
                                own = wa * color[a, k] + wb * color[b, k] + wc * color[c, k]
                                under = image[y, x, k] * old * (1.0 - alpha)
                                image[y, x, k] = (own * alpha + under) / new
                            image[y, x, 3] = new
                wb += b_right
                wc += c_right


@compiled
def ribbon(points, width, screen, faces):
    """A line on the screen (x, y, depth) as a band of quads; returns how many triangles it has."""
    count = 0
    n = points.shape[0]
    for i in range(n):
        before, after = points[max(0, i - 1)], points[min(n - 1, i + 1)]
        dx, dy = after[0] - before[0], after[1] - before[1]
        length = math.sqrt(dx * dx + dy * dy) + 1e-9
        ox, oy = -dy / length * width, dx / length * width
        screen[2 * i, 0], screen[2 * i, 1] = points[i, 0] + ox, points[i, 1] + oy
        screen[2 * i + 1, 0], screen[2 * i + 1, 1] = points[i, 0] - ox, points[i, 1] - oy
        screen[2 * i, 2] = screen[2 * i + 1, 2] = points[i, 2]
        if i > 0:
            k = 2 * i
            faces[count, 0], faces[count, 1], faces[count, 2] = k - 2, k - 1, k
            faces[count + 1, 0], faces[count + 1, 1], faces[count + 1, 2] = k - 1, k + 1, k
            count += 2
    return count


@compiled
def flatten(vertices, piece, linear, shift, light, look, screen):
    """Vertices cast along the sun onto the floor, on the screen."""
    up, floor, near = look[0:3], look[9], light[25]
    climb = light[15] * up[0] + light[16] * up[1] + light[17] * up[2]
    p = np.zeros(3)
    for i in range(vertices.shape[0]):
        A, b = linear[piece[i]], shift[piece[i]]
        high = 0.0
        for k in range(3):
            p[k] = b[k]
            for j in range(3):
                p[k] += A[k, j] * vertices[i, j]
            high += p[k] * up[k]
        fall = (high - floor) / climb
        right = down = ahead = 0.0
        for k in range(3):
            d = p[k] - fall * light[15 + k] - light[k]
            right += light[3 + k] * d
            down += light[6 + k] * d
            ahead += light[9 + k] * d
        if ahead < near:
            screen[i, 2] = -1.0
            continue
        screen[i, 0] = light[13] + light[12] * right / ahead
        screen[i, 1] = light[14] + light[12] * down / ahead
        screen[i, 2] = 1.0


@compiled
def cover(faces, screen, mask, box):
    """Mark the pixels of triangles."""
    height, width = mask.shape
    for f in range(faces.shape[0]):
        a, b, c = faces[f, 0], faces[f, 1], faces[f, 2]
        if screen[a, 2] <= 0.0 or screen[b, 2] <= 0.0 or screen[c, 2] <= 0.0:
            continue
        ax, ay, bx, by = screen[a, 0], screen[a, 1], screen[b, 0], screen[b, 1]
        cx, cy = screen[c, 0], screen[c, 1]
        area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        if area >= 0.0:
            continue
        left, right = max(0, int(min(ax, bx, cx))), min(width - 1, int(max(ax, bx, cx)))
        top, bottom = max(0, int(min(ay, by, cy))), min(height - 1, int(max(ay, by, cy)))
        if left > right or top > bottom:
            continue
        box[0], box[1] = min(box[0], left), min(box[1], top)
        box[2], box[3] = max(box[2], right), max(box[3], bottom)
        for y in range(top, bottom + 1):
            for x in range(left, right + 1):
                px, py = x + 0.5, y + 0.5
                if (
                    (bx - ax) * (py - ay) - (by - ay) * (px - ax) <= 0.0
                    and (cx - bx) * (py - by) - (cy - by) * (px - bx) <= 0.0
                    and (ax - cx) * (py - cy) - (ay - cy) * (px - cx) <= 0.0
                ):
                    mask[y, x] = 1.0


@compiled
def soften(mask, spare, radius, box):
    """Blur by a moving mean along rows, then along columns, within the box, which grows."""
    height, width = mask.shape
    l, t = max(0, box[0] - radius), max(0, box[1] - radius)
    r, b = min(width - 1, box[2] + radius), min(height - 1, box[3] + radius)
    share = 1.0 / (2 * radius + 1)
    for y in range(t, b + 1):
        total = 0.0
        for x in range(l - radius, r + radius + 1):
            if x <= r:
                total += mask[y, x] if x >= 0 else 0.0
            if x - 2 * radius - 1 >= l - radius and x - 2 * radius - 1 >= 0:
                total -= mask[y, x - 2 * radius - 1]
            if l <= x - radius <= r:
                spare[y, x - radius] = total * share
    for x in range(l, r + 1):
        total = 0.0
        for y in range(t - radius, b + radius + 1):
            if t <= y <= b:
                total += spare[y, x]
            if t <= y - 2 * radius - 1 <= b:
                total -= spare[y - 2 * radius - 1, x]
            if t <= y - radius <= b:
                mask[y - radius, x] = total * share
    box[0], box[1], box[2], box[3] = l, t, r, b


@compiled
def darken(out, mask, on_floor, strength, box):
    """Lay the shadow on the floor, and wipe the mask for the next picture."""
    for y in range(box[1], box[3] + 1):
        for x in range(box[0], box[2] + 1):
            dark = 1.0 - strength * mask[y, x] * on_floor[y, x]
            mask[y, x] = 0.0
            for k in range(3):
                out[y, x, k] = np.uint8(out[y, x, k] * dark)


@compiled
def resolve(image, depth, out, box):
    """Average 2x2 samples over the floor, and wipe them for the next picture."""
    left, top = box[0] // 2, box[1] // 2
    right, bottom = min(out.shape[1] - 1, box[2] // 2), min(out.shape[0] - 1, box[3] // 2)
    for y in range(top, bottom + 1):
        for x in range(left, right + 1):
            red = green = blue = solid = 0.0
            for j in range(2 * y, 2 * y + 2):
                for i in range(2 * x, 2 * x + 2):
                    share = image[j, i, 3]
                    if share > 0.0:
                        red += share * image[j, i, 0]
                        green += share * image[j, i, 1]
                        blue += share * image[j, i, 2]
                        solid += share
                        image[j, i, 3] = 0.0
                        depth[j, i] = 0.0
            if solid > 0.0:
                rest = 1.0 - 0.25 * solid
                out[y, x, 0] = np.uint8(63.75 * red + rest * out[y, x, 0])
                out[y, x, 1] = np.uint8(63.75 * green + rest * out[y, x, 1])
                out[y, x, 2] = np.uint8(63.75 * blue + rest * out[y, x, 2])
