"""Sampled states in lanes: who is due, what is set, what is logged, what holds in between."""

from __future__ import annotations

import numpy as np

from pelagos.kernels.loops import loop, program
from pelagos.loops.data import (
    FIRST,
    FORCES,
    LAST,
    LOG_AT,
    LOG_COLUMN,
    LOG_FIRST,
    LOG_ROOM,
    LOG_SAMPLER,
    LOG_WIDTH,
    VECTOR,
    Lanes,
    LaneState,
    Model,
    Plan,
    Runs,
    Work,
)
from pelagos.loops.projection import choose_rows
from pelagos.loops.rates import evaluate
from pelagos.loops.vectors import are_below, load, smaller, spread, store

__all__ = ["LaneState", "Lanes", "Model", "Plan", "Runs", "Work"]  # named in signatures


@loop("Model Lanes Work Plan Runs LaneState")
def sample(model, lanes, work, plan, runs, m):
    """Set the sampled states that are due in fresh lanes, of runs that stand."""
    set_clocks(model, m)
    sample_fresh(model, lanes, work, plan, runs, m)


def set_clocks(model, m):
    """The times of the next samples, where somebody has set how many were taken."""
    for g in range(model.samplers.shape[0]):
        for lane in range(m.run.shape[0]):
            _set_clock(model, m, g, lane)


def sample_fresh(model, lanes, work, plan, runs, m):
    """Set the sampled states that are due in fresh lanes; m.taken says which lanes these are."""
    for lane in range(m.run.shape[0]):
        m.taken[lane] = 1.0 if m.fresh[lane] and m.run[lane] >= 0 else 0.0
    if model.restore:  # fresh states are projected already, but their rows are not chosen
        copy_rows(work.active, work.kept)
        choose_rows(model, lanes, work, m.t, m.y)
        for lane in range(m.run.shape[0]):
            if m.taken[lane] != 0.0:
                m.refused[lane] = 0
                m.weak[0, lane], m.ranks[0, lane] = work.weakest[lane], 1.0 * work.rank[lane]
        keep_rows(work, m)
    if model.samplers.shape[0]:
        _take_samples(model, lanes, work, plan, runs, m)


def _take_samples(model, lanes, work, plan, runs, m):
    """Next values of sampled states in fresh lanes that stand at a sample time."""
    width, count, t, clock, taken = m.run.shape[0], model.samplers.shape[0], m.t, m.clock, m.taken
    for g in range(count):
        if width == VECTOR and are_below(load(t, 0), load(clock, g * VECTOR), VECTOR):
            continue
        due = 0
        for lane in range(width):
            due += 1 if clock[g, lane] <= t[lane] and taken[lane] != 0.0 else 0
        if due == 0:
            continue
        if model.samplers[g, FORCES] and model.loose_rows:
            _find_forces(model, lanes, work, m)
            program(model.samples[g], m.t, work.x, lanes.numbers, work.y, work.s)
        else:
            program(model.samples[g], m.t, m.y, lanes.numbers, work.y, work.s)
        if plan.log.shape[0]:
            for lane in range(width):
                if _is_due(m, g, lane):
                    _log(work, plan, runs, m, g, lane)
        if due == VECTOR:
            _set_all(model, work, m, g)
        else:
            for lane in range(width):
                if _is_due(m, g, lane):
                    _set_one(model, work, m, g, lane)


def _set_all(model, work, m, g):
    """Take over what a sampler has worked out, in as many lanes as a vector has; it holds in all
    stages of the steps to come."""
    first, last = model.samplers[g, FIRST], model.samplers[g, LAST]
    y, new, x, found, places = m.y, m.new, m.x, work.y, model.assignments
    for a in range(first, last):
        place, value = places[a] * VECTOR, load(found, (a - first) * VECTOR)
        store(y, place, value)
        store(new, place, value)
        store(x, place, value)
    ticks = load(m.ticks, g * VECTOR) + spread(1.0)
    store(m.ticks, g * VECTOR, ticks)
    clock = spread(model.starts[g]) + ticks / spread(model.frequencies[g])
    store(m.clock, g * VECTOR, clock)


def _set_one(model, work, m, g, lane):
    """The same in one lane."""
    first, last = model.samplers[g, FIRST], model.samplers[g, LAST]
    y, new, x, found, places = m.y, m.new, m.x, work.y, model.assignments
    for a in range(first, last):
        place, value = places[a], found[a - first, lane]
        y[place, lane] = new[place, lane] = x[place, lane] = value
    m.ticks[g, lane] += 1.0
    _set_clock(model, m, g, lane)


def find_next_samples(model, m):
    """The time of the next sample of any sampler, in m.sampled."""
    count, width, clock = model.frequencies.shape[0], m.run.shape[0], m.clock
    if width == VECTOR:
        soonest = spread(np.inf)
        for g in range(count):
            soonest = smaller(soonest, load(clock, g * VECTOR))
        store(m.sampled, 0, soonest)
    else:  # what was written one by one is not read at once: that would have to wait
        for lane in range(width):
            earliest = np.inf
            for g in range(count):
                earliest = min(earliest, clock[g, lane])
            m.sampled[lane] = earliest


def _find_forces(model, lanes, work, m):
    """The state and the forces of loose rows, one after the other, in work.x."""
    evaluate(model, lanes, work, m.t, m.y, work.dx)
    x, y, forces, n = work.x, m.y, work.row_forces, model.size
    for lane in range(m.run.shape[0]):
        for i in range(n):
            x[i, lane] = y[i, lane]
        for row in range(model.loose_rows):
            x[n + row, lane] = forces[row, lane]


def hold_states(model, m):
    """States that do not flow are the same in all stages of a step: those of runs that begin, or
    that somebody has set. Samplers see to their own."""
    y, new, x, lanes = m.y, m.new, m.x, m.y.shape[1]
    # the last vector may reach into the work, which is worked out before anybody looks
    for f in range(model.flowing * lanes, (y.shape[0] - 1) * lanes, VECTOR):
        held = load(y, f)
        store(new, f, held)
        store(x, f, held)


def _log(work, plan, runs, m, g, lane):
    """Keep the readings that a sampler sets, where there is room for this sample."""
    log, run = runs.log, m.run[lane]
    for r in range(plan.log.shape[0]):
        if plan.log[r, LOG_SAMPLER] == g:
            k, width = int(m.ticks[g, lane]) - plan.log[r, LOG_FIRST], plan.log[r, LOG_WIDTH]
            if k >= 0 and k < plan.log[r, LOG_ROOM]:
                at, column = plan.log[r, LOG_AT] + k * width, plan.log[r, LOG_COLUMN]
                for i in range(width):
                    log[run, at + i] = work.y[column + i, lane]


def _set_clock(model, m, g, lane):
    """The time of the next sample of a sampler."""
    m.clock[g, lane] = model.starts[g] + m.ticks[g, lane] / model.frequencies[g]


def _is_due(m, g, lane):
    return m.clock[g, lane] <= m.t[lane] and m.taken[lane] != 0.0


def copy_rows(source, target):
    for i in range(source.shape[0]):
        for lane in range(source.shape[1]):
            target[i, lane] = source[i, lane]


def keep_rows(work, m):
    """Where a step is not taken, the rows chosen at its start stay in use."""
    for lane in range(m.run.shape[0]):
        if m.taken[lane] == 0.0 and m.held[lane] == 0:
            for row in range(work.active.shape[0]):
                work.active[row, lane] = work.kept[row, lane]
