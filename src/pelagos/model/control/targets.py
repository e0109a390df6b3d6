"""What an actuator acts on: a degree of freedom of a joint, or a body along a direction."""

from __future__ import annotations

from typing import Literal

from pelagos.language.signals import Signal
from pelagos.language.words import Axis, Words

ZERO = Signal(constant=0.0)


class OnJoint(Words):
    """Acts on one degree of freedom of the joint of the named body.

    `dof` is the last part of the speed's label (universal: 1, 2; planar: x, y, angle; spherical:
    p, q, r); joints with one degree of freedom need none.
    """

    joint: str
    dof: str | int | None = None
    input: Signal = ZERO


class OnBody(Words):
    """Acts on the named body along a direction of the body or of the world."""

    body: str
    direction: Axis
    frame: Literal["body", "world"] = "body"
    input: Signal = ZERO
