"""Data of questions to the equations of motion: states, and what is read off them."""

from __future__ import annotations

import numpy as np

from pelagos.kernels.bundle import Bundle, Int, Int1, Real1, Real2
from pelagos.loops.data import Model, rows_of

# Newton steps back onto the constraints after each step in time: the start is near.
PROJECTIONS = 4


class States(Bundle):
    """Independent states, taken as lanes."""

    times: Real1  # (sample,)
    x: Real2  # (sample, n): coordinates, speeds and perhaps more that is not looked at


class Rates(Bundle):
    """Rates of the states."""

    dx: Real2  # (sample, n)


class RestoredRows(Bundle):
    """A state put back onto its constraints."""

    iterations: Int  # at most so many Newton steps
    x: Real2  # (n, lane)
    residuals: Real1  # (held rows,)
    rates: Real1  # (loose rows,)
    moves: Real1  # (nv,): change of speeds that welds would still ask for
    impulses: Real1  # (loose rows,): of the last change of speeds, N s or N m s
    rank: Int1  # (1,): independent rows among the held ones


class ObservationRows(Bundle):
    """What the program `observe` gives for each sample."""

    seen: Real2  # (sample, outputs)


def room_to_observe(model: Model, samples: int) -> ObservationRows:
    return ObservationRows(seen=np.zeros((samples, model.outputs)))


def room_to_restore(model: Model, lanes: int, iterations: int) -> RestoredRows:
    """An answer of `restore` to come."""
    return RestoredRows(
        iterations=iterations,
        x=rows_of(model.size, lanes),
        residuals=np.zeros(model.held_rows),
        rates=np.zeros(model.loose_rows),
        moves=np.zeros(model.nv),
        impulses=np.zeros(model.loose_rows),
        rank=np.zeros(1),
    )
