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
from typing import NamedTuple

from pelagos.equations.affine import Attachment, Closure, Loops
from pelagos.equations.mechanism import Given, Mechanism
from pelagos.mathematics.algebra import Force, Mat3, Motion, Vec3
from pelagos.mathematics.inertia import Pose, into_frame
from pelagos.mathematics.scalars import Scalar
from pelagos.relations.contract import RelationRow, Seen, Side

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
    seen = Seen(
        sides_of(known, c, moving),
        [known.q[i] for i, _ in c.coordinates],
        [known.u[v] for _, v in c.coordinates],
        c.constants,
        [known.signals[channel] for channel in c.channels],
    )
    speeds = [v for _, v in c.coordinates]
    found = []
    for row in c.relation.rows(seen):
        efforts = tuple(zip(speeds, row.efforts, strict=True))
        wanted = stabilised(row, c.frequency, c.damping)
        for v, factor in efforts:
            wanted = wanted - factor * moving.udot[v]
        wrenches = tuple(zip(c.links, row.wrenches, strict=True))
        found.append(Row(wrenches, efforts, row.residual, row.rate, wanted))
    return found


def stabilised(row: RelationRow, frequency: Scalar, damping: Scalar) -> Scalar:
    """The wanted J udot: -drift - 2 z w dc/dt - w^2 c (Baumgarte 1972); w = 0 for none."""
    return -(row.drift + frequency * (2.0 * damping * row.rate + frequency * row.residual))


def sides_of(known: Given, c: Closure, moving: Moving) -> tuple[Side, ...]:
    """The bodies of a relation as it sees them."""
    return tuple(_side(known, moving, *end) for end in zip(c.links, c.frames, strict=True))


def _side(known: Given, moving: Moving, link: int | None, frame: Pose) -> Side:
    if link is None:
        return Side(Pose.identity(), Motion.zero(), Motion.zero(), frame)
    acceleration = moving.accelerations.get(link)
    if acceleration is None:
        acceleration = Motion.zero()
    return Side(known.world[link], moving.velocities[link], acceleration, frame)


class WeldFrame(NamedTuple):
    """A weld as one of its bodies feels it: its axes, and the way to its point; body axes.

    The first three unit wrenches are (e, r x e), the others (0, e), so that a motion with given
    rows w . m, and the forces that make up a given wrench, can be written down without solving.
    """

    axes: Mat3
    r: Vec3

    @classmethod
    def of(cls, wrenches: Sequence[Force]) -> WeldFrame:
        axes = Mat3(*(w.n for w in wrenches[3:]))
        r = Vec3.zero()
        for e, wrench in zip((axes.a, axes.b, axes.c), wrenches[:3], strict=True):
            r = r + 0.5 * e.cross(wrench.n)  # the sum of e x (r x e) is 2 r
        return cls(axes, r)

    @classmethod
    def between(cls, a: Side, b: Side, end: int) -> WeldFrame:
        """The same from the two sides of a weld: what its first body (0) or its second (1) feels.

        Wrenches act at B's point along A's axes, on A reversed.
        """
        if end == 1:
            return cls(b.pose.R.T @ a.axes(), b.r)
        R, p = a.frame.R, into_frame(a.pose.R, b.point() - a.pose.p)
        return cls(-R, p)

    def motion(self, rows: Numbers) -> Motion:
        """The motion m with w . m = row for all six."""
        turn = self.axes @ Vec3(*rows[3:])
        return Motion((self.axes @ Vec3(*rows[:3])) - turn.cross(self.r), turn)

    def forces(self, wrench: Force) -> list:
        """The forces of the six rows that add up to a wrench."""
        moment = wrench.n - self.r.cross(wrench.f)
        return [*into_frame(self.axes, wrench.f), *into_frame(self.axes, moment)]


class AttachedWeld(NamedTuple):
    """A weld that attaches a body, at a state."""

    link: int
    on: int | None
    hold: WeldFrame  # as the attached body feels it
    pose: Pose  # of the attached body in the one that carries it
    rows: list[Row]  # made with all accelerations zero: `wanted` is w . a of both bodies together
    slip: Motion  # velocity relative to the one that carries it, body axes


def welds_of(known: Given, loops: Loops, velocities: Motions) -> list[AttachedWeld]:
    """The welds that attach bodies, in their order."""
    still = unaccelerated(velocities, known)
    return [_weld(known, loops.closures[a.closure], a, still) for a in loops.attached]


def _weld(known: Given, c: Closure, a: Attachment, still: Moving) -> AttachedWeld:
    rows = rows_of(known, c, still)
    hold = WeldFrame.between(*sides_of(known, c, still), a.side)
    end, pose, slip = c.links[a.side], known.world[a.link], still.velocities[a.link]
    if end is not None and end != a.link:  # the weld is on a body that is fixed to the attached one
        inner = known.world[end].seen_from(pose)
        hold = WeldFrame(inner.R @ hold.axes, inner.point(hold.r))
    if a.on is not None:
        pose = pose.seen_from(known.world[a.on])
        slip = slip - pose.into(still.velocities[a.on])
    return AttachedWeld(a.link, a.on, hold, pose, rows, slip)


class Tree(NamedTuple):
    """The bodies as recursions go along them: attached ones are children of others."""

    order: Sequence[int]  # parents before children
    parents: Sequence[int | None]
    poses: Sequence[Pose]  # in the parent
    columns: Sequence[tuple[Motion, ...]]  # of the free motion: none where a joint is prescribed
    speeds: Sequence[int]  # the first of each body
    attached: frozenset[int]


def tree_of(
    m: Mechanism,
    known: Given,
    columns: Sequence[tuple[Motion, ...]],
    welds: Sequence[AttachedWeld] = (),
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
