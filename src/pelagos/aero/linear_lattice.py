"""The vortex lattice for small motions about a surface that carries no lift, as matrices.

Idea        Where the undisturbed flow passes along the surface nothing circulates, so circulations
            and loads are linear in small motions of the bodies that carry it.
Unknowns    Circulations g of the panels, s of the wake's rings (newest row first).
Equations   In an air step of length dt, with displacements x and rates v of the bodies at its end,

                s+ = shed g + drift s,
                influence g+ = -(wake s+ + turned x + moved v),
                loads = bound g+ + pressed (g+ - g) / dt.

Steps       1 lattice and straight wake, 2 influence, 3 flow through the panels per motion, 4 loads.
References  docs/theory/lifting-surfaces.md (8) to (11).

x, v and loads have six numbers per body: along the world's axes, then about them, at its origin.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from pelagos.aero.vortex_lattice import Array, LatticePanels, panels, pressure_shares, ring_velocity
from pelagos.errors import PelagosError

# How far the flow may pass through the surface, over its speed.
_ALONG = 1e-9


@dataclass(frozen=True)
class LinearLattice:
    """Matrices of an air step; n panels, r rings of the wake, b bodies."""

    influence: Array
    """(n, n): flow through the panels per circulation"""
    wake: Array
    """(n, r): the same per circulation of the wake"""
    turned: Array
    """(n, 6b): flow through the panels per displacement of the bodies"""
    moved: Array
    """(n, 6b): the same per rate"""
    shed: Array
    """(r, n): circulations that become the newest row of the wake"""
    drift: Array
    """(r, r): rows that move on by one; the last one is dropped"""
    bound: Array
    """(6b, n): loads per circulation"""
    pressed: Array
    """(6b, n): loads per rate of circulation"""
    step: float
    """dt, s"""

    def steady(self) -> Array:
        """(6b, 6b): loads per displacement after a long time, with the wake full."""
        full = np.linalg.solve(np.eye(len(self.drift)) - self.drift, self.shed)
        return self.bound @ np.linalg.solve(self.influence + self.wake @ full, -self.turned)


def linear_lattice(
    corners: ArrayLike,
    velocity: ArrayLike,
    origins: ArrayLike,
    carriers: ArrayLike,
    owners: ArrayLike,
    *,
    rows: int,
    step: float,
    density: float = 1.225,
    mirror: str | None = None,
) -> LinearLattice:
    """Matrices of a surface at `corners`, along which a flow of constant velocity passes.

    origins    (bodies, 3) of the bodies' frames
    carriers   (spanwise + 1, bodies): shares with which bodies move each column of corners
    owners     (spanwise,): the body that each strip of panels loads
    rows       of rings in the wake; step: length of an air step, s
    """
    c, flow = np.asarray(corners, float), np.asarray(velocity, float)
    origin, share = np.asarray(origins, float), np.asarray(carriers, float)
    surface = panels(c)
    through = np.abs(surface.normals @ flow).max()
    if through > _ALONG * np.linalg.norm(flow):
        raise PelagosError(
            f"corners: the flow passes through the surface, by {through:.3g} m/s, which then "
            "carries lift\n    give a surface along the flow"
        )
    normals = surface.normals.reshape(-1, 3)
    points = surface.points.reshape(-1, 3)
    influence = np.einsum("nijk,nk->nij", ring_velocity(points, surface.rings, mirror), normals)
    edge = surface.rings[-1]
    straight = edge + flow * step * np.arange(rows + 1)[:, None, None]
    wake = np.einsum("nijk,nk->nij", ring_velocity(points, straight, mirror), normals)
    turned, moved = _through(c, surface, flow, _motions(c, origin, share))
    shed, drift = _recursion(surface, rows)
    bound, pressed = _loads(surface, flow, density, origin, np.asarray(owners, int))
    n = len(normals)
    return LinearLattice(
        influence.reshape(n, n), wake.reshape(n, -1), turned, moved, shed, drift, bound, pressed,
        step,
    )  # fmt: skip


def _motions(c: Array, origins: Array, share: Array) -> Array:
    """Displacement of the corners per displacement of the bodies, (6b, rows, columns, 3)."""
    found = np.zeros((6 * len(origins), *c.shape))
    for b, origin in enumerate(origins):
        weight = share[None, :, b, None]
        for k, axis in enumerate(np.eye(3)):
            found[6 * b + k] = weight * axis
            found[6 * b + 3 + k] = weight * np.cross(axis, c - origin)
    return found


def _through(c: Array, surface: LatticePanels, flow: Array, motions: Array) -> tuple[Array, Array]:
    """Step 3: flow through the panels because their normals turn, and because they move."""
    one, other = c[1:, 1:] - c[:-1, :-1], c[:-1, 1:] - c[1:, :-1]
    normals, size = surface.normals, 2 * surface.areas
    turned, moved = [], []
    for d in motions:
        change = np.cross(d[1:, 1:] - d[:-1, :-1], other) + np.cross(one, d[:-1, 1:] - d[1:, :-1])
        turned.append((change @ flow / size).ravel())  # along the normal nothing flows
        middle = (d[:, :-1] + d[:, 1:]) / 2
        point = middle[:-1] + 0.75 * np.diff(middle, axis=0)
        moved.append(-np.sum(point * normals, axis=-1).ravel())
    return np.array(turned).T, np.array(moved).T


def _recursion(surface: LatticePanels, rows: int) -> tuple[Array, Array]:
    """How circulations get into the wake and along it."""
    chordwise, columns = surface.areas.shape
    shed = np.zeros((rows * columns, chordwise * columns))
    shed[:columns, -columns:] = np.eye(columns)
    return shed, np.eye(rows * columns, k=-columns)


def _loads(
    surface: LatticePanels, flow: Array, density: float, origins: Array, owners: Array
) -> tuple[Array, Array]:
    """Step 4: wrenches on the bodies per circulation and per its rate."""
    chordwise, columns = surface.areas.shape
    bound = np.zeros((6 * len(origins), chordwise, columns))
    pressed = np.zeros_like(bound)
    front = density * np.cross(flow, np.diff(surface.along, axis=0)[0])
    press = density * surface.areas[..., None] * surface.normals
    middles = surface.along.mean(axis=0)

    def push(loads: Array, body: int, ring: tuple[int, int], force: Array, at: Array) -> None:
        loads[6 * body : 6 * body + 3, *ring] += force
        loads[6 * body + 3 : 6 * body + 6, *ring] += np.cross(at - origins[body], force)

    for i, j in np.ndindex(chordwise, columns):
        body, middle, chord = int(owners[j]), middles[i, j], surface.chords[i, j]
        push(bound, body, (i, j), front[i, j], middle)
        if i > 0:
            push(bound, body, (i - 1, j), -front[i, j], middle)
        for ring, share, shift in pressure_shares(i):
            push(pressed, body, (ring, j), share * press[i, j], middle + shift * chord)
    shape = (6 * len(origins), -1)
    return bound.reshape(shape), pressed.reshape(shape)
