"""Planar: displacement (q1, q2) along x, y of the joint frame, then rotation by q3 about z."""

from __future__ import annotations

from pelagos.joints.contract import (
    ANGLE,
    ANGLE_RATE,
    LENGTH,
    LENGTH_RATE,
    ONE_AXIS,
    Component,
    JointKind,
    Numbers,
    StartWords,
    as_forces,
    turn_z,
    unit_forces,
)
from pelagos.mathematics.algebra import Force, Motion, Vec3
from pelagos.mathematics.inertia import Pose
from pelagos.mathematics.scalars import sincos


class Planar(JointKind):
    word, words, numbers = "planar", ONE_AXIS, ()
    coordinates = (
        Component("x", LENGTH, "displacement along the first in-plane axis"),
        Component("y", LENGTH, "displacement along the second in-plane axis"),
        Component("angle", ANGLE, "angle about the normal"),
    )
    speeds = (
        Component("x", LENGTH_RATE, "rate along the first in-plane axis"),
        Component("y", LENGTH_RATE, "rate along the second in-plane axis"),
        Component("angle", ANGLE_RATE, "rate about the normal"),
    )
    start = (StartWords(3, ("position",)),)
    start_rates = (StartWords(3, ("rate",)),)
    turning = None
    in_world = pays_out = turnable = False
    resisted = True
    hub, fixture = "ball", "none"
    urdf = ("planar",)

    def pose(self, placement: Pose, q: Numbers) -> Pose:
        R = placement.R
        return Pose(turn_z(R, *sincos(q[2])), placement.p + q[0] * R.a + q[1] * R.b)

    def columns(self, q: Numbers) -> tuple[Motion, ...]:
        s, c = sincos(q[2])
        along_x = Motion(Vec3(c, -s, 0.0), Vec3.zero())
        along_y = Motion(Vec3(s, c, 0.0), Vec3.zero())
        return along_x, along_y, Motion.unit(5)

    def column_rates(self, q: Numbers, u: Numbers) -> tuple[Motion, ...]:
        s, c = sincos(q[2])
        along_x = Motion(Vec3(-s, -c, 0.0), Vec3.zero())
        along_y = Motion(Vec3(c, -s, 0.0), Vec3.zero())
        return u[2] * along_x, u[2] * along_y, Motion.zero()

    def rates(self, q: Numbers, u: Numbers) -> Numbers:
        return u

    def active(self, q: Numbers) -> tuple[Force, ...]:
        return as_forces(self.columns(q))

    def held(self, q: Numbers) -> tuple[Force, ...]:
        return unit_forces(2, 3, 4)

    def held_rates(self, q: Numbers, relative: Motion) -> tuple[Force, ...]:
        return (Force.zero(),) * 3
