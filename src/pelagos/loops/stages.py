"""One step of the march, before it is judged: its length, its stages, the new state."""

from __future__ import annotations

import numpy as np

from pelagos.kernels.loops import program
from pelagos.loops.data import VECTOR, Lanes, LaneState, Model, Plan, Runs, Work
from pelagos.loops.method import Method
from pelagos.loops.projection import normalise, project, turn_tangent
from pelagos.loops.queries import PROJECTIONS
from pelagos.loops.rates import evaluate
from pelagos.loops.sampling import copy_rows
from pelagos.loops.vectors import by_lanes, fma, head, load, smaller, spread, store, where_at_least

__all__ = ["LaneState", "Lanes", "Method", "Model", "Plan", "Runs", "Work"]  # named in signatures

BLOCK = 4 * VECTOR

# Just before and after a stop, relative to its time. Inputs must be on their sides of a jump there,
# however the arithmetic that leads to the jump is rounded.
HAIR = 1e-13
NEAR = 1e-13  # conditions are located so closely, relative to the time reached
SOON = 1e-3  # s: to earlier times, relative to this
PATIENCE = 1  # rejections of a step after which its stages are brought back to the constraints
SINGULAR = 1e-4  # smaller pivots, as shares of their rows' diagonals: loops nearly stretched out
MOST_REFUSALS = 12  # after so many a step may end in a singular position: there is no way round it
LAST_STRETCH = 1.01  # a step that nearly reaches a stop is stretched to it


def first_step(method, plan, m, count, lane):
    """A cautious first step: small against the time scale |y| / |f| of the weighted norms."""
    if not method.adaptive:
        return plan.step
    size = rate = 0.0
    for i in range(count):
        scale = plan.atol + plan.rtol * max(abs(m.y[i, lane]), m.scales[i, lane])
        size += (m.y[i, lane] / scale) ** 2
        rate += (m.k[0, i * m.y.shape[1] + lane] / scale) ** 2
    size, rate = np.sqrt(size), np.sqrt(rate)
    guess = 1e-6 if size < 1e-5 or rate < 1e-5 else 0.01 * size / rate
    return min(guess, 1e-3 * plan.step) if np.isfinite(guess) else 1e-6 * plan.step


def choose_steps(plan, m):
    """The step to try: the wish, cut or stretched to land on the next stop exactly."""
    step, left = m.step, load(m.next, 0) - load(m.t, 0)
    wish = smaller(smaller(load(m.h, 0), spread(plan.step)), load(m.longest, 0))
    store(step, 0, where_at_least(wish * spread(LAST_STRETCH), left, left, wish))
    if plan.armed.shape[0]:
        for lane in range(m.run.shape[0]):
            if m.long[lane] > 0.0:
                step[lane] = _halfway(m, lane)


def _halfway(m, lane):
    """The next step to try while a condition is located; the last one ends just after it."""
    short, long = m.short[lane], m.long[lane]
    return long if is_located(m, lane) else 0.5 * (short + long)


def is_located(m, lane):
    return m.long[lane] - m.short[lane] <= NEAR * max(abs(m.t[lane]), m.long[lane], SOON)


def take_stages(model, lanes, work, method, m):
    """All stages of one step; the last one, at the new state, is the first of the next step."""
    last, new = method.b.shape[0] - 1, m.new
    if method.symplectic:
        _move_by_new_speeds(model, lanes, work, m)
    else:
        if method.gamma > 0.0:
            _factor(model, lanes, work, method, m)
            _settle(model, work, method, m, 1, 0)
        for i in range(2 if method.gamma > 0.0 else 1, last):
            _combine(method, i, m, new, model.flowing)
            _set_stage_times(m, method.c[i])
            if model.restore:
                _return_stages(model, lanes, work, m)
            evaluate(model, lanes, work, m.stage_time, new, m.k[i])
            if method.gamma > 0.0:
                _settle(model, work, method, m, i, i)
        _combine(method, last, m, new, model.flowing)
        _add_work(method, last, m, model.flowing)
    for k in range(model.quaternions.shape[0]):
        for lane in range(new.shape[1]):
            if model.judged < model.flowing:
                turn_tangent(new, model.quaternions[k], model.judged, lane)
            normalise(new, model.quaternions[k], lane)
    set_times_of_end(m)
    if model.restore:
        project(model, lanes, work, m.stage_time, new, PROJECTIONS)
        for lane in range(new.shape[1]):
            m.weak[1, lane], m.ranks[1, lane] = work.weakest[lane], 1.0 * work.rank[lane]
    evaluate(model, lanes, work, m.stage_time, new, m.k[last])


def _factor(model, lanes, work, method, m):
    """What all linearly implicit stages of a step need: J at its start, and s = gamma h."""
    y, x = m.y, work.settled
    if model.factor:
        for f in range(0, y.shape[0] * y.shape[1], VECTOR):
            store(x, f, load(y, f))
        for lane in range(y.shape[1]):  # behind the state, over which a vector may have gone
            x[y.shape[0], lane] = method.gamma * m.step[lane]
        program(model.factor, m.t, x, lanes.numbers, work.factors, work.s)


def _settle(model, work, method, m, stage, rates):
    """Make of the rates in a row of k a stage of a linearly implicit method.

    (1 - s J) W = gamma rates + weights of earlier stages; J may be zero.
    """
    k, size, end = m.k, m.k.shape[1], (model.flowing + 1) * m.y.shape[1]
    row = method.a.shape[0] + 2 + stage
    weights, places, count = method.weights[row], method.places[row], method.counts[row]
    for f in range(0, end, VECTOR):
        total = spread(method.gamma) * load(k, rates * size + f)
        for j in range(count):
            total = fma(spread(weights[j]), load(k, places[j] * size + f), total)
        if model.factor:
            store(work.right, f, total)
        else:
            store(k, stage * size + f, total)
    if model.factor:
        program(model.settle, work.factors, work.right, k[stage], work.s)


def _return_stages(model, lanes, work, m):
    """Bring a stage back to the constraints in lanes whose step was rejected again and again.

    Beside the constraints rates grow without bound near a singular position, in which loops are
    stretched out or folded; on them they are smooth. Rates as a function of the projected state are
    the same on the constraints, so that the order is that of the method.
    """
    most = 0
    for lane in range(m.run.shape[0]):
        most = max(most, m.refused[lane])
    if most < PATIENCE:
        return
    copy_rows(m.new, m.x)
    project(model, lanes, work, m.stage_time, m.new, PROJECTIONS)
    for lane in range(m.run.shape[0]):
        if m.refused[lane] < PATIENCE:  # no lane depends on another
            for i in range(m.new.shape[0]):
                m.new[i, lane] = m.x[i, lane]
            for row in range(work.active.shape[0]):
                work.active[row, lane] = work.kept[row, lane]


def ends_singular(m, lane):
    """Whether a step leads from where rows are independent to where they are hardly so.

    From there the next step would begin with forces that are lost in rounding, or without rows that
    hold something again a little later; a step of another length passes over such a position.
    """
    fewer = m.ranks[1, lane] < m.ranks[0, lane]
    weaker = m.weak[1, lane] < SINGULAR and m.weak[0, lane] >= SINGULAR
    return (fewer or weaker) and m.refused[lane] < MOST_REFUSALS


def take_dense_stages(model, lanes, work, method, plan, m):
    """The stages that only the interpolation uses, if a sample lies in the step of any lane."""
    asked = False
    for lane in range(m.t.shape[0]):
        asked = asked or interpolates(plan, m, lane)
    if asked:
        for i in range(method.b.shape[0], method.a.shape[0]):
            _combine(method, i, m, m.x, model.flowing)
            _set_stage_times(m, method.c[i])
            evaluate(model, lanes, work, m.stage_time, m.x, m.k[i])


def interpolates(plan, m, lane):
    """Whether samples inside of a lane's step are asked for, or may be while it is held."""
    return m.run[lane] >= 0 and (plan.pauses or m.due[lane] <= m.t[lane] + m.step[lane])


def _set_stage_times(m, c):
    """t + c h; at the end of a step that lands on a stop, a hair before it."""
    if c == 1.0:
        set_times_of_end(m)
    else:
        store(m.stage_time, 0, load(m.t, 0) + spread(c) * load(m.step, 0))


def set_times_of_end(m):
    time, stop = load(m.t, 0) + load(m.step, 0), load(m.next, 0)
    before = stop * spread(1.0 - HAIR)
    store(m.stage_time, 0, where_at_least(time, stop, before, time))


def set_times_after(m):
    """The times of fresh lanes, a hair after the stops at which they stand."""
    store(m.stage_time, 0, load(m.t, 0) * spread(1.0 + HAIR))


def _combine(method, row, m, target, flowing):
    """target = y + h times the weighted sum of stages in a row of the tableau, of what flows."""
    # fields are read once: the compiler must assume that a store may change the bundle
    y, k, step = m.y, m.k, by_lanes(m.step, m.run.shape[0])
    weights, places, count = method.weights[row], method.places[row], method.counts[row]
    size, end = k.shape[1], flowing * y.shape[1]
    f = 0
    while f + BLOCK <= end:  # several vectors at once: none has to wait for its last sum
        a = b = c = d = spread(0.0)
        for j in range(count):
            weight, at = spread(weights[j]), places[j] * size + f
            a = fma(weight, load(k, at), a)
            b = fma(weight, load(k, at + VECTOR), b)
            c = fma(weight, load(k, at + 2 * VECTOR), c)
            d = fma(weight, load(k, at + 3 * VECTOR), d)
        store(target, f, fma(step, a, load(y, f)))
        store(target, f + VECTOR, fma(step, b, load(y, f + VECTOR)))
        store(target, f + 2 * VECTOR, fma(step, c, load(y, f + 2 * VECTOR)))
        store(target, f + 3 * VECTOR, fma(step, d, load(y, f + 3 * VECTOR)))
        f += BLOCK
    while f < end:
        a = spread(0.0)
        for j in range(count):
            a = fma(spread(weights[j]), load(k, places[j] * size + f), a)
        store(target, f, fma(step, head(a, end - f), load(y, f)))  # held states stay as they are
        f += VECTOR


def _add_work(method, row, m, flowing):
    """The same of the work, which no stage but the last one needs."""
    y, k, step, lanes = m.y, m.k, by_lanes(m.step, m.run.shape[0]), m.y.shape[1]
    weights, places, size = method.weights[row], method.places[row], m.k.shape[1]
    a, last = spread(0.0), (y.shape[0] - 1) * lanes
    for j in range(method.counts[row]):
        a = fma(spread(weights[j]), load(k, places[j] * size + flowing * lanes), a)
    store(m.new, last, fma(step, a, load(y, last)))


def _move_by_new_speeds(model, lanes, work, m):
    """Speeds (and the rest) by their rates, then coordinates by the rates of the new speeds."""
    y, k, new, moved, step = m.y, m.k, m.new, work.moved, by_lanes(m.step, m.run.shape[0])
    width, n, nq, flowing = y.shape[1], y.shape[0], model.nq, model.flowing
    for f in range(0, flowing * width, VECTOR):
        store(new, f, fma(step, head(load(k, f), flowing * width - f), load(y, f)))
    last = (n - 1) * width
    store(new, last, fma(step, load(k, flowing * width), load(y, last)))
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
