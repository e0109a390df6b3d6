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
    rotor that turns with the joint. A unit force of a constraint beyond the tree puts a wrench w on
    bodies: V_r . w is its generalised active force, and just as well its entry of J in J udot = g.

    A motion carried from parent to child, X W, changes by X (dW/dt) + (X W) x V_J when the child
    moves in its parent with V_J: so partial velocities and remainders need one rule only.

Steps
    1 outward: partial velocities, remainders and their rates    2 generalised active forces
    3 generalised inertia forces: mass matrix and remainder      4 solve F_r + F*_r = 0
    5 the same for unit forces of constraints                    6 efforts of prescribed joints

Cost
    A chain of n bodies has n^2/2 partial velocities; the mass matrix and its factor take n^3.

References
    Kane and Levinson 1985, chapters 2-6 (there also section 4.9 on forces brought into evidence);
    Donohue et al. 2023, section 2; Abdelaziz et al. 2004, section 2 and appendix A, whose printed
    entries have errors: see docs/errata.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pelagos.equations import closed_tree, dense_parts
from pelagos.equations.affine import NO_LOOPS, Affine, Closure, Loops, Unit
from pelagos.equations.closed_tree import Row
from pelagos.equations.mechanism import Given, Mechanism, given
from pelagos.joints.contract import joint_velocity
from pelagos.mathematics import dense
from pelagos.mathematics.algebra import Force, Motion
from pelagos.mathematics.inertia import Inertia, Pose
from pelagos.mathematics.scalars import Scalar, absolute

Numbers = Sequence[Scalar]


class KaneMotion(NamedTuple):
    """Velocity of one body and its rate as far as udot_r is not in it; body axes."""

    own: tuple[Motion, ...]  # V_r of the speeds of its own joint
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


class Partials(NamedTuple):
    """A body with all its partial velocities."""

    columns: dict[int, Motion]  # V_r of every speed between the body and the world
    moving: KaneMotion

    @property
    def velocity(self) -> Motion:
        return self.moving.velocity

    @property
    def acceleration(self) -> Motion:
        return self.moving.acceleration


class Equations(NamedTuple):
    """F_r + F*_r = 0 for some of the speeds: active - (mass udot + remainder) = 0."""

    free: list[int]  # speeds that are not prescribed: columns of the mass matrix
    mass: dense.Matrix
    remainder: list
    active: list


class HeldRow(NamedTuple):
    """A constraint's row as Kane meets it: J udot = wanted, summed over the free speeds."""

    terms: dict[int, list]  # entries of J by speed, prescribed ones too, one per body that bears it
    wanted: Scalar
    power: Scalar
    residual: Scalar
    rate: Scalar

    def entries(self, speeds: Sequence[int]) -> list:
        """J of these speeds."""
        return [sum(self.terms.get(r, ()), 0.0) for r in speeds]


WORLD = KaneMotion((), Motion.zero(), Motion.zero(), Motion.zero(), Motion.zero())


def carried_rate(pose: Pose, W: Motion, rate: Motion, relative: Motion) -> Motion:
    """d/dt of X W, for a child that moves with V_J = `relative` in its parent."""
    return pose.into(rate) + pose.into(W).cross(relative)


def momentum_rate(inertia: Inertia, velocity: Motion, acceleration: Motion) -> Force:
    """dh/dt in body axes plus what the axes' own motion adds: minus the body's inertia force."""
    return inertia @ acceleration + velocity.cross_force(inertia @ velocity)


def motions(m: Mechanism, known: Given) -> list[KaneMotion]:
    """Step 1: velocities of every link, the remainders, and their rates."""
    bodies: list[KaneMotion] = []
    for link, pose in zip(m.links, known.poses, strict=True):
        parent = WORLD if link.parent is None else bodies[link.parent]
        q, u = known.q[link.q], known.u[link.u]
        own = link.joint.columns(q)
        relative, own_rate = joint_velocity(own, u), link.joint.bias(q, u)
        flow, remainder = pose.into(parent.flow), pose.into(parent.remainder)
        turning = carried_rate(pose, parent.flow, parent.turning, relative)
        rate = carried_rate(pose, parent.remainder, parent.remainder_rate, relative)
        # the joint's own motion belongs to its speeds, or, if it is prescribed, to the remainder
        if link.driven:
            known_rate = own_rate + joint_velocity(own, known.prescribed[link.u])
            remainder, rate = remainder + relative, rate + known_rate
        else:
            flow, turning = flow + relative, turning + own_rate
        bodies.append(KaneMotion(own, flow, turning, remainder, rate))
    return bodies


def partials(m: Mechanism, known: Given) -> list[Partials]:
    """Step 1: the same with the partial velocities, which pass from parent to child."""
    bodies: list[Partials] = []
    for link, pose, moving in zip(m.links, known.poses, motions(m, known), strict=True):
        outer = {} if link.parent is None else bodies[link.parent].columns
        columns = {r: pose.into(V) for r, V in outer.items()}
        columns.update(enumerate(moving.own, link.u.start))
        bodies.append(Partials(columns, moving))
    return bodies


def equations(m: Mechanism, known: Given, bodies: Sequence[Partials]) -> Equations:
    """Steps 2 and 3: all generalised forces, for the speeds that are not prescribed."""
    free = [r for r, rate in enumerate(known.prescribed) if rate is None]
    return _generalised(m, known, bodies, free, free)


def _generalised(
    m: Mechanism, known: Given, bodies: Sequence[Partials], speeds: list[int], free: list[int]
) -> Equations:
    """Generalised forces of some speeds; their inertia forces as far as free speeds cause them."""
    row, column = ({r: i for i, r in enumerate(some)} for some in (speeds, free))
    # Step 2, active forces: efforts at the joints, wrenches on the bodies
    active = [known.tau[r] for r in speeds]
    # Step 3, inertia forces: rotors, then bodies
    mass = dense.zeros(len(speeds), len(free))
    remainder: list = [0.0] * len(speeds)
    for r in speeds:
        if r in column:
            mass[row[r]][column[r]] = m.rotor[r]
        else:
            remainder[row[r]] = m.rotor[r] * known.prescribed[r]
    for link, body, wrench in zip(known.links, bodies, known.wrenches, strict=True):
        rest = momentum_rate(link.inertia, body.velocity, body.acceleration)
        momenta = {s: link.inertia @ V for s, V in body.columns.items() if s in column}
        for r, V in body.columns.items():
            if r not in row:
                continue
            i = row[r]
            active[i] = active[i] + wrench.dot(V)
            remainder[i] = remainder[i] + rest.dot(V)
            for s, momentum in momenta.items():
                if s <= r or r not in column:  # the matrix of the free speeds is symmetric
                    j = column[s]
                    mass[i][j] = mass[i][j] + momentum.dot(V)
    if speeds is free:
        mass = [[mass[max(i, j)][min(i, j)] for j in range(len(free))] for i in range(len(free))]
    return Equations(free, mass, remainder, active)


def held_rows(
    known: Given, bodies: Sequence[Partials], closures: Sequence[Closure]
) -> list[HeldRow]:
    """Step 5: constraints beyond the tree by partial velocities."""
    found = []
    for row, power in still_rows(known, [body.moving for body in bodies], closures):
        terms: dict[int, list] = {}
        for link, wrench in row.wrenches:
            for r, V in bodies[link].columns.items() if link is not None else ():
                terms.setdefault(r, []).append(wrench.dot(V))
        for r, factor in row.efforts:
            terms.setdefault(r, []).append(factor)
        found.append(HeldRow(terms, row.wanted, power, row.residual, row.rate))
    return found


def still_rows(
    known: Given, bodies: Sequence[KaneMotion], closures: Sequence[Closure]
) -> list[tuple[Row, Scalar]]:
    """Rows and the power of their unit forces, where the bodies have A_t already."""
    velocities = {i: body.velocity for i, body in enumerate(bodies)}
    still = {i: body.acceleration for i, body in enumerate(bodies)}
    udot = [0.0 if rate is None else rate for rate in known.prescribed]
    moving = closed_tree.Moving(velocities, still, udot)
    rows = [row for c in closures for row in closed_tree.rows_of(known, c, moving)]
    return [(row, row.along(velocities, known.u)) for row in rows]


def affine(m: Mechanism, known: Given, loops: Loops = NO_LOOPS) -> Affine:
    """All steps: accelerations, and how each force of a constraint changes them."""
    bodies = partials(m, known)
    found = equations(m, known, bodies)
    free, factor = found.free, dense.factor(found.mass)
    held = [r for r, rate in enumerate(known.prescribed) if rate is not None]
    # Step 4, mass udot = active - remainder
    right = [F - rest for F, rest in zip(found.active, found.remainder, strict=True)]
    rates = dense.solve(factor, right)
    # Step 5, unit forces of the constraints
    rows = held_rows(known, bodies, loops.closures)
    J = [row.entries(free) for row in rows]
    responses = [dense.solve(factor, entries) for entries in J]
    # Step 6: a prescribed joint is given a speed after all, only to bring its effort into evidence
    lacking = _generalised(m, known, bodies, held, free)
    at_rest = [rest - F for rest, F in zip(lacking.remainder, lacking.active, strict=True)]
    efforts = _efforts(held, lacking.mass, rates, at_rest)
    units = []
    for row, response in zip(rows, responses, strict=True):
        change = _efforts(held, lacking.mass, response, [-x for x in row.entries(held)])
        udot = _spread([0.0] * len(known.u), free, response)
        units.append(Unit(udot, change, row.power + _power(known, change)))
    return Affine(
        udot=_spread(known.prescribed, free, rates),
        efforts=efforts,
        power=_power(known, efforts),
        wanted=[row.wanted - dense.dot(e, rates) for row, e in zip(rows, J, strict=True)],
        gram=dense.gram(J, responses),
        span=[_span(row, free, response) for row, response in zip(rows, responses, strict=True)],
        units=units,
    )


def _efforts(
    held: list[int], mass: dense.Matrix, rates: Numbers, rest: Numbers
) -> dict[int, Scalar]:
    """What F_r + F*_r of prescribed speeds lacks to zero."""
    return {r: dense.dot(row, rates) + left for r, row, left in zip(held, mass, rest, strict=True)}


def _power(known: Given, efforts: Mapping[int, Scalar]) -> Scalar:
    return sum((effort * known.u[r] for r, effort in efforts.items()), 0.0)


def _span(row: HeldRow, free: list[int], response: Numbers) -> Scalar:
    """The diagonal of the Gram matrix without cancellation, between bodies least of all."""
    pairs = zip(free, response, strict=True)
    return sum((absolute(x * rate) for r, rate in pairs for x in row.terms.get(r, ())), 0.0)


def _spread(all_rates: Numbers, free: list[int], rates: Numbers) -> list:
    """Rates of all speeds, those of the free ones put into their places."""
    found = list(all_rates)
    for r, rate in zip(free, rates, strict=True):
        found[r] = rate
    return found


# Large robots: the loop `loops.dense.kane` does all steps with the parts of single bodies

LOOP = (6, 6)  # numbers of a body: what it lacks at udot = 0; each of its own partial velocities


def parts(m: Mechanism, known: Given, loops: Loops = NO_LOOPS) -> list:
    """See `equations.dense_parts`: of each body minus the inertia and applied forces, and V_r."""
    bodies = motions(m, known)
    added = []
    for link, body, wrench in zip(known.links, bodies, known.wrenches, strict=True):
        lacking = momentum_rate(link.inertia, body.velocity, body.acceleration) - wrench
        added.append([*lacking, *(number for V in body.own for number in V)])
    return dense_parts.parts(m, known, added, still_rows(known, bodies, loops.closures))


def forward_dynamics(
    m: Mechanism,
    t: Scalar,
    q: Numbers,
    u: Numbers,
    extra: Numbers | None = None,
    nudges: Mapping[int, Scalar] | None = None,
) -> list:
    """Accelerations udot by Kane's equations, under efforts `extra` at the joints."""
    return affine(m, given(m, t, q, u, extra, nudges)).udot
