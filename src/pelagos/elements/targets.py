"""What an actuator acts on: a degree of freedom of a joint, or a body along a direction."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import numpy as np

from pelagos.elements.contract import ElementWords
from pelagos.elements.site import Site
from pelagos.joints.contract import JointKind
from pelagos.language.signals import Signal
from pelagos.language.words import Axis, Read, refusal, to_number
from pelagos.mathematics.algebra import Vec3

ZERO = Signal(constant=0.0)


def _limits(words: Any) -> tuple[float, float]:
    if not isinstance(words, list | tuple) or len(words) != 2:
        raise refusal("limits are two numbers", "write limits: [lowest, highest]")
    low, high = (to_number(item) for item in words)
    if low >= high:
        raise refusal(f"the limits {low:g} and {high:g} leave nothing", "write the lower one first")
    return low, high


Limits = Annotated[tuple[float, float], Read(_limits, {"type": "array"})]


class ActuatorWords(ElementWords):
    """What all actuators have: an input, its meaning, and units."""

    place = "actuator"
    meaning: ClassVar[str] = ""  # of the input; the name of what is driven follows

    input: Signal = ZERO

    def input_unit(self, effort: str) -> str:
        """The unit of the input, given that of the effort."""
        return effort

    @property
    def input_limits(self) -> tuple[float, float] | None:
        """Between which the input is kept, in its unit."""
        found: tuple[float, float] | None = getattr(self, "limits", None)
        return found


class OnJoint(ActuatorWords):
    """Acts on one degree of freedom of the joint of the named body.

    `dof` is the last part of the speed's label (universal: 1, 2; planar: x, y, angle; spherical:
    p, q, r); joints with one degree of freedom need none.
    """

    follows: ClassVar[bool] = False  # whether it needs a coordinate whose rate it drives

    joint: str
    dof: str | int | None = None

    def fits(self, kind: JointKind) -> bool:
        """Whether it can drive joints of a kind."""
        freedoms = range(kind.nv)
        known = all(kind.coordinate_of(k) is not None for k in freedoms)
        return kind.resisted and (known or not self.follows)


class OnBody(ActuatorWords):
    """Acts on the named body."""

    effort_unit: ClassVar[str] = "N"
    effort_word: ClassVar[str] = "force"
    lifts: ClassVar[bool] = False  # whether its effort acts along up

    body: str

    def misfit(self, body: Any) -> tuple[str, str] | None:
        """Why it cannot act on a body of the model, and a remedy; None if it can."""
        return None


class AlongDirection(OnBody):
    """Acts along a direction of the body or of the world; the input is kept within limits."""

    direction: Axis
    frame: Literal["body", "world"] = "body"
    limits: Limits | None = None

    def along(self, site: Site) -> Vec3:
        """The direction in joint-aligned axes, or in those of the world."""
        if self.frame == "world":
            return Vec3(*np.array(self.direction).tolist())
        return site.body(self.body).vector(self.direction)


def position_unit(effort: str) -> str:
    """The unit of a joint's position, given that of its effort."""
    return {"N": "m", "N m": "rad"}[effort]
