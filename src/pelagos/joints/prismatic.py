"""Prismatic: displacement by q along z."""

from __future__ import annotations

from pelagos.joints.contract import (
    LENGTH,
    LENGTH_RATE,
    ONE_AXIS,
    Component,
    JointKind,
    Numbers,
    StartWords,
    as_forces,
    unit_forces,
)
from pelagos.mathematics.algebra import Force, Motion
from pelagos.mathematics.inertia import Pose


class Prismatic(JointKind):
    word, words, numbers = "prismatic", ONE_AXIS, ()
    coordinates = (Component("", LENGTH, "joint displacement"),)
    speeds = (Component("", LENGTH_RATE, "joint rate"),)
    start = (StartWords(1, ("position",)),)
    start_rates = (StartWords(1, ("rate",)),)
    turning = None
    in_world = turnable = False
    resisted = pays_out = True
    hub, fixture = "ball", "rail"
    urdf = ("prismatic",)

    def pose(self, placement: Pose, q: Numbers) -> Pose:
        return Pose(placement.R, placement.p + q[0] * placement.R.c)

    def columns(self, q: Numbers) -> tuple[Motion, ...]:
        return (Motion.unit(2),)

    def column_rates(self, q: Numbers, u: Numbers) -> tuple[Motion, ...]:
        return (Motion.zero(),)

    def rates(self, q: Numbers, u: Numbers) -> Numbers:
        return u

    def active(self, q: Numbers) -> tuple[Force, ...]:
        return as_forces(self.columns(q))

    def held(self, q: Numbers) -> tuple[Force, ...]:
        return unit_forces(0, 1, 3, 4, 5)

    def held_rates(self, q: Numbers, relative: Motion) -> tuple[Force, ...]:
        return (Force.zero(),) * 5
