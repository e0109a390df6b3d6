"""Welded vehicles as one tree: which welds attach a vehicle to another one, and which close loops.

A weld to a body that flies freely holds all that moves it, so that body may as well be carried by
its neighbour. A spanning forest of such welds turns an assembly of vehicles into trees, which the
recursions take as they take fixed joints, although every vehicle keeps its own state. A further
weld between bodies that the forest already makes rigid repeats what is held: it needs no equation.
All other constraints are *loose*: their forces come from the Gram matrix of their rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pelagos.equations.affine import Closure
from pelagos.joints.table import KINDS
from pelagos.mechanism import tree as tr

if TYPE_CHECKING:
    from pelagos.mechanism.robot import Compiled

# Where loose rows stand beside welds, forces of least norm may mix the two. Up to so many rows they
# are all solved together; beyond, forces are of least norm among the welds of a rigid group.
FEW_ROWS = 96

# Columns of the table of attaching welds.
LINK, ON = 0, 1  # rows of the body that is attached and of the one that carries it
SIDE = 2  # which end is attached: 0 for the first body, 1 for the second
ATTACHING_COLUMNS = 3


@dataclass(frozen=True)
class Assembly:
    """How the constraints of a robot are met, as places in its list of constraints."""

    loose: tuple[int, ...]
    attaching: tuple[tuple[int, int, int, int], ...]  # constraint, row, row that carries it, side
    closing: tuple[int, ...]

    @property
    def order(self) -> tuple[int, ...]:
        """All constraints: loose ones, then welds that attach, then those that close loops."""
        return (*self.loose, *(entry[0] for entry in self.attaching), *self.closing)


@dataclass(frozen=True)
class WeldTables:
    """An assembly as arrays. Rows of loose constraints come first, then those that attach."""

    loose: int  # loose constraints
    loose_rows: int
    attaching: np.ndarray  # int (welds, ATTACHING_COLUMNS)

    def set_aside(self, robot: Compiled) -> WeldTables:
        """The same robot with all constraints loose, for formulations that know no other."""
        constraints = robot.constraints
        return WeldTables(len(constraints.shapes), constraints.rows, self.attaching[:0])


def assembly_of(tree: np.ndarray, closures: Sequence[Closure]) -> Assembly:
    """Find the forest, vehicle by vehicle from the world outwards."""
    roots, stiff = _roots(tree)
    welds = {c: rows_of(closure) for c, closure in enumerate(closures) if closure.relation.welds}
    at: dict[int, list[tuple[int, int]]] = {}  # root -> welds there, and their end there
    for c, ends in welds.items():
        for side, end in enumerate(ends):
            at.setdefault(roots[end], []).append((c, side))
    met = {0} | {root for root in roots if root and not KINDS[tree[root - 1, tr.KIND]].in_world}
    waiting, attaching = sorted(met), []
    for start in [None, *dict.fromkeys(roots)]:
        if start is not None and start not in met:
            met.add(start)
            waiting.append(start)
        while waiting:
            for c, side in at.get(waiting.pop(0), ()):
                on, other = welds[c][side], welds[c][1 - side]
                root = roots[other]
                if root not in met and stiff[other]:
                    met.add(root)
                    waiting.append(root)
                    attaching.append((c, root, on, 1 - side))
    closing = _closing(tree, welds, attaching)
    taken = {*closing, *(entry[0] for entry in attaching)}
    loose = tuple(c for c in range(len(closures)) if c not in taken)
    if loose and sum(closure.count for closure in closures) <= FEW_ROWS:
        return Assembly(tuple(range(len(closures))), (), ())
    return Assembly(loose, tuple(attaching), closing)


def rows_of(closure: Closure) -> tuple[int, ...]:
    """Rows of its bodies in the state arrays; 0 is the world."""
    return tuple(0 if link is None else link + 1 for link in closure.links)


def _roots(tree: np.ndarray) -> tuple[list[int], list[bool]]:
    """By row: the body that the tree of a body begins with, and whether only fixed joints lie
    between the two."""
    roots, stiff = [0], [True]
    for b, entry in enumerate(tree):
        parent = int(entry[tr.PARENT])
        roots.append(roots[parent] if parent else b + 1)
        stiff.append(not parent or (stiff[parent] and not KINDS[entry[tr.KIND]].nv))
    return roots, stiff


def _closing(
    tree: np.ndarray,
    welds: Mapping[int, tuple[int, ...]],
    attaching: Sequence[tuple[int, int, int, int]],
) -> tuple[int, ...]:
    """Welds between bodies that fixed joints and the forest connect already."""
    group = list(range(len(tree) + 1))

    def find(row: int) -> int:
        while group[row] != row:
            group[row] = group[group[row]]
            row = group[row]
        return row

    for b, entry in enumerate(tree):
        if not KINDS[entry[tr.KIND]].nv:
            group[find(b + 1)] = find(int(entry[tr.PARENT]))
    for _, link, on, _ in attaching:
        group[find(link)] = find(on)
    inside = {entry[0] for entry in attaching}
    return tuple(
        c for c, (one, other) in welds.items() if c not in inside and find(one) == find(other)
    )


def weld_tables(assembly: Assembly, closures: Sequence[Closure]) -> WeldTables:
    """The arrays of an assembly."""
    loose = sum(closures[c].count for c in assembly.loose)
    attaching = [entry[1:] for entry in assembly.attaching]
    table = np.array(attaching, dtype=np.int64).reshape(-1, ATTACHING_COLUMNS)
    return WeldTables(len(assembly.loose), loose, table)
