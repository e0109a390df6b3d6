"""Integrals of 1/r, and of its slope along the tested normal, over pairs of triangles.

Far apart, both integrals are taken by a rule of three points, exact for squares. Else the inner one
is exact (Wilton et al. 1984; the solid angle after van Oosterom and Strackee 1983) and the outer
one goes by a rule that is the finer the nearer the two are. Vectors hold eight sources, or eight
points of the outer rule. The factor 1/(4 pi) is left to the caller.
"""

from __future__ import annotations

import math

from pelagos.kernels.loops import loop
from pelagos.loops.data import VECTOR
from pelagos.loops.panels.data import MOMENTS, NearPairs, PanelBlock, PanelPairs, Rules, Stars
from pelagos.loops.vectors import angle, fma, larger, load, log, root, spread, store

__all__ = ["NearPairs", "PanelBlock", "PanelPairs", "Rules", "Stars", "exact", "far"]

TINY = 1e-300


@loop("PanelPairs PanelBlock NearPairs")
def far(panels, block, near):
    """Rows of a block: by points, then what is near as it was integrated before."""
    count = panels.source_areas.shape[0]
    for row in range(block.panels.shape[0]):
        s = block.panels[row]
        if row < block.owned:
            _far_with_slopes(panels, block, row, s, count)
        else:
            _far_alone(panels, block, row, s, count)
        for pair in range(near.first[s], near.first[s + 1]):
            t = near.source[pair]
            block.single[row, t] = near.single[pair]
            if row < block.owned:
                for k in range(MOMENTS):
                    block.moments[row, k, t] = near.moments[pair, k]


def _far_alone(panels, block, row, s, count):
    points, sources, rows = panels.points[s], panels.sources, block.single[row]
    share = spread(panels.areas[s] / 9.0)
    one = spread(1.0)
    for t in range(0, count, VECTOR):
        total = spread(0.0)
        for q in range(3):
            x, y, z = _source(sources, q, t, count)
            for p in range(3):
                a = x - spread(points[p, 0])
                b = y - spread(points[p, 1])
                c = z - spread(points[p, 2])
                square = fma(a, a, fma(b, b, c * c))
                total = total + one / root(larger(square, spread(TINY)))
        store(rows, t, total * share * load(panels.source_areas, t))


def _far_with_slopes(panels, block, row, s, count):
    points, sources, normals = panels.points[s], panels.sources, panels.normals[s]
    moments = block.moments[row]
    share, one = spread(panels.areas[s] / 9.0), spread(1.0)
    nx, ny, nz = spread(normals[0]), spread(normals[1]), spread(normals[2])
    for t in range(0, count, VECTOR):
        area = share * load(panels.source_areas, t)
        for q in range(3):
            x, y, z = _source(sources, q, t, count)
            total = spread(0.0)
            first, second, third = spread(0.0), spread(0.0), spread(0.0)
            for p in range(3):
                a = x - spread(points[p, 0])
                b = y - spread(points[p, 1])
                c = z - spread(points[p, 2])
                square = fma(a, a, fma(b, b, c * c))
                inverse = one / root(larger(square, spread(TINY)))
                total = total + inverse
                slope = fma(a, nx, fma(b, ny, c * nz)) * inverse * inverse * inverse
                if p == 0:
                    first = first + slope
                elif p == 1:
                    second = second + slope
                else:
                    third = third + slope
            store(moments, q * count + t, total * area)
            _store_hats(moments, 3 + q, 3, count, t, first * area, second * area, third * area)
        _sum_up(block.single[row], moments, count, t)
        for first_moment in range(0, MOMENTS, 3):
            at = first_moment * count + t
            f, g = load(moments, at), load(moments, at + count)
            _store_hats(moments, first_moment, 1, count, t, f, g, load(moments, at + 2 * count))


def _store_hats(moments, first, step, count, t, f, g, h):
    """Values at the points of the rule as those of hat functions: 2/3 at one point, else 1/6."""
    half, common = spread(0.5), (f + g + h) * spread(1.0 / 6.0)
    store(moments, first * count + t, fma(f, half, common))
    store(moments, (first + step) * count + t, fma(g, half, common))
    store(moments, (first + 2 * step) * count + t, fma(h, half, common))


def _sum_up(single, moments, count, t):
    first = load(moments, t) + load(moments, count + t)
    store(single, t, first + load(moments, 2 * count + t))


def _source(sources, q, t, count):
    first = 3 * q * count + t
    return load(sources, first), load(sources, first + count), load(sources, first + 2 * count)


@loop("PanelPairs NearPairs Rules Int Int")
def exact(panels, near, rules, begin, end):
    """Integrals of the near pairs of some tested panels."""
    for s in range(begin, end):
        for pair in range(near.first[s], near.first[s + 1]):
            _integrate(panels, near, rules, s, near.source[pair], pair)


def _integrate(panels, near, rules, s, t, pair):
    """The tested panel's integral is exact, so that no point meets the singularity of a slope."""
    tested, source = panels.corners[s], panels.source_corners[t]
    level, sums = _level(rules, tested, source), rules.scratch
    count = rules.weights.shape[0]
    for k in range(MOMENTS):
        store(sums, k * VECTOR, spread(0.0))
    for at in range(rules.first[level], rules.first[level + 1], VECTOR):
        u, v = load(rules.hats, at), load(rules.hats, count + at)
        w, weight = load(rules.hats, 2 * count + at), load(rules.weights, at)
        x = _between(source, 0, u, v, w)
        y = _between(source, 1, u, v, w)
        z = _between(source, 2, u, v, w)
        potential, one, two, three = _of_triangle(tested, x, y, z)
        _add(sums, 0, u, v, w, potential * weight)
        _add(sums, 3, u, v, w, one * weight)
        _add(sums, 6, u, v, w, two * weight)
        _add(sums, 9, u, v, w, three * weight)
    area = panels.source_areas[t]
    for k in range(MOMENTS):
        near.moments[pair, k] = area * _sum(sums, k)
    near.single[pair] = near.moments[pair, 0] + near.moments[pair, 1] + near.moments[pair, 2]


def _add(sums, first, u, v, w, value):
    """Add a value times the source's hat functions."""
    store(sums, first * VECTOR, fma(value, u, load(sums, first * VECTOR)))
    store(sums, (first + 1) * VECTOR, fma(value, v, load(sums, (first + 1) * VECTOR)))
    store(sums, (first + 2) * VECTOR, fma(value, w, load(sums, (first + 2) * VECTOR)))


def _level(rules, tested, source):
    """Which rule: the finer the smaller the gap between corners and middles is to the source."""
    apart, size = 1e300, 0.0
    for j in range(4):
        x, y, z = _corner(source, j)
        a, b, c = _corner(source, 3)
        size = max(size, (x - a) * (x - a) + (y - b) * (y - b) + (z - c) * (z - c))
        for i in range(4):
            u, v, w = _corner(tested, i)
            apart = min(apart, (x - u) * (x - u) + (y - v) * (y - v) + (z - w) * (z - w))
    level = 0
    for k in range(rules.gaps.shape[0]):
        if apart < rules.gaps[k] * rules.gaps[k] * size:
            level += 1
    return level


def _corner(corners, k):
    """A corner, or the middle behind them."""
    if k < 3:
        return corners[k, 0], corners[k, 1], corners[k, 2]
    return (
        (corners[0, 0] + corners[1, 0] + corners[2, 0]) / 3.0,
        (corners[0, 1] + corners[1, 1] + corners[2, 1]) / 3.0,
        (corners[0, 2] + corners[1, 2] + corners[2, 2]) / 3.0,
    )


def _between(corners, axis, u, v, w):
    a, b, c = spread(corners[0, axis]), spread(corners[1, axis]), spread(corners[2, axis])
    return fma(a, u, fma(b, v, c * w))


def _sum(sums, row):
    total = 0.0
    for k in range(VECTOR):
        total += sums[row, k]
    return total


def _of_triangle(corners, x, y, z):
    """The integral of 1/r over a triangle, seen from points; of hat functions times its slope.

    A hat function is its value below the point plus its gradient times the rest: the first takes
    the solid angle, the second the integrals of 1/r along the edges.
    """
    ax, ay, az = _apart(corners, 0, x, y, z)
    bx, by, bz = _apart(corners, 1, x, y, z)
    cx, cy, cz = _apart(corners, 2, x, y, z)
    # edges and the normal of the triangle, the same for all points
    ux, uy, uz, ul = _edge(corners, 0, 1)
    vx, vy, vz, vl = _edge(corners, 1, 2)
    wx, wy, wz, wl = _edge(corners, 2, 0)
    mx, my, mz = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    double = math.sqrt(mx * mx + my * my + mz * mz)  # twice the area
    mx, my, mz = mx / double, my / double, mz / double
    ra = root(fma(ax, ax, fma(ay, ay, az * az)))
    rb = root(fma(bx, bx, fma(by, by, bz * bz)))
    rc = root(fma(cx, cx, fma(cy, cy, cz * cz)))
    fu, fv, fw = _logarithm(ra, rb, ul), _logarithm(rb, rc, vl), _logarithm(rc, ra, wl)
    depth = _distance(ax, ay, az, mx, my, mz)  # of the points below the triangle
    ab = _product(ax, ay, az, bx, by, bz)
    bc = _product(bx, by, bz, cx, cy, cz)
    ca = _product(cx, cy, cz, ax, ay, az)
    below = fma(ra * rb, rc, fma(ab, rc, fma(bc, ra, ca * rb)))
    solid = spread(2.0) * angle(depth * spread(double), below)  # with the sign of the depth
    px, py, pz = _outwards(ux, uy, uz, mx, my, mz, ul)
    qx, qy, qz = _outwards(vx, vy, vz, mx, my, mz, vl)
    tx, ty, tz = _outwards(wx, wy, wz, mx, my, mz, wl)
    du = _distance(ax, ay, az, px, py, pz)
    dv = _distance(bx, by, bz, qx, qy, qz)
    dw = _distance(cx, cy, cz, tx, ty, tz)
    potential = fma(du, fu, fma(dv, fv, dw * fw)) - depth * solid
    pq, qt = spread(px * qx + py * qy + pz * qz), spread(qx * tx + qy * ty + qz * tz)
    tp = spread(tx * px + ty * py + tz * pz)
    # the gradient of a hat function points away from the edge opposite to its corner
    one = _hat(dv, solid, depth, fv, fma(fu, pq, fw * qt), vl / double)
    two = _hat(dw, solid, depth, fw, fma(fv, qt, fu * tp), wl / double)
    three = _hat(du, solid, depth, fu, fma(fw, tp, fv * pq), ul / double)
    return potential, one, two, three


def _hat(distance, solid, depth, opposite, others, steepness):
    return spread(-steepness) * fma(distance, solid, depth * (opposite + others))


def _apart(corners, corner, x, y, z):
    """From points to a corner."""
    return (
        spread(corners[corner, 0]) - x,
        spread(corners[corner, 1]) - y,
        spread(corners[corner, 2]) - z,
    )


def _edge(corners, start, end):
    x = corners[end, 0] - corners[start, 0]
    y = corners[end, 1] - corners[start, 1]
    z = corners[end, 2] - corners[start, 2]
    return x, y, z, math.sqrt(x * x + y * y + z * z)


def _outwards(x, y, z, mx, my, mz, length):
    """The unit normal of an edge within the plane of its triangle, outwards."""
    return (y * mz - z * my) / length, (z * mx - x * mz) / length, (x * my - y * mx) / length


def _distance(x, y, z, px, py, pz):
    return fma(x, spread(px), fma(y, spread(py), z * spread(pz)))


def _product(ax, ay, az, bx, by, bz):
    return fma(ax, bx, fma(ay, by, az * bz))


def _logarithm(r, s, length):
    """The integral of 1/r along an edge, from the distances of its ends."""
    edge, both = spread(length), r + s
    return log((both + edge) / larger(both - edge, spread(1e-14 * length)))
