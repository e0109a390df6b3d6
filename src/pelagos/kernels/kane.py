"""Kane's equations in lanes: the equations of `equations.kane`, body by body."""

from __future__ import annotations

from pelagos.compiled.layout import BODY, STATE
from pelagos.compiled.tree import DRIVEN, KIND, PARENT, Q_START, V_START
from pelagos.equations import kane
from pelagos.equations.algebra import Motion
from pelagos.equations.joints import JOINTS, joint_velocity
from pelagos.kernels.constraint_rows import constraint_rows
from pelagos.kernels.dense import (
    add_mass,
    add_motion,
    add_power,
    begin_efforts,
    clear,
    column_at,
    constrain_dense,
    end_efforts,
    factor,
    places,
    solve,
    store,
)
from pelagos.kernels.entry import entry
from pelagos.kernels.evaluate import begin
from pelagos.kernels.lanes import WIDTH
from pelagos.kernels.rows import View
from pelagos.kernels.sweeps import coordinate_rates
from pelagos.kernels.trace import kernel, kernel_by_kind

# Own rows in `work.dense`: a force, momenta, and A_t of the world and every body.
FORCE, MOMENTA, REST = 0, 6, 30


@kernel_by_kind(WIDTH, JOINTS)
def _own_columns(joint, q, columns):
    """Partial velocities of a body's own joint."""
    for k, S in enumerate(joint.columns(q.first(joint.nq))):
        store(columns.part(6 * k), S)


@kernel(WIDTH)
def _carry_column(body, outer, inner):
    """A partial velocity of the parent, seen from the child."""
    store(inner, View(STATE, body).pose.into(Motion.of(outer.first(6))))


@kernel_by_kind(WIDTH, [(joint, driven) for joint in JOINTS for driven in (False, True)])
def _rest(kind, parent, body, q, u, udot, outer, inner):
    """A_t of a body: speeds turn the partial velocities, prescribed joints accelerate."""
    joint, driven = kind
    coordinates, speeds = q.first(joint.nq), u.first(joint.nv)
    columns = joint.columns(coordinates)
    relative = joint_velocity(columns, speeds)
    pose, velocity = View(STATE, body).pose, View(STATE, parent).velocity
    rest = kane.carried_rate(pose, velocity, Motion.of(outer.first(6)), relative)
    rest = rest + joint.bias(coordinates, speeds)
    if driven:
        rest = rest + joint_velocity(columns, udot.first(joint.nv))
    store(inner, rest)


@kernel(WIDTH)
def _impressed(constants, body, rest, force):
    """What is left of active and inertia forces when udot_r = 0: W - I A_t - V x* (I V)."""
    inertia = View(BODY, constants).inertia
    store(force, -(inertia @ Motion.of(rest.first(6)) + View(STATE, body).force))


@kernel(WIDTH)
def _lacking(constants, body, acceleration, force):
    """The same with all accelerations and the opposite sign: what joints must transmit."""
    inertia = View(BODY, constants).inertia
    store(force, inertia @ Motion.of(acceleration.first(6)) + View(STATE, body).force)


@entry("Model Work Real2 Real2")
def partial_velocities(model, work, x, dx):
    """Step 1: V_r of every body and speed on its way to the world, and A_t."""
    columns, _, _, own = places(model)
    clear(work.dense, own + REST, 6)
    for b in range(model.tree.shape[0]):
        here = model.tree[b]
        row, parent, q, v = b + 1, here[PARENT], here[Q_START], here[V_START]
        _own_columns(here[KIND], (x, q), (work.dense, columns + column_at(model, row, v)))
        r = model.tips[parent]
        while r >= 0:
            _carry_column(
                (work.state, row),
                (work.dense, columns + column_at(model, parent, r)),
                (work.dense, columns + column_at(model, row, r)),
            )
            r = model.before[r]
        _rest(
            2 * here[KIND] + here[DRIVEN],
            (work.state, parent),
            (work.state, row),
            (x, q),
            (x, model.nq + v),
            (dx, model.nq + v),
            (work.dense, own + REST + 6 * parent),
            (work.dense, own + REST + 6 * row),
        )


@entry("Model Lanes Work Real2")
def generalised_forces(model, lanes, work, dx):
    """Steps 2 and 3: the mass matrix, and in dx the active forces less the inertia remainder."""
    columns, mass, _, own = places(model)
    n, dense, before, held = model.nv, work.dense, model.before, model.held
    clear(dense, mass, n * n)
    for v in range(n):
        for lane in range(WIDTH):
            dense[mass + v * n + v, lane] = lanes.rotor[v, lane]
            if not held[v]:
                dx[model.nq + v, lane] = work.tau[v, lane]
    for b in range(model.tree.shape[0]):
        at = columns + column_at(model, b + 1, 0)
        rest, force = own + REST + 6 * (b + 1), own + FORCE
        _impressed((lanes.bodies, b), (work.state, b + 1), (dense, rest), (dense, force))
        r = model.tips[b + 1]
        while r >= 0:
            if not held[r]:
                add_power((dense, at + 6 * r), (dense, force), (dx, model.nq + r))
            r = before[r]
        add_mass(model, lanes, work, b, own + MOMENTA)


@entry("Model Lanes Work Real1 Real2 Real2")
def evaluate(model, lanes, work, t, x, dx):
    """Rates dx of the state x = (q, u, work) at time t, by Kane's equations."""
    _, mass, _, _ = places(model)
    begin(model, lanes, work, t, x, dx)
    if model.rows:
        constraint_rows(model, lanes, work, x)
    partial_velocities(model, work, x, dx)
    generalised_forces(model, lanes, work, dx)
    # Step 4: solve, then add what the constraint forces change
    factor(model, work, mass)
    solve(model, work, mass, dx, model.nq)
    if model.rows:
        constrain_dense(model, lanes, work, dx)
    coordinate_rates(model.tree, model.nq, x, dx)
    if model.driven.shape[0]:
        prescribed_efforts(model, lanes, work, x, dx)


@entry("Model Lanes Work Real2 Real2")
def prescribed_efforts(model, lanes, work, x, dx):
    """Efforts of prescribed joints, into work.tau: what F_r + F*_r of their own speeds lack."""
    columns, _, _, own = places(model)
    nq, dense, before, held = model.nq, work.dense, model.before, model.held
    begin_efforts(model, lanes, work, dx)
    for b in range(model.tree.shape[0]):
        at = columns + column_at(model, b + 1, 0)
        acceleration, force = own + REST + 6 * (b + 1), own + FORCE
        r = model.tips[b + 1]
        while r >= 0:
            if not held[r]:
                add_motion((dense, at + 6 * r), (dx, nq + r), (dense, acceleration))
            r = before[r]
        _lacking((lanes.bodies, b), (work.state, b + 1), (dense, acceleration), (dense, force))
        r = model.tips[b + 1]
        while r >= 0:
            if held[r]:
                add_power((dense, at + 6 * r), (dense, force), (work.tau, r))
            r = before[r]
    end_efforts(model, work, x, dx)
