"""Straight lines of a scene: those that joints pay out, and those of elements between bodies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pelagos.language.words import WORLD

if TYPE_CHECKING:
    from pelagos.model import Robot


@dataclass(frozen=True)
class Line:
    """A straight line: paid out from its store to a body, or that of an element."""

    store: int  # the body that the line comes from; -1: the world
    at: list[float]  # where it leaves that body
    body: int  # where it ends; -1: the world
    to: list[float]  # at which point of that
    radius: float


def lines_of(robot: Robot, size: float) -> list[Line]:
    """Lines that joints pay out, and those of elements between bodies."""
    found = []
    for i, name in enumerate(robot.order):
        body = robot.bodies[name]
        if body.joint.payout is None:
            continue
        base = body.at.p - body.joint.payout.length * (body.at.R @ np.array(body.joint.axes[0]))
        store = robot.order.index(body.parent) if body.parent in robot.bodies else -1
        found.append(Line(store, [float(x) for x in base], i, [0.0] * 3, 0.006 * size))
    rows = {WORLD: -1, **{name: i for i, name in enumerate(robot.order)}}
    every = (thread for words in robot.elements.values() for thread in words.drawn())
    for thread in (thread for thread in every if not thread.through):  # others: `drawn.tubes`
        (a, b), (p, q) = thread.bodies, thread.points
        found.append(Line(rows[a], list(p), rows[b], list(q), thread.radius))
    return found
