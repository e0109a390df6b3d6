"""Unit quaternions (w, x, y, z): one function makes them, however an attitude was given."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

Quat = tuple[float, float, float, float]

# Of the square of a length: farther than any quaternion is from one that was made a unit quaternion
# before, here (6 eps at most, by the roundings of its operations) or in a compiled march (8 eps).
ROUNDING = 8 * np.finfo(float).eps


class AttitudeError(ValueError):
    """Numbers that `unit` cannot make a unit quaternion of."""

    remedy = "no rotation is [1, 0, 0, 0] (w, x, y, z)"

    def __init__(self, message: str, found: np.ndarray) -> None:
        super().__init__(message)
        self.found = found


def unit(quaternions: Any) -> np.ndarray:
    """Quaternions (..., 4) of length one; those that are so to rounding stay as they are.

    Operations that IEEE 754 rounds correctly, element by element and in this order, give the same
    bits for one quaternion and for many, on any machine.
    """
    q = np.asarray(quaternions, dtype=float)
    if q.size == 4:
        return np.array(_unit(*q.ravel().tolist())).reshape(q.shape)
    largest = np.max(np.abs(q), axis=-1)
    for good, message in (
        (np.isfinite(largest), "the quaternion is not finite"),
        (largest > 0.0, "the quaternion has length zero"),
    ):
        if not np.all(good):
            raise AttitudeError(message, q[~good][0])
    exponent = np.frexp(largest)[1]
    # by a power of two, exactly, so that no square overflows or vanishes
    scaled = np.ldexp(q, -exponent[..., None])
    w, x, y, z = np.moveaxis(scaled * scaled, -1, 0)
    square = ((w + x) + y) + z
    with np.errstate(over="ignore"):
        is_unit = np.abs(np.ldexp(square, 2 * exponent) - 1.0) <= ROUNDING
    return np.where(is_unit[..., None], q, scaled / np.sqrt(square)[..., None])


def _unit(w: float, x: float, y: float, z: float) -> Quat:
    """The same operations on plain numbers: arrays of one cost ten times as much."""
    if not all(map(math.isfinite, (w, x, y, z))):
        raise AttitudeError("the quaternion is not finite", np.array([w, x, y, z]))
    largest = max(map(abs, (w, x, y, z)))
    if largest == 0.0:
        raise AttitudeError("the quaternion has length zero", np.array([w, x, y, z]))
    exponent = math.frexp(largest)[1]
    a, b, c, d = (math.ldexp(part, -exponent) for part in (w, x, y, z))
    square = ((a * a + b * b) + c * c) + d * d
    if exponent < 4 and abs(math.ldexp(square, 2 * exponent) - 1.0) <= ROUNDING:
        return (w, x, y, z)
    length = math.sqrt(square)
    return (a / length, b / length, c / length, d / length)


def unit_of(numbers: Sequence[float]) -> Quat:
    """The same for one quaternion, as a tuple."""
    w, x, y, z = unit(numbers).tolist()
    return (w, x, y, z)
