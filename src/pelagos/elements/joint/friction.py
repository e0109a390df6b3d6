"""Dry friction of joints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pelagos.elements.contract import Element, Stage
from pelagos.elements.joint.words import JointElementWords, PerFreedom, PositivePerFreedom
from pelagos.elements.site import Freedom
from pelagos.mathematics.scalars import Scalar, tanh

FRICTION_SPEED = 1e-3  # rad/s or m/s


class FrictionWords(JointElementWords):
    """Dry friction of the level `coulomb`, smoothed below `friction_speed`."""

    key = "friction"
    order = 2
    per_freedom = ("coulomb", "friction_speed")

    coulomb: PerFreedom = (0.0,)
    friction_speed: PositivePerFreedom = (FRICTION_SPEED,)

    @staticmethod
    def elements(joint: Any, freedom: Freedom) -> Iterator[Element]:
        k = freedom.k
        if joint.coulomb[k]:
            yield JointFriction(freedom.u, joint.coulomb[k], joint.friction_speed[k])


@dataclass(frozen=True)
class JointFriction(Element):
    """Coulomb friction, regularised: -level tanh(u / speed)."""

    u: int
    level: float
    speed: float

    stage = Stage.EFFORT

    def act(self, at: Any) -> Sequence[Scalar]:
        effort = -(self.level * tanh(at.u[self.u] / self.speed))
        at.add_effort(self.u, effort)
        return (effort,)
