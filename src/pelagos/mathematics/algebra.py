"""Spatial algebra: vectors, rotations, poses, motions, forces and inertias on any kind of number.

Six-vectors are linear first (SNAME order): a motion is (v, w), a force is (f, n). A pose X_PB holds
the rotation R_PB and the origin p_PB of frame B in frame P. Inertias are general symmetric 6x6
matrices, so added mass fits where rigid mass does; they are stored as 21 numbers.

References: Featherstone 2008, chapter 2 (spatial vectors; there angular first); Fossen 2011,
section 6.3 (Kirchhoff's equations in matrix form).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pelagos.mathematics.scalars import Scalar


class _Numbers:
    """Base of the small value classes: made from, and iterated as, a flat run of numbers."""

    __slots__ = ()
    __array_ufunc__ = None  # a number that is a numpy array leaves its products to these classes
    size = 0

    def __iter__(self) -> Iterator[Scalar]:
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(str, self))})"


class Vec3(_Numbers):
    """Three components in some frame."""

    __slots__ = ("x", "y", "z")
    size = 3

    def __init__(self, x: Scalar, y: Scalar, z: Scalar):
        self.x, self.y, self.z = x, y, z

    @classmethod
    def of(cls, numbers: Iterable[Scalar]) -> Vec3:
        return cls(*numbers)

    @classmethod
    def zero(cls) -> Vec3:
        return cls(0.0, 0.0, 0.0)

    def __iter__(self) -> Iterator[Scalar]:
        return iter((self.x, self.y, self.z))

    def __add__(self, other: Vec3) -> Vec3:
        return Vec3(self.x + other.x, self.y + other.y, self.z + other.z)

    def __sub__(self, other: Vec3) -> Vec3:
        return Vec3(self.x - other.x, self.y - other.y, self.z - other.z)

    def __neg__(self) -> Vec3:
        return Vec3(-self.x, -self.y, -self.z)

    def __rmul__(self, k: Scalar) -> Vec3:
        return Vec3(k * self.x, k * self.y, k * self.z)

    def dot(self, other: Vec3) -> Scalar:
        return self.x * other.x + self.y * other.y + self.z * other.z

    def plus_cross(self, a: Vec3, b: Vec3) -> Vec3:
        """self + a x b, ordered so that every product joins a sum in one instruction."""
        return Vec3(
            self.x + a.y * b.z - a.z * b.y,
            self.y + a.z * b.x - a.x * b.z,
            self.z + a.x * b.y - a.y * b.x,
        )

    def cross(self, other: Vec3) -> Vec3:
        return Vec3(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
        )


class Mat3(_Numbers):
    """A 3x3 matrix by its columns."""

    __slots__ = ("a", "b", "c")
    size = 9

    def __init__(self, a: Vec3, b: Vec3, c: Vec3):
        self.a, self.b, self.c = a, b, c

    @classmethod
    def of(cls, numbers: Iterable[Scalar]) -> Mat3:
        n = tuple(numbers)
        return cls(Vec3(*n[0:3]), Vec3(*n[3:6]), Vec3(*n[6:9]))

    @classmethod
    def identity(cls) -> Mat3:
        return cls(Vec3(1.0, 0.0, 0.0), Vec3(0.0, 1.0, 0.0), Vec3(0.0, 0.0, 1.0))

    @classmethod
    def zero(cls) -> Mat3:
        return cls(Vec3.zero(), Vec3.zero(), Vec3.zero())

    @classmethod
    def skew(cls, r: Vec3) -> Mat3:
        """The matrix of `r x`."""
        return cls(Vec3(0.0, r.z, -r.y), Vec3(-r.z, 0.0, r.x), Vec3(r.y, -r.x, 0.0))

    def __iter__(self) -> Iterator[Scalar]:
        return iter((*self.a, *self.b, *self.c))

    @property
    def T(self) -> Mat3:
        a, b, c = self.a, self.b, self.c
        return Mat3(Vec3(a.x, b.x, c.x), Vec3(a.y, b.y, c.y), Vec3(a.z, b.z, c.z))

    def __add__(self, other: Mat3) -> Mat3:
        return Mat3(self.a + other.a, self.b + other.b, self.c + other.c)

    def __sub__(self, other: Mat3) -> Mat3:
        return Mat3(self.a - other.a, self.b - other.b, self.c - other.c)

    def __neg__(self) -> Mat3:
        return Mat3(-self.a, -self.b, -self.c)

    def __rmul__(self, k: Scalar) -> Mat3:
        return Mat3(k * self.a, k * self.b, k * self.c)

    def times_plus(self, v: Vec3, base: Vec3) -> Vec3:
        """base + M v."""
        return base + v.x * self.a + v.y * self.b + v.z * self.c

    def __matmul__(self, other: Any) -> Any:
        if isinstance(other, Vec3):
            return other.x * self.a + other.y * self.b + other.z * self.c
        if isinstance(other, Mat3):
            return Mat3(self @ other.a, self @ other.b, self @ other.c)
        return NotImplemented


class Sym3(_Numbers):
    """A symmetric 3x3 matrix by six numbers."""

    __slots__ = ("xx", "yy", "zz", "xy", "xz", "yz")
    size = 6

    def __init__(self, xx: Scalar, yy: Scalar, zz: Scalar, xy: Scalar, xz: Scalar, yz: Scalar):
        self.xx, self.yy, self.zz, self.xy, self.xz, self.yz = xx, yy, zz, xy, xz, yz

    @classmethod
    def of(cls, numbers: Iterable[Scalar]) -> Sym3:
        return cls(*numbers)

    @classmethod
    def zero(cls) -> Sym3:
        return cls(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)

    @classmethod
    def upper(cls, m: Mat3) -> Sym3:
        """The upper triangle of a matrix known to be symmetric."""
        return cls(m.a.x, m.b.y, m.c.z, m.b.x, m.c.x, m.c.y)

    @classmethod
    def square(cls, r: Vec3) -> Sym3:
        """r r^T."""
        return cls(r.x * r.x, r.y * r.y, r.z * r.z, r.x * r.y, r.x * r.z, r.y * r.z)

    def __iter__(self) -> Iterator[Scalar]:
        return iter((self.xx, self.yy, self.zz, self.xy, self.xz, self.yz))

    def __add__(self, other: Sym3) -> Sym3:
        return Sym3(*(a + b for a, b in zip(self, other, strict=True)))

    def __sub__(self, other: Sym3) -> Sym3:
        return Sym3(*(a - b for a, b in zip(self, other, strict=True)))

    def __rmul__(self, k: Scalar) -> Sym3:
        return Sym3(*(k * a for a in self))

    @property
    def full(self) -> Mat3:
        return Mat3(
            Vec3(self.xx, self.xy, self.xz),
            Vec3(self.xy, self.yy, self.yz),
            Vec3(self.xz, self.yz, self.zz),
        )

    def __matmul__(self, v: Vec3) -> Vec3:
        return self.full @ v

    def rotated(self, R: Mat3) -> Sym3:
        """R S R^T: the nine entries of R S, then only the six that are needed."""
        half, rows = (R @ self.full).T, R.T
        i, j, k = rows.a, rows.b, rows.c
        return Sym3(
            half.a.dot(i), half.b.dot(j), half.c.dot(k), half.a.dot(j), half.a.dot(k), half.b.dot(k)
        )


class Quaternion(_Numbers):
    """Attitude, scalar first, body to reference; any non-zero length is the same rotation."""

    __slots__ = ("w", "x", "y", "z")
    size = 4

    def __init__(self, w: Scalar, x: Scalar, y: Scalar, z: Scalar):
        self.w, self.x, self.y, self.z = w, x, y, z

    @classmethod
    def of(cls, numbers: Iterable[Scalar]) -> Quaternion:
        return cls(*numbers)

    def __iter__(self) -> Iterator[Scalar]:
        return iter((self.w, self.x, self.y, self.z))

    def conjugate(self) -> Quaternion:
        return Quaternion(self.w, -self.x, -self.y, -self.z)

    def __mul__(self, o: Quaternion) -> Quaternion:
        """Hamilton product."""
        return Quaternion(
            self.w * o.w - self.x * o.x - self.y * o.y - self.z * o.z,
            self.w * o.x + self.x * o.w + self.y * o.z - self.z * o.y,
            self.w * o.y - self.x * o.z + self.y * o.w + self.z * o.x,
            self.w * o.z + self.x * o.y - self.y * o.x + self.z * o.w,
        )

    def rotation(self) -> Mat3:
        """The rotation matrix; dividing by the squared length keeps it orthonormal."""
        w, x, y, z = self
        k = 2.0 / (w * w + x * x + y * y + z * z)
        kx, ky, kz = k * x, k * y, k * z
        xx, yy, zz = kx * x, ky * y, kz * z
        xy, xz, yz, wx, wy, wz = kx * y, kx * z, ky * z, kx * w, ky * w, kz * w
        return Mat3(
            Vec3(1.0 - (yy + zz), xy + wz, xz - wy),
            Vec3(xy - wz, 1.0 - (xx + zz), yz + wx),
            Vec3(xz + wy, yz - wx, 1.0 - (xx + yy)),
        )

    def rate(self, w: Vec3) -> Quaternion:
        """Time derivative under the body angular velocity w: q (0, w) / 2."""
        h = Quaternion(0.0, 0.5 * w.x, 0.5 * w.y, 0.5 * w.z)
        return self * h


class Motion(_Numbers):
    """Velocity or acceleration six-vector: linear part v of the frame origin, angular part w."""

    __slots__ = ("v", "w")
    size = 6

    def __init__(self, v: Vec3, w: Vec3):
        self.v, self.w = v, w

    @classmethod
    def of(cls, numbers: Iterable[Scalar]) -> Motion:
        n = tuple(numbers)
        return cls(Vec3(*n[0:3]), Vec3(*n[3:6]))

    @classmethod
    def zero(cls) -> Motion:
        return cls(Vec3.zero(), Vec3.zero())

    @classmethod
    def unit(cls, index: int) -> Motion:
        return cls.of(1.0 if i == index else 0.0 for i in range(6))

    def unit_index(self) -> int | None:
        """k if this is literally the k-th unit six-vector, else None."""
        numbers = tuple(self)
        if not all(isinstance(n, float) for n in numbers) or sorted(numbers) != [0.0] * 5 + [1.0]:
            return None
        return numbers.index(1.0)

    def __iter__(self) -> Iterator[Scalar]:
        return iter((*self.v, *self.w))

    def __add__(self, other: Motion) -> Motion:
        return Motion(self.v + other.v, self.w + other.w)

    def __sub__(self, other: Motion) -> Motion:
        return Motion(self.v - other.v, self.w - other.w)

    def __rmul__(self, k: Scalar) -> Motion:
        return Motion(k * self.v, k * self.w)

    def cross(self, m: Motion) -> Motion:
        """Rate of change of a motion m carried along by this velocity."""
        return Motion(self.w.cross(m.v).plus_cross(self.v, m.w), self.w.cross(m.w))

    def cross_force(self, f: Force) -> Force:
        """Rate of change of a force or momentum f carried along by this velocity."""
        return Force(self.w.cross(f.f), self.w.cross(f.n).plus_cross(self.v, f.f))


class Force(_Numbers):
    """Wrench or momentum six-vector: force f, moment n about the frame origin."""

    __slots__ = ("f", "n")
    size = 6

    def __init__(self, f: Vec3, n: Vec3):
        self.f, self.n = f, n

    @classmethod
    def of(cls, numbers: Iterable[Scalar]) -> Force:
        m = tuple(numbers)
        return cls(Vec3(*m[0:3]), Vec3(*m[3:6]))

    @classmethod
    def zero(cls) -> Force:
        return cls(Vec3.zero(), Vec3.zero())

    @classmethod
    def at(cls, point: Vec3, f: Vec3) -> Force:
        """A force acting at a point."""
        return cls(f, point.cross(f))

    def __iter__(self) -> Iterator[Scalar]:
        return iter((*self.f, *self.n))

    def __add__(self, other: Force) -> Force:
        return Force(self.f + other.f, self.n + other.n)

    def __sub__(self, other: Force) -> Force:
        return Force(self.f - other.f, self.n - other.n)

    def __neg__(self) -> Force:
        return Force(-self.f, -self.n)

    def __rmul__(self, k: Scalar) -> Force:
        return Force(k * self.f, k * self.n)

    def dot(self, m: Motion) -> Scalar:
        """Power of this force on the motion m."""
        return self.f.dot(m.v) + self.n.dot(m.w)
