"""The formulations run on symbols: what each of them writes down before it solves.

All of them end as  M y = f + J^T forces,  J y = g.  In the methods of minimal coordinates y are the
accelerations udot that are not prescribed, and J holds the constraints beyond the tree; without
any, J has no rows. Udwadia and Kalaba have all body accelerations in y and all joints in J, and
udot = P y + r.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pelagos.equations import conditions as cd
from pelagos.equations import kane, moving_frame, newton_euler
from pelagos.equations import mechanism as mech
from pelagos.equations.affine import Closure
from pelagos.equations.mechanism import Given, Mechanism
from pelagos.mathematics import dense
from pelagos.mathematics.algebra import Force, Motion
from pelagos.symbolic.exact import Generators, collected

Numbers = Sequence[Any]


@dataclass(frozen=True)
class Letters:
    """Letters for everything the equations ask for."""

    of: Generators
    t: Any
    q: list[Any]  # of prescribed joints that do not move, numbers
    u: list[Any]
    udot: list[Any]
    free: list[int]  # speeds that are not prescribed
    # letters for velocities of bodies and forces on them that are long, by the turns of their axes
    # into the user's; None: all is written out
    compact: Sequence[Sequence[Sequence[float]]] | None = None


def known_at(m: Mechanism, state: Letters) -> Given:
    """All that is known at a state, with long velocities and forces by letters of their own."""
    known = mech.placed(m, state.t, state.q, state.u)
    if state.compact is None:
        return mech.acted(m, known)
    own = known.velocities
    known.velocities = [Motion.of(_named(m, state, "v", b, v)) for b, v in enumerate(own)]
    mech.acted(m, known)
    known.velocities = own
    known.wrenches = [Force.of(_named(m, state, "W", b, W)) for b, W in enumerate(known.wrenches)]
    return known


def _named(m: Mechanism, state: Letters, kind: str, body: int, vector: Iterable[Any]) -> list:
    """Six numbers of a body, each by a letter in the user's axes where it is long."""
    assert state.compact is not None
    T = [[clean(x) for x in row] for row in state.compact[body]]
    back = [list(row) for row in zip(*T, strict=True)]
    numbers = list(vector)
    found: list = []
    for half, axes in ((0, "uvw"), (3, "pqr")):
        turned = product(T, [[x] for x in numbers[half : half + 3]])
        letters = [
            [state.of.named(f"{kind} {m.links[body].name}.{axis}", x[0])]
            for axis, x in zip(axes, turned, strict=True)
        ]
        found += [x[0] for x in product(back, letters)]
    return found


@dataclass(frozen=True)
class DerivedSystem:
    """M y = f + J^T forces, J y = g, and udot = P y + r (P None: y is udot)."""

    M: dense.Matrix
    f: list
    J: dense.Matrix
    g: list
    P: dense.Matrix | None = None
    r: Sequence[Any] = ()
    unknowns: tuple[str, ...] = ()  # labels of y, where it is not udot
    rows: tuple[str, ...] = ()  # labels of rows of J that belong to joints
    residual: Sequence[Any] = ()  # of the constraints beyond the tree: what they keep at zero


def by_newton_euler(m: Mechanism, state: Letters) -> tuple[dense.Matrix, list]:
    """Efforts by the recursion out and in; what multiplies udot there is M."""
    efforts = newton_euler.needed_efforts(m, known_at(m, state), state.udot)
    letters = {state.udot[v].letter(): i for i, v in enumerate(state.free)}
    M, f = dense.zeros(len(letters), len(letters)), []
    for i, v in enumerate(state.free):
        factors = collected(efforts[v], letters, state.of)
        for letter, column in letters.items():
            M[i][column] = factors.get(letter, 0.0)
        f.append(-factors.get(None, 0.0))
    return M, f


def by_kane(m: Mechanism, state: Letters) -> tuple[dense.Matrix, list]:
    """F_r + F*_r = 0."""
    known = known_at(m, state)
    found = kane.equations(m, known, kane.partials(m, known))
    right = [F - rest for F, rest in zip(found.active, found.remainder, strict=True)]
    return found.mass, right


def by_moving_frame(m: Mechanism, state: Letters) -> tuple[dense.Matrix, list]:
    """M* udot + N* u = F*, known accelerations on the right."""
    known = known_at(m, state)
    found = moving_frame.star(m, known, moving_frame.frames(m, known))
    M = [[found.mass[i][j] for j in state.free] for i in state.free]
    f = []
    for i in state.free:
        right = found.forces[i] - found.velocity[i]
        for j, rate in enumerate(known.prescribed):
            if rate is not None:
                right = right - found.mass[i][j] * rate
        f.append(right)
    return M, f


MINIMAL: dict[str, Callable[[Mechanism, Letters], tuple[dense.Matrix, list]]] = {
    "newton-euler": by_newton_euler,
    "kane": by_kane,
    "moving-frame": by_moving_frame,
}


def derive(
    method: str,
    m: Mechanism,
    closures: Sequence[Closure],
    state: Letters,
    align: Sequence[Sequence[Sequence[float]]],
) -> DerivedSystem:
    """The equations as a method writes them; `align` turns body axes into the user's."""
    if method == "udwadia-kalaba":
        return _turned(_all_bodies_free(m, closures, state), align)
    M, f = MINIMAL[method](m, state)
    return replace(closed_rows(m, closures, state), M=M, f=f)


def closed_rows(m: Mechanism, closures: Sequence[Closure], state: Letters) -> DerivedSystem:
    """J, g and residuals of the constraints beyond the tree, in the free speeds."""
    if not closures:
        return DerivedSystem([], [], [], [])
    known = known_at(m, state)
    rows = kane.held_rows(known, kane.partials(m, known), closures)
    J = [row.entries(state.free) for row in rows]
    return DerivedSystem(
        [], [], J, [row.wanted for row in rows], residual=[r.residual for r in rows]
    )


def _all_bodies_free(m: Mechanism, closures: Sequence[Closure], state: Letters) -> DerivedSystem:
    """M a = Q + A^T forces, A a = b; wheels come behind the bodies."""
    known = known_at(m, state)
    bodies = cd.bodies_at(m, known)
    conditions = cd.joint_conditions(m, known, bodies)
    conditions += cd.closure_conditions(m, known, bodies, closures)
    wheels = [c.wheel for c in conditions if c.wheel is not None]
    size = 6 * len(m.links) + len(wheels)
    M = dense.zeros(size, size)
    Q: list = []
    for i, (link, load) in enumerate(zip(known.links, cd.all_loads(m, known, bodies), strict=True)):
        for k in range(6):
            M[6 * i + k][6 * i : 6 * i + 6] = [*link.inertia.column(k)]
        Q += [*load]
    for place, wheel in enumerate(wheels, 6 * len(m.links)):
        M[place][place] = m.rotor[wheel]
        Q.append(0.0)
    A = dense.zeros(len(conditions), size)
    for row, condition in zip(A, conditions, strict=True):
        for i, wrench in condition.on.items():
            row[6 * i : 6 * i + 6] = [*wrench]
        if condition.wheel is not None:
            row[6 * len(m.links) + wheels.index(condition.wheel)] = -1.0
    P, r = _joint_rates(m, bodies, state.free, size)
    labels = [f"{link.name}.{part}" for link in m.links for part in "uvwpqr"]
    joints = [(c.link, c.wheel) for c in conditions if c.link is not None]
    return DerivedSystem(
        M,
        Q,
        A,
        [c.b for c in conditions],
        P,
        r,
        (*labels, *(f"rotor {k + 1}" for k in range(len(wheels)))),
        tuple(m.links[i].name + ("" if wheel is None else ".rotor") for i, wheel in joints),
    )


def _turned(system: DerivedSystem, align: Sequence[Sequence[Sequence[float]]]) -> DerivedSystem:
    """The same with body accelerations and forces in the user's axes: y = T y_aligned."""
    T = dense.zeros(len(system.f), len(system.f))
    for i in range(len(T)):
        T[i][i] = 1.0
    for b, axes in enumerate(align):
        for half in (6 * b, 6 * b + 3):
            for i in range(3):
                T[half + i][half : half + 3] = [clean(x) for x in axes[i]]
    back = [list(row) for row in zip(*T, strict=True)]
    f = [row[0] for row in product(T, [[x] for x in system.f])]
    P = None if system.P is None else product(system.P, back)
    M, J = product(product(T, system.M), back), product(system.J, back)
    return replace(system, M=M, f=f, J=J, P=P)


def clean(x: float) -> float:
    """Rounding leaves some of the zeros and ones of axes a little off."""
    return round(x) if abs(x - round(x)) < 1e-14 else x


def product(A: dense.Matrix, B: dense.Matrix) -> dense.Matrix:
    """A B, of any kind of number."""
    found = dense.zeros(len(A), len(B[0]))
    for i, row in enumerate(A):
        for k, a in enumerate(row):
            if a != 0.0:
                for j, b in enumerate(B[k]):
                    found[i][j] = found[i][j] + a * b
    return found


def _joint_rates(
    m: Mechanism, bodies: Sequence[cd.FreeBody], free: Sequence[int], size: int
) -> tuple[dense.Matrix, list]:
    """udot = S^+ (a - X a_parent - what is there without udot)."""
    P, r = dense.zeros(len(free), size), []
    row = {v: i for i, v in enumerate(free)}
    for i, (link, body) in enumerate(zip(m.links, bodies, strict=True)):
        for v, S in enumerate(body.columns, link.u.start):
            if v not in row:
                continue
            along = Force.of(S)
            P[row[v]][6 * i : 6 * i + 6] = [*along]
            if body.parent is not None:
                back = -body.pose.out_of(along)
                P[row[v]][6 * body.parent : 6 * body.parent + 6] = [*back]
            r.append(-along.dot(body.still))
    return P, r
