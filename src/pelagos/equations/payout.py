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

Here z of the child's axes is s. Numbers of a line are those of NUMBERS.

References: McIver 1973 (Hamilton's principle for open systems); Irschik and Holl 2004.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from pelagos.mathematics.algebra import Force, Mat3, Motion, Sym3, Vec3
from pelagos.mathematics.inertia import Inertia, Pose
from pelagos.mathematics.scalars import maximum, where

Scalar = Any
Numbers = Sequence[Scalar]

# kg/m; m paid out at q = 0; 1 where the line pulls; 1 where the parent holds the store; its mass
# at q = 0, kg
NUMBERS = ("density", "paid", "pulled", "held", "supply")


class Extra(NamedTuple):
    """What is added to a body: its inertia about the frame's origin, and what gravity weighs."""

    inertia: Inertia
    mass: Scalar
    moment: Vec3


def line(p: Numbers, q: Scalar) -> Extra:
    """The line that is out, about the child's origin: a thin rod from there back to P."""
    density, length = p[0], out(p, q)
    mass = density * length
    lever = 0.5 * mass * length
    turning = 2.0 / 3.0 * lever * length
    moment = Vec3(0.0, 0.0, -lever)
    inertia = Inertia(
        Sym3(mass, mass, mass, 0.0, 0.0, 0.0),
        -Mat3.skew(moment),
        Sym3(turning, turning, 0.0, 0.0, 0.0, 0.0),
    )
    return Extra(inertia, mass, moment)


def store(p: Numbers, q: Scalar, placement: Pose) -> Extra:
    """What is left in the store, about the parent's origin: a point mass at P."""
    base = placement.point(Vec3(0.0, 0.0, -p[1]))
    mass = p[4] - p[3] * p[0] * (out(p, q) - p[1])
    return Extra(Inertia.rigid(mass, base, Sym3.zero()), mass, mass * base)


def out(p: Numbers, q: Scalar) -> Scalar:
    """Length of the line; when it is all in, the joint moves on without it."""
    return maximum(q + p[1], 0.0)


class Feed(NamedTuple):
    """What passing material does."""

    effort: Scalar  # on the line, along the joint
    reaction: Force  # on the parent, in the child's frame
    base: Vec3  # v_P, child's axes


def feed(p: Numbers, q: Scalar, u: Scalar, velocity: Motion) -> Feed:
    """Forces of the material that passes P; `velocity` is the child's."""
    push = _passing(p, q) * u * u
    pull = p[2] * where(u > 0.0, push, 0.0)
    entering = velocity.v.plus_cross(velocity.w, Vec3(0.0, 0.0, -out(p, q)))
    base = entering - Vec3(0.0, 0.0, u)
    return Feed(-pull, Force(Vec3(0.0, 0.0, -push), Vec3.zero()), base)


def influx(p: Numbers, q: Scalar, u: Scalar, fed: Feed, height: Scalar) -> Scalar:
    """Power of the forces of the feed, and of the mass that comes and goes; height is -g . p_P."""
    rate = _passing(p, q) * u
    base = fed.base
    resting = 0.5 * base.dot(base) + height
    entering = resting + u * (base.z + 0.5 * u)
    return rate * (entering - p[3] * resting) + fed.effort * u + fed.reaction.f.z * base.z


def _passing(p: Numbers, q: Scalar) -> Scalar:
    """Mass that passes P per length of motion: none when the line is all in."""
    return where(q + p[1] > 0.0, p[0], 0.0)
