"""A torque on a body."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pelagos.elements.actuator.force import InputWrench
from pelagos.elements.contract import Element
from pelagos.elements.site import ActuatorSite
from pelagos.elements.targets import AlongDirection
from pelagos.mathematics.algebra import Force, Vec3


class Torque(AlongDirection):
    """A torque of `input` newton metres."""

    key = "torque"
    order = 4
    effort_unit = "N m"
    effort_word = "torque"
    meaning = "torque on body"

    def build(self, site: ActuatorSite) -> Iterator[Element]:
        link, in_world = site.body(self.body).link, self.frame == "world"
        channel = site.channel(site.input)
        yield BodyTorque(link, channel, in_world, self.along(site), self.limits)


@dataclass(frozen=True)
class BodyTorque(InputWrench):
    """A torque."""

    def wrench(self, vector: Vec3) -> Force:
        return Force(Vec3.zero(), vector)
