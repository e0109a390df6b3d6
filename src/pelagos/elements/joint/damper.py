"""Viscous dampers of joints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pelagos.elements.contract import Element, Stage
from pelagos.elements.joint.words import JointElementWords, PerFreedom
from pelagos.elements.site import Freedom
from pelagos.mathematics.scalars import Scalar


class DamperWords(JointElementWords):
    """Viscous damping."""

    key = "damper"
    order = 1
    per_freedom = ("damping",)

    damping: PerFreedom = (0.0,)

    @staticmethod
    def elements(joint: Any, freedom: Freedom) -> Iterator[Element]:
        if joint.damping[freedom.k]:
            yield JointDamper(freedom.u, joint.damping[freedom.k])


@dataclass(frozen=True)
class JointDamper(Element):
    """-c u."""

    u: int
    damping: float

    stage = Stage.EFFORT

    def act(self, at: Any) -> Sequence[Scalar]:
        effort = -(self.damping * at.u[self.u])
        at.add_effort(self.u, effort)
        return (effort,)
