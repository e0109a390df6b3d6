"""From the frame that a motion-capture system sees to the frame of the body."""

from __future__ import annotations

from typing import Any

import numpy as np

from pelagos.data.checks import Array, refuse, samples
from pelagos.language.quaternions import AttitudeError, unit
from pelagos.result.euler import rotate


def lever_arm(
    position: Any, quaternion: Any, arm: Any, mounting: Any = (1.0, 0.0, 0.0, 0.0)
) -> tuple[Array, Array]:
    """Position and attitude of a body from those of markers on it.

    position (time, 3) and quaternion (time, 4; w first) are of the markers' frame in the world;
    arm: its origin in the body's frame [m]; mounting: its attitude in the body's frame.

    Examples:
        >>> markers, turn = [[0, 0, 1.0]], [[1.0, 0, 0, 0]]
        >>> position, attitude = pl.compare.lever_arm(markers, turn, arm=[0.1, 0, 0])
        >>> position
        array([[-0.1,  0. ,  1. ]])
    """
    p = samples("position", position)
    q = samples("quaternion", quaternion, len(p))
    offset, mounted = np.asarray(arm, dtype=float), np.asarray(mounting, dtype=float)
    if (p.shape[1:], q.shape[1:], offset.shape, mounted.shape) != ((3,), (4,), (3,), (4,)):
        said = f"shapes {p.shape}, {q.shape}, {offset.shape} and {mounted.shape}"
        remedy = "position is (time, 3), quaternion (time, 4), arm has 3 numbers, mounting 4"
        raise refuse((said, remedy))
    if np.linalg.norm(offset) > 100:
        raise refuse((f"arm: {np.linalg.norm(offset):g} m", "give it in metres"))
    body = product(_unit("quaternion", q), conjugate(_unit("mounting", mounted)))
    return p - rotate(body, np.broadcast_to(offset, p.shape)), body


def _unit(name: str, quaternions: Array) -> Array:
    try:
        return unit(quaternions)
    except AttitudeError as error:
        raise refuse((f"{name}: {error} (found {error.found.tolist()})", error.remedy)) from None


def lever_arm_in_plane(position: Array, yaw: Array, arm: Any) -> Array:
    """Position (time, 2) of a body that stays level, from that of markers on it and its yaw."""
    x, y = np.asarray(arm, dtype=float)[:2]
    c, s = np.cos(yaw), np.sin(yaw)
    return np.stack([position[:, 0] - (c * x - s * y), position[:, 1] - (s * x + c * y)], axis=1)


def conjugate(quaternion: Array) -> Array:
    """The turn back."""
    return np.asarray(quaternion * np.array([1.0, -1.0, -1.0, -1.0]))


def product(a: Array, b: Array) -> Array:
    """First b, then a."""
    aw, av = a[..., :1], a[..., 1:]
    bw, bv = b[..., :1], b[..., 1:]
    w = aw * bw - np.sum(av * bv, axis=-1, keepdims=True)
    return np.concatenate([w, aw * bv + bw * av + np.cross(av, bv)], axis=-1)


def to_quaternions(rpy: Array) -> Array:
    """Quaternions of roll, pitch, yaw (time, 3), R = Rz(yaw) Ry(pitch) Rx(roll)."""
    half = rpy / 2
    turns = []
    for axis in range(3):
        turn = np.zeros((len(rpy), 4))
        turn[:, 0], turn[:, 1 + axis] = np.cos(half[:, axis]), np.sin(half[:, axis])
        turns.append(turn)
    roll, pitch, yaw = turns
    return product(yaw, product(pitch, roll))
