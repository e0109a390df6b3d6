"""A force on a body."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pelagos.elements.contract import Element, Stage
from pelagos.elements.site import ActuatorSite
from pelagos.elements.targets import AlongDirection
from pelagos.language.words import Point
from pelagos.mathematics.algebra import Force, Vec3
from pelagos.mathematics.inertia import into_frame
from pelagos.mathematics.scalars import Scalar, clip


class PointForce(AlongDirection):
    """A force of `input` newtons at a point of the body (body frame)."""

    key = "force"
    order = 3
    meaning = "force on body"

    at: Point = (0.0, 0.0, 0.0)

    def build(self, site: ActuatorSite) -> Iterator[Element]:
        direction, point = self.along(site), site.body(self.body).vector(self.at)
        link, in_world = site.body(self.body).link, self.frame == "world"
        channel = site.channel(site.input)
        yield BodyForce(link, channel, in_world, direction, self.limits, point)


@dataclass(frozen=True)
class InputWrench(Element):
    """Along a direction fixed in the body or in the world, as large as the input."""

    link: int
    channel: int
    in_world: bool
    direction: Vec3
    limits: tuple[float, float] | None

    stage = Stage.WRENCH
    takes_input = True

    def act(self, at: Any) -> Sequence[Scalar]:
        size, direction = at.signals[self.channel], self.direction
        if self.limits is not None:
            size = clip(size, *self.limits)
        if self.in_world:
            direction = into_frame(at.world[self.link].R, direction)
        at.apply(self.link, self.wrench(size * direction))
        return (size,)

    def wrench(self, vector: Vec3) -> Force:
        """Of the input times the direction, in body axes."""
        raise NotImplementedError

    @property
    def heard(self) -> Mapping[int, str]:
        return {self.channel: ""}


@dataclass(frozen=True)
class BodyForce(InputWrench):
    """A force at a point of the body."""

    point: Vec3

    def wrench(self, vector: Vec3) -> Force:
        return Force.at(self.point, vector)
