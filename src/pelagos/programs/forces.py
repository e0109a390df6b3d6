"""Forces of loose constraint rows at one state, and what they do: G f = wanted, group by group.

For derivatives, where many right sides are solved at a state; a march solves for one right side in
compiled loops (`loops.pseudo_inverse`), with the same tolerances.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pelagos.loops.pseudo_inverse import NULL_TOLERANCE, RANK_TOLERANCE, ROUNDING
from pelagos.mechanism.robot import Compiled
from pelagos.programs.components import GroupLayout


class RowGroup(NamedTuple):
    """Rows that know of each other."""

    rows: slice  # of the vector of forces
    affected: np.ndarray  # rows of dx
    inverse: np.ndarray  # G^+
    unit_responses: np.ndarray  # (rows, affected): change of dx per unit force


class Forces:
    """The forces, and G^+ and R for more right sides."""

    def __init__(self, f: np.ndarray, groups: list[RowGroup], size: int):
        self.f, self._groups, self._size = f, groups, size

    def effects(self, g: np.ndarray) -> np.ndarray:
        """R G^+ g: what right sides (force, ...) do to dx."""
        found = np.zeros((self._size, *g.shape[1:]))
        for group in self._groups:
            found[group.affected] += group.unit_responses.T @ (group.inverse @ g[group.rows])
        return found

    def weights(self, w: np.ndarray) -> np.ndarray:
        """G^+ R^T w: the same the other way round, for weights of dx."""
        found = np.zeros(len(self.f))
        for group in self._groups:
            found[group.rows] = group.inverse @ (group.unit_responses @ w[group.affected])
        return found


def forces_of(layout: GroupLayout, y: np.ndarray, robot: Compiled) -> Forces:
    """From what the programs `rates` and `pushed` gave at a state."""
    table, affected = layout.arrays()
    affected = np.where(affected == robot.flowing, robot.size - 1, affected)  # the work is last
    count = int(table[:, 1].sum())
    f, groups = np.zeros(count), []
    parts = [
        np.split(y[at : at + m * (m + 2 + a)], [m, m + m * m, m * (m + 2)])
        for at, m, _, a, _ in table.tolist()
    ]
    grams = [_movable(gram.reshape(len(span), -1), span) for _, gram, span, _ in parts]
    largest = max((float(gram.diagonal().max()) for gram in grams), default=0.0)
    for (_, m, first, a, listed), gram, part in zip(table.tolist(), grams, parts, strict=True):
        rows, inverse = slice(first, first + m), _pseudo_inverse(gram, largest)
        f[rows] = inverse @ part[0]
        groups.append(RowGroup(rows, affected[listed : listed + a], inverse, part[3].reshape(m, a)))
    return Forces(f, groups, robot.size)


def independent_rows(layout: GroupLayout, y: np.ndarray) -> list[list[int]]:
    """By group, from what `restore` gave at a state: rows with pivots in Cholesky's method."""
    grams = []
    for at, m, *_ in layout.table:
        gram, span = np.split(y[at : at + m * (m + 1)], [m * m])
        grams.append(_movable(gram.reshape(m, m), span))
    largest = max((float(gram.diagonal().max()) for gram in grams), default=0.0)
    return [_pivots(gram, largest) for gram in grams]


def _pivots(gram: np.ndarray, largest: float) -> list[int]:
    own, rest = gram.diagonal(), gram.copy()
    found: list[int] = []
    while True:
        left = rest.diagonal()
        counts = (own > NULL_TOLERANCE * largest) & (left > RANK_TOLERANCE * own)
        counts[found] = False
        if not counts.any():
            return sorted(found)
        pivot = int(np.argmax(np.where(counts, left, -np.inf)))
        found.append(pivot)
        rest = rest - np.outer(rest[:, pivot], rest[pivot]) / rest[pivot, pivot]


def _movable(gram: np.ndarray, span: np.ndarray) -> np.ndarray:
    """G without rows that nothing moves: their diagonals are rounding of their own terms."""
    still = gram.diagonal() <= ROUNDING * span
    found = gram.copy()
    found[still], found[:, still] = 0.0, 0.0
    return found


def _pseudo_inverse(gram: np.ndarray, largest: float) -> np.ndarray:
    """X with G X G = G, of rows in units in which their diagonals are one."""
    own = gram.diagonal()
    counts = own > NULL_TOLERANCE * largest
    scale = np.where(counts, 1.0 / np.sqrt(np.where(counts, own, 1.0)), 0.0)
    values, vectors = np.linalg.eigh(scale[:, None] * gram * scale)
    kept = values > RANK_TOLERANCE
    half = scale[:, None] * vectors[:, kept] / np.sqrt(values[kept])
    return np.asarray(half @ half.T)
