"""Where one frame stands in another."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray
from pydantic import BeforeValidator, model_validator

from pelagos.language.quaternions import Quat, unit_of
from pelagos.language.words import (
    ARRAY,
    Angle,
    Angles,
    Axis,
    Point,
    Quaternion,
    Vector,
    Words,
    refusal,
)


def several(words: Any) -> Any:
    """A list of placements; one placement, also as a bare position, is the only one."""
    many = isinstance(words, list | tuple) and all(isinstance(w, list | dict) for w in words)
    return words if many or words is None else [words]


class Placement(Words):
    """Position, and at most one way to say the orientation.

    `rpy` is roll, pitch, yaw: R = Rz(yaw) Ry(pitch) Rx(roll). A bare list is a position.
    `within` is the placement in which this one stands, or several, the outermost last; after
    reading they are multiplied out into position and quaternion.
    """

    short_forms = (ARRAY,)

    position: Point = (0.0, 0.0, 0.0)
    rpy: Angles | None = None
    quaternion: Quaternion | None = None
    axis: Axis | None = None
    angle: Angle | None = None
    within: Annotated[tuple[Placement, ...], BeforeValidator(several)] | None = None

    @model_validator(mode="before")
    @classmethod
    def _from_list(cls, words: Any) -> Any:
        return {"position": words} if isinstance(words, list | tuple) else words

    @model_validator(mode="after")
    def _one_orientation(self) -> Placement:
        given = [n for n in ("rpy", "quaternion", "axis") if getattr(self, n) is not None]
        if len(given) > 1:
            raise refusal(f"orientation given as {' and '.join(given)}", "keep one of them")
        if (self.axis is None) != (self.angle is None):
            missing = "axis" if self.axis is None else "angle"
            raise refusal(f"axis and angle belong together, {missing} is missing", f"add {missing}")
        if self.within:
            position, quaternion = placed(self.position, self.unit_quaternion, self.within)
            # frozen for the user; these fields are completed once, here
            self.__dict__.update(position=position, quaternion=quaternion)
            self.__dict__.update(rpy=None, axis=None, angle=None)
        self.__dict__["within"] = None
        return self

    @property
    def p(self) -> NDArray[np.float64]:
        """Position as an array."""
        return np.array(self.position)

    @property
    def R(self) -> NDArray[np.float64]:
        """Rotation matrix: columns are the axes of the placed frame."""
        return rotation(self.unit_quaternion)

    @property
    def moves(self) -> NDArray[np.float64]:
        """6x6: motion of the placed frame, in its axes, per motion of the frame it stands in."""
        R = self.R
        return np.block([[R.T, -R.T @ cross(self.p)], [np.zeros((3, 3)), R.T]])

    @property
    def unit_quaternion(self) -> Quat:
        """The orientation as a quaternion (w, x, y, z)."""
        if self.quaternion is not None:
            return self.quaternion
        if self.rpy is not None:
            return from_rpy(self.rpy)
        if self.axis is not None and self.angle is not None:
            half, (x, y, z) = self.angle / 2, self.axis
            s = math.sin(half)
            return unit_of((math.cos(half), s * x, s * y, s * z))
        return (1.0, 0.0, 0.0, 0.0)


def placed(position: Vector, quaternion: Quat, within: Iterable[Placement]) -> tuple[Vector, Quat]:
    """A pose that stands in other placements, the outermost last, as one pose."""
    p, q = np.array(position), quaternion
    for outer in within:
        p = outer.p + outer.R @ p
        q = product(outer.unit_quaternion, q)
    x, y, z = (float(number) for number in p)
    return (x, y, z), q


def product(a: Quat, b: Quat) -> Quat:
    """The quaternion of the turn b and then a, of length one."""
    (s, x, y, z), (t, u, v, w) = a, b
    return unit_of(
        (
            s * t - x * u - y * v - z * w,
            s * u + x * t + y * w - z * v,
            s * v - x * w + y * t + z * u,
            s * w + x * v - y * u + z * t,
        )
    )


def from_rpy(rpy: tuple[float, float, float]) -> Quat:
    """Quaternion of R = Rz(yaw) Ry(pitch) Rx(roll)."""
    (cr, sr), (cp, sp), (cy, sy) = ((math.cos(a / 2), math.sin(a / 2)) for a in rpy)
    return unit_of(
        (
            cy * cp * cr + sy * sp * sr,
            cy * cp * sr - sy * sp * cr,
            cy * sp * cr + sy * cp * sr,
            sy * cp * cr - cy * sp * sr,
        )
    )


def rotation(quaternion: Quat) -> NDArray[np.float64]:
    """Rotation matrix of a unit quaternion (w, x, y, z)."""
    w, x, y, z = quaternion
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def to_quaternion(R: NDArray[np.float64]) -> Quat:
    """Unit quaternion (w, x, y, z) of a rotation matrix, from its largest element."""
    w, x, y, z = (
        1 + R[0, 0] + R[1, 1] + R[2, 2],
        1 + R[0, 0] - R[1, 1] - R[2, 2],
        1 - R[0, 0] + R[1, 1] - R[2, 2],
        1 - R[0, 0] - R[1, 1] + R[2, 2],
    )  # four times the squares
    a, b, c = R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]
    d, e, f = R[1, 0] + R[0, 1], R[0, 2] + R[2, 0], R[2, 1] + R[1, 2]
    rows = ((w, a, b, c), (a, x, d, e), (b, d, y, f), (c, e, f, z))
    return unit_of(rows[int(np.argmax([w, x, y, z]))])


def cross(v: Iterable[float]) -> NDArray[np.float64]:
    """The matrix of v x."""
    x, y, z = v
    return np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])


def turn(axis: Vector, angle: float) -> NDArray[np.float64]:
    """Rotation matrix of a turn about a unit vector."""
    K = cross(axis)
    return np.eye(3) + math.sin(angle) * K + (1 - math.cos(angle)) * (K @ K)


def aligned_axes(z: Vector) -> NDArray[np.float64]:
    """Axes, as columns, of a frame with the given z axis.

    Its x axis is the coordinate axis after the one that z is nearest to, made perpendicular.
    """
    along = np.array(z)
    x = np.eye(3)[(int(np.argmax(np.abs(along))) + 1) % 3]
    x = x - along * (x @ along)
    x /= np.linalg.norm(x)
    return np.column_stack([x, np.cross(along, x), along])
