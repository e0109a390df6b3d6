"""A servo: position and rate control of a joint; the input is the target."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pelagos.elements.actuator.motor import Limit
from pelagos.elements.contract import Element, Stage
from pelagos.elements.site import ActuatorSite
from pelagos.elements.targets import OnJoint, position_unit
from pelagos.language.words import AtLeastZero
from pelagos.mathematics.scalars import Scalar, clip


class Servo(OnJoint):
    """Effort = stiffness (target - q) + damping (d target/dt - u); the input is the target."""

    key = "servo"
    order = 1
    follows = True
    meaning = "target position of joint"

    stiffness: AtLeastZero
    damping: AtLeastZero = 0.0
    limit: Limit | None = None

    def input_unit(self, effort: str) -> str:
        return position_unit(effort)

    def build(self, site: ActuatorSite) -> Iterator[Element]:
        limit = math.inf if self.limit is None else self.limit
        place, channel = site.driven, site.channel(site.input)
        site.channel_of_rate(site.input)  # the next one
        assert place.q is not None  # checked on reading: it follows a coordinate
        yield ServoEffort(place.q, place.u, channel, self.stiffness, self.damping, limit)


@dataclass(frozen=True)
class ServoEffort(Element):
    """k (target - q) + c (target rate - u), limited; the rate is on the next channel."""

    q: int
    u: int
    channel: int
    stiffness: float
    damping: float
    limit: float

    stage = Stage.EFFORT
    takes_input = True

    def act(self, at: Any) -> Sequence[Scalar]:
        target, rate = at.signals[self.channel : self.channel + 2]
        wish = self.stiffness * (target - at.q[self.q]) + self.damping * (rate - at.u[self.u])
        effort = clip(wish, -self.limit, self.limit)
        at.add_effort(self.u, effort)
        return (effort,)

    @property
    def heard(self) -> Mapping[int, str]:
        return {self.channel: "", self.channel + 1: ".rate"}
