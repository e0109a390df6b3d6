"""Slider: only a displacement along an axis is free."""

from __future__ import annotations

from pelagos.relations.frames import AlongAxis


class Slider(AlongAxis):
    """The frames coincide but for a displacement along the axis, given in the frame `at`."""

    held = ("x", "y", "turn-x", "turn-y", "turn-z")
    rank = 4
    dockable = captures = True
