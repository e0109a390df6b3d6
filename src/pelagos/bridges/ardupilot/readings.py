"""Sensors of the model that read for an autopilot: their last readings, as it wants them.

A reading stays until the next one arrives, and through those that are lost. Before the first there
is none: a rangefinder and a battery are then not mentioned, and an inertial unit, which ArduPilot
cannot do without, reads zero.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pelagos.bridges.ardupilot.axes import EarthAxes
from pelagos.bridges.ardupilot.packets import Three
from pelagos.model.control.autopilots import Autopilot
from pelagos.model.robot import Robot
from pelagos.model.tree import turn_on


class LastReading:
    """Some channels of a sensor among the auxiliary states."""

    def __init__(self, robot: Robot, name: str, channels: tuple[str, ...]) -> None:
        labels = robot.state_labels
        self._places = [labels.index(f"{name}.{channel}") for channel in (*channels, "valid")]

    def __call__(self, states: Any) -> list[float] | None:
        """Values by channel; None before the first reading."""
        *values, valid = states[self._places].tolist()
        # states begin at zero, and what is lost leaves values in place
        return values if valid or any(values) else None


class InertialReading:
    """Gyroscopes and accelerometers in forward, right, down, wherever they point themselves."""

    def __init__(self, robot: Robot, autopilot: Autopilot, name: str, axes: EarthAxes) -> None:
        channels = tuple(f"{part}.{k}" for part in ("gyro", "accel") for k in "xyz")
        self._last = LastReading(robot, name, channels)
        law: Any = robot.sensors[name].law
        turn = turn_on(robot.bodies, law.body, autopilot.body)
        assert turn is not None  # checked on reading
        columns = (turn @ law.at.R).T.tolist()
        self._turn = np.array([axes.body(*column) for column in columns]).T.tolist()

    def __call__(self, states: Any) -> tuple[Three, Three]:
        """Angular velocity and specific force."""
        a, b, c, x, y, z = self._last(states) or (0.0,) * 6
        (i, j, k), (l, m, n), (o, p, q) = self._turn
        return (
            (i * a + j * b + k * c, l * a + m * b + n * c, o * a + p * b + q * c),
            (i * x + j * y + k * z, l * x + m * y + n * z, o * x + p * y + q * z),
        )
