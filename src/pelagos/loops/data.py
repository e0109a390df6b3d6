"""The data of a march, grouped by who owns them.

`Model` is constant and shared; `Lanes` holds the numbers that may differ from lane to lane, taken
from `Variants`; `Work` is scratch. `Plan` says what is marched (how, `loops.method`), `Runs` is
what comes of it, `LaneState` is where the lanes are.

A state has what flows first (coordinates, speeds, continuous states), then states that are held
between samples, and the work last. Steps go over what flows and the work: rates have rows for these
alone, and a step begins with all held states in place.

Arrays of states are (row, lane) and contiguous, with memory for a vector behind them: loops go over
them by vectors (`loops.vectors`). Those with one number per lane fill a vector, too.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pelagos.kernels.bundle import (
    CACHE_LINE,
    Bundle,
    Flag,
    Int,
    Int1,
    Int2,
    Real,
    Real1,
    Real2,
    Real3,
)
from pelagos.loops.lattice.data import Lattice, Wings, no_lattice, no_wings
from pelagos.loops.lattice.derived.data import FlowTangent, no_flow_tangent

VECTOR = 8  # doubles; numbers of lanes divide it

# Outcomes of a run.
RUNNING, FINISHED, NON_FINITE, STEP_TOO_SMALL, STEP_LIMIT, MET, UNCOUPLED = range(7)

# Columns of the table of samplers: assignments from first to last; 1 if its laws feel forces.
FIRST, LAST, FORCES = range(3)

# Columns of the plan's log: the sampler, the first of its assignments that is logged and how many
# are; place of the first sample in `Runs.log`, its number, and how many there is room for.
LOG_SAMPLER, LOG_COLUMN, LOG_WIDTH, LOG_AT, LOG_FIRST, LOG_ROOM = range(6)
NO_LOG = np.zeros((0, 6), dtype=np.int64)

# Columns of `components` and `restored`: first row of the program's outputs, constraint rows, the
# first of these among all loose rows, affected rows, the first of these in their list.
AT, ROWS, FIRST_ROW, AFFECTED, FIRST_AFFECTED = range(5)


class Model(Bundle):
    """A robot as programs and sizes. Programs are addresses, 0 for none."""

    rates: Int  # rates of what flows and of the work, then the blocks of `components`
    factor: Int  # of state and step: what all stages of a linearly implicit step need; 0: explicit
    settle: Int  # of that and a right side: the stage
    factors: Int  # numbers that `factor` gives
    margins: Int  # of every condition: negative while it holds
    restore: Int  # residuals, the blocks of `restored`, moves of welded bodies; 0: no constraints
    shift: Int  # of state and displacements: change of the coordinates; then of their tangents
    observe: Int  # of state and forces of loose rows: what a result holds
    places: Int  # poses and velocities of all bodies, and the fluid about wings
    tangent: Int  # of state and forces, a tangent: rates, wants of loose rows, at held forces
    restore_tangent: Int  # of a tangent and forces: wants and moves of `restore` at held forces
    samples: Int1  # by sampler: next values of its states
    scratch: Int  # numbers that programs need for themselves, at most
    results: Int  # numbers that a program gives, at most
    outputs: Int  # numbers that `observe` gives
    size: Int  # of the state: coordinates, speeds, auxiliary states, work
    nq: Int
    nv: Int
    flowing: Int  # first elements of the state, those with rates: q, u, continuous states
    judged: Int  # first of these, under error control; others are tangents: march.variational
    rows: Int  # scalar rows of all constraints
    loose_rows: Int  # rows whose forces come from their Gram matrix
    held_rows: Int  # these and the rows of welds that attach a body
    components: Int2  # (component, 5): loose rows that know nothing of each other, see above
    affected: Int1  # rows of the state whose rates they change
    affected_tangents: Int1  # and of the state's tangent
    restored: Int2  # (component, 5): the same rows in `restore`
    moved: Int1  # speeds that they change
    driven: Int2  # (prescribed joint, 2): coordinate and speed, which are not integrated
    quaternions: Int1  # first coordinates of unit quaternions
    samplers: Int2  # (sampler, 3)
    frequencies: Real1  # (sampler,) in Hz: samples are at starts + k / frequency
    starts: Real1  # (sampler,) in s
    assignments: Int1  # rows of the state that sampled values go to
    air: Int  # address of the flow about wings; 0 without lattices
    wings: Wings


def plain_model(**given: Any) -> Model:
    """A model of an open robot without further features, but for what is given."""
    empty: dict[str, Any] = {"Int1": np.zeros(0, np.int64), "Real1": np.zeros(0)}
    empty["Wings"] = no_wings()
    empty |= {"Int": 0, "Int2": np.zeros((0, 2), np.int64)}
    tables: dict[str, Any] = dict.fromkeys(("components", "restored"), np.zeros((0, 5), np.int64))
    tables |= {"samplers": np.zeros((0, 3), np.int64), "judged": given.get("flowing", 0)}
    return Model(**{name: empty[word] for name, word in Model.fields.items()} | tables | given)


class Lanes(Bundle):
    """Numbers of the robot in each lane; the last axis is the lane."""

    aligned = True

    numbers: Real2  # (k, lane): what programs read beside time and state
    corner_places: Real3  # (corners of wings, 6, lane)
    air_step: Real2  # (1, lane): time between solutions of the flow about wings


class Variants(Bundle):
    """The same numbers of several variants of a robot; the first axis is the variant."""

    numbers: Real2
    corner_places: Real3
    air_step: Real2


def variants_of(
    numbers: np.ndarray,
    corner_places: np.ndarray | None = None,
    air_step: np.ndarray | None = None,
) -> Variants:
    """Numbers (variant, k); with wings (variant, corners, 6) and (variant, 1), too."""
    count = len(numbers)
    return Variants(
        numbers=numbers,
        corner_places=np.zeros((count, 0, 6)) if corner_places is None else corner_places,
        air_step=np.zeros((count, 0)) if air_step is None else air_step,
    )


def lanes_like(variants: Variants, lanes: int, variant: int = 0) -> Lanes:
    """The same variant in every lane."""
    first = {name: getattr(variants, name)[variant] for name in Lanes.fields}
    return Lanes(**{name: np.repeat(a[..., None], lanes, axis=-1) for name, a in first.items()})


class Work(Bundle):
    """Scratch of one thread. What `active` says is kept from call to call, nothing else is."""

    aligned = True

    y: Real2  # (results, lane): outputs of a program
    s: Real2  # (scratch, lane): its own
    time: Real1  # (lane,)      \ state under question, for callers without a march;
    x: Real2  # (n + more, lane)  |  with what some programs want behind it: forces, efforts
    dx: Real1  # (n lanes,)     /
    tangent: Real2  # (results, lane): outputs of programs of tangents
    row_forces: Real2  # (loose rows, lane)
    active: Real2  # (loose rows, lane): 1 for rows that may carry force, 0 for redundant ones
    kept: Real2  # (loose rows, lane): those at the start of the step under way
    rank: Int1  # (lane,): independent loose rows
    weakest: Real1  # (lane,): smallest pivot among them, as a share of the row's own diagonal
    solver: Real1  # scratch of the pseudo-inverse in one lane
    forces: Real1  # (component's rows times VECTOR,): forces by vectors
    change: Real2  # (affected rows, lane): what these forces change
    settled: Real2  # (n + 1, lane): a state, and the step that `factor` is asked for
    factors: Real2  # (factors, lane): what it gave
    right: Real2  # (flowing + 1, lane): right side for `settle`
    moved: Real2  # (n + nv, lane): a state on its way back to the constraints, displacements;
    # with tangents nv more, of these
    correction: Real1  # (nv lanes,): change of speeds or displacements that restores constraints
    scale: Real1  # (lane,): how much of it is taken; 0 where a state is good as it is


def work_for(model: Model, lanes: int) -> Work:
    """Scratch for one thread."""
    tables = (model.components, model.restored)
    most, affected = (
        max((int(t[:, column].max(initial=0)) for t in tables), default=0)
        for column in (ROWS, AFFECTED)
    )
    loose = model.loose_rows
    return Work(
        y=rows_of(model.results, lanes, VECTOR),
        s=rows_of(model.scratch, lanes),
        time=rows_of(1, lanes)[0],
        x=rows_of(model.size + max(2 * loose if model.tangent else loose, model.nv), lanes),
        dx=rows_of(model.flowing + 1, lanes, VECTOR).reshape(-1),
        tangent=rows_of(model.results if model.restore_tangent else 0, lanes, VECTOR),
        row_forces=rows_of(loose, lanes),
        active=np.ones((loose, lanes)),
        kept=np.ones((loose, lanes)),
        rank=np.zeros(lanes, dtype=np.int64),
        weakest=rows_of(1, lanes)[0],
        solver=np.zeros(3 * most * most + 6 * most),
        forces=rows_of(most, VECTOR).reshape(-1),
        change=rows_of(affected, lanes),
        settled=rows_of(model.size + 1, lanes, VECTOR),
        factors=rows_of(model.factors, lanes),
        right=rows_of(model.flowing + 1, lanes, VECTOR),
        moved=rows_of(model.size + (2 if model.restore_tangent else 1) * model.nv, lanes),
        correction=rows_of(model.nv, lanes).reshape(-1),
        scale=rows_of(1, lanes)[0],
    )


def rows_of(rows: int, lanes: int, more: int = 0) -> np.ndarray:
    """Zeros (rows, lanes) on a cache line, with memory behind them that fills a vector."""
    count = -(-rows * lanes // VECTOR) * VECTOR + more
    room = np.zeros(count + CACHE_LINE // 8)
    start = -room.ctypes.data % CACHE_LINE // 8
    return room[start : start + rows * lanes].reshape(rows, lanes)


class Plan(Bundle):
    """What is asked for, the same for every run."""

    samples: Real1  # times at which the state is kept
    ends: Real1  # of each run, or one for all
    pauses: Flag  # whether the march returns when all samples are taken
    stops: Real2  # (variant, stop) times where inputs have breakpoints; padded with the end
    rtol: Real
    atol: Real
    step: Real  # fixed step, or the largest for an adaptive method
    max_steps: Int
    armed: Int1  # conditions that end a run when they are met
    ticks: Int1  # samples of sampled states taken before the start; empty for none
    finest: Real  # shortest step that a condition about to be met asks for
    log: Int2  # (sensor, 6): what of its samples is logged, see LOG_SAMPLER


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
    log: Real2  # (run, numbers): readings of sensors, one by one, as the plan lays them out
    ticks: Int2  # (run, samplers) int: samples of sampled states taken when it ended
    began: Real3  # (run, room, 3): when accepted steps began, in turn; 1 if one ended on a stop;
    # how often it was refused before


def allocate(
    start: np.ndarray,
    variant: np.ndarray,
    samples: int,
    logged: int = 0,
    samplers: int = 0,
    room: int = 0,
) -> Runs:
    """Empty records, a run for each start; logged: numbers of a log; room: for steps of a call."""
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
        log=np.empty((count, logged)),
        ticks=np.zeros((count, samplers), dtype=np.int64),
        began=np.zeros((count, room, 3)),
    )


class LaneState(Bundle):
    """Where the lanes are; kept between calls."""

    aligned = True

    run: Int1  # (lane,) int: the run in this lane, -1 if none
    queue: Int1  # (2,) int: next run to start, end of the queue
    fresh: Int1  # (lane,) int: 1 if the first stage must be evaluated
    stop: Int1  # (lane,) int: next entry of plan.stops
    next: Real1  # (lane,) time of the next stop
    ticks: Real2  # (samplers, lane), whole numbers: samples taken of sampled states
    clock: Real2  # (samplers, lane): times of the next ones
    sampled: Real1  # (lane,) time of the next one of all
    due: Real1  # (lane,) time of the next sample of the run
    t: Real1  # (lane,)
    h: Real1  # (lane,) step wished for next
    step: Real1  # (lane,) step being tried; once taken, how far the time went
    error: Real1  # (lane,) estimate for the step that was tried
    growth: Real1  # (lane,) what that makes of the next step
    refused: Int1  # (lane,) int: how often the step under way was tried and rejected
    weak: Real2  # (2, lane): smallest pivot of the constraints' rows, before and after the step
    ranks: Real2  # (2, lane): and how many rows are independent
    held: Int1  # (lane,) int: 1 in a lane that waits inside of an accepted step
    met: Int1  # (lane,) int: a condition that holds at the end of the step, or -1
    margins: Real2  # (condition, lane): how far each was from being met
    longest: Real1  # (lane,) step that passes over no condition which is approached; 0 if idle
    short: Real1  # (lane,) \ while a condition is located: steps known to end before it is met
    long: Real1  # (lane,)  / and after; 0 if nothing is located
    stage_time: Real1  # (lane,)
    y: Real2  # (n, lane)
    new: Real2  # (n, lane): stages, then the end of the step
    x: Real2  # (n, lane): stages of the interpolation
    k: Real2  # (stage, (flowing + 1) lanes): rates, the work's last; filled up to whole vectors
    scales: Real2  # (flowing, lane): sizes below which relative tolerances do not shrink further
    taken: Real1  # (lane,) 1 in lanes whose step is taken
    sums: Real2  # (2, VECTOR lanes): squares of errors, by rows modulo VECTOR
    dense: Real1  # (stage,): weights of the interpolation
    begun: Int1  # (lane,) int: 1 when the flow about wings has begun
    air: Real1  # (lane,) time at which that flow is solved next
    lattice: Lattice
    flow_tangent: FlowTangent


def lane_state_for(
    n: int,
    lanes: int,
    stages: int,
    first: int,
    last: int,
    samplers: int = 0,
    conditions: int = 0,
    lattice: Lattice | None = None,
    flow_tangent: FlowTangent | None = None,
    flowing: int | None = None,
    scales: np.ndarray | None = None,
) -> LaneState:
    """Lanes at rest for the runs first..last; flowing: all but the work, unless it is given."""
    sizes = rows_of(n if flowing is None else flowing, lanes, VECTOR)
    if scales is not None:
        sizes[:] = scales[:, None]
    rates = (n if flowing is None else flowing + 1) * lanes
    size = -(-rates // VECTOR) * VECTOR
    fields: dict[str, Any] = {
        "run": np.full(lanes, -1),
        "met": np.full(lanes, -1),
        "queue": [first, last],
        **{name: rows_of(samplers, lanes, VECTOR) for name in ("ticks", "clock")},
        "margins": np.zeros((conditions, lanes)),
        **{name: rows_of(n, lanes, VECTOR) for name in ("y", "new", "x")},
        "k": rows_of(stages, size, VECTOR),
        "scales": sizes,
        "sums": rows_of(2, VECTOR * lanes, VECTOR),
        **{name: rows_of(2, lanes) for name in ("weak", "ranks")},
        "dense": np.zeros(stages),
        "lattice": lattice or no_lattice(),
        "flow_tangent": flow_tangent or no_flow_tangent(),
    }
    for name, word in LaneState.fields.items():
        if name not in fields:
            fields[name] = rows_of(1, lanes)[0] if word == "Real1" else np.zeros(lanes)
    for name in ("next", "due", "air"):
        fields[name][:] = np.inf
    return LaneState(**fields)


def rebase(m: LaneState) -> None:
    """Let the air step under way return to the present at most: what came before is settled."""
    air = m.lattice
    air.base_time[0], air.base_h[0], air.base_stop[0], air.passes[0] = m.t[0], m.h[0], m.stop[0], 0
    air.base[:, 0], air.base_ticks[:, 0] = m.y[:, 0], m.ticks[:, 0]
