"""Explicit Runge-Kutta methods: a tableau, an order and a citation each.

Every method is written with its last stage at the new point (first same as last), so that the
derivative there serves the interpolation and the next step.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction as F
from typing import Any

import numpy as np

from pelagos.integrators import dop853


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

    @property
    def adaptive(self) -> bool:
        return bool(np.any(self.e))


Real = Any  # fractions, whole numbers and square roots side by side


def _tableau(
    name: str,
    order: int,
    error_order: int,
    rows: Sequence[Sequence[Real]],
    b: Sequence[Real],
    e: Sequence[Real] = (),
    dense: Sequence[Sequence[Real]] = (),
) -> Tableau:
    """Complete a tableau, given in fractions, with its closing stage."""
    lower = [[], *rows, b]
    stages = len(lower)
    padded = [[*row, *[F(0)] * (stages - len(row))] for row in lower]
    return Tableau(
        name=name,
        order=order,
        error_order=error_order,
        a=np.array(padded, dtype=float),
        b=np.array(padded[-1], dtype=float),
        c=np.array([sum(row, F(0)) for row in padded], dtype=float),
        e=np.array(e or [0] * stages, dtype=float),
        dense=np.array(dense, dtype=float).reshape(-1, 4),
    )


# Kutta 1901: the classical method.
RK4 = _tableau(
    "rk4",
    4,
    4,
    [[F(1, 2)], [0, F(1, 2)], [0, 0, 1]],
    [F(1, 6), F(1, 3), F(1, 3), F(1, 6)],
)

# Merson 1957. The estimate (2 k1 - 9 k3 + 8 k4 - k5)/30 is of fifth order for linear equations.
KUTTA_MERSON = _tableau(
    "kutta-merson",
    4,
    4,
    [[F(1, 3)], [F(1, 6), F(1, 6)], [F(1, 8), 0, F(3, 8)], [F(1, 2), 0, F(-3, 2), 2]],
    [F(1, 6), 0, 0, F(2, 3), F(1, 6)],
    e=[F(2, 30), 0, F(-9, 30), F(8, 30), F(-1, 30), 0],
)

# With the classical rule for its step: halve if the largest error is above the tolerance, double if
# it is below 1/64 of it.
HALVING = replace(KUTTA_MERSON, name="kutta-merson-halving", halving=True)

# Dormand and Prince 1980; interpolant of fourth order by Shampine 1986.
_DP_B = [F(35, 384), 0, F(500, 1113), F(125, 192), F(-2187, 6784), F(11, 84)]
DOPRI5 = _tableau(
    "dopri5",
    5,
    4,
    [
        [F(1, 5)],
        [F(3, 40), F(9, 40)],
        [F(44, 45), F(-56, 15), F(32, 9)],
        [F(19372, 6561), F(-25360, 2187), F(64448, 6561), F(-212, 729)],
        [F(9017, 3168), F(-355, 33), F(46732, 5247), F(49, 176), F(-5103, 18656)],
    ],
    _DP_B,
    e=[
        F(71, 57600), 0, F(-71, 16695), F(71, 1920), F(-17253, 339200), F(22, 525), F(-1, 40),
    ],
    dense=[
        [1, F(-8048581381, 2820520608), F(8663915743, 2820520608), F(-12715105075, 11282082432)],
        [0, 0, 0, 0],
        [
            0, F(131558114200, 32700410799), F(-68118460800, 10900136933),
            F(87487479700, 32700410799),
        ],
        [0, F(-1754552775, 470086768), F(14199869525, 1410260304), F(-10690763975, 1880347072)],
        [
            0, F(127303824393, 49829197408), F(-318862633887, 49829197408),
            F(701980252875, 199316789632),
        ],
        [0, F(-282668133, 205662961), F(2019193451, 616988883), F(-1453857185, 822651844)],
        [0, F(40617522, 29380423), F(-110615467, 29380423), F(69997945, 29380423)],
    ],
)  # fmt: skip

# Dormand and Prince; estimates and interpolant of seventh order by Hairer, Norsett and Wanner 1993.
DOP853 = Tableau(
    name="dop853",
    order=8,
    error_order=7,
    a=dop853.A,
    b=dop853.B,
    c=dop853.C,
    e=dop853.E5,
    dense=dop853.DENSE,
    e_low=dop853.E3,
)

# Symplectic Euler: speeds first, then coordinates with the new speeds; its march is its own.
SEMI_IMPLICIT = _tableau("semi-implicit", 1, 1, [], [1])

TABLEAUX = {t.name: t for t in (DOPRI5, DOP853, KUTTA_MERSON, HALVING, RK4, SEMI_IMPLICIT)}
TABLEAUX["auto"] = DOPRI5  # where nothing says that implicit steps are better
