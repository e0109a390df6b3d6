"""Universal: rotation by q1 about z of the parent side, then by q2 about x of the child."""

from __future__ import annotations

from pelagos.joints.contract import (
    ANGLE,
    ANGLE_RATE,
    Component,
    JointKind,
    Numbers,
    StartWords,
    as_forces,
    turn_z,
    two_axes,
    unit_forces,
)
from pelagos.mathematics.algebra import Force, Mat3, Motion, Vec3
from pelagos.mathematics.inertia import Pose
from pelagos.mathematics.scalars import sincos


class Universal(JointKind):
    word, words, numbers = "universal", two_axes("universal"), ()
    coordinates = (
        Component("1", ANGLE, "angle about the first axis"),
        Component("2", ANGLE, "angle about the second axis"),
    )
    speeds = (
        Component("1", ANGLE_RATE, "rate about the first axis"),
        Component("2", ANGLE_RATE, "rate about the second axis"),
    )
    start = (StartWords(2, ("position",)),)
    start_rates = (StartWords(2, ("rate",)),)
    turning = None
    in_world = pays_out = turnable = False
    resisted = True
    hub, fixture = "ball", "block"
    urdf = ()

    def pose(self, placement: Pose, q: Numbers) -> Pose:
        turned = turn_z(placement.R, *sincos(q[0]))
        s, c = sincos(q[1])
        R = Mat3(turned.a, c * turned.b + s * turned.c, c * turned.c - s * turned.b)
        return Pose(R, placement.p)

    def columns(self, q: Numbers) -> tuple[Motion, ...]:
        s, c = sincos(q[1])
        return Motion(Vec3.zero(), Vec3(0.0, s, c)), Motion.unit(3)

    def column_rates(self, q: Numbers, u: Numbers) -> tuple[Motion, ...]:
        s, c = sincos(q[1])
        return u[1] * Motion(Vec3.zero(), Vec3(0.0, c, -s)), Motion.zero()

    def rates(self, q: Numbers, u: Numbers) -> Numbers:
        return u

    def active(self, q: Numbers) -> tuple[Force, ...]:
        return as_forces(self.columns(q))

    def held(self, q: Numbers) -> tuple[Force, ...]:
        s, c = sincos(q[1])
        across_both = Force(Vec3.zero(), Vec3(0.0, c, -s))
        return (*unit_forces(0, 1, 2), across_both)

    def held_rates(self, q: Numbers, relative: Motion) -> tuple[Force, ...]:
        s, c = sincos(q[1])
        across_both = relative.w.x * Force(Vec3.zero(), Vec3(0.0, -s, -c))
        return (*(Force.zero(),) * 3, across_both)
