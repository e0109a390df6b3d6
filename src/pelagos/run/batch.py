"""Many simulations of one robot at once: lanes times threads, one dataset."""

from __future__ import annotations

import math
import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from numbers import Integral
from pathlib import Path
from typing import Any

from pelagos.errors import PelagosError
from pelagos.language.suggest import did_you_mean
from pelagos.march.control import Control, Controller
from pelagos.march.engine import engine_of, prepare
from pelagos.march.samples.readings import clocks_of
from pelagos.march.settings import Settings
from pelagos.model.robot import Robot
from pelagos.progress import Progress, with_bar
from pelagos.result.batch import Batch
from pelagos.result.header import Header
from pelagos.result.readings import sensor_meant
from pelagos.result.schema import VARIABLES
from pelagos.run.batch_runs import Alone, BatchRuns
from pelagos.run.recording import readings_size
from pelagos.run.request import Request, check_kind, control_of
from pelagos.run.variations import Initials, Values, Variations, draw, groups, placed
from pelagos.tape.machine.lanes import WIDTH

GROUP = 16 * WIDTH  # most runs that one thread marches at a time
OUTCOME = 1000  # bytes, about, of what is known of a run beside its samples
LESS = (  # for those who asked for too much
    "give fewer runs, a longer every, or name in keep what you need; `pelagos sweep` keeps metrics "
    "of any number of runs"
)
LANES = WIDTH  # runs that go on in step, at the price of one


@with_bar
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
    controller: Controller | Sequence[Controller] | None = None,
    rate: float | None = None,
    keep: Collection[str] | None = None,
    strict: bool = True,
) -> Batch:
    """Simulate n variations of a robot and return them as one batch with a dimension `run`.

    vary: model path -> n values, or a distribution of scipy.stats, or a function of a numpy
        Generator and n that draws them, as {"parameters.thrust": [8, 9, 10]},
        {"bodies.hull.mass": scipy.stats.norm(11, 1)} or lambda rng, n: rng.normal(11, 1, n).
    initial: (q, u) arrays of shape (n, nq) and (n, nv), in place of the initial state; or values
        for elements of it, as {"u[hull.w]": [0, 0.1, 0.2]}.
    seed: of the generator given to those functions; threads: default one per core.
    keep: names of the variables to keep, as ["position"]; all, unless given. Readings of sensors
        are kept where their names are among these, as ["q", "imu"], and else not at all.
    strict: raise an error if one of the robots is refused; else its run has the outcome `refused`.

    controller: as in `simulate`, without a memory; or a list with one for each run.

    The other words are those of `simulate`. A run of the batch equals the single run
    by the same explicit integrator to the bit; `auto` is dopri5 here. Runs with docks that change,
    or with a controller, go one by one and not in lanes: this takes longer.

    Examples:
        >>> batch = pl.simulate_batch("pendulum", vary={"bodies.rod.mass": [1, 2, 3]}, duration=1)
        >>> batch.arrays["q"].shape[0]
        3
    """
    timing = {"rtol": rtol, "atol": atol, "step": step, "every": every, "max_steps": max_steps}
    request = Request.read(
        robot, scenario, method, set, duration=duration, integrator=integrator, **timing
    )
    kept = _kept(keep, request.robot.sensors)
    asked = Asked(n, vary or {}, initial, seed, threads, *kept, strict)
    return _simulated(request, asked, _Steering(controller, rate), progress)


@dataclass(frozen=True)
class Asked:
    """What differs from run to run, and what is wanted of them."""

    n: int | None
    vary: Mapping[str, Values]
    initial: Initials | None
    seed: int
    threads: int | None
    keep: Collection[str]
    sensors: Collection[str]
    strict: bool

    def __post_init__(self) -> None:
        for name in ("n", "seed", "threads"):
            check_kind(name, getattr(self, name), Integral | None, "a whole number")
        check_kind("vary", self.vary, Mapping, "a mapping of paths and values")
        if self.threads is not None and self.threads < 1:
            raise PelagosError(f"threads: {self.threads}\n    give at least 1, or leave it out")


def _simulated(
    request: Request, asked: Asked, steering: _Steering, progress: Progress | None
) -> Batch:
    """The runs that were asked for."""
    request.require_explicit("runs one simulation at a time", " for a batch")
    resolved, settings, header = request.robot, request.settings, request.header()
    sensors = {name: header.sensors[name] for name in asked.sensors}
    header = replace(header, sensors=sensors)
    if asked.n is not None:
        _check_room(asked.n, settings, header, asked.keep)
    samples = draw(asked.vary, asked.n, asked.initial, asked.seed)
    count = len(next(iter(samples.values()))) if samples else _count(asked.n, asked.initial)
    takes = _check_room(count, settings, header, asked.keep)
    controls = steering.of_runs(count)
    alone = controls is not None or any(e.action != "stop" for e in resolved.events.values())
    prepare(progress, resolved)
    workers = asked.threads or os.cpu_count() or 1
    size = min(GROUP, WIDTH * -(-count // (WIDTH * workers)))
    robots = Variations(request.base, request.scenario, samples, alone) if samples else None
    engine = engine_of(resolved, request.method)
    start = placed(resolved, count, asked.initial)
    try:
        ways = Alone(request.method, controls) if alone else None
        clocks = clocks_of(engine.robot.states)
        runs = BatchRuns(header, settings, count, asked.keep, clocks, progress, ways)
        refuse = None if asked.strict else runs.refuse
        runs.march(
            groups(robots, engine, start, count, size, refuse), min(workers, -(-count // size))
        )
    except MemoryError:  # a process may have less than the machine
        raise PelagosError(f"{takes}, more than is free\n    {LESS}") from None
    return Batch(header, runs.outcomes, runs.arrays, samples, reached=runs.reached)


@dataclass(frozen=True)
class _Steering:
    """A controller for all runs, or one for each."""

    controller: Controller | Sequence[Controller] | None
    rate: float | None

    def of_runs(self, count: int) -> list[Control] | None:
        """One for each run."""
        if callable(self.controller) or self.controller is None:
            one = control_of(self.controller, self.rate)
            return None if one is None else [one] * count
        if len(self.controller) != count:
            raise PelagosError(
                f"controller: {len(self.controller)} controllers for {count} runs\n"
                "    give one function, or one for each run"
            )
        return [c for each in self.controller if (c := control_of(each, self.rate)) is not None]


def _check_room(count: int, settings: Settings, header: Header, keep: Collection[str]) -> str:
    """What the runs take; more than the memory holds is refused, before the system ends the
    process for it."""
    samples = len(settings.samples())
    numbers = samples * sum(math.prod(header.row_shape(name)) for name in keep)
    readings = readings_size(header, settings.duration)
    needed = count * (8 * (numbers + readings) + OUTCOME)
    read = f" and {readings:,} numbers of sensors" if readings else ""
    takes = f"n: {count:,} runs with {samples:,} samples of what is kept{read} take "
    takes += f"{needed / 1e9:.3g} GB"
    if hasattr(os, "sysconf"):
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        if needed > memory:
            raise PelagosError(f"{takes}, this machine has {memory / 1e9:.3g}\n    {LESS}")
    return takes


def _kept(keep: Collection[str] | None, sensors: Collection[str]) -> tuple[list[str], list[str]]:
    """The variables to keep, beside the time, and the sensors."""
    every = [name for name in VARIABLES if name != "time"]
    if keep is None:
        return every, []
    read = []
    for name in keep:
        meant = sensor_meant(name, sensors, VARIABLES)
        if meant is not None:
            read.append(meant)
        elif name not in VARIABLES:
            known = did_you_mean(name, [*every, *sensors])
            raise PelagosError(f"keep: there is no {name!r}\n    {known}")
    return [name for name in every if name in keep], list(dict.fromkeys(read))


def _count(n: int | None, initial: Initials | None) -> int:
    if isinstance(initial, Mapping):
        return len(next(iter(initial.values()))) if initial else _count(n, None)
    if initial is not None:
        return len(initial[0])
    if n is None:
        raise PelagosError("n: how many runs?\n    give n, or values to vary, or initial states")
    return n
