"""Rates of the state: the robot's program, and what forces of loose constraint rows add to it."""

from __future__ import annotations

from pelagos.kernels.loops import program
from pelagos.loops.data import (
    AFFECTED,
    AT,
    FIRST_AFFECTED,
    FIRST_ROW,
    ROWS,
    VECTOR,
    Lanes,
    Model,
    Work,
)
from pelagos.loops.pseudo_inverse import (
    FORCES,
    solve_rows,
    unit_responses_place,
    wanted_place,
)
from pelagos.loops.vectors import fma, head, load, spread, store

__all__ = [
    "Lanes",
    "Model",
    "Work",
    "add_unit_responses",
    "evaluate",
    "want_tangents",
]  # bundles: named in signatures


def evaluate(model, lanes, work, t, x, dx):
    """Rates of what flows and of the work; prescribed joints have none. All are (row, lane)."""
    if model.components.shape[0]:
        program(model.rates, t, x, lanes.numbers, work.y, work.s)
        _constrain(model, work, dx)
        if model.tangent:
            _constrain_tangent(model, lanes, work, t, x, dx)
    else:
        program(model.rates, t, x, lanes.numbers, dx, work.s)


def _constrain(model, work, dx):
    """Forces of all loose rows, and the rates with them."""
    y, count = work.y, (model.flowing + 1) * work.y.shape[1]
    for f in range(0, count, VECTOR):
        store(dx, f, head(load(y, f), count - f))
    solve_rows(work, model.components, FORCES)
    add_unit_responses(work, model.components, model.affected, FORCES, dx)


def _constrain_tangent(model, lanes, work, t, x, dx):
    """How rates move: with h and g the rates and wants at held forces, by dh + R G^+ dg.

    Behind the state in work.x are left the forces, and how they move.
    """
    given, found, forces, n = work.x, work.tangent, work.row_forces, model.size
    width, loose, judged = work.y.shape[1], model.loose_rows, model.judged
    for lane in range(width):
        for i in range(n):
            given[i, lane] = x[i, lane]
        for row in range(loose):
            given[n + row, lane] = forces[row, lane]
    program(model.tangent, t, given, lanes.numbers, found, work.s)
    for i in range(judged + 1):
        for lane in range(width):
            dx[(judged + i) * width + lane] = found[i, lane]
    want_tangents(work, model.components, FORCES, judged + 1)
    solve_rows(work, model.components, FORCES)
    add_unit_responses(work, model.components, model.affected_tangents, FORCES, dx)
    for row in range(loose):
        for lane in range(width):
            given[n + loose + row, lane] = forces[row, lane]
            forces[row, lane] = given[n + row, lane]


def want_tangents(work, table, kind, first):
    """Let the components want what work.tangent has from a row on."""
    y, found = work.y, work.tangent
    for c in range(table.shape[0]):
        n = table[c, ROWS]
        place, source = wanted_place(table[c, AT], n, kind), first + table[c, FIRST_ROW]
        for r in range(n):
            for lane in range(y.shape[1]):
                y[place + r, lane] = found[source + r, lane]


def add_unit_responses(work, table, listed, kind, target):
    """Add to rows of the target what the forces of all components change there."""
    y, forces, spaced, change = work.y, work.row_forces, work.forces, work.change
    lanes = y.shape[1]
    for c in range(table.shape[0]):
        n, count, first = table[c, ROWS], table[c, AFFECTED], table[c, FIRST_ROW]
        unit_responses = unit_responses_place(table[c, AT], n, kind)
        for r in range(n):
            for k in range(VECTOR):
                spaced[r * VECTOR + k] = forces[first + r, k % lanes]
        for f in range(0, count * lanes, VECTOR):
            total = spread(0.0)
            for r in range(n):
                response = load(y, (unit_responses + r * count) * lanes + f)
                total = fma(load(spaced, r * VECTOR), response, total)
            store(change, f, total)
        for i in range(count):
            row = listed[table[c, FIRST_AFFECTED] + i]
            for lane in range(lanes):
                target[row * lanes + lane] += change[i, lane]
