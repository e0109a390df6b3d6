"""The shapes of bodies as surfaces, and as points that feel surfaces."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from pelagos.elements.contact.feelers import Corner, EggFeeler, Feeler, Rim, Spine, Tip
from pelagos.elements.contact.polyhedra import EdgeFeeler, EggAtFaces, HullSurface
from pelagos.elements.contact.rims import RimAtFaces, ridges
from pelagos.elements.contact.spines import SpineAtFaces
from pelagos.elements.contact.surfaces import (
    BallSurface,
    BoxSurface,
    DrumSurface,
    EggSurface,
    HalfSpace,
    PillSurface,
    TouchedSurface,
)
from pelagos.language.geometry.convex import Polyhedron, polyhedron
from pelagos.language.shapes import Rod, Shape
from pelagos.mathematics.algebra import Mat3, Vec3
from pelagos.mathematics.inertia import Pose

ROUND = ("sphere", "capsule", "ellipsoid")  # of two, the one that comes first feels the other
FACED = ("box", "mesh")
SIDES = 32  # of the prism by which an ellipsoid feels a cylinder
LEAST_ON_RIM = 16  # points of a cylinder's edge


@dataclass(frozen=True)
class PlacedShape:
    """A shape in the axes of a link, given by its own axes (columns) and centre there."""

    shape: Shape
    R: np.ndarray
    p: np.ndarray

    @classmethod
    def of(cls, shape: Shape, turn: np.ndarray) -> PlacedShape:
        """turn: joint-aligned axes of the body as columns, in the body's frame."""
        R, p = turn.T @ shape.at.R, turn.T @ shape.at.p
        rod = shape.cylinder or shape.capsule
        return cls(shape, R if rod is None else R @ _axes(rod), p)

    @property
    def frame(self) -> Pose:
        """Of its surface."""
        return Pose(Mat3.of(self.R.T.ravel().tolist()), _vector(self.p))

    @property
    def thickness(self) -> float:
        """Its smallest measure across."""
        s = self.shape
        if s.sphere is not None:
            return 2.0 * s.sphere
        if s.ellipsoid is not None:
            return 2.0 * min(s.ellipsoid)
        if s.box is not None:
            return min(s.box)
        if s.capsule is not None:
            return 2.0 * s.capsule.radius
        if s.mesh is not None:
            return s.mesh.polyhedron.thickness
        assert s.cylinder is not None
        return min(2.0 * s.cylinder.radius, s.cylinder.length)

    @property
    def width(self) -> float:
        """The shorter side of its broadest face, as far as it has faces."""
        return sorted(self.shape.box)[1] if self.shape.box is not None else self.thickness

    @property
    def longest(self) -> float:
        """The longest of its edges."""
        if self.shape.mesh is not None:
            return self.shape.mesh.polyhedron.longest
        rod = self.shape.cylinder or self.shape.capsule
        return max(self.shape.box or (0.0 if rod is None else rod.length,))

    @property
    def polyhedron(self) -> Polyhedron | None:
        """Itself, or the hull of a mesh, in its own frame, where it has flat faces alone."""
        if self.shape.mesh is not None:
            return self.shape.mesh.polyhedron
        if self.shape.box is not None:
            x, y, z = (edge / 2 for edge in self.shape.box)
            return polyhedron(tuple(itertools.product((-x, x), (-y, y), (-z, z))))
        return None

    @property
    def surface(self) -> TouchedSurface:
        """In its own frame."""
        s = self.shape
        if s.sphere is not None:
            return BallSurface(s.sphere)
        if s.ellipsoid is not None:
            return EggSurface(Vec3(*s.ellipsoid))
        if s.box is not None:
            return BoxSurface(_vector(np.array(s.box) / 2))
        if s.capsule is not None:
            return PillSurface(s.capsule.length / 2, s.capsule.radius)
        if s.mesh is not None:
            return HullSurface.of(s.mesh.polyhedron)
        assert s.cylinder is not None
        return DrumSurface(s.cylinder.length / 2, s.cylinder.radius)

    def surface_for(self, other: Shape) -> TouchedSurface:
        """As another body feels it: to an ellipsoid a cylinder is a prism, whose sides lie as far
        outside of it as inside."""
        rod = self.shape.cylinder
        if rod is None or other.ellipsoid is None:
            return self.surface
        turns = 2 * math.pi * np.arange(SIDES) / SIDES
        r = 2 * rod.radius / (1 + math.cos(math.pi / SIDES))
        ring = list(zip((r * np.cos(turns)).tolist(), (r * np.sin(turns)).tolist(), strict=True))
        ends = (-rod.length / 2, rod.length / 2)
        return HullSurface.of(polyhedron(tuple((x, y, z) for z in ends for x, y in ring)))

    def feelers(
        self, surface: TouchedSurface, spacing: float, edges: bool = False, points: bool = False
    ) -> Iterator[Feeler]:
        """Points that feel a surface; those along edges at most `spacing` apart.

        edges: whether its edges feel faces of the other, of two bodies that have such; points:
        whether rims feel faces by fixed points.
        """
        s, plane = self.shape, isinstance(surface, HalfSpace)
        if s.sphere is not None:
            yield Tip(_vector(self.p), s.sphere)
        elif s.ellipsoid is not None:
            placed = _vector(self.p), Mat3.of(self.R.T.ravel().tolist()), Vec3(*s.ellipsoid)
            mean = math.prod(s.ellipsoid) ** (1 / 3)
            yield EggAtFaces(*placed, mean) if surface.planes else EggFeeler(*placed)
        elif edges:
            yield from self._edges()
        elif s.kind in FACED:
            for point in self._along_edges(math.inf if plane or surface.planes else spacing):
                yield Corner(self._there(point))
        elif s.capsule is not None:
            yield from self._capsule(s.capsule, surface, spacing)
        else:
            assert s.cylinder is not None
            yield from self._cylinder(s.cylinder, surface, spacing, points)

    def is_spaced(self, surface: TouchedSurface, feelers: Iterable[Feeler]) -> bool:
        """Whether a closer spacing puts more points at a surface than these."""
        if self.shape.kind in FACED:
            edges = any(isinstance(feeler, EdgeFeeler) for feeler in feelers)
            return not (edges or surface.planes or isinstance(surface, HalfSpace))
        if self.shape.cylinder is not None:
            return not isinstance(surface, HalfSpace)
        return self.shape.capsule is not None and not surface.convex

    def _edges(self) -> Iterator[Feeler]:
        """All edges; a corner is shared by those that end there."""
        body = self.polyhedron
        assert body is not None
        shares = 1.0 / body.valences
        for a, b in body.edges:
            size = float(np.linalg.norm(body.corners[b] - body.corners[a]))
            start, end = (self._there(tuple(body.corners[k])) for k in (a, b))
            yield EdgeFeeler(start, end, size, (float(shares[a]), float(shares[b])))

    def _along_edges(self, spacing: float) -> list[tuple[float, ...]]:
        """Corners, and points on edges at most so far apart."""
        if self.shape.box is not None:
            return edge_points(self.shape.box, spacing)
        body = self.polyhedron
        assert body is not None
        found = [tuple(corner) for corner in body.corners.tolist()]
        for a, b in body.edges:
            start, along = body.corners[a], body.corners[b] - body.corners[a]
            count = max(1, math.ceil(float(np.linalg.norm(along)) / spacing))
            found += [tuple((start + k / count * along).tolist()) for k in range(1, count)]
        return found

    def _capsule(self, rod: Rod, surface: TouchedSurface, spacing: float) -> Iterator[Feeler]:
        half = rod.length / 2
        yield from self._balls(half, rod.radius, math.inf if surface.convex else spacing)
        if surface.convex and not isinstance(surface, HalfSpace):
            yield self._spine(half, rod.radius, surface)

    def _balls(self, half: float, radius: float, spacing: float) -> Iterator[Feeler]:
        """Along the axis, both ends included."""
        count = max(1, math.ceil(2 * half / spacing))
        for k in range(count + 1):
            yield Tip(self._there((0.0, 0.0, half * (2 * k / count - 1))), radius)

    def _cylinder(
        self, rod: Rod, surface: TouchedSurface, spacing: float, points: bool
    ) -> Iterator[Feeler]:
        half, r = rod.length / 2, rod.radius
        axis, across = _vector(self.R[:, 2]), _vector(self.R[:, 0])
        count = max(LEAST_ON_RIM, math.ceil(2 * math.pi * r / spacing))
        turns = [2 * math.pi * k / count for k in range(count)]
        faces = ridges(surface)
        for end in (-half, half):
            if faces and not points:
                yield RimAtFaces(self._there((0.0, 0.0, end)), axis, across, r, faces)
            elif surface.flat and not faces:
                yield Rim(self._there((0.0, 0.0, end)), axis, across, r)
            else:  # where a rim may touch at several places at once
                for a in turns:
                    yield Corner(self._there((r * math.cos(a), r * math.sin(a), end)))
        if half > r and not surface.convex:
            yield from self._balls(half - r, r, spacing)
        elif half > r and not isinstance(surface, HalfSpace):
            yield self._spine(half - r, r, surface)

    def _spine(self, half: float, radius: float, surface: TouchedSurface) -> Spine:
        kind = SpineAtFaces if surface.planes else Spine
        return kind(self._there((0.0, 0.0, -half)), _vector(2 * half * self.R[:, 2]), radius)

    def _there(self, point: tuple[float, ...]) -> Vec3:
        return _vector(self.p + self.R @ np.array(point))


def feel(one: Shape, other: Shape, again: bool) -> bool:
    """Whether points of the first feel the second.

    Of two round ones the one that comes first in ROUND does; of a sphere and anything the sphere,
    and of an ellipsoid and a body with edges the ellipsoid.
    again: the other way round of two of a kind, which only capsules need for their ends.
    """
    if one.kind in ROUND and other.kind in ROUND:
        order = ROUND.index(one.kind) - ROUND.index(other.kind)
        return order < 0 or (order == 0 and (not again or one.kind == "capsule"))
    return other.kind not in ("sphere", "ellipsoid")


def edges_feel(one: PlacedShape, other: PlacedShape) -> bool:
    """Whether of two bodies with flat faces it costs less if edges of the first feel the second."""
    first, second = one.polyhedron, other.polyhedron
    if first is None or second is None:
        return False
    return len(first.edges) * len(second.normals) < len(second.edges) * len(first.normals)


def edge_points(box: tuple[float, float, float], spacing: float) -> list[tuple[float, ...]]:
    """The corners of a box, and points on its edges at most so far apart."""
    counts = [max(1, math.ceil(edge / spacing)) for edge in box]
    found: dict[tuple[float, ...], None] = {}
    for axis in range(3):
        others = [k for k in range(3) if k != axis]
        for signs in itertools.product((-0.5, 0.5), repeat=2):
            for step in range(counts[axis] + 1):
                point = [0.0, 0.0, 0.0]
                point[axis] = (step / counts[axis] - 0.5) * box[axis]
                for k, sign in zip(others, signs, strict=True):
                    point[k] = sign * box[k]
                found[tuple(point)] = None
    return list(found)


def _axes(rod: Rod) -> np.ndarray:
    """Axes (columns) of a rod: z along it."""
    z = np.array(rod.along)
    x = np.cross(np.eye(3)[np.argmin(np.abs(z))], z)
    x /= np.linalg.norm(x)
    return np.stack([x, np.cross(z, x), z], axis=1)


def _vector(v: np.ndarray) -> Vec3:
    return Vec3(*(float(x) + 0.0 for x in v))
