"""Samples of states that are held in between: taken again, and backward."""

from __future__ import annotations

from pelagos.kernels.loops import program
from pelagos.loops.backward.constraints import add_found, reverse_forces
from pelagos.loops.backward.data import Sweep
from pelagos.loops.data import FIRST, FORCES, LAST, Lanes, Model, Work
from pelagos.loops.rates import evaluate

__all__ = ["Lanes", "Model", "Sweep", "Work"]  # named in signatures


def take_samples(model, lanes, work, s, row):
    """Set the states that are due at the start of a step, in s.y; note what they were before."""
    held = s.before.shape[1]
    for k in range(held):
        s.before[row, k] = s.y[model.flowing + k, 0]
    for g in range(s.ticks.shape[1]):
        if _is_due(model, s, row, g):
            s.ticks[row + 1, g] += 1.0
            _sample(model, lanes, work, s, s.y, g)


def reverse_samples(model, lanes, work, s, row, after):
    """Weights of the state behind the samples of a step become those of the state before them."""
    held, flowing, groups = s.before.shape[1], model.flowing, s.ticks.shape[1]
    for v in range(model.size):
        s.place[v, 0] = after[v]
    for k in range(held):
        s.place[flowing + k, 0] = s.before[row, k]
    for g in range(groups):
        if _is_due(model, s, row, g):
            for k in range(held):
                s.held_before[g, k] = s.place[flowing + k, 0]
            _sample(model, lanes, work, s, s.place, g)
    for behind in range(groups):
        g = groups - 1 - behind
        if _is_due(model, s, row, g):
            for k in range(held):
                s.place[flowing + k, 0] = s.held_before[g, k]
            _reverse_sample(model, lanes, work, s, g)


def _is_due(model, s, row, g):
    return model.starts[g] + s.ticks[row, g] / model.frequencies[g] <= s.now[0]


def _feels(model, g):
    return model.samplers[g, FORCES] != 0 and model.loose_rows > 0


def _sample(model, lanes, work, s, y, g):
    """Set the states of a sampler in y."""
    _give(model, lanes, work, s, y, g)
    program(model.samples[g], s.now, s.x, lanes.numbers, work.y, work.s)
    first, last = model.samplers[g, FIRST], model.samplers[g, LAST]
    for a in range(first, last):
        y[model.assignments[a], 0] = work.y[a - first, 0]


def _give(model, lanes, work, s, y, g):
    """A state to the programs, and the forces of loose rows where a sampler feels them."""
    if _feels(model, g):
        evaluate(model, lanes, work, s.now, y, work.dx)
        for r in range(model.loose_rows):
            s.x[model.size + r, 0] = work.row_forces[r, 0]
    for v in range(model.size):
        s.x[v, 0] = y[v, 0]


def _reverse_sample(model, lanes, work, s, g):
    """Weights of the states that a sampler sets to those of the state that it looks at."""
    first, last, behind = model.samplers[g, FIRST], model.samplers[g, LAST], model.size
    _give(model, lanes, work, s, s.place, g)
    if _feels(model, g):
        behind += model.loose_rows
    for a in range(first, last):
        place = model.assignments[a]
        s.x[behind + a - first, 0] = s.weights[place]
        s.weights[place] = 0.0
    program(s.reverse_samples[g], s.now, s.x, lanes.numbers, s.found, s.scratch)
    add_found(s, s.weights)
    if _feels(model, g):
        reverse_forces(model, lanes, work, s, s.count + s.moved)
        add_found(s, s.weights)
