"""`pl.plan`: from words to a motion that costs least."""

from __future__ import annotations

import importlib.util
import math
import time as clock
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from pelagos.arguments import check_progress
from pelagos.language.scope import Keys, Scope
from pelagos.march.interrupts import put_off
from pelagos.model.robot import Robot
from pelagos.planning.guess import first_guess
from pelagos.planning.reading import IN_PYTHON, read_plan, words_of
from pelagos.planning.request import PlanRequest, Range, clipped, request_of
from pelagos.planning.result import MotionPlan
from pelagos.planning.solvers import (
    INTERRUPTED,
    PlanSearch,
    Solved,
    SolverLimits,
    ipopt,
    slsqp,
)
from pelagos.planning.stability import HOPELESS, Stiffness, stiffness
from pelagos.planning.transcription import Transcription
from pelagos.planning.words import PlanWords
from pelagos.progress import Progress, with_bar

EVERY = 1.0  # s between messages
UNBOUND: Range = (-math.inf, math.inf)
SOLVERS = {"ipopt": ipopt, "scipy": slsqp}


@with_bar
def plan(
    robot: Robot | str | Path,
    scenario: str | None = None,
    cost: str | Mapping[str, Any] | None = None,
    bounds: Mapping[str, Any] | None = None,
    *,
    duration: float | str | Sequence[float] | None = None,
    inputs: Sequence[str] | Mapping[str, Any] | None = None,
    start: Mapping[str, Any] | None = None,
    end: Mapping[str, Any] | None = None,
    periodic: Sequence[str] = (),
    parameters: Mapping[str, Any] | None = None,
    intervals: int = 50,
    steps: int = 2,
    integrator: str = "rk4",
    begin: float = 0.0,
    guess: str | Mapping[str, Sequence[float]] | None = None,
    set: Mapping[str, Any] | None = None,
    solver: str | None = None,
    tolerance: float = 1e-6,
    max_iterations: int = 500,
    progress: Progress | None = None,
) -> MotionPlan:
    """The motion that costs least and meets conditions, by direct multiple shooting.

    cost: a sum of terms, {"effort": 0.1, "track": {"pos[hand.x]": {"to": 1, "weight": 5}}}:
        effort, weights of the squares of inputs (one for all, or by actuator), integrated; energy,
        weight of the work of drives at joints; time, weight of the duration; track and final,
        squares of expressions, integrated and at the end; integral and end, expressions as in
        `gradient`. A text alone is an expression of the end. Inputs are called input.NAME there.
    bounds: ranges of expressions at all nodes, {"q[cart]": [-2, 2]}; null leaves a side open.
    duration: of the motion, or [shortest, longest] if it is free.
    inputs: actuators that are free, with bounds by name if need be; None: all. The bounds are
        those of the actuators unless they are given, of servos those of their joints.
    start, end: values or ranges of expressions there; the start is else that of the scenario.
    periodic: elements of the state that end as they began, and are free at the start unless given.
    parameters: paths of numbers that are free between bounds, {"parameters.amplitude": [0, 1]}.
    intervals: pieces over which inputs are constant; steps: Runge-Kutta steps in each.
    begin: the plan starts from where the scenario brings the robot until then.
    guess: values over the duration, by element of the state or actuator; "run": as the scenario
        goes on; else lines from the start to the end.
    solver: ipopt (needs pelagos[casadi]) or scipy, for small plans; None: what is there.

    First derivatives are exact for the steps taken. A search that fails says why in `reason`, and
    the plan is the best point it came to.

    Examples:
        >>> caught = pl.plan(
        ...     "cart-pole", cost={"effort": 1}, duration=1.2, inputs=["drive"], intervals=12,
        ...     start={"q[pole]": 0.5}, end={"q[pole]": 0, "u[pole]": 0}, solver="scipy")
        >>> caught.success, caught.inputs.shape
        (True, (12, 1))
    """
    given: dict[str, Any] = {"cost": cost, "bounds": bounds, "duration": duration, "guess": guess}
    given |= {"inputs": inputs, "start": start, "end": end, "parameters": parameters}
    given |= {"set": set, "scenario": scenario, "solver": solver}
    given = {name: value for name, value in given.items() if value is not None}
    given |= {"periodic": periodic, "intervals": intervals, "steps": steps, "begin": begin}
    given |= {"integrator": integrator, "tolerance": tolerance, "max_iterations": max_iterations}
    return planned(robot, words_of(given), IN_PYTHON, progress)


def plan_file(
    path: str | Path,
    progress: Progress | None = None,
    *,
    settings: Sequence[str] = (),
    **changes: Any,
) -> MotionPlan:
    """Solve the plan of a file; changes replace words at its top, settings values of the model.

    Examples:
        >>> from pelagos.planning import plan_file
        >>> found = plan_file("examples/plans/swing_up.yaml")  # needs pelagos[casadi]
        >>> found.success, round(found.cost, 1)
        (True, 76.4)
    """
    return planned(*read_plan(path, changes, settings), progress)


def planned(
    robot: Robot | str | Path, words: PlanWords, scope: Scope, progress: Progress | None
) -> MotionPlan:
    """Transcribe and solve; scope: where the words stand."""
    check_progress(progress)
    begun = clock.perf_counter()
    request = request_of(robot, words, scope, progress)
    program = Transcription(request)
    name = words.solver or _available()
    limits = _limits(request, program)
    _check_counts(request, limits)
    stiff = stiffness(program)
    if stiff is not None and stiff.growth > HOPELESS:
        raise request.refused(("steps",), *stiff.told(_step(program)), words.steps)
    z0 = clipped(first_guess(request, program), limits.low, limits.high)
    _check_finite(program, z0)
    with put_off() as ctrl_c:
        search = PlanSearch(
            program, limits, z0, words.tolerance, _teller(progress), lambda: ctrl_c.made
        )
        solved = SOLVERS[name](search, z0, words.max_iterations)
    if not solved.success and solved.reason != INTERRUPTED:
        solved = replace(solved, reason="; ".join([solved.reason, *_causes(program, stiff, z0)]))
    return _result(request, program, search, solved, name, clock.perf_counter() - begun)


def _step(program: Transcription) -> float:
    return program.shots.length / program.shots.steps


def _causes(program: Transcription, stiff: Stiffness | None, z0: np.ndarray) -> list[str]:
    """Likely ones of a search that failed."""
    found = []
    if stiff is not None:
        found.append(": ".join(stiff.told(_step(program))))
    if idle := program.idle_inputs(z0):
        names = ", ".join(idle)
        found.append(f"{names} moves nothing where the search begins: give a guess that is not 0")
    return found


def _available() -> str:
    return "ipopt" if importlib.util.find_spec("casadi") is not None else "scipy"


def _teller(progress: Progress | None) -> Callable[[int, float, float], None]:
    """Tells of iterations, now and then."""
    last = -math.inf

    def tell(iteration: int, cost: float, off: float) -> None:
        nonlocal last
        if progress is not None and clock.perf_counter() - last > EVERY:
            last = clock.perf_counter()
            progress(None, f"iteration {iteration}: cost {cost:.6g}, conditions off by {off:.1e}")

    return tell


def _check_counts(request: PlanRequest, limits: SolverLimits) -> None:
    """Refuse more equations than there are variables to meet them with."""
    equations, free = limits.counts()
    if equations > free:
        message = f"there are {equations} equations, and {free} variables to meet them with"
        remedy = (
            "free an input, a parameter or the start, take more intervals, or drop conditions that "
            "follow from others"
        )
        raise request.refused((), message, remedy)


def _check_finite(program: Transcription, z: np.ndarray) -> None:
    """Refuse a cost that is none, and a motion that cannot be begun."""
    if not np.isfinite(program.constraints(z)).all():
        message = "the motion is not finite where the search begins"
        remedy = "take more steps per interval, or give a guess"
        raise program.request.refused(("steps",), message, remedy, program.shots.steps)
    cost = program.cost(z)
    if not (math.isfinite(cost) and np.isfinite(program.gradient(z)).all()):
        what = "its slopes are not finite" if math.isfinite(cost) else f"it is {cost:g}"
        remedy = "choose one that is smooth there: no root, logarithm or division of zero"
        raise program.request.refused(("cost",), f"{what} where the search begins", remedy)


def _limits(request: PlanRequest, program: Transcription) -> SolverLimits:
    """Bounds of all variables, which the program is told, too."""
    low, high = program.low, program.high
    names = [program.shots.states[i] for i in program.live]
    free = {*request.words.periodic}
    for key, bounds in (("start", request.start), ("end", request.end), ("bounds", request.bounds)):
        for label in bounds:
            if label not in names:
                raise request.refused((key, label), "it follows a signal", "leave it out")
    for i, name in enumerate(names):
        own, everywhere = program.state_places[:, i], request.bounds.get(name, UNBOUND)
        low[own], high[own] = everywhere
        begun = program.start[program.live[i]]
        alone = UNBOUND if name in free else (begun, begun)
        begins, ends = request.start.get(name, alone), request.end.get(name, UNBOUND)
        for k, key, wanted in ((0, "start", begins), (-1, "end", ends)):
            low[own[k]], high[own[k]] = _within(everywhere, wanted, request, (key, name))
    for j, (least, most) in enumerate(request.inputs):
        low[program.input_places[:, j]], high[program.input_places[:, j]] = least, most
    shared = [*request.free.values()]
    if program.is_timed:
        shared.append((request.words.duration[0] / program.longest, 1.0))
    if shared:
        low[program.shared_places], high[program.shared_places] = np.array(shared).T
    return SolverLimits(low, high, *program.constraint_bounds())


def _within(bounds: Range, wanted: Range, request: PlanRequest, path: Keys) -> Range:
    """What is left of the bounds of all nodes where more is wanted of one."""
    low, high = max(bounds[0], wanted[0]), min(bounds[1], wanted[1])
    if low > high:
        message = f"{_told(wanted)} lies outside of its bounds, {_told(bounds)}"
        remedy = "widen `bounds`, which hold at all nodes, or begin and end within them"
        raise request.refused(path, message, remedy)
    return low, high


def _told(bounds: Range) -> str:
    low, high = bounds
    return f"{low:g}" if low == high else f"[{low:g}, {high:g}]"


def _result(
    request: PlanRequest,
    program: Transcription,
    search: PlanSearch,
    solved: Solved,
    solver: str,
    seconds: float,
) -> MotionPlan:
    z = solved.z if solved.success else search.best
    off = search.limits.violation(z, program.constraints(z))
    names = [*program.names(), *_variable_names(program)]
    worst = int(np.argmax(off)) if len(off) else 0
    motion = program.motion(z)
    pairs = zip(request.free, program.free, strict=True)
    free = {path: float(motion.parameters[i]) for path, i in pairs}
    return MotionPlan(
        name=request.words.name or request.robot.name,
        robot=request.robot,
        times=program.times_at(motion.pace),
        state_names=program.shots.states,
        states=motion.states,
        input_names=program.shots.inputs,
        inputs=motion.inputs,
        parameters=free,
        cost=program.cost(z),
        success=solved.success,
        reason=solved.reason,
        violation=float(off.max(initial=0.0)),
        worst=names[worst],
        solver=solver,
        iterations=solved.iterations,
        seconds=seconds,
    )


def _variable_names(program: Transcription) -> list[str]:
    shots, times = program.shots, program.times
    found = [f"{shots.states[i]} at {t:.3g} s" for t in times for i in program.live]
    found += [f"input of {n} at {t:.3g} s" for t in times[:-1] for n in shots.inputs]
    found += list(program.request.free)
    return found + ["duration"] * program.is_timed
