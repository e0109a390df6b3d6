"""The words of tethers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any

import numpy as np
from pydantic import model_validator

from pelagos.elements.contract import Element, ElementWords, Names, Output, OwnState, Thread
from pelagos.elements.site import Site
from pelagos.elements.tether.ends import TetherEnds
from pelagos.elements.tether.forces import Bed, LineSurface, Make
from pelagos.elements.tether.line import TetherLine, Winch
from pelagos.elements.world_places import PlaceOf, PointOf
from pelagos.language import units
from pelagos.language.signals import Signal, in_unit
from pelagos.language.words import (
    ARRAY,
    WORLD,
    AtLeastZero,
    Positive,
    Quantity,
    Read,
    Size,
    Words,
    refusal,
    two_bodies,
)
from pelagos.mathematics.algebra import Vec3
from pelagos.text import number

FEWEST, MOST = 2, 200  # segments
THIN = 100.0  # kg/m3: below it is air, which has no surface
ABOVE = 1e-6  # m above the surface that count as on it
SPEED = 1.0  # m/s: relative tolerances of nodes count from this, and from the length
SHORTEST = 0.05  # of the length: a winch hauls no further, unless it is told

LineDensity = Annotated[float, Quantity(units.LINE_DENSITY), Positive()]
Force = Annotated[float, Quantity(units.FORCE), Positive()]
STIFFEST = 1e10  # N: beyond, what is rounded off of a strain is no small force


def _whole(words: Any) -> int:
    """A number of segments."""
    if isinstance(words, bool) or not isinstance(words, int):
        raise refusal(f"{words!r} is no whole number of segments", f"give {FEWEST} to {MOST}")
    if not FEWEST <= words <= MOST:
        raise refusal(
            f"{words} segments; a tether has {FEWEST} to {MOST}",
            "40 are plenty for most lines; the error falls with the square of their number",
        )
    return words


Segments = Annotated[int, Read(_whole, {"type": "integer", "minimum": FEWEST, "maximum": MOST})]


class LineDrag(Words):
    """Drag coefficients: across on the diameter, along on the circumference.

    1.2 is that of a smooth cylinder at the Reynolds numbers of tethers.
    """

    normal: AtLeastZero = 1.2
    tangential: AtLeastZero = 0.01


class LineAddedMass(Words):
    """Added mass over the mass of the displaced water, across and along."""

    normal: AtLeastZero = 1.0
    tangential: AtLeastZero = 0.0


class SeabedContact(Words):
    """The seabed below a line: stiffness per metre of line and depth, and Coulomb's friction.

    A metre of line at the depth d that sinks with the speed w is pushed up by
    stiffness d (1 + damping w).
    """

    stiffness: Annotated[float, Quantity(units.PRESSURE), Positive()] = 1e3
    damping: Annotated[float, Quantity((0, -1, 1), least=0.0)] = 1.0
    friction: AtLeastZero = 0.5
    friction_speed: Annotated[float, Quantity(units.SPEED), Positive()] = 0.01


class Tether(ElementWords):
    """A line between the point `at` of one body and the point `to` of another, or of the world.

    It has a `length` without load, pulls with EA times its strain and `damping` times the rate of
    that, and never pushes. EI resists bending, with ends that turn freely. `weight` is that in
    water per metre; without it that of line_density and diameter. A `winch` at the first end pays
    out with the speed that it is told, and hauls in with a negative one.
    """

    place = "section"
    key = "tethers"
    feels_flow = True
    stiff = True
    outputs = (
        Output("tension_at", "N", "pull of the line on its first end"),
        Output("tension_to", "N", "pull of the line on its second end"),
        Output("unstretched", "m", "length of the line without load"),
    )

    between: Annotated[tuple[str, str], Read(two_bodies, ARRAY), Names(world=True)]
    at: Annotated[PointOf, PlaceOf("between", 0)] = (0.0, 0.0, 0.0)
    to: Annotated[PointOf, PlaceOf("between", 1)] = (0.0, 0.0, 0.0)
    length: Size
    segments: Segments = 20
    diameter: Size
    line_density: LineDensity
    weight: Annotated[float, Quantity(units.STIFFNESS)] | None = None
    EA: Force
    damping: Annotated[float, Quantity((1, 1, -1), least=0.0)] = 0.0
    EI: Annotated[float, Quantity((1, 3, -2), least=0.0)] = 0.0
    drag: LineDrag = LineDrag()
    added_mass: LineAddedMass = LineAddedMass()
    seabed: SeabedContact = SeabedContact()
    winch: Annotated[Signal, in_unit("m/s")] | None = None
    shortest: Size | None = None
    stretched: bool = False

    @model_validator(mode="after")
    def _fits(self) -> Tether:
        if self.between[0] == self.between[1] == WORLD:
            raise refusal("both ends are in the world", "name a body at one end", "between")
        if self.EA > STIFFEST:
            message = f"{self.EA:g} N is more than {STIFFEST:g} N, a bar of steel 25 cm thick"
            raise refusal(message, "check the unit, or give less: 1e8 hardly stretches", "EA")
        if self.shortest is not None and self.winch is None:
            raise refusal("shortest is for a line on a winch", "give a winch too", "shortest")
        if self.shortest is not None and self.shortest >= self.length:
            message = f"{self.shortest:g} m is no less than the length, {self.length:g} m"
            raise refusal(message, "give a shorter one", "shortest")
        return self

    @property
    def shows(self) -> tuple[Output, ...]:
        """Those of all lines, and the tension of each segment."""
        each = [Output(f"T{k}", "N", f"tension of segment {k}") for k in self._numbers(1)]
        return (*self.outputs, *each)

    def states_on(self, bodies: Mapping[str, Any]) -> tuple[OwnState, ...]:
        """Places of inner nodes, then their velocities; the length on a winch."""
        own = [
            OwnState(f"{of}{axis}{k}", unit=unit, scale=scale)
            for of, unit, scale in (("", "m", self.length), ("v", "m/s", SPEED))
            for k in self._numbers()
            for axis in "xyz"
        ]
        return (*own, *((OwnState("length", self.length, "m"),) if self.winch else ()))

    def drawn(self) -> Iterable[Thread]:
        """A tube through the nodes."""
        nodes = tuple((f"x{k}", f"y{k}", f"z{k}") for k in self._numbers())
        return (Thread(self.between, (self.at, self.to), 0.5 * self.diameter, nodes),)

    def _numbers(self, more: int = 0) -> range:
        return range(1, self.segments + more)

    def build(self, site: Site) -> Iterator[Element]:
        one, other = self.between
        a, b = site.end(one, self.at), site.end(other, self.to)
        make, winch = self._make(site), None
        if self.winch is not None:
            shortest = SHORTEST * self.length if self.shortest is None else self.shortest
            winch = Winch(site.channel(self.winch), site.states[-1], shortest)
        yield TetherLine(a, b, site.states[0], self.segments, self.length, make, winch)
        yield TetherEnds(a, b, 0.5 * self.length / self.segments * self.line_density)

    def _make(self, site: Site) -> Make:
        area, density = math.pi / 4.0 * self.diameter**2, site.density
        displaced, face = density * area, 0.5 * density * self.diameter
        wet, g = self.line_density - displaced, math.hypot(*site.gravity)
        if self.weight is not None:
            wet = self.weight / g if g else 0.0
        return Make(
            mass=self.line_density,
            wet_mass=wet,
            EA=self.EA,
            damping=self.damping,
            EI=self.EI,
            drag_normal=face * self.drag.normal,
            drag_tangential=face * math.pi * self.drag.tangential,
            added_normal=displaced * self.added_mass.normal,
            added_tangential=displaced * self.added_mass.tangential,
            displaced=displaced,
            bed=self._bed(site),
            bends=self.EI > 0.0,
            surface=self._surface(site),
        )

    def _surface(self, site: Site) -> LineSurface | None:
        """That of water which bodies may cross; elsewhere a line is always wet."""
        if site.water is None or not site.water.crossing:
            return None
        return LineSurface(Vec3(*(site.up + 0.0).tolist()), 0.5 * self.diameter)

    def _bed(self, site: Site) -> Bed | None:
        """The ground of the robot, or the bed of its water."""
        level = site.ground
        if level is None and site.water is not None:
            level = site.water.bed
        if level is None:
            return None
        s = self.seabed
        up = Vec3(*(site.up + 0.0).tolist())
        return Bed(up, level, s.stiffness, s.damping, s.friction, s.friction_speed)

    def misfits(self, parts: Any) -> Iterator[tuple[Any, ...]]:
        """A seabed that is described, and nowhere."""
        waters = [parts.water, *(scenario.water for scenario in parts.scenarios.values())]
        beds = [parts.ground, *(None if water is None else water.bed for water in waters)]
        if "seabed" in self.model_fields_set and all(bed is None for bed in beds):
            message = "there is no seabed: the robot has no ground, its water no depth"
            yield "seabed", message, "add ground, or water: {depth: ...}, or remove seabed"

    def misfits_at_start(self, parts: Any, start: Any) -> Iterator[tuple[Any, ...]]:
        """A line shorter than the gap that it spans at the start, and ends without a place."""
        ends = self._ends(start)
        gap = float(np.linalg.norm(ends[1] - ends[0]))
        if gap > self.length and not self.stretched:
            pull = self.EA * (gap / self.length - 1.0)
            yield (
                "length",
                f"the ends are {number(gap)} m apart at the start, the line is "
                f"{number(self.length)} m long: it would begin with a pull of {number(pull)} N",
                "make it longer, move an end, or write stretched: true to begin with this pull",
                self.length,
            )
        if self.weight is not None and not any(parts.scope.gravity):
            remedy = "remove weight, or give the robot a gravity"
            yield "weight", "a weight needs gravity", remedy, self.weight

    def notes_at_start(self, robot: Any, start: Any) -> Iterator[str]:
        """Ends above the surface: the line weighs and drags there as in the water."""
        g = np.array(robot.gravity)
        if robot.water is None or robot.water.crossing or robot.water.density < THIN or not g.any():
            return
        for key, end in zip(("at", "to"), self._ends(start), strict=True):
            height = float(-end @ g / np.linalg.norm(g)) - robot.water.level
            if height > ABOVE:
                yield (
                    f"the end `{key}` starts {number(height)} m above the water, where "
                    "the line weighs and drags as in it\n    write water: {crossing: true}, with "
                    "which lines are dry above the surface, or move the end into the water"
                )

    def _ends(self, start: Any) -> list[np.ndarray]:
        """Both ends in the world at the start."""
        found = []
        for body, point in zip(self.between, (self.at, self.to), strict=True):
            R, p = start.pose(body)
            found.append(np.asarray(p) + np.asarray(R) @ np.array(point))
        return found

    def told(self) -> Iterator[str]:
        first, second = self.between
        winch = ", on a winch" if self.winch else ""
        yield (
            f"tether between {first} and {second}, {number(self.length)} m in {self.segments} "
            f"segments, EA {number(self.EA)} N{winch}"
        )
