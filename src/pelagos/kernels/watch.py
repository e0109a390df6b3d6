"""Conditions in lanes: looked at after a step, when all bodies are known at its end."""

from __future__ import annotations

import numpy as np

from pelagos.compiled.conditions import FACTS, ORIGIN, SPIN, VELOCITY
from pelagos.compiled.layout import POSE, STATE
from pelagos.kernels import arena  # noqa: F401 (names the bundles in signatures)
from pelagos.kernels.entry import entry, inlined
from pelagos.kernels.evaluate import run_signals
from pelagos.kernels.lanes import WIDTH
from pelagos.kernels.rows import View
from pelagos.kernels.trace import kernel

SHORT_OF = 0.9  # of the way to where a condition would be met at its present rate


@kernel(WIDTH)
def _note(pose, body, facts):
    """The numbers of one body that conditions may use."""
    placed, velocity = View(POSE, pose).pose, View(STATE, body).velocity
    for start, numbers in (
        (0, placed.R),
        (ORIGIN, placed.p),
        (VELOCITY, placed.R @ velocity.v),
        (SPIN, placed.R @ velocity.w),
    ):
        for k, number in enumerate(numbers, start):
            facts[k] = number


@entry("Model Lanes Work Real1 Real2")
def look(model, lanes, work, t, x):
    """The registers of all conditions, after an evaluation at t and x."""
    count, end = x.shape[0] - 1, model.program.shape[0]  # all of the state but the work
    if model.bodiless == end:
        return
    for i in range(count):
        for lane in range(WIDTH):
            work.seen[i, lane] = x[i, lane]
    for b in range(1, model.tree.shape[0] + 1):
        _note((work.poses, b), (work.state, b), (work.seen, count + FACTS * b))
    run_signals(model, lanes, work, t, work.seen, model.bodiless, end)


@inlined
def note_margins(model, work, plan, m, lane, step):
    """After a step: keep the next one short of where an approached condition would be met.

    A condition may hold for a moment only, as that of two points which pass each other.
    """
    m.longest[lane] = np.inf
    for k in range(plan.armed.shape[0]):
        condition = plan.armed[k]
        margin = work.registers[model.watched[condition], lane]
        rate = (m.margins[condition, lane] - margin) / step
        m.margins[condition, lane] = margin
        if rate > 0.0:
            left = max(SHORT_OF * margin / rate, plan.finest)
            m.longest[lane] = min(m.longest[lane], left)


@inlined
def first_met(model, work, plan, lane):
    """The first armed condition that holds, or -1."""
    for k in range(plan.armed.shape[0]):
        condition = plan.armed[k]
        if work.registers[model.watched[condition], lane] < 0.0:
            return condition
    return -1
