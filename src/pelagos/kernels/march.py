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
from pelagos.kernels.entry import entry, inlined
from pelagos.kernels.evaluate import copy_rows, evaluate_by, read_inputs
from pelagos.kernels.lanes import WIDTH
from pelagos.kernels.marching import (
    FINISHED,
    MET,
    NON_FINITE,
    RUNNING,
    STEP_LIMIT,
    STEP_TOO_SMALL,
)
from pelagos.kernels.program import run_program
from pelagos.kernels.questions import PROJECTIONS
from pelagos.kernels.restore import normalise, project
from pelagos.kernels.sweeps import coordinate_rates
from pelagos.kernels.watch import first_met, look, note_margins

# Step control, as in Hairer, Norsett and Wanner 1993, section II.4.
SAFETY, SHRINK_MOST, GROW_MOST = 0.9, 0.2, 5.0
DOUBLE_BELOW = 1.0 / 64.0  # error below which steps are doubled, if they are
SMALLEST = 1e-14  # smallest step relative to the time reached
HAIR = 2.3e-16  # just before a stop, relative to its time
NEAR = 1e-13  # conditions are located so closely, relative to the time reached
LAST_STRETCH = 1.01  # a step that nearly reaches a stop is stretched to it


@entry("Model Variants Lanes Work Method Plan Runs Marcher Int", "Int")
def march(model, variants, lanes, work, method, plan, runs, m, budget):
    """March until the queue is empty (returns 1), or `budget` steps are taken or it pauses (0)."""
    if plan.pauses and _go_on(method, plan, runs, m, model.quaternions):
        return 0
    for _ in range(budget):
        if not _fill_lanes(variants, lanes, plan, runs, m):
            return 1
        _first_stage(model, lanes, work, method, plan, runs, m)
        _choose_steps(plan, m)
        _stages(model, lanes, work, method, m)
        if plan.armed.shape[0]:
            look(model, lanes, work, m.stage_time, m.x)
        for lane in range(WIDTH):
            if m.run[lane] >= 0:
                met, before = -1, m.t[lane]
                if plan.armed.shape[0]:
                    met = first_met(model, work, plan, lane)
                driven, turns = model.driven, model.quaternions
                _judge(method, plan, runs, m, model.judged, driven, turns, lane, met)
                if plan.armed.shape[0] and m.run[lane] >= 0 and m.t[lane] > before:
                    note_margins(model, work, plan, m, lane, m.t[lane] - before)
        if plan.pauses and _is_held(m):
            return 0
    return 0 if _fill_lanes(variants, lanes, plan, runs, m) else 1


@entry("Variants Lanes Plan Runs Marcher", "Flag")
def _fill_lanes(variants, lanes, plan, runs, m):
    """Give waiting runs to idle lanes; False when there is nothing left to do."""
    busy = False
    for lane in range(WIDTH):
        while m.run[lane] < 0 and m.queue[0] < m.queue[1]:
            _begin_run(variants, lanes, plan, runs, m, lane, m.queue[0])
            m.queue[0] += 1
        busy = busy or m.run[lane] >= 0
    return busy


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
            _accept(method, plan, runs, m, quaternions, lane)
    return _is_held(m)


@inlined
def _begin_run(variants, lanes, plan, runs, m, lane, run):
    _load_variant(variants, lanes, runs.variant[run], lane)
    m.run[lane], m.fresh[lane], m.stop[lane] = run, 1, 0
    m.t[lane], m.h[lane] = plan.samples[0], 0.0
    for g in range(m.ticks.shape[0]):
        m.ticks[g, lane] = plan.ticks[g] if g < plan.ticks.shape[0] else 0
    for i in range(m.y.shape[0]):
        m.y[i, lane] = runs.start[run, i]
        runs.out[run, 0, i] = runs.start[run, i]
    runs.done[run], runs.outcome[run], runs.bad[run] = 1, RUNNING, -1
    if plan.samples.shape[0] == 1:
        _end_run(runs, m, lane, FINISHED)


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
    m.next[lane] = min(stops[m.stop[lane]], end)
    for g in range(frequencies.shape[0]):
        m.next[lane] = min(m.next[lane], m.ticks[g, lane] / frequencies[g])


@inlined
def _load_variant(variants, lanes, variant, lane):
    """The numbers of a variant into one lane."""
    _load_table(variants.bodies, lanes.bodies, variant, lane)
    _load_table(variants.joint_parameters, lanes.joint_parameters, variant, lane)
    _load_table(variants.body_parameters, lanes.body_parameters, variant, lane)
    _load_table(variants.constraint_numbers, lanes.constraint_numbers, variant, lane)
    _load_table(variants.wet_numbers, lanes.wet_numbers, variant, lane)
    _load_table(variants.drag_numbers, lanes.drag_numbers, variant, lane)
    _load_table(variants.flow_numbers, lanes.flow_numbers, variant, lane)
    _load_table(variants.contact_numbers, lanes.contact_numbers, variant, lane)
    _load_table(variants.payout_numbers, lanes.payout_numbers, variant, lane)
    _load_table(variants.varying_numbers, lanes.varying_numbers, variant, lane)
    _load_table(variants.float_numbers, lanes.float_numbers, variant, lane)
    _load_row(variants.surface, lanes.surface, variant, lane)
    _load_table(variants.thruster_numbers, lanes.thruster_numbers, variant, lane)
    _load_row(variants.density, lanes.density, variant, lane)
    _load_row(variants.rotor, lanes.rotor, variant, lane)
    _load_row(variants.values, lanes.values, variant, lane)
    _load_row(variants.gravity, lanes.gravity, variant, lane)


@inlined
def _load_table(source, target, variant, lane):
    for i in range(target.shape[0]):
        for j in range(target.shape[1]):
            target[i, j, lane] = source[variant, i, j]


@inlined
def _load_row(source, target, variant, lane):
    for i in range(target.shape[0]):
        target[i, lane] = source[variant, i]


@inlined
def _end_run(runs, m, lane, outcome):
    run = m.run[lane]
    runs.outcome[run], runs.time[run] = outcome, m.t[lane]
    for i in range(m.y.shape[0]):
        runs.last[run, i] = m.y[i, lane]
    m.run[lane] = -1


@inlined
def _end_met(runs, m, lane, met):
    runs.met[m.run[lane]] = met
    _end_run(runs, m, lane, MET)


@inlined
def _rates(model, lanes, work, t, x, dx):
    """Evaluate; prescribed joints are not integrated but read from their signals."""
    evaluate_by(model.method, model, lanes, work, t, x, dx)
    for d in range(model.driven.shape[0]):
        for lane in range(WIDTH):
            dx[model.driven[d, 0], lane] = 0.0
            dx[model.nq + model.driven[d, 1], lane] = 0.0


@entry("Model Lanes Work Method Plan Runs Marcher")
def _first_stage(model, lanes, work, method, plan, runs, m):
    """Evaluate the first stage in lanes that start a run or crossed a corner of an input."""
    anything = False
    for lane in range(WIDTH):
        anything = anything or m.fresh[lane] != 0
    if not anything:
        return
    if model.samplers.shape[0]:
        _take_samples(model, lanes, work, m)
    for lane in range(WIDTH):
        if m.fresh[lane] and m.run[lane] >= 0:
            _aim(model.frequencies, plan, runs, m, lane)
    copy_rows(m.y, m.x)
    if model.rows:
        project(model, lanes, work, m.t, m.x, 0)  # chooses rows; fresh states are projected already
        copy_rows(m.y, m.x)
    _rates(model, lanes, work, m.t, m.x, m.new)
    if plan.armed.shape[0]:
        look(model, lanes, work, m.t, m.x)
    for lane in range(WIDTH):
        if m.fresh[lane] and m.run[lane] >= 0:
            m.fresh[lane] = 0
            m.short[lane] = m.long[lane] = 0.0
            if plan.armed.shape[0]:
                met = first_met(model, work, plan, lane)
                if met >= 0:  # from the start, or because an input jumped
                    _end_met(runs, m, lane, met)
                    continue
                note_margins(model, work, plan, m, lane, np.inf)
            for i in range(m.y.shape[0]):
                m.k[0, i, lane] = m.new[i, lane]
            runs.steps[m.run[lane], 2] += 1
            if m.h[lane] == 0.0:
                m.h[lane] = _first_step(method, plan, m, model.judged, lane)


@inlined
def _first_step(method, plan, m, count, lane):
    """A cautious first step: small against the time scale |y| / |f| of the weighted norms."""
    if not method.adaptive:
        return plan.step
    size = rate = 0.0
    for i in range(count):
        scale = plan.atol + plan.rtol * abs(m.y[i, lane])
        size += (m.y[i, lane] / scale) ** 2
        rate += (m.k[0, i, lane] / scale) ** 2
    size, rate = np.sqrt(size), np.sqrt(rate)
    guess = 1e-6 if size < 1e-5 or rate < 1e-5 else 0.01 * size / rate
    return min(guess, 1e-3 * plan.step) if np.isfinite(guess) else 1e-6 * plan.step


@inlined
def _choose_steps(plan, m):
    """The step to try: the wish, cut or stretched to land on the next stop exactly."""
    for lane in range(WIDTH):
        left = m.next[lane] - m.t[lane]
        wish = min(m.h[lane], plan.step, m.longest[lane])
        m.step[lane] = left if wish * LAST_STRETCH >= left else wish
        if m.long[lane] > 0.0:
            m.step[lane] = _halfway(m, lane)
        if m.run[lane] < 0:
            m.step[lane] = 0.0


@inlined
def _halfway(m, lane):
    """The next step to try while a condition is located; the last one ends just after it."""
    short, long = m.short[lane], m.long[lane]
    return long if _is_located(m, lane) else 0.5 * (short + long)


@inlined
def _is_located(m, lane):
    return m.long[lane] - m.short[lane] <= NEAR * max(abs(m.t[lane]), m.long[lane])


@inlined
def _set_stage_times(m, c):
    """t + c h; at the end of a step that lands on a stop, a hair before it."""
    for lane in range(WIDTH):
        stop, time = m.next[lane], m.t[lane] + c * m.step[lane]
        m.stage_time[lane] = stop * (1.0 - HAIR) if c == 1.0 and time >= stop else time


@entry("Model Lanes Work Method Marcher")
def _stages(model, lanes, work, method, m):
    """All stages of one step; the last one, at the new state, is the first of the next step."""
    stages = method.b.shape[0]
    if method.symplectic:
        _symplectic_update(model, m)
    else:
        for i in range(1, stages - 1):
            _combine(method.a[i], i, m, m.x)
            _set_stage_times(m, method.c[i])
            _rates(model, lanes, work, m.stage_time, m.x, m.k[i])
        _combine(method.b, stages - 1, m, m.new)
    normalise(model.quaternions, m.new)
    _set_stage_times(m, 1.0)
    if model.rows:
        project(model, lanes, work, m.stage_time, m.new, PROJECTIONS)
    copy_rows(m.new, m.x)
    _rates(model, lanes, work, m.stage_time, m.x, m.k[stages - 1])


@inlined
def _combine(weights, count, m, target):
    """target = y + h sum of the first `count` weighted stages."""
    # fields are read once: the compiler must assume that a store may change the bundle
    y, k, step = m.y, m.k, m.step
    for i in range(y.shape[0]):
        for lane in range(WIDTH):
            total = 0.0
            for j in range(count):
                total += weights[j] * k[j, i, lane]
            target[i, lane] = y[i, lane] + step[lane] * total


@inlined
def _symplectic_update(model, m):
    """Speeds (and work) by their rates, then coordinates by the rates that the new speeds give."""
    for i in range(m.y.shape[0]):
        for lane in range(WIDTH):
            moved = m.y[i, lane] + m.step[lane] * m.k[0, i, lane]
            m.new[i, lane] = moved if i >= model.nq else m.y[i, lane]
    coordinate_rates(model.tree, model.nq, m.new, m.x)
    for i in range(model.nq):
        for lane in range(WIDTH):
            m.new[i, lane] = m.y[i, lane] + m.step[lane] * m.x[i, lane]


@entry("Method Plan Runs Marcher Int Int2 Int1 Int Int")
def _judge(method, plan, runs, m, count, driven, quaternions, lane, met):
    """Accept or reject the step of one lane; `met` is a condition that holds at its end, or -1.

    Prescribed joints have no error, and a robot may have no others: their work stands for them.
    """
    run = m.run[lane]
    runs.steps[run, 2] += method.b.shape[0] - 1
    error = _error(method, plan, m, count, lane)
    if driven.shape[0] and method.adaptive:
        work = abs(_element_error(method, plan, m, m.y.shape[0] - 1, lane))
        error = work if work > error else error
    finite = np.isfinite(error)
    if finite and error <= 1.0:
        if met >= 0 or m.long[lane] > 0.0:
            ends_there = met >= 0 and m.long[lane] > 0.0 and _is_located(m, lane)
            if not ends_there:
                _narrow(m, lane, met)
                return
        runs.steps[run, 0] += 1
        m.error[lane] = error
        _accept(method, plan, runs, m, quaternions, lane)
        if met >= 0 and m.run[lane] >= 0:
            _end_met(runs, m, lane, met)
        return
    m.short[lane] = m.long[lane] = 0.0
    runs.steps[run, 1] += 1
    m.h[lane] = m.step[lane] * (_step_factor(method, error) if finite else SHRINK_MOST)
    if m.h[lane] <= SMALLEST * max(abs(m.t[lane]), 1.0) or not method.adaptive:
        runs.bad[run] = (
            _worst(method, plan, m, count, lane) if finite else _first_bad(m, count, lane)
        )
        _end_run(runs, m, lane, STEP_TOO_SMALL if finite else NON_FINITE)
    elif runs.steps[run, 0] + runs.steps[run, 1] >= plan.max_steps:
        _end_run(runs, m, lane, STEP_LIMIT)


@inlined
def _step_factor(method, error):
    """The next step over this one."""
    if method.halving:
        # twice the step has 32 times an error of fifth order: 1/64 leaves a margin
        return 0.5 if error > 1.0 else (2.0 if error < DOUBLE_BELOW else 1.0)
    growth = SAFETY * error**-method.exponent if error > 0.0 else GROW_MOST
    return min(max(growth, SHRINK_MOST), GROW_MOST)


@inlined
def _narrow(m, lane, met):
    """Note on which side of a condition the step ended, and try another."""
    if met >= 0:
        m.long[lane] = m.step[lane]
    else:
        m.short[lane] = m.step[lane]


@inlined
def _error(method, plan, m, count, lane):
    """Root-mean-square of the weighted estimates, or the largest; not finite as the new state."""
    total = 0.0
    last = method.b.shape[0] - 1
    for i in range(count):
        new = m.new[i, lane]
        total += 0.0 * (new + m.k[last, i, lane])  # NaN if anything is not finite
        if method.adaptive:
            own = abs(_element_error(method, plan, m, i, lane))
            if not method.halving:
                total += own**2
            elif own > total:
                total = own
    return total if method.halving else np.sqrt(total / max(count, 1))


@inlined
def _element_error(method, plan, m, i, lane):
    """The estimated error of one element of the state, over what is allowed."""
    estimate = 0.0
    for j in range(method.b.shape[0]):
        estimate += method.e[j] * m.k[j, i, lane]
    scale = plan.atol + plan.rtol * max(abs(m.y[i, lane]), abs(m.new[i, lane]))
    return m.step[lane] * estimate / scale


@inlined
def _worst(method, plan, m, count, lane):
    """The element of the state with the largest error, as n + element: its rate is to blame."""
    worst, largest = -1, -1.0
    for i in range(count):
        error = abs(_element_error(method, plan, m, i, lane))
        if error > largest:
            worst, largest = i, error
    return m.y.shape[0] + worst


@inlined
def _first_bad(m, count, lane):
    """The first non-finite number met: element of the state, n + element of its rate, or -1."""
    n, last = m.y.shape[0], m.k.shape[0] - 1
    for stage in range(last + 1):
        if stage == last:  # evaluated at the new state
            for i in range(count):
                if not np.isfinite(m.new[i, lane]):
                    return i
        for i in range(count):
            if not np.isfinite(m.k[stage, i, lane]):
                return n + i
    return -1


@inlined
def _accept(method, plan, runs, m, quaternions, lane):
    run, stop, error = m.run[lane], m.next[lane], m.error[lane]
    landed = m.step[lane] >= stop - m.t[lane]
    new_time = stop if landed else m.t[lane] + m.step[lane]
    _write_samples(method, plan, runs, m, quaternions, lane, new_time)
    if plan.pauses and runs.done[run] >= plan.samples.shape[0]:
        m.held[lane] = 1
        return
    for i in range(m.y.shape[0]):
        m.y[i, lane] = m.new[i, lane]
        m.k[0, i, lane] = m.k[m.k.shape[0] - 1, i, lane]
    m.t[lane] = new_time
    if method.adaptive:
        wish = m.step[lane] * _step_factor(method, error)
        # a step cut short by a stop says little about the next one
        m.h[lane] = max(wish, m.h[lane]) if landed else wish
    if landed and stop >= plan.end:
        _end_run(runs, m, lane, FINISHED)
    elif runs.steps[run, 0] + runs.steps[run, 1] >= plan.max_steps:
        _end_run(runs, m, lane, STEP_LIMIT)
    elif landed:
        m.fresh[lane] = 1


@inlined
def _write_samples(method, plan, runs, m, quaternions, lane, new_time):
    """Interpolate the state at every sample time inside the step."""
    run = m.run[lane]
    while runs.done[run] < plan.samples.shape[0] and plan.samples[runs.done[run]] <= new_time:
        sample = runs.done[run]
        x = (plan.samples[sample] - m.t[lane]) / m.step[lane]
        row = runs.out[run, sample]
        for i in range(m.y.shape[0]):
            row[i] = _dense(method, m, i, lane, x) if x < 1.0 else m.new[i, lane]
        for j in range(quaternions.shape[0]):
            q = quaternions[j]
            length = np.sqrt(row[q] ** 2 + row[q + 1] ** 2 + row[q + 2] ** 2 + row[q + 3] ** 2)
            for k in range(4):
                row[q + k] /= length
        runs.done[run] += 1


@inlined
def _dense(method, m, i, lane, x):
    """State element i at the fraction x of the step."""
    h, y, new = m.step[lane], m.y[i, lane], m.new[i, lane]
    last = m.k.shape[0] - 1
    if method.dense.shape[0] == 0:
        f0, f1 = m.k[0, i, lane], m.k[last, i, lane]
        bend = (1.0 - 2.0 * x) * (new - y) + (x - 1.0) * h * f0 + x * h * f1
        return (1.0 - x) * y + x * new + x * (x - 1.0) * bend
    total = 0.0
    for j in range(last + 1):
        w = method.dense[j]
        total += m.k[j, i, lane] * (x * (w[0] + x * (w[1] + x * (w[2] + x * w[3]))))
    return y + h * total
