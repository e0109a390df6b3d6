"""One simulation, from words to a result."""

from __future__ import annotations

import contextlib
import os
import time as clock
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pelagos.errors import PelagosError
from pelagos.march.choose import choose_marcher
from pelagos.march.contract import Marcher
from pelagos.march.control import Control, Controller
from pelagos.march.engine import engine_of, prepare
from pelagos.march.interrupts import Wish, put_off
from pelagos.march.outcomes import INTERRUPTED
from pelagos.march.samples.readings import reading_blocks
from pelagos.model.robot import Robot
from pelagos.progress import Progress, with_bar
from pelagos.result.header import Outcome
from pelagos.result.recorder import Recorder
from pelagos.result.run import Run
from pelagos.run.recording import check_readings
from pelagos.run.request import Request, check_kind, control_of


@with_bar
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
    sensitivities: Sequence[str] | None = None,
) -> Run:
    """Simulate a robot and return the run.

    robot: a `Robot`, a built-in name or the path of a model file.
    scenario: one of the robot's scenarios; without it the robot's own inputs and initial state.
    integrator: auto (dopri5, dop853 where that needs fewer evaluations, radau from where the robot
        proves stiff), or another by its name; `pelagos run --help` lists them.
    rtol, atol: tolerances of variable steps; without atol, a tighter rtol tightens it, too.
    step: the step of fixed-step integrators; of the others the longest, if it is given.
    every: output interval; out: a result file, written while the run goes on.
    set: values to change in the model, as {"bodies.hull.mass": 12.1}.
    progress: called as progress(fraction or None, message).
    controller: a function of time and measurement that returns {actuator: input}, called `rate`
        times a second; the inputs are held in between. See `Session.observe` for the measurement.
    sensitivities: paths of numbers in the model, as "bodies.hull.mass", and elements of the initial
        state, as "u[hull.w]"; `run.sensitivities` has the derivatives of the variables by them,
        exact for the steps taken. Steps are explicit: auto is dopri5 to the end.

    A run that fails or is interrupted (Ctrl-C) keeps its samples; see `run.outcome`.

    Examples:
        >>> run = pl.simulate("rov-arm", "reach", duration=1, every=0.1)
        >>> run.arrays["position"].shape  # time, body, axis
        (11, 5, 3)
    """
    request = Request.read(
        robot,
        scenario,
        method,
        set,
        duration=duration,
        integrator=integrator,
        rtol=rtol,
        atol=atol,
        step=step,
        every=every,
        max_steps=max_steps,
    )
    control = control_of(controller, rate)
    if sensitivities is None:
        return _simulated(request, control, out, progress)
    return _differentiated(request, control, out, progress, sensitivities)


def _differentiated(
    request: Request,
    control: Control | None,
    out: str | os.PathLike[str] | None,
    progress: Progress | None,
    paths: Sequence[str],
) -> Run:
    """The run with its sensitivities."""
    from pelagos.run.directions import directions_of
    from pelagos.run.sensitivities import sensitivities_of, with_smooth_steps

    if control is not None:
        raise PelagosError(
            "sensitivities: a controller in Python is not differentiated\n"
            "    use a controller of the model (controllers:), or finite differences"
        )
    request = with_smooth_steps(request)
    directions = directions_of(request, paths)  # refuses before a file is begun
    prepare(progress, request.robot, ("lattice", "flow"))
    run = _simulated(request, None, out, progress)

    def tell(fraction: float) -> None:
        if progress is not None:
            progress(fraction, f"sensitivities by {len(directions.paths)} numbers")

    if not len(run):
        return run
    return run.with_sensitivities(sensitivities_of(run, request, directions, tell))


def _simulated(
    request: Request,
    control: Control | None,
    out: str | os.PathLike[str] | None,
    progress: Progress | None,
) -> Run:
    """The run that was asked for."""
    check_kind("out", out, str | os.PathLike | None, "a path that ends with .h5")
    prepare(progress, request.robot)
    engine = engine_of(request.robot, request.method)
    engine.get_ready(progress)
    marcher = choose_marcher(engine, request.settings, control)  # refuses before a file is begun
    marcher.check_start()
    header = request.header(samples=len(request.settings.samples()), rank=engine.rank)
    if out is None and request.robot.sensors:
        check_readings(header, request.settings.duration)
    with put_off() as ctrl_c:
        recorder = Recorder(header, out)
        return recorder.close(
            _record(marcher, request.settings.duration, recorder, progress, ctrl_c)
        )


def _record(
    marcher: Marcher,
    duration: float,
    recorder: Recorder,
    progress: Progress | None,
    ctrl_c: Wish,
) -> Outcome:
    """March and hand the samples over, block by block; the outcome of the run."""
    last, until, started = None, 0.0, clock.perf_counter()
    with contextlib.suppress(KeyboardInterrupt):  # not put off: what was in hand is lost
        while not marcher.arrived(duration) and not ctrl_c.made:
            samples = marcher.advance(duration)
            block = samples.block(last)
            recorder.append(block, reading_blocks(recorder.header, samples.readings))
            if len(samples):
                last, until = block["orientation"][-1], float(samples.times[-1])
            if progress is not None:
                progress(min(marcher.time / duration, 1.0), f"t = {marcher.time:.3f} s")
        outcome = replace(marcher.outcome, wall=clock.perf_counter() - started)
        return replace(outcome, time=until) if outcome.code == "interrupted" else outcome
    wall = clock.perf_counter() - started
    return replace(marcher.outcome, code="interrupted", time=until, message=INTERRUPTED, wall=wall)
