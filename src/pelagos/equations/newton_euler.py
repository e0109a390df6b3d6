"""Newton-Euler: recursion from body to body, inverse and forward.

Idea
    A velocity or acceleration passes outward through a joint, a force passes inward. Forward
    dynamics first asks each body, from the tips inward, what force it would need to be carried
    along (its articulated inertia), then hands the accelerations out again.

Unknowns
    The joint accelerations udot (forward) or the joint efforts tau (inverse).

Equations
    outward    v = X v_parent + S u
               c = v x S u + (dS/dt) u
               p = v x* (I v) - f_applied                    Kirchhoff's form: I may hold added mass
    inverse    a = X a_parent + S udot + c
               f = I a + p + (forces of the children)
               tau = S . f
    forward    U = I_A S,  d = S . U,  e = tau - S . p_A
               I_a = I_A - U U^T / d,  I_A(parent) += X I_a X^T
               p_A(parent) += X (p_A + U e / d + I_a c)
               udot = (e - U . a') / d,  a = a' + S udot        a' = X a_parent + c

    A joint with several degrees of freedom is eliminated one axis after another. A prescribed
    joint keeps I_A whole and adds its known acceleration to c; its effort is S . (I_A a + p_A).
    Gravity is an applied force on the dry mass, so added mass is not weighed.

    Constraints beyond the tree (`equations.closed_tree`). An attached body is a child whose joint
    is fixed and whose c is what its weld asks for; the wrench through the weld is I_A a + p_A. A
    unit force of a loose row passes through the same I_A, U and d, which gives
    G = J M^-1 J^T column by column.

Steps
    1 outward: poses, velocities, bias    2 inward: articulated inertias, forces
    3 outward: accelerations              4 steps 2 and 3 for a unit force of each loose row

Cost
    Proportional to the number of bodies, and so for each loose row.

References
    Featherstone 2008, chapters 5, 7, 8 and section 9.2 (hybrid dynamics); Luh, Walker and Paul
    1980.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pelagos.equations.affine import NO_LOOPS, Affine, Loops, Unit
from pelagos.equations.articulated import (
    Efforts,
    Factors,
    Response,
    factor,
    push,
    respond,
    through,
)
from pelagos.equations.closed_tree import AttachedWeld, Moving, Row, rows_of, tree_of, welds_of
from pelagos.equations.mechanism import Given, Mechanism, given
from pelagos.joints.contract import joint_velocity
from pelagos.mathematics.algebra import Force, Motion
from pelagos.mathematics.inertia import Inertia, Pose
from pelagos.mathematics.scalars import Scalar, absolute

Numbers = Sequence[Scalar]


class Carried(NamedTuple):
    """What the outward sweep finds for one body."""

    pose: Pose  # child in parent
    velocity: Motion  # of the body frame, body axes
    bias: Motion  # acceleration that is there without udot
    columns: tuple[Motion, ...]  # partial velocities of the joint


def _carried(joint: Any, pose: Pose, q: Sequence, u: Sequence, parent: Motion) -> Carried:
    columns = joint.columns(q)
    from_parent, relative = pose.into(parent), joint_velocity(columns, u)
    # v x S u = (X v_parent) x S u, because (S u) x (S u) = 0
    bias = from_parent.cross(relative) + joint.bias(q, u)
    return Carried(pose, from_parent + relative, bias, columns)


def bias_force(inertia: Inertia, velocity: Motion) -> Force:
    """v x* (I v): gyroscopic and Munk moments of any symmetric inertia."""
    return velocity.cross_force(inertia @ velocity)


class Prepared(NamedTuple):
    """Kinematics and articulated inertias at a state."""

    carried: list[Carried]
    velocities: dict[int, Motion]
    welds: list[AttachedWeld]
    factors: Factors


def prepare(m: Mechanism, known: Given, loops: Loops = NO_LOOPS) -> Prepared:
    """Step 1, and the part of step 2 that no force enters."""
    carried = kinematics(known)
    velocities = {i: body.velocity for i, body in enumerate(carried)}
    welds = welds_of(known, loops, velocities)
    tree = tree_of(m, known, [body.columns for body in carried], welds)
    return Prepared(carried, velocities, welds, factor(m, known, tree))


def kinematics(known: Given) -> list[Carried]:
    """Step 1 for every link."""
    carried: list[Carried] = []
    for link, pose in zip(known.links, known.poses, strict=True):
        parent = Motion.zero() if link.parent is None else carried[link.parent].velocity
        carried.append(_carried(link.joint, pose, known.q[link.q], known.u[link.u], parent))
    return carried


def loads(known: Given, carried: Sequence[Carried]) -> list[Force]:
    """Bias force of every link minus the applied forces."""
    return [
        bias_force(link.inertia, body.velocity) - wrench
        for link, wrench, body in zip(known.links, known.wrenches, carried, strict=True)
    ]


def outward_sweep(known: Given) -> tuple[list[Carried], list[Force]]:
    """Kinematics of every link, and its bias force minus the applied forces."""
    carried = kinematics(known)
    return carried, loads(known, carried)


def accelerated(
    m: Mechanism, known: Given, at: Prepared, pushed: Sequence[tuple[Row, Scalar]] = ()
) -> Response:
    """Steps 2 and 3 under everything that acts, and rows `pushed` with forces of their own."""
    forces = dict(enumerate(loads(known, at.carried)))
    efforts = dict(enumerate(known.tau))
    biases = {}
    for i, (link, body) in enumerate(zip(m.links, at.carried, strict=True)):
        biases[i] = body.bias
        if link.driven:
            biases[i] = body.bias + joint_velocity(body.columns, known.prescribed[link.u])
    for weld in at.welds:
        # efforts at a free joint are a wrench on its body, in its axes
        own = m.links[weld.link].u
        forces[weld.link] = forces[weld.link] - Force.of(known.tau[own])
        biases[weld.link] = weld.hold.motion([row.wanted for row in weld.rows])
    for row, force in pushed:
        push(row, force, forces, efforts)
    return respond(at.factors, forces, efforts, biases)


def speeds_of(known: Given, found: Response) -> list:
    """Rates of all speeds; prescribed ones are known."""
    return [found.rates.get(v, 0.0) if p is None else p for v, p in enumerate(known.prescribed)]


def forward_dynamics(
    m: Mechanism,
    t: Scalar,
    q: Numbers,
    u: Numbers,
    extra: Numbers | None = None,
    nudges: Mapping[int, Scalar] | None = None,
) -> list:
    """Accelerations udot by the articulated-body recursion, under efforts `extra` at the joints."""
    known = given(m, t, q, u, extra, nudges)
    return speeds_of(known, accelerated(m, known, prepare(m, known)))


def inverse_dynamics(m: Mechanism, t: Scalar, q: Numbers, u: Numbers, udot: Numbers) -> list:
    """Efforts to be added at the joints for the accelerations udot: the recursion out and in."""
    return needed_efforts(m, given(m, t, q, u), udot)


def needed_efforts(m: Mechanism, known: Given, udot: Numbers) -> list:
    """The same where all is known that acts."""
    carried = kinematics(known)
    forces = transmitted(m, known, carried, udot, loads(known, carried))
    return [
        forces[i].dot(S) + m.rotor[k] * udot[k] - known.tau[k]
        for i, link in enumerate(m.links)
        for k, S in enumerate(carried[i].columns, link.u.start)
    ]


def accelerations_of(m: Mechanism, carried: Sequence[Carried], udot: Numbers) -> list[Motion]:
    """Accelerations of all links, body axes, for rates udot of the speeds."""
    found: list[Motion] = []
    for link, body in zip(m.links, carried, strict=True):
        outer = Motion.zero() if link.parent is None else found[link.parent]
        a = body.pose.into(outer) + body.bias
        found.append(a + joint_velocity(body.columns, udot[link.u]))
    return found


def transmitted(
    m: Mechanism,
    known: Given,
    carried: Sequence[Carried],
    udot: Numbers,
    forces: Sequence[Force],
) -> list[Force]:
    """The wrench through every joint for accelerations udot: f = I a + p + (of the children)."""
    accelerations = accelerations_of(m, carried, udot)
    found = [
        link.inertia @ a + force
        for link, a, force in zip(known.links, accelerations, forces, strict=True)
    ]
    for i in reversed(range(len(m.links))):
        parent = m.links[i].parent
        if parent is not None:
            found[parent] = found[parent] + carried[i].pose.out_of(found[i])
    return found


# Constraints beyond the tree


def affine(m: Mechanism, known: Given, loops: Loops) -> Affine:
    """Accelerations, efforts and power as functions of the forces of loose rows."""
    # Steps 1 to 3 without these forces
    at = prepare(m, known, loops)
    found = accelerated(m, known, at)
    udot = speeds_of(known, found)
    efforts = drive_efforts(m, at, found, dict(enumerate(known.tau)), udot)
    power = carrying_power(at, found, efforts, known.u)
    # Step 4, unit forces
    rows = loose_rows(known, loops, Moving(at.velocities, found.motions, udot))
    responses = [unit_response(at.factors, row) for row in rows]
    units = [
        _unit(m, known, at, row, response) for row, response in zip(rows, responses, strict=True)
    ]
    G = gram(rows, responses, [unit.udot for unit in units])
    wanted = [row.wanted for row in rows]
    return Affine(udot, efforts, power, wanted, G, spans(rows, responses), units)


def loose_rows(known: Given, loops: Loops, moving: Moving) -> list[Row]:
    """Rows whose forces are unknown."""
    return [row for c in loops.closures[: loops.loose] for row in rows_of(known, c, moving)]


def unit_response(f: Factors, row: Row) -> Response:
    """Step 4: what a unit force of one row does to the tree."""
    forces: dict[int, Force] = {}
    efforts: dict[int, Scalar] = {}
    push(row, 1.0, forces, efforts)
    return respond(f, forces, efforts, {})


def _unit(m: Mechanism, known: Given, at: Prepared, row: Row, found: Response) -> Unit:
    udot = unit_rates(known, found)
    efforts = drive_efforts(m, at, found, dict(row.efforts), [0.0] * len(udot))
    power = carrying_power(at, found, efforts, known.u)
    return Unit(udot, efforts, row.along(at.velocities, known.u) + power)


def unit_rates(known: Given, found: Response) -> list:
    """Change of the rates of all speeds; prescribed ones do not change."""
    return [found.rates.get(v, 0.0) for v in range(len(known.u))]


def gram(
    rows: Sequence[Row], responses: Sequence[Response], rates: Sequence[Numbers]
) -> list[list]:
    """G = J M^-1 J^T, symmetric to the bit."""
    G: list[list] = [[0.0] * len(rows) for _ in rows]
    for column, (response, udot) in enumerate(zip(responses, rates, strict=True)):
        for row in range(column + 1):
            G[row][column] = G[column][row] = rows[row].along(response.motions, udot)
    return G


def spans(rows: Sequence[Row], responses: Sequence[Response]) -> list:
    """Size of the terms of the diagonal entries of G.

    What each body does by itself; where the bodies of a row move as one, or nothing moves them, the
    entry is rounding of this. Couplings have none: their entry is a sum of squares.
    """
    found: list = []
    for row, response in zip(rows, responses, strict=True):
        total: Scalar = 0.0
        for link, wrench in row.wrenches:
            if link in response.motions:
                total = total + absolute(wrench.dot(response.motions[link]))
        found.append(total)
    return found


def drive_efforts(
    m: Mechanism, at: Prepared, found: Response, efforts: Efforts, udot: Numbers
) -> dict[int, Scalar]:
    """What prescribed joints need beyond other efforts there: S . (I_A a + p_A) + rotor."""
    needed: dict[int, Scalar] = {}
    for i, link in enumerate(m.links):
        if link.driven:
            wrench = through(at.factors, found, i)
            for k, S in enumerate(at.carried[i].columns, link.u.start):
                needed[k] = wrench.dot(S) + m.rotor[k] * udot[k] - efforts.get(k, 0.0)
    return needed


def carrying_power(at: Prepared, found: Response, efforts: Efforts, u: Numbers) -> Scalar:
    """What prescribed joints do per second, and welds: nothing, where bodies move as one."""
    power: Scalar = 0.0
    for k, effort in efforts.items():
        power = power + effort * u[k]
    for weld in at.welds:
        power = power + through(at.factors, found, weld.link).dot(weld.slip)
    return power
