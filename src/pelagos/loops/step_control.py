"""Is a step good enough? The estimated error decides, and chooses the next step.

All errors are weighed at once, by vectors; then each lane goes its own way. Squares are summed in
eight sums, of rows 0, 8, 16, ... and so on, which are added in order: the same for any number of
lanes.
"""

from __future__ import annotations

import numpy as np

from pelagos.loops.data import (
    FINISHED,
    NON_FINITE,
    STEP_LIMIT,
    STEP_TOO_SMALL,
    VECTOR,
    LaneState,
    Model,
    Plan,
    Runs,
)
from pelagos.loops.interpolation import write_samples
from pelagos.loops.lane_queue import end_met, end_of, end_run
from pelagos.loops.method import Method
from pelagos.loops.stages import ends_singular, interpolates, is_located
from pelagos.loops.vectors import (
    are_at_most,
    are_below,
    by_lanes,
    fma,
    head,
    larger,
    larger_or_nan,
    load,
    magnitude,
    power,
    root,
    smaller,
    spread,
    store,
    where_below,
    where_positive,
)

__all__ = ["LaneState", "Method", "Model", "Plan", "Runs"]  # named in signatures

# Step control, as in Hairer, Norsett and Wanner 1993, section II.4.
SAFETY, SHRINK_MOST, GROW_MOST = 0.9, 0.2, 5.0
DOUBLE_BELOW = 1.0 / 64.0  # error below which steps are doubled, if they are
LONGER, SHORTER = 1.4, 0.55  # in turns, where a step ends in a singular position
SMALLEST = 1e-14  # smallest step relative to the time reached


def judge(model, method, plan, runs, m):
    """Accept or reject the step of every lane; m.met is a condition that holds at its end, or -1.

    Lanes with an accepted step are noted in m.taken and go on to the new state.
    """
    _weigh_errors(method, plan, m, model.judged)
    _sum_errors(method, m, model.judged)
    lanes, watched = m.run.shape[0], plan.armed.shape[0] > 0 or plan.pauses
    if model.driven.shape[0] and method.adaptive:
        for lane in range(lanes):
            _count_work(method, plan, m, model.flowing, lane)
    _choose_growth(method, m)
    if model.restore:
        for lane in range(lanes):
            watched = watched or (m.run[lane] >= 0 and ends_singular(m, lane))
    if not watched and _is_plain(m, lanes) and _take_plain(method, plan, runs, m, model.flowing):
        return
    for lane in range(lanes):
        m.taken[lane] = 0.0
        if m.run[lane] >= 0:
            _judge_lane(model, method, plan, runs, m, lane)
    settle(model, method, plan, runs, m)


def _is_plain(m, lanes):
    """Whether all lanes take their step and nothing else happens: no stop, no sample."""
    t, step = load(m.t, 0), load(m.step, 0)
    plain = are_at_most(load(m.error, 0), spread(1.0), lanes)
    plain = plain and are_below(step, load(m.next, 0) - t, lanes)
    return plain and are_below(t + step, load(m.due, 0), lanes)


def _take_plain(method, plan, runs, m, flowing):
    """Take such a step in all lanes; False where a run has no more steps left."""
    run, steps, evaluations = m.run, runs.steps, method.b.shape[0] - 1
    for lane in range(run.shape[0]):
        if run[lane] >= 0 and steps[run[lane], 0] + steps[run[lane], 1] + 1 >= plan.max_steps:
            return False
    for lane in range(run.shape[0]):
        if run[lane] >= 0:
            steps[run[lane], 0] += 1
            _note_step(runs, m, lane, 0.0)
            _note_rows(m, lane)
            steps[run[lane], 2] += evaluations
    y, new, k, size = m.y, m.new, m.k, m.k.shape[1]
    last, work = evaluations * size, (m.y.shape[0] - 1) * m.y.shape[1]
    moves = by_lanes(m.step, run.shape[0])  # not in idle lanes, where a run may stand
    for f in range(0, flowing * m.y.shape[1], VECTOR):
        store(y, f, where_positive(moves, load(new, f), load(y, f)))
    store(y, work, where_positive(moves, load(new, work), load(y, work)))
    for f in range(0, size, VECTOR):
        store(k, f, load(k, last + f))
    store(m.taken, 0, spread(1.0))
    store(m.t, 0, load(m.t, 0) + load(m.step, 0))
    if method.adaptive:
        step = load(m.step, 0)
        store(m.h, 0, where_positive(step, step * load(m.growth, 0), load(m.h, 0)))
    return True


def _judge_lane(model, method, plan, runs, m, lane):
    run, steps = m.run[lane], runs.steps
    error = m.error[lane]
    steps[run, 2] += method.b.shape[0] - 1
    if method.a.shape[0] > method.b.shape[0] and interpolates(plan, m, lane):
        steps[run, 2] += method.a.shape[0] - method.b.shape[0]
    if error <= 1.0:  # finite
        if m.met[lane] >= 0 or m.long[lane] > 0.0:
            if not (m.met[lane] >= 0 and m.long[lane] > 0.0 and is_located(m, lane)):
                _narrow(m, lane)
                return
        if model.restore and method.adaptive and ends_singular(m, lane):
            steps[run, 1] += 1
            m.h[lane] = m.step[lane] * (LONGER if m.refused[lane] % 2 == 0 else SHORTER)
            m.refused[lane] += 1
            m.short[lane] = m.long[lane] = 0.0
            return
        steps[run, 0] += 1
        accept(model, method, plan, runs, m, lane)
        return
    finite = np.isfinite(error)
    m.refused[lane] += 1
    m.short[lane] = m.long[lane] = 0.0
    steps[run, 1] += 1
    m.h[lane] = m.step[lane] * (m.growth[lane] if finite else SHRINK_MOST)
    if m.h[lane] <= SMALLEST * max(abs(m.t[lane]), 1.0) or not method.adaptive:
        count = model.judged
        runs.bad[run] = (
            _worst(method, plan, m, count, lane) if finite else _first_bad(method, m, count, lane)
        )
        end_run(runs, m, lane, STEP_TOO_SMALL if finite else NON_FINITE)
    elif steps[run, 0] + steps[run, 1] >= plan.max_steps:
        end_run(runs, m, lane, STEP_LIMIT)


def _note_rows(m, lane):
    """What is known of the constraints' rows where a step ends holds where the next begins."""
    m.refused[lane] = 0
    m.weak[0, lane], m.ranks[0, lane] = m.weak[1, lane], m.ranks[1, lane]


def _note_step(runs, m, lane, landed):
    """When an accepted step began, whether it ended on a stop, how often it was refused before:
    where somebody asks for it."""
    run, room = m.run[lane], runs.began.shape[1]
    if room > 0:
        row = runs.began[run, (runs.steps[run, 0] - 1) % room]
        row[0], row[1], row[2] = m.t[lane], landed, 1.0 * m.refused[lane]


def _narrow(m, lane):
    """Note on which side of a condition the step ended, and try another."""
    if m.met[lane] >= 0:
        m.long[lane] = m.step[lane]
    else:
        m.short[lane] = m.step[lane]


def accept(model, method, plan, runs, m, lane):
    """Write the samples inside an accepted step; it is taken, or held where a plan pauses."""
    write_samples(model, method, plan, runs, m, lane, new_time(m, lane))
    if plan.pauses and runs.done[m.run[lane]] >= plan.samples.shape[0]:
        m.held[lane] = 1
    else:
        m.taken[lane] = 1.0


def new_time(m, lane):
    """Where the step ends: on a stop exactly, if it lands there."""
    stop, landed = m.next[lane], m.step[lane] >= m.next[lane] - m.t[lane]
    return stop if landed else m.t[lane] + m.step[lane]


def settle(model, method, plan, runs, m):
    """Go on to the new state in lanes that take their step."""
    y, new, lanes, last = m.y, m.new, m.y.shape[1], method.b.shape[0] - 1
    take_first_stage(m, last)
    where, work = by_lanes(m.taken, m.run.shape[0]), (y.shape[0] - 1) * lanes
    for f in range(0, model.flowing * lanes, VECTOR):
        store(y, f, where_positive(where, load(new, f), load(y, f)))
    store(y, work, where_positive(where, load(new, work), load(y, work)))
    for lane in range(m.run.shape[0]):
        if m.taken[lane] != 0.0:
            stop, run, before = m.next[lane], m.run[lane], m.t[lane]
            landed = m.step[lane] >= stop - before
            _note_step(runs, m, lane, 1.0 if landed else 0.0)
            _note_rows(m, lane)
            if method.adaptive:
                wish = m.step[lane] * m.growth[lane]
                # a step cut short by a stop says little about the next one
                m.h[lane] = max(wish, m.h[lane]) if landed else wish
            m.t[lane] = new_time(m, lane)
            m.step[lane] = m.t[lane] - before
            if landed and stop >= end_of(plan, run):
                end_run(runs, m, lane, FINISHED)
            elif runs.steps[run, 0] + runs.steps[run, 1] >= plan.max_steps:
                end_run(runs, m, lane, STEP_LIMIT)
            elif landed:
                m.fresh[lane] = 1
            if m.met[lane] >= 0 and m.run[lane] >= 0:
                end_met(runs, m, lane)


def take_first_stage(m, stage):
    """Rates of a stage become those of the first one where m.taken says so."""
    k, size = m.k, m.k.shape[1]
    where = by_lanes(m.taken, m.run.shape[0])
    for f in range(0, size, VECTOR):
        store(k, f, where_positive(where, load(k, stage * size + f), load(k, f)))


def _weigh_errors(method, plan, m, count):
    """Squares of weighted errors, or the largest, in m.sums; NaN where anything is not finite."""
    y, new, k, sums, step = m.y, m.new, m.k, m.sums, by_lanes(m.step, m.run.shape[0])
    scales = m.scales
    lanes, size = y.shape[1], k.shape[1]
    last, stages, end = (method.b.shape[0] - 1) * size, method.a.shape[0], VECTOR * lanes
    adaptive, halving, low = method.adaptive, method.halving, method.counts[stages + 1] > 0
    atol, rtol, slot = spread(plan.atol), spread(plan.rtol), 0
    for f in range(0, 2 * end if low else end, VECTOR):
        store(sums, f, spread(0.0))
    for f in range(0, count * lanes, VECTOR):
        reached, left = load(new, f), count * lanes - f
        finite = head(spread(0.0) * (reached + load(k, last + f)), left)
        total = load(sums, slot) + finite
        if adaptive:
            size_there = larger(magnitude(load(y, f)), magnitude(reached))
            scale = fma(rtol, larger(size_there, load(scales, f)), atol)
            own = head(step * _estimate(method, stages, k, size, f) / scale, left)
            total = larger(total, magnitude(own)) if halving else fma(own, own, total)
            if low:
                own = head(step * _estimate(method, stages + 1, k, size, f) / scale, left)
                store(sums, end + slot, fma(own, own, load(sums, end + slot)))
        store(sums, slot, total)
        slot = slot + VECTOR if slot + VECTOR < end else 0


def _estimate(method, row, k, size, f):
    """The weighted sum of stages in a row of the tableau."""
    weights, places, total = method.weights[row], method.places[row], spread(0.0)
    for j in range(method.counts[row]):
        total = fma(spread(weights[j]), load(k, places[j] * size + f), total)
    return total


def _sum_errors(method, m, count):
    """Root-mean-square of the weighted estimates, or the largest, in m.error."""
    sums, lanes, stages = m.sums, m.run.shape[0], method.a.shape[0]
    total = load(sums, 0)
    for r in range(1, VECTOR):  # of each vector the first numbers are those of the lanes
        own = load(sums, r * lanes)
        total = larger_or_nan(total, own) if method.halving else total + own
    if method.counts[stages + 1]:
        low = load(sums, VECTOR * lanes)
        for r in range(1, VECTOR):
            low = low + load(sums, (VECTOR + r) * lanes)
        total = where_positive(low, total * total / (total + spread(0.01) * low), total)
    error = total if method.halving else root(total / spread(1.0 * max(count, 1)))
    store(m.error, 0, error)


def _choose_growth(method, m):
    """What the next step is over this one, in m.growth."""
    error = load(m.error, 0)
    if method.halving:
        # twice the step has 32 times an error of fifth order: 1/64 leaves a margin
        larger_steps = where_below(error, spread(DOUBLE_BELOW), spread(2.0), spread(1.0))
        store(m.growth, 0, where_below(spread(1.0), error, spread(0.5), larger_steps))
    elif method.adaptive:
        growth = spread(SAFETY) * power(error, spread(-method.exponent))
        growth = where_positive(error, growth, spread(GROW_MOST))
        store(m.growth, 0, smaller(larger(growth, spread(SHRINK_MOST)), spread(GROW_MOST)))


def _count_work(method, plan, m, flowing, lane):
    """Prescribed joints have no error, and a robot may have no others: their work counts, too."""
    work = _own_error(method, plan, m, m.y.shape[0] - 1, flowing, lane)
    if work > m.error[lane]:
        m.error[lane] = work


def _together(square, low):
    """The square of an estimate, with that of a second one of lower order.

    |e| becomes |e| |e| / sqrt(|e|^2 + 0.01 |low|^2), of the order of the solution: Hairer, Norsett
    and Wanner 1993, equation II.10.17.
    """
    return square * square / (square + 0.01 * low) if low > 0.0 else square


def _own_error(method, plan, m, i, rate, lane):
    """The size of the error of one element of the state, whose rate has a row of its own, over
    what is allowed."""
    own = abs(_element_error(method.e, plan, m, i, rate, lane))
    if method.e_low.shape[0]:
        low = _element_error(method.e_low, plan, m, i, rate, lane)
        own = np.sqrt(_together(own * own, low * low))
    return own


def _element_error(weights, plan, m, i, rate, lane):
    """An estimate of the error of one element of the state, over what is allowed."""
    estimate = 0.0
    for j in range(weights.shape[0]):
        estimate += weights[j] * m.k[j, rate * m.y.shape[1] + lane]
    size = max(abs(m.y[i, lane]), abs(m.new[i, lane]))
    if i < m.scales.shape[0]:
        size = max(size, m.scales[i, lane])
    return m.step[lane] * estimate / (plan.atol + plan.rtol * size)


def _worst(method, plan, m, count, lane):
    """The element of the state with the largest error, as n + element: its rate is to blame."""
    worst, largest = -1, -1.0
    for i in range(count):
        error = _own_error(method, plan, m, i, i, lane)
        if error > largest:
            worst, largest = i, error
    return m.y.shape[0] + worst


def _first_bad(method, m, count, lane):
    """The first non-finite number met: element of the state, n + element of its rate, or -1."""
    n, last, lanes = m.y.shape[0], method.b.shape[0] - 1, m.y.shape[1]
    for stage in range(last + 1):
        if stage == last:  # evaluated at the new state
            for i in range(count):
                if not np.isfinite(m.new[i, lane]):
                    return i
        for i in range(count):
            if not np.isfinite(m.k[stage, i * lanes + lane]):
                return n + i
    return -1
