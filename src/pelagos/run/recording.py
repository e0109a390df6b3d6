"""What a session shows and keeps: facts of one moment, and samples on a grid of times."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from pelagos.language.suggest import did_you_mean
from pelagos.march.facts import Block
from pelagos.model.robot import Robot
from pelagos.result.header import Outcome
from pelagos.result.recorder import Recorder
from pelagos.result.run import Run

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


class Facts(Mapping[str, np.ndarray]):
    """Variables of one moment; a label after the name picks an element, as in ["q", "hull.z"].

    Each is worked out when it is first asked for.
    """

    def __init__(self, variables: Mapping[str, Callable[[], np.ndarray]], robot: Robot):
        """variables: samples of one moment, the first of which counts."""
        self._variables, self._robot = variables, robot
        self._known: dict[str, np.ndarray] = {}

    def __iter__(self) -> Iterator[str]:
        return iter(self._variables)

    def __len__(self) -> int:
        return len(self._variables)

    def __getitem__(self, key: Any) -> Any:
        if not isinstance(key, tuple):
            if key not in self._known:
                self._known[key] = self._variables[key]()[0]
            return self._known[key]
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
        values = self[name][labels.index(label)]
        return values["xyz".index(rest[0])] if rest else values
