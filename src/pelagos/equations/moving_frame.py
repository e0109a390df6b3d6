"""Moving frames: connections in SE(3), the matrix B and its rate, and the equations by B alone.

Idea
    A frame rides on every body. Two frames are connected by a 4x4 matrix E that holds rotation and
    position, and E^-1 dE/dt = Omega holds angular and linear velocity. Products of E carry the
    velocities along the tree. All of them together are linear in the speeds, X = B u; once B and
    dB/dt are known, the equations of motion follow by matrix products.

Unknowns
    udot. The speeds of prescribed joints stand among u; their accelerations are known.

Equations
    connection  E = [[R, p], [0, 1]]                        of a body in its parent, from its joint
    velocity    Omega = E^-1 Omega_parent E + Omega_joint   Omega = [[w~, v], [0, 0]]
    B           X = B u: a child's column is E^-1 b E       b: the parent's, as a 4x4 like Omega
    dB/dt       d/dt (E^-1 b E) = E^-1 (db/dt) E + [E^-1 b E, Omega_joint]      [a, b] = a b - b a
    variation   delta X = d/dt (delta X~) - D^T delta X~    D = [[w~, 0], [v~, w~]] for each body
    inertia     M* = B^T M B + rotors                       M: 6x6 blocks, any symmetric ones
    motion      N* = B^T (M dB/dt + D M B)                  by Hamilton's principle
    forces      F* = B^T Q + tau                            Q: wrenches on the bodies
                M* udot + N* u = F*
    constraints J = (wrenches of unit forces)^T B, J udot = g: on the right side their forces add
                J^T f

    Kvalvik et al. 2019 put the frames at mass centres and take linear velocities in world axes:
    M has the blocks m and J_C, and D the blocks 0 and w~, so D^T = -D (eq 66, 71-73). Here
    velocities are in body axes about the body's frame, as any symmetric 6x6 inertia needs; the
    axes turn and the frame moves, hence w~ and v~ in the first column of D. N* u is the same.
    dM*/dt - 2 N* is skew in neither form, only u^T (dM*/dt - 2 N*) u = 0.

Steps
    1 outward: connections, Omega, columns of B and dB/dt    2 M*, N* u, F*
    3 known accelerations to the right side, solve           4 the same for forces of constraints

Cost
    As any method with a full mass matrix: n^3 for a chain of n bodies.

References
    Kvalvik et al. 2019: eq 15-27 (E), 33-53 (Omega), 54-57 and 85-115 (B), 66-84 (equations of
    motion), corrected as in docs/errata.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pelagos.equations import dense_parts
from pelagos.equations.affine import NO_LOOPS, Affine, Loops, Unit
from pelagos.equations.closed_tree import Moving, Row, rows_of, unaccelerated
from pelagos.equations.mechanism import Given, Mechanism, given
from pelagos.joints.contract import joint_velocity
from pelagos.mathematics import dense
from pelagos.mathematics.algebra import Force, Mat3, Motion, Vec3
from pelagos.mathematics.inertia import Pose
from pelagos.mathematics.scalars import Scalar, absolute

Numbers = Sequence[Scalar]


class Velocity4(NamedTuple):
    """[[w~, v], [0, 0]]: a velocity as a 4x4 matrix; like E, kept by its blocks."""

    spin: Mat3
    v: Vec3

    @classmethod
    def of(cls, m: Motion) -> Velocity4:
        return cls(Mat3.skew(m.w), m.v)

    def motion(self) -> Motion:
        """Back to six numbers."""
        return Motion(self.v, Vec3(self.spin.b.z, self.spin.c.x, self.spin.a.y))

    def plus(self, other: Velocity4) -> Velocity4:
        return Velocity4(self.spin + other.spin, self.v + other.v)

    def skewed(self) -> Velocity4:
        """The same, known by six of its numbers: w~ has three that differ, up to sign."""
        return Velocity4.of(self.motion())

    def bracket(self, other: Velocity4) -> Velocity4:
        """a b - b a."""
        spin = self.spin @ other.spin - other.spin @ self.spin
        return Velocity4(spin, self.spin @ other.v - other.spin @ self.v).skewed()

    def seen_from(self, E: Pose) -> Velocity4:
        """E^-1 a E: the velocity of the parent's frame, in the child's axes."""
        back = E.R.T
        spin = back @ (self.spin @ E.R)
        return Velocity4(spin, back @ (self.spin @ E.p + self.v)).skewed()


class Own(NamedTuple):
    """What a body has by its own joint, and its velocity."""

    omega: Velocity4
    joint: Velocity4  # Omega of the joint
    columns: tuple[Motion, ...]  # of B, for the speeds of its joint
    rates: tuple[Motion, ...]  # of dB/dt


class Frame(NamedTuple):
    """What rides on one body."""

    omega: Velocity4
    columns: dict[int, Velocity4]  # of B, for every speed between the body and the world
    rates: dict[int, Velocity4]  # of dB/dt


class Star(NamedTuple):
    """M* udot + N* u = F*, a row for every speed, prescribed ones included."""

    mass: dense.Matrix
    velocity: list  # N* u
    forces: list


REST = Velocity4.of(Motion.zero())


def carried_rate(column: Velocity4, rate: Velocity4, joint: Velocity4, E: Pose) -> Velocity4:
    """d/dt of E^-1 b E; `column` is E^-1 b E, `rate` is db/dt of the parent."""
    return rate.seen_from(E).plus(column.bracket(joint))


def own_frames(m: Mechanism, known: Given) -> list[Own]:
    """Step 1: Omega of every link, and what belongs to its own joint."""
    found: list[Own] = []
    for link, E in zip(m.links, known.poses, strict=True):
        outer = REST if link.parent is None else found[link.parent].omega
        q, u = known.q[link.q], known.u[link.u]
        columns, rates = link.joint.columns(q), link.joint.column_rates(q, u)
        joint = Velocity4.of(joint_velocity(columns, u))
        found.append(Own(outer.seen_from(E).plus(joint), joint, columns, rates))
    return found


def frames(m: Mechanism, known: Given) -> list[Frame]:
    """Step 1: the same with all columns of B and dB/dt."""
    found: list[Frame] = []
    for link, E, own in zip(m.links, known.poses, own_frames(m, known), strict=True):
        outer = Frame(REST, {}, {}) if link.parent is None else found[link.parent]
        columns = {j: b.seen_from(E) for j, b in outer.columns.items()}
        rates = {j: carried_rate(columns[j], r, own.joint, E) for j, r in outer.rates.items()}
        for j, (column, rate) in enumerate(zip(own.columns, own.rates, strict=True), link.u.start):
            columns[j], rates[j] = Velocity4.of(column), Velocity4.of(rate)
        found.append(Frame(own.omega, columns, rates))
    return found


def turned(velocity: Motion, momentum: Force) -> Force:
    """D M V: how a momentum changes because its frame moves and turns."""
    v, w = velocity.v, velocity.w
    return Force(w.cross(momentum.f), v.cross(momentum.f) + w.cross(momentum.n))


def rate_of_columns(frame: Frame, u: Numbers) -> Motion:
    """(dB/dt) u: the acceleration of a body while no speed changes."""
    return joint_velocity(
        [rate.motion() for rate in frame.rates.values()], [u[j] for j in frame.rates]
    )


def star(m: Mechanism, known: Given, bodies: Sequence[Frame]) -> Star:
    """Step 2: M*, N* u and F*, body by body."""
    n = len(known.u)
    mass, velocity, forces = dense.zeros(n, n), [0.0] * n, list(known.tau)
    for j in range(n):
        mass[j][j] = m.rotor[j]
    for link, frame, Q in zip(known.links, bodies, known.wrenches, strict=True):
        V = frame.omega.motion()
        rest = link.inertia @ rate_of_columns(frame, known.u) + turned(V, link.inertia @ V)
        B = {j: b.motion() for j, b in frame.columns.items()}
        for j, b in B.items():
            MB = link.inertia @ b
            for i, other in B.items():
                if i >= j:  # M* is symmetric
                    mass[i][j] = mass[i][j] + MB.dot(other)
            velocity[j] = velocity[j] + rest.dot(b)
            forces[j] = forces[j] + Q.dot(b)
    mass = [[mass[max(i, j)][min(i, j)] for j in range(n)] for i in range(n)]
    return Star(mass, velocity, forces)


def n_star(known: Given, bodies: Sequence[Frame]) -> dense.Matrix:
    """N* itself, to look at."""
    n = len(known.u)
    found = dense.zeros(n, n)
    for link, frame in zip(known.links, bodies, strict=True):
        V = frame.omega.motion()
        for j, b in frame.columns.items():
            MB = link.inertia @ b.motion()
            rest = link.inertia @ frame.rates[j].motion() + turned(V, MB)
            for i, other in frame.columns.items():
                found[i][j] = found[i][j] + rest.dot(other.motion())
    return found


def row_of_j(bodies: Sequence[Frame], row: Row) -> dict[int, list]:
    """Entries of J for every speed, one for each body that bears the row: w^T B."""
    found: dict[int, list] = {}
    for link, wrench in row.wrenches:
        for j, b in bodies[link].columns.items() if link is not None else ():
            found.setdefault(j, []).append(wrench.dot(b.motion()))
    for j, factor in row.efforts:
        found.setdefault(j, []).append(factor)
    return found


def affine(m: Mechanism, known: Given, loops: Loops = NO_LOOPS) -> Affine:
    """All steps: accelerations, and how each force of a constraint changes them."""
    bodies = frames(m, known)
    found = star(m, known, bodies)
    n, free = len(known.u), [j for j, rate in enumerate(known.prescribed) if rate is None]
    # Step 3, accelerations that are known go to the right side
    udot = [0.0 if rate is None else rate for rate in known.prescribed]
    factor = dense.factor([[found.mass[i][j] for j in free] for i in free])
    missing = _missing(found, udot)
    for j, rate in zip(free, dense.solve(factor, [-missing[i] for i in free]), strict=True):
        udot[j] = rate
    efforts = _efforts(known, _missing(found, udot))
    # Step 4, unit forces of the constraints
    velocities = {i: frame.omega.motion() for i, frame in enumerate(bodies)}
    still = {i: rate_of_columns(frame, known.u) for i, frame in enumerate(bodies)}
    moving = Moving(velocities, still, [0.0] * n)
    rows = [row for c in loops.closures for row in rows_of(known, c, moving)]
    terms = [row_of_j(bodies, row) for row in rows]
    J = [[sum(entry.get(j, ()), 0.0) for j in range(n)] for entry in terms]
    units = []
    for row, entries in zip(rows, J, strict=True):
        response = [0.0] * n
        for j, rate in zip(free, dense.solve(factor, [entries[i] for i in free]), strict=True):
            response[j] = rate
        pulled = [
            dense.dot(line, response) - x for line, x in zip(found.mass, entries, strict=True)
        ]
        change = _efforts(known, pulled)
        units.append(Unit(response, change, row.along(velocities, known.u) + _power(known, change)))
    return Affine(
        udot=udot,
        efforts=efforts,
        power=_power(known, efforts),
        wanted=[row.wanted - dense.dot(e, udot) for row, e in zip(rows, J, strict=True)],
        gram=dense.gram(J, [unit.udot for unit in units]),
        span=[_span(*pair) for pair in zip(terms, units, strict=True)],
        units=units,
    )


def _missing(found: Star, udot: Numbers) -> list:
    """M* udot + N* u - F*."""
    rows = zip(found.mass, found.velocity, found.forces, strict=True)
    return [dense.dot(mass, udot) + velocity - force for mass, velocity, force in rows]


def _efforts(known: Given, missing: Numbers) -> dict[int, Scalar]:
    """What the rows of prescribed speeds lack, their motors must give."""
    return {j: missing[j] for j, rate in enumerate(known.prescribed) if rate is not None}


def _power(known: Given, efforts: Mapping[int, Scalar]) -> Scalar:
    return sum((effort * known.u[j] for j, effort in efforts.items()), 0.0)


def _span(terms: Mapping[int, list], unit: Unit) -> Scalar:
    """J M*^-1 J^T of a row without cancellation, between bodies least of all."""
    sizes = (absolute(x * unit.udot[j]) for j, entries in terms.items() for x in entries)
    return sum(sizes, 0.0)


# Large robots: the loop `loops.dense.moving_frame` does all steps with the parts of single bodies

LOOP = (18, 12)  # numbers of a body: Omega, Omega of its joint, Q; its own columns of B and dB/dt


def parts(m: Mechanism, known: Given, loops: Loops = NO_LOOPS) -> list:
    """See `equations.dense_parts`; `wanted` of the rows is without accelerations (dB/dt) u."""
    bodies = own_frames(m, known)
    added = []
    for own, Q in zip(bodies, known.wrenches, strict=True):
        columns = (*own.columns, *own.rates)
        numbers = [number for column in columns for number in column]
        added.append([*own.omega.motion(), *own.joint.motion(), *Q, *numbers])
    velocities = {i: own.omega.motion() for i, own in enumerate(bodies)}
    moving = unaccelerated(velocities, known)
    rows = [row for c in loops.closures for row in rows_of(known, c, moving)]
    pairs = [(row, row.along(velocities, known.u)) for row in rows]
    return dense_parts.parts(m, known, added, pairs)


def forward_dynamics(
    m: Mechanism,
    t: Scalar,
    q: Numbers,
    u: Numbers,
    extra: Numbers | None = None,
    nudges: Mapping[int, Scalar] | None = None,
) -> list:
    """Accelerations udot by the moving frame method, under efforts `extra` at the joints."""
    return affine(m, given(m, t, q, u, extra, nudges)).udot
