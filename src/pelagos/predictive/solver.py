"""Quadratic programs within bounds, by solvers that come with the casadi wheel."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve

from pelagos.errors import PelagosError
from pelagos.exporters.casadi_module import casadi_module
from pelagos.language.suggest import did_you_mean

SOLVED = "solved"
# Options of those that were tried; all are quiet and never raise.
SOLVERS: dict[str, dict[str, Any]] = {
    "daqp": {},
    "osqp": {"osqp": {"verbose": False, "eps_abs": 1e-6, "eps_rel": 1e-6}},
    "qpoases": {"printLevel": "none"},
}


class BoundedProgram:
    """Least 1/2 z^T H z + g^T z with low <= z <= high, for one size."""

    def __init__(self, name: str, size: int):
        if not isinstance(name, str) or name not in SOLVERS:
            raise PelagosError(
                f"MPC: there is no solver {name!r}\n    {did_you_mean(name, [*SOLVERS])}"
            )
        ca = casadi_module("pl.MPC")
        if not ca.has_conic(name):
            raise PelagosError(
                f"MPC: the CasADi that is installed comes without {name}\n"
                f"    choose another solver of {', '.join(SOLVERS)}, or upgrade casadi"
            )
        structure = {"h": ca.Sparsity.dense(size, size), "a": ca.Sparsity(0, size)}
        self._solve = ca.conic("mpc", name, structure, {"error_on_fail": False, **SOLVERS[name]})
        self._size = size

    def solve(
        self, H: np.ndarray, g: np.ndarray, low: np.ndarray, high: np.ndarray
    ) -> tuple[np.ndarray | None, str]:
        """The solution, or None; and what the solver says of it."""
        free = _without_bounds(H, g)
        if free is not None and (low <= free).all() and (free <= high).all():
            return free, SOLVED
        given = {"h": H, "g": g, "lbx": low, "ubx": high}
        found = self._solve(**given, x0=np.zeros(self._size))
        stats = self._solve.stats()
        z = np.array(found["x"]).ravel()
        if not stats["success"] or not np.isfinite(z).all():
            return None, str(stats.get("return_status", "failed"))
        return np.clip(z, low, high), SOLVED


def _without_bounds(H: np.ndarray, g: np.ndarray) -> np.ndarray | None:
    """The lowest point if nothing bounds it; where bounds leave it, there is no more to do."""
    try:
        return np.asarray(-cho_solve(cho_factor(H, check_finite=False), g, check_finite=False))
    except LinAlgError:
        return None
