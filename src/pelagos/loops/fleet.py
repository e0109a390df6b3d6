"""Many runs that go on together, each by its own clock: lanes for good, no queue.

A pack has as many runs as there are lanes, and a run keeps its lane: what the march left in it is
there when the run goes on. Each run lands on a time of its own (`Plan.ends`); then programs read
off what is asked of all of them, and it is put in rows, one per run.
"""

from __future__ import annotations

from pelagos.kernels.bundle import Bundle, Int, Int1, Real2
from pelagos.kernels.loops import bundle_at, loop, program
from pelagos.loops.data import (
    FINISHED,
    RUNNING,
    Lanes,
    LaneState,
    Model,
    Plan,
    Runs,
    Variants,
    Work,
)
from pelagos.loops.march import march
from pelagos.loops.method import Method
from pelagos.loops.sampling import sample

__all__ = ["LaneState", "Lanes", "Method", "Model", "PackList", "Plan", "Runs", "Variants", "Work"]

STEPS = 1_000_000  # of a march before it looks around
NOT, ALL, ASKED = range(3)  # of which packs are looked at


class Pack(Bundle):
    """Runs that share lanes."""

    lanes: Lanes
    plan: Plan
    runs: Runs
    state: LaneState
    first: Int  # row of its first run in what is read off


class PackList(Bundle):
    """All packs of runs of one engine."""

    model: Model
    variants: Variants
    method: Method
    packs: Int1  # addresses
    watch: Int  # program that reads off what is asked; 0: nothing is
    seen: Real2  # (run, number): what it gave
    moving: Int1  # (run,): 1 for runs that are at home here
    asked: Int1  # (pack,): 1 for those that are looked at, if not all are
    given: Real2  # (run, k): numbers that runs have from when they go on
    given_to: Int1  # (k,): rows of `Lanes.numbers` they go to
    kept: Int1  # columns of `seen` that runs keep in mind when they go on
    kept_in: Int1  # rows of `Lanes.numbers` they go to


@loop("PackList Work Int Int Int")
def advance(fleet, work, looks, first, last):
    """March the runs of some packs to their times; then take the samples due there, and look."""
    for p in range(first, last):
        pack = bundle_at(fleet.packs[p], Pack)
        plan, runs, m = pack.plan, pack.runs, pack.state
        if _put_in_lanes(fleet, pack):
            while not march(
                fleet.model, fleet.variants, pack.lanes, work, fleet.method, plan, runs, m, STEPS
            ):
                continue
        if looks == ALL or (looks == ASKED and fleet.asked[p]):
            _sample(fleet, pack, work)
            _watch(fleet, pack, work)


def _put_in_lanes(fleet, pack):
    """Let the runs go on that have a way to go; whether there are any."""
    m, runs, found = pack.state, pack.runs, False
    for lane in range(m.run.shape[0]):
        if fleet.moving[pack.first + lane] and runs.outcome[lane] == FINISHED:
            if m.t[lane] < pack.plan.ends[lane]:
                m.run[lane], m.fresh[lane], runs.outcome[lane] = lane, 1, RUNNING
                _give(fleet, pack, lane)
                found = True
    return found


def _give(fleet, pack, lane):
    """What a run keeps in mind of the last look, and what it is given."""
    numbers, row = pack.lanes.numbers, pack.first + lane
    for i in range(fleet.kept.shape[0]):
        numbers[fleet.kept_in[i], lane] = fleet.seen[row, fleet.kept[i]]
    for i in range(fleet.given_to.shape[0]):
        numbers[fleet.given_to[i], lane] = fleet.given[row, i]


def _sample(fleet, pack, work):
    """Sampled states that are due in runs which stand."""
    m, runs = pack.state, pack.runs
    if fleet.model.samplers.shape[0]:
        for lane in range(m.run.shape[0]):
            if fleet.moving[pack.first + lane] and runs.outcome[lane] == FINISHED:
                m.run[lane], m.fresh[lane] = lane, 1
        sample(fleet.model, pack.lanes, work, pack.plan, runs, m)
        for lane in range(m.run.shape[0]):
            m.run[lane], m.fresh[lane] = -1, 0


def _watch(fleet, pack, work):
    """What is asked of the runs at their present states, in their rows."""
    if fleet.watch == 0:
        return
    m, seen, y = pack.state, fleet.seen, work.y
    program(fleet.watch, m.t, m.y, pack.lanes.numbers, y, work.s)
    for lane in range(m.run.shape[0]):
        row = pack.first + lane
        if fleet.moving[row]:
            for i in range(seen.shape[1]):
                seen[row, i] = y[i, lane]
