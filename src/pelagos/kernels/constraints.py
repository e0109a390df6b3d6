"""Forces of constraints, in lanes.

They solve G f = wanted - J udot by pseudo-inverse (`kernels.pseudo_inverse`), so rows may be
redundant.
"""

from __future__ import annotations

from pelagos.compiled.constraints import CODE, FACTORS, FIRST_ROW, ROWS, SIDE_A, SIDE_B, TERMS
from pelagos.compiled.layout import ROW, STATE
from pelagos.equations.constraints import COUPLING
from pelagos.kernels.constraint_rows import FLOW, STILL, WANTED, couple
from pelagos.kernels.entry import entry, inlined
from pelagos.kernels.lanes import WIDTH
from pelagos.kernels.pseudo_inverse import pseudo_solve
from pelagos.kernels.replies import clear_trial, push_inward
from pelagos.kernels.rows import View
from pelagos.kernels.trace import kernel
from pelagos.kernels.welds import clear_closing_rows, weld_forces


@kernel(WIDTH)
def _row_of_accelerations(row, body_a, body_b, result):
    """w . a of the bodies' present accelerations, minus what they have at udot = 0."""
    r = View(ROW, row)
    a, b = View(STATE, body_a).acceleration, View(STATE, body_b).acceleration
    result[0] = r.wrench_a.dot(a) + r.wrench_b.dot(b) - r.still


@inlined
def solve_rows(model, work):
    """work.row_forces = G^+ work.wanted."""
    pseudo_solve(
        model.loose_rows,
        work.gram,
        work.wanted,
        work.row_forces,
        work.solver,
        work.active,
        work.rank,
    )


@entry("Model Lanes Work Real2 Real2")
def constrain(model, lanes, work, x, dx):
    """Constraint forces, and the accelerations and power they add to dx."""
    nq, nv, last = model.nq, model.nv, dx.shape[0] - 1
    for c in range(model.loose):
        entry_ = model.constraints[c]
        for k in range(entry_[ROWS]):
            row = entry_[FIRST_ROW] + k
            if entry_[CODE] == COUPLING:
                couple(model, lanes, dx, nq, c, work.wanted, row)
            else:
                _row_of_accelerations(
                    (work.rows, row),
                    (work.state, entry_[SIDE_A]),
                    (work.state, entry_[SIDE_B]),
                    (work.wanted, row),
                )
            for lane in range(WIDTH):
                work.wanted[row, lane] = work.rows[row, WANTED, lane] - work.wanted[row, lane]
    solve_rows(model, work)
    for row in range(model.loose_rows):
        for lane in range(WIDTH):
            force = work.row_forces[row, lane]
            dx[last, lane] += force * work.rows[row, FLOW, lane]
            for v in range(nv):
                dx[nq + v, lane] += force * work.replies[row * nv + v, lane]


@entry("Model Lanes Work")
def apply_row_forces(model, lanes, work):
    """Put the constraint forces on the bodies, as applied forces; those of couplings into tau."""
    for c in range(model.constraints.shape[0]):
        entry_ = model.constraints[c]
        for k in range(entry_[ROWS]):
            row = entry_[FIRST_ROW] + k
            if entry_[CODE] == COUPLING:
                _push_coupling(model, lanes, work, c, row, work.tau)
            else:
                a, b = entry_[SIDE_A], entry_[SIDE_B]
                _load((work.rows, row), (work.row_forces, row), (work.state, a), (work.state, b))


@inlined
def _push_coupling(model, lanes, work, c, row, efforts):
    """The force of a coupling's row as efforts of its coordinates."""
    for term in range(4):
        v = model.constraints[c, TERMS + 2 * term + 1]
        for lane in range(WIDTH):
            factor = lanes.constraint_numbers[c, FACTORS + term, lane]
            efforts[v, lane] += factor * work.row_forces[row, lane]


@kernel(WIDTH)
def _load(row, force, body_a, body_b):
    r = View(ROW, row)
    for body, wrench in ((body_a, r.wrench_a), (body_b, r.wrench_b)):
        inner = View(STATE, body)
        inner.force = inner.force - force[0] * wrench


@inlined
def less_moved(model, lanes, work):
    """Take from work.wanted what the motion of welded bodies does to the loose rows already."""
    if model.welds.shape[0]:
        for c in range(model.loose):
            entry_ = model.constraints[c]
            for k in range(entry_[ROWS]):
                row = entry_[FIRST_ROW] + k
                if entry_[CODE] == COUPLING:
                    couple(model, lanes, work.correction, 0, c, work.wrench, 0)
                else:
                    _row_of_motions(
                        (work.rows, row),
                        (work.state, entry_[SIDE_A]),
                        (work.state, entry_[SIDE_B]),
                        (work.wrench, 0),
                    )
                for lane in range(WIDTH):
                    work.wanted[row, lane] -= work.wrench[0, lane]


@kernel(WIDTH)
def _row_of_motions(row, body_a, body_b, result):
    r = View(ROW, row)
    a, b = View(STATE, body_a).acceleration, View(STATE, body_b).acceleration
    result[0] = r.wrench_a.dot(a) + r.wrench_b.dot(b)


@entry("Model Lanes Work")
def push_loose_rows(model, lanes, work):
    """The forces of all loose rows as trial wrenches and efforts."""
    clear_trial(model, work)
    for c in range(model.loose):
        entry_ = model.constraints[c]
        for k in range(entry_[ROWS]):
            row = entry_[FIRST_ROW] + k
            if entry_[CODE] == COUPLING:
                _push_coupling(model, lanes, work, c, row, work.trial)
            else:
                a, b = entry_[SIDE_A], entry_[SIDE_B]
                _push((work.rows, row), (work.row_forces, row), (work.state, a), (work.state, b))


@kernel(WIDTH)
def _push(row, force, body_a, body_b):
    r = View(ROW, row)
    for body, wrench in ((body_a, r.wrench_a), (body_b, r.wrench_b)):
        inner = View(STATE, body)
        inner.push = inner.push - force[0] * wrench


@inlined
def want_accelerations(model, work):
    """What the rows of hanging welds ask of the accelerations, into work.wanted."""
    for row in range(model.loose_rows, model.held_rows):
        for lane in range(WIDTH):
            asked = work.rows[row, WANTED, lane] + work.rows[row, STILL, lane]
            work.wanted[row, lane] = asked


@entry("Model Lanes Work Real2 Real2 Int")
def settle_welds(model, lanes, work, x, rates, first):
    """Forces of the welds, when the forces of loose rows and all accelerations are known."""
    push_loose_rows(model, lanes, work)
    if model.loose:
        push_inward(model, work, x)
    weld_forces(model, lanes, work, rates, first)
    clear_closing_rows(model, work)
