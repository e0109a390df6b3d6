"""Freedoms of robots with constraints: fewer than the joints have speeds.

Small displacements s keep the constraints where J s = 0. As many speeds as there are freedoms are
chosen as independent, those with actuators first, and s = N y gives all displacements from theirs;
rows that say nothing new are left out. Changes of the speeds keep the rates of the rows,
J v + (dJ/ds s) u = 0: from the independent ones z they are v = N z + T y, where T y is what
displacement asks of a robot that moves.

Rows that bind speeds alone (rolling without slipping) leave displacements free: those, and the N by
which s follows from them, come from the other rows. So there are more displacements than speeds
(Neimark and Fufaev 1972; Meijaard et al. 2007).
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

Pivot = tuple[int, int]  # a row, and the column that it determines


class Freedoms(NamedTuple):
    """How the independent displacements and speeds move all of them."""

    places: list[int]  # independent displacements
    speeds: list[int]  # independent speeds: the same without rows that bind speeds alone
    shifts: np.ndarray  # (nv, places): N of displacements
    basis: np.ndarray  # (nv, speeds): N of speeds
    carried: np.ndarray  # (nv, places): T


def freedoms(
    gaps: Gaps, rate_only: Sequence[bool], free: Sequence[int], preferred: Collection[int]
) -> Freedoms:
    """At a state that keeps its loops closed; `free` are the speeds that are not prescribed."""
    _check_closed(gaps.residuals, gaps.rates)
    own, nv = np.array(free, dtype=int), gaps.J.shape[1]
    J = gaps.J[:, own]
    groups = [[r for r, alone in enumerate(rate_only) if alone == kind] for kind in (False, True)]
    pivots = _pivots(J, [v in preferred for v in free], groups)
    lasting = [(row, column) for row, column in pivots if not rate_only[row]]
    places, shifts = _independent(J, lasting)
    speeds, basis = _independent(J, pivots)
    all_shifts, carried = np.zeros((2, nv, len(places)))
    all_speeds = np.zeros((nv, len(speeds)))
    all_shifts[own], all_speeds[own] = shifts, basis
    if pivots:
        kept, dependent = (list(part) for part in zip(*pivots, strict=True))
        square = J[kept][:, dependent]
        carried[own[dependent]] = -np.linalg.solve(square, gaps.s[kept] @ all_shifts)
    return Freedoms(own[places].tolist(), own[speeds].tolist(), all_shifts, all_speeds, carried)


def _independent(J: np.ndarray, pivots: Sequence[Pivot]) -> tuple[list[int], np.ndarray]:
    """Columns without a pivot, and how these move all."""
    kept, dependent = [row for row, _ in pivots], [column for _, column in pivots]
    independent = [i for i in range(J.shape[1]) if i not in dependent]
    basis = np.zeros((J.shape[1], len(independent)))
    basis[independent] = np.eye(len(independent))
    if dependent:
        basis[dependent] = -np.linalg.solve(J[kept][:, dependent], J[kept][:, independent])
    return independent, basis


def _pivots(
    J: np.ndarray, preferred: Sequence[bool], groups: Sequence[Sequence[int]]
) -> list[Pivot]:
    """Independent rows, each with a column that it determines: complete pivoting.

    Rows of the first group come first, so that they determine their columns by themselves.
    """
    left = J * np.where(preferred, RELUCTANCE, 1.0)
    found: list[Pivot] = []
    largest = np.abs(left).max(initial=0.0)
    for group in groups:
        while group and len(found) < min(J.shape):
            sizes = np.abs(left[group])
            k, column = divmod(int(np.argmax(sizes)), sizes.shape[1])
            if sizes[k, column] <= DEPENDENT * largest:
                break
            row = group[k]
            found.append((row, column))
            left = left - np.outer(left[:, column], left[row]) / left[row, column]
            left[row], left[:, column] = 0.0, 0.0
    return found


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
