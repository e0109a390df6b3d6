"""Back onto the constraint manifold: coordinates first, then speeds.

The least change, in the metric of the mass matrix, that removes residuals c and rates dc/dt:
s = -M^-1 J^T G^+ c, repeated, because c is not linear; then u changes by -M^-1 J^T G^+ dc/dt.
Lanes whose residuals are small enough are left alone, so that no lane depends on another.
"""

from __future__ import annotations

import numpy as np

from pelagos.kernels.loops import loop, program
from pelagos.loops.data import AFFECTED, AT, FIRST_ROW, ROWS, VECTOR, Lanes, Model, Work
from pelagos.loops.pseudo_inverse import (
    CHOICE,
    DISPLACEMENTS,
    SPEEDS,
    solve_rows,
    unit_responses_place,
    wanted_place,
)
from pelagos.loops.queries import RestoredRows, States
from pelagos.loops.rates import add_unit_responses, want_tangents
from pelagos.loops.vectors import head, load, store

__all__ = ["Lanes", "Model", "RestoredRows", "States", "Work", "project", "restore"]

GOOD = 1e-13  # m or rad: residuals below this are rounding
LARGEST = 0.3  # rad or m: longest move of one iteration, for starts far from the manifold


def choose_rows(model, lanes, work, t, x):
    """Residuals and rows at a state; note which of the loose ones are independent there."""
    program(model.restore, t, x, lanes.numbers, work.y, work.s)
    solve_rows(work, model.restored, CHOICE)


def project(model, lanes, work, t, x, iterations):
    """Project the state x onto the constraints, in place; choose the independent rows there."""
    choose_rows(model, lanes, work, t, x)
    for _ in range(iterations):
        if not are_off(model, work):
            break
        correct(model, work, DISPLACEMENTS)
        displace(model, lanes, work, t, x)
        choose_rows(model, lanes, work, t, x)
    if model.restore_tangent:
        _lay_tangent(model, lanes, work, t, x)
    correct(model, work, SPEEDS)
    moved, correction, width = work.moved, work.correction, x.shape[1]
    for v in range(model.nv):
        for lane in range(width):
            moved[model.size + v, lane] = correction[v * width + lane]
    if model.restore_tangent:
        _differentiate(model, lanes, work, t, x, SPEEDS, 1.0)
        for v in range(model.nv):
            for lane in range(width):
                x[model.judged + model.nq + v, lane] += correction[v * width + lane]
    for v in range(model.nv):
        for lane in range(width):
            x[model.nq + v, lane] += moved[model.size + v, lane]


def _lay_tangent(model, lanes, work, t, x):
    """Let the tangent of projected coordinates lie in the manifold.

    Residuals that are rounding ask for no change of a state, but those of its neighbours do.
    """
    moved, correction, width, n = work.moved, work.correction, x.shape[1], model.size
    _differentiate(model, lanes, work, t, x, DISPLACEMENTS, 0.0)
    for lane in range(width):
        for i in range(n):
            moved[i, lane] = x[i, lane]
        for v in range(model.nv):
            moved[n + v, lane] = 0.0
            moved[n + model.nv + v, lane] = correction[v * width + lane]
    program(model.shift, t, moved, lanes.numbers, work.tangent, work.s)
    for lane in range(width):
        for i in range(model.nq):
            x[model.judged + i, lane] += work.tangent[model.nq + i, lane]


def _differentiate(model, lanes, work, t, x, kind, share):
    """work.correction: how the change of least energy moves with the state.

    With h and g the change and what is wanted at held forces f, by dh + R G^+ dg; share: 0 where
    no change was made, so that f counts as zero.
    """
    given, forces, y, n, width = work.x, work.row_forces, work.y, model.size, x.shape[1]
    for lane in range(width):
        for i in range(n):
            given[i, lane] = x[i, lane]
        for row in range(model.loose_rows):
            given[n + row, lane] = share * forces[row, lane]
    program(model.restore_tangent, t, given, lanes.numbers, work.tangent, work.s)
    loose, moves, off = model.loose_rows, moves_place(model), 0
    if kind == SPEEDS:
        off, moves = 1, moves + model.nv
    want_tangents(work, model.restored, kind, off * loose)
    for v in range(model.nv):
        for lane in range(width):
            y[moves + v, lane] = work.tangent[2 * loose + off * model.nv + v, lane]
    correct(model, work, kind)


def are_off(model, work):
    """Mark lanes whose residuals are more than rounding in work.scale; whether there are any."""
    y, scale, anything = work.y, work.scale, False
    for lane in range(y.shape[1]):
        scale[lane] = 0.0
        for row in range(model.held_rows):
            if abs(y[row, lane]) > GOOD:
                scale[lane], anything = 1.0, True
    return anything


def correct(model, work, kind):
    """work.correction: the least change of speeds, or displacement, that removes what is wrong.

    work.row_forces are the impulses of loose rows that make it.
    """
    table, y, correction = model.restored, work.y, work.correction
    moves = moves_place(model)
    if kind == SPEEDS:
        moves += model.nv
    width = y.shape[1]
    count = model.nv * width
    for f in range(0, count, VECTOR):
        store(correction, f, head(load(y, moves * width + f), count - f))
    solve_rows(work, table, kind)
    add_unit_responses(work, table, model.moved, kind, correction)


def moves_place(model):
    """Where the moves of welded bodies begin in the outputs of `Model.restore`: last."""
    table, end = model.restored, model.held_rows
    for c in range(table.shape[0]):
        n = table[c, ROWS]
        end = unit_responses_place(table[c, AT], n, SPEEDS) + n * table[c, AFFECTED]
    return end


def shorten(model, work):
    """work.scale: which part of a long displacement is taken."""
    correction, scale, width = work.correction, work.scale, work.y.shape[1]
    for lane in range(width):
        longest = 0.0
        for v in range(model.nv):
            longest = max(longest, abs(correction[v * width + lane]))
        scale[lane] *= LARGEST / longest if longest > LARGEST else 1.0


def displace(model, lanes, work, t, x):
    """Move the coordinates of the lanes that need it by work.correction."""
    moved, correction, scale, y = work.moved, work.correction, work.scale, work.y
    width, n = x.shape[1], model.size
    shorten(model, work)
    for lane in range(width):
        for i in range(n):
            moved[i, lane] = x[i, lane]
        for v in range(model.nv):
            moved[n + v, lane] = scale[lane] * correction[v * width + lane]
    if model.restore_tangent:
        _differentiate(model, lanes, work, t, x, DISPLACEMENTS, 1.0)
        for lane in range(width):
            for v in range(model.nv):
                moved[n + model.nv + v, lane] = scale[lane] * correction[v * width + lane]
    program(model.shift, t, moved, lanes.numbers, y, work.s)
    for lane in range(width):
        if scale[lane] != 0.0:
            for i in range(model.nq):
                x[i, lane] += y[i, lane]
            if model.restore_tangent:
                for i in range(model.nq):
                    x[model.judged + i, lane] += y[model.nq + i, lane]
            for k in range(model.quaternions.shape[0]):
                if model.restore_tangent:
                    turn_tangent(x, model.quaternions[k], model.judged, lane)
                normalise(x, model.quaternions[k], lane)


def normalise(x, q, lane):
    """Bring a quaternion back to the unit sphere."""
    length = 0.0
    for k in range(4):
        length += x[q + k, lane] ** 2
    scale = 1.0 / np.sqrt(length)
    for k in range(4):
        x[q + k, lane] *= scale


def turn_tangent(x, q, off, lane):
    """How the unit quaternion moves when that at q moves by the numbers so many rows below."""
    length = along = 0.0
    for k in range(4):
        length += x[q + k, lane] ** 2
        along += x[q + k, lane] * x[q + off + k, lane]
    scale = 1.0 / np.sqrt(length)
    for k in range(4):
        x[q + off + k, lane] = scale * (x[q + off + k, lane] - x[q + k, lane] * along / length)


@loop("Model Lanes Work States RestoredRows")
def restore(model, lanes, work, states, found):
    """Project the first of the states and tell how far it is from the constraints then."""
    x, y, n = found.x, work.y, min(states.x.shape[1], found.x.shape[0])
    for lane in range(x.shape[1]):
        work.time[lane] = states.times[0]
        for i in range(n):
            x[i, lane] = states.x[0, i]
    project(model, lanes, work, work.time, x, found.iterations)
    for row in range(model.loose_rows):
        found.impulses[row] = work.row_forces[row, 0]
    choose_rows(model, lanes, work, work.time, x)
    for row in range(model.held_rows):
        found.residuals[row] = y[row, 0]
    table = model.restored
    for c in range(table.shape[0]):
        rows = table[c, ROWS]
        wanted = wanted_place(table[c, AT], rows, SPEEDS)
        for r in range(rows):
            found.rates[table[c, FIRST_ROW] + r] = -y[wanted + r, 0]
    moves = moves_place(model) + model.nv
    for v in range(model.nv):
        found.moves[v] = y[moves + v, 0]
    found.rank[0] = work.rank[0] + model.held_rows - model.loose_rows
