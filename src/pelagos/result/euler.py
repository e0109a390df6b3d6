"""Quaternions for readers: what they turn, and roll, pitch and yaw, which no state ever uses."""

from __future__ import annotations

from typing import Any

import numpy as np

# Within this distance of sin(pitch) = ±1 roll and yaw turn about the same line.
_LOCKED = 1e-10


def angles(quaternions: np.ndarray) -> np.ndarray:
    """Angles (n, 3) of unit quaternions (n, 4), R = Rz(yaw) Ry(pitch) Rx(roll).

    Roll and yaw are unwrapped along the first axis. Pitch stays within ±90 degrees; where it meets
    them only one combination of roll and yaw is defined, and roll keeps its last value.
    """
    w, x, y, z = quaternions.T
    sine = np.clip(2 * (w * y - x * z), -1.0, 1.0)
    roll = np.arctan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y))
    yaw = np.arctan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))

    # At pitch = ±90 degrees: yaw ∓ roll = ∓2 atan2(x, w).
    for i in np.flatnonzero(1 - np.abs(sine) < _LOCKED):
        roll[i] = roll[i - 1] if i else 0.0
        side = np.sign(sine[i])
        yaw[i] = side * (roll[i] - 2 * np.arctan2(x[i], w[i]))
    return np.stack([np.unwrap(roll), np.arcsin(sine), np.unwrap(yaw)], axis=1)


def rotate(q: Any, v: np.ndarray) -> np.ndarray:
    """Vectors (..., 3) turned by quaternions (..., 4)."""
    q = np.asarray(q, dtype=float)
    w, axis = q[..., :1], q[..., 1:]
    twice = 2 * np.cross(axis, v)
    turned: np.ndarray = v + w * twice + np.cross(axis, twice)
    return turned
