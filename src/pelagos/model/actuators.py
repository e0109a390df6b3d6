"""Actuators: what drives a joint or pushes on a body. One key says the kind."""

from __future__ import annotations

from typing import Annotated

from pydantic import model_validator

from pelagos.language.expressions import Node
from pelagos.language.signals import Signal
from pelagos.language.words import AtLeastZero, Point, Positive, Quantity, Words, refusal
from pelagos.lazy import cached_property
from pelagos.model.control.targets import OnBody, OnJoint
from pelagos.model.thrusters import Thruster

KINDS = ("motor", "servo", "motion", "force", "torque", "thruster")

Limit = Annotated[float, Quantity(), Positive()]


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


Law = Motor | Servo | Motion | PointForce | Torque | Thruster


class Actuator(Words):
    """One actuator; `law` is what stands below the key that says the kind."""

    motor: Motor | None = None
    servo: Servo | None = None
    motion: Motion | None = None
    force: PointForce | None = None
    torque: Torque | None = None
    thruster: Thruster | None = None

    @model_validator(mode="after")
    def _one_kind(self) -> Actuator:
        given = [kind for kind in KINDS if getattr(self, kind) is not None]
        if len(given) != 1:
            said = " and ".join(given) or "no kind"
            raise refusal(f"the actuator has {said}", "give exactly one of " + ", ".join(KINDS))
        return self

    @cached_property
    def kind(self) -> str:
        """One of KINDS."""
        return next(kind for kind in KINDS if getattr(self, kind) is not None)

    @property
    def law(self) -> Law:
        """The part that holds the numbers."""
        law: Law = getattr(self, self.kind)
        return law

    @property
    def input(self) -> Signal:
        """The signal in force."""
        return self.law.input

    @cached_property
    def driven(self) -> Node:
        """What arrives of its own input: at a thruster, what turns the propeller."""
        node = self.input.node
        return node if self.thruster is None else self.thruster.drive(node)
