"""How far the joints of a robot are apart in two positions, in words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pelagos.joints.contract import ANGLE, QUATERNION
from pelagos.model.robot import Robot

LITTLE_TURN, LITTLE_SHIFT = math.radians(0.1), 1e-4  # rad, m: below, a joint has hardly moved


class Move(NamedTuple):
    """One coordinate, or the attitude of one body."""

    name: str
    amount: float  # rad or m; of attitudes, the angle between
    turns: bool

    @property
    def is_little(self) -> bool:
        return abs(self.amount) <= (LITTLE_TURN if self.turns else LITTLE_SHIFT)

    def __str__(self) -> str:
        amount, unit = (math.degrees(self.amount), "deg") if self.turns else (self.amount, "m")
        return f"{self.name} by {amount:.3g} {unit}"


def moves(robot: Robot, before: np.ndarray, after: np.ndarray) -> list[Move]:
    """What differs between two sets of coordinates, largest first; angles before lengths."""
    found, start = [], 0
    for name in robot.order:
        joint = robot.bodies[name].joint
        labels = robot.coordinates[start : start + joint.nq]
        one, other = (q[start : start + joint.nq] for q in (before, after))
        start += joint.nq
        kind = joint.mechanics
        for label, part, a, b in zip(labels, kind.coordinates, one, other, strict=True):
            if part.unit != QUATERNION:
                found.append(Move(label, float(b - a), part.unit == ANGLE))
        if kind.turning is not None:
            attitude = slice(kind.turning.q, kind.turning.q + 4)
            a, b = one[attitude], other[attitude]
            apart = min(np.linalg.norm(b - a), np.linalg.norm(b + a))  # 2 sin(angle / 4)
            angle = 4.0 * math.asin(min(1.0, 0.5 * float(apart)))
            found.append(Move(f"attitude of {name}", angle, True))
    return sorted(found, key=lambda move: (not move.turns, -abs(move.amount)))


def in_words(found: Sequence[Move], most: int = 4) -> str:
    """The larger moves: `crank by 41 deg, slider by 0.02 m`; empty if all are little."""
    large = [move for move in found if not move.is_little]
    more = f" and {len(large) - most} more" if len(large) > most else ""
    return ", ".join(str(move) for move in large[:most]) + more
