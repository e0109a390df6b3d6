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

Steps
    1 outward: poses, velocities, bias    2 inward: articulated inertias    3 outward: accelerations

Cost
    Proportional to the number of bodies.

References
    Featherstone 2008, chapters 5, 7 and section 9.2 (hybrid dynamics); Luh, Walker and Paul 1980.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pelagos.equations.algebra import Force, Motion
from pelagos.equations.inertia import Inertia, Pose
from pelagos.equations.joints import joint_velocity
from pelagos.equations.mechanism import Given, Mechanism, given

Scalar = Any
Numbers = Sequence[Scalar]


class Carried(NamedTuple):
    """What the outward sweep finds for one body."""

    pose: Pose  # child in parent
    velocity: Motion  # of the body frame, body axes
    bias: Motion  # acceleration that is there without udot
    columns: tuple[Motion, ...]  # partial velocities of the joint


class Articulated(NamedTuple):
    """What the inward sweep leaves for one joint axis."""

    U: Force  # I_A S
    d_inverse: Scalar  # 1 / (S . U)
    effort: Scalar  # e = tau - S . p_A


def outward(joint: Any, placement: Pose, q: Sequence, u: Sequence, parent: Motion) -> Carried:
    """Step 1: place the body and pass the velocity outward."""
    pose = joint.pose(placement, q)
    columns = joint.columns(q)
    from_parent, relative = pose.into(parent), joint_velocity(columns, u)
    # v x S u = (X v_parent) x S u, because (S u) x (S u) = 0
    bias = from_parent.cross(relative) + joint.bias(q, u)
    return Carried(pose, from_parent + relative, bias, columns)


def bias_force(inertia: Inertia, velocity: Motion) -> Force:
    """v x* (I v): gyroscopic and Munk moments of any symmetric inertia."""
    return velocity.cross_force(inertia @ velocity)


def release(
    inertia: Inertia, p: Force, S: Motion, tau: Scalar, rotor: Scalar = 0.0
) -> tuple[Articulated, Inertia, Force]:
    """Step 2: free the motion along one joint axis; what is left is passed on."""
    U = inertia.times_axis(S)
    d_inverse = 1.0 / (U.dot(S) + rotor)
    effort = tau - p.dot(S)
    left = inertia.without(U, d_inverse)
    index = S.unit_index()
    if index is not None and isinstance(rotor, float) and rotor == 0.0:
        left = left.cleared(index)
    return Articulated(U, d_inverse, effort), left, p + (effort * d_inverse) * U


def joint_acceleration(axis: Articulated, a: Motion) -> Scalar:
    """Step 3: acceleration along one joint axis, given what the body has without it."""
    return (axis.effort - axis.U.dot(a)) * axis.d_inverse


# The whole evaluation in plain Python


def forward_dynamics(
    m: Mechanism,
    t: Scalar,
    q: Numbers,
    u: Numbers,
    extra: Numbers | None = None,
    nudges: Mapping[int, Scalar] | None = None,
) -> list:
    """Accelerations udot by the articulated-body recursion, under efforts `extra` at the joints."""
    # Step 1, outward: kinematics, bias forces, applied forces
    known = given(m, t, q, u, extra, nudges)
    carried, forces = outward_sweep(known)
    udot, inertias, biases = known.prescribed, [link.inertia for link in known.links], []
    for link, body in zip(m.links, carried, strict=True):
        rates = udot[link.u] if link.driven else [0.0] * link.joint.nv
        biases.append(body.bias + joint_velocity(body.columns, rates))
    # Step 2, inward: articulated inertias
    axes: list[list[Articulated]] = [[] for _ in m.links]
    for i in reversed(range(len(m.links))):
        link, body = m.links[i], carried[i]
        inertia, force = inertias[i], forces[i]
        for k, S in enumerate(() if link.driven else body.columns, link.u.start):
            axis, inertia, force = release(inertia, force, S, known.tau[k], m.rotor[k])
            axes[i].append(axis)
        force = force + inertia @ biases[i]
        if link.parent is not None:
            inertias[link.parent] = inertias[link.parent] + body.pose.carry(inertia)
            forces[link.parent] = forces[link.parent] + body.pose.out_of(force)
    # Step 3, outward: accelerations
    accelerations: list[Motion] = []
    for i, link in enumerate(m.links):
        outer = Motion.zero() if link.parent is None else accelerations[link.parent]
        a = carried[i].pose.into(outer) + biases[i]
        for k in reversed(range(len(axes[i]))):
            rate = udot[link.u.start + k] = joint_acceleration(axes[i][k], a)
            a = a + rate * carried[i].columns[k]
        accelerations.append(a)
    return udot


def inverse_dynamics(m: Mechanism, t: Scalar, q: Numbers, u: Numbers, udot: Numbers) -> list:
    """Efforts to be added at the joints for the accelerations udot: the recursion out and in."""
    known = given(m, t, q, u)
    carried, forces = outward_sweep(known)
    accelerations: list[Motion] = []
    for i, link in enumerate(m.links):
        outer = Motion.zero() if link.parent is None else accelerations[link.parent]
        a = carried[i].pose.into(outer) + carried[i].bias
        a = a + joint_velocity(carried[i].columns, udot[link.u])
        accelerations.append(a)
        forces[i] = known.links[i].inertia @ a + forces[i]
    tau: list = [None] * len(udot)
    for i in reversed(range(len(m.links))):
        link = m.links[i]
        for k, S in enumerate(carried[i].columns, link.u.start):
            tau[k] = forces[i].dot(S) + m.rotor[k] * udot[k] - known.tau[k]
        if link.parent is not None:
            forces[link.parent] = forces[link.parent] + carried[i].pose.out_of(forces[i])
    return tau


def outward_sweep(known: Given) -> tuple[list[Carried], list[Force]]:
    """Kinematics of every link, and its bias force minus the applied forces."""
    carried: list[Carried] = []
    forces: list[Force] = []
    for link, wrench in zip(known.links, known.wrenches, strict=True):
        parent = Motion.zero() if link.parent is None else carried[link.parent].velocity
        body = outward(link.joint, link.placement, known.q[link.q], known.u[link.u], parent)
        carried.append(body)
        forces.append(bias_force(link.inertia, body.velocity) - wrench)
    return carried, forces
