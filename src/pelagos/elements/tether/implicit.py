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
from typing import Any

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


def symmetric_inverse(m: Sym3) -> Sym3:
    xx, yz = m.yy * m.zz - m.yz * m.yz, m.xy * m.xz - m.xx * m.yz
    xy, xz = m.xz * m.yz - m.xy * m.zz, m.xy * m.yz - m.xz * m.yy
    scale = 1.0 / (m.xx * xx + m.xy * xy + m.xz * xz)
    yy, zz = m.xx * m.zz - m.xz * m.xz, m.xx * m.yy - m.xy * m.xy
    return scale * Sym3(xx, yy, zz, xy, xz, yz)


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


def chain(
    blocks: Sequence[Sym3], holds: Sequence[SegmentHold], known: Sequence[Vec3]
) -> list[Vec3]:
    """w of all nodes: block_i w_i - S_i w_(i-1) - S_(i+1) w_(i+1) = known_i; ends are in blocks."""
    inverses, right = [symmetric_inverse(blocks[0])], [known[0]]
    for block, hold, b in zip(blocks[1:], holds, known[1:], strict=True):
        S, P = hold.both, inverses[-1]
        inverses.append(symmetric_inverse(block - P.rotated(S.full)))
        right.append(b + S @ (P @ right[-1]))
    w = [inverses[-1] @ right[-1]]
    for P, b, hold in zip(inverses[-2::-1], right[-2::-1], reversed(holds), strict=True):
        w.append(P @ (b + hold.both @ w[-1]))
    return w[::-1]
