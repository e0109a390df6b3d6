"""Particles on rods as systems with constraints: q = (x, y) each, the length of each rod is held.

Rows: c = (x² + y² - 1)/2 with the Jacobian (x, y); a second row of a rod repeats the first.
"""

from __future__ import annotations

import numpy as np

from tests.march.systems import System

G = 9.81
MASSES = (2.0, 0.5)


def rods(copies: int = 1, count: int = 1, start=None) -> System:
    """So many particles on rods of their own, each held by so many rows that say the same."""
    nq = nv = 2 * count
    n, m = nq + nv + 1, copies

    def parts(x):
        for i in range(count):
            yield MASSES[i], x[2 * i : 2 * i + 2], x[nq + 2 * i : nq + 2 * i + 2]

    def jacobian(q):
        """Rows that say the same, in other units."""
        return [[(1.0 + r) * c for c in q] for r in range(m)]

    def gram(mass, q):
        J = jacobian(q)
        return [(a[0] * b[0] + a[1] * b[1]) / mass for a in J for b in J]

    def diagonal(mass, q):
        return [gram(mass, q)[r * m + r] for r in range(m)]

    def rates(t, x, p):
        u = x[nq : nq + nv]
        free = [0.0, -G] * count
        blocks = []
        for mass, q, v in parts(x):
            J = jacobian(q)
            flow = v[0] * v[0] + v[1] * v[1]
            wanted = [-(1.0 + r) * flow - J[r][1] * -G for r in range(m)]
            effects = [e for row in J for e in (row[0] / mass, row[1] / mass, 0.0)]
            blocks += [*wanted, *gram(mass, q), *diagonal(mass, q), *effects]
        return [*u, *free, x[nq], *blocks]

    def restore(t, x, p):
        residuals, blocks = [], []
        for mass, q, v in parts(x):
            c = 0.5 * (q[0] * q[0] + q[1] * q[1] - 1.0)
            rate = q[0] * v[0] + q[1] * v[1]
            residuals += [(1.0 + r) * c for r in range(m)]
            blocks += [*gram(mass, q), *diagonal(mass, q)]
            blocks += [-(1.0 + r) * c for r in range(m)] + [-(1.0 + r) * rate for r in range(m)]
            blocks += [e for row in jacobian(q) for e in (row[0] / mass, row[1] / mass)]
        return [*residuals, *blocks, *[0.0] * (2 * nv)]

    def shift(t, x, p):
        return x[n : n + nv]

    def observe(t, x, p):
        return [*x, t]

    size, back = 2 * m + m * m + 3 * m, 3 * m + m * m + 2 * m
    held = m * count
    components = [[n + c * size, m, c * m, 3, 3 * c] for c in range(count)]
    restored = [[held + c * back, m, c * m, 2, 2 * c] for c in range(count)]
    affected = [row for c in range(count) for row in (nq + 2 * c, nq + 2 * c + 1, n - 1)]
    words = {
        "nq": nq,
        "nv": nv,
        "rows": held,
        "loose_rows": held,
        "held_rows": held,
        "components": np.array(components),
        "affected": np.array(affected),
        "restored": np.array(restored),
        "moved": np.arange(nv),
    }
    angle = 1.0
    one = [np.sin(angle), -np.cos(angle)]
    start = [*one * count, *[0.0] * nv, 0.0] if start is None else start
    return System(start, rates, restore=restore, shift=shift, observe=observe, words=words)
