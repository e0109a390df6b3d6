"""Joints and loops as conditions on the accelerations of free bodies: A a = b.

Rows of `equations.udwadia_kalaba`, where they are derived.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pelagos.equations.affine import Closure
from pelagos.equations.closed_tree import Row, rows_of, unaccelerated
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
from pelagos.equations.mechanism import Given, Mechanism
from pelagos.mathematics.algebra import Force, Motion, Vec3
from pelagos.mathematics.inertia import Pose
from pelagos.mathematics.scalars import sincos

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


def closure_rows(known: Given, bodies: Sequence[Body], closures: Sequence[Closure]) -> list[Row]:
    """Step 2 for loops and couplings; with a = 0 the second derivative of a row is its -b."""
    still = unaccelerated({i: body.velocity for i, body in enumerate(bodies)}, known)
    return [row for c in closures for row in rows_of(known, c, still)]


def closure_conditions(
    m: Mechanism, known: Given, bodies: Sequence[Body], closures: Sequence[Closure]
) -> list[Condition]:
    """The same as conditions: couplings are wrenches along the joint axes they look at."""
    found = []
    for row in closure_rows(known, bodies, closures):
        on = {link: wrench for link, wrench in row.wrenches if link is not None}
        b = row.wanted
        for speed, factor in row.efforts:
            i = next(i for i, link in enumerate(m.links) if link.u.start <= speed < link.u.stop)
            along = factor * Force.of(bodies[i].columns[speed - m.links[i].u.start])
            b = b + along.dot(bodies[i].still)
            for body, wrench in _across(bodies, i, along).items():
                on[body] = on[body] + wrench if body in on else wrench
        found.append(Condition(on, b))
    return found
