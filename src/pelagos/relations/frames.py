"""Relations between a frame on one body and a frame on another, and some of the six that are there.

They are written in the axes of the frame on body A: d is the position of B's frame in A's, and R
the rotation. The attitude of B relative to A is R_A^T R_B (the product q_A^* q_B), which is what
stays constant when both move as one; Nielsen et al. 2018, eq 22 and 25, print the product in
inertial axes and lack the rotation: see docs/errata.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, NamedTuple

import numpy as np

from pelagos.language.placement import Placement, aligned_axes, to_quaternion
from pelagos.language.words import ARRAY, Axis, Read, Vector, two_bodies
from pelagos.mathematics.algebra import Mat3, Vec3
from pelagos.mathematics.scalars import sqrt
from pelagos.relations.contract import (
    BODY_OR_WORLD,
    Array,
    Frame,
    Places,
    Relation,
    RelationRow,
    Scalar,
    Seen,
)

# rows between frames: B's origin in A's frame is zero along x, y, z; no turn about x, y, z
_UNITS = {"x": "m", "y": "m", "z": "m", "turn-x": "rad", "turn-y": "rad", "turn-z": "rad"}
_PARTS = tuple(_UNITS)

PARALLEL = 1e-6  # sine of an angle: axes with a smaller one leave no direction across both


class Between(Relation):
    """Relates a frame `at` on the first body to a frame `to` on the second, each in body axes.

    Without `to` the second frame is where the first one is in the initial state. The first body,
    or the second, may be the world.
    """

    between: Annotated[tuple[str, str], Read(two_bodies, ARRAY), BODY_OR_WORLD]
    at: Placement = Placement()
    # completed on reading, so it is never None
    to: Placement = None  # type: ignore[assignment]

    @property
    def bodies(self) -> tuple[str, ...]:
        """The first body and the second."""
        return self.between

    @property
    def direction(self) -> Vector:
        """What z of both frames is along."""
        return (0.0, 0.0, 1.0)

    @property
    def directions(self) -> tuple[Vector, Vector]:
        """The same of each frame, where these differ."""
        return self.direction, self.direction

    @property
    def frames(self) -> tuple[Frame, ...]:
        """The frames `at` and `to`, with z along their directions."""
        along = zip((self.at, self.to), self.directions, strict=True)
        return tuple((at.R @ aligned_axes(direction), at.p) for at, direction in along)

    def completed(self, start: Places) -> Relation:
        """With `to` where `at` is."""
        to: Placement | None = self.to
        return self if to is not None else self.captured(start)

    def captured(self, now: Places) -> Relation:
        """With the second frame where the first one is."""
        one, other = self.between
        R, p = now.pose(other)
        R_first, _ = now.pose(one)
        x, y, z = R.T @ (now.point(one, self.at.p) - p)
        quaternion = to_quaternion(R.T @ R_first @ self.at.R)
        position = (float(x), float(y), float(z))
        to = Placement.model_construct(position=position, quaternion=quaternion)
        return self.model_copy(update={"to": to})

    def starts_parallel(self, start: Places) -> bool:
        """Whether z of both frames are along one line in the initial state."""
        one, other = (
            start.pose(body)[0] @ R for body, (R, _) in zip(self.between, self.frames, strict=True)
        )
        return parallel(one.T @ other)


def parallel(R: Array) -> bool:
    """Whether z of two frames are along one line; R: the second frame's axes in the first."""
    return float(np.hypot(R[0, 2], R[1, 2])) < PARALLEL


class TurningUnit(NamedTuple):
    """A unit vector and its rate."""

    e: Vec3
    rate: Vec3

    @classmethod
    def across(cls, a: Vec3, a_rate: Vec3, b: Vec3, b_rate: Vec3) -> TurningUnit:
        """Along a x b, which must not be parallel."""
        product = a.cross(b)
        product_rate = a_rate.cross(b) + a.cross(b_rate)
        per_length = 1.0 / sqrt(product.dot(product))
        e = per_length * product
        return cls(e, per_length * (product_rate - e.dot(product_rate) * e))


class FrameRelation(Between):
    """Some of the six relations between a frame on A and a frame on B."""

    held: ClassVar[tuple[str, ...]] = ()  # which of x, y, z, turn-x, turn-y, turn-z

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        cls.units = {part: _UNITS[part] for part in cls.held}

    @classmethod
    def rows(cls, seen: Seen) -> list[RelationRow]:
        """Those that are held."""
        a, b = seen.sides
        axes, at = a.axes(), b.point()
        arm = at - a.point()
        units = (axes.a, axes.b, axes.c)
        spin, spin_rate = a.spin(), a.spin_rate()
        carried_velocity = a.point_velocity() + spin.cross(arm)
        slip = b.point_velocity() - carried_velocity
        carried = a.point_acceleration() + spin_rate.cross(arm) + spin.cross(spin.cross(arm))
        push = b.point_acceleration() - carried - 2.0 * spin.cross(slip)
        turn = b.spin() - spin
        turn_rate = b.spin_rate() - spin_rate - spin.cross(turn)
        tilt = cls._tilt(axes, b.axes())
        found = []
        for k in map(_PARTS.index, cls.held):
            if k < 3:
                e = units[k]
                on = (a.wrench(-e, at), b.wrench(e, at))
                found.append(RelationRow(e.dot(arm), e.dot(slip), e.dot(push), on))
            else:
                e = units[k - 3]
                on = (a.couple(-e), b.couple(e))
                found.append(RelationRow(tilt[k - 3], e.dot(turn), e.dot(turn_rate), on))
        return found

    @classmethod
    def _tilt(cls, axes_a: Mat3, axes_b: Mat3) -> tuple[Scalar, Scalar, Scalar]:
        """A measure of the relative turn whose rate is the relative angular velocity at zero.

        Where the turn about z is free, x and y measure how far B's z axis leans out of A's.
        """
        R = axes_a.T @ axes_b
        if "turn-z" not in cls.held:
            return -R.c.y, R.c.x, 0.0
        return 0.5 * (R.b.z - R.c.y), 0.5 * (R.c.x - R.a.z), 0.5 * (R.a.y - R.b.x)

    @classmethod
    def turned_over(cls, R: Array) -> bool:
        """Whether the frames are more than a quarter of a turn apart.

        Rows for turns measure sines, which are zero after half a turn, too, but lead away from
        there. Where the turn about z is free, only the z axes must agree.
        """
        if "turn-x" not in cls.held:
            return False
        free = "turn-z" not in cls.held
        return bool((R[2, 2] if free else (np.trace(R) - 1.0) / 2.0) < 0.0)

    @classmethod
    def load(cls, seen: Seen, frames: Sequence[Frame], forces: Array) -> tuple[Array, Array]:
        """Forces and couples along A's axes, at B's point."""
        axes_a, _ = frames[0]
        along = np.zeros((len(forces), 6))
        along[:, list(map(_PARTS.index, cls.held))] = forces
        force, moment = (
            np.einsum("tk,tkw->tw", part, axes_a) for part in (along[:, :3], along[:, 3:])
        )
        return force, moment


class AlongAxis(FrameRelation):
    """One of these that singles out an axis, given in both frames."""

    axis: Axis

    @property
    def direction(self) -> Vector:
        """The axis."""
        return self.axis
