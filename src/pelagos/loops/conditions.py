"""Conditions in lanes: looked at after a step, at the state where it ends."""

from __future__ import annotations

import numpy as np

from pelagos.kernels.loops import program

SHORT_OF = 0.9  # of the way to where a condition would be met at its present rate


def find_met(model, lanes, work, plan, m, x):
    """In m.met the first armed condition of each lane that holds at x, or -1.

    work.y then has the margins of all conditions.
    """
    program(model.margins, m.stage_time, x, lanes.numbers, work.y, work.s)
    margins, met = work.y, m.met
    for lane in range(met.shape[0]):
        met[lane] = -1
        for k in range(plan.armed.shape[0] - 1, -1, -1):
            if margins[plan.armed[k], lane] < 0.0:
                met[lane] = plan.armed[k]


def note_margins(work, plan, m, lane, step):
    """After a step: keep the next one short of where an approached condition would be met.

    A condition may hold for a moment only, as that of two points which pass each other.
    """
    m.longest[lane] = np.inf
    for k in range(plan.armed.shape[0]):
        condition = plan.armed[k]
        margin = work.y[condition, lane]
        rate = (m.margins[condition, lane] - margin) / step
        m.margins[condition, lane] = margin
        if rate > 0.0:
            left = max(SHORT_OF * margin / rate, plan.finest)
            m.longest[lane] = min(m.longest[lane], left)
