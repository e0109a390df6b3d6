"""Rows of constraints by the bodies they touch, and welds that make a body the child of another.

A row is known by the wrench that one unit of its force puts on its bodies (or by the efforts at the
speeds that a coupling looks at). The same numbers give its rate, J u, and what a motion of the
bodies does to it, J udot, so the Jacobian is never written out.

A weld to a free body holds all that moves it: the body is carried by its neighbour as a fixed joint
would carry it, with an acceleration relative to it that the rows of the weld ask for. Its speeds
stay its own: they are six numbers of its velocity, and their rates those of its acceleration.

References: Featherstone 2008, chapter 8; Nielsen et al. 2018, eq 15-33.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pelagos.equations.affine import Attachment, Closure, Loops
from pelagos.equations.constraints import (
    COUPLING,
    RELATIONS,
    Coupling,
    Hold,
    Side,
    stabilised,
)
from pelagos.equations.mechanism import Given, Mechanism
from pelagos.mathematics.algebra import Force, Motion
from pelagos.mathematics.inertia import Pose

Scalar = Any
Numbers = Sequence[Scalar]
Motions = Mapping[int, Motion]  # by link; a link that is not there does not move


class Row(NamedTuple):
    """One row of a constraint at a state."""

    wrenches: tuple[tuple[int | None, Force], ...]  # on its links per unit of its force, body axes
    efforts: tuple[tuple[int, Scalar], ...]  # at its speeds, for couplings
    residual: Scalar  # c
    rate: Scalar  # dc/dt
    wanted: Scalar  # what its second derivative lacks under the accelerations it was made with

    def along(self, motions: Motions, speeds: Numbers) -> Scalar:
        """J times a motion: the power of a unit force."""
        total: Scalar = 0.0
        for link, wrench in self.wrenches:
            if link in motions:
                total = total + wrench.dot(motions[link])
        for v, factor in self.efforts:
            total = total + factor * speeds[v]
        return total


class Moving(NamedTuple):
    """How the bodies move, as rows see it."""

    velocities: Motions  # body axes
    accelerations: Motions
    udot: Numbers


def unaccelerated(velocities: Motions, known: Given) -> Moving:
    """With all accelerations zero, for rows of which only wrenches, residuals and rates matter."""
    return Moving(velocities, {}, [0.0] * len(known.u))


def rows_of(known: Given, c: Closure, moving: Moving) -> list[Row]:
    """All rows of a constraint."""
    inputs = known.signals[c.channels]
    if c.code == COUPLING:
        return [_coupling(known, c, moving.udot, inputs)]
    a, b = sides_of(known, c, moving)
    found = []
    for row in RELATIONS[c.code].rows(a, b, (), inputs):
        wrenches = tuple(zip(c.links, (row.wrench_a, row.wrench_b), strict=True))
        wanted = stabilised(row, c.frequency, c.damping)
        found.append(Row(wrenches, (), row.residual, row.rate, wanted))
    return found


def sides_of(known: Given, c: Closure, moving: Moving) -> tuple[Side, Side]:
    """Both bodies of a relation as it sees them."""
    a, b = (_side(known, moving, *end) for end in zip(c.links, c.frames, strict=True))
    return a, b


def _side(known: Given, moving: Moving, link: int | None, frame: Pose) -> Side:
    if link is None:
        return Side(Pose.identity(), Motion.zero(), Motion.zero(), frame)
    acceleration = moving.accelerations.get(link)
    if acceleration is None:
        acceleration = Motion.zero()
    return Side(known.world[link], moving.velocities[link], acceleration, frame)


def _coupling(known: Given, c: Closure, udot: Numbers, inputs: Numbers) -> Row:
    q, u = [known.q[i] for i, _, _ in c.terms], [known.u[v] for _, v, _ in c.terms]
    row = Coupling().row([factor for _, _, factor in c.terms], q, u, inputs)
    wanted = stabilised(row, c.frequency, c.damping)
    for _, v, factor in c.terms:
        wanted = wanted - factor * udot[v]
    efforts = tuple((v, factor) for _, v, factor in c.terms)
    return Row((), efforts, row.residual, row.rate, wanted)


class Weld(NamedTuple):
    """A weld that attaches a body, at a state."""

    link: int
    on: int | None
    hold: Hold  # as the attached body feels it
    pose: Pose  # of the attached body in the one that carries it
    rows: list[Row]  # made with all accelerations zero: `wanted` is w . a of both bodies together
    slip: Motion  # velocity relative to the one that carries it, body axes


def welds_of(known: Given, loops: Loops, velocities: Motions) -> list[Weld]:
    """The welds that attach bodies, in their order."""
    still = unaccelerated(velocities, known)
    return [_weld(known, loops.closures[a.closure], a, still) for a in loops.attached]


def _weld(known: Given, c: Closure, a: Attachment, still: Moving) -> Weld:
    rows = rows_of(known, c, still)
    hold = Hold.between(*sides_of(known, c, still), a.side)
    end, pose, slip = c.links[a.side], known.world[a.link], still.velocities[a.link]
    if end is not None and end != a.link:  # the weld is on a body that is fixed to the attached one
        inner = known.world[end].seen_from(pose)
        hold = Hold(inner.R @ hold.axes, inner.point(hold.r))
    if a.on is not None:
        pose = pose.seen_from(known.world[a.on])
        slip = slip - pose.into(still.velocities[a.on])
    return Weld(a.link, a.on, hold, pose, rows, slip)


class Tree(NamedTuple):
    """The bodies as recursions go along them: attached ones are children of others."""

    order: Sequence[int]  # parents before children
    parents: Sequence[int | None]
    poses: Sequence[Pose]  # in the parent
    columns: Sequence[tuple[Motion, ...]]  # of the free motion: none where a joint is prescribed
    speeds: Sequence[int]  # the first of each body
    attached: frozenset[int]


def tree_of(
    m: Mechanism, known: Given, columns: Sequence[tuple[Motion, ...]], welds: Sequence[Weld] = ()
) -> Tree:
    """The tree with attached bodies where their welds hold them."""
    parents, poses = [link.parent for link in m.links], list(known.poses)
    free = [() if link.driven else own for link, own in zip(m.links, columns, strict=True)]
    for weld in welds:
        parents[weld.link], poses[weld.link], free[weld.link] = weld.on, weld.pose, ()
    order: Sequence[int] = range(len(parents))
    if welds:
        order = _outward(parents)
    attached = frozenset(weld.link for weld in welds)
    return Tree(order, parents, poses, free, [link.u.start for link in m.links], attached)


def _outward(parents: Sequence[int | None]) -> list[int]:
    """Bodies in an order in which every parent comes before its children."""
    children: dict[int | None, list[int]] = {}
    for i, parent in enumerate(parents):
        children.setdefault(parent, []).append(i)
    order, waiting = [], children.get(None, [])[::-1]
    while waiting:
        order.append(waiting.pop())
        waiting += reversed(children.get(order[-1], []))
    return order
