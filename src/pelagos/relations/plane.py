"""Plane: a point stays in a plane of another body."""

from __future__ import annotations

from pelagos.language.words import Axis, Vector
from pelagos.relations.frames import FrameRelation


class Plane(FrameRelation):
    """The point `to` stays in the plane through `at` whose normal is fixed in the first body."""

    normal: Axis

    held = ("z",)
    rank = 5
    dockable = captures = True

    @property
    def direction(self) -> Vector:
        """The normal."""
        return self.normal
