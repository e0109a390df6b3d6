"""The conditions of a whole tree, met by elimination from joint to joint.

What `equations.block_elimination` does to one body, for all of them: factors from the tips to the
root, once; then accelerations and wrenches for whatever acts, be it the robot's own loads or a unit
force of a loop. A weld that holds a free body to another one takes the place of its joint.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from pelagos.equations import block_elimination as elimination
from pelagos.equations.affine import Loops
from pelagos.equations.closed_tree import AttachedWeld, Row, Tree, tree_of, welds_of
from pelagos.equations.conditions import ALL_DIRECTIONS, FreeBody, body_loads
from pelagos.equations.mechanism import Given, Mechanism
from pelagos.joints.contract import joint_velocity
from pelagos.mathematics.algebra import Force, Motion
from pelagos.mathematics.scalars import Scalar

Numbers = Sequence[Scalar]


class Eliminated(NamedTuple):
    """Bodies and joints of a mechanism, taken out of the equations; see `block_elimination`."""

    tree: Tree
    joints: list[elimination.BlockJoint]
    factors: list[elimination.BlockFactors]
    welds: list[AttachedWeld]


class Loads(NamedTuple):
    """What acts on a tree, link by link."""

    still: list[Motion]  # a - X a_p while the joints' speeds stay as they are
    loads: list[Force]
    efforts: list[Sequence]


class Answer(NamedTuple):
    """What elimination along the tree finds, link by link."""

    accelerations: list[Motion]
    rates: list[list]  # of the speeds of each joint that is free to move
    wrenches: list[Force]  # that each joint, or the weld in its place, puts on its child


def eliminated(m: Mechanism, known: Given, bodies: Sequence[FreeBody], loops: Loops) -> Eliminated:
    """Steps 2 and 3, from the tips to the root: factors of all joints."""
    welds = welds_of(known, loops, {i: body.velocity for i, body in enumerate(bodies)})
    tree = tree_of(m, known, [body.columns for body in bodies], welds)
    joints = []
    for i, (link, free) in enumerate(zip(m.links, tree.columns, strict=True)):
        held = link.driven or i in tree.attached
        directions = ALL_DIRECTIONS if held else link.joint.held(known.q[link.q])
        turning = free and any(r != 0.0 for r in m.rotor[link.u])
        active = bodies[i].active if free else ()
        joints.append(
            elimination.BlockJoint(directions, active, m.rotor[link.u] if turning else ())
        )
    inertias = [link.inertia for link in known.links]
    factors: list = [None] * len(joints)
    for i in reversed(tree.order):
        factors[i], felt = elimination.eliminate(inertias[i], joints[i])
        parent = tree.parents[i]
        if parent is not None:
            inertias[parent] = inertias[parent] + tree.poses[i].carry(felt)
    return Eliminated(tree, joints, factors, welds)


def answer(at: Eliminated, acting: Loads) -> Answer:
    """Step 3: what acts goes from the tips to the root, accelerations come back."""
    tree, (still, loads, efforts) = at.tree, acting
    loads = list(loads)
    for i in reversed(tree.order):
        parent = tree.parents[i]
        if parent is not None:
            *_, wrench = _respond(at, i, still[i], loads[i], efforts[i])
            loads[parent] = loads[parent] - tree.poses[i].out_of(wrench)
    n = len(tree.order)
    found = Answer([Motion.zero()] * n, [[]] * n, [Force.zero()] * n)
    for i in tree.order:
        parent, y = tree.parents[i], still[i]
        if parent is not None:
            y = tree.poses[i].into(found.accelerations[parent]) + y
        found.accelerations[i], found.rates[i], found.wrenches[i] = _respond(
            at, i, y, loads[i], efforts[i]
        )
    return found


def _respond(at: Eliminated, i: int, y: Motion, load: Force, efforts: Numbers) -> Any:
    return elimination.respond(at.factors[i], at.joints[i], y, load, efforts)


def own_loads(m: Mechanism, known: Given, bodies: Sequence[FreeBody], at: Eliminated) -> Loads:
    """Steps 1 and 2: everything that acts at f = 0."""
    still = [body.still for body in bodies]
    for i, link in enumerate(m.links):
        if link.driven:
            still[i] = still[i] + joint_velocity(bodies[i].columns, known.prescribed[link.u])
    loads = body_loads(known, bodies)
    for weld in at.welds:
        still[weld.link] = weld.hold.motion([row.wanted for row in weld.rows])
        # efforts at the free joint of a body are a wrench on it, in its axes
        efforts = known.tau[m.links[weld.link].u]
        loads[weld.link] = loads[weld.link] + Force.of(efforts)
    return Loads(still, loads, _efforts_of(m, at, known.tau))


def row_loads(m: Mechanism, at: Eliminated, rows: Sequence[Row], forces: Numbers) -> Loads:
    """What forces of rows do by themselves, to bodies at rest."""
    loads, tau = [Force.zero()] * len(m.links), [0.0] * len(m.rotor)
    for row, force in zip(rows, forces, strict=True):
        for link, wrench in row.wrenches:
            if link is not None:
                loads[link] = loads[link] + force * wrench
        for speed, factor in row.efforts:
            tau[speed] = tau[speed] + force * factor
    return Loads([Motion.zero()] * len(m.links), loads, _efforts_of(m, at, tau))


def _efforts_of(m: Mechanism, at: Eliminated, tau: Numbers) -> list[Sequence]:
    pairs = zip(m.links, at.joints, strict=True)
    return [tau[link.u] if joint.active else () for link, joint in pairs]
