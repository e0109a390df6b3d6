"""General symmetric 6x6 inertia and the pose that carries it from frame to frame."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pelagos.mathematics.algebra import Force, Mat3, Motion, Sym3, Vec3, _Numbers
from pelagos.mathematics.scalars import Scalar


class Inertia(_Numbers):
    """[[M, C], [C^T, J]]: momentum f = M v + C w, n = C^T v + J w; rigid, added, or articulated."""

    __slots__ = ("M", "C", "J")
    size = 21

    def __init__(self, M: Sym3, C: Mat3, J: Sym3):
        self.M, self.C, self.J = M, C, J

    @classmethod
    def of(cls, numbers: Iterable[Scalar]) -> Inertia:
        n = tuple(numbers)
        return cls(Sym3(*n[0:6]), Mat3.of(n[6:15]), Sym3(*n[15:21]))

    @classmethod
    def zero(cls) -> Inertia:
        return cls(Sym3.zero(), Mat3.zero(), Sym3.zero())

    @classmethod
    def rigid(cls, mass: Scalar, com: Vec3, about_com: Sym3) -> Inertia:
        """Rigid body: C = -m [c], J = J_c - m [c][c]."""
        moment = mass * com
        c2 = com.dot(moment)
        steiner = Sym3(c2, c2, c2, 0.0, 0.0, 0.0) - mass * Sym3.square(com)
        return cls(Sym3(mass, mass, mass, 0.0, 0.0, 0.0), -Mat3.skew(moment), about_com + steiner)

    def __iter__(self) -> Iterator[Scalar]:
        return iter((*self.M, *self.C, *self.J))

    def __add__(self, other: Inertia) -> Inertia:
        return Inertia(self.M + other.M, self.C + other.C, self.J + other.J)

    def __sub__(self, other: Inertia) -> Inertia:
        return Inertia(self.M - other.M, self.C - other.C, self.J - other.J)

    def __rmul__(self, k: Scalar) -> Inertia:
        return Inertia(k * self.M, k * self.C, k * self.J)

    def __matmul__(self, m: Motion) -> Force:
        return Force(self.push(m), self.J.full.times_plus(m.w, self.translated(m.v).n))

    def push(self, m: Motion) -> Vec3:
        """The force part of I m."""
        return self.C.times_plus(m.w, self.M @ m.v)

    def translated(self, v: Vec3) -> Force:
        """I (v, 0)."""
        return Force(self.M @ v, Vec3(self.C.a.dot(v), self.C.b.dot(v), self.C.c.dot(v)))

    def column(self, index: int) -> Force:
        """The column I e_k."""
        if index < 3:
            M, C = self.M.full, self.C.T
            return Force((M.a, M.b, M.c)[index], (C.a, C.b, C.c)[index])
        J, C = self.J.full, self.C
        return Force((C.a, C.b, C.c)[index - 3], (J.a, J.b, J.c)[index - 3])

    def times_axis(self, S: Motion) -> Force:
        """I S; a column of I where S is a unit vector."""
        index = S.unit_index()
        return self @ S if index is None else self.column(index)

    def without(self, U: Force, d_inverse: Scalar) -> Inertia:
        """I - U U^T / d: the inertia left when motion along one joint axis is free."""
        k, f, n = d_inverse, U.f, U.n
        kf, kn = k * f, k * n
        M = self.M - _outer_upper(kf, f)
        C = self.C - Mat3(n.x * kf, n.y * kf, n.z * kf)
        J = self.J - _outer_upper(kn, n)
        return Inertia(M, C, J)

    def cleared(self, index: int) -> Inertia:
        """The same with row and column `index` exactly zero, for use where they vanish anyway."""
        rows = [[self._entry(i, j) for j in range(6)] for i in range(6)]
        for i in range(6):
            rows[index][i] = rows[i][index] = 0.0
        return Inertia.of_matrix(rows)

    def _entry(self, i: int, j: int) -> Scalar:
        return tuple(self.column(j))[i]

    @classmethod
    def of_matrix(cls, m: Any) -> Inertia:
        """From anything indexable as m[i][j], of which the upper triangle is read."""
        M = Sym3(m[0][0], m[1][1], m[2][2], m[0][1], m[0][2], m[1][2])
        C = Mat3(*(Vec3(m[0][j], m[1][j], m[2][j]) for j in (3, 4, 5)))
        J = Sym3(m[3][3], m[4][4], m[5][5], m[3][4], m[3][5], m[4][5])
        return cls(M, C, J)

    def energy(self, v: Motion) -> Scalar:
        return 0.5 * (self @ v).dot(v)


def _outer_upper(a: Vec3, b: Vec3) -> Sym3:
    """Upper triangle of a b^T, for a parallel to b."""
    return Sym3(a.x * b.x, a.y * b.y, a.z * b.z, a.x * b.y, a.x * b.z, a.y * b.z)


class Pose(_Numbers):
    """X_PB: rotation R_PB (B to P) and origin p_PB of B in P."""

    __slots__ = ("R", "p")
    size = 12

    def __init__(self, R: Mat3, p: Vec3):
        self.R, self.p = R, p

    @classmethod
    def of(cls, numbers: Iterable[Scalar]) -> Pose:
        n = tuple(numbers)
        return cls(Mat3.of(n[0:9]), Vec3(*n[9:12]))

    @classmethod
    def identity(cls) -> Pose:
        return cls(Mat3.identity(), Vec3.zero())

    def __iter__(self) -> Iterator[Scalar]:
        return iter((*self.R, *self.p))

    def __matmul__(self, other: Pose) -> Pose:
        """X_PC = X_PB X_BC."""
        return Pose(self.R @ other.R, self.p + self.R @ other.p)

    def seen_from(self, other: Pose) -> Pose:
        """X_AB from X_WB and X_WA."""
        return Pose(other.R.T @ self.R, into_frame(other.R, self.p - other.p))

    def point(self, r: Vec3) -> Vec3:
        return self.p + self.R @ r

    def into(self, m: Motion) -> Motion:
        """A motion of P's frame, seen from B."""
        v = m.v.plus_cross(m.w, self.p)
        return Motion(into_frame(self.R, v), into_frame(self.R, m.w))

    def out_of(self, f: Force) -> Force:
        """A force on B, seen from P."""
        force = self.R @ f.f
        return Force(force, (self.R @ f.n).plus_cross(self.p, force))

    def carry(self, inertia: Inertia) -> Inertia:
        """An inertia of B, seen from P: rotate, then shift the origin by p.

        M' = M,  C' = C - M [p],  J' = J + [p] C' + ([p] C)^T.
        """
        R, p = self.R, self.p
        M = inertia.M.rotated(R)
        C = (R @ inertia.C) @ R.T
        J = inertia.J.rotated(R)
        m, c = M.full, C.T
        # rows of C' = C + ([p] M)^T
        shifted = Mat3(c.a.plus_cross(p, m.a), c.b.plus_cross(p, m.b), c.c.plus_cross(p, m.c)).T
        a, b = shifted, C
        J = Sym3(
            J.xx + p.y * (a.a.z + b.a.z) - p.z * (a.a.y + b.a.y),
            J.yy + p.z * (a.b.x + b.b.x) - p.x * (a.b.z + b.b.z),
            J.zz + p.x * (a.c.y + b.c.y) - p.y * (a.c.x + b.c.x),
            J.xy + p.y * a.b.z - p.z * a.b.y + p.z * b.a.x - p.x * b.a.z,
            J.xz + p.y * a.c.z - p.z * a.c.y + p.x * b.a.y - p.y * b.a.x,
            J.yz + p.z * a.c.x - p.x * a.c.z + p.x * b.b.y - p.y * b.b.x,
        )
        return Inertia(M, shifted, J)


def into_frame(R: Mat3, v: Vec3) -> Vec3:
    """R^T v: a vector of the outer frame, in the inner frame."""
    return Vec3(R.a.dot(v), R.b.dot(v), R.c.dot(v))
