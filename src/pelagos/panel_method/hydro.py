"""Coefficients of a body in water from a mesh of its surface: `pl.hydro`."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from pelagos.errors import PelagosError
from pelagos.panel_method import galerkin, planes
from pelagos.panel_method.decimation import decimated
from pelagos.panel_method.drag_guess import drag_guess
from pelagos.panel_method.faults import Fault, crossings
from pelagos.panel_method.fill import filled
from pelagos.panel_method.mesh_file import UNITS, MeshFile, merged, read
from pelagos.panel_method.properties import properties
from pelagos.panel_method.refinement import refined
from pelagos.panel_method.repair import encloses, mended
from pelagos.panel_method.result import HydroBody, HydroResult, PanelSolution
from pelagos.panel_method.surface import Array, PanelSurface, joined
from pelagos.panel_method.union import united
from pelagos.progress import with_bar

Tell = Callable[[float | None, str], None]
PANELS = 3000  # to which coarser meshes are refined
MOST_PANELS = 40_000
_COARSER = (4, 2)  # panels of the two coarser solutions: that part of them


@dataclass(frozen=True)
class _Part:
    """One body on its way through."""

    name: str
    solid: PanelSurface  # all of it
    surface: PanelSurface  # what is in the water
    closed: PanelSurface  # that, with a lid where the surface of the water cuts it
    notes: tuple[str, ...]
    sha256: str
    waterplane: planes.Waterplane | None


class _Mending(NamedTuple):
    """What may be done to a mesh before it is solved."""

    decimate: int | None
    close_holes: bool
    unite: bool


@with_bar
def hydro(
    mesh: Any,
    *,
    density: float = 1000.0,
    at: Sequence[float] | None = None,
    unit: str | None = None,
    panels: int | None = None,
    decimate: int | None = None,
    close_holes: bool = False,
    unite: bool = False,
    surface: str | None = None,
    mirror: str | None = None,
    fill: float | None = None,
    displaced: float | None = None,
    estimate: bool = True,
    threads: int | None = None,
    progress: Tell | None = None,
) -> HydroResult:
    """Added mass, buoyancy, areas and a first guess of drag, from the surface of a body.

    mesh: a file (STL, OBJ, PLY, glTF), a mesh of trimesh, or (vertices, triangles); a list of these
        for several bodies, whose added masses are coupled.
    density: of the water, kg/m3.
    at: point of the mesh that is the origin of the body, in metres; for all bodies.
    unit: of the numbers in the mesh: m, cm, mm, in or ft.
    panels: refine to at least so many triangles in all; 3000 unless said otherwise.
    decimate: thin out to at most so many triangles per body first.
    close_holes: close holes by fans, instead of refusing them.
    unite: take the union of a body's parts, which may overlap or touch (extra `unite`).
    surface: where the water is below its free surface, as "z<0.1": no potential there, the limit
        of fast motions. What is above is cut off.
    mirror: where the water is beside a wall, a lid or a plane of symmetry, as "y>0".
    fill, displaced: share of the water inside an open frame that goes along, and the volume of its
        solid parts in m3.
    estimate: solve two coarser meshes as well, and say how far the result may be off.

    Examples:
        >>> import trimesh
        >>> ball = pl.hydro(trimesh.creation.icosphere(subdivisions=3), panels=1280)
        >>> share = ball.added_mass[0, 0] / (1000 * ball.bodies[0].properties.volume)
        >>> round(float(share), 3)
        0.5
    """
    given = _Given(density, at, fill, displaced, surface, mirror)
    plane = given.plane()
    tell: Tell = progress or (lambda _share, _said: None)
    meshes = mesh if isinstance(mesh, list) else [mesh]
    if not meshes:
        raise PelagosError("mesh: the list is empty\n    give at least one mesh")
    parts = [
        _part(one, k, unit, _Mending(decimate, close_holes, unite), plane, tell)
        for k, one in enumerate(meshes)
    ]
    _refuse_overlaps(parts)
    plan = _plan(parts, PANELS if panels is None else panels, estimate)
    return _solved(given, parts, plan, threads, tell)


@dataclass(frozen=True)
class _Given:
    """What the user said beside the mesh."""

    density: float
    at: Sequence[float] | None
    fill: float | None
    displaced: float | None
    surface: str | None
    mirror: str | None

    def __post_init__(self) -> None:
        if not (np.isfinite(self.density) and self.density > 0):
            raise PelagosError(f"density: {self.density:g} kg/m3\n    give a value above 0")
        if (self.fill is None) != (self.displaced is None):
            raise PelagosError(
                "fill and displaced belong together\n    give the share of water that goes along, "
                "and the volume of the solid parts in m3"
            )
        if self.surface is not None and self.mirror is not None:
            raise PelagosError(
                "a free surface and a wall together have images without end\n    give one of them"
            )
        if self.at is not None and len(self.at) != 3:
            raise PelagosError(
                f"at: {len(self.at)} numbers\n    give a point, x, y and z in metres"
            )

    @property
    def origin(self) -> Array:
        return np.zeros(3) if self.at is None else np.array(self.at, dtype=float)

    def plane(self) -> galerkin.Mirror | None:
        if self.surface is not None:
            return planes.plane(self.surface, -1)
        return None if self.mirror is None else planes.plane(self.mirror, 1)

    def limits(self) -> str:
        if self.surface is not None:
            return f"free surface, water at {self.surface}; the limit of fast motions"
        return f"wall, water at {self.mirror}" if self.mirror is not None else "unbounded water"


def _solved(
    given: _Given, parts: list[_Part], plan: list[int], threads: int | None, tell: Tell
) -> HydroResult:
    """Solve level by level; the last counts."""
    plane, origin, density = given.plane(), given.origin, given.density
    solutions = []
    for panels in plan:
        surface = _of_size(parts, panels, plane)
        flow = _flow(surface, origin, plane, threads, tell)
        solutions.append(PanelSolution(len(surface.faces), density * (flow.single + flow.double)))
    bodies = tuple(_body(part, density, plane) for part in parts)
    frame, matrix = None, solutions[-1].matrix
    if given.fill is not None and given.displaced is not None:
        if len(bodies) > 1:
            raise PelagosError("fill: for one body at a time\n    give a single mesh")
        solid = bodies[0].properties
        frame = filled(matrix, solid, origin, density, given.displaced, given.fill)
    return HydroResult(
        added_mass=matrix,
        density=density,
        at=origin,
        bodies=bodies,
        levels=tuple(solutions),
        direct=density * flow.direct,
        frame=frame,
        limits=given.limits(),
        surface=surface,
        potential=flow.potential,
    )


def _part(
    mesh: Any,
    number: int,
    unit: str | None,
    mending: _Mending,
    plane: galerkin.Mirror | None,
    tell: Tell,
) -> _Part:
    file = _read(mesh, number, unit)
    name = file.name
    mend = united if mending.unite else mended
    sound = mend(file.surface, name, close_holes=mending.close_holes)
    surface, notes, decimate = sound.surface, [*file.notes, *sound.notes], mending.decimate
    if decimate is not None and len(surface.faces) > decimate:
        if decimate < 100:
            raise PelagosError(f"decimate: {decimate} triangles are no body\n    give at least 100")
        thin = decimated(surface, decimate, lambda share, said: tell(share, said))
        notes.append(_change(surface, thin, decimate))
        surface = mended(thin, f"{name}, decimated").surface
    solid, closed, waterplane = surface, surface, None
    if plane is not None:
        found = planes.cut(surface, plane, name)
        surface, closed, waterplane = found.wetted, found.closed, found.waterplane
    return _Part(name, solid, surface, closed, tuple(notes), file.sha256, waterplane)


def _read(mesh: Any, number: int, unit: str | None) -> MeshFile:
    if isinstance(mesh, str | os.PathLike):
        return read(mesh, unit)
    if hasattr(mesh, "faces"):
        mesh = (mesh.vertices, mesh.faces)
    if unit is not None and unit not in UNITS:
        raise PelagosError(f"unit: {unit!r} is not known\n    use one of {', '.join(UNITS)}")
    try:
        vertices, faces = (np.asarray(part) for part in mesh)
        vertices = vertices.astype(float) * UNITS[unit or "m"]
        if vertices.shape[1:] != (3,) or faces.shape[1:] != (3,) or not np.isfinite(vertices).all():
            raise ValueError
        if faces.min() < 0 or faces.max() >= len(vertices):
            raise ValueError
    except (TypeError, ValueError):
        raise PelagosError(
            "mesh: neither a file nor a mesh of trimesh nor (vertices, triangles)\n"
            "    give one of these"
        ) from None
    return MeshFile(f"body {number + 1}", merged(vertices, faces.astype(np.int64)), "")


def _change(before: PanelSurface, after: PanelSurface, wanted: int) -> str:
    one, two = properties(before, shadows=False), properties(after, shadows=False)
    volume, area = (100 * (b / a - 1) for a, b in ((one.volume, two.volume), (one.area, two.area)))
    missed = f", not {wanted} as asked: fewer would fold" if len(after.faces) > wanted else ""
    return (
        f"decimated from {len(before.faces)} to {len(after.faces)} triangles{missed}: "
        f"volume {volume:+.3g} %, area {area:+.3g} %"
    )


def _plan(parts: list[_Part], wanted: int, estimate: bool) -> list[int]:
    """Panels of each solution, coarsest first."""
    finest = max(wanted, sum(len(part.surface.faces) for part in parts))
    if finest > MOST_PANELS:
        raise PelagosError(
            f"{finest} panels are more than {MOST_PANELS}\n"
            "    thin the mesh out: --decimate 10000 (decimate=10000)"
        )
    return [*(finest // part for part in _COARSER), finest] if estimate else [finest]


def _refuse_overlaps(parts: list[_Part]) -> None:
    """Several bodies must stand apart; each is sound by itself."""
    for one, two in itertools.combinations(parts, 2):
        both = joined([one.solid, two.solid])
        if len(crossed := crossings(both)):
            fault = Fault(
                "pairs of triangles that cut or touch", len(crossed), both.centroids[crossed[:, 0]]
            )
            said = str(fault)
        elif encloses(one.solid, two.solid.vertices[0]) or encloses(
            two.solid, one.solid.vertices[0]
        ):
            said = "one is inside of the other"
        else:
            continue
        raise PelagosError(
            f"{one.name} and {two.name} overlap: {said}\n    move them apart, or unite them"
        )


def _of_size(parts: list[_Part], panels: int, plane: galerkin.Mirror | None) -> PanelSurface:
    """The bodies with more or fewer panels; where fewer, with the same volume."""
    whole = joined([part.surface for part in parts])
    if panels < len(whole.faces):
        share = panels / len(whole.faces)
        whole = joined([_coarser(part, share, plane) for part in parts])
    return refined(whole, panels)


def _coarser(part: _Part, share: float, plane: galerkin.Mirror | None) -> PanelSurface:
    """A body with that share of its panels: thinned out as a whole, then cut."""
    before = properties(part.solid, shadows=False)
    thin = decimated(part.solid, max(100, int(share * len(part.solid.faces))))
    after = properties(thin, shadows=False)
    scale = (before.volume / after.volume) ** (1 / 3)
    whole = PanelSurface(before.centre + scale * (thin.vertices - after.centre), thin.faces)
    return whole if plane is None else planes.cut(whole, plane, part.name).wetted


def unit_motions(surface: PanelSurface, origin: Array) -> Array:
    """(panel, corner, motion) normal velocities of unit motions about a point."""
    normals = np.repeat(surface.normals[:, None], 3, axis=1)
    return np.concatenate([normals, np.cross(surface.corners - origin, normals)], axis=2)


def _flow(
    surface: PanelSurface,
    origin: Array,
    plane: galerkin.Mirror | None,
    threads: int | None,
    tell: Tell,
) -> galerkin.Flow:
    motions = np.zeros((len(surface.faces), 3, 6 * surface.bodies))
    six = unit_motions(surface, origin)
    for number in range(surface.bodies):
        own = surface.body == number
        motions[own, :, 6 * number : 6 * number + 6] = six[own]
    pinned = None
    if plane is not None and plane.sign < 0:
        pinned = planes.on_plane(surface, plane)
    said = f"{len(surface.faces)} panels: "
    return galerkin.solve(
        surface, motions, plane, pinned, threads, lambda share, what: tell(share, said + what)
    )


def _body(part: _Part, density: float, plane: galerkin.Mirror | None) -> HydroBody:
    facts = properties(part.closed)
    return HydroBody(
        name=Path(part.name).stem,
        file=part.name,
        sha256=part.sha256,
        properties=facts,
        waterplane=part.waterplane,
        drag=None
        if part.waterplane is not None or plane is not None
        else drag_guess(facts, density),
        notes=part.notes,
        triangles=len(part.surface.faces),
    )
