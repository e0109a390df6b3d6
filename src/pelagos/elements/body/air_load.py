"""What the flow about a lattice puts on a body: a wrench that the march holds and lets change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pelagos.elements.contract import Element, Stage
from pelagos.mathematics.algebra import Force, Vec3
from pelagos.mathematics.inertia import into_frame
from pelagos.mathematics.scalars import Scalar


@dataclass(frozen=True)
class AirLoad(Element):
    """Force on the body's origin and torque, in the axes of the world."""

    link: int
    channel: int  # the first of six

    stage = Stage.WRENCH

    def act(self, at: Any) -> Sequence[Scalar]:
        R, loads = at.world[self.link].R, at.signals[self.channel : self.channel + 6]
        force, torque = Vec3(*loads[0:3]), Vec3(*loads[3:6])
        at.apply(self.link, Force(into_frame(R, force), into_frame(R, torque)))
        return ()
