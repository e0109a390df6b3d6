"""Spherical: any rotation; q is a quaternion, u the body's angular velocity in its parent."""

from __future__ import annotations

from pelagos.joints.contract import (
    ANGULAR_VELOCITY,
    ATTITUDE,
    NO_AXIS,
    JointKind,
    Numbers,
    StartWords,
    Turning,
    as_forces,
    unit_forces,
)
from pelagos.mathematics.algebra import Force, Motion, Quaternion, Vec3
from pelagos.mathematics.inertia import Pose


class Spherical(JointKind):
    word, words, numbers = "spherical", NO_AXIS, ()
    coordinates, speeds = ATTITUDE, ANGULAR_VELOCITY
    start = (StartWords(4, ("rpy", "quaternion")),)
    start_rates = (StartWords(3, ("angular_velocity",)),)
    turning = Turning(q=0, u=0, place=None)
    in_world = pays_out = turnable = False
    resisted = True
    hub, fixture = "ball", "block"
    urdf = ("spherical",)  # of PyBullet

    def pose(self, placement: Pose, q: Numbers) -> Pose:
        return Pose(placement.R @ Quaternion(*q).rotation(), placement.p)

    def columns(self, q: Numbers) -> tuple[Motion, ...]:
        return Motion.unit(3), Motion.unit(4), Motion.unit(5)

    def column_rates(self, q: Numbers, u: Numbers) -> tuple[Motion, ...]:
        return (Motion.zero(),) * 3

    def rates(self, q: Numbers, u: Numbers) -> Numbers:
        return tuple(Quaternion(*q).rate(Vec3(*u)))

    def active(self, q: Numbers) -> tuple[Force, ...]:
        return as_forces(self.columns(q))

    def held(self, q: Numbers) -> tuple[Force, ...]:
        return unit_forces(0, 1, 2)

    def held_rates(self, q: Numbers, relative: Motion) -> tuple[Force, ...]:
        return (Force.zero(),) * 3
