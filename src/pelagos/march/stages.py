"""One step of the march, before it is judged: its length, its stages, the new state."""

from __future__ import annotations

import numpy as np

from pelagos.kernels.entry import entry, inlined, program
from pelagos.march.data import VECTOR, Lanes, Marcher, Method, Model, Plan, Runs, Work
from pelagos.march.projection import normalise, project
from pelagos.march.queries import PROJECTIONS
from pelagos.march.rates import evaluate
from pelagos.march.vectors import fma, load, spread, store, where_at_least

__all__ = ["Lanes", "Marcher", "Method", "Model", "Plan", "Runs", "Work"]  # named in signatures

# Just before and after a stop, relative to its time. Inputs must be on their sides of a jump there,
# however the arithmetic that leads to the jump is rounded.
HAIR = 1e-13
NEAR = 1e-13  # conditions are located so closely, relative to the time reached
SOON = 1e-3  # s: to earlier times, relative to this
LAST_STRETCH = 1.01  # a step that nearly reaches a stop is stretched to it


@inlined
def first_step(method, plan, m, count, lane):
    """A cautious first step: small against the time scale |y| / |f| of the weighted norms."""
    if not method.adaptive:
        return plan.step
    size = rate = 0.0
    for i in range(count):
        scale = plan.atol + plan.rtol * abs(m.y[i, lane])
        size += (m.y[i, lane] / scale) ** 2
        rate += (m.k[0, i * m.y.shape[1] + lane] / scale) ** 2
    size, rate = np.sqrt(size), np.sqrt(rate)
    guess = 1e-6 if size < 1e-5 or rate < 1e-5 else 0.01 * size / rate
    return min(guess, 1e-3 * plan.step) if np.isfinite(guess) else 1e-6 * plan.step


@inlined
def choose_steps(plan, m):
    """The step to try: the wish, cut or stretched to land on the next stop exactly."""
    t, h, step, run, steps = m.t, m.h, m.step, m.run, m.steps
    stop, longest, long, largest = m.next, m.longest, m.long, plan.step
    lanes = t.shape[0]
    for lane in range(lanes):
        left = stop[lane] - t[lane]
        wish = min(h[lane], largest, longest[lane])
        tried = left if wish * LAST_STRETCH >= left else wish
        if long[lane] > 0.0:
            tried = _halfway(m, lane)
        step[lane] = tried if run[lane] >= 0 else 0.0
    for k in range(VECTOR):
        steps[k] = step[k & (lanes - 1)]


@inlined
def _halfway(m, lane):
    """The next step to try while a condition is located; the last one ends just after it."""
    short, long = m.short[lane], m.long[lane]
    return long if is_located(m, lane) else 0.5 * (short + long)


@inlined
def is_located(m, lane):
    return m.long[lane] - m.short[lane] <= NEAR * max(abs(m.t[lane]), m.long[lane], SOON)


@entry("Model Lanes Work Method Marcher")
def take_stages(model, lanes, work, method, m):
    """All stages of one step; the last one, at the new state, is the first of the next step."""
    last = method.b.shape[0] - 1
    if method.symplectic:
        _move_by_new_speeds(model, lanes, work, m)
    else:
        for i in range(1, last):
            _combine(method, i, m, m.x)
            _set_stage_times(m, method.c[i])
            evaluate(model, lanes, work, m.stage_time, m.x, m.k[i])
        _combine(method, last, m, m.new)
    new = m.new
    for k in range(model.quaternions.shape[0]):
        for lane in range(new.shape[1]):
            normalise(new, model.quaternions[k], lane)
    set_times_of_end(m)
    if model.restore:
        project(model, lanes, work, m.stage_time, new, PROJECTIONS)
    evaluate(model, lanes, work, m.stage_time, new, m.k[last])


@entry("Model Lanes Work Method Plan Runs Marcher")
def take_dense_stages(model, lanes, work, method, plan, runs, m):
    """The stages that only the interpolation uses, if a sample lies in the step of any lane."""
    asked = False
    for lane in range(m.t.shape[0]):
        asked = asked or interpolates(plan, runs, m, lane)
    if asked:
        for i in range(method.b.shape[0], method.a.shape[0]):
            _combine(method, i, m, m.x)
            _set_stage_times(m, method.c[i])
            evaluate(model, lanes, work, m.stage_time, m.x, m.k[i])


@inlined
def interpolates(plan, runs, m, lane):
    """Whether samples inside of a lane's step are asked for, or may be while it is held."""
    run = m.run[lane]
    if run < 0 or plan.pauses:
        return run >= 0
    done = runs.done[run]
    return done < plan.samples.shape[0] and plan.samples[done] <= m.t[lane] + m.step[lane]


@inlined
def _set_stage_times(m, c):
    """t + c h; at the end of a step that lands on a stop, a hair before it."""
    if c == 1.0:
        set_times_of_end(m)
    else:
        store(m.stage_time, 0, load(m.t, 0) + spread(c) * load(m.step, 0))


@inlined
def set_times_of_end(m):
    time, stop = load(m.t, 0) + load(m.step, 0), load(m.next, 0)
    before = stop * spread(1.0 - HAIR)
    store(m.stage_time, 0, where_at_least(time, stop, before, time))


@inlined
def set_times_after(m):
    """The times of fresh lanes, a hair after the stops at which they stand."""
    store(m.stage_time, 0, load(m.t, 0) * spread(1.0 + HAIR))


@inlined
def _combine(method, row, m, target):
    """target = y + h times the weighted sum of stages in a row of the tableau."""
    # fields are read once: the compiler must assume that a store may change the bundle
    y, k, step = m.y, m.k, load(m.steps, 0)
    weights, places, count = method.weights[row], method.places[row], method.counts[row]
    size = k.shape[1]
    for f in range(0, size, VECTOR):
        total = spread(0.0)
        for j in range(count):
            total = fma(spread(weights[j]), load(k, places[j] * size + f), total)
        store(target, f, fma(step, total, load(y, f)))


@inlined
def _move_by_new_speeds(model, lanes, work, m):
    """Speeds (and the rest) by their rates, then coordinates by the rates of the new speeds."""
    y, k, new, moved, step = m.y, m.k, m.new, work.moved, load(m.steps, 0)
    width, n, nq = y.shape[1], y.shape[0], model.nq
    for f in range(0, k.shape[1], VECTOR):
        store(new, f, fma(step, load(k, f), load(y, f)))
    for lane in range(width):
        for i in range(n):
            moved[i, lane] = y[i, lane] if i < nq else new[i, lane]
        for v in range(model.nv):
            moved[n + v, lane] = new[nq + v, lane]
    program(model.shift, m.t, moved, lanes.numbers, work.y, work.s)
    shift = work.y
    for i in range(nq):
        for lane in range(width):
            new[i, lane] = y[i, lane] + m.step[lane] * shift[i, lane]
