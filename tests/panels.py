"""Added mass by sources on panels: an obvious implementation, to compare closed forms with.

Hess and Smith's idea with plain quadrature: every panel is a parallelogram of 4 x 4 point sources
for the others, and a flat square of its area for itself.
"""

from __future__ import annotations

import math

import numpy as np

_POINTS, _WEIGHTS = np.polynomial.legendre.leggauss(4)


def added_mass(centres, one, other):
    """6x6 about the origin, linear first, for a density of one; half edges point outwards."""
    normals = np.cross(one, other)
    areas = 4 * np.linalg.norm(normals, axis=1)
    normals *= 4 / areas[:, None]
    slopes, potential = np.zeros((2, len(areas), len(areas)))
    for s, ws in zip(_POINTS, _WEIGHTS, strict=True):
        for t, wt in zip(_POINTS, _WEIGHTS, strict=True):
            d = centres[:, None] - (centres + s * one + t * other)[None]
            r = np.linalg.norm(d, axis=2)
            share = ws * wt / 4 * areas / (4 * math.pi)
            slopes += np.einsum("ik,ijk->ij", normals, d) / r**3 * share
            potential -= share / r
    np.fill_diagonal(slopes, 0.5)
    np.fill_diagonal(potential, -math.log(1 + math.sqrt(2)) * np.sqrt(areas) / math.pi)
    # normal speeds of the surface for each of six unit motions
    moves = np.hstack([normals, np.cross(centres, normals)])
    sources = np.linalg.solve(slopes, moves)
    return -(moves * areas[:, None]).T @ potential @ sources


def box(edges, n):
    """Panels of a box, n along its longest edge."""
    counts = [max(3, round(n * edge / max(edges))) for edge in edges]
    panels = []
    axes = np.eye(3)
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        one, other = (axes[m] * edges[m] / counts[m] / 2 for m in (j, k))
        for side in (-1, 1):
            for a in range(counts[j]):
                for b in range(counts[k]):
                    centre = side * edges[i] / 2 * axes[i]
                    centre = (
                        centre + (2 * a + 1 - counts[j]) * one + (2 * b + 1 - counts[k]) * other
                    )
                    panels.append((centre, side * one, other))
    return (np.array(part) for part in zip(*panels, strict=True))


def revolved(z, radius, turns):
    """Panels of a body of revolution about z, from points of its profile, upwards."""
    panels = []
    angle = 2 * math.pi / turns
    for i in range(len(z) - 1):
        dz, dr = z[i + 1] - z[i], radius[i + 1] - radius[i]
        height, mean = (z[i] + z[i + 1]) / 2, (radius[i] + radius[i + 1]) / 2
        for k in range(turns):
            out = np.array([math.cos(k * angle), math.sin(k * angle), 0.0])
            around = np.array([-out[1], out[0], 0.0]) * mean * math.tan(angle / 2)
            panels.append((mean * out + [0, 0, height], around, (dr * out + [0, 0, dz]) / 2))
    return (np.array(part) for part in zip(*panels, strict=True))
