"""Added mass of boxes without the tables: closed forms of rectangles, to compare tables with.

- `section`: a long box across its length, by the map of Schwarz and Christoffel from the circle.
- `plate`: a rectangle along its normal, by a lattice of vortex rings, extrapolated in their width.
- `box`: any motion of a box, by sources on rectangles that are small towards the edges; `prism`: a
  square box along its length, extrapolated.
"""

from __future__ import annotations

import math

import numpy as np
from scipy.integrate import quad
from scipy.optimize import brentq


def section(ratio):
    """Per length and density, over that of the plate as wide; ratio: thickness along the motion.

    dz/dw = sqrt(1 - 2 cos(2 a) / w^2 + 1 / w^4) takes the outside of the unit circle to that of a
    rectangle with the corners at the angles a, and z = w + cos(2 a) / w + ... far away, where the
    dipole of the motion along x has 2 pi (1 - cos(2 a)) for the added mass and the area together.
    """

    def edges(a):
        def speed(t):
            return math.sqrt(2 * abs(math.cos(2 * t) - math.cos(2 * a)))

        return 2 * quad(speed, a, math.pi / 2)[0], 2 * quad(speed, 0, a)[0]

    angle = brentq(lambda a: edges(a)[0] - ratio * edges(a)[1], 1e-3, math.pi / 2 - 1e-3)
    thick, wide = edges(angle)
    both = 2 * math.pi * (1 - math.cos(2 * angle))
    return (both - thick * wide) / (math.pi / 4 * wide**2)


def plate(ratio, counts=(8, 12, 16)):
    """Over pi/4 short^2 long; errors go with the width of the rings and its square."""
    found = [_rings(ratio, n) for n in counts]
    return np.polyfit(1 / np.array(counts), found, 2)[-1]


def _rings(ratio, n):
    """Even numbers of rings along both edges, of which one quarter is unknown."""
    across, along = n, 2 * round(n * ratio / 2)
    h, k = 1 / across, ratio / along
    grid = np.meshgrid((np.arange(across // 2) + 0.5) * h, (np.arange(along // 2) + 0.5) * k)
    x, y = (line.ravel() for line in grid)
    speeds = np.zeros((len(x), len(x)))
    for s, t in _signs(2):
        dx, dy = x[:, None] - s * x, y[:, None] - t * y
        for p, q in _signs(2):
            a, b = dx + p * h / 2, dy + q * k / 2
            speeds += p * q * np.hypot(a, b) / (a * b) / (4 * math.pi)
    rings = np.linalg.solve(speeds, np.ones(len(x)))
    return 4 * rings.sum() * h * k / (math.pi / 4 * ratio)


def prism(length, counts=(6, 9)):
    """Over the displaced mass, for edges of one; errors go with the square of the panels."""
    found = []
    for n in counts:
        along = round(0.7 * n * min(max(length, 1.5), 3))
        found.append(box((length, 1, 1), (along, n, n), 0) / length)
    return np.polyfit(1 / np.array(counts) ** 2, found, 1)[-1]


def box(edges, counts, motion):
    """Added mass of a box in one of six motions about its centre, along x or about x and so on.

    Unknown are the strengths on an eighth; the rest follows from how the motion changes in mirrors.
    Counts: of rectangles from the middle to the edge, along each axis.
    """
    halves = [half(n) * edge / 2 for n, edge in zip(counts, edges, strict=True)]
    faces = [_panels(k, edges[k] / 2, halves[(k + 1) % 3], halves[(k + 2) % 3]) for k in range(3)]
    low, high = (np.concatenate(pair) for pair in zip(*faces, strict=True))
    normals = np.repeat(range(3), [len(face[0]) for face in faces])
    centres, axis = (low + high) / 2, np.eye(3)[normals]
    areas = np.prod(high - low + axis, axis=1)
    moves = np.hstack([axis, np.cross(centres, axis)])[:, motion]
    speeds, potential = np.zeros((2, len(low), len(low)))
    for signs in _signs(3):
        parity = np.delete(signs, motion - 3).prod() if motion >= 3 else signs[motion]
        ends = np.sort([low * signs, high * signs], axis=0)
        for k in range(3):
            own = normals == k
            phi, slopes = _rectangles(centres, *(e[own] for e in ends), k)
            potential[:, own] += parity * phi
            speeds[:, own] += parity * slopes[normals, np.arange(len(low))]
    return -8 * (areas * moves) @ potential @ np.linalg.solve(speeds, moves)


def half(count):
    """From the middle to an edge, closer there."""
    return 1 - (1 - np.linspace(0, 1, count + 1)) ** 2


def _panels(axis, place, one, other):
    """Lower and upper corners of rectangles across an axis, with edges at `one` and `other`."""
    corners = []
    for a, b in ((one[:-1], other[:-1]), (one[1:], other[1:])):
        grid = np.array(np.meshgrid(a, b)).reshape(2, -1)
        corners.append(np.roll(np.insert(grid, 0, place, axis=0), axis, axis=0).T)
    return corners


def _rectangles(points, low, high, axis):
    """Potential and gradient at points, of sources of strength one on rectangles across an axis.

    On a rectangle itself the normal speed is that on its outer side.
    """
    i, j = (axis + 1) % 3, (axis + 2) % 3
    corner = [e[None] - points[:, None] for e in (low, high)]
    z = corner[0][..., axis]
    phi, slopes = 0.0, np.zeros((3, *z.shape))
    for s, a in zip((-1, 1), corner, strict=True):
        for t, b in zip((-1, 1), corner, strict=True):
            x, y, w = a[..., i], b[..., j], s * t / (4 * math.pi)
            r = np.sqrt(x * x + y * y + z * z)
            along = np.arcsinh(y / np.maximum(np.hypot(x, z), 1e-300))
            across = np.arcsinh(x / np.maximum(np.hypot(y, z), 1e-300))
            angle = np.arctan(x * y / np.where(z == 0, -1e-300, z * r))
            phi = phi - w * (x * along + y * across - z * angle)
            slopes[i] += w * along
            slopes[j] += w * across
            slopes[axis] -= w * angle
    return phi, slopes


def _signs(n):
    return np.array(np.meshgrid(*[[1, -1]] * n)).reshape(n, -1).T
