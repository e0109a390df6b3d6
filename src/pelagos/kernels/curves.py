"""Data of `kernels.warping`."""

from __future__ import annotations

from pelagos.kernels.bundle import Bundle, Int2, Real2


class Curves(Bundle):
    """Two curves, and how they are warped onto each other."""

    a: Real2  # (sample, column)
    b: Real2  # (sample, column)
    cost: Real2  # (sample of a, sample of b) least cost from the start to this pair
    path: Int2  # (pair, 2) from the end back
