"""The runs of a batch under way: threads march groups of them and read off their results.

Runs go in lanes, many at the price of one. Where docks change or a controller in Python acts, runs
are no longer alike: each goes its own way, through the marcher of a single run.
"""

from __future__ import annotations

import threading
import time as clock
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import replace

import numpy as np

from pelagos.elements.sampled import Clock
from pelagos.errors import PelagosError
from pelagos.loops import data
from pelagos.march.contract import FixedGrid, Grid, Marcher, Samples, in_water
from pelagos.march.control import Control
from pelagos.march.engine import Engine
from pelagos.march.engines import Engines
from pelagos.march.events import EventMarch
from pelagos.march.lanes import LaneMarch
from pelagos.march.outcomes import NOT_BEGUN
from pelagos.march.samples.facts import Block
from pelagos.march.samples.readings import LogLayout, clocks_of, reading_blocks, times_before
from pelagos.march.settings import Settings
from pelagos.progress import Progress
from pelagos.result.header import Header, Outcome
from pelagos.result.schema import Series
from pelagos.run.variations import Group
from pelagos.tape.machine.lanes import WIDTH

CALL_STEPS = 2_000  # steps of a lane group between looks at the clock
AHEAD = 4  # groups that are made before they are marched, per thread beyond the first


class BatchRuns:
    """What is known of all runs: arrays (run, time, ...), outcomes, samples reached.

    Runs end up the same whichever thread marches them, and in whichever group.
    """

    def __init__(
        self,
        header: Header,
        settings: Settings,
        count: int,
        keep: Collection[str],
        clocks: Mapping[str, Clock],
        progress: Progress | None,
        alone: Alone | None = None,
    ) -> None:
        """clocks: of sensors; those of the header are kept. alone: how runs are marched one by one;
        None if they go in lanes."""
        samples = settings.samples()
        self._header, self._clocks = header, {name: clocks[name] for name in header.sensors}
        self._settings, self._keep, self._progress = settings, keep, progress
        self._alone = alone
        self._stop = threading.Event()
        self._under_way: list[data.Runs] = []
        self._counting = threading.Lock()
        self.reached = np.zeros(count, dtype=np.int64)
        self.arrays = {"time": samples}
        for name in keep:
            self.arrays[name] = np.empty((count, len(samples), *header.row_shape(name)))
        for name, own in self._clocks.items():
            self._make_room(header.series[name], count, times_before(own, settings.duration))
        self._outcomes: dict[int, Outcome] = {}

    def _make_room(self, series: Series, count: int, times: np.ndarray) -> None:
        """Arrays of a sensor: nothing is read yet."""
        self.arrays[series.time] = times
        self.arrays[series.count] = np.zeros(count, dtype=np.int64)
        for name in series.variables.keys() - {series.time}:
            shape = (count, len(times), *self._header.row_shape(name))
            self.arrays[name] = np.full(shape, np.nan)
        for name, (_, numbers) in series.fixed.items():
            self.arrays[name] = np.full((count, len(numbers)), np.nan)

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
            with self._counting:  # no run twice, and none between the two
                under_way = sum(int(np.count_nonzero(runs.outcome)) for runs in self._under_way)
                done, count = len(self._outcomes) + under_way, len(self.reached)
            self._progress(done / count, f"{done} of {count} runs")

    def _group(self, group: Group) -> None:
        """March some runs in this thread, and keep what is asked for."""
        self._check_states(group)
        self._check_clocks(clocks_of(group.engine.robot.states))
        self._note_variances(group)
        if self._alone is None:
            self._in_lanes(group)
            return
        grid = FixedGrid(self.arrays["time"], bool(self._clocks))
        for marcher, run in self._alone.marchers(group, self._settings, grid):
            self._one(marcher, run)

    def _check_states(self, group: Group) -> None:
        """Elements may have states by their numbers, as bristles where there is friction."""
        for robot in group.engine.robots:
            own = tuple(robot.robot.state_labels)
            if own != tuple(self._header.states):
                differ = sorted(set(own) ^ set(self._header.states))
                raise PelagosError(
                    f"vary: {differ[0]} and {len(differ) - 1} more are states of some runs alone, "
                    "so these have no rows in common\n    vary within what all runs have, as "
                    "friction above zero, or make a batch for each"
                )

    def _check_clocks(self, clocks: Mapping[str, Clock]) -> None:
        for name, own in self._clocks.items():
            if clocks[name] != own:
                raise PelagosError(
                    f"keep: rate or delay of {name} differs from run to run, so readings have no "
                    "times in common\n    leave it out, or make a batch for each rate and delay"
                )

    def _note_variances(self, group: Group) -> None:
        """Those of sensors whose noise is the same for all readings of a run."""
        for name in (n for n, sensor in self._header.sensors.items() if sensor.variances):
            robots = [robot.robot.sensors[name].law.variances for robot in group.engine.robots]
            self.arrays[f"{name}.variance"][group.members] = np.array(robots)[group.variant]

    def _one(self, marcher: Marcher, run: int) -> None:
        """A run by itself, to its end."""
        end = self._settings.duration
        last: np.ndarray | None = None
        while not marcher.arrived(end) and not self._stop.is_set():
            samples = marcher.advance(end)
            self._put_readings(run, samples)
            samples = samples.where(np.isin(samples.times, self.arrays["time"]))
            if len(samples):
                block = samples.block(last, {*self._keep, "orientation"})
                self._put(run, samples, block)
                last = block["orientation"][-1]
        outcome = marcher.outcome
        if outcome.code == "interrupted":
            outcome = self._interrupted(run, outcome)
        self._outcomes[run] = outcome

    def _in_lanes(self, group: Group) -> None:
        """Runs that go on in step."""
        engine, settings, count = group.engine, self._settings, len(group.members)
        states = engine.robot.states
        begin, times = np.zeros(len(states.clocks), dtype=np.int64), self.arrays["time"]
        log = LogLayout(states, begin, settings.duration, self._clocks)
        runs = data.allocate(group.start, group.variant, len(times), log.size, len(begin))
        self._under_way.append(runs)
        march = LaneMarch(engine, settings, runs, WIDTH if count > 1 else 1)
        stops = engine.stops(0.0, settings.duration)
        armed = range(len(engine.robot.conditions))
        plan = settings.plan(times, stops, armed, log=log.table)
        started = clock.perf_counter()
        while not self._stop.is_set() and not march.call(plan, CALL_STEPS):
            pass
        wall = clock.perf_counter() - started
        if engine.robot.robot.has_events:  # the end is where events would be
            finished = runs.outcome == data.FINISHED
            runs.out[finished, -1] = runs.last[finished]
        done, found = march.settled(), {}
        for place, run in enumerate(group.members.tolist()):
            samples = march.samples(place, times, int(done[place]), log)
            found[run] = self._kept(samples, run, march.outcome(place, wall, float("nan")))
        with self._counting:
            self._under_way.remove(runs)
            self._outcomes.update(found)

    def _kept(self, samples: Samples, run: int, outcome: Outcome) -> Outcome:
        """Put the variables of one run in their places; the outcome, once they were looked at."""
        samples, left = in_water(samples)
        self._put(run, samples, samples.block(keep=self._keep))
        self._put_readings(run, samples)
        if left:
            time = float(samples.times[-1])
            return replace(outcome, code="left-water", time=time, message=left)
        return self._interrupted(run, outcome) if outcome.code == "interrupted" else outcome

    def _put(self, run: int, samples: Samples, block: Block) -> None:
        """The next samples of a run in their places."""
        first, last = self.reached[run], self.reached[run] + len(samples)
        for name in self._keep:
            self.arrays[name][run, first:last] = block[name]
        self.reached[run] = last

    def _put_readings(self, run: int, samples: Samples) -> None:
        """The next readings of a run in their places, those that are kept."""
        kept = {n: rows for n, rows in samples.readings.items() if n in self._clocks}
        for name, block in reading_blocks(self._header, kept).items():
            series = self._header.series[name]
            counts = self.arrays[series.count]
            first, last = counts[run], counts[run] + len(block[series.time])
            for variable in series.variables.keys() - {series.time}:
                self.arrays[variable][run, first:last] = block[variable]
            counts[run] = last

    def _interrupted(self, run: int, outcome: Outcome) -> Outcome:
        """A run that somebody stopped, at its last sample."""
        reached = self.reached[run]
        if not reached:
            return replace(outcome, time=0.0, message=NOT_BEGUN)
        return replace(outcome, time=float(self.arrays["time"][reached - 1]))


class Alone:
    """Marchers of runs that go their own ways."""

    def __init__(self, method: str, controls: Sequence[Control] | None):
        """controls: one for each run."""
        self._engines, self._controls = Engines(method), controls

    def marchers(
        self, group: Group, settings: Settings, grid: Grid
    ) -> Iterator[tuple[Marcher, int]]:
        """One for each run of a group, when its turn comes."""
        shared = group.engine
        varied = len(shared.robots) > 1
        family = [robot.robot for robot in shared.robots] if varied else []
        engines = self._engines.among(family)
        places = zip(group.members.tolist(), group.start, group.variant.tolist(), strict=True)
        for run, start, variant in places:
            engine = shared
            if varied:
                engine = Engine([shared.robots[variant]], shared.name, (shared.programs,))
            control = None if self._controls is None else self._controls[run]
            ways = {"control": control, "engines": engines, "start": start}
            yield EventMarch(engine, settings, grid, **ways), run
