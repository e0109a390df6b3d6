"""Intervals of multiple shooting: states at their ends, each along one direction of its beginning.

Every pair of an interval and a direction is a run of its own, of a few fixed steps; runs stand side
by side in lanes. The programs are those of `programs.shooting`: the state of a lane has what flows,
its tangent, that of the integral, and the integral (`programs.tangent.TangentLayout`).
"""

from __future__ import annotations

from pelagos.kernels.bundle import Bundle, Int, Int1, Real1, Real2, Real3
from pelagos.kernels.loops import loop
from pelagos.loops.data import VECTOR, Lanes, LaneState, Model, Work
from pelagos.loops.method import Method
from pelagos.loops.rates import evaluate
from pelagos.loops.sampling import copy_rows
from pelagos.loops.stages import take_stages
from pelagos.loops.vectors import load, store

__all__ = ["LaneState", "Lanes", "Method", "Model", "Work"]  # named in signatures


class Shots(Bundle):
    """Where intervals begin, along which directions, and where they end."""

    times: Real1  # (interval,): at their beginnings
    steps: Real1  # (interval,): length of a step
    count: Int  # steps in each interval
    states: Real2  # (interval, flowing)
    values: Real2  # (interval, moved): numbers of p that are given
    places: Int1  # (moved,): where they stand
    rates: Int1  # (moved,): where their rates stand
    directions: Real3  # (interval or 1, direction, flowing + moved)
    ends: Real2  # (interval, flowing + 1): states, then the integral
    slopes: Real3  # (interval, direction, flowing + 1)


@loop("Model Lanes Work Method LaneState Shots")
def shoot(model, lanes, work, method, m, s):
    """Go to the ends of all intervals along all directions."""
    width, last, many = m.run.shape[0], method.b.shape[0] - 1, s.directions.shape[1]
    total = s.times.shape[0] * many
    for first in range(0, total, width):
        for lane in range(width):
            _load(model, lanes, m, s, min(first + lane, total - 1), lane)
        for row in range(work.active.shape[0]):
            for lane in range(width):
                work.active[row, lane] = 1.0
        evaluate(model, lanes, work, m.t, m.y, m.k[0])
        for _ in range(s.count):
            take_stages(model, lanes, work, method, m)
            copy_rows(m.new, m.y)
            _go_on(m, last)
        for lane in range(min(width, total - first)):
            _keep(model, m, s, first + lane, lane)


def _load(model, lanes, m, s, run, lane):
    """Put the beginning of a run into its lane."""
    many, flowing = s.directions.shape[1], model.judged
    i, d = run // many, run % many
    state, values = s.states[i], s.values[i]
    along = s.directions[i if s.directions.shape[0] > 1 else 0, d]
    m.t[lane], m.step[lane] = s.times[i], s.steps[i]
    for v in range(flowing):
        m.y[v, lane], m.y[flowing + v, lane] = state[v], along[v]
    m.y[2 * flowing, lane] = m.y[2 * flowing + 1, lane] = 0.0
    for k in range(values.shape[0]):
        lanes.numbers[s.places[k], lane] = values[k]
        lanes.numbers[s.rates[k], lane] = along[flowing + k]


def _go_on(m, last):
    """The last stage is the first one of the next step."""
    k, size = m.k, m.k.shape[1]
    for f in range(0, size, VECTOR):
        store(k, f, load(k, last * size + f))
    store(m.t, 0, load(m.t, 0) + load(m.step, 0))


def _keep(model, m, s, run, lane):
    """Take the end of a run from its lane."""
    many, flowing = s.directions.shape[1], model.judged
    i, d = run // many, run % many
    ends, slopes = s.ends[i], s.slopes[i, d]
    for v in range(flowing):
        slopes[v] = m.y[flowing + v, lane]
    slopes[flowing] = m.y[2 * flowing, lane]
    if d == 0:
        for v in range(flowing):
            ends[v] = m.y[v, lane]
        ends[flowing] = m.y[2 * flowing + 1, lane]
