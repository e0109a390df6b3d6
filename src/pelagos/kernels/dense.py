"""Dense systems in lanes: the mass matrix of a tree, its factor, and constraints on top of it.

For formulations that write one equation per speed. Their matrices lie in `work.dense`, one after
another (`places`): the velocity of every body per unit of each speed, the mass matrix, the
constraint Jacobian, then what the formulation needs for itself.

Speeds of different branches do not meet in the mass matrix. Factored from its last row upwards,
M = L^T D L, the zeros between branches stay zeros, so all loops run along chains of speeds only
(Featherstone 2008, section 6.5). Prescribed speeds are left out of the factor.
"""

from __future__ import annotations

from pelagos.compiled.constraints import CODE, FACTORS, FIRST_ROW, ROWS, SIDE_A, SIDE_B, TERMS
from pelagos.compiled.layout import BODY, ROW
from pelagos.equations.algebra import Force, Motion
from pelagos.equations.constraints import COUPLING
from pelagos.kernels import arena  # noqa: F401 (names the bundles in signatures)
from pelagos.kernels.constraint_rows import FLOW, WANTED
from pelagos.kernels.constraints import solve_rows
from pelagos.kernels.entry import entry, inlined
from pelagos.kernels.lanes import WIDTH
from pelagos.kernels.replies import drop_immovable
from pelagos.kernels.rows import View
from pelagos.kernels.trace import kernel


@inlined
def places(model):
    """Where in `work.dense` columns, mass matrix, Jacobian and the formulation's own rows start."""
    mass = 6 * model.tree.shape[0] * model.nv
    jacobian = mass + model.nv * model.nv
    return 0, mass, jacobian, jacobian + model.rows * model.nv


@inlined
def column_at(model, row, speed):
    """Place of the velocity of the body in row `row` per unit of a speed."""
    return 6 * ((row - 1) * model.nv + speed)


def store(row, numbers):
    """Write the numbers of a motion or force, while tracing."""
    for k, number in enumerate(numbers):
        row[k] = number


@kernel(WIDTH)
def add_power(motion, force, total):
    """total += force . motion."""
    total[0] = total[0] + Force.of(force.first(6)).dot(Motion.of(motion.first(6)))


@kernel(WIDTH)
def add_motion(motion, factor, total):
    """total += factor motion."""
    store(total, Motion.of(total.first(6)) + factor[0] * Motion.of(motion.first(6)))


@kernel(WIDTH)
def _invert(x):
    x[0] = 1.0 / x[0]


@kernel(WIDTH)
def _scale(factor, x, result):
    result[0] = factor[0] * x[0]


@kernel(WIDTH)
def subtract_product(factor, x, result):
    result[0] = result[0] - factor[0] * x[0]


@kernel(WIDTH)
def add_product(factor, x, result):
    result[0] = result[0] + factor[0] * x[0]


@kernel(WIDTH)
def _copy(x, result):
    result[0] = x[0]


@kernel(WIDTH)
def _side_a(row, motion, total):
    total[0] = total[0] + View(ROW, row).wrench_a.dot(Motion.of(motion.first(6)))


@kernel(WIDTH)
def _side_b(row, motion, total):
    total[0] = total[0] + View(ROW, row).wrench_b.dot(Motion.of(motion.first(6)))


@kernel(WIDTH)
def _momentum(constants, motion, momentum):
    """I V."""
    store(momentum, View(BODY, constants).inertia @ Motion.of(motion.first(6)))


@kernel(WIDTH)
def _add_powers(motion, momenta, a, b, c, d):
    """The products of a motion with four momenta, each added to a number of its own."""
    V = Motion.of(motion.first(6))
    for k, total in enumerate((a, b, c, d)):
        total[0] = total[0] + Force.of(momenta.part(6 * k).first(6)).dot(V)


@kernel(WIDTH)
def _span_a(row, motion, reply, total):
    flow = View(ROW, row).wrench_a.dot(Motion.of(motion.first(6)))
    total[0] = total[0] + abs(flow * reply[0])


@kernel(WIDTH)
def _span_b(row, motion, reply, total):
    flow = View(ROW, row).wrench_b.dot(Motion.of(motion.first(6)))
    total[0] = total[0] + abs(flow * reply[0])


@inlined
def clear(array, first, count):
    for row in range(first, first + count):
        for lane in range(WIDTH):
            array[row, lane] = 0.0


@entry("Model Lanes Work Int Int")
def add_mass(model, lanes, work, b, scratch):
    """Add V^T I V of body b to the mass matrix; 24 rows of scratch.

    Speeds are taken four at a time, so that each column is read once for four of them. Above the
    diagonal there is nothing of use.
    """
    columns, mass, _, _ = places(model)
    n, dense, before = model.nv, work.dense, model.before
    at, r = columns + column_at(model, b + 1, 0), model.tips[b + 1]
    while r >= 0:
        first, r1, r2, r3 = r, before[r], -1, -1
        if r1 >= 0:
            r2 = before[r1]
        if r2 >= 0:
            r3 = before[r2]
        _momentum((lanes.bodies, b), (dense, at + 6 * r), (dense, scratch))
        s = first
        if r3 >= 0:
            _momentum((lanes.bodies, b), (dense, at + 6 * r1), (dense, scratch + 6))
            _momentum((lanes.bodies, b), (dense, at + 6 * r2), (dense, scratch + 12))
            _momentum((lanes.bodies, b), (dense, at + 6 * r3), (dense, scratch + 18))
            while s >= 0:
                _add_powers(
                    (dense, at + 6 * s),
                    (dense, scratch),
                    (dense, mass + r * n + s),
                    (dense, mass + r1 * n + s),
                    (dense, mass + r2 * n + s),
                    (dense, mass + r3 * n + s),
                )
                s = before[s]
            r = before[r3]
        else:
            while s >= 0:
                add_power((dense, at + 6 * s), (dense, scratch), (dense, mass + r * n + s))
                s = before[s]
            r = r1


@entry("Model Work Int")
def factor(model, work, mass):
    """Factor the mass matrix in place: L below the diagonal, 1/D on it."""
    dense, before, held, n = work.dense, model.before, model.held, model.nv
    for k in range(n - 1, -1, -1):
        if held[k]:
            continue
        here = mass + k * n
        _invert((dense, here + k))
        i = before[k]
        while i >= 0:
            if not held[i]:
                _scale((dense, here + k), (dense, here + i), (work.trial, 0))
                j = i
                while j >= 0:
                    if not held[j]:
                        subtract_product(
                            (work.trial, 0), (dense, here + j), (dense, mass + i * n + j)
                        )
                    j = before[j]
                _copy((work.trial, 0), (dense, here + i))
            i = before[i]


@entry("Model Work Int Real2 Int")
def solve(model, work, mass, x, first):
    """x <- M^-1 x for the numbers from x[first] on; those of prescribed speeds stay."""
    dense, before, held, n = work.dense, model.before, model.held, model.nv
    for k in range(n - 1, -1, -1):
        if not held[k]:
            i = before[k]
            while i >= 0:
                if not held[i]:
                    subtract_product((dense, mass + k * n + i), (x, first + k), (x, first + i))
                i = before[i]
    for k in range(n):
        if not held[k]:
            _scale((dense, mass + k * n + k), (x, first + k), (x, first + k))
            i = before[k]
            while i >= 0:
                if not held[i]:
                    subtract_product((dense, mass + k * n + i), (x, first + i), (x, first + k))
                i = before[i]


@entry("Model Lanes Work")
def jacobian(model, lanes, work):
    """J of all constraint rows: the power of their unit forces per unit of each speed."""
    columns, _, place, _ = places(model)
    clear(work.dense, place, model.rows * model.nv)
    for c in range(model.constraints.shape[0]):
        here = model.constraints[c]
        for k in range(here[ROWS]):
            row = here[FIRST_ROW] + k
            target = place + row * model.nv
            if here[CODE] == COUPLING:
                for term in range(4):
                    v = here[TERMS + 2 * term + 1]
                    for lane in range(WIDTH):
                        factors = lanes.constraint_numbers[c, FACTORS + term, lane]
                        work.dense[target + v, lane] += factors
            else:
                a, b = here[SIDE_A], here[SIDE_B]
                v = model.tips[a]
                while v >= 0:
                    at = columns + column_at(model, a, v)
                    _side_a((work.rows, row), (work.dense, at), (work.dense, target + v))
                    v = model.before[v]
                v = model.tips[b]
                while v >= 0:
                    at = columns + column_at(model, b, v)
                    _side_b((work.rows, row), (work.dense, at), (work.dense, target + v))
                    v = model.before[v]


@inlined
def _spans(model, work):
    """The diagonal of G without cancellation between the two bodies of a row: work.solver[row]."""
    columns, _, _, _ = places(model)
    clear(work.solver, 0, model.rows)
    for c in range(model.constraints.shape[0]):
        here = model.constraints[c]
        a, b = here[SIDE_A], here[SIDE_B]
        for row in range(here[FIRST_ROW], here[FIRST_ROW] + here[ROWS]):
            reply = row * model.nv
            v = model.tips[a]
            while v >= 0:
                at = (work.dense, columns + column_at(model, a, v))
                _span_a((work.rows, row), at, (work.replies, reply + v), (work.solver, row))
                v = model.before[v]
            v = model.tips[b]
            while v >= 0:
                at = (work.dense, columns + column_at(model, b, v))
                _span_b((work.rows, row), at, (work.replies, reply + v), (work.solver, row))
                v = model.before[v]


@entry("Model Lanes Work Real2")
def constrain_dense(model, lanes, work, dx):
    """Constraint forces from G = J M^-1 J^T, and the accelerations and power they add to dx.

    The rows must hold with the accelerations of prescribed speeds in dx.
    """
    _, mass, place, _ = places(model)
    nq, n, count, last = model.nq, model.nv, model.rows, dx.shape[0] - 1
    jacobian(model, lanes, work)
    for row in range(count):
        for v in range(n):
            _copy((work.dense, place + row * n + v), (work.replies, row * n + v))
            if model.held[v]:
                clear(work.replies, row * n + v, 1)
        solve(model, work, mass, work.replies, row * n)
        for lane in range(WIDTH):
            work.wanted[row, lane] = work.rows[row, WANTED, lane]
        for v in range(n):
            subtract_product((work.dense, place + row * n + v), (dx, nq + v), (work.wanted, row))
    clear(work.gram, 0, count * count)
    for row in range(count):
        for other in range(count):
            for v in range(n):
                add_product(
                    (work.dense, place + row * n + v),
                    (work.replies, other * n + v),
                    (work.gram, row * count + other),
                )
    _spans(model, work)
    drop_immovable(count, work.gram, work.solver)
    solve_rows(model, work)
    for row in range(count):
        for v in range(n):
            add_product((work.row_forces, row), (work.replies, row * n + v), (dx, nq + v))
        for lane in range(WIDTH):
            dx[last, lane] += work.row_forces[row, lane] * work.rows[row, FLOW, lane]


@inlined
def begin_efforts(model, lanes, work, dx):
    """Efforts of prescribed speeds, first part: rotors, less all other forces at the joint."""
    _, _, place, _ = places(model)
    for v in range(model.nv):
        if model.held[v]:
            for lane in range(WIDTH):
                rotor = lanes.rotor[v, lane] * dx[model.nq + v, lane]
                work.tau[v, lane] = rotor - work.tau[v, lane]
            for row in range(model.rows):
                at = place + row * model.nv + v
                subtract_product((work.row_forces, row), (work.dense, at), (work.tau, v))


@inlined
def end_efforts(model, work, x, dx):
    """Last part: what the efforts of prescribed speeds do per second joins the work."""
    last = dx.shape[0] - 1
    for v in range(model.nv):
        if model.held[v]:
            for lane in range(WIDTH):
                dx[last, lane] += work.tau[v, lane] * x[model.nq + v, lane]
