"""The loops over bodies: the equations of `equations.newton_euler`, traced per joint kind.

Rows of `state` are bodies (row 0 is the world), rows of `axes` are degrees of freedom; `x` holds
coordinates, then speeds; `dx` their rates. See `compiled.layout` for the fields of a row.
"""

from __future__ import annotations

from pelagos.compiled.layout import AXIS, BODY, POSE, STATE
from pelagos.compiled.tree import (
    CARRIES,
    CARRY,
    DRIVEN,
    FIRST,
    KIND,
    LEAF,
    PARENT,
    Q_START,
    RELEASE,
    RELEASES,
    ROW,
    V_START,
)
from pelagos.equations import newton_euler as ne
from pelagos.equations.algebra import Force, Mat3, Sym3
from pelagos.equations.inertia import Inertia, into_frame
from pelagos.equations.joints import FIXED, JOINTS
from pelagos.kernels.entry import entry, inlined
from pelagos.kernels.lanes import WIDTH
from pelagos.kernels.rows import View
from pelagos.kernels.trace import Row, address_of, kernel, kernel_by_kind

BODY_INERTIA, STATE_INERTIA = BODY["inertia"].start, STATE["inertia"].start


@kernel_by_kind(WIDTH, CARRIES)
def _outward(carry, constants, parent, body, q, u):
    joint, rigid = carry
    fixed, outer, inner = View(BODY, constants), View(STATE, parent), View(STATE, body)
    coordinates, speeds = q.first(joint.nq), u.first(joint.nv)
    carried = ne.outward(joint, fixed.placement, coordinates, speeds, outer.velocity)
    gravity = into_frame(carried.pose.R, outer.gravity)
    weight = Force(fixed.mass * gravity, fixed.moment.cross(gravity))
    inertia = fixed.inertia
    if rigid:
        m = fixed.mass
        inertia = Inertia(Sym3(m, m, m, 0.0, 0.0, 0.0), -Mat3.skew(fixed.moment), inertia.J)
    inner.pose, inner.velocity, inner.bias = carried.pose, carried.velocity, carried.bias
    inner.gravity = gravity
    inner.force = ne.bias_force(inertia, carried.velocity) - weight


@kernel_by_kind(WIDTH, RELEASES)
def _inward(release, parent, body, outer_inertia, inner_inertia, q, tau, rotor, axes):
    joint, with_rotor = release
    outer, inner = View(STATE, parent), View(STATE, body)
    inertia = _inertia(inner_inertia)
    force = inner.force
    for k, S in enumerate(joint.columns(q.first(joint.nq))):
        rotor_inertia = rotor[k] if with_rotor else 0.0
        axis, inertia, force = ne.release(inertia, force, S, tau[k], rotor_inertia)
        slot = View(AXIS, axes.part(k * AXIS.size))
        slot.U, slot.d_inverse, slot.effort = axis
    force = force + inertia @ joint.known_bias(inner.bias)
    pose = joint.known(inner.pose)
    outer.inertia = _inertia(outer_inertia) + pose.carry(inertia)
    outer.force = outer.force + pose.out_of(force)


def _inertia(row: Row) -> Inertia:
    return Inertia.of(row.first(Inertia.size))


@kernel_by_kind(WIDTH, JOINTS)
def _accelerate(joint, parent, body, q, axes, udot):
    outer, inner = View(STATE, parent), View(STATE, body)
    carried = joint.known(inner.pose).into(outer.acceleration)
    acceleration = carried + joint.known_bias(inner.bias)
    columns = joint.columns(q.first(joint.nq))
    for k in reversed(range(joint.nv)):
        slot = View(AXIS, axes.part(k * AXIS.size))
        axis = ne.Articulated(slot.U, slot.d_inverse, slot.effort)
        rate = ne.joint_acceleration(axis, acceleration)
        acceleration = acceleration + rate * columns[k]
        udot[k] = rate
    inner.acceleration = acceleration


@kernel_by_kind(WIDTH, JOINTS)
def _drive(joint, body, q, udot):
    """Add a known joint acceleration to the bias: a prescribed joint, or inverse dynamics."""
    inner = View(STATE, body)
    bias = inner.bias
    for k, S in enumerate(joint.columns(q.first(joint.nq))):
        bias = bias + udot[k] * S
    inner.bias = bias


@kernel_by_kind(WIDTH, JOINTS)
def _effort(joint, body, q, rotor, udot, tau):
    """tau = S . f + rotor inertia, from the force the joint transmits."""
    force = View(STATE, body).force
    for k, S in enumerate(joint.columns(q.first(joint.nq))):
        tau[k] = force.dot(S) + rotor[k] * udot[k]


@kernel_by_kind(WIDTH, JOINTS)
def _rates(joint, q, u, qdot):
    for k, rate in enumerate(joint.rates(q.first(joint.nq), u.first(joint.nv))):
        qdot[k] = rate


@kernel(WIDTH)
def _accelerate_rigidly(parent, body):
    outer, inner = View(STATE, parent), View(STATE, body)
    inner.acceleration = inner.pose.into(outer.acceleration) + inner.bias


@kernel(WIDTH)
def _force_of_acceleration(body, inertia):
    """f = I a + p."""
    inner = View(STATE, body)
    inner.force = _inertia(inertia) @ inner.acceleration + inner.force


@kernel(WIDTH)
def _force_to_parent(parent, body):
    outer, inner = View(STATE, parent), View(STATE, body)
    outer.force = outer.force + inner.pose.out_of(inner.force)


@kernel(WIDTH)
def _world_pose(parent, body, state):
    View(POSE, body).pose = View(POSE, parent).pose @ View(STATE, state).pose


@entry("Int2 Int Real3 Real2 Real3")
def outward_sweep(tree, nq, constants, x, state):
    """Step 1: poses, velocities, bias accelerations, bias forces with weight."""
    for b in range(tree.shape[0]):
        q, u = tree[b, Q_START], nq + tree[b, V_START]
        _outward(
            tree[b, CARRY], (constants, b), (state, tree[b, PARENT]), (state, b + 1), (x, q), (x, u)
        )


@entry("Int2 Real3 Real3")
def world_poses(tree, state, poses):
    """Pose of every body in the world, from the poses in the parents."""
    for b in range(tree.shape[0]):
        _world_pose((poses, tree[b, PARENT]), (poses, b + 1), (state, b + 1))


@entry("Int2 Int Real2 Real2 Real3")
def drive_sweep(tree, nq, x, dx, state):
    """Prescribed joints: their known accelerations, set in dx, join the bias."""
    for b in range(tree.shape[0]):
        if tree[b, DRIVEN]:
            _drive(
                tree[b, KIND], (state, b + 1), (x, tree[b, Q_START]), (dx, nq + tree[b, V_START])
            )


@inlined
def _articulated(tree, constants, state, b):
    """Where the articulated inertia of body b stands: a leaf's is its own."""
    if tree[b, LEAF]:
        return address_of(constants, tree[b, ROW] - 1, BODY_INERTIA)
    return address_of(state, tree[b, ROW], STATE_INERTIA)


@entry("Int2 Real3 Real2 Real2 Real2 Real3 Real3")
def inward_sweep(tree, constants, x, tau, rotor, state, axes):
    """Step 2: articulated inertias and bias forces, from the tips to the root."""
    for b in range(tree.shape[0] - 1, -1, -1):
        q, v, parent = tree[b, Q_START], tree[b, V_START], tree[b, PARENT]
        # the first child to arrive adds to the parent's own inertia, the others to what is there
        so_far = address_of(state, parent, STATE_INERTIA)
        if tree[b, FIRST]:
            so_far = address_of(constants, max(parent - 1, 0), BODY_INERTIA)
        _inward(
            tree[b, RELEASE],
            (state, parent),
            (state, tree[b, ROW]),
            so_far,
            _articulated(tree, constants, state, b),
            (x, q),
            (tau, v),
            (rotor, v),
            (axes, v),
        )


@entry("Int2 Int Real2 Real2 Real3 Real3")
def acceleration_sweep(tree, nq, x, dx, state, axes):
    """Step 3: accelerations, from the root to the tips; udot into dx."""
    for b in range(tree.shape[0]):
        v = tree[b, V_START]
        kind = FIXED if tree[b, DRIVEN] else tree[b, KIND]
        _accelerate(
            kind,
            (state, tree[b, PARENT]),
            (state, tree[b, ROW]),
            (x, tree[b, Q_START]),
            (axes, v),
            (dx, nq + v),
        )


@entry("Int2 Int Real3 Real2 Real2 Real2 Real3 Real2")
def driven_efforts(tree, nq, constants, x, dx, rotor, state, tau):
    """Efforts that enforce prescribed joints: S . (I_A a + p_A)."""
    for b in range(tree.shape[0]):
        if tree[b, DRIVEN]:
            v = tree[b, V_START]
            _force_of_acceleration((state, b + 1), _articulated(tree, constants, state, b))
            _effort(
                tree[b, KIND],
                (state, b + 1),
                (x, tree[b, Q_START]),
                (rotor, v),
                (dx, nq + v),
                (tau, v),
            )


@entry("Int2 Int Real3 Real2 Real2 Real2 Real3 Real2")
def inverse_sweep(tree, nq, constants, x, dx, rotor, state, tau):
    """Efforts for given accelerations in dx, after `outward_sweep`: the recursion out and in."""
    for b in range(tree.shape[0]):
        row = b + 1
        _drive(tree[b, KIND], (state, row), (x, tree[b, Q_START]), (dx, nq + tree[b, V_START]))
        _accelerate_rigidly((state, tree[b, PARENT]), (state, row))
        _force_of_acceleration((state, row), address_of(constants, b, BODY_INERTIA))
    for b in range(tree.shape[0] - 1, -1, -1):
        v = tree[b, V_START]
        q = tree[b, Q_START]
        _effort(tree[b, KIND], (state, b + 1), (x, q), (rotor, v), (dx, nq + v), (tau, v))
        _force_to_parent((state, tree[b, PARENT]), (state, b + 1))


@entry("Int2 Int Real2 Real2")
def coordinate_rates(tree, nq, x, dx):
    """qdot from u, into dx."""
    for b in range(tree.shape[0]):
        q = tree[b, Q_START]
        _rates(tree[b, KIND], (x, q), (x, nq + tree[b, V_START]), (dx, q))
