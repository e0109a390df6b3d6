"""Joint kinds: how coordinates place a body and how speeds move it.

A body's *joint-aligned* frame has its z axis along the joint's first axis (and x along the second
axis of a universal joint), so the columns below are constants with many zeros. `pose` places the
child at q; `columns` are the partial velocities S_k (motion of the child, in child axes, per unit
speed), `column_rates` their time derivatives; `bias` is dS/dt u; `rates` turns speeds into
coordinate rates.

References: Featherstone 2008, section 4.4; Kane and Levinson 1985 (partial velocities).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pelagos.mathematics.algebra import Mat3, Motion, Quaternion, Vec3
from pelagos.mathematics.inertia import Pose
from pelagos.mathematics.scalars import sincos

Scalar = Any
Numbers = Sequence[Scalar]


class Fixed:
    """The child does not move in its parent."""

    nq, nv = 0, 0

    def pose(self, placement: Pose, q: Numbers) -> Pose:
        return placement

    def columns(self, q: Numbers) -> tuple[Motion, ...]:
        return ()

    def column_rates(self, q: Numbers, u: Numbers) -> tuple[Motion, ...]:
        return (Motion.zero(),) * self.nv

    def bias(self, q: Numbers, u: Numbers) -> Motion:
        return joint_velocity(self.column_rates(q, u), u)

    def rates(self, q: Numbers, u: Numbers) -> Numbers:
        return u


class Revolute(Fixed):
    """Rotation by q about z."""

    nq, nv = 1, 1

    def pose(self, placement: Pose, q: Numbers) -> Pose:
        return Pose(turn_z(placement.R, *sincos(q[0])), placement.p)

    def columns(self, q: Numbers) -> tuple[Motion, ...]:
        return (Motion.unit(5),)


class Prismatic(Fixed):
    """Displacement by q along z."""

    nq, nv = 1, 1

    def pose(self, placement: Pose, q: Numbers) -> Pose:
        return Pose(placement.R, placement.p + q[0] * placement.R.c)

    def columns(self, q: Numbers) -> tuple[Motion, ...]:
        return (Motion.unit(2),)


class Universal(Fixed):
    """Rotation by q1 about z of the parent side, then by q2 about x of the child."""

    nq, nv = 2, 2

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


class Planar(Fixed):
    """Displacement (q1, q2) along x, y of the joint frame, then rotation by q3 about z."""

    nq, nv = 3, 3

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


class Spherical(Fixed):
    """Any rotation; q is a quaternion, u the body angular velocity relative to the parent."""

    nq, nv = 4, 3

    def pose(self, placement: Pose, q: Numbers) -> Pose:
        return Pose(placement.R @ Quaternion(*q).rotation(), placement.p)

    def columns(self, q: Numbers) -> tuple[Motion, ...]:
        return Motion.unit(3), Motion.unit(4), Motion.unit(5)

    def rates(self, q: Numbers, u: Numbers) -> Numbers:
        return tuple(Quaternion(*q).rate(Vec3(*u)))


class Free(Fixed):
    """Any motion in the world; q is world position and quaternion, u the body-frame velocity."""

    nq, nv = 7, 6

    def pose(self, placement: Pose, q: Numbers) -> Pose:
        return Pose(Quaternion(*q[3:7]).rotation(), Vec3(*q[0:3]))

    def columns(self, q: Numbers) -> tuple[Motion, ...]:
        return tuple(Motion.unit(k) for k in range(6))

    def rates(self, q: Numbers, u: Numbers) -> Numbers:
        attitude = Quaternion(*q[3:7])
        return (*(attitude.rotation() @ Vec3(*u[0:3])), *attitude.rate(Vec3(*u[3:6])))


FIXED, REVOLUTE, PRISMATIC, UNIVERSAL, PLANAR, SPHERICAL, FREE = range(7)
JOINTS = (
    Fixed(),
    Revolute(),
    Prismatic(),
    Universal(),
    Planar(),
    Spherical(),
    Free(),
)
CODES = {
    "fixed": FIXED,
    "revolute": REVOLUTE,
    "prismatic": PRISMATIC,
    "universal": UNIVERSAL,
    "planar": PLANAR,
    "spherical": SPHERICAL,
    "free": FREE,
}


def turn_z(R: Mat3, s: Scalar, c: Scalar) -> Mat3:
    """R Rz(angle), given the angle's sine and cosine."""
    return Mat3(c * R.a + s * R.b, c * R.b - s * R.a, R.c)


def joint_velocity(columns: Sequence[Motion], u: Numbers) -> Motion:
    """The velocity of the child relative to its parent: sum of S_k u_k."""
    total = Motion.zero()
    for S, rate in zip(columns, u, strict=True):
        total = total + rate * S
    return total
