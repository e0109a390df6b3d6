"""Quaternions for readers: what they turn, and roll, pitch and yaw, which no state ever uses."""

from __future__ import annotations

from typing import Any

import numpy as np

# Within this distance of sin(pitch) = ±1 roll and yaw turn about the same line.
_LOCKED = 1e-10
# An attitude has two sets of angles. They are as near to each other as this only near the vertical,
# where a motion that goes on smoothly in one of them leaps in the other.
_STEEP = np.deg2rad(45.0)
ANGLES = ("roll", "pitch", "yaw")


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


def unfolded(quaternions: np.ndarray) -> np.ndarray:
    """The same angles (n, 3) without a fold: pitch goes on where a body turns past the vertical.

    (roll, pitch, yaw) and (roll + 180, 180 - pitch, yaw + 180) degrees are one attitude. Where the
    first leaps from one sample to the next and the second does not, the second is taken.
    """
    found = angles(quaternions)
    if not np.any(np.abs(found[:, 1]) > _STEEP):
        return found
    locked = 1 - np.abs(np.sin(found[:, 1])) < _LOCKED
    for i in range(1, len(found)):
        last, now = found[i - 1], found[i]
        if locked[i]:  # roll keeps its last value, yaw makes up for it
            now = now + (last[0] - now[0]) * np.array([1.0, 0.0, np.sign(np.sin(now[1]))])
        other = np.array([now[0] + np.pi, np.pi - now[1], now[2] + np.pi])
        steps = [_shortest(one - last) for one in (now, other)]
        sizes = [np.linalg.norm(step) for step in steps]
        leaps = sizes[1] < min(_STEEP, sizes[0]) and not locked[i]
        found[i] = last + steps[1 if leaps else 0]
    return found


def _shortest(turn: np.ndarray) -> np.ndarray:
    """Angles less whole turns, within 180 degrees."""
    return (turn + np.pi) % (2 * np.pi) - np.pi


def rotate(q: Any, v: np.ndarray) -> np.ndarray:
    """Vectors (..., 3) turned by quaternions (..., 4)."""
    q = np.asarray(q, dtype=float)
    w, axis = q[..., :1], q[..., 1:]
    twice = 2 * np.cross(axis, v)
    turned: np.ndarray = v + w * twice + np.cross(axis, twice)
    return turned
