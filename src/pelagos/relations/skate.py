"""Skate: a point moves along a blade, never across it."""

from __future__ import annotations

from typing import ClassVar

from pelagos.language.placement import Placement
from pelagos.language.words import Axis, Vector
from pelagos.relations.contract import Array, Places, RelationRow, Seen
from pelagos.relations.frames import Between, TurningUnit, parallel


class Skate(Between):
    """A point `to` of the second body (default: its origin) does not move across a blade there.

    The blade points along `axis`. Across is the direction at right angles to it and to the
    `normal` of a plane of the first body. Along the blade and the normal the point is free: add a
    `plane` where joints do not keep it on the ice.
    """

    to: Placement = Placement()
    normal: Axis
    axis: Axis

    units: ClassVar[dict[str, str]] = {"across": "m"}
    rate_only: ClassVar[tuple[str, ...]] = ("across",)
    rank = 11
    lost = "the blade is along the normal"

    @classmethod
    def rows(cls, seen: Seen) -> list[RelationRow]:
        """The speed of the point relative to the first body, along normal x blade."""
        a, b = seen.sides
        normal, blade, spin = a.axes().c, b.axes().c, a.spin()
        e, e_rate = TurningUnit.across(normal, spin.cross(normal), blade, b.spin().cross(blade))
        at = b.point()
        arm, arm_rate = at - a.point(), b.point_velocity() - a.point_velocity()
        slip = arm_rate - spin.cross(arm)
        slip_rate = b.point_acceleration() - a.point_acceleration()
        slip_rate = slip_rate - a.spin_rate().cross(arm) - spin.cross(arm_rate)
        drift = e.dot(slip_rate) + e_rate.dot(slip)
        return [RelationRow(0.0, e.dot(slip), drift, (a.wrench(-e, at), b.wrench(e, at)))]

    @property
    def directions(self) -> tuple[Vector, Vector]:
        """The normal and the blade."""
        return self.normal, self.axis

    @classmethod
    def turned_over(cls, R: Array) -> bool:
        """Whether no direction is across."""
        return parallel(R)

    def refused_start(self, start: Places) -> tuple[str, str] | None:
        """The blade is not along the normal."""
        if not self.starts_parallel(start):
            return None
        return (
            "the blade is along the normal at the start: no direction is across",
            "turn the axis of the blade into the plane",
        )
