"""The runs of a batch under way: threads march groups of them and read off their results."""

from __future__ import annotations

import threading
import time as clock
from collections.abc import Collection, Iterable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import replace

import numpy as np

from pelagos.errors import PelagosError
from pelagos.loops import data, library
from pelagos.march.engine import Engine, Progress
from pelagos.march.explicit import settled
from pelagos.march.facts import block_of
from pelagos.march.outcomes import NOT_BEGUN, outcome_of
from pelagos.march.settings import Settings
from pelagos.march.surface import Surface
from pelagos.result.header import Header, Outcome
from pelagos.run.variations import Group
from pelagos.tape.machine.lanes import WIDTH

CALL_STEPS = 2_000  # steps of a lane group between looks at the clock
AHEAD = 4  # groups that are made before they are marched, per thread beyond the first


class Marched:
    """What is known of all runs: arrays (run, time, ...), outcomes, samples reached.

    Runs end up the same whichever thread marches them, and in whichever group.
    """

    def __init__(
        self,
        header: Header,
        settings: Settings,
        count: int,
        keep: Collection[str],
        progress: Progress | None,
    ) -> None:
        samples = settings.samples()
        self._settings, self._keep, self._progress = settings, keep, progress
        self._stop = threading.Event()
        self._under_way: list[data.Runs] = []
        self.reached = np.zeros(count, dtype=np.int64)
        self.arrays = {"time": samples}
        for name in keep:
            self.arrays[name] = np.empty((count, len(samples), *header.row_shape(name)))
        self._outcomes: dict[int, Outcome] = {}

    @property
    def outcomes(self) -> list[Outcome]:
        """How each run ended; runs that were never started count as interrupted."""
        idle = Outcome(code="interrupted", time=0.0, message=NOT_BEGUN)
        return [self._outcomes.get(run, idle) for run in range(len(self.reached))]

    def refuse(self, run: int, error: PelagosError) -> None:
        """Note a run that cannot begin."""
        self._outcomes[run] = Outcome(code="refused", time=0.0, message=str(error))

    def march(self, groups: Iterable[Group], threads: int) -> None:
        """March groups of runs as they come; meanwhile the next ones are made.

        With one thread one thing is done at a time, and one core is busy.
        """
        waiting: list[Future[None]] = []
        with ThreadPoolExecutor(threads) as pool:
            try:
                for group in groups:
                    waiting.append(pool.submit(self._group, group))
                    waiting = self._left(waiting, AHEAD * (threads - 1))
                self._left(waiting, 0)
            except KeyboardInterrupt:
                pass  # runs under way keep their samples and count as interrupted
            finally:
                self._stop.set()
                wait(waiting)
        for future in waiting:
            future.result()
        for values in (self.arrays[name] for name in self._keep):
            for run, reached in enumerate(self.reached):
                values[run, reached:] = np.nan

    def _left(self, waiting: list[Future[None]], most: int) -> list[Future[None]]:
        """Wait until at most so many groups are left, and report; errors are raised."""
        while True:
            done = wait(waiting, timeout=0.0).done
            for future in done:
                future.result()
            waiting = [future for future in waiting if future not in done]
            self._report()
            if len(waiting) <= most:
                return waiting
            wait(waiting, timeout=0.02, return_when="FIRST_COMPLETED")

    def _report(self) -> None:
        if self._progress is not None:
            under_way = sum(int(np.count_nonzero(runs.outcome)) for runs in self._under_way)
            done, count = len(self._outcomes) + under_way, len(self.reached)
            self._progress(done / count, f"{done} of {count} runs")

    def _group(self, group: Group) -> None:
        """March some runs in this thread, and keep what is asked for."""
        engine = group.engine
        settings = self._settings
        runs = data.room_for(group.start, group.variant, len(self.arrays["time"]))
        self._under_way.append(runs)
        method = settings.method()
        armed = range(len(engine.robot.conditions))
        plan = settings.plan(engine.stops(0.0, settings.duration), armed)
        width = WIDTH if len(group.members) > 1 else 1
        model, (lanes, scratch) = engine.model(width), engine.scratch(width)
        marcher = engine.marcher(width, len(method.a), 0, len(group.members))
        arguments = (model, engine.variants, lanes, scratch, method, plan, runs, marcher)
        started = clock.perf_counter()
        while not self._stop.is_set() and not library.march(*arguments, CALL_STEPS):
            pass
        wall = clock.perf_counter() - started
        found = {}
        runs.done[:] = settled(runs, marcher)
        for place, run in enumerate(group.members.tolist()):
            outcome = outcome_of(engine.robot, runs, place, wall, float("nan"))
            found[run] = self._kept(engine, runs, place, run, outcome)
        self._under_way.remove(runs)
        self._outcomes.update(found)

    def _kept(
        self, engine: Engine, runs: data.Runs, place: int, run: int, outcome: Outcome
    ) -> Outcome:
        """Put the variables of one run in their places; the outcome, once they were looked at."""
        samples, done, variant = self.arrays["time"], int(runs.done[place]), runs.variant[place]
        seen = engine.observe(samples[:done], runs.out[place, :done], int(variant))
        robot = engine.robots[variant]
        surface = Surface(robot)
        watched = ("position", "orientation") if surface.is_watched else ()
        block = block_of(robot, samples[:done], seen, keep={*self._keep, *watched})
        block, left = surface.cut(block, outcome)
        self.reached[run] = reached = len(block["time"])
        for name in self._keep:
            self.arrays[name][run, :reached] = block[name]
        if left is None and outcome.code == "interrupted":
            if not reached:
                return replace(outcome, time=0.0, message=NOT_BEGUN)
            return replace(outcome, time=float(samples[reached - 1]))
        return outcome if left is None else left
