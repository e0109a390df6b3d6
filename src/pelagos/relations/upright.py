"""Upright: an axis keeps its direction."""

from __future__ import annotations

from pelagos.relations.frames import AlongAxis


class Upright(AlongAxis):
    """The axis, given in both frames, keeps its direction; turning about it is free."""

    held = ("turn-x", "turn-y")
    rank = 6
