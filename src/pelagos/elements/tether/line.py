"""A tether as an element: nodes that move by themselves, between two ends that bodies carry.

The inner nodes are own states, places and velocities in the world. The half segments at the ends
belong to the bodies there: their mass counts as the body's (`tether.ends`), their loads act on it.

With a winch the nodes stay evenly spread over a line whose unstretched length L changes at the
first end. They then move through the material: with s its distance from the second end, node i is
at s = (1 - i / n) L, and with v the velocity of the material there

    dx/dt = v + ds/dt dx/ds,    dv/dt = a + ds/dt dv/ds,    ds/dt = (1 - i / n) dL/dt.

Energies are those of the line alone: what the added mass of the water takes is work done on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from pelagos.elements.body.crossing import below_surface
from pelagos.elements.contract import Element
from pelagos.elements.site import End
from pelagos.elements.tether.forces import LineSegment, Make, direction
from pelagos.elements.tether.implicit import chain, end_step, hold_of
from pelagos.elements.tether.statics import RestingLine, at_rest
from pelagos.mathematics.algebra import Force, Sym3, Vec3
from pelagos.mathematics.scalars import Scalar, maximum, sqrt, where


@dataclass(frozen=True)
class Winch:
    """Pays out at the first end, with the speed of a signal."""

    channel: int
    state: int  # the unstretched length, among the states
    shortest: float  # m: it hauls no further


class LineShape(NamedTuple):
    """A line at a moment: nodes with both ends, segments between them."""

    l: Scalar  # unstretched, of a segment
    paid: Scalar  # m/s
    x: list[Vec3]
    v: list[Vec3]  # of the material
    segments: list[LineSegment]
    forces: list[Vec3]  # stored: elastic and bending, of each segment on its first node

    @property
    def tangents(self) -> list[Vec3]:
        """At all nodes."""
        between = [direction(b - a) for a, b in zip(self.x, self.x[2:], strict=False)]
        return [self.segments[0].t, *between, self.segments[-1].t]


class LinePiece(NamedTuple):
    """What belongs to a node: the half segments beside it, as one straight piece."""

    x: Vec3  # of the node
    v: Vec3
    t: Vec3
    middle: Vec3  # of the piece
    length: Scalar


@dataclass(frozen=True)
class TetherLine(Element):
    """A line of lumped masses between two ends."""

    a: End
    b: End
    first: int  # of its states: three places of each inner node, then three velocities of each
    count: int  # of segments
    length: float
    make: Make
    winch: Winch | None

    conservative = True
    carries = True
    implicit = True

    @property
    def nodes(self) -> range:
        return range(1, self.count)

    def shape(self, at: Any) -> LineShape:
        """Where it is, and what its segments do."""
        inner = 3 * (self.count - 1)
        own = at.states[self.first : self.first + 2 * inner]
        places = [Vec3(*own[k : k + 3]) for k in range(0, inner, 3)]
        speeds = [Vec3(*own[k : k + 3]) for k in range(inner, 2 * inner, 3)]
        x = [at.position(self.a), *places, at.position(self.b)]
        v = [at.velocity(self.a), *speeds, at.velocity(self.b)]
        l, paid = self.length / self.count, self._paid(at)
        if self.winch is not None:
            l = at.states[self.winch.state] / self.count
            v[0] = v[0] + (paid / l) * (x[1] - x[0])
        pairs = zip(pairwise(x), pairwise(v), strict=True)
        segments = [self.make.segment(l, q - p, w - u) for (p, q), (u, w) in pairs]
        forces = [s.elastic * s.t for s in segments]
        if self.make.bends:
            forces = [f + s for f, s in zip(forces, self._shears(l, segments), strict=True)]
        return LineShape(l, paid, x, v, segments, forces)

    def _paid(self, at: Any) -> Scalar:
        """The speed of the winch; a line as short as it may be is hauled no further."""
        if self.winch is None:
            return 0.0
        speed = at.signals[self.winch.channel]
        stays = at.states[self.winch.state] > self.winch.shortest
        return where(stays, speed, where(speed > 0.0, speed, 0.0 * speed))

    def _shears(self, l: Scalar, segments: Sequence[LineSegment]) -> list[Vec3]:
        t = [None, *(s.t for s in segments), None]
        beside = zip(t, segments, t[2:], strict=False)
        return [s.shear(self.make.moments(l, s.t, p, q)) for p, s, q in beside]

    def act(self, at: Any) -> Sequence[Scalar]:
        shape, make = self.shape(at), self.make
        tangents, inner = shape.tangents, 3 * (self.count - 1)
        for i in self.nodes:
            before, after = shape.segments[i - 1], shape.segments[i]
            x, v, t = shape.x[i], shape.v[i], tangents[i]
            stored = (1.0 / shape.l) * (shape.forces[i] - shape.forces[i - 1])
            stored = stored + make.stored_mass * at.gravity
            lost = (1.0 / shape.l) * (after.viscous * after.t - before.viscous * before.t)
            wet, loads = self.loads(at, LinePiece(x, v, t, x, shape.l))
            a = wet.accelerated(t, stored + lost + loads)
            moved, changed = self._through(shape, i)
            place = self.first + 3 * (i - 1)
            at.rates |= dict(enumerate(v + moved, place))
            at.rates |= dict(enumerate(a + changed, place + inner))
            own = make.mass * (a + changed)
            at.power = at.power + shape.l * (own.dot(v) - stored.dot(v + moved))
        ends = [self._end(at, shape, k) for k in (0, -1)]
        if self.winch is not None:
            at.rates[self.winch.state] = shape.paid
            at.power = at.power + shape.paid / self.count * self._entering(at, shape)
        return *(sqrt(f.dot(f)) for f in ends), shape.l * self.count, *self._tensions(shape)

    def loads(self, at: Any, node: LinePiece) -> tuple[Make, Vec3]:
        """What water and seabed do to a node, per metre of line; its make as far as it is wet."""
        make, (x, v, t, *_) = self.make, node
        if make.surface is None:
            stream = at.stream(x)
            found = make.drag(t, stream.velocity - v) + make.carried_along(t, stream)
        else:
            share, rate = self._wetted(at, node)
            stream, make = below_surface(at, x, make.surface.up), make.wetted(share)
            found = make.drag(t, stream.velocity - v) + make.carried_along(t, stream)
            found = found - (share * make.lift) * at.gravity
            found = found - maximum(rate, 0.0) * self.make.taken_along(t, v - stream.velocity)
        return make, found if make.bed is None else found + make.grounded(x, v).force

    def _wetted(self, at: Any, node: LinePiece) -> tuple[Scalar, Scalar]:
        """Share of what belongs to a node that is below the surface, and its rate."""
        assert self.make.surface is not None
        up, crest = self.make.surface.up, at.crest(node.middle, node.v)
        depth = at.surface + crest.elevation - up.dot(node.middle)
        share, slope = self.make.surface.share(depth, node.t, node.length)
        return share, slope * (crest.rate - up.dot(node.v))

    def _through(self, shape: LineShape, i: int) -> tuple[Vec3, Vec3]:
        """How places and velocities of a node change as it moves through the material."""
        if self.winch is None:
            return Vec3.zero(), Vec3.zero()
        factor = -0.5 * (1.0 - i / self.count) * shape.paid / shape.l
        x, v = shape.x, shape.v
        return factor * (x[i + 1] - x[i - 1]), factor * (v[i + 1] - v[i - 1])

    def _end(self, at: Any, shape: LineShape, k: int) -> Vec3:
        """Pull on the body at an end; the half segment there is part of it."""
        end, segment = (self.a, self.b)[k], shape.segments[k]
        sign = -1.0 if k else 1.0
        half = 0.5 * shape.l
        x, v = shape.x[k], at.velocity(end)
        elastic = sign * shape.forces[k]
        middle = x if self.make.surface is None else x + (sign * 0.5 * half) * segment.t
        _, loads = self.loads(at, LinePiece(x, v, segment.t, middle, half))
        lost = (sign * segment.viscous) * segment.t + half * loads
        at.push(end, elastic + self._unweighed(at, shape.l), stored=True)
        at.push(end, lost)
        return elastic + lost + (half * self.make.stored_mass) * at.gravity

    def _unweighed(self, at: Any, l: Scalar) -> Vec3:
        """The weight of a half segment beyond that of the mass which its body has from it."""
        return (0.5 * (l * self.make.stored_mass - self._segment * self.make.mass)) * at.gravity

    @property
    def _segment(self) -> Scalar:
        """Unstretched length of a segment at the start."""
        return self.length / self.count

    def _tensions(self, shape: LineShape) -> list[Scalar]:
        return [s.elastic + s.viscous for s in shape.segments]

    def _entering(self, at: Any, shape: LineShape) -> Scalar:
        """Energy that comes with a longer segment, nodes at rest: by its length."""
        make, found = self.make, 0.0
        for i in self.nodes:
            v = shape.v[i]
            found = (
                found + 0.5 * make.mass * v.dot(v) - make.stored_mass * at.gravity.dot(shape.x[i])
            )
        for end, x in ((self.a, shape.x[0]), (self.b, shape.x[-1])):
            if end.link is not None:
                found = found - 0.5 * make.stored_mass * at.gravity.dot(x)
        for s in shape.segments:
            found = found - s.elastic * (1.0 + 0.5 * s.strain)
        return found - self._bending(shape) / shape.l

    def _bending(self, shape: LineShape) -> Scalar:
        found: Scalar = 0.0
        if self.make.bends:
            for one, other in pairwise(shape.segments):
                turn = other.t - one.t
                found = found + 0.5 * self.make.EI / shape.l * turn.dot(turn)
        return found

    def potential(self, at: Any) -> Scalar:
        """Of stretching, bending and weight in water; ends that the world holds have none."""
        shape, make = self.shape(at), self.make
        found = self._bending(shape)
        for s in shape.segments:
            found = found + 0.5 * shape.l * s.elastic * where(s.strain > 0.0, s.strain, 0.0)
        for i in self.nodes:
            found = found - shape.l * make.stored_mass * at.gravity.dot(shape.x[i])
        for end, x in ((self.a, shape.x[0]), (self.b, shape.x[-1])):
            if end.link is not None:
                found = found - self._unweighed(at, shape.l).dot(x)
        return found

    def carried(self, at: Any) -> tuple[Scalar, Force]:
        """Kinetic energy and momentum of the inner nodes."""
        shape, momentum = self.shape(at), Force.zero()
        kinetic: Scalar = 0.0
        mass = shape.l * self.make.mass
        for i in self.nodes:
            v = shape.v[i]
            kinetic = kinetic + 0.5 * mass * v.dot(v)
            momentum = momentum + Force.at(shape.x[i], mass * v)
        return kinetic, momentum

    def at_rest(self, at: Any) -> dict[int, float]:
        """Nodes where all forces cancel; they move as the ends do."""
        first, last = (np.array([*at.position(end)], dtype=float) for end in (self.a, self.b))
        begins, ends = (np.array([*at.velocity(end)], dtype=float) for end in (self.a, self.b))
        l = self._segment if self.winch is None else float(at.states[self.winch.state]) / self.count
        line = RestingLine(self.make, l, (first, last), (begins, ends), at)
        places = at_rest(line, self.count)
        both = np.concatenate([places.ravel(), line.speeds(self.count).ravel()])
        return dict(enumerate(both.tolist(), self.first))

    def held_at(self, at: Any) -> list[float]:
        return [float(x) for end in (self.a, self.b) for x in at.position(end)]

    def settled(self, at: Any, after: Any) -> dict[int, Scalar]:
        """See `tether.implicit`."""
        shape, make, s, inner = self.shape(at), self.make, after.s, 3 * (self.count - 1)
        tangents, holds = shape.tangents, [hold_of(make, shape.l, g, s) for g in shape.segments]
        place = [Vec3(*after.own(self.first + 3 * (i - 1), 3)) for i in self.nodes]
        speed = [Vec3(*after.own(self.first + 3 * (i - 1) + inner, 3)) for i in self.nodes]
        longer = 0.0 if self.winch is None else after.own(self.winch.state, 1)[0] / self.count
        first = end_step(holds[0], after, self.a, place[0], longer)
        last = end_step(holds[-1], after, self.b, place[-1], -longer)
        beside = zip(holds[1:-1], pairwise(place), strict=True)
        drawn = [first.known, *(h.pull(q - p, longer) for h, (p, q) in beside), -last.known]
        blocks, known = [], []
        for k, i in enumerate(self.nodes):
            wet = self._wet_make(at, shape, tangents[i], i)
            M = shape.l * wet.inertia(tangents[i])
            held, resisted = self._node_slopes(at, wet, shape, tangents[i], i)
            before = first.reduced if k == 0 else holds[i - 1].both
            behind = last.reduced if i == self.count - 1 else holds[i].both
            blocks.append(M + s * (resisted + s * held) + before + behind)
            b = M @ speed[k] - s * (held @ place[k]) - drawn[k] + drawn[k + 1]
            if k == 0:
                b = b + first.reduced @ first.free
            if i == self.count - 1:
                b = b + last.reduced @ last.free
            known.append(b)
        w = chain(blocks, holds[1:-1], known)
        after.push(self.a, first.impulse(w[0]))
        after.push(self.b, last.impulse(w[-1]))
        found: dict[int, Scalar] = {}
        for k, i in enumerate(self.nodes):
            at_x = self.first + 3 * (i - 1)
            found |= dict(enumerate(place[k] + s * w[k], at_x))
            found |= dict(enumerate(w[k], at_x + inner))
        return found

    def _wet_make(self, at: Any, shape: LineShape, t: Vec3, i: int) -> Make:
        if self.make.surface is None:
            return self.make
        x = shape.x[i]
        return self.make.wetted(self._wetted(at, LinePiece(x, shape.v[i], t, x, shape.l))[0])

    def _node_slopes(
        self, at: Any, wet: Make, shape: LineShape, t: Vec3, i: int
    ) -> tuple[Sym3, Sym3]:
        """How water and seabed hold and resist a node."""
        x, v, l = shape.x[i], shape.v[i], shape.l
        resisted = wet.drag_slope(t, at.stream(x).velocity - v)
        if self.make.bed is None:
            return Sym3.zero(), l * resisted
        held, rubbed = self.make.bed_slopes(self.make.grounded(x, v))
        return l * held, l * (resisted + rubbed)
