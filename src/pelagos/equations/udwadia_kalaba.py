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
    1 kinematics, Q    2 rows of joints, wheels, loops    3 eq 20    4 udot = S^+ dv_r/dt

Cost
    Dense, by singular values (`equations.constrained_system`): the cube of the number of bodies.
    By elimination from joint to joint (`equations.block_elimination`): their number.

References
    Nielsen et al. 2018, eq 15-33 (corrected: docs/errata); Udwadia and Kalaba 1992; Udwadia and
    Schutte 2010 (masses that are singular).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pelagos.equations.affine import NO_LOOPS, Affine, Loops, Unit
from pelagos.equations.algebra import Force
from pelagos.equations.conditions import Body, bodies_at, closure_rows
from pelagos.equations.loop_rows import LoopRow
from pelagos.equations.mechanism import Given, Mechanism, given
from pelagos.equations.scalars import absolute
from pelagos.equations.tree_elimination import (
    Answer,
    Loads,
    Tree,
    answer,
    own_loads,
    row_loads,
    tree_at,
    welds_at,
)

Scalar = Any
Numbers = Sequence[Scalar]


def rates_of(m: Mechanism, tree: Tree, found: Answer, prescribed: Numbers) -> list:
    """Step 4: udot; the acceleration of a free body is just that."""
    udot = list(prescribed)
    for link, joint, rates in zip(m.links, tree.joints, found.rates, strict=True):
        if joint.free:
            udot[link.u] = rates
    for weld in tree.welds:
        udot[m.links[weld.link].u] = [*found.accelerations[weld.link]]
    return udot


def drive_efforts(
    m: Mechanism, bodies: Sequence[Body], found: Answer, udot: Numbers, tau: Numbers
) -> dict[int, Scalar]:
    """What prescribed motions take beyond other efforts at their joints: eq 19 along the axes."""
    return {
        v: found.wrenches[i].dot(S) + m.rotor[v] * udot[v] - tau[v]
        for i, link in enumerate(m.links)
        if link.driven
        for v, S in enumerate(bodies[i].columns, link.u.start)
    }


def affine(m: Mechanism, known: Given, loops: Loops = NO_LOOPS) -> Affine:
    """All steps: accelerations, and how each force of a loose row changes them."""
    bodies = bodies_at(m, known)
    tree = tree_at(m, known, bodies, welds_at(known, bodies, loops))
    found = answer(tree, own_loads(m, known, bodies, tree))
    udot = rates_of(m, tree, found, known.prescribed)
    efforts = drive_efforts(m, bodies, found, udot, known.tau)
    # A a - b of the loops, and the change of A a with each of their forces
    rows = closure_rows(known, bodies, loops.closures[: loops.loose])
    units, replies, rest = [], [], [0.0] * len(udot)
    for row in rows:
        reply = answer(tree, row_loads(m, tree, [row], [1.0]))
        rates = rates_of(m, tree, reply, rest)
        pushed = dict(row.efforts)
        tau = [pushed.get(v, 0.0) for v in range(len(udot))]
        change = drive_efforts(m, bodies, reply, rest, tau)
        power = row.power + _power(known, tree, reply, change)
        units.append(Unit(rates, change, power))
        replies.append(reply)
    pairs = list(zip(replies, units, strict=True))
    return Affine(
        udot=udot,
        efforts=efforts,
        power=_power(known, tree, found, efforts),
        wanted=[row.wanted - sum(_terms(row, found, udot), 0.0) for row in rows],
        gram=[
            [
                sum(_terms(row, *pair), 0.0)
                for pair in zip(replies, (u.udot for u in units), strict=True)
            ]
            for row in rows
        ],
        span=[
            sum(map(absolute, _terms(row, reply, unit.udot)), 0.0)
            for row, (reply, unit) in zip(rows, pairs, strict=True)
        ],
        units=units,
    )


def _terms(row: LoopRow, found: Answer, udot: Numbers) -> list:
    """A a of one row, body by body."""
    of_bodies = [wrench.dot(found.accelerations[link]) for link, wrench in row.wrenches]
    return of_bodies + [factor * udot[speed] for speed, factor in row.efforts]


def _power(known: Given, tree: Tree, found: Answer, efforts: Mapping[int, Scalar]) -> Scalar:
    """Of prescribed joints, and of welds: nothing, where the bodies move as one."""
    total = sum((effort * known.u[v] for v, effort in efforts.items()), 0.0)
    for weld in tree.welds:
        forces = weld.hold.forces(found.wrenches[weld.link])
        for row, force in zip(weld.rows, forces, strict=True):
            total = total + force * row.power
    return total


class Reactions(NamedTuple):
    """Forces of the conditions (eq 19) where the forces of the loose rows are known."""

    wrenches: list[Force]  # that each joint puts on its child, body axes
    welds: list[list]  # forces of the six rows of each weld that attaches a body


def reactions(m: Mechanism, known: Given, loops: Loops, forces: Numbers) -> Reactions:
    """Wrenches through joints and welds, with forces of all loose rows."""
    bodies = bodies_at(m, known)
    tree = tree_at(m, known, bodies, welds_at(known, bodies, loops))
    own = own_loads(m, known, bodies, tree)
    rows = closure_rows(known, bodies, loops.closures[: loops.loose])
    more = row_loads(m, tree, rows, forces)
    loads = [a + b for a, b in zip(own.loads, more.loads, strict=True)]
    pairs = zip(own.efforts, more.efforts, strict=True)
    efforts = [[x + y for x, y in zip(a, b, strict=True)] for a, b in pairs]
    wrenches = answer(tree, Loads(own.still, loads, efforts)).wrenches
    welds = []
    for weld in tree.welds:
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
