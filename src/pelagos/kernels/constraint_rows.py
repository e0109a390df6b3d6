"""Rows of constraints in lanes, at a state: what they allow, by how much they are missed."""

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
    SIDE_A,
    SIDE_B,
    TERMS,
)
from pelagos.compiled.layout import POSE, ROW, STATE
from pelagos.compiled.tree import PARENT
from pelagos.equations.constraints import COUPLING, RELATIONS, Coupling, Side, stabilised
from pelagos.equations.inertia import Pose
from pelagos.kernels.entry import entry, inlined
from pelagos.kernels.lanes import WIDTH
from pelagos.kernels.rows import View
from pelagos.kernels.trace import kernel, kernel_by_kind

RESIDUAL, RATE = ROW["residual"].start, ROW["rate"].start
WANTED, FLOW, STILL = ROW["wanted"].start, ROW["flow"].start, ROW["still"].start


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


@inlined
def couple(model, lanes, speeds, offset, c, target, place):
    """target[place] = sum of factors times speeds of a coupling."""
    for lane in range(WIDTH):
        total = 0.0
        for k in range(4):
            v = model.constraints[c, TERMS + 2 * k + 1]
            total += lanes.constraint_numbers[c, FACTORS + k, lane] * speeds[offset + v, lane]
        target[place, lane] = total


@inlined
def largest_residual(model, work, rows, lane):
    """Largest absolute residual of the first `rows` rows."""
    largest = 0.0
    for row in range(rows):
        largest = max(largest, abs(work.rows[row, RESIDUAL, lane]))
    return largest
