"""One step of the march, before it is judged: its length, its stages, the new state."""

from __future__ import annotations

import numpy as np

from pelagos.kernels.entry import entry, inlined
from pelagos.kernels.evaluate import copy_rows, evaluate_by
from pelagos.kernels.lanes import WIDTH
from pelagos.kernels.questions import PROJECTIONS
from pelagos.kernels.restore import normalise, project
from pelagos.kernels.sweeps import coordinate_rates

# Just before and after a stop, relative to its time. Inputs must be on their sides of a jump there,
# however the arithmetic that leads to the jump is rounded.
HAIR = 1e-13
NEAR = 1e-13  # conditions are located so closely, relative to the time reached
SOON = 1e-3  # s: to earlier times, relative to this
LAST_STRETCH = 1.01  # a step that nearly reaches a stop is stretched to it


@inlined
def rates(model, lanes, work, t, x, dx):
    """Evaluate; prescribed joints are not integrated but read from their signals."""
    evaluate_by(model.method, model, lanes, work, t, x, dx)
    for d in range(model.driven.shape[0]):
        for lane in range(WIDTH):
            dx[model.driven[d, 0], lane] = 0.0
            dx[model.nq + model.driven[d, 1], lane] = 0.0


@inlined
def first_step(method, plan, m, count, lane):
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
def choose_steps(plan, m):
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
    return long if is_located(m, lane) else 0.5 * (short + long)


@inlined
def is_located(m, lane):
    return m.long[lane] - m.short[lane] <= NEAR * max(abs(m.t[lane]), m.long[lane], SOON)


@entry("Model Lanes Work Method Marcher")
def take_stages(model, lanes, work, method, m):
    """All stages of one step; the last one, at the new state, is the first of the next step."""
    stages = method.b.shape[0]
    if method.symplectic:
        _symplectic_update(model, m)
    else:
        for i in range(1, stages - 1):
            _combine(method.a[i], i, m, m.x)
            _set_stage_times(m, method.c[i])
            rates(model, lanes, work, m.stage_time, m.x, m.k[i])
        _combine(method.b, stages - 1, m, m.new)
    normalise(model.quaternions, m.new)
    _set_stage_times(m, 1.0)
    if model.rows:
        project(model, lanes, work, m.stage_time, m.new, PROJECTIONS)
    copy_rows(m.new, m.x)
    rates(model, lanes, work, m.stage_time, m.x, m.k[stages - 1])


@entry("Model Lanes Work Method Plan Runs Marcher")
def take_dense_stages(model, lanes, work, method, plan, runs, m):
    """The stages that only the interpolation uses, if a sample lies in the step of any lane."""
    first, end = method.b.shape[0], method.a.shape[0]
    asked = False
    for lane in range(WIDTH):
        asked = asked or interpolates(plan, runs, m, lane)
    if asked:
        for i in range(first, end):
            _combine(method.a[i], i, m, m.x)
            _set_stage_times(m, method.c[i])
            rates(model, lanes, work, m.stage_time, m.x, m.k[i])


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
    for lane in range(WIDTH):
        stop, time = m.next[lane], m.t[lane] + c * m.step[lane]
        m.stage_time[lane] = stop * (1.0 - HAIR) if c == 1.0 and time >= stop else time


@inlined
def set_times_after(m):
    """The times of fresh lanes, a hair after the stops at which they stand."""
    for lane in range(WIDTH):
        m.stage_time[lane] = m.t[lane] * (1.0 + HAIR)


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
