"""The steps of a run once more, and backward: the discrete adjoint of explicit Runge-Kutta steps.

A step is y' = N(y + h sum b_j k_j) with k_j = f(Y_j) and Y_j = y + h sum a_ji k_i, where N makes
quaternions unit ones. Weights of y' go back through N and b to the rates k, from each k_j by the
program `reverse` to its stage Y_j and to the numbers p, and from Y_j through a to the rates before:
Hager 2000, Runge-Kutta methods in optimal control and the transformed adjoint system. An integral
over time is summed by the same weights b.
"""

from __future__ import annotations

import numpy as np

from pelagos.kernels.bundle import Bundle, Int, Int1, Real, Real1, Real2
from pelagos.kernels.loops import loop, program
from pelagos.loops.method import Method
from pelagos.loops.projection import normalise
from pelagos.loops.stages import HAIR

__all__ = ["Method", "Sweep"]


class Sweep(Bundle):
    """Steps between two checkpoints, and what has come back so far. All in one lane."""

    aligned = True

    rates: Int  # address: t, x, p -> rates of what flows and of the work
    reverse: Int  # address: t, x and weights, p -> weights of x, of moved numbers; the integrand
    flowing: Int
    moved: Int  # numbers of p whose weights are asked for
    of_integral: Real  # weight of the integral over time
    quaternions: Int1
    times: Real1  # (steps + 1,): where the steps of the run begin and end
    landed: Int1  # (steps,): 1 for a step that ends on a stop
    numbers: Real2  # (k, 1)
    now: Real1  # (1,): the time of a stage
    y: Real2  # (n, 1): the state between two steps
    x: Real2  # (n + flowing + 1, 1): a stage, and the weights of its rates
    k: Real2  # (stage, flowing + 1): rates
    stages: Real2  # (steps between checkpoints times stages, n): where they were evaluated
    found: Real2  # (outputs of reverse, 1)
    scratch: Real2
    weights: Real1  # (flowing,): of the state, on the way back
    back: Real2  # (stage, flowing): of the stages
    gradient: Real1  # (moved,)
    integral: Real1  # (1,)


@loop("Sweep Method Int Int")
def replay(s, method, first, end):
    """Take the steps first..end again from the state s.y and keep their stages."""
    last, size, flowing = method.b.shape[0] - 1, s.y.shape[0], s.flowing
    for step in range(first, end):
        rows = (step - first) * (last + 1)
        if step == first or s.landed[step - 1]:
            s.now[0] = _start_of(s, step)
            program(s.rates, s.now, s.y, s.numbers, s.k[0], s.scratch)
        h = s.times[step + 1] - s.times[step]
        for i in range(last + 1):
            row = s.stages[rows + i]
            for v in range(size):
                row[v] = s.x[v, 0] = s.y[v, 0]
            if i > 0:
                for j in range(method.counts[i]):
                    weight, rate = h * method.weights[i, j], s.k[method.places[i, j]]
                    for v in range(flowing):
                        row[v] += weight * rate[v]
                for v in range(flowing):
                    s.x[v, 0] = row[v]
                if i < last:
                    s.now[0] = _time_of(s, method, step, i)
                    program(s.rates, s.now, s.x, s.numbers, s.k[i], s.scratch)
        for v in range(flowing):
            s.y[v, 0] = s.x[v, 0]
        for q in range(s.quaternions.shape[0]):
            normalise(s.y, s.quaternions[q], 0)
        s.now[0] = s.times[step + 1]
        if step + 1 < end and not s.landed[step]:
            program(s.rates, s.now, s.y, s.numbers, s.k[0], s.scratch)


@loop("Sweep Method Int Int")
def go_back(s, method, first, end):
    """Bring the weights at the end of the steps first..end back to their beginning."""
    last, flowing, size = method.b.shape[0] - 1, s.flowing, s.y.shape[0]
    for behind in range(end - first):
        step = end - 1 - behind
        rows, h = (step - first) * (last + 1), s.times[step + 1] - s.times[step]
        _turn_back(s, s.stages[rows + last])
        for v in range(flowing):
            s.back[last, v] = s.weights[v]
        for under in range(1, last + 1):
            i = last - under
            at = s.stages[rows + i]
            for v in range(size):
                s.x[v, 0] = at[v]
            for v in range(flowing):
                s.x[size + v, 0] = 0.0
            for j in range(i + 1, last + 1):
                weight = h * method.a[j, i]
                if weight != 0.0:
                    for v in range(flowing):
                        s.x[size + v, 0] += weight * s.back[j, v]
            share = h * method.a[last, i]
            s.x[size + flowing, 0] = share * s.of_integral
            s.now[0] = _start_of(s, step) if i == 0 else _time_of(s, method, step, i)
            program(s.reverse, s.now, s.x, s.numbers, s.found, s.scratch)
            for v in range(flowing):
                s.back[i, v] = s.found[v, 0]
                s.weights[v] += s.found[v, 0]
            for v in range(s.moved):
                s.gradient[v] += s.found[flowing + v, 0]
            s.integral[0] += share * s.found[flowing + s.moved, 0]


def _turn_back(s, raw):
    """Weights of unit quaternions become those of the quaternions they were made from."""
    for j in range(s.quaternions.shape[0]):
        q, length, along = s.quaternions[j], 0.0, 0.0
        for k in range(4):
            length += raw[q + k] ** 2
            along += raw[q + k] * s.weights[q + k]
        for k in range(4):
            s.weights[q + k] = (s.weights[q + k] - raw[q + k] * along / length) / np.sqrt(length)


def _start_of(s, step):
    """The time of the first stage: a hair after a stop, where inputs may have jumped."""
    fresh = step == 0
    if step > 0:
        fresh = s.landed[step - 1] != 0
    return s.times[step] * (1.0 + HAIR) if fresh else s.times[step]


def _time_of(s, method, step, i):
    """The time of another stage; at the end of a step on a stop, a hair before it."""
    end, c = s.times[step + 1], method.c[i]
    if c == 1.0:
        return end * (1.0 - HAIR) if s.landed[step] else end
    return s.times[step] + c * (end - s.times[step])
