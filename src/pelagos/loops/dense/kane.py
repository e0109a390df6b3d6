"""Kane's equations of large robots: the steps of `equations.kane` on the parts of its bodies."""

from __future__ import annotations

from pelagos.equations.dense_parts import PRESCRIBED, ROTOR
from pelagos.kernels.loops import loop
from pelagos.loops.data import VECTOR
from pelagos.loops.dense.algebra import (
    ADDED,
    add_body,
    add_products,
    along,
    begin_mass,
    carry,
    factor,
    give_prescribed,
    power_of,
    respond,
    row_of_j,
    solve,
    speed_number,
)
from pelagos.loops.dense.data import (
    AT,
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
    singles_at,
    take_parts,
)

__all__ = ["Dense", "kane"]  # a bundle: named in signatures

LACKING, COLUMNS = ADDED, ADDED + 6  # places in the parts of a body


def _partial_velocities(dense, w):
    """Step 1: V_r of every body and speed on its way to the world."""
    bodies = dense.bodies
    for b in range(bodies.shape[0]):
        here, parent, own = bodies[b, PATH], bodies[b, PARENT], bodies[b, OWN]
        outer = bodies[b, LENGTH] - own
        for i in range(outer):
            source = dense.columns + 6 * (bodies[parent, PATH] + i)
            carry(w, bodies[b, AT], source, dense.columns + 6 * (here + i))
        target = dense.columns + 6 * (here + outer)
        for k in range(6 * own):
            put(w, target + k, at(w, bodies[b, AT] + COLUMNS + k))


def _generalised_forces(dense, w):
    """Steps 2 and 3: the mass matrix, and active less inertia forces where all udot_r are zero."""
    begin_mass(dense, w)
    for b in range(dense.bodies.shape[0]):
        for k in range(6):
            put(w, dense.spare + k, -at(w, dense.bodies[b, AT] + LACKING + k))
        add_body(dense, w, b, dense.spare)


def _efforts(dense, w, udot, efforts):
    """Step 6: what F_r + F*_r of prescribed speeds lacks, their joints must give."""
    n = dense.speeds.shape[0]
    for v in range(n):
        lacking = known(w, 0.0)
        if dense.speeds[v, HELD]:
            # prescribed accelerations move the bodies already, but not the rotors
            rotor = at(w, speed_number(dense, ROTOR, v))
            prescribed = at(w, speed_number(dense, PRESCRIBED, v))
            lacking = fma(rotor, prescribed, -at(w, dense.right + v))
        put(w, efforts + v, lacking)
    add_products(dense, w, udot, efforts)


@loop("Dense Int Int Int Int")
def kane(dense, lanes, given, work, answer):
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
    _partial_velocities(dense, w)
    _generalised_forces(dense, w)
    # Step 4: mass udot = active - remainder
    factor(dense, w)
    for v in range(n):
        put(w, udot + v, known(w, 0.0) if dense.speeds[v, HELD] else at(w, dense.right + v))
    solve(dense, w, udot)
    _efforts(dense, w, udot, udot + n)
    put(w, udot + 2 * n, power_of(dense, w, udot + n, known(w, 0.0)))
    # Step 5, unit forces of the constraints
    for row in range(m):
        row_of_j(dense, w, row)
        lacking = at(w, dense.rows[row, ROW_AT]) - along(dense, w, row, udot)
        put(w, udot + 2 * n + 1 + row, lacking)
    respond(dense, w)
    give_prescribed(dense, w, udot)
