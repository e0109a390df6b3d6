"""Body after body out of M a = Q + A^T f, A a = b: the sparse twin of the pseudo-inverse.

In the conditions of `equations.udwadia_kalaba` a joint meets two bodies and nothing else: bodies
and joints form a tree. They leave the equations from the tips towards the root without ever
filling a zero, and come back from the root to the tips. With y = X a_p + c, the acceleration a body
would have if its joint did not yield, and the wrench h = W f + T (tau - rotor udot) through it,

    body           D a = g + h                    D, g: mass and load, with what the children left
    joint          W . (a - y) = 0
    elimination    C = (D + W R W^T + T rotor T^T)^-1
                   Y = W^T C W                    the compliance of the held directions
                   a = C (g + T tau + W z + T rotor T^T y)
                   z = Y^-1 W . (y - C (g + T tau + T rotor T^T y)),   f = z - R W^T y
    to the parent  D_p += X^T H X,  g_p -= X^T h(y = c),  with H = dh/dy, symmetric

The weights R multiply a term that vanishes with the joint's condition; the answer does not depend
on them. They stand in for mass that a body by itself may lack, and with R the diagonal of W^T D W
both inverses are as well conditioned as the motion left free. Rows of a tree are independent, so
nothing here needs a rank; loops come on top, by their own small Gram matrix.

References: Nielsen et al. 2018, eq 19, 20; Baraff 1996 (order of elimination); Udwadia and
Schutte 2010 (M + A^T R A in the place of M).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from pelagos.mathematics.algebra import Force, Motion
from pelagos.mathematics.inertia import Inertia
from pelagos.mathematics.scalars import Scalar, where

Numbers = Sequence[Scalar]
Lower = list[list]  # a symmetric matrix by the rows of its lower triangle


class BlockJoint(NamedTuple):
    """A joint at a state, child axes."""

    held: Sequence[Force]  # W
    active: Sequence[Force]  # T, wrenches of unit efforts; none if it cannot move by itself
    rotor: Numbers  # inertia felt by each effort; no numbers if there is none


class BlockFactors(NamedTuple):
    """What elimination leaves for the way back."""

    compliance: Lower  # C, 6x6
    stiffness: Lower  # Y^-1, one row per held direction
    weights: Numbers  # R


def eliminate(D: Inertia, joint: BlockJoint) -> tuple[BlockFactors, Inertia]:
    """Take a body and its joint out; the factors, and the inertia H that its parent feels."""
    W = [[*w] for w in joint.held]
    T = [[*t] for t in joint.active] if joint.rotor else []
    body = [[*column][: k + 1] for k, column in enumerate(map(D.column, range(6)))]
    weights = [_positive(_dot(w, times(body, w))) for w in W]
    C = inverse(_plus(_plus(body, W, _diagonal(weights)), T, _diagonal(joint.rotor)))
    yielding = [times(C, w) for w in W]
    Y = [[_dot(w, yielding[k]) for k in range(row + 1)] for row, w in enumerate(W)]
    stiffness = inverse(Y)
    # H = (W - T N) Y^-1 (W - T N)^T - W R W^T + T (rotor - rotor C_T rotor) T^T, N = rotor T^T C W
    directions = [
        _less(w, [(rotor * _dot(t, c), t) for t, rotor in zip(T, joint.rotor, strict=False)])
        for w, c in zip(W, yielding, strict=True)
    ]
    felt = _plus(_zero(6), directions, stiffness)
    felt = _plus(felt, W, _diagonal([-r for r in weights]))
    felt = _plus(felt, T, _rotor_left(T, C, joint.rotor))
    full = [[felt[max(i, j)][min(i, j)] for j in range(6)] for i in range(6)]
    return BlockFactors(C, stiffness, weights), Inertia.of_matrix(full)


def respond(
    factors: BlockFactors, joint: BlockJoint, y: Motion, load: Force, tau: Numbers
) -> tuple[Motion, list, Force]:
    """Acceleration of the body, rates of the joint's speeds, wrench through the joint; y given."""
    C, rotors = factors.compliance, joint.rotor or [0.0] * len(joint.active)
    g = load
    for T, effort, rotor in zip(joint.active, tau, rotors, strict=True):
        g = g + (effort + rotor * T.dot(y)) * T
    start = Motion.of(times(C, [*g]))
    z = times(factors.stiffness, [W.dot(y - start) for W in joint.held])
    push = wrench = Force.zero()
    for W, one, weight in zip(joint.held, z, factors.weights, strict=True):
        push = push + one * W
        wrench = wrench + (one - weight * W.dot(y)) * W
    a = start + Motion.of(times(C, [*push]))
    rates = [T.dot(a - y) for T in joint.active]
    for T, effort, rotor, rate in zip(joint.active, tau, rotors, rates, strict=True):
        wrench = wrench + (effort - rotor * rate) * T
    return a, rates, wrench


def welded(D: Inertia, y: Motion, load: Force) -> Force:
    """The wrench through a joint that leaves nothing free."""
    return D @ y - load


def inverse(A: Lower) -> Lower:
    """Inverse of a symmetric positive definite matrix: A = L d L^T, then L^-T d^-1 L^-1."""
    n = len(A)
    L: Lower = []
    d_inverse: list = []
    for i in range(n):
        scaled: list = []  # row i of L d
        for j in range(i):
            scaled.append(A[i][j] - _dot(scaled, L[j][:j]))
        L.append([s * d for s, d in zip(scaled, d_inverse, strict=True)])
        d_inverse.append(1.0 / (A[i][i] - _dot(scaled, L[i])))
    back: Lower = []  # rows of L^-1, unit diagonal
    for i in range(n):
        back.append([-(L[i][j] + _tail(L[i], back, j)) for j in range(i)] + [1.0])
    scaled_back = [[d * x for x in row] for d, row in zip(d_inverse, back, strict=True)]
    return [
        [_sum(back[k][i] * scaled_back[k][j] for k in range(i, n)) for j in range(i + 1)]
        for i in range(n)
    ]


def _tail(row: Numbers, back: Lower, j: int) -> Scalar:
    return _sum(row[k] * back[k][j] for k in range(j + 1, len(row)))


def times(A: Lower, x: Numbers) -> list:
    """A x."""
    n = len(A)
    return [_sum(A[max(i, j)][min(i, j)] * x[j] for j in range(n)) for i in range(n)]


def _plus(A: Lower, columns: Sequence[Numbers], middle: Lower) -> Lower:
    """A + sum over k, l of column_k middle_kl column_l^T."""
    for k, column in enumerate(columns):
        # the whole row k of the middle, combined with the other columns
        row = [middle[max(k, j)][min(k, j)] for j in range(len(columns))]
        mixed = [_sum(m * c[i] for m, c in zip(row, columns, strict=True)) for i in range(6)]
        A = [[a + column[i] * mixed[j] for j, a in enumerate(r)] for i, r in enumerate(A)]
    return A


def _rotor_left(T: Sequence[Numbers], C: Lower, rotor: Numbers) -> Lower:
    """rotor - rotor T^T C T rotor."""
    bent = [times(C, t) for t in T]
    return [
        [
            (rotor[i] if i == j else 0.0) - rotor[i] * _dot(T[i], bent[j]) * rotor[j]
            for j in range(i + 1)
        ]
        for i in range(len(T))
    ]


def _less(w: Numbers, parts: Sequence[tuple[Scalar, Numbers]]) -> list:
    """w minus the sum of factor times vector."""
    left = list(w)
    for factor, s in parts:
        left = [x - factor * k for x, k in zip(left, s, strict=True)]
    return left


def _diagonal(numbers: Numbers) -> Lower:
    return [[0.0] * i + [x] for i, x in enumerate(numbers)]


def _zero(n: int) -> Lower:
    return [[0.0] * (i + 1) for i in range(n)]


def _positive(x: Scalar) -> Scalar:
    """x, or 1 in a direction that has no inertia at all."""
    return where(x > 0.0, x, 1.0)


def _dot(a: Numbers, b: Numbers) -> Scalar:
    return _sum(x * y for x, y in zip(a, b, strict=True))


def _sum(terms: Any) -> Scalar:
    total = 0.0
    for term in terms:
        total = total + term
    return total
