"""Where a sensor stands: a place of a body, and axes of its own there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from pelagos.elements.contract import BodyName
from pelagos.language.placement import Placement
from pelagos.language.words import WORLD, Read, kind_of, refusal
from pelagos.mathematics.algebra import Mat3, Vec3
from pelagos.mathematics.geography import why_no_north
from pelagos.mathematics.inertia import into_frame
from pelagos.mathematics.scalars import Scalar
from pelagos.sensors.contract import Flaw, SensorWords


def some_axes(words: Any) -> str:
    """One to three of the letters x, y, z, in this order."""
    letters = words if isinstance(words, str) else kind_of(words)
    if letters not in ("x", "y", "z", "xy", "xz", "yz", "xyz"):
        raise refusal(f"{letters!r} are no axes", "write x, y, z, xy, xz, yz or xyz")
    return letters


AxesOf = Annotated[str, Read(some_axes, {"type": "string"})]


class MountedWords(SensorWords):
    """The words of a sensor on a body.

    `at` is its place in the body's frame, and where its own axes point; the body's, by default.
    """

    body: BodyName
    at: Placement = Placement()

    def mount(self, site: Any) -> Mount:
        """Where it stands on a robot."""
        body = site.body(self.body)
        up = Vec3(*(site.up + 0.0).tolist())
        surfaced = site.water is not None and site.water.surface is not None
        return Mount(body.link, body.vector(self.at.p), body.rotation(self.at.R), up, surfaced)

    def needs_north(self, parts: Any) -> Iterator[Flaw]:
        """Refuse a world in which north or down is open."""
        if (why := why_no_north(parts.scope.gravity)) is not None:
            yield Flaw("body", f"{self.key} needs north and down: {why[0]}", why[1])

    def needs_water(self, parts: Any) -> Iterator[Flaw]:
        """Refuse a robot that is not in water, or water without up and down."""
        if parts.water is None:
            remedy = "add water: {density: 1025} to the robot, or remove the sensor"
            yield Flaw("body", f"{self.key} works in water, and the robot has none", remedy)
        elif not any(parts.scope.gravity):
            remedy = "give the robot a gravity, or remove the sensor"
            yield Flaw("body", f"{self.key} needs down, and the robot has no gravity", remedy)


@dataclass(frozen=True)
class Mount:
    """A place of a link with axes."""

    link: int
    place: Vec3
    axes: Mat3  # from joint-aligned axes to its own
    up: Vec3  # of the world
    surfaced: bool  # whether the water has a surface

    def position(self, at: Any) -> Vec3:
        """In the world."""
        return at.point(self.link, self.place)

    def height(self, at: Any) -> Scalar:
        """Along up."""
        return self.up.dot(self.position(at))

    def velocity(self, at: Any) -> Vec3:
        """Own axes."""
        return self.axes @ at.velocity(self.link, self.place)

    def turning(self, at: Any) -> Vec3:
        """Angular velocity, own axes."""
        return self.axes @ at.velocities[self.link].w

    def attitude(self, at: Any) -> Mat3:
        """R_WS: from its own axes to those of the world."""
        return at.world[self.link].R @ self.axes.T

    def seen(self, at: Any, vector: Vec3) -> Vec3:
        """A vector of the world in its own axes."""
        return self.axes @ into_frame(at.world[self.link].R, vector)

    def through_water(self, at: Any, point: Vec3) -> Vec3:
        """Its velocity relative to the undisturbed water at a point of the world, own axes."""
        return self.velocity(at) - self.seen(at, at.stream(point).velocity)

    def wet(self, at: Any, point: Vec3) -> Any:
        """The condition that a point of the world is in the water."""
        return self.up.dot(point) < at.surface if self.surfaced else True


@dataclass(frozen=True)
class Station:
    """A place with axes on a link, or in the world."""

    link: int | None
    point: Vec3
    axes: Mat3  # from those of the link, joint-aligned, or of the world, to its own

    @classmethod
    def of(cls, site: Any, body: str, at: Placement) -> Station:
        if body == WORLD:
            return cls(None, Vec3(*at.p.tolist()), Mat3.of(at.R.ravel().tolist()))
        axes = site.body(body)
        return cls(axes.link, axes.vector(at.p), axes.rotation(at.R))

    def position(self, at: Any) -> Vec3:
        """In the world."""
        return self.point if self.link is None else at.point(self.link, self.point)

    def velocity(self, at: Any) -> Vec3:
        """World axes."""
        if self.link is None:
            return Vec3.zero()
        found: Vec3 = at.world[self.link].R @ at.velocity(self.link, self.point)
        return found

    def seen(self, at: Any, vector: Vec3) -> Vec3:
        """A vector of the world in its own axes."""
        own = vector if self.link is None else into_frame(at.world[self.link].R, vector)
        found: Vec3 = self.axes @ own
        return found
