"""Back onto the constraint manifold: coordinates first, then speeds.

The least change, in the metric of the mass matrix, that removes residuals c and rates dc/dt:
s = -M^-1 J^T G^+ c, repeated, because c is not linear; then u changes by -M^-1 J^T G^+ dc/dt.
Lanes whose residuals are small enough are left alone, so that no lane depends on another.
"""

from __future__ import annotations

from pelagos.compiled.layout import STATE
from pelagos.equations.algebra import Force, Motion
from pelagos.kernels import arena, questions  # noqa: F401 (names the bundles in signatures)
from pelagos.kernels.constraint_rows import RATE, RESIDUAL, constraint_rows, largest_residual
from pelagos.kernels.constraints import less_moved, settle_welds, solve_rows, want_accelerations
from pelagos.kernels.entry import entry, inlined
from pelagos.kernels.evaluate import begin
from pelagos.kernels.lanes import WIDTH
from pelagos.kernels.pseudo_inverse import choose_rows
from pelagos.kernels.replies import clear_trial, responses
from pelagos.kernels.rows import View
from pelagos.kernels.sweeps import (
    acceleration_sweep,
    coordinate_rates,
    drive_sweep,
    inward_sweep,
)
from pelagos.kernels.trace import kernel
from pelagos.kernels.welds import hang, hung_accelerations

GOOD = 1e-13  # m or rad: residuals below this are rounding
LARGEST = 0.3  # rad or m: longest move of one iteration, for starts far from the manifold


@inlined
def _factor(model, lanes, work, t, x):
    """Rows and G at a state."""
    begin(model, lanes, work, t, x, work.dx)
    drive_sweep(model.tree, model.nq, x, work.dx, work.state)
    constraint_rows(model, lanes, work, x)
    want_accelerations(model, work)
    hang(model, work)
    inward_sweep(model.hung, lanes.bodies, x, work.tau, lanes.rotor, work.state, work.axes)
    responses(model, lanes, work, x)


@entry("Model Lanes Work Real2 Int")
def correction(model, lanes, work, x, column):
    """work.correction = -M^-1 J^T G^+ of the residuals (or rates): the least change of speeds.

    work.row_forces are the impulses that make it.
    """
    for row in range(model.held_rows):
        for lane in range(WIDTH):
            work.wanted[row, lane] = -work.rows[row, column, lane]
    for v in range(model.nv):
        for lane in range(WIDTH):
            work.correction[v, lane] = 0.0
    if model.welds.shape[0]:
        _move_as_welded(model, lanes, work, x)
    if model.loose:
        less_moved(model, lanes, work)
        solve_rows(model, work)
        for v in range(model.nv):
            for lane in range(WIDTH):
                total = 0.0
                for row in range(model.loose_rows):
                    total += work.row_forces[row, lane] * work.replies[row * model.nv + v, lane]
                work.correction[v, lane] += total
    if model.welds.shape[0]:
        settle_welds(model, lanes, work, x, work.correction, 0)


@inlined
def _move_as_welded(model, lanes, work, x):
    """The least change that the welds ask for: the recursion without forces and velocities."""
    for b in range(model.tree.shape[0] + 1):
        _at_rest((work.state, b))
    clear_trial(model, work)
    hang(model, work)
    inward_sweep(model.hung, lanes.bodies, x, work.trial, lanes.rotor, work.state, work.axes)
    acceleration_sweep(model.hung, 0, x, work.correction, work.state, work.axes)
    hung_accelerations(model, work, work.correction, 0)


@kernel(WIDTH)
def _at_rest(body):
    inner = View(STATE, body)
    inner.bias, inner.force, inner.acceleration = Motion.zero(), Force.zero(), Motion.zero()


@inlined
def _displace(model, work, x):
    """Move the coordinates of the lanes that need it by work.correction."""
    for lane in range(WIDTH):
        longest = 0.0
        for v in range(model.nv):
            longest = max(longest, abs(work.correction[v, lane]))
        scale = LARGEST / longest if longest > LARGEST else 1.0
        if largest_residual(model, work, model.held_rows, lane) <= GOOD:
            scale = 0.0
        for i in range(model.nq):
            work.moved[i, lane] = x[i, lane]
        for v in range(model.nv):
            work.moved[model.nq + v, lane] = scale * work.correction[v, lane]
    coordinate_rates(model.tree, model.nq, work.moved, work.dx)
    for lane in range(WIDTH):
        if largest_residual(model, work, model.held_rows, lane) > GOOD:
            for i in range(model.nq):
                x[i, lane] += work.dx[i, lane]
            for i in range(model.quaternions.shape[0]):
                _normalise(x, model.quaternions[i], lane)


@inlined
def normalise(quaternions, x):
    """Bring quaternions back to the unit sphere."""
    for i in range(quaternions.shape[0]):
        for lane in range(WIDTH):
            _normalise(x, quaternions[i], lane)


@inlined
def _normalise(x, q, lane):
    length = 0.0
    for k in range(4):
        length += x[q + k, lane] ** 2
    scale = 1.0 / length**0.5
    for k in range(4):
        x[q + k, lane] *= scale


@entry("Model Lanes Work Real1 Real2 Int")
def project(model, lanes, work, t, x, iterations):
    """Project the state x onto the constraints, in place; choose the independent rows there."""
    for _ in range(iterations):
        _factor(model, lanes, work, t, x)
        choose_rows(model.loose_rows, work.gram, work.solver, work.active, work.rank)
        worst = 0.0
        for lane in range(WIDTH):
            worst = max(worst, largest_residual(model, work, model.held_rows, lane))
        if worst <= GOOD:
            break
        correction(model, lanes, work, x, RESIDUAL)
        _displace(model, work, x)
    _factor(model, lanes, work, t, x)
    choose_rows(model.loose_rows, work.gram, work.solver, work.active, work.rank)
    correction(model, lanes, work, x, RATE)
    for v in range(model.nv):
        for lane in range(WIDTH):
            x[model.nq + v, lane] += work.correction[v, lane]


@entry("Model Lanes Work States Restored")
def restore(model, lanes, work, states, found):
    """Project the first of the states and tell how far it is from the constraints then."""
    for lane in range(WIDTH):
        work.time[lane] = states.times[0]
        for i in range(min(states.x.shape[1], found.x.shape[0])):
            found.x[i, lane] = states.x[0, i]
    project(model, lanes, work, work.time, found.x, found.iterations)
    for row in range(model.rows):
        found.impulses[row] = work.row_forces[row, 0]
    _factor(model, lanes, work, work.time, found.x)
    for row in range(model.rows):
        found.residuals[row] = work.rows[row, RESIDUAL, 0]
        found.rates[row] = work.rows[row, RATE, 0]
    found.rank[0] = work.rank[0] + 6 * model.welds.shape[0]
