"""Many simulations of one robot at once: lanes times threads, one dataset."""

from __future__ import annotations

import math
import os
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from pelagos.compiled.constraints import row_names
from pelagos.errors import PelagosError
from pelagos.integrators.tableaux import TABLEAUX
from pelagos.language.suggest import did_you_mean
from pelagos.march.engine import Progress, check_method, engine_of, prepare
from pelagos.march.settings import Settings, read_robot, settings_for
from pelagos.model.robot import Robot
from pelagos.result.batch import Batch
from pelagos.result.header import Header
from pelagos.result.schema import VARIABLES
from pelagos.run.marched import Marched
from pelagos.run.variations import Initials, Values, Variations, draw, groups, placed
from pelagos.tape.machine.lanes import WIDTH

GROUP = 16 * WIDTH  # most runs that one thread marches at a time
OUTCOME = 1000  # bytes, about, of what is known of a run beside its samples
LESS = (  # for those who asked for too much
    "give fewer runs, a longer every, or name in keep what you need; `pelagos sweep` keeps metrics "
    "of any number of runs"
)
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
    keep: names of the variables to keep, as ["position"]; all, unless given.
    strict: raise an error if one of the robots is refused; else its run has the outcome `refused`.

    The other words are those of `simulate`. A run of the batch equals the single run
    by the same explicit integrator to the bit; `auto` is dopri5 here.

    Examples:
        >>> batch = pl.simulate_batch("pendulum", vary={"bodies.rod.mass": [1, 2, 3]}, duration=1)
        >>> batch.arrays["q"].shape[0]
        3
    """
    if controller is not None:
        raise PelagosError(
            "controller: a function in Python sees one run at a time\n"
            "    write it as controllers: of the model, which run in every lane, or use simulate"
        )
    check_method(method)
    base = read_robot(robot, set)
    if threads is not None and threads < 1:
        raise PelagosError(f"threads: {threads}\n    give at least 1, or leave it out")
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
    wanted = _kept(keep)
    header = Header.of(
        resolved,
        scenario=scenario,
        method=method,
        integrator=settings.to_dict(),
        constraints=row_names(resolved),
    )
    if n is not None:
        _check_room(n, settings, header, wanted)
    samples = draw(vary or {}, n, initial, seed)
    count = len(next(iter(samples.values()))) if samples else _count(n, initial)
    takes = _check_room(count, settings, header, wanted)
    prepare(progress, resolved)
    workers = threads or os.cpu_count() or 1
    size = min(GROUP, WIDTH * -(-count // (WIDTH * workers)))
    robots = Variations(base, scenario, samples) if samples else None
    engine, start = engine_of(resolved, method), placed(resolved, count, initial)
    try:
        marched = Marched(header, settings, count, wanted, progress)
        refuse = None if strict else marched.refuse
        marched.march(
            groups(robots, engine, start, count, size, refuse), min(workers, -(-count // size))
        )
    except MemoryError:  # a process may have less than the machine
        raise PelagosError(f"{takes}, more than is free\n    {LESS}") from None
    return Batch(header, marched.outcomes, marched.arrays, samples, reached=marched.reached)


def _check_room(count: int, settings: Settings, header: Header, keep: Collection[str]) -> str:
    """What the runs take; more than the memory holds is refused, before the system ends the
    process for it."""
    samples = len(settings.samples())
    numbers = samples * sum(math.prod(header.row_shape(name)) for name in keep)
    needed = count * (8 * numbers + OUTCOME)
    takes = f"n: {count:,} runs with {samples:,} samples of what is kept take {needed / 1e9:.3g} GB"
    if hasattr(os, "sysconf"):
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        if needed > memory:
            raise PelagosError(f"{takes}, this machine has {memory / 1e9:.3g}\n    {LESS}")
    return takes


def _kept(keep: Collection[str] | None) -> list[str]:
    """The variables to keep, beside the time."""
    every = [name for name in VARIABLES if name != "time"]
    if keep is None:
        return every
    for name in keep:
        if name not in VARIABLES:
            raise PelagosError(f"keep: there is no {name!r}\n    {did_you_mean(name, every)}")
    return [name for name in every if name in keep]


def _count(n: int | None, initial: Initials | None) -> int:
    if isinstance(initial, Mapping):
        return len(next(iter(initial.values()))) if initial else _count(n, None)
    if initial is not None:
        return len(initial[0])
    if n is None:
        raise PelagosError("n: how many runs?\n    give n, or values to vary, or initial states")
    return n
