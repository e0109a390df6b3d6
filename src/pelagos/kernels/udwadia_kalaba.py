"""Udwadia-Kalaba in lanes: elimination along the tree, loops by their own small Gram matrix.

The equations of `equations.block_elimination`, traced per joint kind. `work.dense` holds a block of
numbers for the world and each body (`compiled.blocks`). `state.push` collects minus the load of
each body and `work.trial` holds the joint efforts, so that one pair of sweeps answers the robot's
own loads and, just so, a unit force of a loop row.
"""

from __future__ import annotations

from pelagos.compiled.blocks import BLOCK, COMPLIANCE, INERTIA, STIFFNESS, WEIGHTS, WRENCH
from pelagos.compiled.constraints import CODE, FACTORS, FIRST_ROW, ROWS, SIDE_A, SIDE_B, TERMS
from pelagos.compiled.layout import BODY, ROW, STATE
from pelagos.compiled.tree import DRIVEN, KIND, PARENT, Q_START, RELEASE, RELEASES, V_START
from pelagos.compiled.tree import ROW as ROW_OF
from pelagos.compiled.welds import HUNG, SIDE, WELD_ROW
from pelagos.equations import block_elimination as be
from pelagos.equations.algebra import Force
from pelagos.equations.conditions import held_directions
from pelagos.equations.constraints import COUPLING, Coupling
from pelagos.equations.inertia import Inertia
from pelagos.equations.joints import JOINTS
from pelagos.kernels.constraint_rows import constraint_rows
from pelagos.kernels.constraints import solve_rows, want_accelerations
from pelagos.kernels.entry import entry, inlined
from pelagos.kernels.evaluate import begin, copy_rows
from pelagos.kernels.lanes import WIDTH
from pelagos.kernels.replies import drop_immovable
from pelagos.kernels.rows import View
from pelagos.kernels.sweeps import coordinate_rates, drive_sweep
from pelagos.kernels.trace import kernel, kernel_by_kind
from pelagos.kernels.welds import (
    SIDES,
    clear_closing_rows,
    hang,
    hold_of,
    hung_accelerations,
    push_hung,
    take_off,
    weld_power,
)

WANTED, FLOW, STILL = ROW["wanted"].start, ROW["flow"].start, ROW["still"].start
COUPLED = Coupling.terms


def _joint(release, q, rotor):
    """A joint at a state, as elimination meets it."""
    joint, with_rotor = release
    coordinates = q.first(joint.nq)
    inertias = rotor.first(joint.nv) if with_rotor else ()
    return be.Joint(held_directions(joint, coordinates), joint.columns(coordinates), inertias)


def _write(block, factors):
    for start, lower in ((COMPLIANCE, factors.compliance), (STIFFNESS, factors.stiffness)):
        for k, number in enumerate(x for row in lower for x in row):
            block[start + k] = number
    for k, weight in enumerate(factors.weights):
        block[WEIGHTS + k] = weight


def _read(block, held):
    """The factors of a joint with so many held directions."""
    weights = block.part(WEIGHTS).first(held)
    return be.Factors(_lower(block, COMPLIANCE, 6), _lower(block, STIFFNESS, held), weights)


def _lower(block, start, n):
    return [[block[start + i * (i + 1) // 2 + j] for j in range(i + 1)] for i in range(n)]


def _inertia(block):
    return Inertia.of([block[INERTIA + k] for k in range(Inertia.size)])


def _respond(release, body, q, rotor, efforts, y, block):
    """Acceleration, rates of the speeds and wrench, for the load in `push`."""
    joint, _ = release
    load = -body.push
    if joint.nv == 0:
        return y, (), be.welded(_inertia(block), y, load)
    met = _joint(release, q, rotor)
    return be.respond(_read(block, len(met.held)), met, y, load, efforts.first(joint.nv))


@kernel(WIDTH)
def _own_inertia(constants, block):
    for k, number in enumerate(View(BODY, constants).inertia):
        block[INERTIA + k] = number


@kernel_by_kind(WIDTH, RELEASES)
def _eliminate(release, body, q, rotor, parent, block):
    joint, _ = release
    felt = _inertia(block)
    if joint.nv:
        factors, felt = be.eliminate(felt, _joint(release, q, rotor))
        _write(block, factors)
    left = _inertia(parent) + joint.known(View(STATE, body).pose).carry(felt)
    for k, number in enumerate(left):
        parent[INERTIA + k] = number


@kernel_by_kind(WIDTH, RELEASES)
def _load_inward(release, parent, body, still, q, rotor, efforts, block):
    """Pass on what a joint transmits while the parent does not accelerate."""
    outer, inner = View(STATE, parent), View(STATE, body)
    joint, _ = release
    y = joint.known_bias(View(STATE, still).bias)
    _, _, wrench = _respond(release, inner, q, rotor, efforts, y, block)
    outer.push = outer.push + joint.known(inner.pose).out_of(wrench)


@kernel_by_kind(WIDTH, RELEASES)
def _answer_outward(release, parent, body, still, q, rotor, efforts, block, udot):
    """Accelerations, and the wrench through the joint."""
    outer, inner = View(STATE, parent), View(STATE, body)
    joint, _ = release
    carried = joint.known(inner.pose).into(outer.acceleration)
    y = carried + joint.known_bias(View(STATE, still).bias)
    a, rates, wrench = _respond(release, inner, q, rotor, efforts, y, block)
    inner.acceleration = a
    for k, rate in enumerate(rates):
        udot[k] = rate
    for k, number in enumerate(wrench):
        block[WRENCH + k] = number


@kernel(WIDTH)
def _own_load(body):
    inner = View(STATE, body)
    inner.push = inner.force


@kernel(WIDTH)
def _no_load(body):
    View(STATE, body).push = Force.zero()


@kernel(WIDTH)
def _load_row(row, force, body_a, body_b):
    r = View(ROW, row)
    for body, wrench in ((body_a, r.wrench_a), (body_b, r.wrench_b)):
        inner = View(STATE, body)
        inner.push = inner.push - force[0] * wrench


@kernel(WIDTH)
def _row_of_bodies(row, body_a, body_b, result):
    """w . a of both bodies."""
    r = View(ROW, row)
    a, b = View(STATE, body_a).acceleration, View(STATE, body_b).acceleration
    result[0] = r.wrench_a.dot(a) + r.wrench_b.dot(b)


@kernel(WIDTH)
def _span_of_bodies(row, body_a, body_b, result):
    """The same without cancellation."""
    r = View(ROW, row)
    a, b = View(STATE, body_a).acceleration, View(STATE, body_b).acceleration
    result[0] = abs(r.wrench_a.dot(a)) + abs(r.wrench_b.dot(b))


@kernel_by_kind(WIDTH, JOINTS)
def _drive_effort(joint, block, q, rotor, udot, efforts, tau):
    """What a prescribed motion takes beyond the other efforts at its joint, gears included."""
    wrench = Force.of([block[WRENCH + k] for k in range(6)])
    for k, S in enumerate(joint.columns(q.first(joint.nq))):
        tau[k] = wrench.dot(S) + rotor[k] * udot[k] - efforts[k]


@entry("Model Lanes Work Real2")
def eliminate_sweep(model, lanes, work, x):
    """Factors of all bodies, from the tips to the root; after `begin`."""
    for b in range(model.tree.shape[0]):
        _own_inertia((lanes.bodies, b), (work.dense, (b + 1) * BLOCK))
    hung = model.hung
    for b in range(hung.shape[0] - 1, -1, -1):
        _eliminate(
            hung[b, RELEASE],
            (work.state, hung[b, ROW_OF]),
            (x, hung[b, Q_START]),
            (lanes.rotor, hung[b, V_START]),
            (work.dense, hung[b, PARENT] * BLOCK),
            (work.dense, hung[b, ROW_OF] * BLOCK),
        )


@entry("Model Lanes Work Real2 Int Real2 Int")
def answer(model, lanes, work, x, moving, udot, first):
    """Accelerations under the loads in `push` and `trial`; udot into rows from `first` on.

    With `moving` 1 the bodies have their velocities; with 0 they are at rest, as for a unit force.
    """
    hung = model.hung
    for b in range(hung.shape[0] - 1, -1, -1):
        v, row = hung[b, V_START], hung[b, ROW_OF]
        _load_inward(
            hung[b, RELEASE],
            (work.state, hung[b, PARENT]),
            (work.state, row),
            (work.state, moving * row),  # the world's bias is zero
            (x, hung[b, Q_START]),
            (lanes.rotor, v),
            (work.trial, v),
            (work.dense, row * BLOCK),
        )
    for b in range(hung.shape[0]):
        v, row = hung[b, V_START], hung[b, ROW_OF]
        _answer_outward(
            hung[b, RELEASE],
            (work.state, hung[b, PARENT]),
            (work.state, row),
            (work.state, moving * row),
            (x, hung[b, Q_START]),
            (lanes.rotor, v),
            (work.trial, v),
            (work.dense, row * BLOCK),
            (udot, first + v),
        )
    hung_accelerations(model, work, udot, first)


@inlined
def _take_own_loads(model, work):
    for b in range(model.tree.shape[0]):
        _own_load((work.state, b + 1))
    copy_rows(work.tau, work.trial)


@inlined
def _take_no_loads(model, work):
    for b in range(model.tree.shape[0]):
        _no_load((work.state, b + 1))
    for v in range(model.nv):
        for lane in range(WIDTH):
            work.trial[v, lane] = 0.0


@inlined
def _add_row(model, lanes, work, c, row):
    """The force of one row onto the bodies or joints it acts on."""
    entry_ = model.constraints[c]
    if entry_[CODE] == COUPLING:
        for k in range(COUPLED):
            v = entry_[TERMS + 2 * k + 1]
            for lane in range(WIDTH):
                factor = lanes.constraint_numbers[c, FACTORS + k, lane]
                work.trial[v, lane] += factor * work.row_forces[row, lane]
    else:
        _load_row(
            (work.rows, row),
            (work.row_forces, row),
            (work.state, entry_[SIDE_A]),
            (work.state, entry_[SIDE_B]),
        )


@inlined
def _rows_of(model, lanes, work, udot, first, target, start, stride):
    """What the rows make of the present accelerations: A a, at target[start + stride * row]."""
    for c in range(model.loose):
        entry_ = model.constraints[c]
        for k in range(entry_[ROWS]):
            row = entry_[FIRST_ROW] + k
            place = start + stride * row
            if entry_[CODE] == COUPLING:
                for lane in range(WIDTH):
                    total = 0.0
                    for term in range(COUPLED):
                        factor = lanes.constraint_numbers[c, FACTORS + term, lane]
                        total += factor * udot[first + entry_[TERMS + 2 * term + 1], lane]
                    target[place, lane] = total
            else:
                _row_of_bodies(
                    (work.rows, row),
                    (work.state, entry_[SIDE_A]),
                    (work.state, entry_[SIDE_B]),
                    (target, place),
                )


@entry("Model Lanes Work Real2 Real2")
def close_loops(model, lanes, work, x, dx):
    """Forces of the loop rows, and the accelerations with them; after the answer without them."""
    count, last = model.loose_rows, dx.shape[0] - 1
    _rows_of(model, lanes, work, dx, model.nq, work.wanted, 0, 1)
    for row in range(count):
        for lane in range(WIDTH):
            asked = work.rows[row, WANTED, lane] + work.rows[row, STILL, lane]
            work.wanted[row, lane] = asked - work.wanted[row, lane]
            work.row_forces[row, lane] = 1.0
    for c in range(model.loose):
        entry_ = model.constraints[c]
        a, b = (work.state, entry_[SIDE_A]), (work.state, entry_[SIDE_B])
        for k in range(entry_[ROWS]):
            row = entry_[FIRST_ROW] + k
            _take_no_loads(model, work)
            _add_row(model, lanes, work, c, row)
            answer(model, lanes, work, x, 0, work.replies, row * model.nv)
            _rows_of(model, lanes, work, work.replies, row * model.nv, work.gram, row, count)
            _span_of_bodies((work.rows, row), a, b, (work.solver, row))
    drop_immovable(count, work.gram, work.solver)
    solve_rows(model, work)
    _take_own_loads(model, work)
    for c in range(model.loose):
        for k in range(model.constraints[c, ROWS]):
            row = model.constraints[c, FIRST_ROW] + k
            _add_row(model, lanes, work, c, row)
            for lane in range(WIDTH):
                dx[last, lane] += work.row_forces[row, lane] * work.rows[row, FLOW, lane]
    answer(model, lanes, work, x, 1, dx, model.nq)


@entry("Model Lanes Work Real1 Real2 Real2")
def evaluate(model, lanes, work, t, x, dx):
    """Rates dx of the state x = (q, u, work) at time t; joints and loops as conditions."""
    begin(model, lanes, work, t, x, dx)
    if model.driven.shape[0]:
        drive_sweep(model.tree, model.nq, x, dx, work.state)
    if model.rows:
        constraint_rows(model, lanes, work, x)
        want_accelerations(model, work)
        hang(model, work)
        push_hung(model, work)
    eliminate_sweep(model, lanes, work, x)
    _take_own_loads(model, work)
    answer(model, lanes, work, x, 1, dx, model.nq)
    if model.loose:
        close_loops(model, lanes, work, x, dx)
    if model.welds.shape[0]:
        _settle_welds(model, work)
        weld_power(model, work, dx)
    coordinate_rates(model.tree, model.nq, x, dx)
    if model.driven.shape[0]:
        _account_for_drives(model, lanes, work, x, dx)


@kernel_by_kind(WIDTH, SIDES)
def _weld_forces(side, rows, block, forces):
    """Rows of the wrench through a weld; the free joint of the body itself bears nothing."""
    wrench = Force.of([block[WRENCH + k] for k in range(6)])
    for k, force in enumerate(hold_of(side, rows).forces(wrench)):
        forces[k], block[WRENCH + k] = force, 0.0


@inlined
def _settle_welds(model, work):
    """Forces of the welds, from the wrenches through them."""
    for w in range(model.welds.shape[0]):
        weld = model.welds[w]
        row = weld[WELD_ROW]
        block = (work.dense, weld[HUNG] * BLOCK)
        _weld_forces(weld[SIDE], (work.rows, row), block, (work.row_forces, row))
    clear_closing_rows(model, work)
    take_off(model, work)


@inlined
def _account_for_drives(model, lanes, work, x, dx):
    """Efforts of prescribed joints, and their power."""
    last = dx.shape[0] - 1
    for b in range(model.tree.shape[0]):
        if model.tree[b, DRIVEN]:
            v = model.tree[b, V_START]
            _drive_effort(
                model.tree[b, KIND],
                (work.dense, (b + 1) * BLOCK),
                (x, model.tree[b, Q_START]),
                (lanes.rotor, v),
                (dx, model.nq + v),
                (work.trial, v),
                (work.tau, v),
            )
    for d in range(model.driven.shape[0]):
        v = model.driven[d, 1]
        for lane in range(WIDTH):
            dx[last, lane] += work.tau[v, lane] * x[model.nq + v, lane]


@kernel(WIDTH)
def _keep(block, body):
    View(STATE, body).push = Force.of([block[WRENCH + k] for k in range(6)])


@entry("Model Lanes Work")
def reactions(model, lanes, work):
    """At the states in work.x: what each joint puts on its child, into `push`."""
    evaluate(model, lanes, work, work.time, work.x, work.dx)
    for b in range(model.tree.shape[0]):
        _keep((work.dense, (b + 1) * BLOCK), (work.state, b + 1))
