"""Linear equations of implicit methods, with the coordinates eliminated.

An implicit method solves (c I - J) x = b over and over, J the Jacobian of the rates of
(q, u, s, work). Every qdot depends on the coordinates and speeds of its own joint alone, and
nothing depends on the work done. With the blocks

    | Q   P   0 | |x_q|   |b_q|
    | F   G   0 | |x_v| = |b_v|          Q, P: small blocks along the diagonal, one per joint
    | w   z   c | |x_w|   |b_w|

there is left (G - F Q^-1 P) x_v = b_v - F Q^-1 b_q, of the size of the speeds (and states).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from scipy.linalg.lapack import dgetrf, dgetrs, zgetrf, zgetrs

from pelagos.mechanism.robot import Compiled
from pelagos.mechanism.tree import Q_START, V_START


@dataclass(frozen=True)
class _Factored:
    solve: Callable[[np.ndarray], Any]  # by the factors of G - F Q^-1 P
    F: np.ndarray
    inverses: list[np.ndarray]  # Q^-1, per kind of joint (joint, nq, nq)
    shares: list[np.ndarray]  # Q^-1 P, per kind of joint (joint, nq, nv)
    last: np.ndarray  # row of the work


class Elimination:
    """Factorises and solves for one robot."""

    def __init__(self, robot: Compiled):
        self._nq = robot.nq
        # joints of a kind together: their coordinates (joint, nq) and speeds (joint, nv)
        q = np.append(robot.tree[:, Q_START], robot.nq)
        v = np.append(robot.tree[:, V_START], robot.nv)
        sizes = np.stack([np.diff(q), np.diff(v)], axis=1)
        self._kinds = [
            (
                q[:-1][(sizes == size).all(axis=1), None] + np.arange(size[0]),
                v[:-1][(sizes == size).all(axis=1), None] + np.arange(size[1]),
            )
            for size in np.unique(sizes, axis=0)
            if size[1]
        ]

    def factor(self, matrix: np.ndarray) -> _Factored:
        nq = self._nq
        F, rest = matrix[nq:-1, :nq], matrix[nq:-1, nq:-1].copy()
        inverses, shares = [], []
        for q, v in self._kinds:
            inverse = np.linalg.inv(matrix[q[:, :, None], q[:, None, :]])
            share = inverse @ matrix[q[:, :, None], nq + v[:, None, :]]
            rest[:, v] -= np.matmul(F[:, q].transpose(1, 0, 2), share).transpose(1, 0, 2)
            inverses.append(inverse)
            shares.append(share)
        complex_ = np.iscomplexobj(matrix)
        lu, pivots, _ = (zgetrf if complex_ else dgetrf)(rest, overwrite_a=True)
        if not np.isfinite(lu).all():
            raise ValueError("the matrix of an implicit step is not finite")
        solve = partial(zgetrs if complex_ else dgetrs, lu, pivots)
        return _Factored(solve, F, inverses, shares, matrix[-1])

    def solve(self, known: _Factored, b: np.ndarray) -> np.ndarray:
        nq = self._nq
        x = np.empty(len(b), dtype=np.result_type(b, known.F))
        for (q, _), inverse in zip(self._kinds, known.inverses, strict=True):
            x[q] = (inverse @ b[q][:, :, None])[:, :, 0]
        x[nq:-1] = known.solve(b[nq:-1] - known.F @ x[:nq])[0]
        for (q, v), share in zip(self._kinds, known.shares, strict=True):
            x[q] -= (share @ x[nq + v][:, :, None])[:, :, 0]
        x[-1] = (b[-1] - known.last[:-1] @ x[:-1]) / known.last[-1]
        return x
