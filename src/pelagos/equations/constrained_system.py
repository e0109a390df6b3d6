"""The pseudo-inverse solution of Udwadia and Kalaba as printed: dense matrices, singular values.

Slow and plain: what the fast path of `equations.block_elimination` is measured against, and what
`pelagos.constraint_system` returns for study. The equations and the numbers of the steps are those
of `equations.udwadia_kalaba`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pelagos.equations import conditions as cd
from pelagos.equations.affine import Closure
from pelagos.equations.mechanism import Given, Mechanism, given
from pelagos.mathematics.algebra import Force, Motion

Numbers = Sequence[Any]

RANK_TOLERANCE = 1e-10  # singular values of A M^-1/2 below this share of the largest count as zero


@dataclass(frozen=True)
class System:
    """M, Q, A, b and the answer. Columns: six per body (linear, angular), then one per wheel."""

    M: np.ndarray
    Q: np.ndarray
    A: np.ndarray
    b: np.ndarray
    conditions: tuple[
        cd.AccelerationCondition, ...
    ]  # what each row of A is; those of the joints come first
    accelerations: np.ndarray
    multipliers: np.ndarray  # force of each row; of least norm in the loops where not unique
    rank: int
    udot: np.ndarray  # joint accelerations
    reactions: np.ndarray  # (link, 6): wrench that the joint puts on the child, body axes


def constrained_system(
    m: Mechanism,
    t: float,
    q: Numbers,
    u: Numbers,
    extra: Numbers | None = None,
    closures: Sequence[Closure] = (),
    tolerance: float = RANK_TOLERANCE,
) -> System:
    """All steps in floats; `extra` are efforts added at the joints."""
    # Steps 1, 2: M, Q, A, b
    known = given(m, t, q, u, extra)
    bodies = cd.bodies_at(m, known)
    conditions = cd.joint_conditions(m, known, bodies)
    tree = len(conditions)
    conditions += cd.closure_conditions(m, known, bodies, closures)
    M, Q, A, b = _matrices(m, known, cd.all_loads(m, known, bodies), conditions)
    # Step 3: eq 20
    inverse_root, load = _metric(M, Q, A[:tree], b[:tree])
    free = inverse_root @ (inverse_root @ load)
    T, gap = A @ inverse_root, b - A @ free
    accelerations = free + inverse_root @ (np.linalg.pinv(T, rcond=tolerance) @ gap)
    f = _multipliers(T, gap, tree, tolerance)
    # Step 4: joint accelerations, reactions
    return System(
        M=M,
        Q=Q,
        A=A,
        b=b,
        conditions=tuple(conditions),
        accelerations=accelerations,
        multipliers=f,
        rank=_rank(T, tolerance),
        udot=_joint_accelerations(bodies, accelerations),
        reactions=_reactions(m, known, bodies, conditions, f),
    )


def _matrices(
    m: Mechanism,
    known: Given,
    loads: Sequence[Force],
    conditions: Sequence[cd.AccelerationCondition],
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    wheels = [c.wheel for c in conditions if c.wheel is not None]
    bodies = 6 * len(m.links)
    size = bodies + len(wheels)
    M, Q = np.zeros((size, size)), np.zeros(size)
    A, b = np.zeros((len(conditions), size)), np.zeros(len(conditions))
    for i, link in enumerate(known.links):
        here = slice(6 * i, 6 * i + 6)
        M[here, here] = [[*link.inertia.column(k)] for k in range(6)]
        Q[here] = [*loads[i]]
    for column, wheel in enumerate(wheels, bodies):
        M[column, column] = m.rotor[wheel]
    for row, condition in enumerate(conditions):
        b[row] = condition.b
        for i, wrench in condition.on.items():
            A[row, 6 * i : 6 * i + 6] = [*wrench]
        if condition.wheel is not None:
            A[row, bodies + wheels.index(condition.wheel)] = -1.0
    return M, Q, A, b


def _metric(
    M: np.ndarray, Q: np.ndarray, A: np.ndarray, b: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """M^-1/2, and Q. Where M is singular A^T A joins it and A^T b joins Q, which changes nothing.

    On accelerations with A a = b the two additions cancel (Udwadia and Schutte 2010).
    """
    values, vectors = np.linalg.eigh(M)
    if values[0] <= 1e-14 * values[-1]:
        scale = np.trace(M) / len(M)
        values, vectors = np.linalg.eigh(M + scale * A.T @ A)
        Q = Q + scale * A.T @ b
    return (vectors / np.sqrt(values)) @ vectors.T, Q


def _multipliers(T: np.ndarray, gap: np.ndarray, tree: int, tolerance: float) -> np.ndarray:
    """f with A^T f = M (a - a_u): rows of the tree are independent, those of loops perhaps not."""
    if not len(T):
        return np.zeros(0)
    largest = np.linalg.norm(T, 2)
    joints, loops = T[:tree], T[tree:]
    onto = np.linalg.pinv(joints)
    left = loops - (loops @ onto) @ joints  # what loops ask beyond the joints
    U, values, _ = np.linalg.svd(left, full_matrices=False)
    kept = values > tolerance * largest
    asked = U[:, kept].T @ (gap[tree:] - loops @ (onto @ gap[:tree]))
    f_loops = U[:, kept] @ (asked / values[kept] ** 2)
    f_joints = onto.T @ (onto @ gap[:tree] - loops.T @ f_loops)
    return np.concatenate([f_joints, f_loops])


def _rank(T: np.ndarray, tolerance: float) -> int:
    values = np.linalg.svd(T, compute_uv=False)
    return int(np.sum(values > tolerance * values[:1].sum()))


def _joint_accelerations(bodies: Sequence[cd.FreeBody], accelerations: np.ndarray) -> np.ndarray:
    """udot = T . (a_i - X a_p - what is there without udot)."""
    udot: list[float] = []
    motions = [Motion.of(a) for a in accelerations[: 6 * len(bodies)].reshape(-1, 6).tolist()]
    for body, a in zip(bodies, motions, strict=True):
        outer = Motion.zero() if body.parent is None else motions[body.parent]
        left = a - body.pose.into(outer) - body.still
        udot += [T.dot(left) for T in body.active]
    return np.array(udot)


def _reactions(
    m: Mechanism,
    known: Given,
    bodies: Sequence[cd.FreeBody],
    conditions: Sequence[cd.AccelerationCondition],
    f: np.ndarray,
) -> np.ndarray:
    """Everything a joint puts on its child: forces of its rows and efforts along its axes."""
    found = np.zeros((len(bodies), 6))
    for condition, force in zip(conditions, f, strict=True):
        if condition.link is not None:
            found[condition.link] += force * np.array([*condition.on[condition.link]])
    for i, link in enumerate(m.links):
        for T, effort in zip(bodies[i].active, known.tau[link.u], strict=True):
            found[i] += effort * np.array([*T])
    return found
