"""Vortex lattice: ring vortices on a lifting surface of any bent shape, with a straight wake.

Idea        A thin surface is a sheet of vorticity; panels carry rings whose circulation lets no
            flow through at one point each. The wake carries what left the trailing edge.
Unknowns    Circulation of every ring, positive when it lifts along the normal.
Equations   docs/theory/lifting-surfaces.md (7) to (11).
Steps       1 rings from corners, 2 influence, 3 no flow through, 4 forces, 5 wake.
References  Katz and Plotkin 2001, sections 12.1 and 13.12.

Corners are given chordwise x spanwise: `corners[i, j]` with i from leading to trailing edge.
Seen with the flow along x and j along y, normals and lift point to z.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pelagos.errors import PelagosError

Array = NDArray[np.float64]

_AXES = {"x": 0, "y": 1, "z": 2}

# A segment does not act on points nearer to its line than this share of its length.
_CORE = 1e-10


def plate(
    chord: float,
    span: float,
    chordwise: int,
    spanwise: int,
    incidence: float = 0.0,
    half: bool = False,
) -> Array:
    """Corners of a flat plate with equal panels, its nose raised about the origin by the incidence.

    `half` leaves its right half, with `spanwise` panels, for a mirror across "y". The lattice ends
    a quarter panel before a tip: the lift is near its limit on few panels (Hough 1973).
    """
    if half:
        y = span / 2 * np.arange(spanwise + 1) / (spanwise + 0.25)
    else:
        y = span * (np.arange(spanwise + 1) - spanwise / 2) / (spanwise + 0.5)
    x, y = np.meshgrid(np.linspace(0, chord, chordwise + 1), y, indexing="ij")
    return np.stack([x * np.cos(incidence), y, -x * np.sin(incidence)], axis=-1)


def segment_velocity(points: Array, start: Array, end: Array) -> Array:
    """Velocity at points (n, 3) by straight vortices (m, 3) of unit strength: (n, m, 3), (7)."""
    to_start = points[:, None] - start[None]
    to_end = points[:, None] - end[None]
    cross = np.cross(to_start, to_end)
    near, far = np.linalg.norm(to_start, axis=-1), np.linalg.norm(to_end, axis=-1)
    product = near * far
    below = product * (product + np.sum(to_start * to_end, axis=-1))
    length = np.linalg.norm(end - start, axis=-1)
    # on the line itself a straight vortex induces nothing
    outside = np.linalg.norm(cross, axis=-1) > _CORE * length**2
    factor = np.where(outside, (near + far) / np.where(outside, below, 1.0), 0.0)
    return factor[..., None] * cross / (4 * np.pi)


def ring_velocity(points: Array, lattice: Array, mirror: str | None = None) -> Array:
    """Velocity at points (n, 3) by every unit ring of a lattice (i + 1, j + 1, 3): (n, i, j, 3)."""
    own = _ring_velocity(points, lattice)
    if mirror is None:
        return own
    flip = np.ones(3)
    flip[_AXES[mirror]] = -1
    return own + flip * _ring_velocity(points * flip, lattice)


def _ring_velocity(points: Array, lattice: Array) -> Array:
    # every side once: those along the span and those along the chord, shared by neighbours
    rows, columns = lattice.shape[0] - 1, lattice.shape[1] - 1
    along = segment_velocity(
        points, lattice[:, :-1].reshape(-1, 3), lattice[:, 1:].reshape(-1, 3)
    ).reshape(len(points), rows + 1, columns, 3)
    aft = segment_velocity(points, lattice[:-1].reshape(-1, 3), lattice[1:].reshape(-1, 3)).reshape(
        len(points), rows, columns + 1, 3
    )
    return along[:, :-1] - along[:, 1:] + aft[:, :, 1:] - aft[:, :, :-1]


@dataclass(frozen=True)
class LatticePanels:
    """Step 1: what the lattice needs of a bent surface; places are linear in its corners."""

    rings: Array
    """corners of the ring vortices, a quarter panel behind those of the panels"""
    points: Array
    """where no flow passes: three quarters down each panel, (chordwise, spanwise, 3)"""
    along: Array
    """front side of every ring from its left to its right corner, (2, chordwise, spanwise, 3)"""
    aft: Array
    """sides down the chord, cut at the trailing edge, (2, chordwise, spanwise + 1, 3)"""
    chords: Array
    """from the middle of a panel's front edge to that of its rear edge"""
    normals: Array
    areas: Array


def panels(corners: ArrayLike) -> LatticePanels:
    """Rings, control points, normals and areas of a surface given by its corners."""
    c = np.asarray(corners, float)
    if c.ndim != 3 or c.shape[2] != 3 or min(c.shape[:2]) < 2 or not np.isfinite(c).all():
        raise PelagosError(
            "corners: finite numbers of shape (chordwise + 1, spanwise + 1, 3) are needed "
            f"(found shape {c.shape})"
        )
    across = np.cross(c[1:, 1:] - c[:-1, :-1], c[:-1, 1:] - c[1:, :-1])
    size = np.linalg.norm(across, axis=-1)
    if not (size > 0).all():
        where = tuple(int(i) for i in np.argwhere(size <= 0)[0])
        raise PelagosError(f"corners: panel {where} has no area; move its corners apart")
    chords = np.diff((c[:, :-1] + c[:, 1:]) / 2, axis=0)
    return LatticePanels(*_places(c), chords, across / size[..., None], size / 2)


def _places(c: Array) -> tuple[Array, Array, Array, Array]:
    """Rings, control points and sides; given velocities of the corners, their velocities."""
    steps = np.diff(c, axis=0)
    rings = c + 0.25 * np.concatenate([steps, steps[-1:]])
    middle = (c[:, :-1] + c[:, 1:]) / 2
    points = middle[:-1] + 0.75 * np.diff(middle, axis=0)
    along = np.stack([rings[:-1, :-1], rings[:-1, 1:]])
    aft = np.stack([rings[:-1], np.concatenate([rings[1:-1], c[-1:]])])
    return rings, points, along, aft


@dataclass(frozen=True)
class PanelLoads:
    """What the flow does to every panel, each array (chordwise, spanwise, ...)."""

    circulation: Array
    """of the rings, m^2/s"""
    forces: Array
    """N"""
    points: Array
    """where the forces act: the middle of the front side of every ring"""
    couples: Array
    """N m, about these points: the pressure of changing circulation lies behind them"""

    @property
    def force(self) -> Array:
        """Sum over the surface, without its mirror image."""
        return self.forces.sum(axis=(0, 1))

    def moment(self, about: ArrayLike = (0.0, 0.0, 0.0)) -> Array:
        """Moment of all forces about a point, N m."""
        arms = self.points - np.asarray(about, float)
        return (np.cross(arms, self.forces) + self.couples).sum(axis=(0, 1))


def steady(
    corners: ArrayLike,
    velocity: ArrayLike,
    density: float = 1.225,
    mirror: str | None = None,
    wake_length: float | None = None,
) -> PanelLoads:
    """Loads in a steady flow, with a straight wake along it.

    mirror        plane through the origin across "x", "y" or "z"
    wake_length   in m; 1000 times the size of the surface unless told
    """
    flow = _checked(velocity, density, mirror, wake_length)
    surface = panels(corners)
    if wake_length is None:
        wake_length = 1000 * float(np.ptp(surface.rings, axis=(0, 1)).max())
    # the wake goes on with the circulation of the last row
    edge = surface.rings[-1]
    wake = np.stack([edge, edge + wake_length * flow / np.linalg.norm(flow)])
    sight = _Sight(surface, mirror)
    for field, points in ((sight.at_points, sight.points), (sight.at_sides, sight.sides)):
        field[:, -1] += ring_velocity(points, wake, mirror)[:, 0]
    circulation = sight.solve(np.broadcast_to(flow, sight.points.shape))
    local = flow + sight.induced(circulation)
    forces = _bound_forces(surface, circulation, local, density, mirror)
    return PanelLoads(circulation, forces, surface.along.mean(axis=0), np.zeros_like(forces))


class VortexLattice:
    """A surface that moves and bends in a uniform flow and sheds a straight wake, step by step.

    The wake drifts with the flow, undisturbed, and is cut where it is longer than `wake_length`.
    """

    def __init__(
        self,
        velocity: ArrayLike,
        wake_length: float,
        density: float = 1.225,
        mirror: str | None = None,
    ) -> None:
        """`velocity` of the flow, m/s; `mirror` as in `steady`."""
        self.flow = _checked(velocity, density, mirror, wake_length)
        self.wake_length = wake_length
        self.density = density
        self.mirror = mirror
        self.circulation: Array | None = None
        self.wake: Array | None = None
        """corners of the wake's rings, the newest row first"""
        self.shed: Array
        """circulation of the wake's rings, (rows, spanwise), from the first step on"""
        self._drifted = np.zeros(0)
        self._corners: Array | None = None
        self._seen: tuple[LatticePanels, _Sight]

    def step(self, corners: ArrayLike, dt: float, motion: ArrayLike | None = None) -> PanelLoads:
        """Go on by dt to a surface at `corners` that move at `motion` (at rest unless told).

        Before its first step the surface is absent from the flow: that step is an impulsive start.
        """
        if not dt > 0:
            raise PelagosError(f"dt: a step must be longer than zero (found {dt!r})")
        surface, sight = self._see(np.asarray(corners, float))
        points, sides = np.zeros_like(sight.points), np.zeros_like(sight.sides)
        if motion is not None:
            _, at_points, along, aft = _places(np.asarray(motion, float))
            points, sides = at_points.reshape(-1, 3), _middles(along, aft)
        self._drift(surface, dt)
        # 3 the flow that a panel meets, its own rings left out
        met_points, met_sides = self.flow - points, self.flow - sides
        met_points += self._wake_velocity(sight.points)
        met_sides += self._wake_velocity(sight.sides)
        circulation = sight.solve(met_points)
        before = np.zeros_like(circulation) if self.circulation is None else self.circulation
        local = met_sides + sight.induced(circulation)
        # 4 forces on the vortices, and of the changing jump of potential
        forces = _bound_forces(surface, circulation, local, self.density, self.mirror)
        rate = (circulation - before) / dt
        pressed, couples = _unsteady_forces(surface, rate, self.density)
        self.circulation = circulation
        return PanelLoads(circulation, forces + pressed, surface.along.mean(axis=0), couples)

    def _see(self, corners: Array) -> tuple[LatticePanels, _Sight]:
        # a surface that stays where it was keeps its influence
        if self._corners is None or not np.array_equal(corners, self._corners):
            if self._corners is not None and corners.shape != self._corners.shape:
                raise PelagosError(
                    f"corners: their number must not change (found shape {corners.shape} after "
                    f"{self._corners.shape}); begin with a new VortexLattice"
                )
            surface = panels(corners)
            self._seen = surface, _Sight(surface, self.mirror)
            self._corners = corners.copy()
        return self._seen

    def _drift(self, surface: LatticePanels, dt: float) -> None:
        """Step 5: the wake moves on, and the edge joins it with the circulation it had."""
        edge = surface.rings[-1:]
        if self.wake is None or self.circulation is None:
            self.wake, self.shed = edge.copy(), np.zeros((0, edge.shape[1] - 1))
            return
        self.wake = np.concatenate([edge, self.wake + self.flow * dt])
        self.shed = np.concatenate([self.circulation[-1:], self.shed])
        self._drifted = np.append(0.0, self._drifted) + np.linalg.norm(self.flow) * dt
        # rings whose front is already beyond the wake's length
        kept = 1 + int(np.sum(self._drifted[:-1] < self.wake_length))
        self.wake, self.shed = self.wake[: kept + 1], self.shed[:kept]
        self._drifted = self._drifted[:kept]

    def _wake_velocity(self, points: Array) -> Array:
        if self.wake is None or not len(self.shed):
            return np.zeros_like(points)
        return np.einsum("nijk,ij->nk", ring_velocity(points, self.wake, self.mirror), self.shed)


class _Sight:
    """Step 2: what unit rings of a surface induce at its control points and at its sides."""

    def __init__(self, surface: LatticePanels, mirror: str | None) -> None:
        self.points = surface.points.reshape(-1, 3)
        self.sides = _middles(surface.along, surface.aft)
        self.normals = surface.normals.reshape(-1, 3)
        self.shape = surface.areas.shape
        self.at_points = ring_velocity(self.points, surface.rings, mirror)
        self.at_sides = ring_velocity(self.sides, surface.rings, mirror)

    def solve(self, met: Array) -> Array:
        """Step 3: circulations that let none of the flow met at the control points through."""
        normal = np.einsum("nijk,nk->nij", self.at_points, self.normals)
        through = np.einsum("nk,nk->n", met, self.normals)
        size = len(through)
        return np.linalg.solve(normal.reshape(size, size), -through).reshape(self.shape)

    def induced(self, circulation: Array) -> Array:
        """Velocity at the sides by the rings of the surface."""
        return np.einsum("nijk,ij->nk", self.at_sides, circulation)


def _middles(along: Array, aft: Array) -> Array:
    return np.concatenate([along.mean(axis=0).reshape(-1, 3), aft.mean(axis=0).reshape(-1, 3)])


def _bound_forces(
    surface: LatticePanels, circulation: Array, local: Array, density: float, mirror: str | None
) -> Array:
    """Step 4: Kutta and Joukowski on every side, with the velocity met there; sides down the chord
    are shared by their two panels."""
    rows, columns = circulation.shape
    split = rows * columns
    front = np.diff(circulation, axis=0, prepend=0.0)[..., None]
    sides = np.diff(surface.along, axis=0)[0]
    forces = density * front * np.cross(local[:split].reshape(rows, columns, 3), sides)
    # net strength down the chord; a root in the mirror plane is cancelled by its image
    net = -np.diff(np.pad(circulation, ((0, 0), (1, 1))), axis=1)
    if mirror is not None:
        place = np.abs(surface.aft[..., _AXES[mirror]]).max(axis=0)
        net = np.where(place <= _CORE * np.sqrt(surface.areas.sum()), 0.0, net)
    sides = np.diff(surface.aft, axis=0)[0]
    down = np.cross(local[split:].reshape(rows, columns + 1, 3), sides)
    down *= density * net[..., None]
    share = np.full(columns + 1, 0.5)
    share[[0, -1]] = 1.0
    down *= share[:, None]
    return forces + down[:, :-1] + down[:, 1:]


def _unsteady_forces(surface: LatticePanels, rate: Array, density: float) -> tuple[Array, Array]:
    """Step 4: the jump of potential over a panel is that of the ring ahead on its first quarter.

    Forces, and couples about the middles of the front sides, a quarter behind the panels' edges.
    """
    jump, lever = np.zeros_like(rate), np.zeros_like(rate)
    for i in range(len(rate)):
        for ring, share, shift in pressure_shares(i):
            jump[i] += share * rate[ring]
            lever[i] += share * shift * rate[ring]
    press = density * surface.areas[..., None] * surface.normals
    return jump[..., None] * press, np.cross(lever[..., None] * surface.chords, press)


def pressure_shares(i: int) -> list[tuple[int, float, float]]:
    """Rings whose jump of potential lies over panel i of a strip: which one, its share of the
    panel, and how far the middle of that share lies behind the front side, in chords of the panel.
    """
    ahead = [(i - 1, 0.25, 0.125 - 0.25)] if i > 0 else []
    return [*ahead, (i, 0.75, 0.625 - 0.25)]


def _checked(
    velocity: ArrayLike, density: float, mirror: str | None, wake_length: float | None
) -> Array:
    """The velocity as an array, or all problems at once."""
    flow = np.asarray(velocity, float)
    wrong = []
    if flow.shape != (3,) or not np.isfinite(flow).all() or not np.any(flow):
        wrong.append(f"velocity: needs three finite numbers, not all zero (found {velocity!r})")
    if not (np.isfinite(density) and density > 0):
        wrong.append(f"density: must be finite and positive (found {density!r})")
    if mirror is not None and mirror not in _AXES:
        wrong.append(f"mirror: must be one of {', '.join(_AXES)} or None (found {mirror!r})")
    if wake_length is not None and not (np.isfinite(wake_length) and wake_length > 0):
        wrong.append(f"wake_length: must be finite and positive (found {wake_length!r})")
    if wrong:
        raise PelagosError("\n".join(["the flow cannot be used", *wrong]))
    return flow
