"""The moving frame method of large robots: the steps of `equations.moving_frame`, by columns."""

from __future__ import annotations

from pelagos.equations.dense_parts import SPEED, WRENCHES
from pelagos.kernels.loops import loop
from pelagos.loops.data import VECTOR
from pelagos.loops.dense.algebra import (
    ADDED,
    INERTIA,
    add_body,
    add_products,
    along,
    begin_mass,
    clear,
    cross_plus,
    factor,
    give_prescribed,
    less,
    momentum,
    power_of,
    respond,
    row_of_j,
    six_product,
    solve,
    speed_number,
    turned_back,
)
from pelagos.loops.dense.data import (
    AT,
    BEFORE,
    COUNT,
    HELD,
    LENGTH,
    OWN,
    PARENT,
    PATH,
    ROW_AT,
    Dense,
)
from pelagos.loops.dense.rows import (
    at,
    fma,
    give_answer,
    known,
    numbers_at,
    put,
    put_three,
    singles_at,
    take_parts,
    three,
)

__all__ = ["Dense", "moving_frame"]  # a bundle: named in signatures

# places in the parts of a body
OMEGA, JOINT, WRENCH, COLUMNS = ADDED, ADDED + 6, ADDED + 12, ADDED + 18


def _seen_from(w, pose, source, target):
    """E^-1 b E: w~ turns with R alone, v is that of the child's origin."""
    spin = three(w, source + 3)
    moved = cross_plus(spin, three(w, pose + 9), three(w, source))
    put_three(w, target, turned_back(w, pose, moved))
    put_three(w, target + 3, turned_back(w, pose, spin))


def _add_bracket(w, column, joint, target):
    """target += [b, Omega_joint] = b Omega - Omega b."""
    v, spin = three(w, column), three(w, column + 3)
    joint_v, joint_w = three(w, joint), three(w, joint + 3)
    linear = cross_plus(spin, joint_v, three(w, target))
    put_three(w, target, cross_plus(v, joint_w, linear))
    put_three(w, target + 3, cross_plus(spin, joint_w, three(w, target + 3)))


def _columns_of_b(dense, w):
    """Step 1: B and dB/dt of every body, for the speeds on its way to the world."""
    bodies = dense.bodies
    for b in range(bodies.shape[0]):
        pose, here, own = bodies[b, AT], bodies[b, PATH], bodies[b, OWN]
        outer = bodies[b, LENGTH] - own
        for i in range(outer):
            source, target = 6 * (bodies[bodies[b, PARENT], PATH] + i), 6 * (here + i)
            column, rate = dense.columns + target, dense.rates + target
            _seen_from(w, pose, dense.columns + source, column)
            _seen_from(w, pose, dense.rates + source, rate)
            _add_bracket(w, column, pose + JOINT, rate)
        target = 6 * (here + outer)
        for k in range(6 * own):
            put(w, dense.columns + target + k, at(w, pose + COLUMNS + k))
            put(w, dense.rates + target + k, at(w, pose + COLUMNS + 6 * own + k))


def _still(dense, w, b, target):
    """(dB/dt) u of a body."""
    clear(w, target, 6)
    first = dense.bodies[b, PATH]
    for i in range(dense.bodies[b, LENGTH]):
        u = at(w, speed_number(dense, SPEED, dense.paths[first + i]))
        for k in range(6):
            rate = at(w, dense.rates + 6 * (first + i) + k)
            put(w, target + k, fma(u, rate, at(w, target + k)))


def _star(dense, w):
    """Step 2: M*, and F* - N* u on the right side."""
    begin_mass(dense, w)
    force, M_still = dense.spare, dense.spare + 6
    for b in range(dense.bodies.shape[0]):
        here = dense.bodies[b, AT]
        _still(dense, w, b, force)
        momentum(w, here + INERTIA, force, M_still)
        # D M B u = (w x f, v x f + w x n) for the momentum (f, n)
        momentum(w, here + INERTIA, here + OMEGA, force)
        v, spin = three(w, here + OMEGA), three(w, here + OMEGA + 3)
        f, couple = three(w, force), three(w, force + 3)
        turned = cross_plus(spin, f, three(w, M_still))
        twisted = cross_plus(v, f, cross_plus(spin, couple, three(w, M_still + 3)))
        put_three(w, force, less(three(w, here + WRENCH), turned))
        put_three(w, force + 3, less(three(w, here + WRENCH + 3), twisted))
        add_body(dense, w, b, force)


def _known_to_the_right(dense, w, udot):
    """Step 3: the right side of free rows, less M* times the known accelerations."""
    n, speeds, paths = dense.speeds.shape[0], dense.speeds, dense.paths
    for k in range(n):
        if not speeds[k, HELD]:
            put(w, udot + k, at(w, dense.right + k))
    for k in range(n):
        first, row = speeds[k, BEFORE], dense.mass + k * n
        for i in range(speeds[k, COUNT]):
            r = paths[first + i]
            less = -at(w, row + r)
            if speeds[r, HELD] and not speeds[k, HELD]:
                put(w, udot + k, fma(less, at(w, udot + r), at(w, udot + k)))
            if speeds[k, HELD] and not speeds[r, HELD]:
                put(w, udot + r, fma(less, at(w, udot + k), at(w, udot + r)))


def _given(dense, w, row):
    """w . (dB/dt) u of both bodies of a row: what its accelerations are without udot."""
    total, still = known(w, 0.0), dense.spare
    for side in range(2):  # SIDE_A, SIDE_B
        b = dense.rows[row, side]
        if b >= 0:
            _still(dense, w, b, still)
            wrench = dense.rows[row, ROW_AT] + WRENCHES + 6 * side
            total = six_product(w, wrench, still, total)
    return total


@loop("Dense Int Int Int Int")
def moving_frame(dense, lanes, given, work, answer):
    """All steps; memory by address: parts that vary, work for `dense.size` numbers, the answer."""
    numbers = numbers_at(work, dense.size * VECTOR)
    take_parts(dense, lanes, numbers_at(given, dense.varying.shape[0] * lanes), numbers)
    if lanes == 1:
        _steps(dense, singles_at(work, dense.size))
    else:
        _steps(dense, numbers)
    give_answer(dense, lanes, numbers, numbers_at(answer, dense.count * lanes))


def _steps(dense, w):
    n, m, udot = dense.speeds.shape[0], dense.rows.shape[0], dense.answer
    efforts = udot + n
    _columns_of_b(dense, w)
    _star(dense, w)
    give_prescribed(dense, w, udot)
    _known_to_the_right(dense, w, udot)
    factor(dense, w)
    solve(dense, w, udot)
    # rows of prescribed speeds: M* udot + N* u - F*
    for v in range(n):
        held = dense.speeds[v, HELD]
        put(w, efforts + v, -at(w, dense.right + v) if held else known(w, 0.0))
    add_products(dense, w, udot, efforts)
    put(w, efforts + n, power_of(dense, w, efforts, known(w, 0.0)))
    # Step 4, unit forces of the constraints
    for row in range(m):
        row_of_j(dense, w, row)
        wanted = at(w, dense.rows[row, ROW_AT]) - _given(dense, w, row)
        put(w, udot + 2 * n + 1 + row, wanted - along(dense, w, row, udot))
    respond(dense, w)
