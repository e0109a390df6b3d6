"""The march over time: explicit Runge-Kutta in lanes, each lane with its own time and step.

A lane takes a run from the queue, marches it to the end and takes the next. Lanes never influence
each other, so a run gives the same bits alone and in a batch. The march returns after `budget`
steps and can be called again to go on: that is how progress, Ctrl-C and streaming to disk work
without Python in the loop. A plan that pauses returns as soon as its samples are taken and stays
inside the step that holds the last one: more samples of that step may be asked for next.
"""

from __future__ import annotations

import numpy as np

from pelagos.compiled.states import FIRST, LAST, START, STOP
from pelagos.kernels.entry import entry, indirect, inlined
from pelagos.kernels.evaluate import copy_rows, read_inputs
from pelagos.kernels.judging import accept, judge
from pelagos.kernels.lane_queue import end_met, fill_lanes
from pelagos.kernels.lanes import WIDTH
from pelagos.kernels.program import run_program
from pelagos.kernels.restore import project
from pelagos.kernels.stages import (
    choose_steps,
    first_step,
    rates,
    set_times_after,
    take_dense_stages,
    take_stages,
)
from pelagos.kernels.watch import first_met, look, note_margins

# the flow about wings, through its address in `model.air`: see kernels.lattice
_couple = indirect("Model Lanes Work Runs Marcher")


@entry("Model Variants Lanes Work Method Plan Runs Marcher Int", "Int")
def march(model, variants, lanes, work, method, plan, runs, m, budget):
    """March until the queue is empty (returns 1), or `budget` steps are taken or it pauses (0)."""
    if plan.pauses and _go_on(method, plan, runs, m, model.quaternions):
        return 0
    for _ in range(budget):
        if not fill_lanes(variants, lanes, plan, runs, m):
            return 1
        _first_stage(model, lanes, work, method, plan, runs, m)
        choose_steps(plan, m)
        take_stages(model, lanes, work, method, m)
        if plan.armed.shape[0]:
            look(model, lanes, work, m.stage_time, m.x)
        if method.a.shape[0] > method.b.shape[0]:
            take_dense_stages(model, lanes, work, method, plan, runs, m)
        for lane in range(WIDTH):
            if m.run[lane] >= 0:
                met, before = -1, m.t[lane]
                if plan.armed.shape[0]:
                    met = first_met(model, work, plan, lane)
                driven, turns = model.driven, model.quaternions
                judge(method, plan, runs, m, model.judged, driven, turns, lane, met)
                if plan.armed.shape[0] and m.run[lane] >= 0 and m.t[lane] > before:
                    note_margins(model, work, plan, m, lane, m.t[lane] - before)
        if plan.pauses and _is_held(m):
            return 0
    return 0 if fill_lanes(variants, lanes, plan, runs, m) else 1


@inlined
def _is_held(m):
    """Whether a lane waits inside of an accepted step."""
    held = False
    for lane in range(WIDTH):
        held = held or m.held[lane] != 0
    return held


@entry("Method Plan Runs Marcher Int1", "Flag")
def _go_on(method, plan, runs, m, quaternions):
    """Take up the steps in which lanes wait; True if these hold all samples asked for."""
    for lane in range(WIDTH):
        if m.held[lane]:
            m.held[lane] = 0
            accept(method, plan, runs, m, quaternions, lane)
    return _is_held(m)


@entry("Model Lanes Work Method Plan Runs Marcher")
def _first_stage(model, lanes, work, method, plan, runs, m):
    """Evaluate the first stage in lanes that start a run or crossed a corner of an input."""
    anything = False
    for lane in range(WIDTH):
        anything = anything or m.fresh[lane] != 0
    if not anything:
        return
    if model.air:
        _couple(model.air, model, lanes, work, runs, m)
    if model.samplers.shape[0]:
        _take_samples(model, lanes, work, m)
    for lane in range(WIDTH):
        if m.fresh[lane] and m.run[lane] >= 0:
            _aim(model.frequencies, plan, runs, m, lane)
    copy_rows(m.y, m.x)
    if model.rows:
        project(model, lanes, work, m.t, m.x, 0)  # chooses rows; fresh states are projected already
        copy_rows(m.y, m.x)
    set_times_after(m)
    rates(model, lanes, work, m.stage_time, m.x, m.new)
    if plan.armed.shape[0]:
        look(model, lanes, work, m.stage_time, m.x)
    for lane in range(WIDTH):
        if m.fresh[lane] and m.run[lane] >= 0:
            m.fresh[lane] = 0
            m.short[lane] = m.long[lane] = 0.0
            if plan.armed.shape[0]:
                met = first_met(model, work, plan, lane)
                if met >= 0:  # from the start, or because an input jumped
                    end_met(runs, m, lane, met)
                    continue
                note_margins(model, work, plan, m, lane, np.inf)
            for i in range(m.y.shape[0]):
                m.k[0, i, lane] = m.new[i, lane]
            runs.steps[m.run[lane], 2] += 1
            if m.h[lane] == 0.0:
                m.h[lane] = first_step(method, plan, m, model.judged, lane)


@entry("Model Lanes Work Marcher")
def _take_samples(model, lanes, work, m):
    """Next values of sampled states in fresh lanes that stand at a sample time k / frequency."""
    for g in range(model.samplers.shape[0]):
        due = False
        for lane in range(WIDTH):
            due = due or _is_due(model, m, g, lane)
        if not due:
            continue
        copy_rows(m.y, m.x)
        if model.driven.shape[0]:
            read_inputs(model, lanes, work, m.t, m.x, m.new)
        run_program(
            model.sample_program,
            model.samplers[g, START],
            model.samplers[g, STOP],
            lanes.values,
            model.tables,
            model.table_starts,
            m.t,
            m.x,
            model.nq,
            work.registers,
        )
        for lane in range(WIDTH):
            if _is_due(model, m, g, lane):
                m.ticks[g, lane] += 1
                for a in range(model.samplers[g, FIRST], model.samplers[g, LAST]):
                    row, register = model.assignments[a, 0], model.assignments[a, 1]
                    m.y[row, lane] = work.registers[register, lane]


@inlined
def _is_due(model, m, g, lane):
    fresh = m.fresh[lane] != 0 and m.run[lane] >= 0
    return fresh and m.ticks[g, lane] / model.frequencies[g] <= m.t[lane]


@inlined
def _aim(frequencies, plan, runs, m, lane):
    """The next stop after the present time: a corner of an input, a sample time, the end."""
    stops, end = plan.stops[runs.variant[m.run[lane]]], plan.end
    while stops[m.stop[lane]] <= m.t[lane] and stops[m.stop[lane]] < end:
        m.stop[lane] += 1
    m.next[lane] = min(stops[m.stop[lane]], end, m.air[lane])
    for g in range(frequencies.shape[0]):
        m.next[lane] = min(m.next[lane], m.ticks[g, lane] / frequencies[g])
