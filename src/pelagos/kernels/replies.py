"""Replies of a tree to unit forces of its constraints, in lanes: G = J M^-1 J^T.

On top of the articulated-body factors each row costs one more pass through the tree: the response
of all accelerations to a unit of its force. That gives G column by column.
"""

from __future__ import annotations

from pelagos.compiled.constraints import CODE, FACTORS, FIRST_ROW, ROWS, SIDE_A, SIDE_B, TERMS
from pelagos.compiled.layout import AXIS, ROW, STATE
from pelagos.compiled.tree import PARENT, Q_START, RELEASE, RELEASES, V_START
from pelagos.compiled.tree import ROW as ROW_OF
from pelagos.equations.algebra import Force
from pelagos.equations.constraints import COUPLING
from pelagos.kernels.constraint_rows import couple
from pelagos.kernels.entry import entry, inlined
from pelagos.kernels.lanes import WIDTH
from pelagos.kernels.rows import View
from pelagos.kernels.trace import kernel, kernel_by_kind
from pelagos.kernels.welds import hung_replies

ROUNDING = 1e-12  # a sum below this share of its terms is none


@entry("Model Lanes Work Real2")
def responses(model, lanes, work, x):
    """Response of udot to a unit force of each row, and G = J M^-1 J^T."""
    for c in range(model.loose):
        entry_ = model.constraints[c]
        a, b = (work.state, entry_[SIDE_A]), (work.state, entry_[SIDE_B])
        for k in range(entry_[ROWS]):
            row = entry_[FIRST_ROW] + k
            _respond(model, lanes, work, x, c, row)
            _gram_column(model, lanes, work, row)
            _span_of_replies((work.rows, row), a, b, (work.solver, row))
    drop_immovable(model.loose_rows, work.gram, work.solver)


@inlined
def drop_immovable(count, gram, span):
    """Clear the rows of G that nothing moves: diagonals that are rounding of their own terms."""
    for row in range(count):
        for lane in range(WIDTH):
            if gram[row * count + row, lane] <= ROUNDING * span[row, lane]:
                for other in range(count):
                    gram[row * count + other, lane] = 0.0
                    gram[other * count + row, lane] = 0.0


@inlined
def _respond(model, lanes, work, x, c, row):
    """Unit force of one row through the tree; udot into work.replies[row]."""
    entry_ = model.constraints[c]
    clear_trial(model, work)
    if entry_[CODE] == COUPLING:
        for k in range(4):
            v = entry_[TERMS + 2 * k + 1]
            for lane in range(WIDTH):
                work.trial[v, lane] += lanes.constraint_numbers[c, FACTORS + k, lane]
    else:
        a, b = entry_[SIDE_A], entry_[SIDE_B]
        _push_unit((work.rows, row), (work.state, a), (work.state, b))
    push_inward(model, work, x)
    hung = model.hung
    for b in range(hung.shape[0]):
        v = hung[b, V_START]
        _reply_outward(
            hung[b, RELEASE],
            (work.state, hung[b, PARENT]),
            (work.state, hung[b, ROW_OF]),
            (x, hung[b, Q_START]),
            (work.axes, v),
            (work.replies, row * model.nv + v),
        )
    hung_replies(model, work, work.replies, row * model.nv)


@inlined
def clear_trial(model, work):
    """No trial wrench, no trial effort."""
    for b in range(model.hung.shape[0] + 1):
        _clear_push((work.state, b))
    for v in range(model.nv):
        for lane in range(WIDTH):
            work.trial[v, lane] = 0.0


@kernel(WIDTH)
def _clear_push(body):
    View(STATE, body).push = Force.zero()


@kernel(WIDTH)
def _push_unit(row, body_a, body_b):
    r = View(ROW, row)
    for body, wrench in ((body_a, r.wrench_a), (body_b, r.wrench_b)):
        inner = View(STATE, body)
        inner.push = inner.push - wrench


@entry("Model Work Real2")
def push_inward(model, work, x):
    """Pass trial wrenches and efforts inward."""
    hung = model.hung
    for b in range(hung.shape[0] - 1, -1, -1):
        v = hung[b, V_START]
        _push_inward(
            hung[b, RELEASE],
            (work.state, hung[b, PARENT]),
            (work.state, hung[b, ROW_OF]),
            (x, hung[b, Q_START]),
            (work.trial, v),
            (work.axes, v),
        )


@kernel_by_kind(WIDTH, RELEASES)
def _push_inward(release, parent, body, q, trial, axes):
    """Step 2 of the recursion for a trial wrench alone: bias forces pass, inertias are known."""
    joint, _ = release
    outer, inner = View(STATE, parent), View(STATE, body)
    force = inner.push
    for k, S in enumerate(joint.columns(q.first(joint.nq))):
        slot = View(AXIS, axes.part(k * AXIS.size))
        effort = trial[k] - force.dot(S)
        force = force + (effort * slot.d_inverse) * slot.U
        slot.trial = effort
    outer.push = outer.push + inner.pose.out_of(force)


@kernel_by_kind(WIDTH, RELEASES)
def _reply_outward(release, parent, body, q, axes, udot):
    """Step 3 for a trial wrench: accelerations per unit force."""
    joint, _ = release
    outer, inner = View(STATE, parent), View(STATE, body)
    reply = inner.pose.into(outer.reply)
    columns = joint.columns(q.first(joint.nq))
    for k in reversed(range(joint.nv)):
        slot = View(AXIS, axes.part(k * AXIS.size))
        rate = (slot.trial - slot.U.dot(reply)) * slot.d_inverse
        reply = reply + rate * columns[k]
        udot[k] = rate
    inner.reply = reply


@inlined
def _gram_column(model, lanes, work, column):
    """G[:, column] from the replies of the bodies (or speeds) that each row looks at."""
    count = model.loose_rows
    for c in range(model.loose):
        entry_ = model.constraints[c]
        for k in range(entry_[ROWS]):
            row = entry_[FIRST_ROW] + k
            if entry_[CODE] == COUPLING:
                place = row * count + column
                couple(model, lanes, work.replies, column * model.nv, c, work.gram, place)
            else:
                _row_of_replies(
                    (work.rows, row),
                    (work.state, entry_[SIDE_A]),
                    (work.state, entry_[SIDE_B]),
                    (work.gram, row * count + column),
                )


@kernel(WIDTH)
def _row_of_replies(row, body_a, body_b, result):
    r = View(ROW, row)
    a, b = View(STATE, body_a).reply, View(STATE, body_b).reply
    result[0] = r.wrench_a.dot(a) + r.wrench_b.dot(b)


@kernel(WIDTH)
def _span_of_replies(row, body_a, body_b, result):
    """What each body does by itself; where the bodies move as one, the sum is rounding of this."""
    r = View(ROW, row)
    a, b = View(STATE, body_a).reply, View(STATE, body_b).reply
    result[0] = abs(r.wrench_a.dot(a)) + abs(r.wrench_b.dot(b))
