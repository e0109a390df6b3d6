"""Actuators: what drives a joint or pushes on a body. One key says the kind."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import model_validator

from pelagos.model.signals import Signal
from pelagos.model.words import AtLeastZero, Axis, Point, Positive, Quantity, Words, refusal

KINDS = ("motor", "servo", "motion", "force", "torque")

Limit = Annotated[float, Quantity(), Positive()]
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


class Motor(OnJoint):
    """Joint effort = input, in N m or N, cut off at the limit."""

    limit: Limit | None = None


class Servo(OnJoint):
    """Effort = stiffness (target - q) + damping (d target/dt - u); the input is the target."""

    stiffness: AtLeastZero
    damping: AtLeastZero = 0.0
    limit: Limit | None = None


class Motion(OnJoint):
    """The joint follows the input exactly, whatever effort that takes."""


class PointForce(OnBody):
    """A force of `input` newtons at a point of the body (body frame)."""

    at: Point = (0.0, 0.0, 0.0)


class Torque(OnBody):
    """A torque of `input` newton metres."""


class Actuator(Words):
    """One actuator; `law` is what stands below the key that says the kind."""

    motor: Motor | None = None
    servo: Servo | None = None
    motion: Motion | None = None
    force: PointForce | None = None
    torque: Torque | None = None

    @model_validator(mode="after")
    def _one_kind(self) -> Actuator:
        given = [kind for kind in KINDS if getattr(self, kind) is not None]
        if len(given) != 1:
            said = " and ".join(given) or "no kind"
            raise refusal(f"the actuator has {said}", "give exactly one of " + ", ".join(KINDS))
        return self

    @property
    def kind(self) -> str:
        """One of KINDS."""
        return next(kind for kind in KINDS if getattr(self, kind) is not None)

    @property
    def law(self) -> Motor | Servo | Motion | PointForce | Torque:
        """The part that holds the numbers."""
        law: Motor | Servo | Motion | PointForce | Torque = getattr(self, self.kind)
        return law

    @property
    def input(self) -> Signal:
        """The signal in force."""
        return self.law.input
