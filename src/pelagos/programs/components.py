"""Loose constraint rows in groups that know nothing of each other: blocks of the Gram matrix.

Rows of mechanisms that share no moving body have zeros between them, which the tape knows. Each
group is solved by itself, so many small loops cost as much as their number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pelagos.tape.numbers import Number

COLUMNS = 5  # of the table: see `GroupLayout`


@dataclass
class GroupLayout:
    """Where programs put what belongs to a group, as the compiled loops read it."""

    table: list[tuple[int, ...]] = field(default_factory=list)
    # first output, number of rows, first of their forces, affected outputs, first of these below
    affected: list[int] = field(default_factory=list)

    def arrays(self) -> tuple[np.ndarray, np.ndarray]:
        table = np.array(self.table, dtype=np.int64).reshape(-1, COLUMNS)
        return table, np.array(self.affected, dtype=np.int64)


def components(gram: Sequence[Sequence[Any]]) -> list[list[int]]:
    """Groups of rows that a Gram matrix connects, each in order."""
    count = len(gram)
    group = list(range(count))

    def find(row: int) -> int:
        while group[row] != row:
            group[row] = group[group[row]]
            row = group[row]
        return row

    for i in range(count):
        for j in range(i):
            if not is_zero(gram[i][j]) or not is_zero(gram[j][i]):
                group[find(i)] = find(j)
    found: dict[int, list[int]] = {}
    for row in range(count):
        found.setdefault(find(row), []).append(row)
    return list(found.values())


def is_zero(x: Any) -> bool:
    return not isinstance(x, Number) and x == 0.0


def lay_out(
    groups: Sequence[Sequence[int]],
    first: int,
    parts: Sequence[Sequence[Any]],
    effects: Sequence[Sequence[Any]],
) -> tuple[list, GroupLayout]:
    """The outputs of all groups, from output `first` on, and where they are.

    parts: numbers of every row, or square matrices of rows and rows, in the order of the outputs;
    effects: what a unit force of each row does to a list of things, which comes last.
    What matrices have between groups is zero, or rounding of zero where it is computed another way.
    """
    outputs: list = []
    layout = GroupLayout()
    force = 0
    for rows in groups:
        things = range(len(effects[rows[0]]))
        touched = [k for k in things if any(not is_zero(effects[r][k]) for r in rows)]
        place = first + len(outputs)
        layout.table.append((place, len(rows), force, len(touched), len(layout.affected)))
        layout.affected += touched
        force += len(rows)
        for part in parts:
            if isinstance(part[rows[0]], list):
                outputs += [part[i][j] for i in rows for j in rows]
            else:
                outputs += [part[r] for r in rows]
        outputs += [effects[r][k] for r in rows for k in touched]
    return outputs, layout
