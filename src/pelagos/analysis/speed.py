"""How fast a robot is on this machine: evaluations by each formulation, a run, and many at once."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import numpy as np

from pelagos.analysis.random_states import random_states
from pelagos.integrators.table import TABLEAUX
from pelagos.loops import library
from pelagos.loops.data import work_for
from pelagos.loops.queries import Rates, States
from pelagos.march.engine import Engine, engine_of, prepare
from pelagos.march.settings import read_robot
from pelagos.model.paths.shadowed import in_scenario
from pelagos.model.robot import Robot
from pelagos.programs.robot import FORMULATIONS
from pelagos.progress import Progress
from pelagos.run.batch import simulate_batch
from pelagos.run.simulate import simulate
from pelagos.tape.machine.lanes import WIDTH

STATES = 256  # evaluated in turn: few enough for the caches
TURN, TURNS = 0.05, 5  # s of processor time at least, and how often; the fastest turn counts
LANE_GROUPS = 16  # of every thread in the batch


@dataclass(frozen=True)
class Evaluation:
    """Seconds of processor time for the accelerations of one state."""

    method: str
    alone: float
    """one state at a time"""
    batch: float
    """per state, when all lanes hold different ones"""


@dataclass(frozen=True)
class MeasuredSpeed:
    """What was measured."""

    robot: str
    scenario: str | None
    speeds: int
    """degrees of freedom of the tree"""
    lanes: int
    threads: int
    evaluations: tuple[Evaluation, ...]
    duration: float
    """simulated seconds of a run"""
    steps: int
    run: float
    """wall time of one run in seconds"""
    runs: int
    batch: float | None
    """wall time of so many equal runs at once; None where the integrator takes no batches"""

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def speed(
    robot: Robot | str | Path,
    scenario: str | None = None,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> MeasuredSpeed:
    """Measure a robot in a scenario, at the tolerance of its file.

    Processor time for evaluations, wall time for runs: a busy machine slows the latter.
    """
    base = read_robot(robot, None)
    resolved = in_scenario(base, scenario)
    evaluations = []
    for method in FORMULATIONS:
        prepare(progress, resolved)
        if progress is not None:
            progress(None, f"timing {method} ...")
        evaluations.append(_evaluation(engine_of(resolved, method), method))
    every = resolved.duration  # the last state alone is kept
    if progress is not None:
        progress(None, "timing runs ...")
    single, alone = _timed(lambda: simulate(base, scenario, every=every))
    threads, together = threads or os.cpu_count() or 1, None
    runs = LANE_GROUPS * WIDTH * threads
    if resolved.integrator.method in TABLEAUX:
        together, _ = _timed(
            lambda: simulate_batch(base, scenario, n=runs, threads=threads, every=every)
        )
    return MeasuredSpeed(
        robot=resolved.name,
        scenario=scenario,
        speeds=len(resolved.speeds),
        lanes=WIDTH,
        threads=threads,
        evaluations=tuple(evaluations),
        duration=alone.outcome.time,
        steps=alone.outcome.steps,
        run=single,
        runs=runs,
        batch=together,
    )


def _timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Wall time of the faster of two turns, and what the last one gave."""
    best = float("inf")
    for _ in range(2):
        begun = perf_counter()
        found = work()
        best = min(best, perf_counter() - begun)
    return best, found


def _evaluation(engine: Engine, method: str) -> Evaluation:
    times, states = random_states(engine, STATES, seed=0)
    alone, together = (_per_call(engine, lanes, times, states) / STATES for lanes in (1, WIDTH))
    return Evaluation(method, alone, together)


def _per_call(engine: Engine, lanes: int, times: np.ndarray, states: np.ndarray) -> float:
    """Processor time of the rates of all these states, in the fastest of some turns."""
    model = engine.model(lanes, by_signals=False)
    scratch = engine.lanes_of(0, lanes), work_for(model, lanes)
    asked, found = States(times=times, x=states), Rates(dx=np.zeros_like(states))
    best, repeats = float("inf"), 1
    library.rates(model, *scratch, asked, found)
    for _ in range(TURNS):
        spent = 0.0
        while spent < TURN:
            begun = process_time()
            for _ in range(repeats):
                library.rates(model, *scratch, asked, found)
            spent = process_time() - begun
            if spent < TURN:
                repeats *= 2
        best = min(best, spent / repeats)
    return best
