"""Is a step good enough? The estimated error decides; an accepted step gives its samples."""

from __future__ import annotations

import numpy as np

from pelagos.kernels.entry import entry, inlined
from pelagos.kernels.lane_queue import end_met, end_run
from pelagos.kernels.marching import FINISHED, NON_FINITE, STEP_LIMIT, STEP_TOO_SMALL
from pelagos.kernels.stages import interpolates, is_located

# Step control, as in Hairer, Norsett and Wanner 1993, section II.4.
SAFETY, SHRINK_MOST, GROW_MOST = 0.9, 0.2, 5.0
DOUBLE_BELOW = 1.0 / 64.0  # error below which steps are doubled, if they are
SMALLEST = 1e-14  # smallest step relative to the time reached


@entry("Method Plan Runs Marcher Int Int2 Int1 Int Int")
def judge(method, plan, runs, m, count, driven, quaternions, lane, met):
    """Accept or reject the step of one lane; `met` is a condition that holds at its end, or -1.

    Prescribed joints have no error, and a robot may have no others: their work stands for them.
    """
    run = m.run[lane]
    runs.steps[run, 2] += method.b.shape[0] - 1
    if method.a.shape[0] > method.b.shape[0] and interpolates(plan, runs, m, lane):
        runs.steps[run, 2] += method.a.shape[0] - method.b.shape[0]
    error = _error(method, plan, m, count, lane)
    if driven.shape[0] and method.adaptive:
        work = _own_error(method, plan, m, m.y.shape[0] - 1, lane)
        error = work if work > error else error
    finite = np.isfinite(error)
    if finite and error <= 1.0:
        if met >= 0 or m.long[lane] > 0.0:
            ends_there = met >= 0 and m.long[lane] > 0.0 and is_located(m, lane)
            if not ends_there:
                _narrow(m, lane, met)
                return
        runs.steps[run, 0] += 1
        m.error[lane] = error
        accept(method, plan, runs, m, quaternions, lane)
        if met >= 0 and m.run[lane] >= 0:
            end_met(runs, m, lane, met)
        return
    m.short[lane] = m.long[lane] = 0.0
    runs.steps[run, 1] += 1
    m.h[lane] = m.step[lane] * (_step_factor(method, error) if finite else SHRINK_MOST)
    if m.h[lane] <= SMALLEST * max(abs(m.t[lane]), 1.0) or not method.adaptive:
        runs.bad[run] = (
            _worst(method, plan, m, count, lane) if finite else _first_bad(method, m, count, lane)
        )
        end_run(runs, m, lane, STEP_TOO_SMALL if finite else NON_FINITE)
    elif runs.steps[run, 0] + runs.steps[run, 1] >= plan.max_steps:
        end_run(runs, m, lane, STEP_LIMIT)


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
    total = low = 0.0
    last = method.b.shape[0] - 1
    for i in range(count):
        new = m.new[i, lane]
        total += 0.0 * (new + m.k[last, i, lane])  # NaN if anything is not finite
        if method.adaptive:
            own = abs(_element_error(method.e, plan, m, i, lane))
            if not method.halving:
                total += own**2
            elif own > total:
                total = own
            if method.e_low.shape[0]:
                low += _element_error(method.e_low, plan, m, i, lane) ** 2
    if method.halving:
        return total
    return np.sqrt(_together(total, low) / max(count, 1))


@inlined
def _together(square, low):
    """The square of an estimate, with that of a second one of lower order.

    |e| becomes |e| |e| / sqrt(|e|^2 + 0.01 |low|^2), of the order of the solution: Hairer, Norsett
    and Wanner 1993, equation II.10.17.
    """
    return square * square / (square + 0.01 * low) if low > 0.0 else square


@inlined
def _own_error(method, plan, m, i, lane):
    """The size of the error of one element of the state, over what is allowed."""
    own = abs(_element_error(method.e, plan, m, i, lane))
    if method.e_low.shape[0]:
        low = _element_error(method.e_low, plan, m, i, lane)
        own = np.sqrt(_together(own * own, low * low))
    return own


@inlined
def _element_error(weights, plan, m, i, lane):
    """An estimate of the error of one element of the state, over what is allowed."""
    estimate = 0.0
    for j in range(weights.shape[0]):
        estimate += weights[j] * m.k[j, i, lane]
    scale = plan.atol + plan.rtol * max(abs(m.y[i, lane]), abs(m.new[i, lane]))
    return m.step[lane] * estimate / scale


@inlined
def _worst(method, plan, m, count, lane):
    """The element of the state with the largest error, as n + element: its rate is to blame."""
    worst, largest = -1, -1.0
    for i in range(count):
        error = _own_error(method, plan, m, i, lane)
        if error > largest:
            worst, largest = i, error
    return m.y.shape[0] + worst


@inlined
def _first_bad(method, m, count, lane):
    """The first non-finite number met: element of the state, n + element of its rate, or -1."""
    n, last = m.y.shape[0], method.b.shape[0] - 1
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
def accept(method, plan, runs, m, quaternions, lane):
    run, stop, error = m.run[lane], m.next[lane], m.error[lane]
    landed = m.step[lane] >= stop - m.t[lane]
    new_time = stop if landed else m.t[lane] + m.step[lane]
    _write_samples(method, plan, runs, m, quaternions, lane, new_time)
    if plan.pauses and runs.done[run] >= plan.samples.shape[0]:
        m.held[lane] = 1
        return
    last = method.b.shape[0] - 1
    for i in range(m.y.shape[0]):
        m.y[i, lane] = m.new[i, lane]
        m.k[0, i, lane] = m.k[last, i, lane]
    m.t[lane] = new_time
    if method.adaptive:
        wish = m.step[lane] * _step_factor(method, error)
        # a step cut short by a stop says little about the next one
        m.h[lane] = max(wish, m.h[lane]) if landed else wish
    if landed and stop >= plan.end:
        end_run(runs, m, lane, FINISHED)
    elif runs.steps[run, 0] + runs.steps[run, 1] >= plan.max_steps:
        end_run(runs, m, lane, STEP_LIMIT)
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
    if method.dense.shape[0] == 0:
        last = method.b.shape[0] - 1
        f0, f1 = m.k[0, i, lane], m.k[last, i, lane]
        bend = (1.0 - 2.0 * x) * (new - y) + (x - 1.0) * h * f0 + x * h * f1
        return (1.0 - x) * y + x * new + x * (x - 1.0) * bend
    total = 0.0
    for j in range(method.dense.shape[0]):
        weight = 0.0
        for power in range(method.dense.shape[1] - 1, -1, -1):
            weight = x * (method.dense[j, power] + weight)
        total += m.k[j, i, lane] * weight
    return y + h * total
