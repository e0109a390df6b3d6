"""Forces of welds that repeat each other: of all that hold an assembly, those of least norm.

The recursion puts everything on the welds of a spanning forest and nothing on those that close
loops. Loads that differ by a self-stress (they add up to nothing on every vehicle) do the same, and
the least of them is what is reported: f = J z with J^T J z = J^T f0. Seen in axes that go with the
assembly J does not change, so its sparse matrix, like the Laplacian of the graph of docks, is
factored once.
"""

from __future__ import annotations

import numpy as np
from scipy import sparse
from scipy.sparse import csgraph, linalg

from pelagos.errors import PelagosError
from pelagos.joints.table import KINDS
from pelagos.mechanism import tree as tr
from pelagos.mechanism.robot import Compiled
from pelagos.mechanism.welds import WeldTables, rows_of


class LeastNorm:
    """Redistributes the forces of the welds of one robot."""

    def __init__(self, robot: Compiled, welds: WeldTables, poses: np.ndarray):
        """`poses` (nb, 12) are those of the bodies in the world, in any assembled state."""
        self._first = welds.loose_rows
        closures = robot.constraints.closures[welds.loose :]
        units = _rigid_units(robot.tree)
        rows = np.array([rows_of(c) for c in closures])
        ends = units[rows.T]
        frames = np.array([[*c.frames[0]] for c in closures])
        wrenches = _unit_wrenches(frames, rows[:, 0], poses)
        J = _jacobian(ends, wrenches, len(units))
        # one vehicle of each assembly stays: moving all of it as one strains no weld
        links = sparse.coo_matrix((np.ones(len(closures)), tuple(ends)), shape=(len(units),) * 2)
        _, assembly = csgraph.connected_components(links, directed=False)
        _, pinned = np.unique(assembly, return_index=True)
        moved = np.setdiff1d(np.arange(len(units)), pinned)
        self._J = J[:, (6 * moved[:, None] + np.arange(6)).ravel()].tocsr()
        try:
            self._factors = linalg.splu((self._J.T @ self._J).tocsc())
        except RuntimeError:  # singular: some of the numbers vanish beside the others
            raise PelagosError(
                "the forces of the docks cannot be told apart\n"
                "    check where the docks are; values are in SI"
            ) from None

    def __call__(self, row_forces: np.ndarray) -> np.ndarray:
        """The same for rows of forces (sample, rows): those of welds become of least norm."""
        found = row_forces.copy()
        welds = found[:, self._first :].T
        found[:, self._first :] = (self._J @ self._factors.solve(self._J.T @ welds)).T
        return found


def _rigid_units(tree: np.ndarray) -> np.ndarray:
    """By row: a body that stands for all that fixed joints connect with it."""
    units = np.arange(len(tree) + 1)
    for b, entry in enumerate(tree):
        if not KINDS[entry[tr.KIND]].nv:
            units[b + 1] = units[entry[tr.PARENT]]
    return units


def _unit_wrenches(frames: np.ndarray, rows: np.ndarray, poses: np.ndarray) -> np.ndarray:
    """(weld, 6, 6): rows are the wrenches of unit forces, world axes, about the middle of all.

    frames (weld, 12) are those on the first bodies, whose rows are given.
    """
    world = np.concatenate([[[1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]], poses])[rows]
    axes = world[:, :9].reshape(-1, 3, 3)  # rows are the axes of the body
    points = world[:, 9:] + np.einsum("wi,wij->wj", frames[:, 9:], axes)
    points = points - points.mean(axis=0)
    units = np.einsum("wki,wij->wkj", frames[:, :9].reshape(-1, 3, 3), axes)
    found = np.zeros((len(frames), 6, 6))
    found[:, :3, :3] = found[:, 3:, 3:] = units
    found[:, :3, 3:] = np.cross(points[:, None], units)
    return found


def _jacobian(ends: np.ndarray, wrenches: np.ndarray, units: int) -> sparse.csc_matrix:
    """Rows of the welds against six motions of each rigid unit."""
    welds = len(wrenches)
    rows = np.broadcast_to(
        (6 * np.arange(welds)[:, None] + np.arange(6))[:, :, None], (welds, 6, 6)
    )
    parts = []
    for sign, end in ((-1.0, ends[0]), (1.0, ends[1])):
        columns = np.broadcast_to((6 * end[:, None] + np.arange(6))[:, None, :], (welds, 6, 6))
        block = (sign * wrenches).ravel(), (rows.ravel(), columns.ravel())
        parts.append(sparse.coo_matrix(block, shape=(6 * welds, 6 * units)))
    return (parts[0] + parts[1]).tocsc()
