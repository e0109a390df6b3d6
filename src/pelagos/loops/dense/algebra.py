"""Dense algebra of large robots, in vectors of lanes: motions, the mass matrix, its factor.

Speeds of different branches do not meet in the mass matrix. Factored from its last row upwards,
M = L^T D L, the zeros between branches stay zeros, so all loops run along paths of speeds only
(Featherstone 2008, section 6.5). Prescribed speeds are left out of the factor.
"""

from __future__ import annotations

from pelagos.equations.dense_parts import EFFORT, PRESCRIBED, ROTOR, SPEED, WRENCHES
from pelagos.loops.dense.data import (
    AT,
    BEFORE,
    COUNT,
    FACTORS,
    FIRST_GEARED,
    GEARED,
    HELD,
    LENGTH,
    PATH,
    ROW_AT,
)
from pelagos.loops.dense.rows import at, fma, known, magnitude, put, put_three, three
from pelagos.mathematics.inertia import Inertia, Pose

INERTIA = Pose.size  # place in the parts of a body
ADDED = Pose.size + Inertia.size  # what a formulation adds


def cross_plus(a, b, c):
    """a x b + c."""
    return (
        fma(a[1], b[2], fma(-a[2], b[1], c[0])),
        fma(a[2], b[0], fma(-a[0], b[2], c[1])),
        fma(a[0], b[1], fma(-a[1], b[0], c[2])),
    )


def less(a, b):
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def dot3(a, b):
    return fma(a[0], b[0], fma(a[1], b[1], a[2] * b[2]))


def turned_back(w, pose, v):
    """R^T v: R by its columns."""
    return dot3(three(w, pose), v), dot3(three(w, pose + 3), v), dot3(three(w, pose + 6), v)


def carry(w, pose, source, target):
    """A motion of the parent, seen from the child: `Pose.into`."""
    spin = three(w, source + 3)
    moved = cross_plus(spin, three(w, pose + 9), three(w, source))
    put_three(w, target, turned_back(w, pose, moved))
    put_three(w, target + 3, turned_back(w, pose, spin))


def momentum(w, inertia, motion, target):
    """I V: `Inertia.__matmul__`, six numbers each of two symmetric 3x3 and nine between them."""
    x, y, z = three(w, motion)
    p, q, r = three(w, motion + 3)
    m, c, j = inertia, inertia + 6, inertia + 15
    mxx, myy, mzz = three(w, m)
    mxy, mxz, myz = three(w, m + 3)
    jxx, jyy, jzz = three(w, j)
    jxy, jxz, jyz = three(w, j + 3)
    a, b, d = three(w, c), three(w, c + 3), three(w, c + 6)
    force = (
        fma(mxx, x, fma(mxy, y, fma(mxz, z, fma(a[0], p, fma(b[0], q, d[0] * r))))),
        fma(mxy, x, fma(myy, y, fma(myz, z, fma(a[1], p, fma(b[1], q, d[1] * r))))),
        fma(mxz, x, fma(myz, y, fma(mzz, z, fma(a[2], p, fma(b[2], q, d[2] * r))))),
    )
    couple = (
        fma(jxx, p, fma(jxy, q, fma(jxz, r, fma(a[0], x, fma(a[1], y, a[2] * z))))),
        fma(jxy, p, fma(jyy, q, fma(jyz, r, fma(b[0], x, fma(b[1], y, b[2] * z))))),
        fma(jxz, p, fma(jyz, q, fma(jzz, r, fma(d[0], x, fma(d[1], y, d[2] * z))))),
    )
    put_three(w, target, force)
    put_three(w, target + 3, couple)


def six_product(w, a, b, total):
    """total + sum of six products: the power of a force on a motion."""
    x = fma(at(w, a), at(w, b), fma(at(w, a + 1), at(w, b + 1), total))
    y = fma(at(w, a + 2), at(w, b + 2), at(w, a + 3) * at(w, b + 3))
    z = fma(at(w, a + 4), at(w, b + 4), at(w, a + 5) * at(w, b + 5))
    return x + (y + z)


def clear(w, first, count):
    zero = known(w, 0.0)
    for i in range(first, first + count):
        put(w, i, zero)


def speed_number(dense, row, v):
    """Place of a rotor, an effort, a prescribed acceleration or a value of a speed."""
    return row * dense.speeds.shape[0] + v


def begin_mass(dense, w):
    """Rotors alone, and efforts on the right side."""
    n = dense.speeds.shape[0]
    clear(w, dense.mass, n * n)
    for v in range(n):
        put(w, dense.mass + v * n + v, at(w, speed_number(dense, ROTOR, v)))
        put(w, dense.right + v, at(w, speed_number(dense, EFFORT, v)))


def add_body(dense, w, b, force):
    """V^T I V of one body to the mass matrix, V . force to the right side; six spare numbers."""
    n, paths = dense.speeds.shape[0], dense.paths
    first, length = dense.bodies[b, PATH], dense.bodies[b, LENGTH]
    inertia, own = dense.bodies[b, AT] + INERTIA, dense.spare + 6
    for i in range(length):
        r, V = paths[first + i], dense.columns + 6 * (first + i)
        put(w, dense.right + r, six_product(w, V, force, at(w, dense.right + r)))
        momentum(w, inertia, V, own)
        row = dense.mass + r * n
        for j in range(i + 1):
            s = row + paths[first + j]
            put(w, s, six_product(w, own, dense.columns + 6 * (first + j), at(w, s)))


def factor(dense, w):
    """Factor the mass matrix in place: L below the diagonal, 1/D on it."""
    n, paths, speeds = dense.speeds.shape[0], dense.paths, dense.speeds
    for k in range(n - 1, -1, -1):
        if speeds[k, HELD]:
            continue
        first, row = speeds[k, BEFORE], dense.mass + k * n
        inverse = known(w, 1.0) / at(w, row + k)
        put(w, row + k, inverse)
        for i in range(speeds[k, COUNT] - 1, -1, -1):
            r = paths[first + i]
            if speeds[r, HELD]:
                continue
            scaled = inverse * at(w, row + r)
            less, target = -scaled, dense.mass + r * n
            for j in range(i + 1):
                s = paths[first + j]
                if not speeds[s, HELD]:
                    put(w, target + s, fma(less, at(w, row + s), at(w, target + s)))
            put(w, row + r, scaled)


def solve(dense, w, x):
    """x <- M^-1 x for the numbers from x on; those of prescribed speeds stay."""
    n, paths, speeds = dense.speeds.shape[0], dense.paths, dense.speeds
    for k in range(n - 1, -1, -1):
        if not speeds[k, HELD]:
            first, row, less = speeds[k, BEFORE], dense.mass + k * n, -at(w, x + k)
            for i in range(speeds[k, COUNT]):
                r = paths[first + i]
                if not speeds[r, HELD]:
                    put(w, x + r, fma(at(w, row + r), less, at(w, x + r)))
    for k in range(n):
        if not speeds[k, HELD]:
            first, row = speeds[k, BEFORE], dense.mass + k * n
            found = at(w, row + k) * at(w, x + k)
            for i in range(speeds[k, COUNT]):
                r = paths[first + i]
                if not speeds[r, HELD]:
                    found = fma(-at(w, row + r), at(w, x + r), found)
            put(w, x + k, found)


def add_products(dense, w, x, target):
    """target += M x of the prescribed speeds, whose rows and columns are no part of the factor.

    x of all speeds; entries between two free speeds are not read.
    """
    n, paths, speeds = dense.speeds.shape[0], dense.paths, dense.speeds
    for k in range(n):
        first, row = speeds[k, BEFORE], dense.mass + k * n
        if speeds[k, HELD]:
            put(w, target + k, fma(at(w, row + k), at(w, x + k), at(w, target + k)))
        for i in range(speeds[k, COUNT]):
            r = paths[first + i]
            if speeds[k, HELD]:
                put(w, target + k, fma(at(w, row + r), at(w, x + r), at(w, target + k)))
            if speeds[r, HELD]:
                put(w, target + r, fma(at(w, row + r), at(w, x + k), at(w, target + r)))


def row_of_j(dense, w, row):
    """J of one row for all speeds: power of its unit force per unit of each."""
    n, paths, here = dense.speeds.shape[0], dense.paths, dense.rows[row]
    target = dense.jacobian + row * n
    clear(w, target, n)
    for side in range(2):  # SIDE_A, SIDE_B
        b = here[side]
        if b >= 0:
            wrench = here[ROW_AT] + WRENCHES + 6 * side
            first = dense.bodies[b, PATH]
            for i in range(dense.bodies[b, LENGTH]):
                v, V = target + paths[first + i], dense.columns + 6 * (first + i)
                put(w, v, six_product(w, wrench, V, at(w, v)))
    for k in range(here[GEARED]):
        v = target + dense.geared[here[FIRST_GEARED] + k]
        put(w, v, at(w, v) + at(w, here[FACTORS] + k))


def span_of(dense, w, row, response):
    """The diagonal of the Gram matrix without cancellation, between bodies least of all."""
    paths, speeds, here = dense.paths, dense.speeds, dense.rows[row]
    total = known(w, 0.0)
    for side in range(2):  # SIDE_A, SIDE_B
        b = here[side]
        if b >= 0:
            wrench = here[ROW_AT] + WRENCHES + 6 * side
            first = dense.bodies[b, PATH]
            for i in range(dense.bodies[b, LENGTH]):
                v = paths[first + i]
                if not speeds[v, HELD]:
                    V = dense.columns + 6 * (first + i)
                    x = six_product(w, wrench, V, known(w, 0.0))
                    total = total + magnitude(x * at(w, response + v))
    for k in range(here[GEARED]):
        v = dense.geared[here[FIRST_GEARED] + k]
        if not speeds[v, HELD]:
            x = at(w, here[FACTORS] + k) * at(w, response + v)
            total = total + magnitude(x)
    return total


def along(dense, w, row, x):
    """J x of one row."""
    n = dense.speeds.shape[0]
    total, entries = known(w, 0.0), dense.jacobian + row * n
    for v in range(n):
        total = fma(at(w, entries + v), at(w, x + v), total)
    return total


def power_of(dense, w, efforts, total):
    """total, and what efforts of prescribed speeds do per second."""
    for v in range(dense.speeds.shape[0]):
        if dense.speeds[v, HELD]:
            total = fma(at(w, efforts + v), at(w, speed_number(dense, SPEED, v)), total)
    return total


def give_prescribed(dense, w, udot):
    """Prescribed speeds change as they are told."""
    for v in range(dense.speeds.shape[0]):
        if dense.speeds[v, HELD]:
            put(w, udot + v, at(w, speed_number(dense, PRESCRIBED, v)))


def respond(dense, w):
    """Rates, efforts and power per unit force of every row; the Gram matrix and its spans."""
    n, m = dense.speeds.shape[0], dense.rows.shape[0]
    stride = 2 * n + 1
    gram = dense.answer + stride + m
    units = gram + m * m + m
    for row in range(m):
        udot = units + row * stride
        efforts, entries = udot + n, dense.jacobian + row * n
        for v in range(n):
            held = dense.speeds[v, HELD]
            put(w, udot + v, known(w, 0.0) if held else at(w, entries + v))
            put(w, efforts + v, -at(w, entries + v) if held else known(w, 0.0))
        solve(dense, w, udot)
        add_products(dense, w, udot, efforts)
        power = power_of(dense, w, efforts, at(w, dense.rows[row, ROW_AT] + 1))
        put(w, efforts + n, power)
        put(w, gram + m * m + row, span_of(dense, w, row, udot))
    for row in range(m):
        for other in range(row + 1):
            found = along(dense, w, row, units + other * stride)
            put(w, gram + row * m + other, found)
            put(w, gram + other * m + row, found)
