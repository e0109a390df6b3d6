"""The potential of bodies that move through unbounded water, on their surface.

Galerkin's method with hat functions for the potential; the symmetric representation by Calderon's
projector (docs/theory/panel-method.md). With g the normal velocities of rigid motions, linear on
every panel, V the single layer and D the double layer's energy

    D phi = -(1/2 + K') g = -b,        M = rho (g' V g + b' D^-1 b),

symmetric and positive definite as it stands, since V and D are. Of g' V g, with g as its mean plus
the rest on every panel, the square of the rest is left out: it is of the third order.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from pelagos.errors import PelagosError
from pelagos.loops.data import VECTOR
from pelagos.loops.panels import library
from pelagos.loops.panels.data import MOMENTS, NearPairs, PanelBlock, PanelPairs, Stars
from pelagos.panel_method.near import Spheres, integrated
from pelagos.panel_method.surface import Array, Indices, PanelSurface

UNIT = 1 / (4 * np.pi)
MOST_VERTICES = 24_000  # their matrix has 4.6 GB
_FOR_ONE_THREAD = 6000  # vertices, a second or two; on busy cores threads took 2 to 15 times that
_OF_A_BLOCK = 64  # vertices whose rows are made at a time


@dataclass(frozen=True)
class Mirror:
    """A plane, normal . x = offset, that reflects the flow.

    sign 1: no flow through it (a wall; a surface at rest); -1: no potential on it (the free surface
    in sudden or fast motion).
    """

    normal: Array
    offset: float
    sign: int

    def image(self, points: Array) -> Array:
        beyond = points @ self.normal - self.offset
        return points - 2 * beyond[..., None] * self.normal

    def turned(self, vectors: Array) -> Array:
        return vectors - 2 * (vectors @ self.normal)[..., None] * self.normal


@dataclass(frozen=True)
class Flow:
    """Potentials of unit motions, and the integrals that the added mass consists of."""

    potential: Array  # (vertex, motion)
    single: Array  # g' V g
    double: Array  # b' D^-1 b
    direct: Array  # -g' phi, from the potential itself


def solve(
    surface: PanelSurface,
    motions: Array,
    mirror: Mirror | None = None,
    pinned: Indices | None = None,
    threads: int | None = None,
    progress: Callable[[float, str], None] | None = None,
) -> Flow:
    """The potentials of motions, given as normal velocities (panel, corner, motion).

    pinned: vertices on a surface without potential.
    """
    if len(surface.vertices) > MOST_VERTICES:
        raise PelagosError(
            f"the surface has {len(surface.faces)} panels, at most {2 * MOST_VERTICES} are solved\n"
            f"    take fewer: --decimate {MOST_VERTICES}"
        )
    threads = threads or min(8, os.cpu_count() or 1)
    tell = progress or (lambda _share, _said: None)
    order = _near_each_other(surface.vertices)
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    sorted_surface = PanelSurface(surface.vertices[order], place[surface.faces], surface.body)
    assembly = _Assembly(sorted_surface, motions, threads, tell)
    assembly.add(None)
    if mirror is not None:
        assembly.add(mirror)
    tell(0.8, "solving")
    pins = None if pinned is None else place[pinned]
    potential = assembly.potential(pins)
    mean = motions.mean(axis=1)
    first = mean.T @ assembly.linear
    flow = Flow(
        potential=potential[place],
        single=first + first.T - mean.T @ assembly.constant,
        double=-(assembly.tested.T @ potential),
        direct=-(_times_hats(surface, motions).reshape(-1, motions.shape[2]).T)
        @ potential[sorted_surface.faces].reshape(-1, motions.shape[2]),
    )
    tell(1.0, "solved")
    return flow


def _times_hats(surface: PanelSurface, motions: Array) -> Array:
    """(panel, corner, motion) integrals of linear functions times the hat functions of corners."""
    return surface.areas[:, None, None] / 12 * (motions + motions.sum(axis=1, keepdims=True))


def _near_each_other(points: Array) -> Indices:
    """An order in which neighbours in space are neighbours in the list: halves of halves."""
    blocks = [np.arange(len(points))]
    while len(blocks[0]) > _OF_A_BLOCK:
        halves = []
        for block in blocks:
            axis = np.argmax(np.ptp(points[block], axis=0))
            ordered = block[np.argsort(points[block, axis], kind="stable")]
            halves += [ordered[: len(ordered) // 2], ordered[len(ordered) // 2 :]]
        blocks = halves
    return np.concatenate(blocks).astype(np.int64)


class _Assembly:
    """Matrices in the making."""

    def __init__(
        self,
        surface: PanelSurface,
        motions: Array,
        threads: int,
        tell: Callable[[float, str], None],
    ) -> None:
        n, vertices = len(surface.faces), len(surface.vertices)
        self.surface, self.motions, self.threads, self.tell = surface, motions, threads, tell
        self.padded = n + -n % VECTOR
        self.matrix = np.zeros((vertices, vertices))
        self.linear = np.zeros((n, motions.shape[2]))  # V g
        self.constant = np.zeros((n, motions.shape[2]))  # V times the means of g
        self.tested = np.zeros((vertices, motions.shape[2]))  # b
        np.add.at(self.tested, surface.faces, _times_hats(surface, motions) / 2)
        entries = np.argsort(surface.faces.ravel(), kind="stable")
        self.first = np.searchsorted(
            surface.faces.ravel()[entries], np.arange(vertices + 1)
        ).astype(np.int64)
        self.entries = entries.astype(np.int64)

    def add(self, mirror: Mirror | None) -> None:
        """Add what the surface, or its image in a mirror, causes."""
        own, sign = mirror is None, 1.0 if mirror is None else float(mirror.sign)
        s = self.surface
        corners = s.corners if mirror is None else mirror.image(s.corners)
        begin = 0.0 if own else 0.4
        spheres = Spheres(s.corners, s.centroids, s.radii)
        images = Spheres(corners, corners.mean(axis=1), s.radii)
        panels = self._panels(corners)
        near = integrated(
            panels, spheres, images, own, self.threads,
            lambda share: self.tell(begin + 0.1 * share, "integrating near panels"),
        )  # fmt: skip
        # n x grad is no vector but changes its sign in a mirror
        source_edges = s.edges if mirror is None else -mirror.turned(s.edges)
        self._add_blocks(panels, near, source_edges, sign, begin + 0.1)

    def _panels(self, corners: Array) -> PanelPairs:
        s, more = self.surface, self.padded - len(self.surface.faces)
        points = corners / 2 + corners.sum(axis=1, keepdims=True) / 6
        tested = s.corners / 2 + s.corners.sum(axis=1, keepdims=True) / 6
        far_away = np.full((more, 3, 3), 1e6 * (1 + np.abs(s.vertices).max()))
        sources = np.concatenate([points, far_away]).reshape(self.padded, 9).T
        return PanelPairs(
            points=tested,
            normals=s.normals,
            areas=s.areas,
            corners=s.corners,
            sources=np.ascontiguousarray(sources),
            source_areas=np.concatenate([s.areas, np.zeros(more)]),
            source_corners=corners,
        )

    def _add_blocks(
        self, panels: PanelPairs, near: NearPairs, source_edges: Array, sign: float, begin: float
    ) -> None:
        from threadpoolctl import threadpool_limits

        vertices = len(self.surface.vertices)
        blocks = np.array_split(np.arange(vertices), -(-vertices // _OF_A_BLOCK))
        count = self.motions.shape[2]
        by_corner = np.zeros((3, self.padded, count))
        by_corner[:, : len(self.motions)] = np.moveaxis(self.motions, 1, 0)
        means, motions = by_corner.mean(axis=0), by_corner.reshape(-1, count)
        curls = self.surface.edges.reshape(-1, 3)[self.entries]
        source_curls = source_edges.reshape(-1, 3)[self.entries]

        def work(block: Indices) -> tuple[Indices, Array, Array]:
            rows = self._rows(block)
            library.far(panels, rows, near)
            stars = Stars(
                first=self.first,
                panel=self.entries // 3,
                curls=curls,
                source_curls=source_curls,
                rows=np.zeros(self.padded, dtype=np.int64),
                vertices=block,
                sums=np.zeros((3, self.padded)),
                matrix=self.matrix,
            )
            library.add_rows(rows, stars, sign * UNIT)
            parts = rows.moments.reshape(-1, 3 * self.padded) @ motions
            return rows.panels[: rows.owned], rows.single[: rows.owned] @ means, parts

        library.far.address  # noqa: B018  compiled once, before threads ask for it
        done = 0
        with threadpool_limits(1), ThreadPoolExecutor(self.threads) as pool:
            for owned, single, parts in pool.map(work, blocks):
                parts = sign * UNIT * parts.reshape(len(owned), 4, count)
                self.constant[owned] += sign * UNIT * single
                self.linear[owned] += parts[:, 0]
                np.add.at(self.tested, self.surface.faces[owned], parts[:, 1:])
                done += 1
                self.tell(begin + 0.3 * done / len(blocks), "integrating panels")

    def _rows(self, block: Indices) -> PanelBlock:
        """All panels about the vertices of a block; those that no earlier block has come first."""
        mine = self.entries[self.first[block[0]] : self.first[block[-1] + 1]] // 3
        mine = np.unique(mine)
        is_owned = self.surface.faces[mine].min(axis=1) >= block[0]
        owned, others = mine[is_owned], mine[~is_owned]
        return PanelBlock(
            panels=np.concatenate([owned, others]),
            owned=len(owned),
            single=np.empty((len(mine), self.padded)),
            moments=np.empty((len(owned), MOMENTS, self.padded)),
        )

    def potential(self, pinned: Indices | None) -> Array:
        """Solve D phi = -b. Constants on a closed part cost nothing: they are set to mean zero."""
        from scipy.linalg import LinAlgError, cho_factor, cho_solve
        from threadpoolctl import threadpool_limits

        matrix, diagonal = self.matrix, self.matrix.diagonal().copy()
        parts = self.surface.components()
        fixed = np.zeros(len(diagonal), dtype=bool)
        if pinned is not None and len(pinned):
            fixed[pinned] = True
        for part in np.unique(parts):
            members = np.flatnonzero(parts == part)
            if not fixed[members].any():
                matrix[np.ix_(members, members)] += diagonal[members].mean() / len(members)
        right = self.tested.copy()
        if fixed.any():
            matrix[fixed] = 0.0
            matrix[:, fixed] = 0.0
            matrix[fixed, fixed] = diagonal.mean()
            right[fixed] = 0.0
        alone = len(diagonal) < _FOR_ONE_THREAD
        try:
            with threadpool_limits(1 if alone else None):
                factors = cho_factor(matrix.T, lower=False, overwrite_a=True, check_finite=False)
                return -cho_solve(factors, right, check_finite=False)
        except LinAlgError:
            raise PelagosError(
                "the matrix of the potential is not positive definite: panels overlap, or opposite "
                "sides are very near each other for their size\n"
                "    repair the mesh, or take more panels (--panels)"
            ) from None
