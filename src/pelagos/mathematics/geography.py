"""North, east and down in the world of a model, and the angles that mariners tell an attitude by.

x of the world is north: its horizontal part, where gravity is not at right angles to it. Down is
along gravity, and east is down x north. A world with z down is therefore north, east, down; one
with z up is north, west, up.

A frame with the axes of the world has heading, pitch and roll 0. Heading is clockwise seen from
above; pitch is positive bow up, roll with the starboard side down. In a world with z down these are
yaw, pitch and roll of the frame; with z up, heading and pitch have the other sign.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pelagos.mathematics.algebra import Mat3
from pelagos.mathematics.scalars import Scalar, atan2, floor, sqrt, where

LEVEL = 1e-6  # sine of the angle between gravity and x below which there is no north


def why_no_north(gravity: Sequence[float]) -> tuple[str, str] | None:
    """Why a gravity leaves north or down open, and a remedy; None where it does not."""
    size = math.hypot(*gravity)
    if size == 0.0:
        return "without gravity nothing says what is down", "give the robot a gravity"
    if math.hypot(gravity[1], gravity[2]) < LEVEL * size:
        message = "gravity is along x of the world, which should be north"
        return message, "let gravity be along z, as [0, 0, -9.81] or [0, 0, 9.81]"
    return None


def north_east_down(gravity: Sequence[float]) -> NDArray[np.float64]:
    """Rows: north, east and down as unit vectors in world axes; ask `why_no_north` before.

    The matrix turns components in world axes into north, east and down.
    """
    down = np.array(gravity, dtype=float) / math.hypot(*gravity)
    x = np.array([1.0, 0.0, 0.0])
    north = x - (x @ down) * down
    north /= np.linalg.norm(north)
    return np.array([north, np.cross(down, north), down])


def roll_pitch_heading(R: Mat3) -> tuple[Scalar, Scalar, Scalar]:
    """Angles of R, which turns components in a frame into north, east and down.

    The frame is that of a vehicle: x ahead, y to starboard, z down. Of frames with the axes of
    the world, R = N R_WB N^T with the matrix N of `north_east_down`. Heading is within pi of 0.
    """
    ahead = R.a
    roll = atan2(R.b.z, R.c.z)
    pitch = atan2(-ahead.z, sqrt(ahead.x * ahead.x + ahead.y * ahead.y))
    return roll, pitch, atan2(ahead.y, ahead.x)


def around(angle: Scalar) -> Scalar:
    """An angle as one from 0 to below 2 pi."""
    turn = 2.0 * math.pi
    rest = angle - turn * floor(angle / turn)
    return where(rest < turn, rest, 0.0 * rest)
