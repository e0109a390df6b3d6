"""An independent lifting surface for tests: pressures as smooth functions, after Multhopp 1950.

No vortices of finite strength, no panels: chordwise Birnbaum-Glauert loadings, sines along the
span, and the finite part of 1/(y - eta)^2 by Multhopp's rule on a grid finer than the collocation
stations: the rest of the kernel has a logarithm, whose error of first order is extrapolated away.
"""

from __future__ import annotations

import numpy as np


def lift_slope(aspect: float) -> float:
    """Of a flat rectangular wing in steady incompressible flow, per radian."""
    return 2 * _lift_slope(aspect, finer=32) - _lift_slope(aspect, finer=16)


def _lift_slope(aspect: float, finer: int, sines: int = 8, chordwise: int = 3) -> float:
    half = aspect / 2
    # the span as an angle; stations on one half, loads are symmetric
    count = finer * 2 * sines
    phi = np.arange(1, count) * np.pi / count
    station = np.arange(1, sines + 1) * finer - 1
    shapes = np.sin(np.outer(2 * np.arange(sines) + 1, phi))
    # finite part of the second-order pole
    gap = np.cos(phi)[None, :] - np.cos(phi[station])[:, None]
    apart = np.arange(count - 1)[None, :] - station[:, None]
    odd = apart % 2 == 1
    pole = -np.sin(phi) / (count * np.where(odd, gap, np.inf) ** 2)
    pole[apart == 0] = count / (4 * np.sin(phi[station]))
    # loadings, and where the flow must follow the plate
    # (cells of the quadrature end at these points, where the kernel is nearly a step)
    cells = 60 * (2 * chordwise + 1)
    theta = (np.arange(cells) + 0.5) * np.pi / cells
    loadings = np.array([1 / np.tan(theta / 2), *(np.sin(k * theta) for k in range(1, chordwise))])
    weighted = loadings * np.sin(theta) / 2 * np.pi / cells
    points = (1 - np.cos(2 * np.pi * np.arange(1, chordwise + 1) / (2 * chordwise + 1))) / 2
    ahead = points[:, None] - (1 - np.cos(theta)) / 2
    # rows: point, station; columns: loading, sine
    size = chordwise * sines
    matrix = np.zeros((chordwise, sines, chordwise, sines))
    for v in range(sines):
        distance = np.hypot(ahead[:, None, :], half * gap[v][None, :, None])
        kernel = 1 + ahead[:, None, :] / distance
        matrix[:, v] = np.einsum("pnx,kx->pkn", kernel, weighted) @ (pole[v] * shapes).T
    loads = np.linalg.solve(matrix.reshape(size, size) / (4 * half), np.ones(size))
    # only the first sine has a mean: pi / 4 of its height
    lifts = weighted.sum(axis=1) @ loads.reshape(chordwise, sines)
    return float(np.pi / 4 * lifts[0])
