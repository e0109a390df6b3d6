"""A simulation beside a measurement: a table of numbers, and each channel over time."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from pelagos.compare.pictures import series
from pelagos.notebook import parts

if TYPE_CHECKING:
    from pelagos.compare.comparison import Comparison

_DRAWN = 8  # channels


def html(comparison: Comparison) -> str:
    channels = [channel.readable for channel in comparison.channels]
    drawn = [parts.drawn(partial(series, c), c.label) for c in channels[:_DRAWN]]
    left = len(channels) - _DRAWN
    return parts.sheet(
        comparison.label,
        parts.rows(comparison.rows()),
        parts.side_by_side(*drawn),
        parts.said(
            "grey: measured; blue: simulated; orange: simulated less measured; over the time in s"
        ),
        parts.said(f"{left} more channels are not drawn" if left > 0 else ""),
        parts.bullets(comparison.notes),
    )
