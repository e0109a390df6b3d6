"""Kane: partial velocities, generalised active forces and generalised inertia forces.

Idea
    Choose speeds u_r that describe the motion. Every velocity is linear in them, and the factors,
    the partial velocities, say how each force works on each speed. Projected on them, the forces
    that do no work (joint reactions) vanish, and one equation per speed is left.

Unknowns
    udot_r of the free joints. Prescribed joints have no generalised speed: their motion is a known
    function of time and enters as the remainder V_t.

Equations
    Motion and force six-vectors (v, w) and (f, n) of each body's frame, body axes; I may be any
    symmetric 6x6 inertia.

    velocity   V = sum of V_r u_r + V_t              V_r = (v_r, w_r), V_t = (v_t, w_t)
    rate       dV/dt = sum of V_r udot_r + A_t       A_t = sum of (dV_r/dt) u_r + dV_t/dt
    active     F_r  = sum over bodies of V_r . W + tau_r
    inertia    F*_r = -sum over bodies of V_r . (dh/dt) - J_r udot_r
               dh/dt = I dV/dt + V x* (I V)          momentum h = I V (Kirchhoff)
    motion     F_r + F*_r = 0

    For a rigid body about its mass centre, h = (m v, Jc w) and F*_r has the familiar two terms,
    -m a . v_r - (Jc alpha + w x Jc w) . w_r (Donohue et al. 2023, eq 4). J_r is the inertia of a
    rotor that turns with the joint.

    A motion carried from parent to child, X W, changes by X (dW/dt) + (X W) x V_J when the child
    moves in its parent with V_J: so partial velocities and remainders need one rule only.

Steps
    1 outward: partial velocities, remainders and their rates    2 generalised active forces
    3 generalised inertia forces: mass matrix and remainder      4 solve F_r + F*_r = 0

Cost
    A chain of n bodies has n^2/2 partial velocities; the mass matrix and its factor take n^3.

References
    Kane and Levinson 1985, chapters 2-6 (there also section 4.9 on forces brought into evidence);
    Donohue et al. 2023, section 2; Abdelaziz et al. 2004, section 2 and appendix A, whose printed
    entries have errors: see docs/errata.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pelagos.equations import dense
from pelagos.equations.algebra import Force, Motion
from pelagos.equations.inertia import Inertia, Pose
from pelagos.equations.joints import joint_velocity
from pelagos.equations.mechanism import Given, Mechanism, given

Scalar = Any
Numbers = Sequence[Scalar]


class Partials(NamedTuple):
    """Velocity of one body and its rate, sorted by what they multiply; body axes."""

    columns: dict[int, Motion]  # V_r of every speed between the body and the world
    flow: Motion  # sum of V_r u_r over the generalised speeds
    turning: Motion  # sum of (dV_r/dt) u_r
    remainder: Motion  # V_t: what prescribed joints add
    remainder_rate: Motion  # dV_t/dt

    @property
    def velocity(self) -> Motion:
        return self.flow + self.remainder

    @property
    def acceleration(self) -> Motion:
        """A_t: what dV/dt is when all udot_r are zero."""
        return self.turning + self.remainder_rate


class Equations(NamedTuple):
    """F_r + F*_r = 0 for the speeds `free`: active - (mass udot + remainder) = 0."""

    free: list[int]
    mass: dense.Matrix
    remainder: list
    active: list


WORLD = Partials({}, Motion.zero(), Motion.zero(), Motion.zero(), Motion.zero())


def carried_rate(pose: Pose, W: Motion, rate: Motion, relative: Motion) -> Motion:
    """d/dt of X W, for a child that moves with V_J = `relative` in its parent."""
    return pose.into(rate) + pose.into(W).cross(relative)


def momentum_rate(inertia: Inertia, velocity: Motion, acceleration: Motion) -> Force:
    """dh/dt in body axes plus what the axes' own motion adds: minus the body's inertia force."""
    return inertia @ acceleration + velocity.cross_force(inertia @ velocity)


def partials(m: Mechanism, known: Given) -> list[Partials]:
    """Step 1: partial velocities of every link, the remainders, and their rates."""
    bodies: list[Partials] = []
    for link, pose in zip(m.links, known.poses, strict=True):
        parent = WORLD if link.parent is None else bodies[link.parent]
        q, u = known.q[link.q], known.u[link.u]
        own = link.joint.columns(q)
        relative, own_rate = joint_velocity(own, u), link.joint.bias(q, u)
        columns = {r: pose.into(V) for r, V in parent.columns.items()}
        columns.update(enumerate(own, link.u.start))
        flow, remainder = pose.into(parent.flow), pose.into(parent.remainder)
        turning = carried_rate(pose, parent.flow, parent.turning, relative)
        rate = carried_rate(pose, parent.remainder, parent.remainder_rate, relative)
        # the joint's own motion belongs to its speeds, or, if it is prescribed, to the remainder
        if link.driven:
            known_rate = own_rate + joint_velocity(own, known.prescribed[link.u])
            remainder, rate = remainder + relative, rate + known_rate
        else:
            flow, turning = flow + relative, turning + own_rate
        bodies.append(Partials(columns, flow, turning, remainder, rate))
    return bodies


def equations(m: Mechanism, known: Given, bodies: Sequence[Partials]) -> Equations:
    """Steps 2 and 3: all generalised forces, for the speeds that are not prescribed."""
    free = [r for r, rate in enumerate(known.prescribed) if rate is None]
    row = {r: i for i, r in enumerate(free)}
    # Step 2, active forces: efforts at the joints, wrenches on the bodies
    active = [known.tau[r] for r in free]
    for body, wrench in zip(bodies, known.wrenches, strict=True):
        for r, V in body.columns.items():
            if r in row:
                active[row[r]] = active[row[r]] + wrench.dot(V)
    # Step 3, inertia forces: rotors, then bodies
    mass = dense.zeros(len(free), len(free))
    remainder: list = [0.0] * len(free)
    for r in free:
        mass[row[r]][row[r]] = m.rotor[r]
    for link, body in zip(known.links, bodies, strict=True):
        rest = momentum_rate(link.inertia, body.velocity, body.acceleration)
        contributing = {row[r]: V for r, V in body.columns.items() if r in row}
        for i, V in contributing.items():
            remainder[i] = remainder[i] + rest.dot(V)
            momentum = link.inertia @ V
            for j, other in contributing.items():
                mass[i][j] = mass[i][j] + momentum.dot(other)
    return Equations(free, mass, remainder, active)


def forward_dynamics(
    m: Mechanism,
    t: Scalar,
    q: Numbers,
    u: Numbers,
    extra: Numbers | None = None,
    nudges: Mapping[int, Scalar] | None = None,
) -> list:
    """Accelerations udot by Kane's equations, under efforts `extra` at the joints."""
    known = given(m, t, q, u, extra, nudges)
    found = equations(m, known, partials(m, known))
    # Step 4, mass udot = active - remainder
    right = [F - rest for F, rest in zip(found.active, found.remainder, strict=True)]
    udot = list(known.prescribed)
    for r, rate in zip(found.free, dense.solve(dense.factor(found.mass), right), strict=True):
        udot[r] = rate
    return udot


def prescribed_efforts(
    m: Mechanism, t: Scalar, q: Numbers, u: Numbers, udot: Numbers
) -> dict[int, Scalar]:
    """Efforts that enforce prescribed joints, by speed, when the whole robot moves with udot.

    A prescribed joint is given a speed after all, only to bring its effort into evidence: the
    effort is what F_r + F*_r lacks to zero.
    """
    known = given(m, t, q, u)
    held = [r for r, rate in enumerate(known.prescribed) if rate is not None]
    efforts = {r: m.rotor[r] * udot[r] - known.tau[r] for r in held}
    rates = [rate if known.prescribed[r] is None else 0.0 for r, rate in enumerate(udot)]
    for link, body, wrench in zip(known.links, partials(m, known), known.wrenches, strict=True):
        acceleration = body.acceleration
        for r, V in body.columns.items():
            acceleration = acceleration + rates[r] * V
        lacking = momentum_rate(link.inertia, body.velocity, acceleration) - wrench
        for r in held:
            if r in body.columns:
                efforts[r] = efforts[r] + lacking.dot(body.columns[r])
    return efforts
