"""Slopes from differences over closer and closer pairs of points (Richardson)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np


class ExtrapolatedSlope(NamedTuple):
    """Of sixth order, and by how much two slopes of fourth order differ."""

    value: np.ndarray
    gap: np.ndarray


def change(up: np.ndarray, down: np.ndarray) -> np.ndarray:
    """Limits may be infinite, as long as they stay."""
    with np.errstate(invalid="ignore"):
        return np.where(up == down, 0.0, up - down)


def slope(
    pairs: Sequence[tuple[np.ndarray, np.ndarray]], steps: Sequence[float]
) -> ExtrapolatedSlope:
    """Of values at three pairs of points about one, each half as far apart as the one before.

    steps: how far they are apart.
    """
    moves = (change(up, down) / step for (up, down), step in zip(pairs, steps, strict=True))
    wide, middle, narrow = moves
    first, second = (4.0 * middle - wide) / 3.0, (4.0 * narrow - middle) / 3.0
    return ExtrapolatedSlope(np.asarray((16.0 * second - first) / 15.0), np.abs(second - first))


def kinks(pairs: Sequence[tuple[np.ndarray, np.ndarray]], middle: np.ndarray) -> np.ndarray:
    """By how much values at the nearest pair say that the slope jumps at the point between.

    There, up + down - 2 middle falls with the distance, and with its square where the slope is
    smooth: pairs of different distances tell these apart, and nothing is left of the second.
    """
    wide, _, narrow = (np.abs(change(up, middle) + change(down, middle)) for up, down in pairs)
    return np.asarray(np.where(8.0 * narrow > wide, narrow, 0.0))
