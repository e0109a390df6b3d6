"""Springs of joints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pelagos.elements.contract import Element, Stage
from pelagos.elements.joint.words import JointElementWords, PerFreedom, SignedPerFreedom
from pelagos.elements.site import Freedom
from pelagos.mathematics.algebra import Vec3
from pelagos.mathematics.scalars import Scalar, atan2, sqrt, where


class SpringWords(JointElementWords):
    """A spring that pulls towards `rest`; that of a spherical joint towards zero."""

    key = "spring"
    order = 0
    per_freedom = ("stiffness", "rest")

    stiffness: PerFreedom = (0.0,)
    rest: SignedPerFreedom = (0.0,)

    @staticmethod
    def elements(joint: Any, freedom: Freedom) -> Iterator[Element]:
        k, turning = freedom.k, joint.mechanics.turning
        if freedom.q is not None:
            if joint.stiffness[k]:
                yield JointSpring(freedom.q, freedom.u, joint.stiffness[k], joint.rest[k])
        elif k == turning.u and any(joint.stiffness[k : k + 3]):
            q = freedom.first_q + turning.q
            yield BallSpring(q, freedom.u, *joint.stiffness[k : k + 3])


@dataclass(frozen=True)
class JointSpring(Element):
    """-k (q - rest)."""

    q: int
    u: int
    stiffness: float
    rest: float

    stage = Stage.EFFORT
    conservative = True

    def act(self, at: Any) -> Sequence[Scalar]:
        effort = -(self.stiffness * (at.q[self.q] - self.rest))
        at.add_effort(self.u, effort, stored=True)
        return (effort,)

    def potential(self, at: Any) -> Scalar:
        stretch = at.q[self.q] - self.rest
        return 0.5 * self.stiffness * stretch * stretch


@dataclass(frozen=True)
class BallSpring(Element):
    """Spring of a spherical joint: the potential is phi . K phi / 2, phi the rotation vector.

    K is diagonal in the axes of the joint. The torque does the power -phi' . K phi, and
    phi' = (1 + phi~/2 + c phi~^2) w, c = (1 - (a/2) cot(a/2)) / a^2 at the angle a = |phi|; hence
    -(m - phi x m / 2 + c phi x (phi x m)) with m = K phi, which is -k phi for equal stiffnesses.
    """

    q: int  # the first of four
    u: int  # the first of three
    kx: float
    ky: float
    kz: float

    stage = Stage.EFFORT
    conservative = True

    def act(self, at: Any) -> Sequence[Scalar]:
        phi, half, cotangent = self._rotation(at)
        m = Vec3(self.kx * phi.x, self.ky * phi.y, self.kz * phi.z)
        square, small = half * half, half < 1e-3  # where the series has all digits
        series = 1.0 / 12.0 + square * (1.0 / 180.0)
        c = where(small, series, (1.0 - cotangent) / where(small, 1.0, 4.0 * square))
        across = phi.cross(m)
        efforts = tuple(0.5 * across - m - c * phi.cross(across))
        for k, effort in enumerate(efforts, self.u):
            at.add_effort(k, effort, stored=True)
        return efforts

    def potential(self, at: Any) -> Scalar:
        phi, _, _ = self._rotation(at)
        return 0.5 * (self.kx * phi.x * phi.x + self.ky * phi.y * phi.y + self.kz * phi.z * phi.z)

    def _rotation(self, at: Any) -> tuple[Vec3, Scalar, Scalar]:
        """The rotation vector; half of its angle, in [0, pi/2], and that times its cotangent.

        Of q any multiple will do: sine and cosine of the half are as its imaginary and real parts.
        """
        q = at.q[self.q : self.q + 4]
        imaginary = sqrt(q[1] * q[1] + q[2] * q[2] + q[3] * q[3])
        real = where(q[0] < 0.0, -q[0], q[0])
        half = atan2(imaginary, real)
        # half / imaginary tends to 1 / real where both vanish
        none = half < 1e-9
        ratio = where(none, 1.0, half) / where(none, real, imaginary)
        scale = where(q[0] < 0.0, -2.0, 2.0) * ratio
        return scale * Vec3(q[1], q[2], q[3]), half, real * ratio
