"""Freedoms of robots with constraints: fewer than the joints have speeds.

Small displacements s keep the constraints where J s = 0. As many speeds as there are freedoms are
chosen as independent, those with actuators first, and s = N y gives all displacements from theirs;
rows that say nothing new are left out. Changes of the speeds keep the rates of the rows,
J v + (dJ/ds s) u = 0: from the independent ones z they are v = N z + T y, where T y is what
displacement asks of a robot that moves.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np

from pelagos.errors import PelagosError
from pelagos.programs.slopes import Gaps

CLOSED = 1e-6  # m or rad (per s): residuals (rates) below this are a loop that is kept closed
DEPENDENT = 1e-9  # share of the largest pivot below which a row says nothing new
RELUCTANCE = 0.1  # by which pivots in columns of preferred speeds count less


class Freedoms(NamedTuple):
    """How the independent speeds move all of them."""

    independent: list[int]
    basis: np.ndarray  # (nv, freedoms): N
    carried: np.ndarray  # (nv, freedoms): T


def freedoms(gaps: Gaps, free: Sequence[int], preferred: Collection[int]) -> Freedoms:
    """At a state that keeps its loops closed; `free` are the speeds that are not prescribed."""
    _check_closed(gaps.residuals, gaps.rates)
    own = np.array(free, dtype=int)
    J = gaps.J[:, own]
    kept, dependent = _pivots(J, [v in preferred for v in free])
    independent = [i for i in range(len(free)) if i not in dependent]
    basis, carried = np.zeros((2, gaps.J.shape[1], len(independent)))
    basis[own[independent]] = np.eye(len(independent))
    if dependent:
        square = J[kept][:, dependent]
        basis[own[dependent]] = -np.linalg.solve(square, J[kept][:, independent])
        carried[own[dependent]] = -np.linalg.solve(square, gaps.s[kept] @ basis)
    return Freedoms(own[independent].tolist(), basis, carried)


def _pivots(J: np.ndarray, preferred: Sequence[bool]) -> tuple[list[int], list[int]]:
    """Independent rows, and as many columns that they determine: complete pivoting."""
    left = J * np.where(preferred, RELUCTANCE, 1.0)
    rows: list[int] = []
    columns: list[int] = []
    largest = np.abs(left).max(initial=0.0)
    while len(rows) < min(J.shape):
        row, column = np.unravel_index(np.argmax(np.abs(left)), left.shape)
        pivot = left[row, column]
        if abs(pivot) <= DEPENDENT * largest:
            break
        rows.append(int(row))
        columns.append(int(column))
        left = left - np.outer(left[:, column], left[row]) / pivot
        left[row], left[:, column] = 0.0, 0.0
    return rows, columns


def _check_closed(residuals: np.ndarray, rates: np.ndarray) -> None:
    gap, slip = (np.abs(values).max(initial=0.0) for values in (residuals, rates))
    if gap > CLOSED:
        raise PelagosError(
            f"linearize: the constraints are off by {gap:.3g} (m or rad) at this state\n"
            "    take q from robot.initial_state() or a run, which close the loops"
        )
    if slip > CLOSED:
        raise PelagosError(
            f"linearize: the constraints open at {slip:.3g} (m/s or rad/s) in this state\n"
            "    take u from robot.initial_state() or a run: speeds that keep the loops closed"
        )
