"""Attitude: two bodies do not turn relative to each other."""

from __future__ import annotations

from pelagos.relations.frames import FrameRelation


class Attitude(FrameRelation):
    """The frames do not turn relative to each other; their origins are free."""

    held = ("turn-x", "turn-y", "turn-z")
    rank = 7
