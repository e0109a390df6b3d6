"""Samples inside of accepted steps."""

from __future__ import annotations

import numpy as np

from pelagos.loops.data import LaneState, Method, Plan, Runs

__all__ = ["LaneState", "Method", "Plan", "Runs"]  # named in signatures


def write_samples(method, plan, runs, m, quaternions, lane, new_time):
    """Interpolate the state at every sample time inside the step."""
    while m.due[lane] <= new_time:
        _write_sample(method, plan, runs, m, quaternions, lane)
        runs.done[m.run[lane]] += 1
        find_due(plan, runs, m, lane)


def find_due(plan, runs, m, lane):
    """The time of the next sample."""
    done = runs.done[m.run[lane]]
    m.due[lane] = plan.samples[done] if done < plan.samples.shape[0] else np.inf


def _write_sample(method, plan, runs, m, quaternions, lane):
    """The next sample of a lane; quaternions are brought back to the unit sphere."""
    run, n = m.run[lane], m.y.shape[0]
    sample = runs.done[run]
    x = (plan.samples[sample] - m.t[lane]) / m.step[lane]
    row = runs.out[run, sample]
    if x >= 1.0:
        for i in range(n):
            row[i] = m.new[i, lane]
    elif method.dense.shape[0] == 0:
        _hermite(method, m, lane, x, row)
    else:
        _polynomial(method, m, lane, x, row)
    for j in range(quaternions.shape[0]):
        q = quaternions[j]
        length = np.sqrt(row[q] ** 2 + row[q + 1] ** 2 + row[q + 2] ** 2 + row[q + 3] ** 2)
        for k in range(4):
            row[q + k] /= length


def _hermite(method, m, lane, x, row):
    """A cubic through both ends of the step, with the rates there."""
    h, lanes, last = m.step[lane], m.y.shape[1], method.b.shape[0] - 1
    for i in range(m.y.shape[0]):
        y, new = m.y[i, lane], m.new[i, lane]
        f0, f1 = m.k[0, i * lanes + lane], m.k[last, i * lanes + lane]
        bend = (1.0 - 2.0 * x) * (new - y) + (x - 1.0) * h * f0 + x * h * f1
        row[i] = (1.0 - x) * y + x * new + x * (x - 1.0) * bend


def _polynomial(method, m, lane, x, row):
    """By the weights of the method at the fraction x of the step."""
    h, lanes, weights, k, y = m.step[lane], m.y.shape[1], m.dense, m.k, m.y
    count = method.dense.shape[0]
    for j in range(count):
        weights[j] = 0.0
        for power in range(method.dense.shape[1] - 1, -1, -1):
            weights[j] = x * (method.dense[j, power] + weights[j])
    for i in range(y.shape[0]):
        total = 0.0
        for j in range(count):
            total += k[j, i * lanes + lane] * weights[j]
        row[i] = y[i, lane] + h * total
