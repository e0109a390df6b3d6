"""Two rods that swing, with two inertial units: one without errors, one with all of them."""

from __future__ import annotations

from typing import Any

import pelagos as pl

MODEL = """
name: swing
bodies:
  rod: {joint: {revolute: y}, mass: 1, com: [0, 0, -0.5], inertia: [0.1, 0.1, 0.01]}
  tip: {parent: rod, at: [0, 0, -1], joint: {revolute: x}, mass: 1, inertia: [0.1, 0.1, 0.1]}
initial: {rod: {angle: 0.4}, tip: {rate: 2}}
actuators: {motor: {motor: {joint: tip, input: 0}}}
duration: 1.0
integrator: {method: dopri5, every: 0.02}
sensors:
  imu: {imu: {body: tip, at: [0.1, 0.2, 0.3], rate: 100}}
  noisy:
    imu:
      {body: tip, rate: 50, delay: 0.033, dropout: 0.2,
       gyro: {noise: 0.01, instability: 0.01, bias: 0.1, random_walk: 0.01}}
"""


def swing(more: str = "", **values: Any) -> pl.Robot:
    """The robot, with further lines and other values."""
    robot = pl.loads(MODEL + more, "swing.yaml")
    return robot.with_values(values) if values else robot
