"""Udwadia-Kalaba: every body free, joints and loops as conditions on the accelerations.

Idea
    Give each body its six quasi-velocities and let no joint reduce them. What the bodies would do
    without joints is easily said; Gauss's principle then picks, of all accelerations that the
    joints allow, the one nearest to that in the metric of the masses.

Unknowns
    a = (a_1 ... a_n): rates of the body-frame velocities v_i, six per body; and one number for
    every joint axis with rotor inertia: the rotor is a wheel, geared to the joint by a condition.

Equations
    without joints     M a_u = Q         M block-diagonal, 6x6; Q = applied - v x* (I v)
    conditions         A a = b           one row per direction in which a joint or loop holds
    eq 20              a = a_u + M^-1/2 (A M^-1/2)^+ (b - A a_u)
    eq 19              forces of the conditions = M (a - a_u) = A^T f

    A joint i with the velocity v_r = v_i - X v_p of the child relative to its parent, child axes,
    holds in the directions W that its free motion S does not reach: W . v_r = 0. With
    dv_r/dt = a_i - X a_p - (X v_p) x v_r the rows are

        W . (a_i - X a_p) = W . ((X v_p) x v_r) - dW/dt . v_r

    The first three directions say what eq 25, 26 of Nielsen et al. mean, turned from inertial axes
    into those of the child; X holds the rotation that eq 25 lacks. The last three say that the
    attitude q_A^* q_B of one body relative to the other stays, not q_A q_B^* (eq 22).
    A prescribed joint holds in all six directions and moves as it is told. Rows may repeat each
    other; the singular values of A M^-1/2 below a stated share of the largest count as zero.

Steps
    1 kinematics, Q    2 rows of joints, wheels, loops    3 eq 20    4 udot = T . dv_r/dt

Cost
    Dense, by singular values (`equations.constrained_system`): the cube of the number of bodies.
    By elimination from joint to joint (`equations.block_elimination`): their number.

References
    Nielsen et al. 2018, eq 15-33 (corrected: docs/errata); Udwadia and Kalaba 1992; Udwadia and
    Schutte 2010 (masses that are singular).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pelagos.equations.affine import NO_LOOPS, Affine, Loops, Unit
from pelagos.equations.closed_tree import Row
from pelagos.equations.conditions import FreeBody, bodies_at, closure_rows
from pelagos.equations.mechanism import Given, Mechanism, given
from pelagos.equations.tree_elimination import (
    Answer,
    Eliminated,
    Loads,
    answer,
    eliminated,
    own_loads,
    row_loads,
)
from pelagos.mathematics.algebra import Force
from pelagos.mathematics.scalars import Scalar, absolute

Numbers = Sequence[Scalar]


def rates_of(m: Mechanism, at: Eliminated, found: Answer, prescribed: Numbers) -> list:
    """Step 4: udot; the acceleration of a free body is just that."""
    udot = list(prescribed)
    for link, joint, rates in zip(m.links, at.joints, found.rates, strict=True):
        if joint.active:
            udot[link.u] = rates
    for weld in at.welds:
        udot[m.links[weld.link].u] = [*found.accelerations[weld.link]]
    return udot


def drive_efforts(
    m: Mechanism,
    bodies: Sequence[FreeBody],
    found: Answer,
    udot: Numbers,
    tau: Mapping[int, Scalar],
) -> dict[int, Scalar]:
    """What prescribed motions take beyond other efforts at their joints: eq 19 along the axes."""
    return {
        v: found.wrenches[i].dot(S) + m.rotor[v] * udot[v] - tau.get(v, 0.0)
        for i, link in enumerate(m.links)
        if link.driven
        for v, S in enumerate(bodies[i].columns, link.u.start)
    }


def affine(m: Mechanism, known: Given, loops: Loops = NO_LOOPS) -> Affine:
    """All steps: accelerations, and how each force of a loose row changes them."""
    bodies = bodies_at(m, known)
    at = eliminated(m, known, bodies, loops)
    found = answer(at, own_loads(m, known, bodies, at))
    udot = rates_of(m, at, found, known.prescribed)
    efforts = drive_efforts(m, bodies, found, udot, dict(enumerate(known.tau)))
    # A a - b of the loops, and the change of A a with each of their forces
    velocities = {i: body.velocity for i, body in enumerate(bodies)}
    rows = closure_rows(known, bodies, loops.closures[: loops.loose])
    units, responses, rest = [], [], [0.0] * len(udot)
    for row in rows:
        response = answer(at, row_loads(m, at, [row], [1.0]))
        change = drive_efforts(m, bodies, response, rest, dict(row.efforts))
        power = row.along(velocities, known.u) + _power(known, at, response, change)
        units.append(Unit(rates_of(m, at, response, rest), change, power))
        responses.append(response)
    pairs = list(zip(responses, units, strict=True))
    return Affine(
        udot=udot,
        efforts=efforts,
        power=_power(known, at, found, efforts),
        wanted=[row.wanted - sum(_terms(row, found, udot), 0.0) for row in rows],
        gram=_gram(rows, pairs),
        span=[
            sum(map(absolute, _terms(row, r, unit.udot)), 0.0)
            for row, (r, unit) in zip(rows, pairs, strict=True)
        ],
        units=units,
    )


def _gram(rows: Sequence[Row], pairs: Sequence[tuple[Answer, Unit]]) -> list[list]:
    """A M^-1 A^T of the loops where the joints hold, symmetric to the bit."""
    G: list[list] = [[0.0] * len(rows) for _ in rows]
    for i, row in enumerate(rows):
        for j, (response, unit) in enumerate(pairs[: i + 1]):
            G[i][j] = G[j][i] = sum(_terms(row, response, unit.udot), 0.0)
    return G


def _terms(row: Row, found: Answer, udot: Numbers) -> list:
    """A a of one row, body by body."""
    of_bodies = [w.dot(found.accelerations[i]) for i, w in row.wrenches if i is not None]
    return of_bodies + [factor * udot[speed] for speed, factor in row.efforts]


def _power(known: Given, at: Eliminated, found: Answer, efforts: Mapping[int, Scalar]) -> Scalar:
    """Of prescribed joints, and of welds: nothing, where the bodies move as one."""
    total = sum((effort * known.u[v] for v, effort in efforts.items()), 0.0)
    return sum((found.wrenches[weld.link].dot(weld.slip) for weld in at.welds), total)


class Reactions(NamedTuple):
    """Forces of the conditions (eq 19) where the forces of the loose rows are known."""

    wrenches: list[Force]  # that each joint puts on its child, body axes
    welds: list[list]  # forces of the six rows of each weld that attaches a body


def reactions(m: Mechanism, known: Given, loops: Loops, forces: Numbers) -> Reactions:
    """Wrenches through joints and welds, with forces of all loose rows."""
    bodies = bodies_at(m, known)
    at = eliminated(m, known, bodies, loops)
    own = own_loads(m, known, bodies, at)
    rows = closure_rows(known, bodies, loops.closures[: loops.loose])
    more = row_loads(m, at, rows, forces)
    loads = [a + b for a, b in zip(own.loads, more.loads, strict=True)]
    pairs = zip(own.efforts, more.efforts, strict=True)
    efforts = [[x + y for x, y in zip(a, b, strict=True)] for a, b in pairs]
    wrenches = answer(at, Loads(own.still, loads, efforts)).wrenches
    welds = []
    for weld in at.welds:
        welds.append(weld.hold.forces(wrenches[weld.link]))
        wrenches[weld.link] = Force.zero()  # the free joint itself bears nothing
    return Reactions(wrenches, welds)


def forward_dynamics(
    m: Mechanism,
    t: Scalar,
    q: Numbers,
    u: Numbers,
    extra: Numbers | None = None,
    nudges: Mapping[int, Scalar] | None = None,
) -> list:
    """Accelerations udot of a tree, under efforts `extra` at the joints."""
    return affine(m, given(m, t, q, u, extra, nudges)).udot
