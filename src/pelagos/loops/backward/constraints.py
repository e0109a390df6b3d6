"""Weights through forces of constraint rows, and through the way back to the constraints.

What forces f = G^+ w make of h = a + R f moves by dh + R G^+ dg, with g = w - G f at held forces
(`programs.held_forces`). So weights c of h give weights G^+ R^T c of g, and a program takes both
back to the state.
"""

from __future__ import annotations

import numpy as np

from pelagos.kernels.loops import program
from pelagos.loops.backward.data import Sweep
from pelagos.loops.data import (
    AFFECTED,
    AT,
    FIRST_AFFECTED,
    FIRST_ROW,
    ROWS,
    Lanes,
    Model,
    Work,
)
from pelagos.loops.projection import are_off, choose_rows, correct, displace, shorten
from pelagos.loops.pseudo_inverse import (
    DISPLACEMENTS,
    FORCES,
    SPEEDS,
    solve_rows,
    unit_responses_place,
    wanted_place,
)
from pelagos.loops.queries import PROJECTIONS
from pelagos.loops.rates import evaluate

__all__ = ["Lanes", "Model", "Sweep", "Work"]  # named in signatures


def add_found(s, weights):
    """Add what a program has found to weights of a state and to the gradient."""
    for v in range(s.count):
        weights[v] += s.found[v, 0]
    for k in range(s.moved):
        s.gradient[k] += s.found[s.count + k, 0]


def reverse_rates(model, lanes, work, s):
    """Weights s.changes of the rates at s.place to s.found; that of an integrand is set in s.x."""
    behind, loose = model.size + model.flowing + 1, model.loose_rows
    _give(model, s)
    for v in range(model.flowing):
        s.x[model.size + v, 0] = s.changes[v]
    if model.components.shape[0]:
        s.changes[model.flowing] = 0.0  # the work
        evaluate(model, lanes, work, s.now, s.place, work.dx)
        _give_forces(work, s, behind, loose, 1.0)
        _weigh_changes(work, model.components, model.affected, FORCES, s.changes)
        _give_forces(work, s, behind + loose, loose, 1.0)
    program(s.reverse, s.now, s.x, lanes.numbers, s.found, s.scratch)


def reverse_forces(model, lanes, work, s, first):
    """Weights of forces of loose rows at s.place, in s.found from a row on, to s.found."""
    behind, loose, table = model.size + model.flowing + 1, model.loose_rows, model.components
    _give(model, s)
    for v in range(model.flowing + 1):
        s.x[model.size + v, 0] = 0.0
    evaluate(model, lanes, work, s.now, s.place, work.dx)
    _give_forces(work, s, behind, loose, 1.0)
    for c in range(table.shape[0]):
        wanted = wanted_place(table[c, AT], table[c, ROWS], FORCES)
        for r in range(table[c, ROWS]):
            work.y[wanted + r, 0] = s.found[first + table[c, FIRST_ROW] + r, 0]
    solve_rows(work, table, FORCES)
    _give_forces(work, s, behind + loose, loose, 1.0)
    program(s.reverse, s.now, s.x, lanes.numbers, s.found, s.scratch)


def way_back(model, lanes, work, s):
    """Project s.place and note in s.on_the_way where it was; how often it was displaced."""
    count = 0
    choose_rows(model, lanes, work, s.now, s.place)
    _note(s, 0)
    for _ in range(PROJECTIONS):
        if not are_off(model, work):
            break
        correct(model, work, DISPLACEMENTS)
        displace(model, lanes, work, s.now, s.place)
        choose_rows(model, lanes, work, s.now, s.place)
        count += 1
        _note(s, count)
    correct(model, work, SPEEDS)
    for v in range(model.nv):
        s.place[model.nq + v, 0] += work.correction[v]
    return count


def back_to_constraints(model, lanes, work, s, visited, weights):
    """Weights of a projected state become those of the state it was projected from."""
    _return_to(model, lanes, work, s, visited)
    correct(model, work, SPEEDS)
    for v in range(model.nv):
        s.changes[v] = weights[model.nq + v]
    _reverse_change(model, lanes, work, s, SPEEDS, 1.0, weights)
    # neighbours of a state with residuals that are rounding are displaced, too
    _reverse_displacement(model, lanes, work, s, 0.0, 1.0, weights)
    for behind in range(visited):
        _return_to(model, lanes, work, s, visited - 1 - behind)
        are_off(model, work)
        correct(model, work, DISPLACEMENTS)
        shorten(model, work)
        if model.quaternions.shape[0]:
            _turn_displaced(model, lanes, work, s, weights)
        _reverse_displacement(model, lanes, work, s, 1.0, work.scale[0], weights)


def _turn_displaced(model, lanes, work, s, weights):
    """Weights of unit quaternions become those of the quaternions that a displacement gave."""
    _give(model, s)
    for v in range(model.nv):
        s.x[model.size + v, 0] = work.scale[0] * work.correction[v]
    program(model.shift, s.now, s.x, lanes.numbers, s.found, s.scratch)
    for i in range(model.nq):
        s.changes[i] = s.place[i, 0] + s.found[i, 0]
    for j in range(model.quaternions.shape[0]):
        turn_back(weights, s.changes, model.quaternions[j])


def turn_back(weights, raw, q):
    """Weights of a unit quaternion become those of the quaternion it was made from."""
    length = along = 0.0
    for k in range(4):
        length += raw[q + k] ** 2
        along += raw[q + k] * weights[q + k]
    for k in range(4):
        weights[q + k] = (weights[q + k] - raw[q + k] * along / length) / np.sqrt(length)


def _reverse_displacement(model, lanes, work, s, made, part, weights):
    """Weights of coordinates that were displaced by a part of work.correction, if it was made."""
    n, nv = model.size, model.nv
    _give(model, s)
    for v in range(nv):
        s.x[n + v, 0] = made * part * work.correction[v]
    for i in range(model.nq):
        s.x[n + nv + i, 0] = weights[i]
    program(s.reverse_shift, s.now, s.x, lanes.numbers, s.found, s.scratch)
    for v in range(nv):
        s.changes[v] = part * s.found[s.count + s.moved + v, 0]
    add_found(s, weights)
    _reverse_change(model, lanes, work, s, DISPLACEMENTS, made, weights)


def _reverse_change(model, lanes, work, s, kind, made, weights):
    """Weights s.changes of the change of least energy at s.place, whose forces are known."""
    n, nv, loose, off = model.size, model.nv, model.loose_rows, 0
    if kind == SPEEDS:
        off = 1
    _give(model, s)
    _give_forces(work, s, n, loose, made)
    for i in range(2 * loose + 2 * nv):
        s.x[n + loose + i, 0] = 0.0
    _weigh_changes(work, model.restored, model.moved, kind, s.changes)
    _give_forces(work, s, n + loose + off * loose, loose, 1.0)
    for v in range(nv):
        s.x[n + 3 * loose + off * nv + v, 0] = s.changes[v]
    program(s.reverse_restore, s.now, s.x, lanes.numbers, s.found, s.scratch)
    add_found(s, weights)


def _weigh_changes(work, table, listed, kind, changes):
    """work.row_forces = G^+ R^T changes: weights of what the rows want."""
    y = work.y
    for c in range(table.shape[0]):
        n, count, first = table[c, ROWS], table[c, AFFECTED], table[c, FIRST_AFFECTED]
        wanted = wanted_place(table[c, AT], n, kind)
        responses = unit_responses_place(table[c, AT], n, kind)
        for r in range(n):
            total = 0.0
            for k in range(count):
                total += y[responses + r * count + k, 0] * changes[listed[first + k]]
            y[wanted + r, 0] = total
    solve_rows(work, table, kind)


def _give(model, s):
    """The state s.place to the programs."""
    for v in range(model.size):
        s.x[v, 0] = s.place[v, 0]


def _give_forces(work, s, first, loose, share):
    for r in range(loose):
        s.x[first + r, 0] = share * work.row_forces[r, 0]


def _note(s, row):
    for v in range(s.place.shape[0]):
        s.on_the_way[row, v] = s.place[v, 0]


def _return_to(model, lanes, work, s, row):
    for v in range(s.place.shape[0]):
        s.place[v, 0] = s.on_the_way[row, v]
    choose_rows(model, lanes, work, s.now, s.place)
