"""Lines paid out through a prismatic joint: bodies whose mass grows and shrinks.

A line of constant mass per length leaves a store at the base point P of the joint, which is fixed
in the parent, and ends at the child's origin. It lies on the joint's axis s and moves as part of
the child, so at any instant child and line are one rigid body with the inertia of the length
L = paid + q that is out. What is special is the material that passes P. In the store it rests
relative to P, in the line it has the speed qdot more, so it takes a force density qdot^2 along s:

    driven   the feed at P gives it; its reaction -density qdot^2 s acts on the parent
    pulled   the line itself jerks it out of the store (Meshchersky): a drag density qdot^2 on the
             line while it runs out. What runs in is brought to rest by the store either way.

A control volume around the line gains energy with its mass: with v_P the velocity of P and
v_e = v_P + qdot s, the material that enters brings density qdot (v_e^2 / 2 - g . p_P). If the
store's mass belongs to the parent, that loses density qdot (v_P^2 / 2 - g . p_P) at the same time,
and together with the forces above density qdot^3 / 2 is left: the power of a driven feed, and with
the opposite sign the loss of a pulled one.

Here z of the child's axes is s.

References: McIver 1973 (Hamilton's principle for open systems); Irschik and Holl 2004.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NamedTuple

from pelagos.elements.contract import Element, Extra, Stage
from pelagos.elements.joint.words import JointElementWords
from pelagos.elements.site import Freedom
from pelagos.language import units
from pelagos.language.words import Positive, Quantity, Words
from pelagos.mathematics.algebra import Force, Mat3, Motion, Sym3, Vec3
from pelagos.mathematics.inertia import Inertia
from pelagos.mathematics.scalars import Scalar, maximum, where


class Payout(Words):
    """A line of constant mass per length that a prismatic joint pays out through its base.

    It lies on the joint's axis and ends at the body's origin, `length` is out where the joint is at
    zero, and it moves with the body. The store is at the base point and rests in the parent. A
    `driven` feed brings the material up to the line's speed; with `pulled` the line does, by a
    jerk. With `supply`, the mass in the store where the joint is at zero, the store is part of the
    parent's mass; without it, what the parent holds is not noticed.
    """

    line_density: Annotated[float, Quantity(units.LINE_DENSITY), Positive()]
    length: Annotated[float, Quantity(units.LENGTH, least=0.0)] = 0.0
    feed: Literal["driven", "pulled"] = "driven"
    supply: Annotated[float, Quantity(units.MASS), Positive()] | None = None


class PayoutWords(JointElementWords):
    """A joint that pays out a line."""

    key = "payout"
    order = 4

    payout: Payout | None = None

    @staticmethod
    def elements(joint: Any, freedom: Freedom) -> Iterator[Element]:
        """None along a degree of freedom: the line is built with its body."""
        yield from ()


class Feed(NamedTuple):
    """What passing material does."""

    effort: Scalar  # on the line, along the joint
    reaction: Force  # on the parent, in the child's frame
    base: Vec3  # v_P, child's axes


@dataclass(frozen=True)
class PaidOut(Element):
    """A line that the joint of a link pays out."""

    link: int
    parent: int | None
    q: int
    u: int
    density: float  # kg/m
    paid: float  # m, at q = 0
    pulled: float  # 1 where the line pulls
    held: float  # 1 where the parent holds the store
    supply: float  # kg in the store at q = 0

    stage = Stage.FEED
    adds_mass = True

    def masses(self, at: Any) -> Iterator[Extra]:
        yield self.line(at.q[self.q])
        if self.parent is not None:
            placement = at.links[self.link].placement
            yield self.store(at.q[self.q], placement.point(Vec3(0.0, 0.0, -self.paid)))

    def line(self, q: Scalar) -> Extra:
        """The line that is out, about the child's origin: a thin rod from there back to P."""
        length = self.out(q)
        mass = self.density * length
        lever = 0.5 * mass * length
        turning = 2.0 / 3.0 * lever * length
        moment = Vec3(0.0, 0.0, -lever)
        inertia = Inertia(
            Sym3(mass, mass, mass, 0.0, 0.0, 0.0),
            -Mat3.skew(moment),
            Sym3(turning, turning, 0.0, 0.0, 0.0, 0.0),
        )
        return Extra(self.link, inertia, mass, moment)

    def store(self, q: Scalar, base: Vec3) -> Extra:
        """What is left in the store, about the parent's origin: a point mass at P."""
        assert self.parent is not None
        mass = self.supply - self.held * self.density * (self.out(q) - self.paid)
        return Extra(self.parent, Inertia.rigid(mass, base, Sym3.zero()), mass, mass * base)

    def out(self, q: Scalar) -> Scalar:
        """Length of the line; when it is all in, the joint moves on without it."""
        return maximum(q + self.paid, 0.0)

    def act(self, at: Any) -> Sequence[Scalar]:
        """What passes the base point acts on it and on the parent."""
        q, u = at.q[self.q], at.u[self.u]
        fed = self.feed(q, u, at.velocities[self.link])
        at.tau[self.u] = at.tau[self.u] + fed.effort
        if self.parent is not None:
            reaction = at.poses[self.link].out_of(fed.reaction)
            at.wrenches[self.parent] = at.wrenches[self.parent] + reaction
        base = at.world[self.link].point(Vec3(0.0, 0.0, -self.out(q)))
        height = -at.gravity.dot(base)
        at.power = at.power + self.influx(q, u, fed, height)
        return ()

    def feed(self, q: Scalar, u: Scalar, velocity: Motion) -> Feed:
        """Forces of the material that passes P; `velocity` is the child's."""
        push = self._passing(q) * u * u
        pull = self.pulled * where(u > 0.0, push, 0.0)
        entering = velocity.v.plus_cross(velocity.w, Vec3(0.0, 0.0, -self.out(q)))
        base = entering - Vec3(0.0, 0.0, u)
        return Feed(-pull, Force(Vec3(0.0, 0.0, -push), Vec3.zero()), base)

    def influx(self, q: Scalar, u: Scalar, fed: Feed, height: Scalar) -> Scalar:
        """Power of the feed's forces, and of the mass that comes and goes; height is -g . p_P."""
        rate = self._passing(q) * u
        base = fed.base
        resting = 0.5 * base.dot(base) + height
        entering = resting + u * (base.z + 0.5 * u)
        power = rate * (entering - self.held * resting)
        return power + fed.effort * u + fed.reaction.f.z * base.z

    def _passing(self, q: Scalar) -> Scalar:
        """Mass that passes P per length of motion: none when the line is all in."""
        return where(q + self.paid > 0.0, self.density, 0.0)
