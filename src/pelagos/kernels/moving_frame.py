"""The moving frame method in lanes: B, dB/dt, M* of `equations.moving_frame`, column by column."""

from __future__ import annotations

from pelagos.compiled.layout import BODY, STATE
from pelagos.compiled.tree import KIND, PARENT, Q_START, V_START
from pelagos.equations import moving_frame as mf
from pelagos.equations.algebra import Motion
from pelagos.equations.joints import JOINTS, joint_velocity
from pelagos.kernels.constraint_rows import constraint_rows
from pelagos.kernels.dense import (
    add_mass,
    add_motion,
    add_power,
    add_product,
    begin_efforts,
    clear,
    column_at,
    constrain_dense,
    end_efforts,
    factor,
    places,
    solve,
    store,
    subtract_product,
)
from pelagos.kernels.entry import entry, inlined
from pelagos.kernels.evaluate import begin
from pelagos.kernels.lanes import WIDTH
from pelagos.kernels.rows import View
from pelagos.kernels.sweeps import coordinate_rates
from pelagos.kernels.trace import kernel, kernel_by_kind

# Own rows in `work.dense`: a velocity, a force, M b of four columns; then F* - N* u, then dB/dt.
VELOCITY, FORCE, MOMENTA, RIGHT = 0, 6, 12, 36


def _matrix(row) -> mf.Velocity4:
    return mf.Velocity4.of(Motion.of(row.first(6)))


@kernel_by_kind(WIDTH, JOINTS)
def _own_columns(joint, q, u, columns, rates, velocity):
    """Columns of B and dB/dt of a body's own joint, and Omega of the joint."""
    coordinates, speeds = q.first(joint.nq), u.first(joint.nv)
    own = joint.columns(coordinates)
    for k, (column, rate) in enumerate(
        zip(own, joint.column_rates(coordinates, speeds), strict=True)
    ):
        store(columns.part(6 * k), column)
        store(rates.part(6 * k), rate)
    store(velocity, joint_velocity(own, speeds))


@kernel(WIDTH)
def _carry(body, joint, outer, outer_rate, inner, inner_rate):
    """A column of B and its rate, from the parent's frame to the child's."""
    E = View(STATE, body).pose
    column = _matrix(outer).seen_from(E)
    rate = mf.carried_rate(column, _matrix(outer_rate), _matrix(joint), E)
    store(inner, column.motion())
    store(inner_rate, rate.motion())


@kernel(WIDTH)
def _right(constants, body, rest, force):
    """Q - M (dB/dt) u - D M B u of one body; the applied and the last term are there already."""
    inertia = View(BODY, constants).inertia
    store(force, -(inertia @ Motion.of(rest.first(6)) + View(STATE, body).force))


@inlined
def _rates_at(model, own):
    return own + RIGHT + model.nv


@entry("Model Work Real2")
def columns_of_b(model, work, x):
    """Step 1: B and dB/dt of every body, for the speeds on its way to the world."""
    columns, _, _, own = places(model)
    rates, dense = _rates_at(model, own), work.dense
    for b in range(model.tree.shape[0]):
        here = model.tree[b]
        row, parent, q, v = b + 1, here[PARENT], here[Q_START], here[V_START]
        at = column_at(model, row, v)
        _own_columns(
            here[KIND],
            (x, q),
            (x, model.nq + v),
            (dense, columns + at),
            (dense, rates + at),
            (dense, own + VELOCITY),
        )
        j = model.tips[parent]
        while j >= 0:
            outer, inner = column_at(model, parent, j), column_at(model, row, j)
            _carry(
                (work.state, row),
                (dense, own + VELOCITY),
                (dense, columns + outer),
                (dense, rates + outer),
                (dense, columns + inner),
                (dense, rates + inner),
            )
            j = model.before[j]


@entry("Model Lanes Work Real2")
def star(model, lanes, work, x):
    """Step 2: M*, and F* - N* u. Rotors and efforts of prescribed joints are left to their rows."""
    columns, mass, _, own = places(model)
    n, dense, before = model.nv, work.dense, model.before
    rates, right = _rates_at(model, own), own + RIGHT
    clear(dense, mass, n * n)
    clear(dense, right, n)
    for v in range(n):
        if not model.held[v]:
            for lane in range(WIDTH):
                dense[mass + v * n + v, lane] = lanes.rotor[v, lane]
                dense[right + v, lane] = work.tau[v, lane]
    for b in range(model.tree.shape[0]):
        at, tip = column_at(model, b + 1, 0), model.tips[b + 1]
        clear(dense, own + VELOCITY, 6)
        j = tip
        while j >= 0:
            add_motion((dense, rates + at + 6 * j), (x, model.nq + j), (dense, own + VELOCITY))
            j = before[j]
        _right(
            (lanes.bodies, b), (work.state, b + 1), (dense, own + VELOCITY), (dense, own + FORCE)
        )
        j = tip
        while j >= 0:
            add_power((dense, columns + at + 6 * j), (dense, own + FORCE), (dense, right + j))
            j = before[j]
        add_mass(model, lanes, work, b, own + MOMENTA)


@inlined
def _known_to_the_right(model, work, dx):
    """Step 3: the right side of the free rows, less M* times the known accelerations."""
    _, mass, _, own = places(model)
    n, nq, dense, held = model.nv, model.nq, work.dense, model.held
    for j in range(n):
        if not held[j]:
            for lane in range(WIDTH):
                dx[nq + j, lane] = dense[own + RIGHT + j, lane]
    for j in range(n):
        i = model.before[j]
        while i >= 0:
            place = mass + j * n + i
            if held[i] and not held[j]:
                subtract_product((dense, place), (dx, nq + i), (dx, nq + j))
            if held[j] and not held[i]:
                subtract_product((dense, place), (dx, nq + j), (dx, nq + i))
            i = model.before[i]


@entry("Model Lanes Work Real1 Real2 Real2")
def evaluate(model, lanes, work, t, x, dx):
    """Rates dx of the state x = (q, u, work) at time t, by the moving frame method."""
    _, mass, _, _ = places(model)
    begin(model, lanes, work, t, x, dx)
    if model.rows:
        constraint_rows(model, lanes, work, x)
    columns_of_b(model, work, x)
    star(model, lanes, work, x)
    _known_to_the_right(model, work, dx)
    factor(model, work, mass)
    solve(model, work, mass, dx, model.nq)
    if model.rows:
        constrain_dense(model, lanes, work, dx)
    coordinate_rates(model.tree, model.nq, x, dx)
    if model.driven.shape[0]:
        prescribed_efforts(model, lanes, work, x, dx)


@entry("Model Lanes Work Real2 Real2")
def prescribed_efforts(model, lanes, work, x, dx):
    """Efforts of prescribed joints, into work.tau: M* udot + N* u - F* of their rows."""
    _, mass, _, own = places(model)
    n, nq, dense, held = model.nv, model.nq, work.dense, model.held
    begin_efforts(model, lanes, work, dx)
    for j in range(n):
        if held[j]:
            for lane in range(WIDTH):
                work.tau[j, lane] -= dense[own + RIGHT + j, lane]
            add_product((dense, mass + j * n + j), (dx, nq + j), (work.tau, j))
        i = model.before[j]
        while i >= 0:
            place = mass + j * n + i
            if held[j]:
                add_product((dense, place), (dx, nq + i), (work.tau, j))
            if held[i]:
                add_product((dense, place), (dx, nq + j), (work.tau, i))
            i = model.before[i]
    end_efforts(model, work, x, dx)
