"""Samples inside of accepted steps."""

from __future__ import annotations

import numpy as np

from pelagos.loops.data import LaneState, Model, Plan, Runs
from pelagos.loops.method import Method

__all__ = ["LaneState", "Method", "Model", "Plan", "Runs"]  # named in signatures


def write_samples(model, method, plan, runs, m, lane, new_time):
    """Interpolate the state at every sample time inside the step."""
    while m.due[lane] <= new_time:
        _write_sample(model, method, plan, runs, m, lane)
        runs.done[m.run[lane]] += 1
        find_due(plan, runs, m, lane)


def find_due(plan, runs, m, lane):
    """The time of the next sample."""
    done = runs.done[m.run[lane]]
    m.due[lane] = plan.samples[done] if done < plan.samples.shape[0] else np.inf


def _write_sample(model, method, plan, runs, m, lane):
    """The next sample of a lane; quaternions are brought back to the unit sphere."""
    run, n, quaternions, flowing = m.run[lane], m.y.shape[0], model.quaternions, model.flowing
    sample = runs.done[run]
    x = (plan.samples[sample] - m.t[lane]) / m.step[lane]
    row = runs.out[run, sample]
    if x >= 1.0:
        for i in range(n):
            row[i] = m.new[i, lane]
    else:
        for i in range(flowing, n - 1):  # held in between
            row[i] = m.y[i, lane]
        if method.dense.shape[0] > 0:
            _find_weights(method, m, x)
        for i in range(flowing):
            row[i] = _between(method, m, lane, x, i, i)
        row[n - 1] = _between(method, m, lane, x, n - 1, flowing)
    for j in range(quaternions.shape[0]):
        q = quaternions[j]
        if model.judged < flowing:
            _turn_tangent(row, q, model.judged)
        length = np.sqrt(row[q] ** 2 + row[q + 1] ** 2 + row[q + 2] ** 2 + row[q + 3] ** 2)
        for k in range(4):
            row[q + k] /= length


def _turn_tangent(row, q, off):
    """How the unit quaternion moves when that at q moves by the numbers so many places behind."""
    length = along = 0.0
    for k in range(4):
        length += row[q + k] ** 2
        along += row[q + k] * row[q + off + k]
    for k in range(4):
        moved = row[q + off + k] - row[q + k] * along / length
        row[q + off + k] = moved / np.sqrt(length)


def _between(method, m, lane, x, i, rate):
    """An element of the state at the fraction x of the step; its rate has a row of its own."""
    h, at = m.step[lane], rate * m.y.shape[1] + lane
    y, k, weights = m.y[i, lane], m.k, m.dense
    if method.dense.shape[0] > 0:
        total = 0.0
        for j in range(method.dense.shape[0]):
            total += k[j, at] * weights[j]
        return y + h * total
    # a cubic through both ends of the step, with the rates there
    new, f0, f1 = m.new[i, lane], k[0, at], k[method.b.shape[0] - 1, at]
    bend = (1.0 - 2.0 * x) * (new - y) + (x - 1.0) * h * f0 + x * h * f1
    return (1.0 - x) * y + x * new + x * (x - 1.0) * bend


def _find_weights(method, m, x):
    """The weights of the method's own interpolation at the fraction x of the step, in m.dense."""
    weights = m.dense
    for j in range(method.dense.shape[0]):
        weights[j] = 0.0
        for power in range(method.dense.shape[1] - 1, -1, -1):
            weights[j] = x * (method.dense[j, power] + weights[j])
