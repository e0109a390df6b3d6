"""Wakes of thrusters: what the jet of a propeller does to bodies that it meets.

The jet (`elements.flow.jet`) is added to the velocity of the water in the drag and lift laws of the
bodies that are named, each law where it acts: at its point, for cylinders piece by piece along
their length. The forces are the difference that the jet makes,

    F = sum over the laws of law(v - c - u) - law(v - c),

so whatever the bodies have without it stays as it is. The jet is that of the instant: it stands
behind the thruster as a rigid cone, without the time that water takes to come along.

Not in it: the jet's pressure and its gradient on added and displaced mass, shadows that bodies
cast, jets that meet each other, walls or the surface, swirl, and what a jet does to other
propellers, to fins that are turned, and to sensors.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from pydantic import Field, model_validator

from pelagos.elements.actuator.thruster import Thrust
from pelagos.elements.contract import ActuatorName, Element, ElementWords, Names, Output, Stage
from pelagos.elements.drag.law import WaterForce
from pelagos.elements.drag.strip import StripDrag, StripForce
from pelagos.elements.flow.jet import PropellerJet
from pelagos.elements.site import Site
from pelagos.errors import PelagosError
from pelagos.language.words import Size, refusal
from pelagos.mathematics.algebra import Force, Motion, Vec3
from pelagos.mathematics.inertia import into_frame
from pelagos.mathematics.scalars import Scalar
from pelagos.text import number

MOST_PIECES = 200


class ThrusterWake(ElementWords):
    """The jet of a thruster, felt by the drag and lift of the named bodies.

    `diameter` is that of the propeller, or inside of its nozzle; that of the thruster's `propeller`
    unless given. Cylinders with strip drag are cut into `pieces`.
    """

    place = "section"
    key = "wakes"
    outputs = (
        Output("speed", "m/s", "of the jet behind the propeller, relative to the water"),
        Output("force", "N", "of the jet on the bodies, along the jet"),
    )

    thruster: ActuatorName
    reaches: Annotated[tuple[str, ...], Names()] = Field(min_length=1)
    diameter: Size | None = None
    pieces: int = Field(default=20, ge=1, le=MOST_PIECES)

    @model_validator(mode="after")
    def _each_once(self) -> ThrusterWake:
        twice = [name for k, name in enumerate(self.reaches) if name in self.reaches[:k]]
        if twice:
            raise refusal(f"{twice[0]!r} is named twice", "name each body once", "reaches")
        return self

    def misfits(self, parts: Any) -> Iterator[tuple[Any, ...]]:
        actuator = parts.actuators.get(self.thruster)
        if actuator is not None and actuator.thruster is None:
            message = f"this actuator is no thruster, it is a {actuator.kind}"
            yield "thruster", message, "name a thruster", self.thruster
        elif actuator is not None and self._diameter(actuator.thruster) is None:
            remedy = "add diameter, or give the thruster a propeller"
            yield "diameter", f"the diameter of {self.thruster!r} is not known", remedy
        if parts.water is None or not parts.water.density:
            remedy = "add water: {density: 1025} to the robot, or remove the wake"
            yield "thruster", "the robot is not in water of any density: there is no wake", remedy
            return
        for name in self.reaches:
            body = parts.bodies.get(name)
            if body is not None and not (body.drag or body.lift):
                message = "this body has neither drag nor lift, so it would not feel the wake"
                yield "reaches", message, "give it drag, or remove it from reaches", name
        reached = [parts.bodies[name] for name in self.reaches if name in parts.bodies]
        cut = any(isinstance(law, StripDrag) for body in reached for law in body.drag)
        if "pieces" in self.model_fields_set and len(reached) == len(self.reaches) and not cut:
            message = "none of these bodies has strip drag, which alone is cut into pieces"
            yield "pieces", message, "remove pieces, or give a body drag: strip", self.pieces

    def _diameter(self, thruster: Any) -> float | None:
        if self.diameter is not None or thruster.propeller is None:
            return self.diameter
        found: float = thruster.propeller.diameter
        return found

    def build(self, site: Site) -> Iterator[Element]:
        thrust = site.actuator(self.thruster)
        diameter = self._diameter(site.actuator_words(self.thruster))
        assert diameter is not None  # checked on reading
        targets = tuple(self._target(site, name) for name in self.reaches)
        yield Wake(thrust, 0.5 * diameter, targets)

    def _target(self, site: Site, name: str) -> Target:
        axes, body = site.body(name), site.body_words(name)
        if any(law.body == name for law in site.laws):
            raise PelagosError(
                f"wakes.{site.name}: {name!r} has a drag law in Python, which sees no wakes\n"
                "    remove it from reaches, or write the drag in words"
            )
        laws = [law for law in (*body.drag, *body.lift) if site.density or not law.per_density]
        centre = axes.vector(body.cob)
        pieces = (p for law in laws for p in _pieces(law.element(axes), centre, self.pieces))
        return Target(axes.link, tuple(pieces))

    def told(self) -> Iterator[str]:
        size = "" if self.diameter is None else f", {number(self.diameter)} m wide"
        yield f"jet of {self.thruster} on {', '.join(self.reaches)}{size}"


@dataclass(frozen=True)
class PieceOfLaw:
    """A law, or a part of it, and the point of the link where it meets the jet."""

    law: WaterForce
    point: Vec3


@dataclass(frozen=True)
class Target:
    """A link in the jet."""

    link: int
    pieces: tuple[PieceOfLaw, ...]


def _pieces(law: WaterForce, centre: Vec3, count: int) -> Iterator[PieceOfLaw]:
    """Cylinders are cut along their length; other laws act at a point, or on all of a body."""
    if not isinstance(law, StripForce):
        yield PieceOfLaw(law, getattr(law, "point", centre))
        return
    for k in range(count):
        off = ((k + 0.5) / count - 0.5) * law.length
        middle = law.centre + off * law.axis
        yield PieceOfLaw(replace(law, centre=middle, length=law.length / count), middle)


@dataclass(frozen=True)
class Wake(Element):
    """What the jet of a thruster adds to the forces of the water on links."""

    thrust: Thrust
    radius: float
    targets: tuple[Target, ...]

    stage = Stage.DRAG

    def act(self, at: Any) -> Sequence[Scalar]:
        jet, total = self.jet(at), Vec3.zero()
        for target in self.targets:
            wrench = Force.zero()
            for piece in target.pieces:
                wrench = wrench + self._change(at, target.link, piece, jet)
            wrench = at.as_wet(target.link, wrench)
            at.apply(target.link, wrench)
            total = total + at.world[target.link].R @ wrench.f
        return jet.slip, total.dot(jet.along)

    def jet(self, at: Any) -> PropellerJet:
        """Of the instant."""
        own, pose = self.thrust, at.world[self.thrust.link]
        size, speed = own.at_work(at)
        place = pose.point(own.point), pose.R @ own.axis
        return PropellerJet.of(*place, size, speed, self.radius, at.density)

    @staticmethod
    def _change(at: Any, link: int, piece: PieceOfLaw, jet: PropellerJet) -> Force:
        """What the jet makes of a law."""
        pose, v = at.world[link], at.relative[link]
        u = into_frame(pose.R, jet.velocity(pose.point(piece.point)))
        with_jet = piece.law.wrench(at.density, Motion(v.v - u, v.w))
        return with_jet - piece.law.wrench(at.density, v)
