"""Revolute: rotation by q about z."""

from __future__ import annotations

from pelagos.joints.contract import (
    ANGLE,
    ANGLE_RATE,
    ONE_AXIS,
    Component,
    JointKind,
    Numbers,
    StartWords,
    as_forces,
    turn_z,
    unit_forces,
)
from pelagos.mathematics.algebra import Force, Motion
from pelagos.mathematics.inertia import Pose
from pelagos.mathematics.scalars import sincos


class Revolute(JointKind):
    word, words, numbers = "revolute", ONE_AXIS, ()
    coordinates = (Component("", ANGLE, "joint angle"),)
    speeds = (Component("", ANGLE_RATE, "joint rate"),)
    start = (StartWords(1, ("angle", "position")),)
    start_rates = (StartWords(1, ("rate",)),)
    turning = None
    in_world = pays_out = False
    resisted = turnable = True
    hub, fixture = "pin", "block"
    urdf = ("revolute", "continuous")

    def pose(self, placement: Pose, q: Numbers) -> Pose:
        return Pose(turn_z(placement.R, *sincos(q[0])), placement.p)

    def columns(self, q: Numbers) -> tuple[Motion, ...]:
        return (Motion.unit(5),)

    def column_rates(self, q: Numbers, u: Numbers) -> tuple[Motion, ...]:
        return (Motion.zero(),)

    def rates(self, q: Numbers, u: Numbers) -> Numbers:
        return u

    def active(self, q: Numbers) -> tuple[Force, ...]:
        return as_forces(self.columns(q))

    def held(self, q: Numbers) -> tuple[Force, ...]:
        return unit_forces(0, 1, 2, 3, 4)

    def held_rates(self, q: Numbers, relative: Motion) -> tuple[Force, ...]:
        return (Force.zero(),) * 5
