"""Direct collocation in CasADi, for comparison: Radau's three points in each element (order 5).

Equations of motion and integrands are CasADi's scalar expressions, and CasADi differentiates them,
twice. What is linear in the variables is a sparse matrix: with points y = P z, constraints are
A z - B f(y), with the lengths of elements in B, so that all derivatives are those of f at the
points between sparse matrices.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import casadi as ca
import numpy as np
from scipy import sparse

from pelagos.planning.solvers import callback_class

DEGREE = 3
_Called = callback_class(ca)


class AtPoints:
    """A function of y = (t, x, u, parameters), its slopes and second slopes, at many points."""

    def __init__(self, y: Any, outputs: Any, count: int):
        weights = ca.SX.sym("weights", outputs.numel())
        hessian, _ = ca.hessian(ca.dot(weights, outputs), y)
        self.size, self.outputs, self.count = y.numel(), outputs.numel(), count
        self._value = ca.Function("value", [y], [outputs]).map(count)
        self._slopes = ca.Function("slopes", [y], [ca.densify(ca.jacobian(outputs, y))]).map(count)
        self._second = ca.Function("second", [y, weights], [ca.densify(hessian)]).map(count)

    def values(self, y: np.ndarray) -> np.ndarray:
        return np.array(self._value(y.reshape(self.count, -1).T)).T.ravel()

    def slopes(self, y: np.ndarray) -> sparse.csr_matrix:
        found = np.array(self._slopes(y.reshape(self.count, -1).T))
        return _diagonal(found, self.outputs, self.size, self.count)

    def second(self, y: np.ndarray, weights: np.ndarray) -> sparse.csr_matrix:
        given = y.reshape(self.count, -1).T, weights.reshape(self.count, -1).T
        return _diagonal(np.array(self._second(*given)), self.size, self.size, self.count)


def _diagonal(side_by_side: np.ndarray, rows: int, columns: int, count: int) -> sparse.csr_matrix:
    blocks = side_by_side.reshape(rows, count, columns).transpose(1, 0, 2)
    block, row, column = np.meshgrid(
        np.arange(count), np.arange(rows), np.arange(columns), indexing="ij"
    )
    places = ((block * rows + row).ravel(), (block * columns + column).ravel())
    return sparse.csr_matrix((blocks.ravel(), places), shape=(count * rows, count * columns))


class Collocation:
    """Variables z: states at all points and nodes, inputs by interval, parameters."""

    def __init__(
        self,
        flow: Callable[[Any, Any, Any, Any], tuple[Any, Any]],  # t, x, u, p -> rates, integrand
        sizes: tuple[int, int, int],
        span: tuple[float, float],
        intervals: int,
        elements: int | Sequence[float],  # in an interval: how many, or their shares
    ):
        shares = np.full(elements, 1.0) if isinstance(elements, int) else np.array(elements)
        self.nx, self.nu, self.np = sizes
        self.intervals, self.count = intervals, intervals * len(shares)
        lengths = np.tile(shares / shares.sum(), intervals) * (span[1] - span[0]) / intervals
        points = np.array(ca.collocation_points(DEGREE, "radau"))
        coefficients = ca.collocation_coeff(points.tolist())
        self._slopes, _, weights = (np.array(m) for m in coefficients)
        self._weights = weights.ravel()
        # states: a node, then three points of the element after it, the last of which is the next
        # node
        states = 1 + DEGREE * self.count
        self.state = np.arange(states * self.nx).reshape(states, self.nx)
        first = states * self.nx
        self.input = first + np.arange(intervals * self.nu).reshape(intervals, self.nu)
        self.parameter = first + intervals * self.nu + np.arange(self.np)
        self.size = first + intervals * self.nu + self.np
        begun = span[0] + np.cumsum(lengths) - lengths
        self._times = (begun[:, None] + lengths[:, None] * points).ravel()
        self.times = np.concatenate([span[:1], self._times])  # of states
        self._lengths = np.repeat(lengths, DEGREE)  # by point
        y = ca.SX.sym("y", 1 + self.nx + self.nu + self.np)
        t, x, u, p = ca.vertsplit(y, np.cumsum([0, 1, self.nx, self.nu, self.np]).tolist())
        rates, integrand = flow(t, x, u, p)
        self._f = AtPoints(y, ca.vertcat(rates, integrand), DEGREE * self.count)
        self._lay_out(len(shares))
        self._others: list[tuple[AtPoints, np.ndarray, np.ndarray, np.ndarray]] = []
        self.low, self.high = np.full(self.size, -np.inf), np.full(self.size, np.inf)

    @property
    def nodes(self) -> np.ndarray:
        """Places of the states at the ends of control intervals."""
        return self.state[:: DEGREE * (self.count // self.intervals)]

    def _lay_out(self, elements: int) -> None:
        """P: from variables to points (without their times); A: what is linear in z."""
        rows, width = [], self.nx + self.nu + self.np
        for point in range(DEGREE * self.count):
            k = point // (DEGREE * elements)
            rows.append(np.concatenate([self.state[1 + point], self.input[k], self.parameter]))
        places = np.concatenate(rows)
        at = (np.arange(len(rows))[:, None] * (1 + width) + 1 + np.arange(width)).ravel()
        shape = (len(rows) * (1 + width), self.size)
        self._P = sparse.csr_matrix((np.ones(len(places)), (at, places)), shape=shape)
        self._t = np.zeros(shape[0])
        self._t[:: 1 + width] = self._times
        entries = [
            (DEGREE * e + j, DEGREE * e + i, self._slopes[i, j])
            for e in range(self.count)
            for j in range(DEGREE)
            for i in range(DEGREE + 1)
        ]
        r, c, v = (np.array(part) for part in zip(*entries, strict=True))
        D = sparse.csr_matrix(
            (v, (r.astype(int), c.astype(int))), (DEGREE * self.count, len(self.state))
        )
        A = sparse.kron(D, sparse.eye(self.nx))
        rest = sparse.csr_matrix((A.shape[0], self.size - A.shape[1]))
        self._A = sparse.hstack([A, rest]).tocsr()
        total, own = DEGREE * self.count, np.arange(self.nx)
        places = (np.arange(total)[:, None] * (self.nx + 1) + own).ravel()
        ones = np.ones(total * self.nx)
        shape = (total * self.nx, total * (self.nx + 1))
        ones *= np.repeat(self._lengths, self.nx)
        self._B = sparse.csr_matrix((ones, (np.arange(total * self.nx), places)), shape)
        self._w = np.zeros(shape[1])
        self._w[self.nx :: self.nx + 1] = self._lengths * np.tile(self._weights, self.count)

    def require(
        self, function: Callable[[Any], Any], places: np.ndarray, low: Any, high: Any
    ) -> None:
        """Bounds of a function of some variables; places: (how often, variables)."""
        y = ca.SX.sym("y", places.shape[1])
        made = AtPoints(y, function(y), len(places))
        shape = (made.count, made.outputs)
        low, high = (np.broadcast_to(np.asarray(b, float), shape).ravel() for b in (low, high))
        self._others.append((made, places, low, high))

    # the program

    def cost(self, z: np.ndarray) -> float:
        return float(self._w @ self._f.values(self._P @ z + self._t))

    def gradient(self, z: np.ndarray) -> np.ndarray:
        return (self._w @ self._f.slopes(self._P @ z + self._t)) @ self._P

    def constraints(self, z: np.ndarray) -> np.ndarray:
        own = self._A @ z - self._B @ self._f.values(self._P @ z + self._t)
        return np.concatenate([own, *(f.values(z[at].ravel()) for f, at, *_ in self._others)])

    def jacobian(self, z: np.ndarray) -> sparse.csc_matrix:
        slopes = self._f.slopes(self._P @ z + self._t)
        parts = [self._A - self._B @ slopes @ self._P]
        parts += [f.slopes(z[at].ravel()) @ self._picked(at) for f, at, *_ in self._others]
        return sparse.vstack(parts).tocsc()

    def hessian(self, z: np.ndarray, of_cost: float, weights: np.ndarray) -> sparse.csc_matrix:
        count = self._A.shape[0]
        own = of_cost * self._w - weights[:count] @ self._B
        found = self._P.T @ self._f.second(self._P @ z + self._t, own) @ self._P
        for f, at, low, _ in self._others:
            chosen = self._picked(at)
            part = f.second(z[at].ravel(), weights[count : count + len(low)])
            found, count = found + chosen.T @ part @ chosen, count + len(low)
        return sparse.triu(found).tocsc()

    def patterns(self) -> tuple[sparse.csc_matrix, sparse.csc_matrix]:
        """Where the Jacobian and the Hessian may have entries: ones there, and sums of ones."""
        f = self._f
        slopes = _diagonal(np.ones((f.outputs, f.count * f.size)), f.outputs, f.size, f.count)
        second = _diagonal(np.ones((f.size, f.count * f.size)), f.size, f.size, f.count)
        by_rows = [abs(self._A) + self._B @ slopes @ self._P]
        total = self._P.T @ second @ self._P
        for g, at, *_ in self._others:
            chosen = self._picked(at)
            shape = (g.outputs, g.count * g.size)
            by_rows.append(_diagonal(np.ones(shape), g.outputs, g.size, g.count) @ chosen)
            square = _diagonal(np.ones((g.size, g.count * g.size)), g.size, g.size, g.count)
            total = total + chosen.T @ square @ chosen
        return sparse.vstack(by_rows).tocsc(), sparse.triu(total).tocsc()

    def _picked(self, places: np.ndarray) -> sparse.csr_matrix:
        at = places.ravel()
        return sparse.csr_matrix((np.ones(len(at)), (np.arange(len(at)), at)), (len(at), self.size))

    def guess(self, states: np.ndarray, times: np.ndarray | None = None) -> np.ndarray:
        """States (time, nx), at equal distances unless times are given, and lines between them."""
        z = np.zeros(self.size)
        at = np.linspace(*self.times[[0, -1]], len(states)) if times is None else times
        for i in range(self.nx):
            z[self.state[:, i]] = np.interp(self.times, at, states[:, i])
        return z

    def solve(self, z0: np.ndarray, **more: Any) -> tuple[float, np.ndarray]:
        """The cost that IPOPT reaches, and where; more: words for IPOPT."""
        zeros = np.zeros(self._A.shape[0])
        low = np.concatenate([zeros, *(o[2] for o in self._others)])
        high = np.concatenate([zeros, *(o[3] for o in self._others)])
        nlp = _Functions(self, len(low))
        words = {"print_level": 0, "sb": "yes", "tol": 1e-6, "bound_relax_factor": 0.0}
        words |= {"max_iter": 500, "acceptable_tol": 1e-4} | more
        given = {name: getattr(nlp, name) for name in ("grad_f", "jac_g", "hess_lag")}
        given |= {"no_nlp_grad": True, "print_time": False, "ipopt": words, "error_on_fail": True}
        solver = ca.nlpsol("collocation", "ipopt", nlp.nlp, given)
        z0 = np.clip(z0, self.low, self.high)
        found = solver(x0=z0, lbx=self.low, ubx=self.high, lbg=low, ubg=high)
        return float(found["f"]), np.array(found["x"]).ravel()


class _Functions:
    """The program as CasADi's solvers ask it."""

    def __init__(self, program: Collocation, m: int):
        n, dense = program.size, ca.Sparsity.dense
        x, p, f, g = ("x", dense(n)), ("p", ca.Sparsity(0, 1)), ("f", dense(1)), ("g", dense(m))
        jac, hess = map(_Pattern, program.patterns())
        self.nlp = _Called(
            "p_nlp", [x, p], [f, g], lambda z, _: [program.cost(z), program.constraints(z)]
        )
        self.grad_f = _Called(
            "p_grad",
            [x, p],
            [f, ("grad_f_x", dense(n))],
            lambda z, _: [program.cost(z), program.gradient(z)],
        )
        self.jac_g = _Called(
            "p_jac",
            [x, p],
            [g, ("jac_g_x", jac.sparsity)],
            lambda z, _: [program.constraints(z), jac.filled(program.jacobian(z))],
        )
        self.hess_lag = _Called(
            "p_hess",
            [x, p, ("lam_f", dense(1)), ("lam_g", dense(m))],
            [("triu_hess_gamma_x_x", hess.sparsity)],
            lambda z, _, lf, lg: [hess.filled(program.hessian(z, float(lf[0]), lg))],
        )


class _Pattern:
    """A sparse matrix whose entries keep their places."""

    def __init__(self, found: sparse.csc_matrix):
        found.sum_duplicates()
        found.sort_indices()
        self._shape, self._indptr, self._indices = found.shape, found.indptr, found.indices
        self.sparsity = ca.Sparsity(*found.shape, found.indptr.tolist(), found.indices.tolist())
        columns = np.repeat(np.arange(found.shape[1]), np.diff(found.indptr))
        self._keys = columns * found.shape[0] + found.indices

    def filled(self, found: sparse.csc_matrix) -> Any:
        found.sum_duplicates()
        columns = np.repeat(np.arange(found.shape[1]), np.diff(found.indptr))
        keys = columns.astype(np.int64) * found.shape[0] + found.indices
        values, places = np.zeros(len(self._keys)), np.searchsorted(self._keys, keys)
        assert (self._keys[places] == keys).all()
        values[places] = found.data
        return ca.DM(self.sparsity, values)
