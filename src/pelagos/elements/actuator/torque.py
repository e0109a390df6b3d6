"""A torque on a body."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pelagos.elements.contract import Element, Stage
from pelagos.elements.site import ActuatorSite
from pelagos.elements.targets import OnBody
from pelagos.mathematics.algebra import Force, Vec3
from pelagos.mathematics.inertia import into_frame

Scalar = Any


class Torque(OnBody):
    """A torque of `input` newton metres."""

    key = "torque"
    order = 4
    effort_unit = "N m"
    effort_word = "torque"
    meaning = "torque on body"

    def build(self, site: ActuatorSite) -> Iterator[Element]:
        link, in_world = site.body(self.body).link, self.frame == "world"
        yield BodyTorque(link, site.channel(site.input), in_world, self.along(site))


@dataclass(frozen=True)
class BodyTorque(Element):
    """Torque about a direction fixed in the body or in the world."""

    link: int
    channel: int
    in_world: bool
    direction: Vec3

    stage = Stage.WRENCH
    takes_input = True

    def act(self, at: Any) -> Sequence[Scalar]:
        size, direction = at.signals[self.channel], self.direction
        if self.in_world:
            direction = into_frame(at.world[self.link].R, direction)
        at.apply(self.link, Force(Vec3.zero(), size * direction))
        return (size,)

    @property
    def heard(self) -> Mapping[int, str]:
        return {self.channel: ""}
