"""Free: any motion in the world; q is world position and quaternion, u the body-frame velocity."""

from __future__ import annotations

from pelagos.joints.contract import (
    ANGULAR_VELOCITY,
    ATTITUDE,
    NO_AXIS,
    POSITION,
    VELOCITY,
    JointKind,
    Numbers,
    StartWords,
    Turning,
    as_forces,
)
from pelagos.mathematics.algebra import Force, Motion, Quaternion, Vec3
from pelagos.mathematics.inertia import Pose


class Free(JointKind):
    word, words, numbers = "free", NO_AXIS, ()
    coordinates, speeds = (*POSITION, *ATTITUDE), (*VELOCITY, *ANGULAR_VELOCITY)
    start = (StartWords(3, ("position",)), StartWords(4, ("rpy", "quaternion")))
    start_rates = (StartWords(3, ("velocity",)), StartWords(3, ("angular_velocity",)))
    turning = Turning(q=3, u=3, place=(0, 0))
    in_world = True
    resisted = pays_out = turnable = False
    hub, fixture = "none", "none"
    urdf = ("floating",)

    def pose(self, placement: Pose, q: Numbers) -> Pose:
        return Pose(Quaternion(*q[3:7]).rotation(), Vec3(*q[0:3]))

    def columns(self, q: Numbers) -> tuple[Motion, ...]:
        return tuple(Motion.unit(k) for k in range(6))

    def column_rates(self, q: Numbers, u: Numbers) -> tuple[Motion, ...]:
        return (Motion.zero(),) * 6

    def rates(self, q: Numbers, u: Numbers) -> Numbers:
        attitude = Quaternion(*q[3:7])
        return (*(attitude.rotation() @ Vec3(*u[0:3])), *attitude.rate(Vec3(*u[3:6])))

    def active(self, q: Numbers) -> tuple[Force, ...]:
        return as_forces(self.columns(q))

    def held(self, q: Numbers) -> tuple[Force, ...]:
        return ()

    def held_rates(self, q: Numbers, relative: Motion) -> tuple[Force, ...]:
        return ()
