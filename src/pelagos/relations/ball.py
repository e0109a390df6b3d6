"""Ball: the origins of two frames coincide."""

from __future__ import annotations

from pelagos.relations.frames import FrameRelation


class Ball(FrameRelation):
    """The origins of the two frames coincide."""

    held = ("x", "y", "z")
    rank = 2
    dockable = captures = True
