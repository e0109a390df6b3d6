"""What a closed surface says without any flow: volume, centres, inertias, areas."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pelagos.panel_method.surface import Array, PanelSurface


@dataclass(frozen=True)
class SolidProperties:
    """Of one body, in its own axes; inertias are about the centre they belong to, per kg."""

    volume: float  # m3
    area: float  # m2
    centre: Array  # of the volume
    shell_centre: Array  # of the surface
    inertia: Array  # of a uniform body of 1 kg about `centre`
    shell_inertia: Array  # of a shell of 1 kg about `shell_centre`
    projected: Array  # m2, seen along x, y, z
    extent: Array  # m, along x, y, z
    low: Array  # m, the lowest corner of the box about it


def properties(surface: PanelSurface, *, shadows: bool = True) -> SolidProperties:
    """Of a closed surface; exact for the triangles, but for the shadows, which may be left out."""
    volume, centre, second = _solid(surface)
    spread = second / volume - np.outer(centre, centre)
    area = float(surface.areas.sum())
    shell_centre = (surface.areas[:, None] * surface.centroids).sum(axis=0) / area
    # three mid-edge points integrate squares over a triangle exactly
    middle = (surface.corners + np.roll(surface.corners, 1, axis=1)) / 2 - shell_centre
    shell = np.einsum("p,pki,pkj->ij", surface.areas / 3, middle, middle) / area
    low, high = surface.vertices.min(axis=0), surface.vertices.max(axis=0)
    return SolidProperties(
        volume=volume,
        area=area,
        centre=centre,
        shell_centre=shell_centre,
        inertia=np.trace(spread) * np.eye(3) - spread,
        shell_inertia=np.trace(shell) * np.eye(3) - shell,
        projected=np.array([silhouette(surface, axis) if shadows else 0.0 for axis in range(3)]),
        extent=high - low,
        low=low,
    )


def _solid(surface: PanelSurface) -> tuple[float, Array, Array]:
    """Volume, centroid and second moments by the divergence theorem, tetrahedron by tetrahedron."""
    origin = surface.vertices.mean(axis=0)
    corners = surface.corners - origin
    a, b, c = np.moveaxis(corners, 1, 0)
    volumes = np.einsum("ij,ij->i", a, np.cross(b, c)) / 6
    volume = float(volumes.sum())
    total = corners.sum(axis=1)
    centre = (volumes[:, None] * total).sum(axis=0) / (4 * volume)
    second = np.einsum("p,pki,pkj->ij", volumes, corners, corners)
    second = (second + np.einsum("p,pi,pj->ij", volumes, total, total)) / 20
    shift = np.outer(origin, centre)
    about = second + volume * (shift + shift.T + np.outer(origin, origin))
    return volume, centre + origin, about


def silhouette(surface: PanelSurface, axis: int, cells: int = 600) -> float:
    """Area of the shadow along an axis: cells of a grid whose middles some triangle covers."""
    across = [k for k in range(3) if k != axis]
    flat = surface.corners[:, :, across]
    low = flat.reshape(-1, 2).min(axis=0)
    cell = float(np.ptp(flat.reshape(-1, 2), axis=0).max()) / cells
    covered = np.zeros((cells + 2, cells + 2), dtype=bool)
    facing = surface.doubled[:, axis] > 0  # the shadow of one side is that of all
    for triangle in (flat[facing] - low) / cell:
        i0, j0 = np.maximum(np.ceil(triangle.min(axis=0) - 0.5).astype(int), 0)
        i1, j1 = np.floor(triangle.max(axis=0) - 0.5).astype(int)
        if i1 < i0 or j1 < j0:
            continue
        x = np.arange(i0, i1 + 1)[:, None] + 0.5
        y = np.arange(j0, j1 + 1)[None, :] + 0.5
        covered[i0 : i1 + 1, j0 : j1 + 1] |= _inside(triangle, x, y)
    return float(covered.sum()) * cell**2


def _inside(triangle: Array, x: Array, y: Array) -> Array:
    signs = []
    for k in range(3):
        (ax, ay), (bx, by) = triangle[k], triangle[(k + 1) % 3]
        signs.append((bx - ax) * (y - ay) - (by - ay) * (x - ax))
    least = np.minimum(np.minimum(signs[0], signs[1]), signs[2])
    most = np.maximum(np.maximum(signs[0], signs[1]), signs[2])
    return (least >= 0) | (most <= 0)
