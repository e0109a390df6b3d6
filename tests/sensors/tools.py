"""Readings of sensors at their own times, for tests of kinds of sensors."""

from __future__ import annotations

from typing import Any

import numpy as np
import yaml

import pelagos as pl
from pelagos.march.choose import choose_marcher
from pelagos.march.engine import engine_of
from pelagos.march.samples.readings import joined
from pelagos.run.request import Request


class Readings:
    """What one sensor read: times, values by channel, valid, and variances where they vary."""

    def __init__(self, robot: pl.Robot, name: str, times: np.ndarray, values: np.ndarray):
        channels = [channel.name for channel in robot.sensors[name].law.channels]
        self.times, self.width = times, len(channels)
        self._values = dict(zip(channels, values.T, strict=False))
        self._spread = dict(zip(channels, values[:, len(channels) :].T, strict=False))

    def __getitem__(self, channel: str) -> np.ndarray:
        return self._values[channel]

    def of(self, *channels: str) -> np.ndarray:
        """(n, channels)."""
        return np.stack([self[channel] for channel in channels], axis=1)

    def xyz(self, channel: str) -> np.ndarray:
        """(n, 3): the channels .x, .y and .z of a name."""
        return self.of(*(f"{channel}.{k}" for k in "xyz"))

    def variance(self, channel: str) -> np.ndarray:
        """Of a channel, where the sensor gives variances with each reading."""
        return self._spread[channel]


def robot_of(text: str, sensors: dict[str, Any]) -> pl.Robot:
    """A model with sensors, in words."""
    return pl.Robot(**{**yaml.safe_load(text), "sensors": sensors})


def readings(robot: pl.Robot, duration: float, **words: Any) -> dict[str, Readings]:
    """All readings of a run, by sensor."""
    settings = {"integrator": "dopri5", "rtol": 1e-12, "atol": 1e-12, "step": None, **words}
    request = Request.read(
        robot, None, "newton-euler", None, duration=duration, every=None, max_steps=None, **settings
    )
    marcher = choose_marcher(engine_of(request.robot), request.settings)
    found: Any = {}
    while not marcher.arrived(duration):
        found = joined(found, marcher.advance(duration).readings)
    assert marcher.time >= duration, marcher.outcome
    return {name: Readings(robot, name, *rows) for name, rows in found.items()}
