"""Many simulations of one robot at once: lanes times threads, one dataset."""

from __future__ import annotations

import os
import threading
import time as clock
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from pelagos.equations.tableaux import TABLEAUX
from pelagos.errors import PelagosError
from pelagos.kernels import library, marching
from pelagos.kernels.lanes import WIDTH
from pelagos.model.robot import Robot
from pelagos.result.batch import Batch
from pelagos.result.header import Header
from pelagos.run.engine import Engine, Progress, check_method, engine_of, prepare
from pelagos.run.facts import block_of
from pelagos.run.outcomes import outcome_of
from pelagos.run.settings import Settings, read_robot, settings_for
from pelagos.run.variations import Initials, Values, draw, initial_states, vary_robot

CALL_STEPS = 2_000  # steps of a lane group between looks at the clock


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
) -> Batch:
    """Simulate n variations of a robot and return them as one batch with a dimension `run`.

    vary: model path -> n values, or a function of a numpy Generator and n that draws them, as
        {"parameters.thrust": [8, 9, 10], "bodies.hull.mass": lambda rng, n: rng.normal(11, 1, n)}.
    initial: (q, u) arrays of shape (n, nq) and (n, nv), in place of the initial state.
    seed: of the generator given to those functions; threads: default one per core.

    The other words are those of `simulate`. A run of the batch equals the single run to the bit.
    """
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
    prepare(method, progress)
    variants = vary_robot(base, scenario, samples, count)
    engine = Engine(variants, method) if samples else engine_of(resolved, method)
    start = initial_states(engine, variants, count, initial)
    variant = np.arange(count) if samples else np.zeros(count, dtype=np.int64)
    runs = marching.room_for(start, variant, len(settings.samples()))
    wall = _march_all(engine, settings, runs, threads or os.cpu_count() or 1, progress)
    header = Header.of(
        resolved, scenario=scenario, method=method, integrator=settings.to_dict()
    )
    outcomes = [outcome_of(engine.robot, runs, i, wall, float("nan")) for i in range(count)]
    return Batch(header, outcomes, _arrays(engine, settings, runs), samples)


def _count(n: int | None, initial: Initials | None) -> int:
    if initial is not None:
        return len(initial[0])
    if n is None:
        raise PelagosError("n: how many runs?\n    give n, or values to vary, or initial states")
    return n


def _march_all(
    engine: Engine, settings: Settings, runs: marching.Runs, threads: int, progress: Progress | None
) -> float:
    """March all runs, each thread with its own share; the wall time."""
    method = settings.method()
    plan = settings.plan(engine.stops(0.0, settings.duration))
    shares = _shares(len(runs.done), threads)
    stop = threading.Event()

    def work(first: int, last: int) -> None:
        lanes, scratch = engine.scratch()
        marcher = marching.marcher_for(engine.size, len(method.b), first, last)
        arguments = (engine.model, engine.variants, lanes, scratch, method, plan, runs, marcher)
        while not stop.is_set() and not library.march(*arguments, CALL_STEPS):
            pass

    started = clock.perf_counter()
    with ThreadPoolExecutor(len(shares)) as pool:
        futures = [pool.submit(work, *share) for share in shares]
        try:
            while not all(future.done() for future in futures):
                clock.sleep(0.02)
                if progress is not None:
                    done = int(np.count_nonzero(runs.outcome))
                    progress(done / len(runs.done), f"{done} of {len(runs.done)} runs")
        except KeyboardInterrupt:
            stop.set()  # runs under way keep their samples and count as interrupted
        for future in futures:
            future.result()
    return clock.perf_counter() - started


def _shares(count: int, threads: int) -> list[tuple[int, int]]:
    """Contiguous shares of the runs, whole lane groups where possible."""
    groups = -(-count // WIDTH)
    edges = [round(groups * k / threads) * WIDTH for k in range(threads + 1)]
    pairs = zip(edges, edges[1:], strict=False)
    return [(first, min(last, count)) for first, last in pairs if first < min(last, count)]


def _arrays(engine: Engine, settings: Settings, runs: marching.Runs) -> dict[str, np.ndarray]:
    """All variables of a result, (run, time, ...), NaN where a run did not get to."""
    samples = settings.samples()
    count, total = len(runs.done), len(samples)
    arrays: dict[str, np.ndarray] = {}
    for run in range(count):
        done = int(runs.done[run])
        seen = engine.observe(samples[:done], runs.out[run, :done], int(runs.variant[run]))
        block = block_of(engine.robot, samples[:done], seen)
        for name, values in block.items():
            if name not in arrays:
                shape = (count, total, *values.shape[1:])
                arrays[name] = samples if name == "time" else np.full(shape, np.nan)
            if name != "time":
                arrays[name][run, :done] = values
    return arrays


