"""What is read off given states: their rates, and all that a result holds.

States are many and independent, so they are taken side by side: here a lane is a sample.
"""

from __future__ import annotations

from pelagos.kernels.loops import loop, program
from pelagos.loops.data import Lanes, Model, Work
from pelagos.loops.projection import project
from pelagos.loops.queries import PROJECTIONS, ObservationRows, Rates, States
from pelagos.loops.rates import evaluate

__all__ = ["Lanes", "Model", "ObservationRows", "Rates", "States", "Work"]  # named in signatures


def _load(work, states, first):
    """Samples first, first + 1, ... into the lanes; the last one fills the rest."""
    # fields are read once: the compiler must assume that a store may change the bundle
    times, given, time, x = states.times, states.x, work.time, work.x
    last, count = times.shape[0] - 1, min(given.shape[1], x.shape[0])
    for lane in range(time.shape[0]):
        sample = min(first + lane, last)
        time[lane] = times[sample]
        for i in range(count):
            x[i, lane] = given[sample, i]


@loop("Model Lanes Work States ObservationRows")
def observe(model, lanes, work, states, found):
    """Everything that can be read off the states; all lanes hold the same robot."""
    count, width, n = states.times.shape[0], work.time.shape[0], model.size
    seen, y = found.seen, work.y
    for first in range(0, count, width):
        _load(work, states, first)
        if model.restore:
            # samples between steps are interpolated: back onto the constraints
            project(model, lanes, work, work.time, work.x, PROJECTIONS)
        if model.components.shape[0]:
            evaluate(model, lanes, work, work.time, work.x, work.dx)
            for row in range(model.loose_rows):
                for lane in range(width):
                    work.x[n + row, lane] = work.row_forces[row, lane]
        program(model.observe, work.time, work.x, lanes.numbers, y, work.s)
        for lane in range(min(width, count - first)):
            for i in range(seen.shape[1]):
                seen[first + lane, i] = y[i, lane]


@loop("Model Lanes Work States Rates")
def rates(model, lanes, work, states, found):
    """dx of the states."""
    count, width, dx = states.times.shape[0], work.time.shape[0], found.dx
    for first in range(0, count, width):
        _load(work, states, first)
        evaluate(model, lanes, work, work.time, work.x, work.dx)
        for lane in range(min(width, count - first)):
            for i in range(dx.shape[1]):
                dx[first + lane, i] = work.dx[i * width + lane]
