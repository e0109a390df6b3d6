"""The stream around a robot as it is shown: its velocity, over time where it changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from pelagos.language.expressions import evaluate

if TYPE_CHECKING:
    from pelagos.model import Robot

_TIMES = 121  # at which a stream that changes is kept; straight between them

Row = list[float]
"""Time and velocity along x, y, z of the world [s, m/s]."""


def current(robot: Robot, start: float, end: float) -> list[Row]:
    """The stream (of a shear: at its reference); no rows without one, one row if it is steady."""
    flow = robot.water.current if robot.water is not None else None
    if flow is None:
        return []
    if flow.shear is not None:
        rows = [[start, *map(float, flow.shear.velocity)]]
    else:
        assert flow.velocity is not None
        nodes = [signal.node for signal in flow.velocity]
        rows = [
            [float(t), *(float(evaluate(one, t, parameters=robot.parameters)) for one in nodes)]
            for t in np.linspace(start, end, _TIMES)
        ]
    if all(row[1:] == rows[0][1:] for row in rows):
        rows = rows[:1]
    return rows if any(any(row[1:]) for row in rows) else []


def where(robot: Robot) -> str:
    """Where the stream that is shown holds, if it is not the same everywhere."""
    shear = None if robot.water is None else robot.water.shear
    return "" if shear is None else f"{shear.reference:.4g} m over the bed"


def speed(rows: Sequence[Row], time: float) -> float:
    """How fast the stream is at a time."""
    if not rows:
        return 0.0
    table = np.array(rows)
    return float(np.linalg.norm([np.interp(time, table[:, 0], table[:, k]) for k in (1, 2, 3)]))
