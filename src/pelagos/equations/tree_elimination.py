"""The conditions of a whole tree, met by elimination from joint to joint.

What `equations.block_elimination` does to one body, for all of them: factors from the tips to the
root, once; then accelerations and wrenches for whatever acts, be it the robot's own loads or a unit
force of a loop. A weld that holds a free body to another one takes the place of its joint.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from pelagos.equations import block_elimination as elimination
from pelagos.equations.affine import Attachment, Closure, Loops
from pelagos.equations.algebra import Force, Motion
from pelagos.equations.conditions import Body, body_loads, closure_rows, held_directions
from pelagos.equations.constraints import Hold
from pelagos.equations.inertia import Pose
from pelagos.equations.joints import FIXED, JOINTS, joint_velocity
from pelagos.equations.loop_rows import LoopRow
from pelagos.equations.mechanism import Given, Mechanism

Scalar = Any
Numbers = Sequence[Scalar]


class Weld(NamedTuple):
    """A weld that takes the place of the joint of a free body."""

    link: int
    on: int | None
    hold: Hold  # its six rows as the body feels them
    rows: list[LoopRow]

    def asked(self) -> Motion:
        """a - X a_p: the rows, whatever the body does that it is attached to."""
        return self.hold.motion([row.wanted for row in self.rows])


class Tree(NamedTuple):
    """Bodies and joints of a mechanism, taken out of the equations; see `block_elimination`."""

    order: list[int]  # of the links, parents first
    parents: list[int | None]
    poses: list[Pose]  # of each link in its parent
    joints: list[elimination.Joint]
    factors: list[elimination.Factors]
    welds: list[Weld]


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


def welds_at(known: Given, bodies: Sequence[Body], loops: Loops) -> list[Weld]:
    """Step 2 for welds that attach a body: its joint holds nothing, the weld holds all."""
    return [_weld(known, bodies, loops.closures[a.closure], a) for a in loops.attached]


def _weld(known: Given, bodies: Sequence[Body], c: Closure, a: Attachment) -> Weld:
    rows = closure_rows(known, bodies, [c])
    # the weld may meet a body that is fixed to the one that is attached
    other = c.links[a.side]
    there = known.world[other].seen_from(known.world[a.link])
    wrenches = [dict(row.wrenches)[other] for row in rows]
    if other != a.link:
        wrenches = [there.out_of(w) for w in wrenches]
    return Weld(a.link, a.on, Hold.of(wrenches), rows)


def tree_at(m: Mechanism, known: Given, bodies: Sequence[Body], welds: list[Weld]) -> Tree:
    """Step 3, from the tips to the root: factors of all joints."""
    parents, poses = [body.parent for body in bodies], [body.pose for body in bodies]
    kinds = [JOINTS[FIXED] if link.driven else link.joint for link in m.links]
    for weld in welds:
        pose = known.world[weld.link]
        parents[weld.link], kinds[weld.link] = weld.on, JOINTS[FIXED]
        poses[weld.link] = pose if weld.on is None else pose.seen_from(known.world[weld.on])
    joints = []
    for link, body, kind in zip(m.links, bodies, kinds, strict=True):
        free = body.columns if kind is link.joint else ()
        turning = free and any(r != 0.0 for r in m.rotor[link.u])
        held = held_directions(kind, known.q[link.q])
        joints.append(elimination.Joint(held, free, m.rotor[link.u] if turning else ()))
    order = _parents_first(parents)
    inertias = [link.inertia for link in known.links]
    factors: list = [None] * len(joints)
    for i in reversed(order):
        factors[i], felt = elimination.eliminate(inertias[i], joints[i])
        if parents[i] is not None:
            inertias[parents[i]] = inertias[parents[i]] + poses[i].carry(felt)
    return Tree(order, parents, poses, joints, factors, welds)


def _parents_first(parents: Sequence[int | None]) -> list[int]:
    """Links in an order for sweeps outward; as they are, where no weld changed their parents."""
    order: list[int] = []
    placed: set[int | None] = {None}
    waiting = list(range(len(parents)))
    while waiting:
        ready = []
        for i in waiting:
            if parents[i] in placed:
                placed.add(i)
                ready.append(i)
        order += ready
        waiting = [i for i in waiting if i not in placed]
    return order


def answer(tree: Tree, given_loads: Loads) -> Answer:
    """Step 3: what acts goes from the tips to the root, accelerations come back."""
    still, loads, efforts = given_loads
    loads = list(loads)
    for i in reversed(tree.order):
        parent = tree.parents[i]
        if parent is not None:
            *_, wrench = _respond(tree, i, still[i], loads[i], efforts[i])
            loads[parent] = loads[parent] - tree.poses[i].out_of(wrench)
    n = len(tree.order)
    found = Answer([Motion.zero()] * n, [[]] * n, [Force.zero()] * n)
    for i in tree.order:
        parent, y = tree.parents[i], still[i]
        if parent is not None:
            y = tree.poses[i].into(found.accelerations[parent]) + y
        found.accelerations[i], found.rates[i], found.wrenches[i] = _respond(
            tree, i, y, loads[i], efforts[i]
        )
    return found


def _respond(tree: Tree, i: int, y: Motion, load: Force, efforts: Numbers) -> Any:
    return elimination.respond(tree.factors[i], tree.joints[i], y, load, efforts)


def own_loads(m: Mechanism, known: Given, bodies: Sequence[Body], tree: Tree) -> Loads:
    """Steps 1 and 2: everything that acts at f = 0."""
    still = [body.still for body in bodies]
    for i, link in enumerate(m.links):
        if link.driven:
            still[i] = still[i] + joint_velocity(bodies[i].columns, known.prescribed[link.u])
    loads = body_loads(known, bodies)
    for weld in tree.welds:
        still[weld.link] = weld.asked()
        # efforts at the free joint of a body are a wrench on it, in its axes
        efforts = known.tau[m.links[weld.link].u]
        loads[weld.link] = loads[weld.link] + Force.of(efforts)
    return Loads(still, loads, _efforts_of(m, tree, known.tau))


def row_loads(m: Mechanism, tree: Tree, rows: Sequence[LoopRow], forces: Numbers) -> Loads:
    """What forces of rows do by themselves, to bodies at rest."""
    loads, tau = [Force.zero()] * len(m.links), [0.0] * len(m.rotor)
    for row, force in zip(rows, forces, strict=True):
        for link, wrench in row.wrenches:
            loads[link] = loads[link] + force * wrench
        for speed, factor in row.efforts:
            tau[speed] = tau[speed] + force * factor
    return Loads([Motion.zero()] * len(m.links), loads, _efforts_of(m, tree, tau))


def _efforts_of(m: Mechanism, tree: Tree, tau: Numbers) -> list[Sequence]:
    pairs = zip(m.links, tree.joints, strict=True)
    return [tau[link.u] if joint.free else () for link, joint in pairs]
