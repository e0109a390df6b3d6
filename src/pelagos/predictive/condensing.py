r"""From the linearised intervals of a plan to a quadratic program of the inputs alone.

Along a plan x_k, v_k with defects c_k the deviations obey

    dx_{k+1} = A_k dx_k + B_k dv_k + D_k dd + c_k,

where dd is the change of a constant disturbance since the plan was linearised. All of them follow
from the start (dx_0, dd) and dv (condensing: Bock and Plitt 1984). With errors e_k + E_k dx_k and
inputs r_k + K_k dd that cost nothing, the sum of squares

    sum_k |e_k + E_k dx_k|^2_W + |v_k - r_k - K_k dd|^2_R + |v_k - v_{k-1}|^2_S

is a quadratic function of dv, whose gradient is affine in the start: all but the product with it
can be prepared before the state is measured (Diehl, Bock and Schloder 2005), and what the
measurement says of the disturbance is known at the same tick.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Stages:
    """A plan of N intervals, linearised; n displacements, m inputs, f disturbances."""

    A: np.ndarray  # (N, n, n)
    B: np.ndarray  # (N, n, m)
    D: np.ndarray  # (N, n, f)
    c: np.ndarray  # (N, n): what the next state lacks
    E: np.ndarray  # (N, n, n): slopes of the errors at the ends
    e: np.ndarray  # (N, n): the errors
    v: np.ndarray  # (N, m): inputs
    rest: np.ndarray  # (N, m): inputs that cost nothing
    K: np.ndarray  # (N, m, f): how these follow the disturbance
    before: np.ndarray  # (m,): the input in force before


class Costs:
    """Square roots of weights, |root e|^2 is a cost; what they are for all intervals together."""

    def __init__(
        self, count: int, Q: np.ndarray, end: np.ndarray, R: np.ndarray, changes: np.ndarray
    ):
        self.stage, self.end = root_of(Q), root_of(end)  # (rows, n)
        self.inputs, self.changes = root_of(R), root_of(changes)  # (rows, m)
        one = np.eye(count)
        self.all_inputs = np.kron(one, self.inputs)
        self.all_changes = np.kron(one - np.eye(count, k=-1), self.changes)
        self.H = self.all_inputs.T @ self.all_inputs + self.all_changes.T @ self.all_changes


@dataclass(frozen=True)
class Condensed:
    """1/2 dv^T H dv + (g + G start)^T dv + (cost at dv = 0), and how the states follow.

    A start is a deviation of the state and a change of the disturbance.
    """

    H: np.ndarray  # (N m, N m)
    g: np.ndarray  # (N m,)
    G: np.ndarray  # (N m, n + f)
    by_inputs: np.ndarray  # (N, n, N m): of the states at the ends
    by_start: np.ndarray  # (N, n, n + f)
    shift: np.ndarray  # (N, n)
    _own: np.ndarray  # residuals where dv and the start are zero
    _start: np.ndarray  # their slopes by the start

    def gradient(self, start: np.ndarray) -> np.ndarray:
        return np.asarray(self.g + self.G @ start)

    def cost(self, start: np.ndarray, dv: np.ndarray) -> float:
        """The value of the whole sum."""
        own = self._own + self._start @ start
        return float(own @ own + dv @ (self.H @ dv) + 2.0 * dv @ self.gradient(start))

    def states(self, start: np.ndarray, dv: np.ndarray) -> np.ndarray:
        """Deviations at the ends, (N, n)."""
        return np.asarray(self.by_inputs @ dv + self.by_start @ start + self.shift)


def condensed(stages: Stages, costs: Costs) -> Condensed:
    """The program of one plan."""
    by_inputs, by_start, shift = _responses(stages)
    roots = np.matmul(costs.stage, stages.E)
    roots = [*roots[:-1], costs.end @ stages.E[-1]]
    Y = np.vstack([r @ own for r, own in zip(roots, by_inputs, strict=True)])
    F = np.vstack([r @ own for r, own in zip(roots, by_start, strict=True)])
    errors = stages.e + np.einsum("kij,kj->ki", stages.E, shift)
    last = costs.end @ errors[-1]
    own = np.concatenate([(errors[:-1] @ costs.stage.T).ravel(), last])
    effort, change = _on_inputs(stages, costs)
    rests = np.zeros((len(effort), F.shape[1]))  # slopes of the effort
    rests[:, stages.A.shape[1] :] = -costs.all_inputs @ stages.K.reshape(stages.v.size, -1)
    return Condensed(
        H=Y.T @ Y + costs.H,
        g=Y.T @ own + costs.all_inputs.T @ effort + costs.all_changes.T @ change,
        G=Y.T @ F + costs.all_inputs.T @ rests,
        by_inputs=by_inputs,
        by_start=by_start,
        shift=shift,
        _own=np.concatenate([own, effort, change]),
        _start=np.vstack([F, rests, np.zeros((len(change), F.shape[1]))]),
    )


def _responses(stages: Stages) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """How the ends follow from the inputs, from the start, and by themselves."""
    N, n, m = stages.B.shape
    f = stages.D.shape[2]
    by_inputs = np.zeros((N, n, N * m))
    by_start, shift = np.empty((N, n, n + f)), np.empty((N, n))
    inputs, start, own = np.zeros((n, 0)), np.eye(n, n + f), np.zeros(n)
    for k in range(N):
        A = stages.A[k]
        inputs = np.hstack([A @ inputs, stages.B[k]])
        start, own = A @ start, A @ own + stages.c[k]
        start[:, n:] += stages.D[k]
        by_inputs[k, :, : inputs.shape[1]], by_start[k], shift[k] = inputs, start, own
    return by_inputs, by_start, shift


def _on_inputs(stages: Stages, costs: Costs) -> tuple[np.ndarray, np.ndarray]:
    """What the inputs of the plan themselves cost."""
    changes = np.diff(stages.v, axis=0, prepend=stages.before[None])
    return ((stages.v - stages.rest) @ costs.inputs.T).ravel(), (changes @ costs.changes.T).ravel()


def root_of(matrix: np.ndarray) -> np.ndarray:
    """L with L^T L = matrix, positive semidefinite; rows of weight zero are left out."""
    values, vectors = np.linalg.eigh(matrix)
    kept = values > 1e-14 * values.max(initial=0.0)
    return np.asarray(np.sqrt(values[kept])[:, None] * vectors[:, kept].T)
