"""The compiled march of a single run: a batch of one, in calls short enough for Ctrl-C."""

from __future__ import annotations

import time as clock
from collections.abc import Iterator

import numpy as np

from pelagos.loops import data, library
from pelagos.march.engine import Engine
from pelagos.march.outcomes import outcome_of
from pelagos.march.settings import Settings
from pelagos.result.header import Outcome

FIRST_BUDGET = 64  # steps of the first call into the march
CALL_SECONDS = 0.1  # how long a call should take: the delay of Ctrl-C and of progress


class Explicit:
    """From a state to the end of a plan."""

    def __init__(
        self,
        engine: Engine,
        settings: Settings,
        plan: data.Plan | None = None,
        start: np.ndarray | None = None,
        known: int = 0,
    ):
        """known: how many of the plan's samples, the first ones, were handed over before."""
        self.engine = engine
        self._method = settings.method()
        self._plan = plan or settings.plan(engine.stops(0.0, settings.duration))
        first = engine.initial() if start is None else start
        variant = np.zeros(1, dtype=np.int64)
        self.runs = data.room_for(first[None], variant, len(self._plan.samples))
        self._marcher = engine.marcher(1, len(self._method.a), 0, 1)
        self._marcher.t[:] = self._plan.samples[0]
        self._taken = known
        self.checkpoint = 0  # a call surely ends after so many steps; 0: none

    @property
    def tried(self) -> int:
        """Steps so far, kept or not."""
        return int(self.runs.steps[0, 0] + self.runs.steps[0, 1])

    @property
    def evaluations(self) -> int:
        return int(self.runs.steps[0, 2])

    @property
    def left(self) -> int:
        """Samples that are still to come."""
        return len(self._plan.samples) - int(self.runs.done[0])

    @property
    def running(self) -> bool:
        return int(self.runs.outcome[0]) == data.RUNNING

    @property
    def state(self) -> np.ndarray:
        return self._marcher.y[:, 0].copy()

    @property
    def step(self) -> float:
        """The step wished for next."""
        return float(self._marcher.h[0])

    @property
    def ticks(self) -> np.ndarray:
        """Samples taken so far of sampled states, by frequency."""
        return self._marcher.ticks[:, 0].copy()

    @property
    def time(self) -> float:
        return float(self._marcher.t[0])

    def taken(self) -> tuple[Engine, np.ndarray, np.ndarray]:
        """Times and states of the samples since the last call, and the engine that made them."""
        new = slice(self._taken, int(settled(self.runs, self._marcher)[0]))
        self._taken = new.stop
        return self.engine, self._plan.samples[new], self.runs.out[0, new]

    def outcome(self, wall: float) -> Outcome:
        return outcome_of(self.engine.robot, self.runs, 0, wall, self.time)

    def advance(self) -> Iterator[None]:
        """March in calls of about CALL_SECONDS until the end."""
        engine = self.engine
        model, (lanes, work) = engine.model(), engine.scratch()
        budget, finished = FIRST_BUDGET, False
        while not finished:
            begun = clock.perf_counter()
            left = self.checkpoint - self.tried
            steps = min(budget, left) if left > 0 else budget
            finished = library.march(
                model,
                engine.variants,
                lanes,
                work,
                self._method,
                self._plan,
                self.runs,
                self._marcher,
                steps,
            )
            spent = clock.perf_counter() - begun
            budget = int(steps * min(4.0, max(0.25, CALL_SECONDS / max(spent, 1e-6)))) + 1
            yield


def settled(runs: data.Runs, marcher: data.Marcher) -> np.ndarray:
    """Samples of each run that no air step under way will change any more."""
    done = runs.done.copy()
    for lane, run in enumerate(marcher.run.tolist()):
        if run >= 0 and runs.outcome[run] == data.RUNNING and marcher.begun[lane]:
            done[run] = marcher.lattice.base_done[lane]
    return done
