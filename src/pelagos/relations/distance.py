"""Distance: two points stay a given length apart."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Annotated, ClassVar

import numpy as np

from pelagos.language.placement import Placement
from pelagos.language.signals import Signal, in_unit
from pelagos.mathematics.scalars import sqrt
from pelagos.relations.contract import Array, Frame, Places, Relation, RelationRow, Seen
from pelagos.relations.frames import Between


class Distance(Between):
    """The points `at` and `to` (default: the second body's origin) stay `length` apart.

    The length may change with time; by default it is the initial distance.
    """

    to: Placement = Placement()
    # completed on reading, so it is never None
    length: Annotated[Signal, in_unit("m")] = None  # type: ignore[assignment]

    units: ClassVar[dict[str, str]] = {"length": "m"}
    rank = 8
    dockable = True
    positive: ClassVar[dict[str, str]] = {
        "length": "use a positive length, or a ball constraint for a distance of zero",
    }

    @classmethod
    def rows(cls, seen: Seen) -> list[RelationRow]:
        """Along the line between the points."""
        a, b = seen.sides
        length, length_rate, length_acceleration = seen.signals
        start, end = a.point(), b.point()
        arm = end - start
        distance = sqrt(arm.dot(arm))
        e = (1.0 / distance) * arm
        slip = b.point_velocity() - a.point_velocity()
        push = b.point_acceleration() - a.point_acceleration()
        along = e.dot(slip)
        drift = e.dot(push) + (slip.dot(slip) - along * along) / distance
        return [
            RelationRow(
                distance - length,
                along - length_rate,
                drift - length_acceleration,
                (a.wrench(-e, start), b.wrench(e, end)),
            )
        ]

    def completed(self, start: Places) -> Relation:
        """With the initial distance as length."""
        length: Signal | None = self.length
        if length is not None:
            return self
        length = Signal.model_construct(constant=self._distance(start))
        return self.model_copy(update={"length": length})

    def refused_start(self, start: Places) -> tuple[str, str] | None:
        """A line needs two points."""
        if self._distance(start) != 0:
            return None
        one, other = self.between
        return (
            f"the points on {one!r} and {other!r} coincide at the start: a distance of 0 m has no "
            "direction",
            "start with the points apart, move at or to, or use a ball constraint",
        )

    @classmethod
    def load(cls, seen: Seen, frames: Sequence[Frame], forces: Array) -> tuple[Array, Array]:
        """It pulls along the line between the points."""
        line = frames[1][1] - frames[0][1]
        return forces * line / np.linalg.norm(line, axis=1, keepdims=True), 0.0 * line

    def _distance(self, start: Places) -> float:
        one, other = self.between
        return math.dist(start.point(one, self.at.p), start.point(other, self.to.p))
