"""Shapes of bodies, and the mass properties that follow from them.

Closed forms for uniform density; see any table of moments of inertia. The capsule adds two
hemispheres (83/320 m r^2 about their own centroid, 3/8 r off the flat face) to a cylinder.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import BeforeValidator, model_validator

from pelagos.files import read_bytes
from pelagos.language import units
from pelagos.language.files import LARGEST_FILE, find
from pelagos.language.geometry.convex import FEWEST, MOST, Polyhedron, kept_hull, polyhedron
from pelagos.language.inertias import Inertia
from pelagos.language.placement import Placement
from pelagos.language.words import (
    Axis,
    Point,
    Positive,
    Quantity,
    Size,
    Sizes,
    Words,
    refusal,
)
from pelagos.lazy import cached_property

KINDS = ("sphere", "ellipsoid", "cylinder", "capsule", "box", "mesh")
ALIKE = 1e-6  # how far given numbers of a mesh that is cut may be from its own
MOST_CUT = 2000  # triangles of a mesh that the water cuts: each is work at every step


@dataclass(frozen=True)
class Solid:
    """Volume, centroid, and inertia about the centroid for a density of one."""

    volume: float
    centroid: NDArray[np.float64]
    inertia: NDArray[np.float64]


class Rod(Words):
    """A capsule by its cylindrical part, or a cylinder, centred on its frame."""

    radius: Size
    length: Size
    along: Axis = (0.0, 0.0, 1.0)


class Cylinder(Rod):
    """A rod with `ends` that are flat or rounded; none make it a piece of a longer one."""

    ends: Literal["flat", "round", "none"] = "flat"


class Mesh(Words):
    """A closed surface from an STL or OBJ file, times `scale`.

    Volume, centroid and inertia (density one, about the centroid; all of the file as it is,
    before `scale`) are measured from the file. Given all three, the file is not opened: for
    surfaces with holes, and where the file is not at hand. `hull` is the greatest number of
    corners of the convex hull by which contacts feel the mesh; `corners` and the `hull_volume` of
    the whole hull (both of the file as it is) follow from the file likewise.
    """

    file: str
    scale: Annotated[float, Quantity(), Positive()] = 1.0
    volume: Annotated[float, Quantity(units.VOLUME), Positive()] | None = None
    centroid: Point | None = None
    inertia: Inertia | None = None
    sha256: str = ""
    hull: int | None = None
    corners: tuple[Point, ...] | None = None
    hull_volume: Annotated[float, Quantity(units.VOLUME), Positive()] | None = None

    @model_validator(mode="after")
    def _measure(self) -> Mesh:
        self._measure_solid()
        self._measure_hull()
        return self

    def _measure_solid(self) -> None:
        given = [self.volume, self.centroid, self.inertia]
        if None not in given:
            return
        if any(value is not None for value in given):
            raise refusal(
                "volume, centroid and inertia of a mesh belong together",
                "give all three, or none to measure them from the file",
            )
        volume, centroid, inertia, digest = _measured(self.file)
        # frozen for the user; these fields are completed once, here
        self.__dict__.update(volume=volume, centroid=centroid, inertia=inertia, sha256=digest)

    def _measure_hull(self) -> None:
        if self.hull is None:
            if self.corners is not None or self.hull_volume is not None:
                raise refusal("corners and hull_volume are those of a hull", "give hull, or none")
            return
        if not FEWEST <= self.hull <= MOST:
            message = f"a hull has {FEWEST} to {MOST} corners"
            raise refusal(message, "give a number within", "hull")
        if (self.corners is None) != (self.hull_volume is None):
            raise refusal("corners and hull_volume belong together", "give both, or none")
        if self.corners is None:
            surface, digest = _read(self.file)
            _check_same(self, digest)
            points = np.asarray(surface.vertices, dtype=float)
            corners, volume = _sound(kept_hull, points, self.hull)
            self.__dict__.update(corners=corners, hull_volume=volume, sha256=digest)
        elif len(self.corners) > self.hull:
            message = f"{len(self.corners)} corners are given, and {self.hull} are allowed"
            raise refusal(message, "raise hull, or leave out corners", "hull")
        _sound(lambda: self.polyhedron)

    @property
    def polyhedron(self) -> Polyhedron:
        """Its hull, by the corners that are kept; times `scale`."""
        assert self.corners is not None
        k = self.scale
        return polyhedron(tuple((k * x, k * y, k * z) for x, y, z in self.corners))

    def solid(self) -> Solid:
        """Mass properties for a density of one."""
        assert self.volume is not None
        k = self.scale
        return Solid(self.volume * k**3, np.array(self.centroid) * k, np.array(self.inertia) * k**5)


def _measured(name: str) -> tuple[float, Any, Any, str]:
    """Volume, centroid, inertia and digest of a mesh file."""
    mesh, digest = _loaded(name)
    inertia = np.asarray(mesh.moment_inertia, dtype=float)
    inertia = (inertia + inertia.T) / 2
    return (
        float(mesh.volume),
        tuple(float(x) for x in mesh.center_mass),
        tuple(tuple(float(x) for x in row) for row in inertia),
        digest,
    )


class LoadedMesh(NamedTuple):
    """A surface as trimesh has it, and the digest of its file."""

    surface: Any
    sha256: str


def _read(name: str) -> LoadedMesh:
    """A mesh file with triangles; anything else is refused."""
    path = find(name, (".stl", ".obj"))
    import trimesh  # heavy, and most models have no mesh

    try:
        content = read_bytes(path, LARGEST_FILE)
        options = {"skip_materials": True} if path.suffix.lower() == ".obj" else {}
        with np.errstate(all="ignore"):  # of surfaces without a volume
            mesh = trimesh.load_mesh(str(path), **options)
            mesh.merge_vertices()
            if len(mesh.faces) == 0:
                raise ValueError("it holds no triangles")
            if not np.isfinite(mesh.vertices).all():
                raise ValueError("a vertex is not finite")
    except Exception as error:  # trimesh raises whatever its parsers meet
        raise refusal(f"the mesh cannot be read: {error}"[:300], "export it again as STL") from None
    return LoadedMesh(mesh, hashlib.sha256(content).hexdigest())


def _loaded(name: str) -> LoadedMesh:
    """A mesh file that encloses a volume; anything else is refused."""
    mesh, digest = _read(name)
    with np.errstate(all="ignore"):  # of surfaces without a volume
        closed, volume = bool(mesh.is_watertight), float(mesh.volume)
    if not closed:
        count = _open_edges(mesh.edges_sorted)
        edges = "1 edge does" if count == 1 else f"{count} edges do"
        raise refusal(
            f"the surface is not closed, so it has no volume: {edges} not join two triangles",
            "repair the mesh (close its holes), or give volume, centroid and inertia beside file",
        )
    if not np.isfinite(volume) or volume <= 0:
        raise refusal(f"the mesh encloses a volume of {volume:g}", "turn its faces outwards")
    return LoadedMesh(mesh, digest)


def _sound(hull: Callable[..., Any], *given: Any) -> Any:
    """A hull; what has none is refused."""
    try:
        return hull(*given)
    except ValueError as error:
        remedy = "leave out corners, and mend the mesh"
        raise refusal(f"the mesh has no hull: {error}", remedy, "hull") from None


def _check_same(mesh: Mesh, digest: str) -> None:
    """Refuse a file that is another one than was measured before."""
    if mesh.sha256 not in ("", digest):
        raise refusal(
            "the file is another one than when this mesh was measured",
            "bring it back, or leave out what was measured from it, and sha256",
        )


def cut_surface(mesh: Mesh) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Vertices [m] and faces of a closed surface that the water is to cut."""
    surface, digest = _loaded(mesh.file)
    _check_same(mesh, digest)
    if len(surface.faces) > MOST_CUT:
        raise refusal(
            f"the mesh has {len(surface.faces)} triangles, and the surface of the water is to cut "
            f"each of them at every step: {MOST_CUT} are allowed",
            "give a coarser mesh as shape, and the fine one as visual",
        )
    assert mesh.volume is not None  # given, or measured on reading
    enclosed, size = float(surface.volume), float(surface.volume) ** (1.0 / 3.0)
    apart = float(np.linalg.norm(np.asarray(mesh.centroid) - surface.center_mass))
    if abs(mesh.volume - enclosed) > ALIKE * enclosed or apart > ALIKE * size:
        raise refusal(
            f"volume and centroid are given as {mesh.volume:g} m3 at {mesh.centroid}, but the "
            f"surface that the water is to cut encloses {enclosed:g} m3, {apart:.3g} m from there",
            "leave out volume, centroid and inertia",
        )
    vertices = np.asarray(surface.vertices, dtype=float) * mesh.scale
    return vertices, np.asarray(surface.faces, dtype=np.int64)


def check_cut(mesh: Mesh) -> None:
    """Refuse a mesh that cannot be cut; one that was measured before is read without its file."""
    if "sha256" not in mesh.model_fields_set:
        cut_surface(mesh)


def _open_edges(edges: NDArray[np.int64]) -> int:
    """Edges that do not belong to exactly two triangles."""
    _, counts = np.unique(edges, axis=0, return_counts=True)
    return int(np.count_nonzero(counts != 2))


def _radius(words: Any) -> Any:
    return words["radius"] if isinstance(words, dict) and list(words) == ["radius"] else words


class Shape(Words):
    """One shape, placed by `at` (the shape's centre, or the mesh's origin) in the body frame."""

    sphere: Annotated[Size, BeforeValidator(_radius)] | None = None
    ellipsoid: Sizes | None = None  # semi-axes
    cylinder: Cylinder | None = None
    capsule: Rod | None = None
    box: Sizes | None = None  # full edges
    mesh: Mesh | None = None
    at: Placement = Placement()

    @model_validator(mode="after")
    def _one_kind(self) -> Shape:
        given = [kind for kind in KINDS if getattr(self, kind) is not None]
        if len(given) != 1:
            said = " and ".join(given) or "no kind"
            raise refusal(f"the shape has {said}", "give exactly one of " + ", ".join(KINDS))
        return self

    @property
    def kind(self) -> str:
        """One of KINDS."""
        return next(kind for kind in KINDS if getattr(self, kind) is not None)

    @property
    def volume(self) -> float:
        """Enclosed volume."""
        return self._own.volume

    @property
    def centroid(self) -> NDArray[np.float64]:
        """Centre of the volume in the body frame."""
        return self.at.p + self.at.R @ self._own.centroid

    @property
    def inertia_per_density(self) -> NDArray[np.float64]:
        """Inertia about the centroid in body axes, for a density of one."""
        R = self.at.R
        inertia: NDArray[np.float64] = R @ self._own.inertia @ R.T
        return (inertia + inertia.T) / 2

    @cached_property
    def _own(self) -> Solid:
        """Mass properties in the shape's own frame."""
        if self.sphere is not None:
            return _ellipsoid(self.sphere, self.sphere, self.sphere)
        if self.ellipsoid is not None:
            return _ellipsoid(*self.ellipsoid)
        if self.box is not None:
            return _box(*self.box)
        if self.cylinder is not None:
            return _rod(self.cylinder, ends=False)
        if self.capsule is not None:
            return _rod(self.capsule, ends=True)
        assert self.mesh is not None
        return self.mesh.solid()


def _ellipsoid(a: float, b: float, c: float) -> Solid:
    volume = 4 / 3 * math.pi * a * b * c
    diagonal = np.array([b * b + c * c, a * a + c * c, a * a + b * b])
    return Solid(volume, np.zeros(3), volume / 5 * np.diag(diagonal))


def _box(a: float, b: float, c: float) -> Solid:
    volume = a * b * c
    diagonal = np.array([b * b + c * c, a * a + c * c, a * a + b * b])
    return Solid(volume, np.zeros(3), volume / 12 * np.diag(diagonal))


def _rod(rod: Rod, *, ends: bool) -> Solid:
    r, l = rod.radius, rod.length
    volume = math.pi * r * r * l
    axial = volume * r * r / 2
    across = volume * (3 * r * r + l * l) / 12
    if ends:
        caps = 4 / 3 * math.pi * r**3
        volume += caps
        axial += caps * 2 / 5 * r * r
        across += caps * (2 / 5 * r * r + l * l / 4 + 3 / 8 * l * r)
    along = np.outer(rod.along, rod.along)
    return Solid(volume, np.zeros(3), axial * along + across * (np.eye(3) - along))
