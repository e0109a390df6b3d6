"""Solvers of others for the program of a plan: IPOPT, which comes with CasADi, and scipy's SLSQP.

IPOPT: Wächter and Biegler 2006. SLSQP: Kraft 1988; its matrices are dense, so it is for small
plans.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import optimize, sparse

from pelagos.exporters.casadi_module import casadi_module
from pelagos.planning.transcription import Transcription

MOST_DENSE = 400  # variables of a plan for SLSQP: half a minute

INTERRUPTED = "interrupted"
# what IPOPT says, in words
REASONS = {
    "Solve_Succeeded": "solved",
    "Solved_To_Acceptable_Level": "solved, though not to the tolerance",
    "Feasible_Point_Found": "as many conditions as variables: nothing was left to choose",
    "Infeasible_Problem_Detected": "no motion near the best one found meets all conditions",
    "Search_Direction_Becomes_Too_Small": "the search got stuck",
    "Diverging_Iterates": "the variables grow without bound: bound states and inputs",
    "User_Requested_Stop": INTERRUPTED,
    "Maximum_Iterations_Exceeded": "the iterations were used up: raise max_iterations",
    "Restoration_Failed": "the search got stuck away from the conditions",
    "Error_In_Step_Computation": "no step could be computed: the problem is badly scaled",
    "Not_Enough_Degrees_Of_Freedom": "there are more conditions than variables: drop some",
    "Invalid_Number_Detected": "the motion or its cost is not finite near where the search came",
}
SOLVED = ("Solve_Succeeded", "Solved_To_Acceptable_Level", "Feasible_Point_Found")


@dataclass(frozen=True)
class SolverLimits:
    """Bounds of variables and constraints."""

    low: np.ndarray
    high: np.ndarray
    constraints_low: np.ndarray
    constraints_high: np.ndarray

    def violation(self, z: np.ndarray, g: np.ndarray) -> np.ndarray:
        """How far each constraint is from its range, then each variable."""
        own = np.maximum(self.low - z, z - self.high)
        others = np.maximum(self.constraints_low - g, g - self.constraints_high)
        return np.maximum(np.concatenate([others, own]), 0.0)

    def counts(self) -> tuple[int, int]:
        """Constraints that are equations, and variables that are free."""
        equations = np.count_nonzero(self.constraints_low == self.constraints_high)
        return int(equations), int(np.count_nonzero(self.low < self.high))


@dataclass(frozen=True)
class Solved:
    """Where a solver ended, and why."""

    z: np.ndarray
    success: bool
    reason: str
    iterations: int


class PlanSearch:
    """What a solver went through: the best point so far, and who is told of it."""

    def __init__(
        self,
        program: Transcription,
        limits: SolverLimits,
        z0: np.ndarray,
        tolerance: float,
        tell: Callable[[int, float, float], None],
        stops: Callable[[], bool],
    ):
        self.program, self.limits, self.tolerance = program, limits, tolerance
        self._tell, self.stops = tell, stops
        self.iterations = 0
        self.best = z0.copy()
        """Conditions come first, then the cost."""
        self._rank = self._ranked(*self._judged(z0))

    def note(self, z: np.ndarray) -> None:
        """A point that the solver went to."""
        cost, off = self._judged(z)
        rank = self._ranked(cost, off)
        if np.isfinite(rank).all() and rank < self._rank:
            self._rank, self.best = rank, z.copy()
        self._tell(self.iterations, cost, off)
        self.iterations += 1

    def _judged(self, z: np.ndarray) -> tuple[float, float]:
        """The cost, and the largest by which a condition is missed."""
        off = self.limits.violation(z, self.program.constraints(z))
        return self.program.cost(z), float(off.max(initial=0.0))

    def _ranked(self, cost: float, off: float) -> tuple[float, float]:
        return max(off, 100.0 * self.tolerance), cost


def ipopt(search: PlanSearch, z0: np.ndarray, max_iterations: int) -> Solved:
    """Solve by IPOPT with first derivatives that are exact and second ones that are differences."""
    ca = casadi_module("solver: ipopt", "choose solver: scipy for a small plan")
    program, limits = search.program, search.limits
    functions = _Functions(ca, program)
    watch = _watch(ca, search, len(z0), len(limits.constraints_low))
    options = {
        "grad_f": functions.gradient,
        "jac_g": functions.jacobian,
        "hess_lag": functions.hessian,
        "iteration_callback": watch,
        "print_time": False,
        "no_nlp_grad": True,
        "error_on_fail": False,
        "show_eval_warnings": False,
        "ipopt": {
            "print_level": 0,
            "sb": "yes",
            "tol": search.tolerance,
            "max_iter": max_iterations,
            "bound_relax_factor": 0.0,
            "acceptable_tol": 10.0 * search.tolerance,
            "acceptable_iter": 15,
        },
    }
    solver = ca.nlpsol("plan", "ipopt", functions.program, options)
    found = solver(
        x0=z0,
        lbx=limits.low,
        ubx=limits.high,
        lbg=limits.constraints_low,
        ubg=limits.constraints_high,
    )
    status = solver.stats()["return_status"]
    reason = REASONS.get(status, f"IPOPT says {status}")
    z = np.array(found["x"]).ravel()
    return Solved(z, status in SOLVED, reason, int(solver.stats()["iter_count"]))


class _Functions:
    """The program of a plan as functions of CasADi."""

    def __init__(self, ca: Any, program: Transcription):
        self._ca, self._program, n = ca, program, program.size
        m = len(program.constraint_bounds()[0])
        x, p = ("x", ca.Sparsity.dense(n)), ("p", ca.Sparsity(0, 1))
        f, g = ("f", ca.Sparsity.dense(1)), ("g", ca.Sparsity.dense(m))
        jacobian = _Compressed(ca, *program.jacobian_pattern(), (m, n))
        rows, columns = program.hessian_pattern()
        upper = rows <= columns
        hessian = _Compressed(ca, rows[upper], columns[upper], (n, n))
        make = callback_class(ca)
        weights = ("lam_f", ca.Sparsity.dense(1)), ("lam_g", ca.Sparsity.dense(m))
        self._kept = make  # the class must live as long as what it made
        self.program = make(
            "plan_nlp", [x, p], [f, g], lambda z, _: [program.cost(z), program.constraints(z)]
        )
        self.gradient = make(
            "plan_grad_f",
            [x, p],
            [f, ("grad_f_x", ca.Sparsity.dense(n))],
            lambda z, _: [program.cost(z), program.gradient(z)],
        )
        self.jacobian = make(
            "plan_jac_g",
            [x, p],
            [g, ("jac_g_x", jacobian.sparsity)],
            lambda z, _: [program.constraints(z), jacobian.filled(program.jacobian(z))],
        )
        self.hessian = make(
            "plan_hess_l",
            [x, p, *weights],
            [("triu_hess_gamma_x_x", hessian.sparsity)],
            lambda z, _, lf, lg: [hessian.filled(program.hessian(z, float(lf[0]), lg)[upper])],
        )


class _Compressed:
    """Entries at given places as a matrix of CasADi; those at one place are summed."""

    def __init__(self, ca: Any, rows: np.ndarray, columns: np.ndarray, shape: tuple[int, int]):
        self._ca = ca
        places, self._inverse = np.unique(columns * shape[0] + rows, return_inverse=True)
        self._count = len(places)
        found = sparse.csc_matrix(
            (np.ones(len(places)), (places % shape[0], places // shape[0])), shape=shape
        )
        self.sparsity = ca.Sparsity(*shape, found.indptr.tolist(), found.indices.tolist())

    def filled(self, values: np.ndarray) -> Any:
        summed = np.bincount(self._inverse, weights=values, minlength=self._count)
        return self._ca.DM(self.sparsity, summed)


def callback_class(ca: Any) -> Any:
    """A class of functions that CasADi calls."""

    class PlanFunction(ca.Callback):
        def __init__(self, name: str, given: list, found: list, function: Callable):
            ca.Callback.__init__(self)
            self._given, self._found, self._function = given, found, function
            self.construct(name, {})

        def get_n_in(self) -> int:
            return len(self._given)

        def get_n_out(self) -> int:
            return len(self._found)

        def get_name_in(self, i: int) -> str:
            return str(self._given[i][0])

        def get_name_out(self, i: int) -> str:
            return str(self._found[i][0])

        def get_sparsity_in(self, i: int) -> Any:
            return self._given[i][1]

        def get_sparsity_out(self, i: int) -> Any:
            return self._found[i][1]

        def eval(self, given: list) -> list:
            return list(self._function(*(np.array(a).ravel() for a in given)))

    return PlanFunction


def _watch(ca: Any, search: PlanSearch, n: int, m: int) -> Any:
    """A function that IPOPT calls after each iteration; it stops where this gives 1."""
    sizes = {"f": (1, 1), "x": (n, 1), "lam_x": (n, 1), "g": (m, 1), "lam_g": (m, 1)}
    names = [ca.nlpsol_out(i) for i in range(ca.nlpsol_n_out())]
    given = [(name, ca.Sparsity.dense(*sizes.get(name, (0, 0)))) for name in names]

    def noted(*values: np.ndarray) -> list:
        search.note(values[names.index("x")])
        return [1 if search.stops() else 0]

    return callback_class(ca)("plan_watch", given, [("ret", ca.Sparsity.dense(1))], noted)


class _InterruptedError(Exception):
    """The search is to end."""


def slsqp(search: PlanSearch, z0: np.ndarray, max_iterations: int) -> Solved:
    """Solve by scipy's SLSQP, with dense matrices."""
    program, limits, n = search.program, search.limits, len(z0)
    if n > MOST_DENSE:
        raise program.request.refused(
            ("solver",),
            f"{n} variables are too many for scipy, which takes up to {MOST_DENSE}",
            "pip install 'pelagos[casadi]' for IPOPT, or use fewer intervals",
        )
    low, high = limits.constraints_low, limits.constraints_high
    rows, columns = program.jacobian_pattern()

    def matrix(z: np.ndarray) -> np.ndarray:
        whole = sparse.coo_matrix((program.jacobian(z), (rows, columns)), shape=(len(low), n))
        return whole.toarray()

    equal, above, below = low == high, np.isfinite(low) & (low < high), np.isfinite(high)
    below &= low < high
    conditions = [
        {
            "type": "eq",
            "fun": lambda z: (program.constraints(z) - low)[equal],
            "jac": lambda z: matrix(z)[equal],
        },
        {
            "type": "ineq",
            "fun": lambda z: np.concatenate(
                [(program.constraints(z) - low)[above], (high - program.constraints(z))[below]]
            ),
            "jac": lambda z: np.vstack([matrix(z)[above], -matrix(z)[below]]),
        },
    ]
    if not (above.any() or below.any()):
        conditions.pop()

    def noted(z: np.ndarray) -> None:
        search.note(np.asarray(z))
        if search.stops():
            raise _InterruptedError

    try:
        found = optimize.minimize(
            program.cost,
            z0,
            jac=program.gradient,
            method="SLSQP",
            bounds=list(zip(limits.low, limits.high, strict=True)),
            constraints=conditions,
            callback=noted,
            options={"maxiter": max_iterations, "ftol": 1e-3 * search.tolerance},
        )
    except _InterruptedError:
        return Solved(z0, False, INTERRUPTED, search.iterations)
    reason = "solved" if found.success else f"SLSQP says: {found.message.lower()}"
    return Solved(np.asarray(found.x), bool(found.success), reason, int(found.nit))
