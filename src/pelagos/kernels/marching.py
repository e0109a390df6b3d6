"""The data of a march: method, plan, runs, and where the lanes are."""

from __future__ import annotations

import numpy as np

from pelagos.kernels.bundle import Bundle, Flag, Int, Int1, Int2, Real, Real1, Real2, Real3
from pelagos.kernels.lanes import WIDTH
from pelagos.kernels.lattice_data import Lattice, no_lattice

# Outcomes of a run.
RUNNING, FINISHED, NON_FINITE, STEP_TOO_SMALL, STEP_LIMIT, MET, UNCOUPLED = range(7)


class Method(Bundle):
    """A tableau as the march reads it."""

    a: Real2
    b: Real1
    c: Real1
    e: Real1
    e_low: Real1  # empty: none
    dense: Real2  # empty: cubic Hermite
    exponent: Real  # of the step-size rule
    halving: Flag  # steps are halved and doubled instead, by the largest error
    adaptive: Flag
    symplectic: Flag


class Plan(Bundle):
    """What is asked for, the same for every run."""

    samples: Real1  # times at which the state is kept
    end: Real  # of every run
    pauses: Flag  # whether the march returns when all samples are taken
    stops: Real2  # (variant, stop) times where inputs have corners; padded with the end
    rtol: Real
    atol: Real
    step: Real  # fixed step, or the largest for an adaptive method
    max_steps: Int
    armed: Int1  # conditions that end a run when they are met
    ticks: Int1  # samples of sampled states taken before the start; empty for none
    finest: Real  # shortest step that a condition about to be met asks for


class Runs(Bundle):
    """One entry per run."""

    start: Real2  # (run, n) initial state
    variant: Int1  # (run,) int: which variant of the robot
    out: Real3  # (run, sample, n)
    done: Int1  # (run,) int: samples written
    outcome: Int1  # (run,) int
    time: Real1  # (run,) time reached
    steps: Int2  # (run, 3) int: accepted, rejected, evaluations
    met: Int1  # (run,) int: the condition that ended it, or -1
    last: Real2  # (run, n): state at the time reached
    bad: Int1  # (run,) int: first non-finite element of the state (or n + of its rate), or -1


class Marcher(Bundle):
    """Where the lanes are; kept between calls."""

    aligned = True

    run: Int1  # (lane,) int: the run in this lane, -1 if none
    queue: Int1  # (2,) int: next run to start, end of the queue
    fresh: Int1  # (lane,) int: 1 if the first stage must be evaluated
    stop: Int1  # (lane,) int: next entry of plan.stops
    next: Real1  # (lane,) time of the next stop
    ticks: Int2  # (samplers, lane) int: samples taken of sampled states
    t: Real1  # (lane,)
    h: Real1  # (lane,) step wished for next
    step: Real1  # (lane,) step being tried
    error: Real1  # (lane,) estimate for the step that was accepted
    held: Int1  # (lane,) int: 1 in a lane that waits inside of that step
    margins: Real2  # (condition, lane): how far each was from being met
    longest: Real1  # (lane,) step that passes over no condition which is approached
    short: Real1  # (lane,) \ while a condition is located: steps known to end before it is met
    long: Real1  # (lane,)  / and after; 0 if nothing is located
    stage_time: Real1  # (lane,)
    y: Real2  # (n, lane)
    new: Real2  # (n, lane)
    x: Real2  # (n, lane) stage state
    k: Real3  # (stage, n, lane)
    begun: Int1  # (lane,) int: 1 when the flow about wings has begun
    air: Real1  # (lane,) time at which that flow is solved next
    lattice: Lattice


def marcher_for(
    n: int,
    stages: int,
    first: int,
    last: int,
    samplers: int = 0,
    conditions: int = 0,
    lattice: Lattice | None = None,
) -> Marcher:
    """A marcher at rest for the runs first..last."""
    return Marcher(
        run=np.full(WIDTH, -1, dtype=np.int64),
        queue=np.array([first, last], dtype=np.int64),
        fresh=np.zeros(WIDTH, dtype=np.int64),
        stop=np.zeros(WIDTH, dtype=np.int64),
        next=np.zeros(WIDTH),
        ticks=np.zeros((samplers, WIDTH), dtype=np.int64),
        t=np.zeros(WIDTH),
        h=np.zeros(WIDTH),
        step=np.zeros(WIDTH),
        error=np.zeros(WIDTH),
        held=np.zeros(WIDTH, dtype=np.int64),
        margins=np.zeros((conditions, WIDTH)),
        longest=np.full(WIDTH, np.inf),
        short=np.zeros(WIDTH),
        long=np.zeros(WIDTH),
        stage_time=np.zeros(WIDTH),
        y=np.zeros((n, WIDTH)),
        new=np.zeros((n, WIDTH)),
        x=np.zeros((n, WIDTH)),
        k=np.zeros((stages, n, WIDTH)),
        begun=np.zeros(WIDTH, dtype=np.int64),
        air=np.full(WIDTH, np.inf),
        lattice=lattice or no_lattice(),
    )


def room_for(start: np.ndarray, variant: np.ndarray, samples: int) -> Runs:
    """Empty records for as many runs as there are initial states."""
    count, n = start.shape
    return Runs(
        start=np.ascontiguousarray(start, dtype=float),
        variant=np.ascontiguousarray(variant, dtype=np.int64),
        out=np.full((count, samples, n), np.nan),
        done=np.zeros(count, dtype=np.int64),
        outcome=np.zeros(count, dtype=np.int64),
        time=np.zeros(count),
        steps=np.zeros((count, 3), dtype=np.int64),
        met=np.full(count, -1, dtype=np.int64),
        last=np.zeros((count, n)),
        bad=np.full(count, -1, dtype=np.int64),
    )


def rebase(m: Marcher) -> None:
    """Let the air step under way return to the present at most: what came before is settled."""
    air = m.lattice
    air.base_time[0], air.base_h[0], air.base_stop[0], air.passes[0] = m.t[0], m.h[0], m.stop[0], 0
    air.base[:, 0], air.base_ticks[:, 0] = m.y[:, 0], m.ticks[:, 0]
