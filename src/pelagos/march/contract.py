"""The contract of whatever advances time.

A `Marcher` is a run under way. Explicit, implicit and automatic marching and the march from event
to event implement it; single runs, batches, sessions, live driving and studies consume it. What
ends a run early, leaving the water included, is found here or below, and nowhere else.
"""

from __future__ import annotations

import copy
import time as clock
from abc import ABC, abstractmethod
from collections.abc import Collection
from dataclasses import replace
from typing import Protocol

import numpy as np

from pelagos.errors import PelagosError
from pelagos.lazy import cached_property
from pelagos.march.engine import Engine
from pelagos.march.samples.facts import Block, block_of
from pelagos.march.samples.readings import Logged, joined
from pelagos.march.samples.surface import Surface
from pelagos.mechanism.robot import Compiled
from pelagos.programs.observed import Observed
from pelagos.result.header import Outcome

CALL_SECONDS = 0.1  # how long an advance should take: the delay of Ctrl-C and of progress


class Grid(Protocol):
    """The times at which samples are wanted."""

    def between(self, after: float, until: float) -> np.ndarray:
        """Those in (after, until], in order."""

    def near(self, time: float, off: float) -> float:
        """A sample time so little off a time, or that time."""

    @property
    def keeps_readings(self) -> bool:
        """Whether readings of sensors are wanted at their own times."""


class FixedGrid:
    """Sample times that are known in advance."""

    def __init__(self, times: np.ndarray, keeps_readings: bool = True):
        self._times, self.keeps_readings = times, keeps_readings

    def between(self, after: float, until: float) -> np.ndarray:
        first, last = np.searchsorted(self._times, (after, until), side="right")
        return self._times[first:last]

    def near(self, time: float, off: float) -> float:
        found = self.between(time - off, time + off)
        return float(found[0]) if len(found) else time


class Samples:
    """Consecutive states of a run and the engine that made them; read when they are asked for."""

    def __init__(
        self,
        engine: Engine,
        times: np.ndarray,
        states: np.ndarray,
        variant: int = 0,
        numbers: np.ndarray | None = None,
        readings: Logged | None = None,
    ):
        """numbers: what programs read, if it is not what the variant has; readings: of sensors,
        at their own times, since the last samples."""
        self.engine, self.times, self.states = engine, times, states
        self._variant, self._numbers = variant, numbers
        self.readings: Logged = readings or {}

    def __len__(self) -> int:
        return len(self.times)

    @property
    def robot(self) -> Compiled:
        return self.engine.robots[self._variant]

    @cached_property
    def seen(self) -> Observed:
        """Everything that can be read off the states."""
        lanes = None
        if self._numbers is not None:
            lanes = self.engine.lanes_of(self._variant)
            lanes.numbers[:, 0] = self._numbers
        return self.engine.observe(self.times, self.states, self._variant, lanes=lanes)

    def block(self, before: np.ndarray | None = None, keep: Collection[str] | None = None) -> Block:
        """The variables of a result; before: orientation of the sample before these."""
        return block_of(self.robot, self.times, self.seen, before, keep)

    def first(self, count: int) -> Samples:
        """So many of them, and the readings before the last of these."""
        found = self.where(np.arange(len(self)) < count)
        last = float(found.times[-1]) if len(found) else -np.inf
        rows = {name: rows.before(last) for name, rows in self.readings.items()}
        return found.with_readings(rows)

    def with_readings(self, readings: Logged) -> Samples:
        """The same samples with other readings."""
        found = copy.copy(self)
        found.readings = readings
        return found

    def where(self, kept: np.ndarray) -> Samples:
        """Those that a mask keeps; what was read off them is not read again."""
        if kept.all():
            return self
        found = Samples(
            self.engine,
            self.times[kept],
            self.states[kept],
            self._variant,
            self._numbers,
            self.readings,
        )
        if "seen" in self.__dict__:
            rows = {name: values[kept] for name, values in vars(self.seen).items()}
            found.__dict__["seen"] = Observed(**rows)
        return found

    def followed_by(self, later: Samples) -> Samples:
        """These and later ones of the same engine with the same numbers."""
        return Samples(
            self.engine,
            np.concatenate([self.times, later.times]),
            np.concatenate([self.states, later.states]),
            self._variant,
            self._numbers,
            joined(self.readings, later.readings),
        )


class Marcher(ABC):
    """A run under way: `time` and `state` it stands at, `outcome`, and `advance`."""

    def __init__(self, engine: Engine):
        self._surface = Surface(engine.robot)
        self._left: Outcome | None = None  # when a body has left the water
        self._wall = 0.0

    def check_start(self) -> None:
        """Refuse a run that would begin outside of the water."""
        _, left = in_water(self.now(), self._surface)
        if left:
            raise PelagosError(f"water: {left}")

    def advance(self, until: float) -> Samples:
        """March towards a time; the samples of the grid since the last call.

        It comes back at `until`, where the run ends, after about CALL_SECONDS, and where inputs or
        docks change: samples of one call are of one engine. Call again until it has `arrived`.
        """
        begun = clock.perf_counter()
        samples, left = in_water(self.march(until), self._surface)
        if left:
            time = float(samples.times[-1])
            self.stand(time, samples.states[-1].copy())
            self._left = replace(self._progress(), code="left-water", time=time, message=left)
        self._wall += clock.perf_counter() - begun
        return samples

    def arrived(self, until: float) -> bool:
        """Whether there is nothing left to do before `until`."""
        return not self.running or self.time >= until

    @property
    def running(self) -> bool:
        """Whether the run goes on."""
        return self._left is None and self._goes_on()

    @property
    def outcome(self) -> Outcome:
        """How the run ended; `interrupted` while it goes on."""
        return replace(self._left or self._progress(), wall=self._wall)

    @property
    @abstractmethod
    def time(self) -> float:
        """The time reached."""

    @property
    @abstractmethod
    def state(self) -> np.ndarray:
        """The state at that time."""

    def now(self) -> Samples:
        """The present state as a sample."""
        return Samples(self.engine, np.array([self.time]), self.state[None])

    @property
    @abstractmethod
    def engine(self) -> Engine:
        """The engine that is in use."""

    @abstractmethod
    def march(self, until: float) -> Samples:
        """As `advance`, without a look at the water."""

    @abstractmethod
    def _goes_on(self) -> bool:
        """Whether nothing but leaving the water has ended the run."""

    @abstractmethod
    def _progress(self) -> Outcome:
        """The outcome so far."""

    @abstractmethod
    def stand(self, time: float, state: np.ndarray) -> None:
        """Go back to a sample of the last call."""


def in_water(samples: Samples, surface: Surface | None = None) -> tuple[Samples, str]:
    """The samples until a body leaves the water, and what to say if one does."""
    surface = surface or Surface(samples.robot)
    if not (surface.is_watched and len(samples)):
        return samples, ""
    out = surface.first_out(samples.block(keep=("position", "orientation")))
    return (samples, "") if out is None else (samples.first(out[0] + 1), out[1])
