"""The room around a robot, as loops for numba: sky, floor with grid and light, water surface."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

compiled = njit(error_model="numpy", nogil=True)


@compiled
def _line(q, w):
    """How much of a pixel of width w (both in cells) the nearest grid line at q covers.

    Lines fade where they get too close to be told apart.
    """
    off = abs(q - np.floor(q + 0.5))
    cover = min(1.0, max(0.0, 1.5 - off / w))
    return cover * min(1.0, max(0.0, (0.6 - w) * 2.9))


@compiled
def _grid(u, v, wu, wv):
    """Fine lines, and each fifth a little stronger."""
    fine = max(_line(u, wu), _line(v, wv))
    coarse = max(_line(0.2 * u, 0.2 * wu), _line(0.2 * v, 0.2 * wv))
    return min(1.0, 0.13 * fine + 0.2 * coarse)


@compiled
def _dot(a, i, b, j):
    return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2]


@compiled
def _along(light, i, look):
    """A vector along both horizontal axes and up."""
    return _dot(light, i, look, 3), _dot(light, i, look, 6), _dot(light, i, look, 0)


@compiled
def caustics(now, tile):
    """Light that ripples focus on the floor, 0 to 1, on a tile that repeats itself.

    Bright where two sheets of light that waves have bent cross each other; the waves fit the tile.
    """
    n = tile.shape[0]
    step = 2.0 * math.pi / n
    bent, swayed = np.zeros((3, n)), np.zeros((3, n))
    for k in range(3):
        for i in range(n):
            bent[k, i] = 0.7 * math.sin(2.0 * i * step + 0.6 * now + 1.7 * k)
            swayed[k, i] = 0.7 * math.sin(2.0 * i * step - 0.5 * now + 2.9 * k)
    for j in range(n):
        for i in range(n):
            u, v, total = i * step, j * step, 0.0
            fine = 0.35 * math.sin(u - 3.0 * v - now)
            across = 0.35 * math.sin(3.0 * u + v + now)
            for k in range(3):
                a, b = u + bent[k, j] + fine, v + swayed[k, i] + across
                total += 1.0 - abs(math.sin((k + 1) * a + (2 - k) * b + 0.4 * k))
            bright = total / 3.0
            tile[j, i] = bright * bright * bright * bright


@compiled
def _tiled(tile, u, v):
    """The tile between its points, at a place in tiles; its sides are powers of two."""
    last = tile.shape[0] - 1
    x, y = u * tile.shape[0], v * tile.shape[0]
    i, j = math.floor(x), math.floor(y)
    s, t = x - i, y - j
    k, l = (i + 1) & last, (j + 1) & last
    i, j = i & last, j & last
    low = tile[j, i] + s * (tile[j, k] - tile[j, i])
    return low + t * (tile[l, i] + s * (tile[l, k] - tile[l, i]) - low)


@compiled
def _ripple(u, v, now, away):
    """How brightly the surface of the water shines at a place (in cells)."""
    if away > 4.0:
        return 0.0
    wave = math.cos(1.9 * u + now) + math.cos(1.1 * u - 2.3 * v + 1.4 * now)
    wave += math.cos(1.7 * v - 1.1 * now) + math.cos(2.1 * u + 1.3 * v + 0.8 * now)
    glance = min(1.0, max(0.0, 0.5 + 0.18 * wave))
    return (0.18 + 0.35 * glance * glance * glance) * math.exp(-1.2 * away)


@compiled
def _paint(pixel, look, end, mix, line, share, glow, shine):
    """Sky or depth, the floor over it with its lines and light, and the shine of the surface."""
    for k in range(3):
        color = look[18 + k] + (look[end + k] - look[18 + k]) * mix
        color += share * (look[24 + k] + (look[27 + k] - look[24 + k]) * line - color)
        color += glow * (0.32 + 0.05 * k) + shine * (0.75 + 0.125 * k - color)
        pixel[k] = np.uint8(255.0 * min(1.0, max(0.0, color)))


@compiled
def room(light, look, tile, out, on_floor, first, last):
    """Sky, floor with its grid, and the surface of the water where there is one.

    look: up 3, first and second horizontal axis 3 + 3, floor height, cell, reach, target 3,
    top, horizon, bottom, ground, line colours 3 each, surface height, wet, time.
    `tile` is the light on the floor of water, `on_floor` says how much of the floor is seen at a
    pixel, for the shadow. Rows from `first` to before `last` are drawn.
    """
    width = out.shape[1]
    focal, cx, cy = light[12], light[13], light[14]
    floor, cell, reach = look[9], look[10], look[11]
    surface, wet, now = look[30], look[31], look[32]
    # eye, target and the picture's axes (right, down, forward) along first, second and up
    eu, ev, high = _along(light, 0, look)
    tu, tv = _dot(look, 12, look, 3), _dot(look, 12, look, 6)
    ru, rv, rh = _along(light, 3, look)
    du, dv, dh = _along(light, 6, look)
    fu, fv, fh = _along(light, 9, look)
    many, inverse, near = 1.0 / cell, 1.0 / focal, 1.0 / (reach * reach)
    drop = max(0.0, high - floor)
    seen, lines, mixes, rises = np.zeros(width), np.zeros(width), np.zeros(width), np.zeros(width)
    us, vs, glows = np.zeros(width), np.zeros(width), np.zeros(width)
    for y in range(first, last):
        b = (y + 0.5 - cy) * inverse
        # without branches, so that the compiler takes four pixels at a time
        for x in range(width):
            a = (x + 0.5 - cx) * inverse
            rise = a * rh + b * dh + fh
            ou, ov = a * ru + b * du + fu, a * rv + b * dv + fv
            rises[x] = rise
            mixes[x] = math.sqrt(abs(rise) / math.sqrt(a * a + b * b + 1.0))
            t = drop / max(-rise, 1e-6)
            u, v = eu + t * ou, ev + t * ov
            away = ((u - tu) * (u - tu) + (v - tv) * (v - tv)) * near
            fade = max(0.0, 1.0 - 0.25 * away) ** 3
            seen[x] = 0.96 * fade * fade if rise < -1e-6 and drop > 0.0 else 0.0
            # a pixel covers this much floor: across the view, and longer along it
            across = t * inverse * many
            flat = math.sqrt(ou * ou + ov * ov) + 1e-12
            longer = max(0.0, across / max(-rise, 1e-3) * flat - across)
            wu = across + longer * abs(ou) / flat
            wv = across + longer * abs(ov) / flat
            u, v = u * many, v * many
            lines[x] = _grid(u, v, wu, wv)
            us[x], vs[x] = 0.125 * u, 0.125 * v
            # fades where ripples are finer than pixels
            glows[x] = wet * max(0.0, 1.0 - 1.2 * max(wu, wv))
        for x in range(width):
            mix, g, share, end = mixes[x], lines[x], seen[x], 15 if rises[x] > 0.0 else 21
            shine = glow = 0.0
            if glows[x] * share > 0.003:
                glow = share * glows[x] * _tiled(tile, us[x], vs[x])
            if wet > 0.0 and rises[x] * (surface - high) > 0.0:
                a = (x + 0.5 - cx) * inverse
                t = (surface - high) / rises[x]
                u = eu + t * (a * ru + b * du + fu)
                v = ev + t * (a * rv + b * dv + fv)
                shine = _ripple(u * many, v * many, now, ((u - tu) ** 2 + (v - tv) ** 2) * near)
            _paint(out[y, x], look, end, mix, g, share, glow, shine)
            on_floor[y, x] = share
