"""Welded vehicles as one tree: which welds hang a vehicle on another one, and which close loops.

A weld to a body that flies freely holds all that moves it, so that body may as well be carried by
its neighbour. A spanning forest of such welds turns an assembly of vehicles into trees, which the
recursions take as they take fixed joints, although every vehicle keeps its own state. A further
weld between bodies that the forest already makes rigid repeats what is held: it needs no equation.
All other constraints are *loose*: their forces come from the Gram matrix of their rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pelagos.compiled import tree as tr
from pelagos.compiled.constraints import CODE, ROWS, SIDE_A, SIDE_B
from pelagos.equations.constraints import RELATION_CODES
from pelagos.equations.joints import FIXED, FREE

if TYPE_CHECKING:
    from pelagos.compiled.robot import Compiled

WELD = RELATION_CODES["weld"]

# Where loose rows stand beside welds, forces of least norm may mix the two. Up to so many rows they
# are all solved together; beyond, forces are of least norm among the welds of a rigid group.
FEW_ROWS = 96

# Columns of the table of hanging welds.
WELD_ROW = 0  # first of its six rows
HUNG, ON = 1, 2  # rows of the body that hangs and of the one it hangs on
SIDE = 3  # which end hangs: 0 for the first body, 1 for the second
SPEED = 4  # first speed of the body that hangs
BARE = 5  # 1 if nothing else hangs on it
HANGING_COLUMNS = 6


@dataclass(frozen=True)
class Assembly:
    """How the constraints of a robot are met, as places in its list of constraints."""

    loose: tuple[int, ...]
    hanging: tuple[tuple[int, int, int, int], ...]  # constraint, row hung, row it hangs on, side
    closing: tuple[int, ...]

    @property
    def order(self) -> tuple[int, ...]:
        """All constraints: loose ones first, then welds that hang, then those that close loops."""
        return (*self.loose, *(entry[0] for entry in self.hanging), *self.closing)


@dataclass(frozen=True)
class WeldTables:
    """An assembly as arrays. Rows of loose constraints come first, then those of hanging welds."""

    loose: int  # loose constraints
    loose_rows: int
    hanging: np.ndarray  # int (welds, HANGING_COLUMNS)
    hung: np.ndarray  # int (nb, COLUMNS of compiled.tree): the tree that the sweeps go along

    def set_aside(self, robot: Compiled) -> WeldTables:
        """The same robot with all constraints loose, for formulations that know no other."""
        table, rows = robot.constraints.table, robot.constraints.rows
        return WeldTables(len(table), rows, self.hanging[:0], robot.tree)


def assembly_of(tree: np.ndarray, constraints: np.ndarray) -> Assembly:
    """Find the forest, vehicle by vehicle from the world outwards."""
    roots, stiff = _roots(tree)
    welds = [c for c in range(len(constraints)) if constraints[c, CODE] == WELD]
    at: dict[int, list[tuple[int, int]]] = {}  # root -> welds there, and their end there
    for c in welds:
        for side, column in enumerate((SIDE_A, SIDE_B)):
            at.setdefault(roots[constraints[c, column]], []).append((c, side))
    met = {0} | {root for root in roots if root and tree[root - 1, tr.KIND] != FREE}
    waiting, hanging = sorted(met), []
    for start in [None, *dict.fromkeys(roots)]:
        if start is not None and start not in met:
            met.add(start)
            waiting.append(start)
        while waiting:
            for c, side in at.get(waiting.pop(0), ()):
                ends = [int(constraints[c, column]) for column in (SIDE_A, SIDE_B)]
                on, other = ends[side], ends[1 - side]
                root = roots[other]
                if root not in met and stiff[other]:
                    met.add(root)
                    waiting.append(root)
                    hanging.append((c, root, on, 1 - side))
    closing = _closing(tree, constraints, welds, hanging)
    taken = {*closing, *(entry[0] for entry in hanging)}
    loose = tuple(c for c in range(len(constraints)) if c not in taken)
    if loose and constraints[:, ROWS].sum() <= FEW_ROWS:
        return Assembly(tuple(range(len(constraints))), (), ())
    return Assembly(loose, tuple(hanging), closing)


def _roots(tree: np.ndarray) -> tuple[list[int], list[bool]]:
    """By row: the body that the tree of a body begins with, and whether only fixed joints lie
    between the two."""
    roots, stiff = [0], [True]
    for b, entry in enumerate(tree):
        parent = int(entry[tr.PARENT])
        roots.append(roots[parent] if parent else b + 1)
        stiff.append(not parent or (stiff[parent] and entry[tr.KIND] == FIXED))
    return roots, stiff


def _closing(
    tree: np.ndarray,
    constraints: np.ndarray,
    welds: Sequence[int],
    hanging: Sequence[tuple[int, int, int, int]],
) -> tuple[int, ...]:
    """Welds between bodies that fixed joints and the forest connect already."""
    group = list(range(len(tree) + 1))

    def find(row: int) -> int:
        while group[row] != row:
            group[row] = group[group[row]]
            row = group[row]
        return row

    for b, entry in enumerate(tree):
        if entry[tr.KIND] == FIXED:
            group[find(b + 1)] = find(int(entry[tr.PARENT]))
    for _, hung, on, _ in hanging:
        group[find(hung)] = find(on)
    inside = {entry[0] for entry in hanging}
    return tuple(
        c
        for c in welds
        if c not in inside
        and find(int(constraints[c, SIDE_A])) == find(int(constraints[c, SIDE_B]))
    )


def weld_tables(assembly: Assembly, tree: np.ndarray, constraints: np.ndarray) -> WeldTables:
    """The arrays of an assembly, for constraints in its order."""
    loose = int(constraints[list(assembly.loose), ROWS].sum())
    hanging = np.zeros((len(assembly.hanging), HANGING_COLUMNS), dtype=np.int64)
    hung = hung_tree(assembly, tree)
    bare = {int(entry[tr.ROW]): int(entry[tr.LEAF]) for entry in hung}
    for k, (_, row, on, side) in enumerate(assembly.hanging):
        hanging[k] = loose + 6 * k, row, on, side, tree[row - 1, tr.V_START], bare[row]
    return WeldTables(len(assembly.loose), loose, hanging, hung)


def hung_tree(assembly: Assembly, tree: np.ndarray) -> np.ndarray:
    """The tree with hung vehicles fixed to what they hang on, in an order fit for sweeps."""
    if not assembly.hanging:
        return tree
    hung, fixed = tree.copy(), tr.release_code(FIXED, False, False)
    for _, row, on, _ in assembly.hanging:
        hung[row - 1, [tr.KIND, tr.RELEASE, tr.PARENT]] = FIXED, fixed, on
    children: dict[int, list[int]] = {}
    for entry in hung:
        children.setdefault(int(entry[tr.PARENT]), []).append(int(entry[tr.ROW]))
    order, waiting = [], [0]
    while waiting:
        row = waiting.pop()
        order += [row - 1] if row else []
        waiting += reversed(children.get(row, []))
    hung = hung[order]
    tr.mark_branches(hung)
    return hung
