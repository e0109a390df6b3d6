"""A fixed point x = g(x) by passes that learn from the ones before (Anderson 1965).

The gap r = g(x) - x of each pass is explained, as far as it goes, by differences of earlier gaps;
the differences of the x that made them are taken back, and what is left is added as it is. Where g
is linear that is a Krylov method, and converges whether or not plain passes would.
"""

from __future__ import annotations

import numpy as np

from pelagos.loops.lattice.data import HISTORY

NEW = 1e-3  # share of a difference that earlier ones must leave for it to teach anything


def weight(k, size):
    """Wrenches in one unit: moments over a length."""
    return 1.0 if k % 6 < 3 else 1.0 / size


def _note(air, lane, count):
    """Remember the difference to the pass before; this pass is the next one's before."""
    slot, size = air.learnt[lane] % HISTORY, air.size[lane]
    for k in range(count):
        gap = weight(k, size) * (air.answer[lane, k] - air.guess[lane, k])
        if air.passes[lane] > 0:
            air.steps[lane, slot, k] = air.guess[lane, k] - air.last_guess[lane, k]
            air.gaps[lane, slot, k] = gap - air.last_gap[lane, k]
        air.last_guess[lane, k], air.last_gap[lane, k] = air.guess[lane, k], gap
    if air.passes[lane] > 0:
        air.learnt[lane] += 1


def _orthogonal(air, lane, count):
    """Orthonormal gaps, the newest first, with the steps that belong to them; how many."""
    bases, leads, kept = air.bases, air.leads, 0
    for back in range(min(air.learnt[lane], HISTORY)):
        slot = (air.learnt[lane] - 1 - back) % HISTORY
        whole = 0.0
        for k in range(count):
            bases[kept, k], leads[kept, k] = air.gaps[lane, slot, k], air.steps[lane, slot, k]
            whole += bases[kept, k] ** 2
        for other in range(kept):
            along = 0.0
            for k in range(count):
                along += bases[other, k] * bases[kept, k]
            for k in range(count):
                bases[kept, k] -= along * bases[other, k]
                leads[kept, k] -= along * leads[other, k]
        left = 0.0
        for k in range(count):
            left += bases[kept, k] ** 2
        if left > NEW**2 * whole:
            length = np.sqrt(left)
            for k in range(count):
                bases[kept, k] /= length
                leads[kept, k] /= length
            kept += 1
    return kept


def mix(air, lane):
    """The guess of the next pass, from the answer to this one."""
    count, size = air.guess.shape[1], air.size[lane]
    _note(air, lane, count)
    kept = _orthogonal(air, lane, count)
    for k in range(count):
        air.answer[lane, k] = air.last_gap[lane, k]  # what is left to explain
    for b in range(kept):
        along = 0.0
        for k in range(count):
            along += air.bases[b, k] * air.answer[lane, k]
        for k in range(count):
            air.answer[lane, k] -= along * air.bases[b, k]
            air.guess[lane, k] -= along * air.leads[b, k]
    for k in range(count):
        air.guess[lane, k] += air.answer[lane, k] / weight(k, size)


def gap(air, lane):
    """How far the answer is from the guess, over their size."""
    total = whole = 0.0
    for k in range(air.guess.shape[1]):
        unit = weight(k, air.size[lane])
        total += (unit * (air.answer[lane, k] - air.guess[lane, k])) ** 2
        whole += (unit * air.answer[lane, k]) ** 2
    return 0.0 if total == 0.0 else np.sqrt(total / whole)
