"""Contact of pairs of bodies, or of bodies and the world, as a force element."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from pelagos.elements.contact.feelers import Feeler, Felt
from pelagos.elements.contact.law import TINY, BristleLaw, pressed
from pelagos.elements.contact.surfaces import TouchedSurface, length
from pelagos.elements.contract import Element
from pelagos.mathematics.algebra import Force, Vec3
from pelagos.mathematics.inertia import Pose, into_frame
from pelagos.mathematics.scalars import Scalar, maximum, sqrt


class MovingLink(NamedTuple):
    """A link, or the world, as contacts see it; world axes."""

    pose: Pose
    v: Vec3  # of its origin
    w: Vec3

    @classmethod
    def of(cls, at: Any, link: int | None) -> MovingLink:
        if link is None:
            return cls(Pose.identity(), Vec3.zero(), Vec3.zero())
        pose, own = at.world[link], at.velocities[link]
        return cls(pose, pose.R @ own.v, pose.R @ own.w)

    def velocity(self, point: Vec3) -> Vec3:
        """Of the point of the link that is there."""
        return self.v.plus_cross(self.w, point - self.pose.p)


class PairSum:
    """Forces on a pair: on the first body, and at the same points the opposite on the second."""

    def __init__(self) -> None:
        self.total = Force.zero()  # on the first, about the world's origin
        self.load: Scalar = 0.0
        self.friction = Vec3.zero()
        self.depth: Scalar | None = None
        self.lost: Scalar = 0.0

    def add(self, point: Vec3, force: Vec3) -> None:
        self.total = self.total + Force.at(point, force)

    def deepen(self, depth: Scalar) -> None:
        self.depth = depth if self.depth is None else maximum(self.depth, depth)


@dataclass(frozen=True)
class Meeting:
    """Points of one link at a surface of another; either may be the world."""

    one: int | None
    other: int | None
    frame: Pose  # of the surface, in the axes of its link
    surface: TouchedSurface
    feelers: tuple[Feeler, ...]
    stiffness: float  # of a point
    damping: float
    bristles: BristleLaw | None
    places: tuple[int, ...]  # of the bristles among the states: three per point

    def _felt(self, one: MovingLink, surface: Pose) -> Iterator[Felt]:
        at = one.pose.seen_from(surface)
        for feeler in self.feelers:
            yield from feeler.felt(at, self.surface)

    def act(self, at: Any, found: PairSum, sign: float) -> None:
        """Add what happens to a sum; sign: -1 where the surface belongs to the pair's first."""
        one, other = MovingLink.of(at, self.one), MovingLink.of(at, self.other)
        surface = other.pose @ self.frame
        for k, felt in enumerate(self._felt(one, surface)):
            depth = felt.radius - felt.distance
            steep = length(felt.gradient)  # one, but on height maps and where edges cross
            # where the first body ends, so that what rolls does so on its own radius
            touched = surface.point(felt.point - (felt.radius / steep) * felt.gradient)
            g = surface.R @ felt.gradient
            v = one.velocity(touched) - other.velocity(touched)
            rising = g.dot(v)
            k_n = felt.share * self.stiffness
            load = pressed(k_n, self.damping, depth, rising)
            found.lost = found.lost + (k_n * maximum(depth, 0.0) - load) * rising
            found.load = found.load + load * steep
            found.deepen(depth)
            push = load * g
            if self.bristles is not None:
                n = (1.0 / steep) * g
                places = self.places[3 * k : 3 * k + 3]
                z = other.pose.R @ Vec3(*(at.states[place] for place in places))
                held = self.bristles.shared(felt.share).held(z, v - v.dot(n) * n, n, load * steep)
                for place, rate in zip(places, into_frame(other.pose.R, held.rate), strict=True):
                    at.rates[place] = rate
                found.lost = found.lost + held.lost
                found.friction = found.friction - sign * held.force
                push = push - held.force
            found.add(touched, sign * push)

    def stored(self, at: Any) -> Scalar:
        """Energy of springs and bristles."""
        one, other = (MovingLink.of(at, link) for link in (self.one, self.other))
        energy: Scalar = 0.0
        for k, felt in enumerate(self._felt(one, other.pose @ self.frame)):
            depth = maximum(felt.radius - felt.distance, 0.0)
            energy = energy + 0.5 * (felt.share * self.stiffness) * depth * depth
            if self.bristles is not None:
                z = Vec3(*(at.states[place] for place in self.places[3 * k : 3 * k + 3]))
                energy = energy + self.bristles.shared(felt.share).stored(z)
        return energy


@dataclass(frozen=True)
class ContactPair:
    """Two bodies, or a body and the world: points of each that feel the other."""

    first: int | None
    second: int | None
    meetings: tuple[Meeting, ...]

    def act(self, at: Any) -> tuple[Scalar, Scalar, Scalar]:
        """Load, friction and depth."""
        found = PairSum()
        for meeting in self.meetings:
            found_sign = 1.0 if meeting.one == self.first else -1.0
            meeting.act(at, found, found_sign)
        for link, force in ((self.first, found.total), (self.second, -found.total)):
            if link is not None:
                at.apply(link, _about(at.world[link], force), stored=True)
        at.lose(found.lost)
        friction = sqrt(found.friction.dot(found.friction) + TINY)
        return found.load, friction, found.depth


def _about(pose: Pose, f: Force) -> Force:
    """A wrench about the world's origin, in the axes and about the origin of a link."""
    moment = f.n.plus_cross(f.f, pose.p)
    return Force(into_frame(pose.R, f.f), into_frame(pose.R, moment))


@dataclass(frozen=True)
class BodyContact(Element):
    """All pairs of an entry of `contacts`."""

    pairs: tuple[ContactPair, ...]

    conservative = True

    def act(self, at: Any) -> Sequence[Scalar]:
        return [number for pair in self.pairs for number in pair.act(at)]

    def potential(self, at: Any) -> Scalar:
        energy: Scalar = 0.0
        for pair in self.pairs:
            for meeting in pair.meetings:
                energy = energy + meeting.stored(at)
        return energy
