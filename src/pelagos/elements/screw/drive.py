"""Helical drives: a drum with a helical blade that pushes in water and pulls on ground.

The drum is a body of the robot that turns on a revolute joint. All forces act on it, at its own
turning, so the torque that drives it is that of the joint's actuator, whose reaction the parent
takes. `blades.py` has the water, `soil.py` the ground.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from pydantic import Field, model_validator

from pelagos.elements.contract import BodyName, Element, ElementWords, Output, OwnState, Stage
from pelagos.elements.screw.blades import STATIONS, BladeElements, BladeWater, PushedWater
from pelagos.elements.screw.soil import Drum, Slope, Soil
from pelagos.elements.site import Site
from pelagos.language import scope
from pelagos.language.words import Axis, Point, Size, refusal
from pelagos.mathematics.algebra import Motion, Vec3
from pelagos.mathematics.inertia import into_frame
from pelagos.mathematics.scalars import Scalar, clip
from pelagos.text import number


class HelicalDrive(ElementWords):
    """A drum that turns, with a helical blade: thrust in water by turning and advance, traction on
    ground by slip.

    `body` is the drum, which turns on its joint; it reaches `length` along `axis` about `at`. The
    `blade` stands this high on the drum's `radius` and advances by `pitch` per turn. `water` and
    `ground` say what it works in; one of them is needed.
    """

    place = "section"
    key = "screws"
    feels_flow = True
    outputs = (
        Output("thrust", "N", "force of the water on the blade, along the axis"),
        Output("torque", "N m", "moment of water and ground about the axis"),
        Output("load", "N", "force of the ground across it"),
        Output("traction", "N", "pull of the thread in the ground, along the axis"),
    )

    body: BodyName
    axis: Axis = (1.0, 0.0, 0.0)
    at: Point = (0.0, 0.0, 0.0)
    radius: Size
    blade: Size
    length: Size
    pitch: Size
    hand: Literal["right", "left"] = "right"
    starts: int = Field(1, ge=1, le=20)
    water: BladeWater | None = None
    ground: Slope | None = None

    @model_validator(mode="after")
    def _works(self) -> HelicalDrive:
        if self.water is None and self.ground is None:
            raise refusal("the drive works in nothing", "give water:, ground:, or both")
        if self.water is not None and scope.current().density is None:
            raise refusal("there is no water", "add water: to the robot", "water")
        return self

    @property
    def states(self) -> tuple[OwnState, ...]:  # type: ignore[override]
        has_wake = self.water is not None and self.water.wake
        return (OwnState("wake", 0.0, "m/s"),) if has_wake else ()

    def misfits(self, parts: Any) -> Iterator[tuple[Any, ...]]:
        """A drum that cannot turn about its axis; heights are along z."""
        body = parts.bodies.get(self.body)
        if body is not None and body.joint is not None:
            yield from self._unturned(body.joint)
        mapped = self.ground is not None and self.ground.height_map is not None
        if mapped and any(parts.scope.gravity[:2]):
            message = "a height map lies across z, and gravity is not along that"
            yield "ground", message, "turn the world so that gravity is along z, or use a plane"

    def _unturned(self, joint: Any) -> Iterator[tuple[Any, ...]]:
        if joint.kind in ("fixed", "prismatic"):
            message = f"the drum does not turn: its joint is {joint.kind}"
            yield "body", message, "give it a revolute joint along the axis of the drive", self.body
        elif (
            joint.kind == "revolute" and np.linalg.norm(np.cross(joint.revolute, self.axis)) > 1e-6
        ):
            shown = [float(f"{x:.6g}") for x in joint.revolute]
            message = f"the drum turns about {shown}, and not about the axis of the drive"
            yield "axis", message, "give axis along that of the joint", list(self.axis)

    def told(self) -> Iterator[str]:
        size = f"{number(self.radius)} m drum, {number(self.blade)} m blade"
        media = [key for key in ("water", "ground") if getattr(self, key) is not None]
        yield f"{self.hand}-handed helix on {self.body}: {size}, pitch {number(self.pitch)} m"
        yield f"works in {' and on '.join(media)}"

    @property
    def winding(self) -> float:
        """Advance per radian."""
        turn = self.pitch / (2.0 * math.pi)
        return turn if self.hand == "right" else -turn

    def build(self, site: Site) -> Iterator[Element]:
        body = site.body(self.body)
        drum = Drum(body.vector(self.axis), self.radius, self.winding)
        level = None if site.water is None else site.water.surface
        yield ScrewForces(
            link=body.link,
            drum=drum,
            middle=body.vector(self.at),
            length=self.length,
            tip=self.radius + self.blade,
            density=site.density,
            up=None if level is None else Vec3(*site.up.tolist()),
            blades=self._blades(site),
            wake=self._wake(site),
            soil=self._soil(site),
        )

    def _blades(self, site: Site) -> BladeElements | None:
        words, body = self.water, site.body(self.body)
        if words is None or not site.density:
            return None
        axis = np.asarray(self.axis)
        side = np.eye(3)[int(np.argmin(np.abs(axis)))]
        a = np.cross(axis, side)
        a /= np.linalg.norm(a)
        return BladeElements(
            axis=body.vector(axis),
            across=(body.vector(a), body.vector(np.cross(axis, a))),
            middle=body.vector(self.at),
            length=self.length,
            drum=self.radius,
            height=self.blade,
            winding=self.winding,
            area=self.starts * self.length * self.blade,
            normal=words.normal,
            lift=words.lift,
            friction=words.friction,
        )

    def _wake(self, site: Site) -> PushedWater | None:
        if not self.states:
            return None
        tip = self.radius + self.blade
        annulus = math.pi * (tip**2 - self.radius**2)
        return PushedWater(site.states[0], annulus, 8.0 / 3.0 * tip**3)

    def _soil(self, site: Site) -> Soil | None:
        words = self.ground
        if words is None:
            return None
        return Soil(
            ground=words.surface(site.up),
            stiffness=words.stiffness,
            damping=words.damping,
            traction=words.traction,
            slip=words.slip,
            skin=words.skin,
            resistance=words.resistance,
            slow=words.friction_speed,
        )


@dataclass(frozen=True)
class ScrewForces(Element):
    """One helical drive of one robot."""

    link: int
    drum: Drum
    middle: Vec3
    length: float
    tip: float  # radius
    density: float  # of the water
    up: Vec3 | None  # world; None in water without a surface
    blades: BladeElements | None
    wake: PushedWater | None
    soil: Soil | None

    stage = Stage.THRUST

    def act(self, at: Any) -> Sequence[Scalar]:
        thrust, turned = self._in_water(at)
        load, pull, gripped = self._on_ground(at)
        return thrust, turned + gripped, load, pull

    def _stations(self) -> Iterator[tuple[Vec3, float]]:
        for place, weight in STATIONS:
            yield self.middle + (place * self.length) * self.drum.axis, weight

    def _in_water(self, at: Any) -> tuple[Scalar, Scalar]:
        """Thrust and torque about the axis."""
        if self.blades is None:  # without water, or in one that weighs nothing
            return 0.0, 0.0
        pose, velocity, axis = at.world[self.link], at.velocities[self.link], self.drum.axis
        stream = into_frame(pose.R, at.stream(pose.point(self.middle)).velocity)
        through = velocity.v - stream
        given = 0.0 if self.wake is None else at.states[self.wake.place]
        motion = Motion(through - given * axis, velocity.w)
        wet = (self._wet(at, centre) for centre, _ in self._stations())
        wrench = self.blades.wrench(self.density, motion, wet)
        at.apply(self.link, wrench)
        thrust = wrench.f.dot(axis)
        if self.wake is not None:
            speed = through.plus_cross(velocity.w, self.middle).dot(axis)
            at.rates[self.wake.place] = self.wake.rate(thrust, self.density, speed, given)
        return thrust, (wrench.n - self.middle.cross(wrench.f)).dot(axis)

    def _wet(self, at: Any, centre: Vec3) -> Scalar:
        """The share of a station that is below the surface."""
        if self.up is None:
            return 1.0
        place = at.world[self.link].point(centre)
        depth = at.surface + at.elevation(place) - self.up.dot(place)
        return clip(0.5 + depth / (2.0 * self.tip), 0.0, 1.0)

    def _on_ground(self, at: Any) -> tuple[Scalar, Scalar, Scalar]:
        """Load, pull and torque about the axis."""
        load: Scalar = 0.0
        pull: Scalar = 0.0
        torque: Scalar = 0.0
        if self.soil is None:
            return load, pull, torque
        pose, velocity, axis = at.world[self.link], at.velocities[self.link], self.drum.axis
        for centre, weight in self._stations():
            grip = self.soil.grip(pose, velocity, centre, self.drum, weight)
            at.apply(self.link, grip.wrench)
            load, pull = load + grip.load, pull + grip.pull
            own = grip.wrench.n - self.middle.cross(grip.wrench.f)
            torque = torque + own.dot(axis)
        return load, pull, torque
