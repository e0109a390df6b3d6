"""Hinge: only a turn about an axis is free."""

from __future__ import annotations

from pelagos.relations.frames import AlongAxis


class Hinge(AlongAxis):
    """The origins coincide, and so do the axes, given in both frames; turning about it is free."""

    held = ("x", "y", "z", "turn-x", "turn-y")
    rank = 3
    dockable = captures = True
