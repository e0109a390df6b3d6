"""What a closed surface says without any flow: volume, centres, inertias, areas."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pelagos.panel_method.surface import Array, Indices, PanelSurface

_AT_A_TIME = 5000  # triangles whose shadows are taken together
_TOUCH = 1e-9  # of a cell; middles as near to an edge as that are covered


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
    facing = surface.doubled[:, axis] > 0  # the shadow of one side is that of all
    triangles = (flat[facing] - low) / cell
    begins_less_ends = np.zeros((cells + 1, cells + 2), dtype=np.int64)
    for part in range(0, len(triangles), _AT_A_TIME):
        row, begin, end = _spans(triangles[part : part + _AT_A_TIME])
        np.add.at(begins_less_ends, (row, begin), 1)
        np.add.at(begins_less_ends, (row, end + 1), -1)
    covered = np.cumsum(begins_less_ends, axis=1) > 0
    return float(covered.sum()) * cell**2


def _spans(triangles: Array) -> tuple[Indices, Indices, Indices]:
    """Rows of cells that triangles (triangle, corner, 2) cover, with the first and last cell."""
    x = triangles[..., 0]
    first = np.ceil(x.min(axis=1) - 0.5 - _TOUCH).astype(np.int64)
    count = np.maximum(np.floor(x.max(axis=1) - 0.5 + _TOUCH).astype(np.int64) - first + 1, 0)
    which = np.repeat(np.arange(len(triangles)), count)
    row = first[which] + np.arange(len(which)) - np.repeat(np.cumsum(count) - count, count)
    at, corners = row + 0.5, triangles[which]
    low, high = np.full(len(row), np.inf), np.full(len(row), -np.inf)
    for k in range(3):
        (ax, ay), (bx, by) = corners[:, k].T, corners[:, (k + 1) % 3].T
        wide = np.abs(bx - ax) > _TOUCH  # the ends of others are its own
        share = (at - ax) / np.where(wide, bx - ax, 1.0)
        met = wide & (share >= 0) & (share <= 1)
        y = ay + share * (by - ay)
        low, high = np.where(met, np.minimum(low, y), low), np.where(met, np.maximum(high, y), high)
    met = low <= high
    begin = np.ceil(low[met] - 0.5 - _TOUCH).astype(np.int64)
    end = np.floor(high[met] - 0.5 + _TOUCH).astype(np.int64)
    some = end >= begin
    return row[met][some], begin[some], end[some]
