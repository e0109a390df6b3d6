"""Explicit Runge-Kutta methods as tableaux.

Every method is written with its last stage at the new point (first same as last), so that the
derivative there serves the interpolation and the next step.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

Number = int | Fraction


@dataclass(frozen=True)
class Tableau:
    """y1 = y + h sum b_i k_i with k_i = f(t + c_i h, y + h sum a_ij k_j); error h sum e_i k_i.

    Stages beyond those of b are evaluated for the interpolation only.
    """

    name: str
    order: int  # of the solution that is kept
    error_order: int  # of the error estimate: the step factor is error^(-1 / (error_order + 1))
    a: np.ndarray  # (s, s), the row of the last stage of b equals b
    b: np.ndarray
    c: np.ndarray
    e: np.ndarray  # zero for fixed-step methods
    dense: (
        np.ndarray
    )  # (s, degree): y(t + x h) = y + h sum_i k_i sum_j dense_ij x^(j+1); empty = Hermite
    e_low: np.ndarray = field(default_factory=lambda: np.zeros(0))
    # a second estimate, of lower order, that keeps the first from being too hopeful; empty = none
    halving: bool = False  # whether steps are halved and doubled only
    gamma: float = 0.0  # of a linearly implicit method, a W-method: see `integrators.ros34pw2`
    implicit: np.ndarray = field(default_factory=lambda: np.zeros((0, 0)))
    # (s, s): right side of the system of each such stage, of rates and earlier stages
    symplectic: bool = False  # speeds first, then coordinates with the new speeds: its own march

    @property
    def adaptive(self) -> bool:
        return bool(np.any(self.e))


def tableau_of(
    name: str,
    order: int,
    rows: Sequence[Sequence[Number]],
    b: Sequence[Number],
    *,
    error_order: int | None = None,
    e: Sequence[Number] = (),
    dense: Sequence[Sequence[Number]] = (),
    **more: Any,
) -> Tableau:
    """Complete a tableau, given in fractions, with its closing stage.

    rows: of a, from the second stage on; without `e` the method has fixed steps.
    """
    lower: list[Sequence[Number]] = [[], *rows, b]
    stages = len(lower)
    padded = [[*row, *[Fraction(0)] * (stages - len(row))] for row in lower]
    return Tableau(
        name=name,
        order=order,
        error_order=order if error_order is None else error_order,
        a=np.array(padded, dtype=float),
        b=np.array(padded[-1], dtype=float),
        c=np.array([sum(row, Fraction(0)) for row in padded], dtype=float),
        e=np.array(e or [0] * stages, dtype=float),
        dense=np.array(dense, dtype=float).reshape(-1, len(dense[0]) if dense else 4),
        **more,
    )
