"""One simulation, from words to a result."""

from __future__ import annotations

import os
import time as clock
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from pelagos.compiled.constraints import row_names
from pelagos.errors import PelagosError
from pelagos.integrators.tableaux import TABLEAUX
from pelagos.march.auto import Auto
from pelagos.march.engine import Engine, Progress, check_method, engine_of, prepare
from pelagos.march.events import Eventful
from pelagos.march.explicit import Explicit
from pelagos.march.facts import block_of
from pelagos.march.interrupts import Wish, put_off
from pelagos.march.outcomes import INTERRUPTED
from pelagos.march.settings import Settings, read_robot, settings_for
from pelagos.march.surface import Surface
from pelagos.model.robot import Robot
from pelagos.result.header import Header, Outcome
from pelagos.result.recorder import Recorder
from pelagos.result.run import Run
from pelagos.run.control import Control, Controller, run_controlled
from pelagos.run.session import Session


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
    integrator: auto (dopri5, and radau from where the robot proves stiff), dopri5,
        dop853 (order 8: smooth motions, tight tolerances), rk4, kutta-merson,
        kutta-merson-halving, semi-implicit, radau, lsoda or bdf.
    rtol, atol: tolerances of variable steps; without atol, a tighter rtol tightens it, too.
    step: the step of fixed-step integrators; of the others the longest, if it is given.
    every: output interval; out: a result file, written while the run goes on.
    set: values to change in the model, as {"bodies.hull.mass": 12.1}.
    progress: called as progress(fraction or None, message).
    controller: a function of time and measurement that returns {actuator: input}, called `rate`
        times a second; the inputs are held in between. See `Session.observe` for the measurement.

    A run that fails or is interrupted (Ctrl-C) keeps its samples; see `run.outcome`.

    Examples:
        >>> run = pl.simulate("rov-arm", "reach", duration=1, every=0.1)
        >>> run.arrays["position"].shape  # time, body, axis
        (11, 5, 3)
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
    if (controller is None) != (rate is None):
        raise PelagosError("rate: a controller runs at a rate\n    give controller and rate (Hz)")
    control = None if controller is None or rate is None else Control(controller, rate)
    if control is not None and not resolved.has_events:
        session = Session(
            base,
            scenario,
            method=method,
            integrator=settings.integrator,
            rtol=settings.rtol,
            atol=settings.atol,
            step=step,
            max_steps=settings.max_steps,
            progress=progress,
        )
        return run_controlled(
            session,
            control,
            duration=settings.duration,
            every=settings.every,
            out=out,
            progress=progress,
        )
    prepare(progress, resolved)
    engine = engine_of(resolved, method)
    engine.get_ready(progress)
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
    pace = _pace(engine, settings, control)  # refuses what it cannot do before a file is begun
    Surface(engine.robot).check_start(start_facts(engine))
    with put_off() as ctrl_c:
        recorder = Recorder(header, out)
        return recorder.close(_record(engine, pace, settings.duration, recorder, progress, ctrl_c))


def start_facts(engine: Engine) -> dict[str, np.ndarray]:
    """What a result says of the start."""
    zero = np.zeros(1)
    return block_of(engine.robot, zero, engine.observe(zero, engine.initial()[None], 0))


def _pace(engine: Engine, settings: Settings, control: Control | None) -> Any:
    """What advances the run: the compiled march, from event to event, or one of scipy's solvers."""
    if settings.integrator in TABLEAUX:
        if engine.robot.robot.has_events:
            return Eventful(engine, settings, control)
        return (Auto if settings.integrator == "auto" else Explicit)(engine, settings)
    if engine.robot.robot.has_events:
        raise PelagosError(
            f"integrator: {settings.integrator} does not look out for events\n"
            f"    use one of {', '.join(TABLEAUX)} for a robot with events or a stop condition"
        )
    from pelagos.march.implicit import StiffMarch

    return StiffMarch(engine, settings)


def _record(
    first: Engine,
    pace: Any,
    duration: float,
    recorder: Recorder,
    progress: Progress | None,
    ctrl_c: Wish,
) -> Outcome:
    """March and hand the samples over, block by block; the outcome of the run."""
    last, surface, until = None, Surface(first.robot), 0.0
    started = clock.perf_counter()
    try:
        for _ in pace.advance():
            engine, times, states = pace.taken()
            facts = block_of(engine.robot, times, engine.observe(times, states, 0), last)
            facts, left = surface.cut(facts, pace.outcome(clock.perf_counter() - started))
            recorder.append(facts)
            if left is not None:
                return left
            if len(times):
                last, until = facts["orientation"][-1], float(times[-1])
            if progress is not None:
                progress(min(pace.time / duration, 1.0), f"t = {pace.time:.3f} s")
            if ctrl_c.made:
                break
    except KeyboardInterrupt:  # not put off: what was in hand is lost
        outcome = pace.outcome(clock.perf_counter() - started)
        return replace(outcome, code="interrupted", time=until, message=INTERRUPTED)
    outcome = pace.outcome(clock.perf_counter() - started)
    return replace(outcome, time=until) if outcome.code == "interrupted" else outcome
