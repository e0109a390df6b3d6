"""One evaluation of the equations of motion, in lanes: the table of contents of a step.

The plain-Python twin of this page is `equations.newton_euler.forward_dynamics`.
"""

from __future__ import annotations

from pelagos.compiled.layout import STATE
from pelagos.kernels import arena  # noqa: F401 (names the bundles in signatures)
from pelagos.kernels.constraint_rows import constraint_rows
from pelagos.kernels.constraints import (
    apply_row_forces,
    constrain,
    settle_welds,
    want_accelerations,
)
from pelagos.kernels.entry import entry, indirect, inlined
from pelagos.kernels.fluid import fluid_wrenches
from pelagos.kernels.forces import body_wrenches, joint_efforts
from pelagos.kernels.ground import ground_wrenches
from pelagos.kernels.lanes import WIDTH
from pelagos.kernels.payout import feed_lines, set_lines
from pelagos.kernels.program import run_program
from pelagos.kernels.questions import MOTION, NOTHING
from pelagos.kernels.replies import responses
from pelagos.kernels.strips import strip_wrenches
from pelagos.kernels.sweeps import (
    acceleration_sweep,
    coordinate_rates,
    drive_sweep,
    driven_efforts,
    inverse_sweep,
    inward_sweep,
    outward_sweep,
    world_poses,
)
from pelagos.kernels.thrusters import thruster_wrenches
from pelagos.kernels.trace import kernel
from pelagos.kernels.welds import hang, hung_accelerations, push_hung, take_off, weld_power

_GRAVITY = STATE["gravity"].start


@inlined
def read_inputs(model, lanes, work, t, x, dx):
    """Signals at time t; prescribed joints take from them what the question leaves open."""
    run_signals(model, lanes, work, t, x, 0, model.time_only)
    for d in range(model.driven.shape[0]):
        q, v, channel = model.driven[d, 0], model.driven[d, 1], model.driven[d, 2]
        if model.prescribes == MOTION:
            for lane in range(WIDTH):
                x[q, lane] = work.registers[model.channels[channel], lane]
                x[model.nq + v, lane] = work.registers[model.channels[channel + 1], lane]
        if model.prescribes != NOTHING:
            for lane in range(WIDTH):
                dx[model.nq + v, lane] = work.registers[model.channels[channel + 2], lane]
    run_signals(model, lanes, work, t, x, model.time_only, model.bodiless)
    for c in range(model.channels.shape[0]):
        for lane in range(WIDTH):
            work.signals[c, lane] = work.registers[model.channels[c], lane]
    first = model.nq + model.nv
    for k in range(x.shape[0] - 1 - first):
        for lane in range(WIDTH):
            rated = k < model.continuous  # the others are held between sample times
            dx[first + k, lane] = work.signals[model.first_rate + k, lane] if rated else 0.0


@inlined
def run_signals(model, lanes, work, t, x, start, stop):
    """Instructions start..stop of all signals."""
    run_program(
        model.program,
        start,
        stop,
        lanes.values,
        model.tables,
        model.table_starts,
        t,
        x,
        model.nq,
        work.registers,
    )


@inlined
def apply_forces(model, lanes, work, t, x, dx):
    """Joint efforts into work.tau, wrenches onto the bodies, their power into dx, last row."""
    for lane in range(WIDTH):
        dx[dx.shape[0] - 1, lane] = 0.0
    copy_rows(work.extra, work.tau)
    joint_efforts(
        model.joint_elements,
        lanes.joint_parameters,
        model.nq,
        work.signals,
        x,
        work.joint_outputs,
        work.tau,
        dx,
    )
    if model.needs_poses:
        world_poses(model.tree, work.state, work.poses)
    body_wrenches(
        model.body_elements,
        lanes.body_parameters,
        work.signals,
        work.poses,
        work.body_outputs,
        work.state,
        dx,
    )
    if model.payouts.shape[0]:
        feed_lines(model, lanes, work, x, dx)
    if model.wet.shape[0]:
        fluid_wrenches(model, lanes, work, t, dx)
    if model.strips.shape[0]:
        strip_wrenches(model, lanes, work, x, dx)
    if model.contacts.shape[0]:
        ground_wrenches(model, lanes, work, dx)
    if model.thrusters.shape[0]:
        thruster_wrenches(model, lanes, work, dx)


@kernel(WIDTH)
def _copy_row(source, target):
    target[0] = source[0]


@inlined
def copy_rows(source, target):
    """All rows of an array into another; numba would spend seconds on a slice assignment."""
    for row in range(source.shape[0]):
        _copy_row((source, row), (target, row))


@entry("Model Lanes Work Real1 Real2 Real2")
def begin(model, lanes, work, t, x, dx):
    """Everything that inverse and forward dynamics share: inputs, outward sweep, forces."""
    for k in range(3):
        for lane in range(WIDTH):
            work.state[0, _GRAVITY + k, lane] = lanes.gravity[k, lane]
    read_inputs(model, lanes, work, t, x, dx)
    if model.payouts.shape[0]:
        set_lines(model, lanes, x)
    outward_sweep(model.tree, model.nq, lanes.bodies, x, work.state)
    apply_forces(model, lanes, work, t, x, dx)


# any formulation's evaluation, through its address in `model.method`
evaluate_by = indirect("Model Lanes Work Real1 Real2 Real2")


@entry("Model Lanes Work Real1 Real2 Real2")
def evaluate(model, lanes, work, t, x, dx):
    """Rates dx of the state x = (q, u, s, work) at time t, by articulated-body recursion."""
    begin(model, lanes, work, t, x, dx)
    if model.driven.shape[0]:
        drive_sweep(model.tree, model.nq, x, dx, work.state)
    if model.rows:
        constraint_rows(model, lanes, work, x)
        want_accelerations(model, work)
        hang(model, work)
        push_hung(model, work)
    inward_sweep(model.hung, lanes.bodies, x, work.tau, lanes.rotor, work.state, work.axes)
    acceleration_sweep(model.hung, model.nq, x, dx, work.state, work.axes)
    if model.rows:
        _hold_rows(model, lanes, work, x, dx)
    coordinate_rates(model.tree, model.nq, x, dx)
    if model.driven.shape[0]:
        _account_for_drives(model, lanes, work, t, x, dx)


@inlined
def _hold_rows(model, lanes, work, x, dx):
    """Forces of all rows, and what loose ones change in the accelerations of the trees."""
    hung_accelerations(model, work, dx, model.nq)
    if model.loose:
        responses(model, lanes, work, x)
        constrain(model, lanes, work, x, dx)
    if model.welds.shape[0]:
        settle_welds(model, lanes, work, x, dx, model.nq)
        weld_power(model, work, dx)
        take_off(model, work)


@inlined
def _account_for_drives(model, lanes, work, t, x, dx):
    """Efforts of prescribed joints: what the motion takes beyond the other efforts there."""
    last = dx.shape[0] - 1
    if model.rows:
        power = work.totals[0]
        for lane in range(WIDTH):
            power[lane] = dx[last, lane]
        begin(model, lanes, work, t, x, dx)
        apply_row_forces(model, lanes, work)
        copy_rows(work.tau, work.given)
        inverse_sweep(model.tree, model.nq, lanes.bodies, x, dx, lanes.rotor, work.state, work.tau)
        for lane in range(WIDTH):
            dx[last, lane] = power[lane]
    else:
        copy_rows(work.tau, work.given)
        driven_efforts(model.tree, model.nq, lanes.bodies, x, dx, lanes.rotor, work.state, work.tau)
    for d in range(model.driven.shape[0]):
        v = model.driven[d, 1]
        for lane in range(WIDTH):
            work.tau[v, lane] -= work.given[v, lane]
            dx[last, lane] += work.tau[v, lane] * x[model.nq + v, lane]


@entry("Model Lanes Work Real1 Real2 Real2")
def evaluate_inverse(model, lanes, work, t, x, dx):
    """Efforts work.tau that must be added at the joints to move with the accelerations in dx."""
    begin(model, lanes, work, t, x, dx)
    copy_rows(work.tau, work.given)
    inverse_sweep(model.tree, model.nq, lanes.bodies, x, dx, lanes.rotor, work.state, work.tau)
    for v in range(model.nv):
        for lane in range(WIDTH):
            work.tau[v, lane] -= work.given[v, lane]
