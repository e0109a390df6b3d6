"""Conditions of events as expressions of numbers that are known of every body.

A condition may look at positions and velocities of bodies, which signals cannot. Their numbers
stand behind the state: see FACTS.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pelagos.language.expressions import BodyReading, Const, Node, Op, add, mul, op, sub
from pelagos.language.parser import MEASURES
from pelagos.mathematics.geography import north_east_down
from pelagos.model.events import Condition
from pelagos.model.robot import Robot

# Numbers of a body: its axes in the world (9, one after the other), its origin (3), the velocity of
# the origin (3) and the angular velocity (3), both in world axes.
ORIGIN, VELOCITY, SPIN, FACTS = 9, 12, 15, 18

STOP = "stop condition"  # the one that is no event; no name has a space


@dataclass(frozen=True)
class BodyNumber:
    """One of the FACTS of a body."""

    row: int  # 0 for the world
    index: int


Point = tuple[Node, Node, Node]
_PLACE, _SPEEDS, _TURNS = MEASURES[:3], MEASURES[6:9], MEASURES[9:]


def conditions_of(robot: Robot) -> dict[str, Condition]:
    """Everything a run has to look out for, by name of the event."""
    found = {name: e.when for name, e in robot.events.items() if e.when is not None}
    return found if robot.stop is None else {**found, STOP: robot.stop.when}


class Reader:
    """Writes what is read off bodies as arithmetic on their numbers."""

    def __init__(self, robot: Robot, rows: Mapping[str, int], align: Mapping[str, np.ndarray]):
        self._robot, self._rows, self._align = robot, rows, align

    def lowered(self, node: Node) -> Node:
        """The expression with body numbers in the place of readings, efforts of actuators apart."""
        if isinstance(node, Op):
            return op(node.name, *(self.lowered(arg) for arg in node.args))
        if not isinstance(node, BodyReading) or node.kind == "effort":
            return node
        if node.kind in MEASURES:
            return self._measure(node.kind, *node.of)
        if node.kind == "rot":
            body, axes = node.of
            return self._own_axis(body, "xyz".index(axes[1]))["xyz".index(axes[0])]
        if node.kind in ("pos", "vel"):
            body, axis = node.of
            start = ORIGIN if node.kind == "pos" else VELOCITY
            return self._number(body, start + "xyz".index(axis))
        get = self._place if node.kind == "distance" else self._velocity
        one, other = (get(*end) for end in self._ends(node.of))
        squares = [mul(d, d) for d in map(sub, one, other)]
        return op("sqrt", add(add(squares[0], squares[1]), squares[2]))

    def _measure(self, kind: str, body: str) -> Node:
        """A measure of a body; angles are those of `mathematics.geography`."""
        if kind in _SPEEDS or kind in _TURNS:
            start, names = (VELOCITY, _SPEEDS) if kind in _SPEEDS else (SPIN, _TURNS)
            vector = tuple(self._number(body, start + i) for i in range(3))
            return _dot(self._own_axis(body, names.index(kind)), vector)
        chart = north_east_down(self._robot.gravity)
        if kind in _PLACE:
            origin = tuple(self._number(body, ORIGIN + i) for i in range(3))
            along = _dot(_constants(chart[_PLACE.index(kind)]), origin)
            water = self._robot.water
            return add(along, Const(water.level if kind == "depth" and water is not None else 0.0))

        def part(row: int, column: int) -> Node:
            """Of the matrix from ahead, starboard, down of the body to north, east, down."""
            axis = self._turned(body, self._align[body].T @ chart[column])
            return _dot(_constants(chart[row]), axis)

        if kind == "roll":
            return op("atan2", part(2, 1), part(2, 2))
        if kind == "heading":
            return op("atan2", part(1, 0), part(0, 0))
        level = add(mul(part(0, 0), part(0, 0)), mul(part(1, 0), part(1, 0)))
        return op("atan2", op("neg", part(2, 0)), op("sqrt", level))

    def _own_axis(self, body: str, axis: int) -> Point:
        """An axis of the words of a body, in world axes."""
        return self._turned(body, self._align[body].T @ np.eye(3)[axis])

    def _ends(self, names: tuple[str, ...]) -> list[tuple[str, np.ndarray]]:
        """Two bodies with their points: origins, or those that a constraint joins."""
        if len(names) == 2:
            return [(name, np.zeros(3)) for name in names]
        constraint = self._robot.constraints[names[0]]
        return [
            (body, self._align[body].T @ frame[1])
            for body, frame in zip(constraint.bodies, constraint.frames, strict=True)
        ]

    def _place(self, body: str, r: np.ndarray) -> Point:
        arm = self._turned(body, r)
        return tuple(add(self._number(body, ORIGIN + i), arm[i]) for i in range(3))  # type: ignore[return-value]

    def _velocity(self, body: str, r: np.ndarray) -> Point:
        x, y, z = self._turned(body, r)
        p, q, s = (self._number(body, SPIN + i) for i in range(3))
        turning = (sub(mul(q, z), mul(s, y)), sub(mul(s, x), mul(p, z)), sub(mul(p, y), mul(q, x)))
        return tuple(add(self._number(body, VELOCITY + i), turning[i]) for i in range(3))  # type: ignore[return-value]

    def _turned(self, body: str, r: np.ndarray) -> Point:
        """A vector of the body in world axes."""
        parts = []
        for i in range(3):
            total: Node = Const(0.0)
            for j in range(3):
                total = add(total, mul(Const(float(r[j])), self._number(body, 3 * j + i)))
            parts.append(total)
        return tuple(parts)  # type: ignore[return-value]

    def _number(self, body: str, index: int) -> Node:
        if self._rows[body] == 0:
            return Const(1.0 if index in (0, 4, 8) else 0.0)
        return BodyNumber(self._rows[body], index)  # type: ignore[return-value]


def _constants(vector: np.ndarray) -> Point:
    return tuple(Const(float(x)) for x in vector)  # type: ignore[return-value]


def _dot(a: Sequence[Node], b: Sequence[Node]) -> Node:
    products = [mul(x, y) for x, y in zip(a, b, strict=True)]
    return add(add(products[0], products[1]), products[2])
