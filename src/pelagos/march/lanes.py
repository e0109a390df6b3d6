"""Runs of one engine in lanes: who calls the compiled march."""

from __future__ import annotations

from typing import Any

import numpy as np

from pelagos.loops import data, library
from pelagos.march.contract import Samples
from pelagos.march.engine import Engine
from pelagos.march.outcomes import outcome_of
from pelagos.march.samples.readings import LogLayout
from pelagos.march.settings import Settings
from pelagos.result.header import Outcome


class LaneMarch:
    """Runs with their records, numbers and scratch; one lane for one run."""

    def __init__(self, engine: Engine, settings: Settings, runs: data.Runs, lanes: int):
        count = len(runs.outcome)
        self.engine, self.runs = engine, runs
        self.method = settings.method()
        self.state = engine.lane_state(lanes, len(self.method.a), 0, count, settings.agreed)
        self._width = lanes
        self.renew(engine)

    def renew(self, engine: Engine) -> None:
        """Go on with another engine of the same states."""
        self.engine = engine
        self.lanes, self.work = engine.scratch(self._width)
        self._model = engine.model(self._width)

    def sample(self, plan: data.Plan) -> None:
        """Set sampled states that are due in lanes whose run begins or goes on."""
        library.sample(self._model, self.lanes, self.work, plan, self.runs, self.state)

    def call(self, plan: data.Plan, steps: int) -> bool:
        """March so many steps, or until all runs end or the plan pauses; whether all ended."""
        return bool(
            library.march(
                self._model,
                self.engine.variants,
                self.lanes,
                self.work,
                self.method,
                plan,
                self.runs,
                self.state,
                steps,
            )
        )

    def settled(self) -> np.ndarray:
        """Samples of each run that no air step under way will change any more."""
        done, m = self.runs.done.copy(), self.state
        for lane, run in enumerate(m.run.tolist()):
            if run >= 0 and self.runs.outcome[run] == data.RUNNING and m.begun[lane]:
                done[run] = m.lattice.base_done[lane]
        return done

    def samples(self, run: int, times: np.ndarray, count: int, log: LogLayout) -> Samples:
        """The first samples of a run, and the readings that were logged."""
        variant = int(self.runs.variant[run])
        readings = log.read(self.runs.log[run], self._ticks(run))
        states = self.runs.out[run, :count]
        return Samples(self.engine, times[:count], states, variant, readings=readings)

    def _ticks(self, run: int) -> np.ndarray:
        """Samples of sampled states that a run has taken, and will not take again."""
        m, lanes = self.state, np.flatnonzero(self.state.run == run)
        if not len(lanes):
            return self.runs.ticks[run]
        return (m.lattice.base_ticks if m.begun[lanes[0]] else m.ticks)[:, lanes[0]]

    def outcome(self, run: int, wall: float, time: float) -> Outcome:
        """How a run ended; one still under way was interrupted at `time`."""
        return outcome_of(self.engine.robot, self.runs, run, wall, time)


def copied(bundle: Any) -> dict[str, Any]:
    """The arrays of a bundle and of those in it, as they are now."""
    found = {}
    for name in bundle.fields:
        value = getattr(bundle, name)
        found[name] = value.copy() if isinstance(value, np.ndarray) else copied(value)
    return found


def put_back(bundle: Any, arrays: dict[str, Any]) -> None:
    """Arrays as `copied` gave them back into a bundle of the same sizes."""
    for name, values in arrays.items():
        if isinstance(values, np.ndarray):
            getattr(bundle, name)[...] = values
        else:
            put_back(getattr(bundle, name), values)
