"""Weld: two frames coincide."""

from __future__ import annotations

from pelagos.relations.frames import FrameRelation


class Weld(FrameRelation):
    """The two frames coincide."""

    held = ("x", "y", "z", "turn-x", "turn-y", "turn-z")
    rank = 1
    welds = dockable = captures = True
