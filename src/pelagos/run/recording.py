"""What a session shows and keeps: facts of one moment, and samples on a grid of times."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from pelagos.model.robot import Robot
from pelagos.model.suggest import did_you_mean
from pelagos.result.header import Outcome
from pelagos.result.recorder import Recorder
from pelagos.result.run import Run
from pelagos.run.facts import Block

AT_ONCE = 500  # samples recorded in one call


class Recording:
    """A recorder and its grid of sample times."""

    def __init__(self, recorder: Recorder, start: float, every: float, counts: np.ndarray):
        self._recorder, self._start, self._every = recorder, start, every
        self._counts, self._count = counts.copy(), 0
        self.last: np.ndarray | None = None  # orientation of the last sample
        self.outcome: Outcome | None = None
        self.wall = 0.0

    def due(self, to: float) -> np.ndarray:
        """The next sample times up to `to`."""
        first = self._start + self._count * self._every
        count = math.floor((to - first) / self._every + 1.0 + 1e-9)
        ahead = np.arange(self._count, self._count + min(max(count, 0), AT_ONCE))
        return np.minimum(self._start + self._every * ahead, to)

    def keep(self, block: Block) -> None:
        """Add the next samples."""
        self._recorder.append(block)
        self._count += len(block["time"])
        self.last = block["orientation"][-1]

    def closed(self, time: float, counts: np.ndarray, outcome: Outcome | None) -> Run:
        steps, rejected, evaluations = (int(n) for n in counts - self._counts)
        given = outcome or self.outcome or Outcome("finished", time)
        done = replace(
            given, steps=steps, rejected=rejected, evaluations=evaluations, wall=self.wall
        )
        return self._recorder.close(done)


class Facts(dict[str, np.ndarray]):
    """Variables of one moment; a label after the name picks an element, as in ["q", "hull.z"]."""

    def __init__(self, values: Block, robot: Robot):
        super().__init__(values)
        self._robot = robot

    def __getitem__(self, key: Any) -> Any:
        if not isinstance(key, tuple):
            return super().__getitem__(key)
        robot, (name, label, *rest) = self._robot, key
        labels = {
            "q": robot.coordinates,
            "u": robot.speeds,
            "udot": robot.speeds,
            "state": robot.state_labels,
            "actuation": tuple(robot.actuators),
        }.get(name, robot.order)
        if label not in labels:
            raise KeyError(f"{name} has no {label!r}: {did_you_mean(label, labels)}")
        values = super().__getitem__(name)[labels.index(label)]
        return values["xyz".index(rest[0])] if rest else values
