"""Runs waiting for lanes: who goes where, with which numbers, and how a run ends."""

from __future__ import annotations

import numpy as np

from pelagos.loops.data import FINISHED, MET, RUNNING, Lanes, LaneState, Plan, Runs, Variants

__all__ = ["LaneState", "Lanes", "Plan", "Runs", "Variants"]  # named in signatures


def fill_lanes(variants, lanes, plan, runs, m):
    """Give waiting runs to idle lanes; False when there is nothing left to do."""
    busy = False
    for lane in range(m.run.shape[0]):
        while m.run[lane] < 0 and m.queue[0] < m.queue[1]:
            _begin_run(variants, lanes, plan, runs, m, lane, m.queue[0])
            m.queue[0] += 1
        busy = busy or m.run[lane] >= 0
    return busy


def _begin_run(variants, lanes, plan, runs, m, lane, run):
    _load_variant(variants, lanes, runs.variant[run], lane)
    m.run[lane], m.fresh[lane], m.stop[lane], m.begun[lane] = run, 1, 0, 0
    m.t[lane], m.h[lane] = plan.samples[0], 0.0
    for g in range(m.ticks.shape[0]):
        m.ticks[g, lane] = plan.ticks[g] if g < plan.ticks.shape[0] else 0
    for i in range(m.y.shape[0]):
        m.y[i, lane] = runs.start[run, i]
        runs.out[run, 0, i] = runs.start[run, i]
    runs.done[run], runs.outcome[run], runs.bad[run] = 1, RUNNING, -1
    if plan.samples.shape[0] == 1:
        end_run(runs, m, lane, FINISHED)


def end_of(plan, run):
    """The time at which a run is over."""
    return plan.ends[min(run, plan.ends.shape[0] - 1)]


def end_run(runs, m, lane, outcome):
    run = m.run[lane]
    runs.outcome[run], runs.time[run] = outcome, m.t[lane]
    for i in range(m.y.shape[0]):
        runs.last[run, i] = m.y[i, lane]
    for g in range(runs.ticks.shape[1]):
        runs.ticks[run, g] = int(m.ticks[g, lane])
    # nothing happens in an idle lane
    m.run[lane], m.fresh[lane], m.longest[lane] = -1, 0, 0.0
    m.next[lane] = m.due[lane] = np.inf


def end_met(runs, m, lane):
    runs.met[m.run[lane]] = m.met[lane]
    end_run(runs, m, lane, MET)


def _load_variant(variants, lanes, variant, lane):
    """The numbers of a variant into one lane."""
    for i in range(lanes.numbers.shape[0]):
        lanes.numbers[i, lane] = variants.numbers[variant, i]
    for i in range(lanes.corner_places.shape[0]):
        for j in range(lanes.corner_places.shape[1]):
            lanes.corner_places[i, j, lane] = variants.corner_places[variant, i, j]
    for i in range(lanes.air_step.shape[0]):
        lanes.air_step[i, lane] = variants.air_step[variant, i]
