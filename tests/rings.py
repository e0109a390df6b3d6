"""Added mass of bodies of revolution by rings of sources, to compare tables of rods with.

A ring's potential goes around the axis as 1 or as the cosine of the angle; both are complete
elliptic integrals (Hess and Smith's sources, summed around the axis in closed form). Each ring is
as wide as its panel, with the strength constant across it, and the flow through the surface is met
in the middle of every panel.
"""

from __future__ import annotations

import math

import numpy as np
from scipy.special import ellipe, ellipkm1

# Gauss points on both halves of a panel, dense towards the middle, where the log is
_X, _W = np.polynomial.legendre.leggauss(12)
_T = (_X + 1) / 2
_POINTS = np.concatenate([-(_T[::-1] ** 3), _T**3])
_WEIGHTS = np.concatenate([(1.5 * _W * _T**2)[::-1], 1.5 * _W * _T**2])


def added_mass(z, radius):
    """Along, across and about a diameter through the origin, for a density of one.

    The profile is given from the lower end on the axis to the upper one.
    """
    z, radius = np.asarray(z), np.asarray(radius)
    dz, dr = np.diff(z), np.diff(radius)
    width = np.hypot(dz, dr)
    normal = np.stack([-dr, dz]) / width
    middle = np.stack([z[1:] + z[:-1], radius[1:] + radius[:-1]]) / 2
    panels = (middle, np.stack([dz, dr]), width, normal)
    along = _masses(panels, 0, normal[:1])
    # a turn about a diameter moves the surface by r n_z - z n_r times the cosine
    moves = np.stack([normal[1], middle[1] * normal[0] - middle[0] * normal[1]])
    both = _masses(panels, 1, moves)
    return along[0, 0], both[0, 0], both[1, 1]


def _masses(panels, wave, moves):
    """Momenta of the water for unit motions that go around as cos(wave * angle)."""
    middle, _, width, _ = panels
    potential, slope = _rings(*panels, wave)
    sources = np.linalg.solve(slope, moves.T)
    areas = (2 if wave == 0 else 1) * math.pi * middle[1] * width
    return -(moves * areas) @ potential @ sources


def _rings(middle, edges, width, normal, wave):
    """Potential and normal speed in the middle of panel i that panel j of strength one gives."""
    z, r = middle[:, :, None, None]
    points = middle[:, None, :, None] + edges[:, None, :, None] / 2 * _POINTS
    weights = _WEIGHTS * width[None, :, None] / 2 * points[1] / (4 * math.pi)
    dz, dr = z - points[0], r - points[1]
    own = np.arange(len(width))
    gap = dz**2 + dr**2
    gap[own, own] = (width[:, None] / 2 * _POINTS) ** 2
    reach = gap + 4 * r * points[1]
    # integrals around the ring of (a - b cos)^(-1/2) and (a - b cos)^(-3/2), with a - b = gap
    a, b = (reach + gap) / 2, 2 * r * points[1]
    K, E = ellipkm1(gap / reach), ellipe(1 - gap / reach)
    half, three_halves = 4 * K / np.sqrt(reach), 4 * E / (gap * np.sqrt(reach))
    if wave == 1:  # the same times the cosine
        half_cos = (a * half - 4 * np.sqrt(reach) * E) / b
        half, three_halves = half_cos, (a * three_halves - half) / b
    towards = dz * normal[0][:, None, None] + dr * normal[1][:, None, None]
    towards[own, own] = 0.0  # a panel is straight
    turning = points[1] * normal[1][:, None, None] * (half - gap * three_halves) / b
    slope = ((three_halves * towards + turning) * weights).sum(axis=2)
    slope[own, own] += 0.5
    return -(half * weights).sum(axis=2), slope


def cylinder(ratio, n):
    """Profile of a cylinder of radius one with flat ends, dense towards the edges."""
    half, t = ratio, np.linspace(0, 1, n + 1)
    layer = min(half, 1.0)
    return _closed(half, layer * t**3, np.full(n, half), 1 - t[::-1][:-1] ** 3, n)


def capsule(ratio, n):
    """Profile of a capsule of radius one."""
    angle = np.linspace(0, math.pi / 2, n + 1)
    start = np.array([0.0, min(ratio, math.pi / 2 / n)])
    return _closed(ratio, start, ratio + np.cos(angle[:-1]), np.sin(angle[:-1]), n)


def _closed(half, start, end_z, end_r, n):
    """Both ends, and the side: `start` from its edge, then panels that grow to the middle."""
    side, step = list(start), start[-1] - start[-2]
    while side[-1] < half * (1 - 1e-9):
        step = min(step * (1 + 4 / n), 24 / n)
        side.append(side[-1] + step)
    side = np.array(side) * half / side[-1]
    z = np.concatenate([-end_z, side[:-1] - half, [0.0], (half - side[:-1])[::-1], end_z[::-1]])
    radius = np.concatenate([end_r, np.ones(2 * len(side) - 1), end_r[::-1]])
    return z, radius
