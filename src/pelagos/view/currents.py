"""The stream around a robot as it is shown: its velocity, over time where it changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from pelagos.language.expressions import evaluate

if TYPE_CHECKING:
    from pelagos.model import Robot
    from pelagos.model.hydrodynamics.currents import WaterCurrent

_TIMES = 121  # at which a stream that changes is kept; straight between them

Row = list[float]
"""Time and velocity along x, y, z of the world [s, m/s]."""


def current(robot: Robot, start: float, end: float) -> list[Row]:
    """The stream (of a shear: at its reference, of a profile: at the surface), tides included and
    turbulence not; no rows without one, one row if it is steady."""
    flow = robot.water.current if robot.water is not None else None
    if flow is None:
        return []
    times = np.linspace(start, end, _TIMES)
    rows = [[t, *_velocity(flow, t, robot.parameters)] for t in times.tolist()]
    if all(row[1:] == rows[0][1:] for row in rows):
        rows = rows[:1]
    return rows if any(any(row[1:]) for row in rows) else []


def _velocity(flow: WaterCurrent, t: float, parameters: Mapping[str, float]) -> Row:
    """The stream at a time."""
    found = np.zeros(3)
    if flow.velocity is not None:
        found = np.array([evaluate(s.node, t, parameters=parameters) for s in flow.velocity])
    elif flow.shear is not None:
        found = np.array(flow.shear.velocity)
    elif flow.profile is not None:
        found = np.array(flow.profile.velocity[0])
    for tide in flow.tide:
        angle = 2.0 * np.pi * t / tide.period + tide.phase
        found = found + np.cos(angle) * np.array(tide.velocity)
        found = found + np.sin(angle) * np.array(tide.across)
    row: Row = found.astype(float).tolist()
    return row


def where(robot: Robot) -> str:
    """Where the stream that is shown holds, if it is not the same everywhere."""
    if robot.water is None or robot.water.current is None:
        return ""
    shear, profile = robot.water.shear, robot.water.current.profile
    if shear is not None:
        return f"{shear.reference:.4g} m over the bed"
    return "" if profile is None else f"at a depth of {profile.depth[0]:.4g} m"


def speed(rows: Sequence[Row], time: float) -> float:
    """How fast the stream is at a time."""
    if not rows:
        return 0.0
    table = np.array(rows)
    return float(np.linalg.norm([np.interp(time, table[:, 0], table[:, k]) for k in (1, 2, 3)]))
