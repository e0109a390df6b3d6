"""Linearisation of robots with constraints: fewer states than the joints have.

Kane's equations and the rows of the constraints are one linear system,

    [M  -J^T] [udot ]   [f]
    [J   0  ] [force] = [g],

whose derivative along any direction is another right side: K dx = db - dK x. Rows that say nothing
new are left out. Small displacements s keep the constraints where J s = 0. As many speeds as there
are freedoms are chosen as independent, those with actuators first, and s = N y gives all
displacements from theirs. Changes of the speeds keep the rates of the rows, J v + (dJ/ds s) u = 0:
from the independent ones z they are v = N z + T y, where T y is what displacement asks of a robot
that moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from pelagos.equations import kane
from pelagos.equations.dual import Dual
from pelagos.equations.mechanism import Given, Mechanism
from pelagos.errors import PelagosError

CLOSED = 1e-6  # m or rad (per s): residuals (rates) below this are a loop that is kept closed
DEPENDENT = 1e-9  # share of the largest pivot below which a row says nothing new
RELUCTANCE = 0.1  # by which pivots in columns of preferred speeds count less


class Closed(NamedTuple):
    """Accelerations of all speeds as duals, and how the independent speeds move all of them."""

    udot: list
    independent: list[int]
    basis: np.ndarray  # (nv, freedoms): N
    carried: np.ndarray  # (nv, freedoms): T


def closed_dynamics(
    m: Mechanism, known: Given, closures: Sequence[Any], preferred: set[int], count: int
) -> Closed:
    """Constrained accelerations at a state that keeps its loops closed.

    Of the `count` tangents the first are those along displacements, one per speed.
    """
    bodies = kane.partials(m, known)
    found = kane.equations(m, known, bodies)
    rows = kane.held_rows(known, bodies, closures)
    entries = [row.entries(found.free) for row in rows]
    _check_closed([_value(row.residual) for row in rows], [_value(row.rate) for row in rows])
    J = np.array([[_value(x) for x in row] for row in entries]).reshape(len(rows), -1)
    kept, dependent = _pivots(J, [v in preferred for v in found.free])
    n, size = len(found.free), len(found.free) + len(kept)
    matrix: list[list] = [[0.0] * size for _ in range(size)]
    right: list = [0.0] * size
    for i in range(n):
        matrix[i][:n] = found.mass[i]
        right[i] = found.active[i] - found.remainder[i]
    for k, row in enumerate(kept, n):
        right[k] = rows[row].wanted
        for i, entry in enumerate(entries[row]):
            matrix[k][i], matrix[i][k] = entry, -entry
    solution = _solved(matrix, right, count)
    udot = list(known.prescribed)
    for v, rate in zip(found.free, solution, strict=False):
        udot[v] = rate
    independent = [i for i in range(n) if i not in dependent]
    free, nv = np.array(found.free), len(known.u)
    basis, carried = np.zeros((2, nv, len(independent)))
    basis[free[independent]] = np.eye(len(independent))
    if dependent:
        own = J[kept][:, dependent]
        basis[free[dependent]] = -np.linalg.solve(own, J[kept][:, independent])
        slopes = np.array([_tangent(rows[row].rate, count)[:nv] for row in kept])
        carried[free[dependent]] = -np.linalg.solve(own, slopes @ basis)
    return Closed(udot, [found.free[i] for i in independent], basis, carried)


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


def _solved(matrix: list[list], right: list, count: int) -> list[Dual]:
    """x of matrix x = right, with its tangents."""
    K, b = np.array([[_value(x) for x in row] for row in matrix]), np.array([*map(_value, right)])
    x = np.linalg.solve(K, b)
    slopes = np.array([_tangent(y, count) for y in right])
    for i, row in enumerate(matrix):
        for j, entry in enumerate(row):
            if isinstance(entry, Dual):
                slopes[i] -= entry.tangent * x[j]
    tangents = np.linalg.solve(K, slopes)
    return [Dual(float(value), tangent) for value, tangent in zip(x, tangents, strict=True)]


def _value(number: Any) -> float:
    return float(number.value) if isinstance(number, Dual) else float(number)


def _tangent(number: Any, count: int) -> np.ndarray:
    return number.tangent.copy() if isinstance(number, Dual) else np.zeros(count)


def _check_closed(residuals: Sequence[float], rates: Sequence[float]) -> None:
    gap, slip = (max(map(abs, values), default=0.0) for values in (residuals, rates))
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
