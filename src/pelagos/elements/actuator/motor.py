"""A motor: the effort at a joint is the input."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pelagos.elements.contract import Element, Stage
from pelagos.elements.site import ActuatorSite
from pelagos.elements.targets import OnJoint
from pelagos.language.words import Positive, Quantity
from pelagos.mathematics.scalars import Scalar, clip

Limit = Annotated[float, Quantity(), Positive()]


class Motor(OnJoint):
    """Joint effort = input, in N m or N, cut off at the limit."""

    key = "motor"
    order = 0
    meaning = "effort at joint"

    limit: Limit | None = None

    @property
    def input_limits(self) -> tuple[float, float] | None:
        return None if self.limit is None else (-self.limit, self.limit)

    def build(self, site: ActuatorSite) -> Iterator[Element]:
        limit = math.inf if self.limit is None else self.limit
        yield MotorEffort(site.driven.u, site.channel(site.input), limit)


@dataclass(frozen=True)
class MotorEffort(Element):
    """The input, as far as the limit allows."""

    u: int
    channel: int
    limit: float

    stage = Stage.EFFORT
    takes_input = True

    def act(self, at: Any) -> Sequence[Scalar]:
        effort = clip(at.signals[self.channel], -self.limit, self.limit)
        at.add_effort(self.u, effort)
        return (effort,)

    @property
    def heard(self) -> Mapping[int, str]:
        return {self.channel: ""}
