"""One simulation, from words to a result."""

from __future__ import annotations

import os
import time as clock
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from pelagos.compiled.constraints import row_names
from pelagos.equations.tableaux import TABLEAUX
from pelagos.errors import PelagosError
from pelagos.kernels import library, marching
from pelagos.model.robot import Robot
from pelagos.result.header import Header, Outcome
from pelagos.result.recorder import Recorder
from pelagos.result.run import Run
from pelagos.run.control import Controller, run_controlled
from pelagos.run.engine import Engine, Progress, check_method, engine_of, prepare
from pelagos.run.facts import block_of
from pelagos.run.outcomes import outcome_of
from pelagos.run.session import Session
from pelagos.run.settings import Settings, read_robot, settings_for
from pelagos.run.surface import Surface

FIRST_BUDGET = 64  # steps of the first call into the march
CALL_SECONDS = 0.1  # how long a call should take: the delay of Ctrl-C and of progress


def simulate(
    robot: Robot | str | Path,
    scenario: str | None = None,
    *,
    duration: float | None = None,
    method: str = "newton-euler",
    integrator: str | None = None,
    rtol: float | None = None,
    atol: float | None = None,
    step: float | None = None,
    every: float | None = None,
    max_steps: int | None = None,
    out: str | os.PathLike[str] | None = None,
    set: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
    controller: Controller | None = None,
    rate: float | None = None,
) -> Run:
    """Simulate a robot and return the run.

    robot: a `Robot`, a built-in name or the path of a model file.
    scenario: one of the robot's scenarios; without it the robot's own inputs and initial state.
    integrator: dopri5, rk4, kutta-merson, semi-implicit, radau, lsoda or bdf.
    rtol, atol: tolerances of variable steps; without atol, a tighter rtol tightens it, too.
    step: the step of fixed-step integrators.
    every: output interval; out: a result file, written while the run goes on.
    set: values to change in the model, as {"bodies.hull.mass": 12.1}.
    progress: called as progress(fraction or None, message).
    controller: a function of time and measurement that returns {actuator: input}, called `rate`
        times a second; the inputs are held in between. See `Session.observe` for the measurement.

    A run that fails or is interrupted (Ctrl-C) keeps its samples; see `run.outcome`.
    """
    check_method(method)
    base = read_robot(robot, set)
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
    if controller is not None or rate is not None:
        if controller is None or not rate or not 0.0 < rate < float("inf"):
            raise PelagosError(
                "rate: a controller runs at a rate\n    give controller and rate (Hz)"
            )
        session = Session(
            base,
            scenario,
            method=method,
            integrator=settings.integrator,
            rtol=settings.rtol,
            atol=settings.atol,
            step=settings.step,
            max_steps=settings.max_steps,
            progress=progress,
        )
        return run_controlled(
            session,
            controller,
            rate=rate,
            duration=settings.duration,
            every=settings.every,
            out=out,
            progress=progress,
        )
    prepare(method, progress, resolved)
    engine = engine_of(resolved, method)
    samples = settings.samples()
    header = Header.of(
        resolved,
        scenario=scenario,
        method=method,
        integrator=settings.to_dict(),
        samples=len(samples),
        constraints=row_names(resolved),
        rank=engine.rank,
    )
    pace = _pace(engine, settings)  # refuses what it cannot do before a file is begun
    Surface(engine.robot).check_start(start_facts(engine))
    recorder = Recorder(header, out)
    return recorder.close(_record(engine, pace, samples, recorder, progress))


def start_facts(engine: Engine) -> dict[str, np.ndarray]:
    """What a result says of the start."""
    zero = np.zeros(1)
    return block_of(engine.robot, zero, engine.observe(zero, engine.initial()[None], 0))


def _pace(engine: Engine, settings: Settings) -> Any:
    """What advances the run: the compiled march, or one of scipy's solvers."""
    if settings.integrator in TABLEAUX:
        return _Explicit(engine, settings)
    from pelagos.run.stiff import StiffMarch

    return StiffMarch(engine, settings)


def _record(
    engine: Engine,
    pace: Any,
    samples: np.ndarray,
    recorder: Recorder,
    progress: Progress | None,
) -> Outcome:
    """March and hand the samples over, block by block; the outcome of the run."""
    written, last, surface = 0, None, Surface(engine.robot)
    started = clock.perf_counter()
    try:
        for _ in pace.advance():
            block = samples[written : pace.done]
            seen = engine.observe(block, pace.states(written), 0)
            facts = block_of(engine.robot, block, seen, last)
            facts, left = surface.cut(facts, pace.outcome(clock.perf_counter() - started))
            recorder.append(facts)
            if left is not None:
                return left
            if len(block):
                written, last = pace.done, facts["orientation"][-1]
            if progress is not None:
                progress(min(pace.time / samples[-1], 1.0), f"t = {pace.time:.3f} s")
    except KeyboardInterrupt:
        # what was computed is kept, and the outcome says so
        return pace.outcome(clock.perf_counter() - started)
    return pace.outcome(clock.perf_counter() - started)


class _Explicit:
    """The compiled march of a single run: a batch of one."""

    def __init__(self, engine: Engine, settings: Settings):
        self._engine = engine
        self._method = settings.method()
        self._plan = settings.plan(engine.stops(0.0, settings.duration))
        start, variant = engine.initial()[None], np.zeros(1, dtype=np.int64)
        self._runs = marching.room_for(start, variant, len(self._plan.samples))
        self._marcher = engine.marcher(len(self._method.b), 0, 1)

    @property
    def done(self) -> int:
        """Samples computed so far."""
        return int(self._runs.done[0])

    @property
    def time(self) -> float:
        return float(self._marcher.t[0])

    def states(self, first: int) -> np.ndarray:
        return self._runs.out[0, first : self.done]

    def outcome(self, wall: float) -> Outcome:
        return outcome_of(self._engine.robot, self._runs, 0, wall, self.time)

    def advance(self) -> Iterator[None]:
        """March in calls of about CALL_SECONDS until the end."""
        engine = self._engine
        lanes, work = engine.scratch()
        budget, finished = FIRST_BUDGET, False
        while not finished:
            begun = clock.perf_counter()
            finished = library.march(
                engine.model,
                engine.variants,
                lanes,
                work,
                self._method,
                self._plan,
                self._runs,
                self._marcher,
                budget,
            )
            spent = clock.perf_counter() - begun
            budget = int(budget * min(4.0, max(0.25, CALL_SECONDS / max(spent, 1e-6)))) + 1
            yield
