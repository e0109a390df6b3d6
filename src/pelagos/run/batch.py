"""Many simulations of one robot at once: lanes times threads, one dataset."""

from __future__ import annotations

import os
import threading
import time as clock
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

import numpy as np

from pelagos.compiled.constraints import row_names
from pelagos.equations.tableaux import TABLEAUX
from pelagos.errors import PelagosError
from pelagos.kernels import library, marching
from pelagos.kernels.lanes import WIDTH
from pelagos.model.robot import Robot
from pelagos.result.batch import Batch
from pelagos.result.header import Header, Outcome
from pelagos.run.engine import Engine, Progress, check_method, engine_of, prepare
from pelagos.run.facts import block_of
from pelagos.run.outcomes import outcome_of
from pelagos.run.settings import Settings, read_robot, settings_for
from pelagos.run.surface import Surface
from pelagos.run.variations import Initials, Values, alike, draw, initial_states, vary_robot

CALL_STEPS = 2_000  # steps of a lane group between looks at the clock
LANES = WIDTH  # runs that go on in step, at the price of one


def simulate_batch(
    robot: Robot | str | Path,
    scenario: str | None = None,
    *,
    n: int | None = None,
    vary: Mapping[str, Values] | None = None,
    initial: Initials | None = None,
    seed: int = 0,
    threads: int | None = None,
    duration: float | None = None,
    method: str = "newton-euler",
    integrator: str | None = None,
    rtol: float | None = None,
    atol: float | None = None,
    step: float | None = None,
    every: float | None = None,
    max_steps: int | None = None,
    set: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
    controller: Any = None,
) -> Batch:
    """Simulate n variations of a robot and return them as one batch with a dimension `run`.

    vary: model path -> n values, or a distribution of scipy.stats, or a function of a numpy
        Generator and n that draws them, as {"parameters.thrust": [8, 9, 10]},
        {"bodies.hull.mass": scipy.stats.norm(11, 1)} or lambda rng, n: rng.normal(11, 1, n).
    initial: (q, u) arrays of shape (n, nq) and (n, nv), in place of the initial state.
    seed: of the generator given to those functions; threads: default one per core.

    The other words are those of `simulate`. A run of the batch equals the single run to the bit.
    """
    if controller is not None:
        raise PelagosError(
            "controller: a function in Python sees one run at a time\n"
            "    write it as controllers: of the model, which run in every lane, or use simulate"
        )
    check_method(method)
    base = read_robot(robot, set)
    samples = draw(vary or {}, n, initial, seed)
    if threads is not None and threads < 1:
        raise PelagosError(f"threads: {threads}\n    give at least 1, or leave it out")
    count = len(next(iter(samples.values()))) if samples else _count(n, initial)
    resolved = base.resolved(scenario)
    settings = settings_for(
        resolved,
        duration=duration,
        integrator=integrator,
        rtol=rtol,
        atol=atol,
        step=step,
        every=every,
        max_steps=max_steps,
    )
    if settings.integrator not in TABLEAUX:
        raise PelagosError(
            f"integrator: {settings.integrator} runs one simulation at a time\n"
            f"    use one of {', '.join(TABLEAUX)} for a batch"
        )
    acting = [name for name, event in resolved.events.items() if event.action != "stop"]
    if acting:
        raise PelagosError(
            f"events: {', '.join(acting)}: docks change in single runs only\n"
            "    use simulate for each run, or keep to events that stop a run"
        )
    prepare(method, progress, resolved)
    variants = vary_robot(base, scenario, samples, count)
    start = initial_states(variants, count, initial)
    batch = _Marched(settings, start, threads or os.cpu_count() or 1, progress)
    if samples:
        for members in alike(variants):
            batch.march(Engine([variants[run] for run in members], method), members)
    else:
        batch.march(engine_of(resolved, method), np.arange(count))
    header = Header.of(
        resolved,
        scenario=scenario,
        method=method,
        integrator=settings.to_dict(),
        constraints=row_names(resolved),
    )
    outcomes = [batch.outcomes[run] for run in range(count)]
    return Batch(header, outcomes, batch.arrays, samples)


def _count(n: int | None, initial: Initials | None) -> int:
    if initial is not None:
        return len(initial[0])
    if n is None:
        raise PelagosError("n: how many runs?\n    give n, or values to vary, or initial states")
    return n


class _Marched:
    """The runs of a batch, marched in groups that share the structure of the robot."""

    def __init__(
        self, settings: Settings, start: np.ndarray, threads: int, progress: Progress | None
    ):
        self._settings, self._start = settings, start
        self._threads, self._progress = threads, progress
        self._stop = threading.Event()
        self._finished = 0
        self.outcomes: dict[int, Outcome] = {}
        self.arrays: dict[str, np.ndarray] = {"time": settings.samples()}

    def march(self, engine: Engine, members: np.ndarray) -> None:
        """March some of the runs; with several variants in the engine, one for each."""
        variant = np.arange(len(members)) if len(engine.robots) > 1 else 0 * members
        pairs = zip(members, variant, strict=True)
        start = np.array([engine.assembled(self._start[run], int(v)) for run, v in pairs])
        runs = marching.room_for(start, variant, len(self.arrays["time"]))
        wall = self._march_all(engine, runs)
        self._finished += len(members)
        for place, run in enumerate(members):
            self.outcomes[run] = outcome_of(engine.robot, runs, place, wall, float("nan"))
            self._keep(engine, runs, place, run)

    def _march_all(self, engine: Engine, runs: marching.Runs) -> float:
        """March all runs, each thread with its own share; the wall time."""
        method = self._settings.method()
        armed = range(len(engine.robot.conditions))
        plan = self._settings.plan(engine.stops(0.0, self._settings.duration), armed)
        shares = _shares(len(runs.done), self._threads)

        def work(first: int, last: int) -> None:
            lanes, scratch = engine.scratch()
            marcher = engine.marcher(len(method.b), first, last)
            arguments = (engine.model, engine.variants, lanes, scratch, method, plan, runs, marcher)
            while not self._stop.is_set() and not library.march(*arguments, CALL_STEPS):
                pass

        started = clock.perf_counter()
        with ThreadPoolExecutor(len(shares)) as pool:
            futures = [pool.submit(work, *share) for share in shares]
            try:
                under_way = True
                while under_way:
                    under_way = bool(wait(futures, timeout=0.02).not_done)
                    self._report(int(np.count_nonzero(runs.outcome)))
            except KeyboardInterrupt:
                self._stop.set()  # runs under way keep their samples and count as interrupted
            for future in futures:
                future.result()
        return clock.perf_counter() - started

    def _report(self, finished: int) -> None:
        if self._progress is not None:
            done, count = self._finished + finished, len(self._start)
            self._progress(done / count, f"{done} of {count} runs")

    def _keep(self, engine: Engine, runs: marching.Runs, place: int, run: int) -> None:
        """All variables of one run, (run, time, ...), NaN where it did not get to."""
        samples, done, variant = self.arrays["time"], int(runs.done[place]), runs.variant[place]
        seen = engine.observe(samples[:done], runs.out[place, :done], int(variant))
        block = block_of(engine.robots[variant], samples[:done], seen)
        block, left = Surface(engine.robots[variant]).cut(block, self.outcomes[run])
        if left is not None:
            self.outcomes[run], done = left, len(block["time"])
        for name, values in block.items():
            if name not in self.arrays:
                shape = (len(self._start), len(samples), *values.shape[1:])
                self.arrays[name] = np.full(shape, np.nan)
            if name != "time":
                self.arrays[name][run, :done] = values


def _shares(count: int, threads: int) -> list[tuple[int, int]]:
    """Contiguous shares of the runs, whole lane groups where possible."""
    groups = -(-count // WIDTH)
    edges = [round(groups * k / threads) * WIDTH for k in range(threads + 1)]
    pairs = zip(edges, edges[1:], strict=False)
    return [(first, min(last, count)) for first, last in pairs if first < min(last, count)]
