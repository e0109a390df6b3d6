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

from pelagos.equations import block_elimination as elimination
from pelagos.equations.affine import Closure
from pelagos.equations.algebra import Force, Motion, Vec3
from pelagos.equations.constraints import COUPLING, RELATIONS, Coupling, Side, stabilised
from pelagos.equations.inertia import Pose
from pelagos.equations.joints import (
    FIXED,
    JOINTS,
    Fixed,
    Free,
    Planar,
    Prismatic,
    Revolute,
    Spherical,
    Universal,
    joint_velocity,
)
from pelagos.equations.mechanism import Given, Mechanism, given
from pelagos.equations.scalars import sincos

Scalar = Any
Numbers = Sequence[Scalar]

# Unit directions, of three forces and three couples, in which a joint of each kind holds.
_HELD = {
    Free: (),
    Revolute: (0, 1, 2, 3, 4),
    Prismatic: (0, 1, 3, 4, 5),
    Universal: (0, 1, 2),  # and the couple across both axes
    Planar: (2, 3, 4),
    Spherical: (0, 1, 2),
    Fixed: (0, 1, 2, 3, 4, 5),  # the base of all kinds, so it comes last
}


def _units(joint: Any) -> tuple[int, ...]:
    return next(held for kind, held in _HELD.items() if isinstance(joint, kind))


def held_directions(joint: Any, q: Numbers) -> tuple[Force, ...]:
    """W: wrenches on the child, in its axes, that do no work on the free motion of the joint."""
    units = tuple(Force.of(Motion.unit(k)) for k in _units(joint))
    if isinstance(joint, Universal):
        s, c = sincos(q[1])
        return (*units, Force(Vec3.zero(), Vec3(0.0, c, -s)))
    return units


def held_rates(joint: Any, q: Numbers, relative: Motion) -> tuple[Force, ...]:
    """dW/dt in child axes, given the velocity of the child relative to its parent."""
    still = tuple(Force.zero() for _ in _units(joint))
    if isinstance(joint, Universal):
        s, c = sincos(q[1])
        return (*still, relative.w.x * Force(Vec3.zero(), Vec3(0.0, -s, -c)))
    return still


class Body(NamedTuple):
    """A body and its joint at a state, body axes."""

    parent: int | None
    pose: Pose  # in the parent
    velocity: Motion
    relative: Motion  # v_r: velocity relative to the parent
    drift: Motion  # (X v_p) x v_r
    still: Motion  # a - X a_p while the joint's speeds stay as they are
    columns: tuple[Motion, ...]  # S


class Condition(NamedTuple):
    """One row of A a = b: the sum of wrench . a over some bodies, less a wheel's rate, is b."""

    on: Mapping[int, Force]  # link -> wrench per unit of the condition's force, body axes
    b: Scalar
    link: int | None = None  # the joint it belongs to; None for loops
    wheel: int | None = None  # speed whose rotor turns with it


def bodies_at(m: Mechanism, known: Given) -> list[Body]:
    """Step 1: velocities of all bodies."""
    found: list[Body] = []
    for link, pose in zip(m.links, known.poses, strict=True):
        q, u = known.q[link.q], known.u[link.u]
        outer = Motion.zero() if link.parent is None else found[link.parent].velocity
        carried, columns = pose.into(outer), link.joint.columns(q)
        relative = joint_velocity(columns, u)
        drift = carried.cross(relative)
        still = drift + link.joint.bias(q, u)
        velocity = carried + relative
        found.append(Body(link.parent, pose, velocity, relative, drift, still, columns))
    return found


def body_loads(known: Given, bodies: Sequence[Body]) -> list[Force]:
    """Step 1: Q without the efforts at the joints."""
    return [
        wrench - body.velocity.cross_force(link.inertia @ body.velocity)
        for link, wrench, body in zip(known.links, known.wrenches, bodies, strict=True)
    ]


def all_loads(m: Mechanism, known: Given, bodies: Sequence[Body]) -> list[Force]:
    """Step 1: Q; efforts at a joint act on the child and, reversed, on its parent."""
    loads = body_loads(known, bodies)
    for i, link in enumerate(m.links):
        for S, effort in zip(bodies[i].columns, known.tau[link.u], strict=True):
            for body, wrench in _across(bodies, i, effort * Force.of(S)).items():
                loads[body] = loads[body] + wrench
    return loads


def joint_conditions(m: Mechanism, known: Given, bodies: Sequence[Body]) -> list[Condition]:
    """Step 2: what the joints ask of the accelerations."""
    found = []
    for i, (link, body) in enumerate(zip(m.links, bodies, strict=True)):
        q, moving = known.q[link.q], body.still
        if link.driven:
            moving = moving + joint_velocity(body.columns, known.prescribed[link.u])
            every = held_directions(JOINTS[FIXED], ())
            found += [Condition(_across(bodies, i, W), W.dot(moving), i) for W in every]
        else:
            rates = held_rates(link.joint, q, body.relative)
            for W, rate in zip(held_directions(link.joint, q), rates, strict=True):
                b = W.dot(body.drift) - rate.dot(body.relative)
                found.append(Condition(_across(bodies, i, W), b, i))
        for k, S in enumerate(body.columns, link.u.start):
            if m.rotor[k] != 0.0:
                along = Force.of(S)
                on = _across(bodies, i, along)
                found.append(Condition(on, along.dot(body.still), i, k))
    return found


def _across(bodies: Sequence[Body], i: int, wrench: Force) -> dict[int, Force]:
    """A wrench on body i that its parent bears."""
    parent = bodies[i].parent
    on = {i: wrench}
    if parent is not None:
        on[parent] = -bodies[i].pose.out_of(wrench)
    return on


def closure_conditions(
    m: Mechanism, known: Given, bodies: Sequence[Body], closures: Sequence[Closure]
) -> list[Condition]:
    """Step 2 for loops and couplings."""
    found = []
    for c in closures:
        inputs = known.signals[c.channels]
        if c.code == COUPLING:
            found.append(_coupling(m, known, bodies, c, inputs))
            continue
        a, b = (_side(known, bodies, *end) for end in zip(c.links, c.frames, strict=True))
        for row in RELATIONS[c.code].rows(a, b, (), inputs):
            pushes = zip(c.links, (row.wrench_a, row.wrench_b), strict=True)
            on = {link: wrench for link, wrench in pushes if link is not None}
            found.append(Condition(on, stabilised(row, c.frequency, c.damping)))
    return found


def _side(known: Given, bodies: Sequence[Body], link: int | None, frame: Pose) -> Side:
    """A body as a relation sees it; with a = 0 the second derivative of a row is its -b."""
    if link is None:
        return Side(Pose.identity(), Motion.zero(), Motion.zero(), frame)
    return Side(known.world[link], bodies[link].velocity, Motion.zero(), frame)


def _coupling(
    m: Mechanism, known: Given, bodies: Sequence[Body], c: Closure, inputs: Numbers
) -> Condition:
    """A coupling of coordinates, as wrenches along the joint axes it looks at."""
    q, u = [known.q[i] for i, _, _ in c.terms], [known.u[i] for _, i, _ in c.terms]
    row = Coupling().row([factor for _, _, factor in c.terms], q, u, inputs)
    b = stabilised(row, c.frequency, c.damping)
    on: dict[int, Force] = {}
    for _, speed, factor in c.terms:
        i = next(i for i, link in enumerate(m.links) if link.u.start <= speed < link.u.stop)
        along = factor * Force.of(bodies[i].columns[speed - m.links[i].u.start])
        b = b + along.dot(bodies[i].still)
        for body, wrench in _across(bodies, i, along).items():
            on[body] = on[body] + wrench if body in on else wrench
    return Condition(on, b)


class Answer(NamedTuple):
    """What elimination along the tree finds."""

    udot: list
    wrenches: list[Force]  # that each joint puts on its child, body axes


def answer(m: Mechanism, known: Given) -> Answer:
    """Steps 1 to 4 of a tree by elimination: bodies and joints leave, then come back."""
    # Steps 1, 2
    bodies = bodies_at(m, known)
    loads = body_loads(known, bodies)
    joints, still = [], []
    for link, body in zip(m.links, bodies, strict=True):
        kind, moving, free = link.joint, body.still, body.columns
        if link.driven:
            moving = moving + joint_velocity(free, known.prescribed[link.u])
            kind, free = JOINTS[FIXED], ()
        rotor = m.rotor[link.u] if free and any(r != 0.0 for r in m.rotor[link.u]) else ()
        joints.append(elimination.Joint(held_directions(kind, known.q[link.q]), free, rotor))
        still.append(moving)
    efforts = [known.tau[link.u] if j.free else () for link, j in zip(m.links, joints, strict=True)]
    # Step 3, from the tips to the root
    inertias = [link.inertia for link in known.links]
    factors: list = [None] * len(joints)
    for i in reversed(range(len(joints))):
        factors[i], felt = elimination.eliminate(inertias[i], joints[i])
        *_, wrench = elimination.respond(factors[i], joints[i], still[i], loads[i], efforts[i])
        parent, pose = bodies[i].parent, bodies[i].pose
        if parent is not None:
            inertias[parent] = inertias[parent] + pose.carry(felt)
            loads[parent] = loads[parent] - pose.out_of(wrench)
    # Steps 3, 4, from the root to the tips
    found = Answer(list(known.prescribed), [])
    accelerations: list[Motion] = []
    for i, (link, body) in enumerate(zip(m.links, bodies, strict=True)):
        outer = Motion.zero() if body.parent is None else accelerations[body.parent]
        y = body.pose.into(outer) + still[i]
        a, rates, wrench = elimination.respond(factors[i], joints[i], y, loads[i], efforts[i])
        accelerations.append(a)
        found.wrenches.append(wrench)
        if not link.driven:
            found.udot[link.u] = rates
    return found


def forward_dynamics(
    m: Mechanism,
    t: Scalar,
    q: Numbers,
    u: Numbers,
    extra: Numbers | None = None,
    nudges: Mapping[int, Scalar] | None = None,
) -> list:
    """Accelerations udot of a tree, under efforts `extra` at the joints."""
    return answer(m, given(m, t, q, u, extra, nudges)).udot
