"""Frames of imported files: where one stands in another, and the ways to write a rotation."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pelagos.language.placement import from_rpy, rotation
from pelagos.language.quaternions import Quat, unit_of

Array = NDArray[np.float64]

_TURNED = 1e-15  # less is no rotation, only rounding


@dataclass(frozen=True)
class LinkFrame:
    """A frame in another: its origin, and its axes as columns."""

    p: Array
    R: Array

    def __matmul__(self, inner: LinkFrame) -> LinkFrame:
        """A frame that stands in this one, seen from where this one stands."""
        return LinkFrame(self.p + self.R @ inner.p, self.R @ inner.R)

    @property
    def inverse(self) -> LinkFrame:
        """The outer frame, seen from this one."""
        return LinkFrame(-self.R.T @ self.p, self.R.T)

    def moved(self, by: Array) -> LinkFrame:
        """The same frame, with its origin elsewhere in the outer axes."""
        return LinkFrame(self.p + by, self.R)

    def words(self) -> dict[str, list[float]]:
        """As a placement."""
        if np.abs(self.R - np.eye(3)).max() < _TURNED:
            return {"position": self.p.tolist()}
        return {"position": self.p.tolist(), "quaternion": list(quaternion_of(self.R))}


HERE = LinkFrame(np.zeros(3), np.eye(3))


def frame(p: Sequence[float], quaternion: Sequence[float] | None = None) -> LinkFrame:
    """A frame by its origin and a quaternion (w, x, y, z) of any length but zero."""
    if quaternion is None:
        return LinkFrame(np.array(p, dtype=float), np.eye(3))
    return LinkFrame(np.array(p, dtype=float), of_quaternion(quaternion))


def of_quaternion(numbers: Sequence[float]) -> Array:
    """The rotation of a quaternion (w, x, y, z), which need not have length one."""
    w, x, y, z = (float(number) for number in numbers)
    return rotation(unit_of((w, x, y, z)))


def of_rpy(angles: Sequence[float]) -> Array:
    """Rz(yaw) Ry(pitch) Rx(roll)."""
    roll, pitch, yaw = angles
    return rotation(from_rpy((roll, pitch, yaw)))


def about(axis: Sequence[float], angle: float) -> Array:
    """A turn about an axis of any length but zero."""
    x, y, z = (np.array(axis, dtype=float) / np.linalg.norm(axis)).tolist()
    s = math.sin(angle / 2)
    return rotation(unit_of((math.cos(angle / 2), s * x, s * y, s * z)))


def z_to(direction: Sequence[float]) -> Array:
    """The least rotation that brings the z axis along a direction."""
    to = np.array(direction, dtype=float) / np.linalg.norm(direction)
    across = np.cross([0.0, 0.0, 1.0], to)
    sine, cosine = float(np.linalg.norm(across)), float(to[2])
    if sine < 1e-12:
        return np.eye(3) if cosine > 0 else np.diag([1.0, -1.0, -1.0])
    return about(across.tolist(), math.atan2(sine, cosine))


def quaternion_of(R: Array) -> Quat:
    """The quaternion (w, x, y, z) of a rotation matrix, by its largest element (Shepperd 1978)."""
    trace = float(np.trace(R))
    squares = [trace, *(float(x) for x in np.diag(R))]
    k = int(np.argmax(squares))
    if k == 0:
        q = [1.0 + trace, R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]]
    else:
        a, b, c = k - 1, k % 3, (k + 1) % 3
        q = [R[c, b] - R[b, c], 0.0, 0.0, 0.0]
        q[1 + a] = 1.0 + 2.0 * R[a, a] - trace
        q[1 + b], q[1 + c] = R[b, a] + R[a, b], R[c, a] + R[a, c]
    w, x, y, z = (float(number) for number in q)
    return unit_of((w, x, y, z))


class Shifted:
    """Links whose origin is moved to their joint, because that is where a body's frame is.

    `at` gives what stands on a link as it stands on the body.
    """

    def __init__(self) -> None:
        self._shifts: dict[str, Array] = {}

    def move(self, link: str, anchor: Array) -> None:
        """Put the origin of a link's body at a point of the link."""
        self._shifts[link] = np.array(anchor, dtype=float)

    def of(self, link: str) -> Array:
        """Where the body's origin is on the link."""
        return self._shifts.get(link, np.zeros(3))

    def at(self, link: str, on_link: LinkFrame) -> LinkFrame:
        """A frame on a link, seen from the body."""
        return on_link.moved(-self.of(link))

    def point(self, link: str, on_link: Iterable[float]) -> list[float]:
        """A point on a link, seen from the body."""
        found: list[float] = (np.array(list(on_link), dtype=float) - self.of(link)).tolist()
        return found

    def joint(self, link: str, parent: str, on_parent: LinkFrame) -> dict[str, Any]:
        """Words of the joint's place: the link at rest, on the body of the parent."""
        moved = LinkFrame(on_parent.p + on_parent.R @ self.of(link), on_parent.R)
        return self.at(parent, moved).words()
