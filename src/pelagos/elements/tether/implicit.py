"""A tether's part of a linearly implicit step: (1 - s J) W = r, J roughly the slopes of its rates.

With w the velocities and y the places in W, s = gamma h, and r likewise, y = r_y + s w and

    M w = M r_w - s [sum over segments of (K dy + C dw) + K_i y + C_i w],

K and C of a segment: k t t^T + T / |d| (1 - t t^T) and c t t^T while it is taut; K_i and C_i of the
water and the seabed at a node. That is a chain of 3 x 3 blocks, which is eliminated node by node.
At an end a body answers an impulse phi with L phi: S (1 + L S)^-1 stands for S = s^2 K + s C there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from pelagos.elements.site import End
from pelagos.elements.tether.forces import LineSegment, Make, isotropic
from pelagos.mathematics.algebra import Mat3, Sym3, Vec3
from pelagos.mathematics.scalars import Scalar, where


@dataclass(frozen=True)
class SegmentHold:
    """How a segment holds its nodes together: S, and s K."""

    both: Sym3
    elastic: Sym3
    slackened: Vec3  # s times what its pull loses as its unstretched length grows

    def pull(self, apart: Vec3, longer: Scalar) -> Vec3:
        """What is known of its impulse on its first node: r of what it spans, and of its length."""
        return self.elastic @ apart - longer * self.slackened


def hold_of(make: Make, l: Scalar, segment: LineSegment, s: Scalar) -> SegmentHold:
    taut = where(segment.elastic + segment.viscous > 0.0, s, 0.0 * s)
    square = Sym3.square(segment.t)
    turning = taut * segment.elastic * segment.inverse
    elastic = (taut * make.EA / l - turning) * square + isotropic(turning)
    loss = taut * make.EA * segment.length / (l * l)
    return SegmentHold(s * elastic + (taut * make.damping / l) * square, elastic, loss * segment.t)


def inverse(m: Mat3) -> Mat3:
    """By cofactors."""
    a, b, c = m.a, m.b, m.c
    rows = b.cross(c), c.cross(a), a.cross(b)
    scale = 1.0 / a.dot(rows[0])
    return Mat3(*(scale * row for row in rows)).T


def cofactors(m: Sym3) -> tuple[Sym3, Scalar]:
    """Those of a symmetric matrix, and by what they are its inverse."""
    xx, yz = m.yy * m.zz - m.yz * m.yz, m.xy * m.xz - m.xx * m.yz
    xy, xz = m.xz * m.yz - m.xy * m.zz, m.xy * m.yz - m.xz * m.yy
    yy, zz = m.xx * m.zz - m.xz * m.xz, m.xx * m.yy - m.xy * m.xy
    return Sym3(xx, yy, zz, xy, xz, yz), 1.0 / (m.xx * xx + m.xy * xy + m.xz * xz)


@dataclass(frozen=True)
class EndStep:
    """A body at an end: its reduced hold on the line, and what it would do without the line."""

    reduced: Sym3
    free: Vec3  # its velocity in W, under what is known beforehand
    known: Vec3  # impulse that is known beforehand

    def impulse(self, w: Vec3) -> Vec3:
        """On the body, given the velocity of the node beside it."""
        return self.reduced @ (w - self.free) + self.known


def end_step(hold: SegmentHold, after: Any, end: End, r_y: Vec3, longer: Scalar) -> EndStep:
    """r_y: of the node beside it; longer: of the segment's length, negative at the second end."""
    body = after.end(end)
    known = hold.pull(r_y - body.place, longer)
    S = hold.both.full
    if body.answer is None:
        return EndStep(hold.both, body.velocity, known)
    bare = inverse(Mat3.identity() + body.answer @ S)
    return EndStep(Sym3.upper(S @ bare), body.velocity + body.answer @ known, known)


class EliminatedNode(NamedTuple):
    """A node that knows its w by that of the next one inward: w = P right + G^T w'."""

    P: Sym3  # the inverse of its block
    G: Mat3  # S P
    right: Vec3

    def w(self, inward: Vec3) -> Vec3:
        return plus(self.P @ self.right, self.G.T, inward)


def plus(b: Vec3, m: Mat3, v: Vec3) -> Vec3:
    """b + m v: each product is taken in by the sum before it, so that nothing waits for long."""
    return b + v.x * m.a + v.y * m.b + v.z * m.c


class ChainSide:
    """Nodes from an end on, which are eliminated one by one, and found in the opposite order."""

    def __init__(self) -> None:
        self.nodes: list[EliminatedNode] = []
        self.w: list[Vec3] = []
        self._taken = Sym3.zero()  # what the last of them takes of the block of the next

    def rest(self, block: Sym3) -> Sym3:
        return block - self._taken

    def right(self, known: Vec3) -> Vec3:
        return plus(known, self.nodes[-1].G, self.nodes[-1].right) if self.nodes else known

    def eliminate(self, block: Sym3, hold: SegmentHold, known: Vec3) -> None:
        """A node that the hold ties to the next one."""
        own, scale = cofactors(self.rest(block))
        S = hold.both.full
        half = S @ own.full
        G = Mat3.of(scale * x for x in half)
        self.nodes.append(EliminatedNode(scale * own, G, self.right(known)))
        self._taken = scale * Sym3.upper(half @ S)

    def find(self, middle: Vec3) -> None:
        """w of the last node that is not found yet."""
        inward = self.w[-1] if self.w else middle
        self.w.append(self.nodes[-1 - len(self.w)].w(inward))


def chain(
    blocks: Sequence[Sym3], holds: Sequence[SegmentHold], known: Sequence[Vec3]
) -> list[Vec3]:
    """w of all nodes: block_i w_i - S_i w_(i-1) - S_(i+1) w_(i+1) = known_i; ends are in blocks.

    From both ends to the middle and back, in turns: a processor does both at the same time.
    """
    count, sides = len(blocks), (ChainSide(), ChainSide())
    middle = count // 2
    for i in range(middle):
        j = count - 1 - i
        sides[0].eliminate(blocks[i], holds[i], known[i])
        if j > middle:
            sides[1].eliminate(blocks[j], holds[j - 1], known[j])
    own, scale = cofactors(sides[1].rest(sides[0].rest(blocks[middle])))
    w = (scale * own) @ sides[1].right(sides[0].right(known[middle]))
    for i in range(middle):
        for side in sides:
            if i < len(side.nodes):
                side.find(w)
    return [*reversed(sides[0].w), w, *sides[1].w]
