"""The section `contacts:`: which bodies touch each other, or a plane, or a height map."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import numpy as np
from pydantic import BeforeValidator, model_validator

from pelagos.elements.contact.element import BodyContact, ContactPair, Meeting
from pelagos.elements.contact.feelers import Feeler, Spine
from pelagos.elements.contact.height_map import Terrain
from pelagos.elements.contact.law import BristleLaw
from pelagos.elements.contact.remarks import CORNERS, far_hulls, hulls, pieces, told_hull
from pelagos.elements.contact.shapes import PlacedShape, edges_feel, feel
from pelagos.elements.contact.surfaces import HalfSpace, TouchedSurface
from pelagos.elements.contact.world import HeightMap, WorldPlane, plane_frame, pose_of, to_plane
from pelagos.elements.contract import Element, ElementWords, Names, Output, OwnState
from pelagos.elements.site import Axes, Site
from pelagos.language import units
from pelagos.language.words import (
    WORLD,
    AtLeastZero,
    Length,
    Positive,
    Quantity,
    Read,
    Size,
    kind_of,
    refusal,
)
from pelagos.lazy import cached_property
from pelagos.mathematics.inertia import Pose
from pelagos.text import number

FREQUENCY = 1000.0  # rad/s: of the pair on one point of contact, where no stiffness is given
MOST_PAIRS = 2000
MOST_POINTS = 400  # of a body at one surface
MOST_ALONG, MOST_ALONG_MAP = 2, 8  # pieces of an edge, where no spacing is given
ALLOWED = 0.01  # of the smallest measure: what bodies may overlap at the start
Stiffness = Annotated[float, Quantity(units.STIFFNESS), Positive()]
PerSpeed = Annotated[float, Quantity((0, -1, 1), least=0.0)]


def _names(words: Any) -> tuple[str, ...]:
    names = [words] if isinstance(words, str) else words
    if not isinstance(names, list | tuple) or not all(isinstance(n, str) for n in names):
        raise refusal(f"bodies are needed, this is {kind_of(words)}", "write a name, or a list")
    if not names:
        raise refusal("the list of bodies is empty", "name a body")
    twice = [name for k, name in enumerate(names) if name in names[:k]]
    if twice:
        raise refusal(f"{twice[0]!r} is named twice", "name each body once")
    return tuple(names)


_BODIES = Read(_names, {"type": ["string", "array"]})


class ContactWords(ElementWords):
    """Contact of bodies `of` with bodies `against`, with each other, with a `plane` or a
    `height_map` of the world.

    A point at depth d that sinks with the speed w is pushed by stiffness d (1 + damping w).
    Friction holds up to `friction` times that, by bristles of `friction_stiffness` that give way
    in `friction_time`. Without a stiffness a body on one point has 1000 rad/s. `spacing` is the
    distance of points along edges. `preload` is a depth that is meant at the start. Variable
    steps are so short that bodies at the speed `fastest` do not pass through each other in one.
    """

    place = "section"
    key = "contacts"
    # a depth is a thousandth of a coordinate or less, and its energy goes by its square
    tolerance = 3e-10
    outputs = (
        Output("load", "N", "sum of the forces along the normals"),
        Output("friction", "N", "size of the sum of all friction"),
        Output("depth", "m", "of the deepest point; negative: the gap"),
    )

    of: Annotated[tuple[str, ...], _BODIES, Names()]
    against: Annotated[tuple[str, ...] | None, _BODIES, Names()] = None
    plane: Annotated[WorldPlane | None, BeforeValidator(to_plane)] = None
    height_map: HeightMap | None = None
    stiffness: Stiffness | None = None
    damping: PerSpeed = 10.0
    friction: AtLeastZero = 0.0
    friction_stiffness: Stiffness | None = None
    friction_time: Annotated[float, Quantity(units.TIME), Positive()] | None = None
    spacing: Size | None = None
    fastest: Annotated[float, Quantity(units.SPEED), Positive()] = 5.0
    preload: Annotated[Length, Quantity(units.LENGTH, least=0.0)] = 0.0

    @model_validator(mode="after")
    def _one_partner(self) -> ContactWords:
        partners = [k for k in ("against", "plane", "height_map") if getattr(self, k) is not None]
        if len(partners) > 1:
            raise refusal(f"{' and '.join(partners)} are given", "keep one, and add another entry")
        if not partners and len(self.of) < 2:
            raise refusal(
                f"nothing is said that {self.of[0]!r} touches",
                "give against (bodies), plane or height_map, or name more bodies in of",
            )
        both = set(self.of) & set(self.against or ())
        if both:
            remedy = "name it once; bodies of one list touch each other if against is left out"
            raise refusal(f"{sorted(both)[0]!r} is on both sides", remedy, "against")
        if not self.friction and (self.friction_stiffness or self.friction_time):
            raise refusal("there is no friction to hold", "give friction, or remove its bristles")
        if not self.keeps_momentum and "fastest" in self.model_fields_set:
            message = "nobody passes through a plane or a height map, which have no other side"
            raise refusal(message, "remove fastest", "fastest")
        if len(self.pairs) > MOST_PAIRS:
            message = f"these are {len(self.pairs)} pairs, at most {MOST_PAIRS} are taken"
            raise refusal(message, "name those that may meet")
        return self

    @cached_property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Names of the two bodies; the world stands for its surface."""
        if self.plane is not None or self.height_map is not None:
            return tuple((name, WORLD) for name in self.of)
        if self.against is not None:
            return tuple(itertools.product(self.of, self.against))
        return tuple(itertools.combinations(self.of, 2))

    @property
    def shows(self) -> tuple[Output, ...]:
        """Load, friction and depth of each pair, with its names where there are several."""
        if len(self.pairs) == 1:
            return self.outputs
        marks = [one if other == WORLD else f"{one}-{other}" for one, other in self.pairs]
        return tuple(
            Output(f"{mark}.{output.name}", output.unit, output.meaning)
            for mark in marks
            for output in self.outputs
        )

    @property
    def keeps_momentum(self) -> bool:
        return self.plane is None and self.height_map is None

    def states_on(self, bodies: Mapping[str, Any]) -> tuple[OwnState, ...]:
        """Bristles, three numbers each."""
        if not self.friction:
            return ()
        axes = {name: Axes(0, np.eye(3)) for name in bodies}  # counting needs no real ones
        up = np.array([0.0, 0.0, 1.0])
        count = sum(
            feeler.points
            for one, other in self.pairs
            for *_, feelers in self._ways(one, other, bodies, axes, up)
            for feeler in feelers
        )
        return tuple(
            OwnState(f"bristle{k}.{axis}", unit="m") for k in range(count) for axis in "xyz"
        )

    @property
    def from_files(self) -> dict[tuple[str, ...], dict[str, Any]]:
        if self.height_map is None or not self.height_map.file:
            return {}
        read = self.height_map.model_dump(mode="json", include={"origin", "spacing", "heights"})
        return {("height_map",): read}

    def longest_step(self, bodies: Mapping[str, Any]) -> float:
        """In which nobody passes through the thinnest body; planes and maps have no other side."""
        names = {name for pair in self.pairs for name in pair if WORLD not in pair}
        shapes = (PlacedShape.of(bodies[name].shape, np.eye(3)) for name in names)
        return min((shape.thickness for shape in shapes), default=math.inf) / self.fastest

    def build(self, site: Site) -> Iterator[Element]:
        bodies = {name: site.body_words(name) for pair in self.pairs for name in pair[:1]}
        bodies |= {n: site.body_words(n) for _, n in self.pairs if n != WORLD}
        axes = {name: site.body(name) for name in bodies}
        places = iter(site.states)
        pairs = []
        for one, other in self.pairs:
            links = {n: None if n == WORLD else axes[n].link for n in (one, other)}
            k, law = self.laws(bodies[one].mass, None if other == WORLD else bodies[other].mass)
            meetings = []
            for feels, felt, frame, surface, feelers in self._ways(
                one, other, bodies, axes, site.up
            ):
                count = 0 if law is None else 3 * sum(feeler.points for feeler in feelers)
                own = tuple(itertools.islice(places, count))
                pair = links[feels], links[felt], frame, surface, feelers
                meetings.append(Meeting(*pair, k, self.damping, law, own))
            pairs.append(ContactPair(links[one], links[other], tuple(meetings)))
        yield BodyContact(tuple(pairs))

    def laws(self, mass: float, other: float | None) -> tuple[float, BristleLaw | None]:
        """Stiffness of a point, and its friction, for bodies of some masses."""
        reduced = mass if other is None else mass * other / ((mass + other) or 1.0)
        k = self.stiffness or reduced * FREQUENCY**2
        if not self.friction:
            return k, None
        held = self.friction_stiffness or k
        time = self.friction_time or math.sqrt(reduced / held) or 1.0 / FREQUENCY
        return k, BristleLaw(self.friction, held, time)

    def _ways(
        self,
        one: str,
        other: str,
        bodies: Mapping[str, Any],
        axes: Mapping[str, Axes],
        up: np.ndarray,
    ) -> Iterator[tuple[str, str, Pose, TouchedSurface, tuple[Feeler, ...]]]:
        """Who feels whom: names, frame and surface of the second, feelers of the first."""
        solids = {
            n: PlacedShape.of(bodies[n].shape, axes[n].turn) for n in (one, other) if n != WORLD
        }
        if other == WORLD:
            frame, surface = self._outside(up)
            yield one, other, frame, surface, self._feelers(solids[one], surface)
            return
        edged = other if edges_feel(solids[other], solids[one]) else one
        faced = all(solid.polyhedron is not None for solid in solids.values())
        shapes = solids[one].shape, solids[other].shape
        alike = shapes[0].kind == shapes[1].kind
        for feels, felt in ((one, other), (other, one)):
            again = alike and feels == other
            if feel(solids[feels].shape, solids[felt].shape, again):
                surface = solids[felt].surface_for(solids[feels].shape)
                edges = faced and feels == edged
                feelers = self._feelers(solids[feels], surface, solids[felt], edges)
                if again:  # the nearest points of two axes are found once
                    feelers = tuple(f for f in feelers if not isinstance(f, Spine))
                yield feels, felt, solids[felt].frame, surface, feelers

    def _feelers(
        self,
        solid: PlacedShape,
        surface: TouchedSurface,
        other: PlacedShape | None = None,
        edges: bool = False,
    ) -> tuple[Feeler, ...]:
        spacing = self.spacing
        if spacing is None and isinstance(surface, Terrain):
            spacing = max(min(surface.dx, surface.dy), solid.longest / MOST_ALONG_MAP)
        elif spacing is None:
            spacing = max(0.0 if other is None else other.width / 2, solid.longest / MOST_ALONG)
        return tuple(solid.feelers(surface, spacing, edges, self.spacing is not None))

    def _outside(self, up: np.ndarray) -> tuple[Pose, TouchedSurface]:
        """Frame and surface of the world."""
        if self.height_map is not None:
            return Pose.identity(), self.height_map.terrain(1.0 if up[2] > 0 else -1.0)
        assert self.plane is not None
        normal = up if self.plane.normal is None else np.array(self.plane.normal)
        return plane_frame(np.array(self.plane.at), normal), HalfSpace()

    def grounds(self, up: Any) -> Iterator[tuple[Any, Any]]:
        if self.height_map is not None:
            yield self.height_map.triangles(1.0 if up[2] > 0 else -1.0)
        elif self.plane is not None:
            yield self.plane.at, up if self.plane.normal is None else self.plane.normal

    # what is refused, and told

    def misfits(self, parts: Any) -> Iterator[tuple[Any, ...]]:
        """Bodies without a shape to touch, or without a mass to choose a stiffness by."""
        gravity = np.array(parts.scope.gravity)
        if self.height_map is not None and gravity[:2].any():
            message = "a height map lies across z, and gravity is not along that"
            yield "height_map", message, "turn the world so that gravity is along z, or use a plane"
        for key in ("of", "against"):
            for name in getattr(self, key) or ():
                if name in parts.bodies:
                    yield from self._flaws(key, name, parts.bodies[name])
        yield from pieces(self.pairs, parts)
        yield from self._idle_spacing(parts.bodies)

    def _idle_spacing(self, bodies: Mapping[str, Any]) -> Iterator[tuple[Any, ...]]:
        """A spacing that no pair makes use of."""
        if self.spacing is None:
            return
        axes = {name: Axes(0, np.eye(3)) for name in bodies}
        for pair in self.pairs:
            for name in pair:
                if name != WORLD and (
                    name not in bodies or [*self._flaws("of", name, bodies[name])]
                ):
                    return  # refused for that
            ways = self._ways(*pair, bodies, axes, np.array([0.0, 0.0, 1.0]))
            for feels, _, _, surface, feelers in ways:
                solid = PlacedShape.of(bodies[feels].shape, np.eye(3))
                if solid.is_spaced(surface, feelers):
                    return
        message = "these bodies feel each other without points along edges"
        if not self.keeps_momentum:
            message = "these bodies touch the world without points along edges"
        yield "spacing", message, "remove spacing", self.spacing

    def _flaws(self, key: str, name: str, body: Any) -> Iterator[tuple[Any, ...]]:
        if body.shape is None:
            yield key, "a body without a shape touches nothing", f"give {name} a shape", name
        elif body.shape.mesh is not None and body.shape.mesh.hull is None:
            remedy = f"give its shape's mesh a number of corners, hull: {CORNERS}, or another shape"
            yield key, f"the mesh of {name} has no hull to touch with", remedy, name
        elif self.stiffness is None and not body.mass:
            yield key, f"{name} has no mass to choose a stiffness by", "give stiffness", name

    def misfits_at_start(self, parts: Any, start: Any) -> Iterator[tuple[Any, ...]]:
        """Bodies that overlap, and more points than are sensible."""
        bodies, g = parts.bodies, np.array(parts.scope.gravity)
        up = -g / np.linalg.norm(g) if g.any() else np.array([0.0, 0.0, 1.0])
        axes = {name: Axes(0, np.eye(3)) for name in bodies}
        for one, other in self.pairs:
            deepest = -math.inf
            for feels, felt, frame, surface, feelers in self._ways(one, other, bodies, axes, up):
                count = sum(feeler.points for feeler in feelers)
                if count > MOST_POINTS:
                    message = f"{feels} has {count} points to touch with, at most {MOST_POINTS}"
                    yield "of", message, f"give spacing, longer than {self.spacing or 0:g} m"
                    return
                there = pose_of(*start.pose(felt)) @ frame
                at = pose_of(*start.pose(feels)).seen_from(there)
                for feeler in feelers:
                    for x in feeler.felt(at, surface):
                        deepest = max(deepest, x.radius - x.distance)
            sizes = [
                PlacedShape.of(bodies[n].shape, np.eye(3)).thickness
                for n in (one, other)
                if n != WORLD
            ]
            allowed = max(self.preload, ALLOWED * min(sizes))
            if deepest > allowed:
                yield self._overlap(one, other, deepest, allowed)

    def _overlap(self, one: str, other: str, depth: float, allowed: float) -> tuple[Any, ...]:
        what = "the plane" if self.plane is not None else "the height map"
        partner = what if other == WORLD else other
        message = (
            f"{one} and {partner} overlap by {depth:.4g} m at the start, "
            f"and {allowed:.3g} m are taken for touching"
        )
        remedy = f"move {one} by {depth:.4g} m, or give preload: {depth * 1.01:.3g} if it is meant"
        return "of" if other == WORLD else "against", message, remedy

    def notes_at_start(self, robot: Any, start: Any) -> Iterator[str]:
        """Meshes that their hulls do not fit well."""
        yield from far_hulls(self._names, robot.bodies)

    def told_on(self, bodies: Mapping[str, Any]) -> Iterator[str]:
        yield from self.told()
        for name, mesh in hulls(self._names, bodies):
            yield told_hull(name, mesh)

    @property
    def _names(self) -> tuple[str, ...]:
        """All bodies, once each."""
        return (*self.of, *(self.against or ()))

    def told(self) -> Iterator[str]:
        where = f"{self.pairs[0][1]}" if len(self.pairs) == 1 else f"{len(self.pairs)} pairs"
        if self.plane is not None:
            where = "a plane"
        if self.height_map is not None:
            rows = self.height_map.heights
            where = f"a height map of {len(rows[0])} by {len(rows)} heights"
        k = "stiffness by mass" if self.stiffness is None else f"{number(self.stiffness)} N/m"
        yield f"contact of {', '.join(self.of)} with {where}, {k}, friction {number(self.friction)}"
