"""Intervals of multiple shooting: their ends and exact derivatives, all in one compiled call."""

from pelagos.shooting.intervals import Intervals, ShotEnds

__all__ = ["Intervals", "ShotEnds"]
