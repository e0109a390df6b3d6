"""Channels of a record as functions of what bodies do, and how they move with it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pelagos.data.checks import Array
from pelagos.march.samples.facts import quaternions
from pelagos.mechanism.robot import Compiled
from pelagos.result.euler import ANGLES, angles

_AXES = "xyz"
_LEVEL = 1e-10  # squared cosine of a pitch below which roll and yaw have no slopes


@dataclass(frozen=True)
class SeenBodies:
    """Of samples (..., sample): coordinates, speeds, and of bodies poses and velocities.

    Poses are (..., body, 4, 3): joint-aligned axes in the world, origin; velocities (..., body, 6)
    in these axes.
    """

    q: Array
    u: Array
    poses: Array
    velocities: Array

    @classmethod
    def of(cls, robot: Compiled, numbers: Array) -> SeenBodies:
        """From rows of numbers one after the other."""
        nq, nv, nb, ahead = robot.nq, robot.nv, robot.nb, numbers.shape[:-1]
        poses = numbers[..., nq + nv : nq + nv + 12 * nb].reshape(*ahead, nb, 4, 3)
        velocities = numbers[..., nq + nv + 12 * nb :].reshape(*ahead, nb, 6)
        return cls(numbers[..., :nq], numbers[..., nq : nq + nv], poses, velocities)


class SeenChannel:
    """One channel of a robot, as q.arm, position.hull.x or euler.hull.yaw."""

    def __init__(self, robot: Compiled, name: str):
        self._kind, _, rest = name.partition(".")
        words = robot.robot
        if self._kind in ("q", "u"):
            self._place = (words.coordinates if self._kind == "q" else words.speeds).index(rest)
            return
        body, _, part = rest.rpartition(".")
        self._place = robot.names.index(body)
        self._axis = (ANGLES if self._kind == "euler" else tuple(_AXES)).index(part)
        self._align = robot.align[self._place]

    def value(self, seen: SeenBodies) -> Array:
        """At samples of one run."""
        if self._kind in ("q", "u"):
            return np.asarray(getattr(seen, self._kind)[:, self._place])
        if self._kind != "euler":
            return self._linear(seen)
        turned = np.matmul(self._align, seen.poses[:, self._place, :3])
        attitude = quaternions(np.swapaxes(turned, -1, -2)[:, None])[:, 0]
        return np.asarray(angles(attitude)[:, self._axis])

    def move(self, seen: SeenBodies, moved: SeenBodies) -> Array:
        """(direction, sample): how it moves along directions in which a run was moved."""
        if self._kind in ("q", "u"):
            return np.asarray(getattr(moved, self._kind)[..., self._place])
        if self._kind == "velocity":
            axes = seen.poses[:, self._place, :3, self._axis]
            turned = moved.poses[:, :, self._place, :3, self._axis]
            v, dv = seen.velocities[:, self._place, :3], moved.velocities[:, :, self._place, :3]
            return np.asarray(np.sum(turned * v + axes * dv, axis=-1))
        return self._angle(seen, moved) if self._kind == "euler" else self._linear(moved)

    def _linear(self, seen: SeenBodies) -> Array:
        if self._kind == "position":
            return np.asarray(seen.poses[..., self._place, 3, self._axis])
        velocities = seen.velocities[..., self._place, :]
        if self._kind == "angular_velocity":
            return np.asarray(velocities[..., 3:] @ self._align[self._axis])
        axes = seen.poses[..., self._place, :3, self._axis]
        return np.asarray(np.sum(axes * velocities[..., :3], axis=-1))

    def _angle(self, seen: SeenBodies, moved: SeenBodies) -> Array:
        """Of R = Rz(yaw) Ry(pitch) Rx(roll)."""
        R = np.matmul(self._align, seen.poses[:, self._place, :3])  # rows: the body's own axes
        dR = np.matmul(self._align, moved.poses[:, :, self._place, :3])
        square = np.maximum(1.0 - R[:, 0, 2] ** 2, 0.0)
        level = square > _LEVEL
        square = np.where(level, square, 1.0)
        if self._axis == 1:
            return np.where(level, -dR[..., 0, 2] / np.sqrt(square), 0.0)
        (a, da), (b, db) = (
            (R[:, i, w], dR[..., i, w])
            for i, w in (((1, 2), (2, 2)) if self._axis == 0 else ((0, 1), (0, 0)))
        )
        return np.where(level, (b * da - a * db) / square, 0.0)
