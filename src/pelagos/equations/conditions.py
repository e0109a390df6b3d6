"""Joints and loops as conditions on the accelerations of free bodies: A a = b.

Rows of `equations.udwadia_kalaba`, where they are derived.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pelagos.equations.affine import Closure
from pelagos.equations.closed_tree import Row, rows_of, unaccelerated
from pelagos.equations.mechanism import Given, Mechanism
from pelagos.joints.contract import joint_velocity, unit_forces
from pelagos.mathematics.algebra import Force, Motion
from pelagos.mathematics.inertia import Pose
from pelagos.mathematics.scalars import Scalar

Numbers = Sequence[Scalar]

ALL_DIRECTIONS = unit_forces(*range(6))  # W of a joint that cannot move by itself


class FreeBody(NamedTuple):
    """A body and its joint at a state, body axes."""

    parent: int | None
    pose: Pose  # in the parent
    velocity: Motion
    relative: Motion  # v_r: velocity relative to the parent
    drift: Motion  # (X v_p) x v_r
    still: Motion  # a - X a_p while the joint's speeds stay as they are
    columns: tuple[Motion, ...]  # S
    active: tuple[Force, ...]  # T: wrenches of unit efforts


class AccelerationCondition(NamedTuple):
    """One row of A a = b: the sum of wrench . a over some bodies, less a wheel's rate, is b."""

    on: Mapping[int, Force]  # link -> wrench per unit of the condition's force, body axes
    b: Scalar
    link: int | None = None  # the joint it belongs to; None for loops
    wheel: int | None = None  # speed whose rotor turns with it


def bodies_at(m: Mechanism, known: Given) -> list[FreeBody]:
    """Step 1: velocities of all bodies."""
    found: list[FreeBody] = []
    for link, pose in zip(m.links, known.poses, strict=True):
        q, u = known.q[link.q], known.u[link.u]
        outer = Motion.zero() if link.parent is None else found[link.parent].velocity
        carried, columns = pose.into(outer), link.joint.columns(q)
        relative, active = joint_velocity(columns, u), link.joint.active(q)
        drift = carried.cross(relative)
        still = drift + link.joint.bias(q, u)
        velocity = carried + relative
        found.append(FreeBody(link.parent, pose, velocity, relative, drift, still, columns, active))
    return found


def body_loads(known: Given, bodies: Sequence[FreeBody]) -> list[Force]:
    """Step 1: Q without the efforts at the joints."""
    return [
        wrench - body.velocity.cross_force(link.inertia @ body.velocity)
        for link, wrench, body in zip(known.links, known.wrenches, bodies, strict=True)
    ]


def all_loads(m: Mechanism, known: Given, bodies: Sequence[FreeBody]) -> list[Force]:
    """Step 1: Q; efforts at a joint act on the child and, reversed, on its parent."""
    loads = body_loads(known, bodies)
    for i, link in enumerate(m.links):
        for T, effort in zip(bodies[i].active, known.tau[link.u], strict=True):
            for body, wrench in _across(bodies, i, effort * T).items():
                loads[body] = loads[body] + wrench
    return loads


def joint_conditions(
    m: Mechanism, known: Given, bodies: Sequence[FreeBody]
) -> list[AccelerationCondition]:
    """Step 2: what the joints ask of the accelerations."""
    found = []
    for i, (link, body) in enumerate(zip(m.links, bodies, strict=True)):
        q, moving = known.q[link.q], body.still
        if link.driven:
            moving = moving + joint_velocity(body.columns, known.prescribed[link.u])
            found += [
                AccelerationCondition(_across(bodies, i, W), W.dot(moving), i)
                for W in ALL_DIRECTIONS
            ]
        else:
            rates = link.joint.held_rates(q, body.relative)
            for W, rate in zip(link.joint.held(q), rates, strict=True):
                b = W.dot(body.drift) - rate.dot(body.relative)
                found.append(AccelerationCondition(_across(bodies, i, W), b, i))
        for k, T in enumerate(body.active, link.u.start):
            if m.rotor[k] != 0.0:
                found.append(AccelerationCondition(_across(bodies, i, T), T.dot(body.still), i, k))
    return found


def _across(bodies: Sequence[FreeBody], i: int, wrench: Force) -> dict[int, Force]:
    """A wrench on body i that its parent bears."""
    parent = bodies[i].parent
    on = {i: wrench}
    if parent is not None:
        on[parent] = -bodies[i].pose.out_of(wrench)
    return on


def closure_rows(
    known: Given, bodies: Sequence[FreeBody], closures: Sequence[Closure]
) -> list[Row]:
    """Step 2 for loops and couplings; with a = 0 the second derivative of a row is its -b."""
    still = unaccelerated({i: body.velocity for i, body in enumerate(bodies)}, known)
    return [row for c in closures for row in rows_of(known, c, still)]


def closure_conditions(
    m: Mechanism, known: Given, bodies: Sequence[FreeBody], closures: Sequence[Closure]
) -> list[AccelerationCondition]:
    """The same as conditions: couplings are wrenches along the joint axes they look at."""
    found = []
    for row in closure_rows(known, bodies, closures):
        on = {link: wrench for link, wrench in row.wrenches if link is not None}
        b = row.wanted
        for speed, factor in row.efforts:
            i = next(i for i, link in enumerate(m.links) if link.u.start <= speed < link.u.stop)
            along = factor * bodies[i].active[speed - m.links[i].u.start]
            b = b + along.dot(bodies[i].still)
            for body, wrench in _across(bodies, i, along).items():
                on[body] = on[body] + wrench if body in on else wrench
        found.append(AccelerationCondition(on, b))
    return found
