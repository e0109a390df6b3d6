"""Constraints between bodies, beyond the joints of the tree: loops, docks, couplings.

Every constraint is a set of scalar rows c(q, t) = 0. A row is known by what it does: the wrench
that one unit of its force puts on body A and on body B (and on joint speeds, for couplings). The
same wrenches give its rate (the power of a unit force), so `J u` and `J udot` need no derivation:

    rate   J u    = w_A . v_A + w_B . v_B + sum of k_i u_i  (+ the rate that is prescribed)
    drift         = second derivative of c when udot = 0
    law    J udot = -drift - stabilisation

Relations between frames are written in the axes of the frame on body A: d is the position of B's
frame in A's, and R the rotation. The attitude of B relative to A is R_A^T R_B (the product
q_A^* q_B), which is what stays constant when both move as one; Nielsen et al. 2018, eq 22 and 25,
print the product in inertial axes and lack the rotation: see docs/errata.

References: Nielsen et al. 2018, eq 15-33; Featherstone 2008, chapter 8.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from pelagos.mathematics.algebra import Force, Mat3, Motion, Vec3
from pelagos.mathematics.inertia import Pose, into_frame
from pelagos.mathematics.scalars import sqrt

Scalar = Any
Numbers = Sequence[Scalar]


class Side(NamedTuple):
    """One body of a constraint: its state, and the frame on it that is meant."""

    pose: Pose  # body in the world
    velocity: Motion  # body axes
    acceleration: Motion  # body axes, with udot = 0
    frame: Pose  # the constraint's frame in the body

    @property
    def r(self) -> Vec3:
        """The frame's origin, body axes."""
        return self.frame.p

    def axes(self) -> Mat3:
        """The frame's axes in the world."""
        return self.pose.R @ self.frame.R

    def point(self) -> Vec3:
        return self.pose.point(self.r)

    def point_velocity(self) -> Vec3:
        v, w = self.velocity.v, self.velocity.w
        return self.pose.R @ (v + w.cross(self.r))

    def point_acceleration(self) -> Vec3:
        v, w, a = self.velocity.v, self.velocity.w, self.acceleration
        turning = a.w.cross(self.r) + w.cross(w.cross(self.r))
        return self.pose.R @ (a.v + w.cross(v) + turning)

    def spin(self) -> Vec3:
        """Angular velocity, world axes."""
        return self.pose.R @ self.velocity.w

    def spin_rate(self) -> Vec3:
        """Angular acceleration, world axes."""
        return self.pose.R @ self.acceleration.w

    def wrench(self, force: Vec3, at: Vec3) -> Force:
        """A force at a point, both in the world, as a wrench in body axes."""
        arm = at - self.pose.p
        return Force(into_frame(self.pose.R, force), into_frame(self.pose.R, arm.cross(force)))

    def couple(self, torque: Vec3) -> Force:
        return Force(Vec3.zero(), into_frame(self.pose.R, torque))


class Row(NamedTuple):
    """One scalar constraint at a state."""

    wrench_a: Force  # on body A per unit of constraint force, body axes
    wrench_b: Force
    residual: Scalar  # c
    rate: Scalar  # dc/dt
    drift: Scalar  # d2c/dt2 when udot = 0


class FrameRelation:
    """Some of the six relations between a frame on A and a frame on B.

    rows 0-2: B's origin in A's frame is zero along x, y, z; rows 3-5: no turn about x, y, z.
    """

    inputs = 0

    def __init__(self, name: str, *rows: int):
        self.name = name
        self.selected = rows
        self.count = len(rows)

    def rows(self, a: Side, b: Side, numbers: Numbers, inputs: Numbers) -> list[Row]:
        axes, at = a.axes(), b.point()
        arm = at - a.point()
        units = (axes.a, axes.b, axes.c)
        spin, spin_rate = a.spin(), a.spin_rate()
        carried_velocity = a.point_velocity() + spin.cross(arm)
        slip = b.point_velocity() - carried_velocity
        carried = a.point_acceleration() + spin_rate.cross(arm) + spin.cross(spin.cross(arm))
        push = b.point_acceleration() - carried - 2.0 * spin.cross(slip)
        turn = b.spin() - spin
        turn_rate = b.spin_rate() - spin_rate - spin.cross(turn)
        tilt = self._tilt(axes, b.axes())
        found = []
        for k in self.selected:
            if k < 3:
                e = units[k]
                found.append(
                    Row(a.wrench(-e, at), b.wrench(e, at), e.dot(arm), e.dot(slip), e.dot(push))
                )
            else:
                e = units[k - 3]
                found.append(
                    Row(a.couple(-e), b.couple(e), tilt[k - 3], e.dot(turn), e.dot(turn_rate))
                )
        return found

    def _tilt(self, axes_a: Mat3, axes_b: Mat3) -> tuple[Scalar, Scalar, Scalar]:
        """A measure of the relative turn whose rate is the relative angular velocity at zero.

        Where the turn about z is free, x and y measure how far B's z axis leans out of A's.
        """
        R = axes_a.T @ axes_b
        if 5 not in self.selected:
            return -R.c.y, R.c.x, 0.0
        return 0.5 * (R.b.z - R.c.y), 0.5 * (R.c.x - R.a.z), 0.5 * (R.a.y - R.b.x)


class Distance:
    """The distance of two points is a given length, which may change with time."""

    name, count, inputs = "distance", 1, 3  # length, its rate, its acceleration

    def rows(self, a: Side, b: Side, numbers: Numbers, inputs: Numbers) -> list[Row]:
        length, length_rate, length_acceleration = inputs
        start, end = a.point(), b.point()
        arm = end - start
        distance = sqrt(arm.dot(arm))
        e = (1.0 / distance) * arm
        slip = b.point_velocity() - a.point_velocity()
        push = b.point_acceleration() - a.point_acceleration()
        along = e.dot(slip)
        drift = e.dot(push) + (slip.dot(slip) - along * along) / distance
        return [
            Row(
                a.wrench(-e, start),
                b.wrench(e, end),
                distance - length,
                along - length_rate,
                drift - length_acceleration,
            )
        ]


class Coupling:
    """A fixed linear relation of joint coordinates: sum of k_i q_i = a given value.

    It acts on speeds, not on bodies; its row has no wrenches. `numbers` are the factors.
    """

    name, count, inputs, terms = "gear", 1, 3, 4  # value, its rate, its acceleration

    def row(self, factors: Numbers, q: Numbers, u: Numbers, inputs: Numbers) -> Row:
        value, rate, acceleration = inputs
        total, speed = -value, -rate
        for k, coordinate, velocity in zip(factors, q, u, strict=True):
            total = total + k * coordinate
            speed = speed + k * velocity
        return Row(Force.zero(), Force.zero(), total, speed, -acceleration)


RELATIONS = (
    FrameRelation("weld", 0, 1, 2, 3, 4, 5),
    FrameRelation("ball", 0, 1, 2),
    FrameRelation("hinge", 0, 1, 2, 3, 4),  # free to turn about z of A's frame
    FrameRelation("slider", 0, 1, 3, 4, 5),  # free to move along z of A's frame
    FrameRelation("plane", 2),  # B's point stays in the x-y plane of A's frame
    Distance(),
    FrameRelation("upright", 3, 4),  # z of both frames stay parallel
    FrameRelation("attitude", 3, 4, 5),  # no turn at all, any displacement
)
COUPLING = len(RELATIONS)
RELATION_CODES = {relation.name: code for code, relation in enumerate(RELATIONS)}


class Hold(NamedTuple):
    """A weld as one of its bodies feels it: its axes, and the way to its point; body axes.

    The first three unit wrenches are (e, r x e), the others (0, e), so that a motion with given
    rows w . m, and the forces that make up a given wrench, can be written down without solving.
    """

    axes: Mat3
    r: Vec3

    @classmethod
    def of(cls, wrenches: Sequence[Force]) -> Hold:
        axes = Mat3(*(w.n for w in wrenches[3:]))
        r = Vec3.zero()
        for e, wrench in zip((axes.a, axes.b, axes.c), wrenches[:3], strict=True):
            r = r + 0.5 * e.cross(wrench.n)  # the sum of e x (r x e) is 2 r
        return cls(axes, r)

    @classmethod
    def between(cls, a: Side, b: Side, end: int) -> Hold:
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


def stabilised(row: Row, frequency: Scalar, damping: Scalar) -> Scalar:
    """The wanted J udot: -drift - 2 z w dc/dt - w^2 c (Baumgarte 1972); w = 0 for none."""
    return -(row.drift + frequency * (2.0 * damping * row.rate + frequency * row.residual))
