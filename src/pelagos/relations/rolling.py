"""Rolling: a wheel, a disc or a ball rolls on a plane of another body without slipping."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import model_validator

from pelagos.language import units as dimensions
from pelagos.language.placement import Placement
from pelagos.language.words import Axis, Quantity, Size, Vector, refusal
from pelagos.relations.contract import Array, Places, RelationRow, Seen
from pelagos.relations.frames import Between, TurningUnit, parallel


class Rolling(Between):
    """A wheel on the second body touches a plane of the first, and does not slip where it does.

    The plane goes through `at`; the wheel is on the side to which its `normal` points. The wheel
    has its centre in `to` (default: the second body's origin), its axle along `axis`, and `radius`;
    its rim is a sharp edge, or round with the radius `crown`. A crown of the wheel's own radius
    makes it a ball.
    """

    to: Placement = Placement()
    normal: Axis
    axis: Axis
    radius: Size
    crown: Annotated[float, Quantity(dimensions.LENGTH, least=0.0)] = 0.0

    units: ClassVar[dict[str, str]] = {"normal": "m", "along": "m", "across": "m"}
    rate_only: ClassVar[tuple[str, ...]] = ("along", "across")
    rank = 10
    lost = "the wheel lies flat on the plane"

    @model_validator(mode="after")
    def _crown_within_wheel(self) -> Rolling:
        if self.crown > self.radius:
            raise refusal(
                f"the crown of {self.crown:g} m exceeds the radius of {self.radius:g} m",
                "use a crown from 0, a sharp edge, to the radius, a ball",
                "crown",
            )
        return self

    @classmethod
    def rows(cls, seen: Seen) -> list[RelationRow]:
        """Of the slip where they touch: along the normal, along the wheel, across it.

        The point is the lowest of a torus: from the centre down in the plane of the wheel, then
        straight down by the crown. There the height of the rim changes as that of the body's own
        point does. The point moves along rim and plane, so arms and directions have rates of their
        own (Neimark and Fufaev 1972).
        """
        (a, b), (radius, crown) = seen.sides, seen.numbers
        spin, turn, normal, axle = a.spin(), b.spin(), a.axes().c, b.axes().c
        normal_rate, axle_rate = spin.cross(normal), turn.cross(axle)
        along = TurningUnit.across(axle, axle_rate, normal, normal_rate)
        ring = radius - crown
        arm_b = ring * axle.cross(along.e) - crown * normal
        arm_b_rate = axle_rate.cross(along.e) + axle.cross(along.rate)
        arm_b_rate = ring * arm_b_rate - crown * normal_rate
        at = b.point() + arm_b
        arm_a = at - a.point()
        approach = b.point_velocity() - a.point_velocity()
        slip = approach + turn.cross(arm_b) - spin.cross(arm_a)
        slip_rate = b.point_acceleration() - a.point_acceleration()
        slip_rate = slip_rate + b.spin_rate().cross(arm_b) + turn.cross(arm_b_rate)
        slip_rate = slip_rate - a.spin_rate().cross(arm_a) - spin.cross(approach + arm_b_rate)
        across_rate = normal_rate.cross(along.e) + normal.cross(along.rate)
        return [
            RelationRow(
                residual,
                e.dot(slip),
                e.dot(slip_rate) + rate.dot(slip),
                (a.wrench(-e, at), b.wrench(e, at)),
            )
            for residual, e, rate in (
                (normal.dot(arm_a), normal, normal_rate),
                (0.0, *along),
                (0.0, normal.cross(along.e), across_rate),
            )
        ]

    @property
    def directions(self) -> tuple[Vector, Vector]:
        """The normal and the axle."""
        return self.normal, self.axis

    @property
    def numbers(self) -> tuple[float, ...]:
        """Radius of the wheel, and of its crown."""
        return self.radius, self.crown

    @classmethod
    def turned_over(cls, R: Array) -> bool:
        """Whether the wheel lies flat, so that all of its rim is lowest."""
        return parallel(R)

    def refused_start(self, start: Places) -> tuple[str, str] | None:
        """The wheel is on its side of the plane, and does not lie flat."""
        one, other = self.between
        normal = (start.pose(one)[0] @ self.frames[0][0])[:, 2]
        height = float(normal @ (start.point(other, self.to.p) - start.point(one, self.at.p)))
        if height <= 0.0:
            return (
                f"the centre of the wheel is {-height:.6g} m behind the plane at the start",
                "let the normal point to the side where the wheel is",
            )
        if self.starts_parallel(start):
            return (
                "the axle is along the normal at the start: the wheel lies flat on the plane",
                "tilt the wheel, or choose another axis",
            )
        return None
