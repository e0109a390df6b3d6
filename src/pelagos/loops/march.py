"""The march over time: explicit Runge-Kutta in lanes, each lane with its own time and step.

A lane takes a run from the queue, marches it to the end and takes the next. Lanes never influence
each other, so a run gives the same bits alone and in a batch. The march returns after `budget`
steps and can be called again to go on: that is how progress, Ctrl-C and streaming to disk work
without Python in the loop. A plan that pauses returns as soon as its samples are taken and stays
inside the step that holds the last one: more samples of that step may be asked for next.
"""

from __future__ import annotations

import numpy as np

from pelagos.kernels.loops import call, loop
from pelagos.loops.conditions import find_met, note_margins
from pelagos.loops.data import (
    Lanes,
    LaneState,
    Model,
    Plan,
    Runs,
    Variants,
    Work,
)
from pelagos.loops.interpolation import find_due
from pelagos.loops.lane_queue import end_met, end_of, fill_lanes
from pelagos.loops.method import Method
from pelagos.loops.rates import evaluate
from pelagos.loops.sampling import (
    copy_rows,
    find_next_samples,
    hold_states,
    keep_rows,
    sample_fresh,
    set_clocks,
)
from pelagos.loops.stages import (
    choose_steps,
    first_step,
    set_times_after,
    set_times_of_end,
    take_dense_stages,
    take_stages,
)
from pelagos.loops.step_control import accept, judge, new_time, settle, take_first_stage

__all__ = [
    "LaneState",
    "Lanes",
    "Method",
    "Model",
    "Plan",
    "Runs",
    "Variants",
    "Work",
]  # signatures


@loop("Model Variants Lanes Work Method Plan Runs LaneState Int", "Int")
def march(model, variants, lanes, work, method, plan, runs, m, budget):
    """March until the queue is empty (returns 1), or `budget` steps are taken or it pauses (0)."""
    armed, more = plan.armed.shape[0] > 0, method.a.shape[0] > method.b.shape[0]
    for lane in range(m.run.shape[0]):
        if m.run[lane] >= 0:  # perhaps other samples are asked for than last time
            find_due(plan, runs, m, lane)
    set_clocks(model, m)
    if _is_any(m.held) and _go_on(model, method, plan, runs, m):
        return 0
    hold_states(model, m)  # the step in which a run waited is done with by now
    for _ in range(budget):
        if _least(m.run) < 0:
            if not fill_lanes(variants, lanes, plan, runs, m):
                return 1
            set_clocks(model, m)
            hold_states(model, m)
        if _is_any(m.fresh):
            _begin(model, lanes, work, method, plan, runs, m)
        if model.restore:
            copy_rows(work.active, work.kept)
        choose_steps(plan, m)
        take_stages(model, lanes, work, method, m)
        if more:
            take_dense_stages(model, lanes, work, method, plan, m)
        if armed:
            set_times_of_end(m)
            find_met(model, lanes, work, plan, m, m.new)
        judge(model, method, plan, runs, m)
        if armed:
            _note_margins(work, plan, m)
        if model.restore:
            keep_rows(work, m)
        if plan.pauses and _is_any(m.held):
            return 0
    return 0 if fill_lanes(variants, lanes, plan, runs, m) else 1


def _least(numbers):
    least = numbers[0]
    for lane in range(1, numbers.shape[0]):
        least = min(least, numbers[lane])
    return least


def _is_any(flags):
    found = flags[0]
    for lane in range(1, flags.shape[0]):
        found = max(found, flags[lane])
    return found != 0


def _note_margins(work, plan, m):
    """In lanes whose step is taken, or accepted and held: it is taken later."""
    for lane in range(m.run.shape[0]):
        if m.run[lane] >= 0 and m.step[lane] > 0.0:
            if m.taken[lane] != 0.0:
                note_margins(work, plan, m, lane, m.step[lane])
            elif m.held[lane]:
                note_margins(work, plan, m, lane, new_time(m, lane) - m.t[lane])


def _go_on(model, method, plan, runs, m):
    """Take up the steps in which lanes wait; True if these hold all samples asked for."""
    for lane in range(m.run.shape[0]):
        m.taken[lane] = 0.0
        if m.held[lane]:
            m.held[lane] = 0
            accept(model, method, plan, runs, m, lane)
    settle(model, method, plan, runs, m)
    return _is_any(m.held)


def _begin(model, lanes, work, method, plan, runs, m):
    """Evaluate the first stage in lanes that start a run or crossed a breakpoint of an input."""
    armed, last, width = plan.armed.shape[0] > 0, method.b.shape[0] - 1, m.run.shape[0]
    if model.air:  # the flow about wings: see march.lattice
        call(model.air, model, lanes, work, runs, m)
        set_clocks(model, m)
        hold_states(model, m)
    sample_fresh(model, lanes, work, plan, runs, m)
    find_next_samples(model, m)
    for lane in range(width):
        if m.taken[lane] != 0.0:
            m.longest[lane] = np.inf
            find_due(plan, runs, m, lane)
            _aim(plan, runs, m, lane)
    set_times_after(m)
    evaluate(model, lanes, work, m.stage_time, m.y, m.k[last])
    if armed:
        find_met(model, lanes, work, plan, m, m.y)
    take_first_stage(m, last)
    for lane in range(width):
        if m.taken[lane] != 0.0:
            m.fresh[lane] = 0
            m.short[lane] = m.long[lane] = 0.0
            if armed:
                if m.met[lane] >= 0:  # from the start, or because an input jumped
                    end_met(runs, m, lane)
                    continue
                note_margins(work, plan, m, lane, np.inf)
            runs.steps[m.run[lane], 2] += 1
            if m.h[lane] == 0.0:
                m.h[lane] = first_step(method, plan, m, model.judged, lane)


def _aim(plan, runs, m, lane):
    """The next stop after the present time: a breakpoint of an input, a sample time, the end."""
    stops, end = plan.stops[runs.variant[m.run[lane]]], end_of(plan, m.run[lane])
    while stops[m.stop[lane]] <= m.t[lane] and stops[m.stop[lane]] < end:
        m.stop[lane] += 1
    m.next[lane] = min(stops[m.stop[lane]], end, m.air[lane], m.sampled[lane])
