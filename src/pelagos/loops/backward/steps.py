"""The steps of a run once more, and backward: the discrete adjoint of explicit Runge-Kutta steps.

A step is y' = P(y + h sum b_j k_j) with k_j = f(Y_j) and Y_j = y + h sum a_ji k_i, where P makes
quaternions unit ones and goes back to the constraints. Weights of y' go back through P and b to
the rates k, from each k_j by the program `reverse` to its stage Y_j and to the numbers p, and from
Y_j through a to the rates before: Hager 2000, Runge-Kutta methods in optimal control and the
transformed adjoint system. An integral over time is summed by the same weights b. Where samples are
taken, weights of what they set go back to the state before.
"""

from __future__ import annotations

from pelagos.kernels.loops import loop
from pelagos.loops.backward.constraints import (
    add_found,
    back_to_constraints,
    reverse_rates,
    turn_back,
    way_back,
)
from pelagos.loops.backward.data import Sweep
from pelagos.loops.backward.samples import reverse_samples, take_samples
from pelagos.loops.data import Lanes, Model, Work
from pelagos.loops.method import Method
from pelagos.loops.projection import choose_rows, normalise, project
from pelagos.loops.queries import PROJECTIONS
from pelagos.loops.rates import evaluate
from pelagos.loops.stages import HAIR

__all__ = ["Lanes", "Method", "Model", "Sweep", "Work"]  # named in signatures


@loop("Model Lanes Work Sweep Method Int Int")
def replay(model, lanes, work, s, method, first, end):
    """Take the steps first..end again from the state s.y and keep their stages."""
    last, size, flowing = method.b.shape[0] - 1, model.size, model.flowing
    for step in range(first, end):
        rows, fresh = (step - first) * (last + 1), _is_fresh(s, step)
        _begin(model, lanes, work, s, step, first)
        if step == first or fresh:
            s.now[0] = _start_of(s, step)
            evaluate(model, lanes, work, s.now, s.y, s.k[0])
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
                    if s.returned[step]:
                        project(model, lanes, work, s.now, s.x, PROJECTIONS)
                    evaluate(model, lanes, work, s.now, s.x, s.k[i])
        for v in range(flowing):
            s.y[v, 0] = s.x[v, 0]
        for q in range(model.quaternions.shape[0]):
            normalise(s.y, model.quaternions[q], 0)
        s.now[0] = _end_of(s, step)
        if model.restore:
            project(model, lanes, work, s.now, s.y, PROJECTIONS)
        if step + 1 < end and not s.landed[step]:
            evaluate(model, lanes, work, s.now, s.y, s.k[0])


def _begin(model, lanes, work, s, step, first):
    """Choose rows of the constraints and take the samples that are due."""
    row, fresh = step - first, _is_fresh(s, step)
    if model.restore and (row == 0 or fresh):
        s.now[0] = s.times[step]
        choose_rows(model, lanes, work, s.now, s.y)
    for r in range(s.active.shape[1]):
        s.active[row, r] = work.active[r, 0]
    for g in range(s.ticks.shape[1]):
        s.ticks[row + 1, g] = s.ticks[row, g]
    if fresh and s.ticks.shape[1]:
        s.now[0] = s.times[step]
        take_samples(model, lanes, work, s, row)


@loop("Model Lanes Work Sweep Method Int Int")
def go_back(model, lanes, work, s, method, first, end):
    """Bring the weights at the end of the steps first..end back to their beginning."""
    last, flowing, size = method.b.shape[0] - 1, model.flowing, model.size
    for behind in range(end - first):
        step = end - 1 - behind
        rows, h = (step - first) * (last + 1), s.times[step + 1] - s.times[step]
        if model.restore:
            s.now[0] = _end_of(s, step)
            _set_place(s, s.stages[rows + last])
            for j in range(model.quaternions.shape[0]):
                normalise(s.place, model.quaternions[j], 0)
            visited = way_back(model, lanes, work, s)
            back_to_constraints(model, lanes, work, s, visited, s.weights)
        for j in range(model.quaternions.shape[0]):
            turn_back(s.weights, s.stages[rows + last], model.quaternions[j])
        for v in range(flowing):
            s.back[last, v] = s.weights[v]
        for under in range(1, last + 1):
            i = last - under
            for v in range(flowing):
                s.changes[v] = 0.0
            for j in range(i + 1, last + 1):
                weight = h * method.a[j, i]
                if weight != 0.0:
                    for v in range(flowing):
                        s.changes[v] += weight * s.back[j, v]
            share = h * method.a[last, i]
            s.x[size + flowing, 0] = share * s.of_integral
            s.now[0] = _start_of(s, step) if i == 0 else _time_of(s, method, step, i)
            returned = s.returned[step] != 0 and i > 0
            if not returned:
                _use_rows(work, s, step - first)
            value = _reverse_stage(model, lanes, work, s, s.stages[rows + i], returned)
            s.integral[0] += share * value
            for v in range(flowing):
                s.back[i, v] = s.own[v]
            for v in range(s.count):
                s.weights[v] += s.own[v]
        if _is_fresh(s, step) and s.ticks.shape[1]:
            s.now[0] = s.times[step]
            reverse_samples(model, lanes, work, s, step - first, s.stages[rows])


def _reverse_stage(model, lanes, work, s, row, returned):
    """Weights s.changes of the rates at a stage: to s.own, s.gradient; gives the integrand."""
    visited = 0
    _set_place(s, row)
    if returned:
        visited = way_back(model, lanes, work, s)
    reverse_rates(model, lanes, work, s)
    value = s.found[s.count + s.moved, 0]
    for v in range(s.count):
        s.own[v] = 0.0
    add_found(s, s.own)
    if returned:
        back_to_constraints(model, lanes, work, s, visited, s.own)
    return value


def _use_rows(work, s, row):
    """Let constraints be held by the rows that a step had chosen."""
    for r in range(s.active.shape[1]):
        work.active[r, 0] = s.active[row, r]


def _set_place(s, row):
    for v in range(row.shape[0]):
        s.place[v, 0] = row[v]


def _is_fresh(s, step):
    """Whether a step begins on a stop, where inputs may jump and samples may be due."""
    return True if step == 0 else s.landed[step - 1] != 0


def _start_of(s, step):
    """The time of the first stage: a hair after a stop."""
    return s.times[step] * (1.0 + HAIR) if _is_fresh(s, step) else s.times[step]


def _time_of(s, method, step, i):
    """The time of another stage."""
    begin, c = s.times[step], method.c[i]
    return _end_of(s, step) if c == 1.0 else begin + c * (s.times[step + 1] - begin)


def _end_of(s, step):
    """Where a step ends; a hair before a stop."""
    return s.times[step + 1] * (1.0 - HAIR) if s.landed[step] else s.times[step + 1]
