"""Force elements: springs, dampers, friction, stops, motors, servos on joints; wrenches on bodies.

A joint law takes its parameters, the coordinates and speeds of its joint and its input signals, and
returns the effort on each speed. A *conservative* law has a potential; the power of every other law
counts as work. To add a law, write its class and put it in the table at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pelagos.mathematics.algebra import Force, Vec3
from pelagos.mathematics.inertia import Pose, into_frame
from pelagos.mathematics.scalars import atan2, clip, log, maximum, sqrt, tanh, where

Scalar = Any
Numbers = Sequence[Scalar]


class Spring:
    """-k (q - rest)."""

    parameters = ("stiffness", "rest")
    nq, nv, inputs, conservative = 1, 1, 0, True

    def efforts(self, p: Numbers, q: Numbers, u: Numbers, inputs: Numbers) -> Numbers:
        stiffness, rest = p
        return (-(stiffness * (q[0] - rest)),)

    def potential(self, p: Numbers, q: Numbers) -> Scalar:
        stiffness, rest = p
        stretch = q[0] - rest
        return 0.5 * stiffness * stretch * stretch


class Damper:
    """-c u."""

    parameters = ("damping",)
    nq, nv, inputs, conservative = 0, 1, 0, False

    def efforts(self, p: Numbers, q: Numbers, u: Numbers, inputs: Numbers) -> Numbers:
        return (-(p[0] * u[0]),)


class Friction:
    """Coulomb friction, regularised: -level tanh(u / speed)."""

    parameters = ("level", "speed")
    nq, nv, inputs, conservative = 0, 1, 0, False

    def efforts(self, p: Numbers, q: Numbers, u: Numbers, inputs: Numbers) -> Numbers:
        level, speed = p
        return (-(level * tanh(u[0] / speed)),)


class Stop:
    """End stops as smooth stiff springs: k x^2 / (x + w) at penetration x, so no corner at contact.

    For x much larger than the width w the effort is k (x - w).
    """

    parameters = ("low", "high", "stiffness", "width")
    nq, nv, inputs, conservative = 1, 1, 0, True

    def efforts(self, p: Numbers, q: Numbers, u: Numbers, inputs: Numbers) -> Numbers:
        low, high, stiffness, width = p
        below, above = maximum(low - q[0], 0.0), maximum(q[0] - high, 0.0)
        push = below * below / (below + width) - above * above / (above + width)
        return (stiffness * push,)

    def potential(self, p: Numbers, q: Numbers) -> Scalar:
        low, high, stiffness, width = p
        depth = maximum(low - q[0], 0.0) + maximum(q[0] - high, 0.0)
        return stiffness * (
            0.5 * depth * depth - width * depth + width * width * log(1.0 + depth / width)
        )


class StopDamper:
    """Damping inside an end stop, fading in with the penetration."""

    parameters = ("low", "high", "damping", "width")
    nq, nv, inputs, conservative = 1, 1, 0, False

    def efforts(self, p: Numbers, q: Numbers, u: Numbers, inputs: Numbers) -> Numbers:
        low, high, damping, width = p
        depth = maximum(low - q[0], 0.0) + maximum(q[0] - high, 0.0)
        return (-(damping * u[0] * depth / (depth + width)),)


class BallSpring:
    """Spring of a spherical joint: the potential is phi . K phi / 2, phi the rotation vector.

    K is diagonal in the axes of the joint. The torque does the power -phi' . K phi, and
    phi' = (1 + phi~/2 + c phi~^2) w, c = (1 - (a/2) cot(a/2)) / a^2 at the angle a = |phi|; hence
    -(m - phi x m / 2 + c phi x (phi x m)) with m = K phi, which is -k phi for equal stiffnesses.
    """

    parameters = ("kx", "ky", "kz")
    nq, nv, inputs, conservative = 4, 3, 0, True

    def efforts(self, p: Numbers, q: Numbers, u: Numbers, inputs: Numbers) -> Numbers:
        phi, half, cotangent = self._rotation(q)
        m = Vec3(p[0] * phi.x, p[1] * phi.y, p[2] * phi.z)
        square, small = half * half, half < 1e-3  # where the series has all digits
        series = 1.0 / 12.0 + square * (1.0 / 180.0)
        c = where(small, series, (1.0 - cotangent) / where(small, 1.0, 4.0 * square))
        across = phi.cross(m)
        return (*(0.5 * across - m - c * phi.cross(across)),)

    def potential(self, p: Numbers, q: Numbers) -> Scalar:
        phi, _, _ = self._rotation(q)
        return 0.5 * (p[0] * phi.x * phi.x + p[1] * phi.y * phi.y + p[2] * phi.z * phi.z)

    @staticmethod
    def _rotation(q: Numbers) -> tuple[Vec3, Scalar, Scalar]:
        """The rotation vector; half of its angle, in [0, pi/2], and that times its cotangent.

        Of q any multiple will do: sine and cosine of the half are as its imaginary and real parts.
        """
        imaginary = sqrt(q[1] * q[1] + q[2] * q[2] + q[3] * q[3])
        real = where(q[0] < 0.0, -q[0], q[0])
        half = atan2(imaginary, real)
        # half / imaginary tends to 1 / real where both vanish
        none = half < 1e-9
        ratio = where(none, 1.0, half) / where(none, real, imaginary)
        scale = where(q[0] < 0.0, -2.0, 2.0) * ratio
        return scale * Vec3(q[1], q[2], q[3]), half, real * ratio


class Motor:
    """The input, as far as the limit allows."""

    parameters = ("limit",)
    nq, nv, inputs, conservative = 0, 1, 1, False

    def efforts(self, p: Numbers, q: Numbers, u: Numbers, inputs: Numbers) -> Numbers:
        return (clip(inputs[0], -p[0], p[0]),)


class Servo:
    """Position and rate control to a target: k (target - q) + c (target rate - u), limited."""

    parameters = ("stiffness", "damping", "limit")
    nq, nv, inputs, conservative = 1, 1, 2, False

    def efforts(self, p: Numbers, q: Numbers, u: Numbers, inputs: Numbers) -> Numbers:
        stiffness, damping, limit = p
        wish = stiffness * (inputs[0] - q[0]) + damping * (inputs[1] - u[0])
        return (clip(wish, -limit, limit),)


class BodyForce:
    """Force along a direction fixed in the body, at a point of it."""

    parameters = ("dx", "dy", "dz", "px", "py", "pz")
    inputs = 1

    def wrench(self, p: Numbers, inputs: Numbers, pose: Pose) -> Force:
        return Force.at(Vec3(*p[3:6]), inputs[0] * Vec3(*p[0:3]))


class WorldForce:
    """Force along a direction fixed in the world, at a point of the body."""

    parameters = BodyForce.parameters
    inputs = 1

    def wrench(self, p: Numbers, inputs: Numbers, pose: Pose) -> Force:
        return Force.at(Vec3(*p[3:6]), inputs[0] * into_frame(pose.R, Vec3(*p[0:3])))


class BodyTorque:
    """Torque about a direction fixed in the body."""

    parameters = ("dx", "dy", "dz")
    inputs = 1

    def wrench(self, p: Numbers, inputs: Numbers, pose: Pose) -> Force:
        return Force(Vec3.zero(), inputs[0] * Vec3(*p[0:3]))


class WorldTorque:
    """Torque about a direction fixed in the world."""

    parameters = BodyTorque.parameters
    inputs = 1

    def wrench(self, p: Numbers, inputs: Numbers, pose: Pose) -> Force:
        return Force(Vec3.zero(), inputs[0] * into_frame(pose.R, Vec3(*p[0:3])))


class WorldWrench:
    """Force on the body's origin and torque, in the axes of the world."""

    parameters = ()
    inputs = 6

    def wrench(self, p: Numbers, inputs: Numbers, pose: Pose) -> Force:
        force, torque = Vec3(*inputs[0:3]), Vec3(*inputs[3:6])
        return Force(into_frame(pose.R, force), into_frame(pose.R, torque))


JOINT_LAWS = (
    Spring(), Damper(), Friction(), Stop(), StopDamper(), BallSpring(), Motor(), Servo(),
)  # fmt: skip
BODY_LAWS = (BodyForce(), WorldForce(), BodyTorque(), WorldTorque(), WorldWrench())


def law_code(law: type) -> int:
    """Index of a law in its table."""
    table: tuple = JOINT_LAWS if hasattr(law, "efforts") else BODY_LAWS
    return next(i for i, entry in enumerate(table) if type(entry) is law)
