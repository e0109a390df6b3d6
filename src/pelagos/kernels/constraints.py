"""Constraints in lanes: rows at a state, response to unit forces, and the forces that keep them.

On top of the articulated-body factors each row costs one more pass through the tree: the response
of all accelerations to a unit of its force. That gives G = J M^-1 J^T column by column, and the
forces solve G f = wanted - J udot by pseudo-inverse (`kernels.pseudo_inverse`), so rows may be
redundant.
"""

from __future__ import annotations

from pelagos.compiled.constraints import (
    CHANNEL,
    CODE,
    DAMPING,
    FACTORS,
    FIRST_ROW,
    FRAME_A,
    FRAME_B,
    FREQUENCY,
    ROWS,
    SIDE_A,
    SIDE_B,
    TERMS,
)
from pelagos.compiled.layout import AXIS, POSE, ROW, STATE
from pelagos.compiled.tree import PARENT, Q_START, RELEASE, RELEASES, V_START
from pelagos.compiled.tree import ROW as ROW_OF
from pelagos.equations.algebra import Force
from pelagos.equations.constraints import COUPLING, RELATIONS, Coupling, Side, stabilised
from pelagos.equations.inertia import Pose
from pelagos.kernels.entry import entry, inlined
from pelagos.kernels.lanes import WIDTH
from pelagos.kernels.pseudo_inverse import pseudo_solve
from pelagos.kernels.rows import View
from pelagos.kernels.trace import kernel, kernel_by_kind
from pelagos.kernels.welds import clear_closing_rows, hung_replies, weld_forces

RESIDUAL, RATE = ROW["residual"].start, ROW["rate"].start
WANTED, FLOW, STILL = ROW["wanted"].start, ROW["flow"].start, ROW["still"].start
ROUNDING = 1e-12  # a sum below this share of its terms is none


@kernel_by_kind(WIDTH, RELATIONS)
def _relation(relation, numbers, inputs, pose_a, state_a, pose_b, state_b, rows):
    """All rows of one relation between two bodies."""
    sides = []
    for pose, state, start in ((pose_a, state_a, FRAME_A), (pose_b, state_b, FRAME_B)):
        body = View(STATE, state)
        frame = Pose.of([numbers[start + k] for k in range(Pose.size)])
        sides.append(Side(View(POSE, pose).pose, body.velocity, body.acceleration, frame))
    a, b = sides
    found = relation.rows(a, b, (), inputs.first(relation.inputs))
    for index, row in enumerate(found):
        slot = View(ROW, rows.part(index * ROW.size))
        slot.wrench_a, slot.wrench_b = row.wrench_a, row.wrench_b
        slot.residual, slot.rate = row.residual, row.rate
        slot.wanted = stabilised(row, numbers[FREQUENCY], numbers[DAMPING])
        slot.flow = row.wrench_a.dot(a.velocity) + row.wrench_b.dot(b.velocity)
        slot.still = row.wrench_a.dot(a.acceleration) + row.wrench_b.dot(b.acceleration)


@kernel(WIDTH)
def _coupling(numbers, inputs, q0, q1, q2, q3, u0, u1, u2, u3, rows):
    factors = [numbers[FACTORS + k] for k in range(Coupling.terms)]
    q, u = [r[0] for r in (q0, q1, q2, q3)], [r[0] for r in (u0, u1, u2, u3)]
    row = Coupling().row(factors, q, u, inputs.first(Coupling.inputs))
    slot = View(ROW, rows)
    slot.wrench_a, slot.wrench_b = row.wrench_a, row.wrench_b
    slot.residual, slot.rate, slot.still = row.residual, row.rate, 0.0
    slot.wanted = stabilised(row, numbers[FREQUENCY], numbers[DAMPING])
    slot.flow = row.rate + inputs[1]


@kernel(WIDTH)
def _still(parent, body):
    """Accelerations with udot = 0."""
    outer, inner = View(STATE, parent), View(STATE, body)
    inner.acceleration = inner.pose.into(outer.acceleration) + inner.bias


@kernel(WIDTH)
def _clear_push(body):
    View(STATE, body).push = Force.zero()


@kernel(WIDTH)
def _push_a(row, body):
    inner = View(STATE, body)
    inner.push = inner.push - View(ROW, row).wrench_a


@kernel(WIDTH)
def _push_b(row, body):
    inner = View(STATE, body)
    inner.push = inner.push - View(ROW, row).wrench_b


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


@kernel(WIDTH)
def _row_of_accelerations(row, body_a, body_b, result):
    """w . a of the bodies' present accelerations, minus what they have at udot = 0."""
    r = View(ROW, row)
    a, b = View(STATE, body_a).acceleration, View(STATE, body_b).acceleration
    result[0] = r.wrench_a.dot(a) + r.wrench_b.dot(b) - r.still


@kernel(WIDTH)
def _row_of_replies(row, body_a, body_b, result):
    r = View(ROW, row)
    a, b = View(STATE, body_a).reply, View(STATE, body_b).reply
    result[0] = r.wrench_a.dot(a) + r.wrench_b.dot(b)


@entry("Model Lanes Work Real2")
def constraint_rows(model, lanes, work, x):
    """All rows at a state; needs velocities, biases and world poses."""
    for b in range(model.tree.shape[0]):
        _still((work.state, model.tree[b, PARENT]), (work.state, b + 1))
    for c in range(model.constraints.shape[0]):
        entry_ = model.constraints[c]
        first, channel = entry_[FIRST_ROW], entry_[CHANNEL]
        if entry_[CODE] == COUPLING:
            q = (entry_[TERMS], entry_[TERMS + 2], entry_[TERMS + 4], entry_[TERMS + 6])
            u = (entry_[TERMS + 1], entry_[TERMS + 3], entry_[TERMS + 5], entry_[TERMS + 7])
            _coupling(
                (lanes.constraint_numbers, c),
                (work.signals, channel),
                (x, q[0]),
                (x, q[1]),
                (x, q[2]),
                (x, q[3]),
                (x, model.nq + u[0]),
                (x, model.nq + u[1]),
                (x, model.nq + u[2]),
                (x, model.nq + u[3]),
                (work.rows, first),
            )
        else:
            a, b = entry_[SIDE_A], entry_[SIDE_B]
            _relation(
                entry_[CODE],
                (lanes.constraint_numbers, c),
                (work.signals, channel),
                (work.poses, a),
                (work.state, a),
                (work.poses, b),
                (work.state, b),
                (work.rows, first),
            )


@kernel(WIDTH)
def _span_of_replies(row, body_a, body_b, result):
    """What each body does by itself; where the bodies move as one, the sum is rounding of this."""
    r = View(ROW, row)
    a, b = View(STATE, body_a).reply, View(STATE, body_b).reply
    result[0] = abs(r.wrench_a.dot(a)) + abs(r.wrench_b.dot(b))


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
        _push_a((work.rows, row), (work.state, entry_[SIDE_A]))
        _push_b((work.rows, row), (work.state, entry_[SIDE_B]))
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
                _couple(model, lanes, work.replies, column * model.nv, c, work.gram, place)
            else:
                _row_of_replies(
                    (work.rows, row),
                    (work.state, entry_[SIDE_A]),
                    (work.state, entry_[SIDE_B]),
                    (work.gram, row * count + column),
                )


@inlined
def _couple(model, lanes, speeds, offset, c, target, place):
    """target[place] = sum of factors times speeds of a coupling."""
    for lane in range(WIDTH):
        total = 0.0
        for k in range(4):
            v = model.constraints[c, TERMS + 2 * k + 1]
            total += lanes.constraint_numbers[c, FACTORS + k, lane] * speeds[offset + v, lane]
        target[place, lane] = total


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
                _couple(model, lanes, dx, nq, c, work.wanted, row)
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
                for term in range(4):
                    v = entry_[TERMS + 2 * term + 1]
                    for lane in range(WIDTH):
                        factor = lanes.constraint_numbers[c, FACTORS + term, lane]
                        work.tau[v, lane] += factor * work.row_forces[row, lane]
            else:
                a, b = entry_[SIDE_A], entry_[SIDE_B]
                _load((work.rows, row), (work.row_forces, row), (work.state, a), (work.state, b))


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
                    _couple(model, lanes, work.correction, 0, c, work.wrench, 0)
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
                for term in range(4):
                    v = entry_[TERMS + 2 * term + 1]
                    for lane in range(WIDTH):
                        factor = lanes.constraint_numbers[c, FACTORS + term, lane]
                        work.trial[v, lane] += factor * work.row_forces[row, lane]
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


@inlined
def largest_residual(model, work, rows, lane):
    """Largest absolute residual of the first `rows` rows."""
    largest = 0.0
    for row in range(rows):
        largest = max(largest, abs(work.rows[row, RESIDUAL, lane]))
    return largest
