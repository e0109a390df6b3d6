"""The matrix of the potential from the single layer of panels: curls about every vertex.

By Maue's formula the energy of a double layer is that of its surface currents: with hat functions,
whose curls are constant on panels, D = sum over axes of C' V C (docs/theory/panel-method.md).
"""

from __future__ import annotations

from pelagos.kernels.loops import loop
from pelagos.loops.data import VECTOR
from pelagos.loops.panels.data import PanelBlock, Stars
from pelagos.loops.vectors import fma, load, spread, store

__all__ = ["PanelBlock", "Stars", "add_rows"]


@loop("PanelBlock Stars Real")
def add_rows(block, stars, factor):
    """Add the rows of a block's vertices, up to the diagonal, times a factor."""
    for row in range(block.panels.shape[0]):
        stars.rows[block.panels[row]] = row
    for k in range(stars.vertices.shape[0]):
        vertex = stars.vertices[k]
        for number in range(3 * stars.sums.shape[1]):
            stars.sums[0, number] = 0.0
        for entry in range(stars.first[vertex], stars.first[vertex + 1]):
            _add(block.single[stars.rows[stars.panel[entry]]], stars.curls[entry], stars.sums)
        _gather(stars, vertex, factor)


def _add(single, curl, sums):
    """Add the row of a panel to that of one of its vertices, by axes."""
    x, y, z = spread(curl[0]), spread(curl[1]), spread(curl[2])
    count = sums.shape[1]
    for t in range(0, count, VECTOR):
        v = load(single, t)
        store(sums, t, fma(v, x, load(sums, t)))
        store(sums, count + t, fma(v, y, load(sums, count + t)))
        store(sums, 2 * count + t, fma(v, z, load(sums, 2 * count + t)))


def _gather(stars, vertex, factor):
    row, sums, curls = stars.matrix[vertex], stars.sums, stars.source_curls
    for j in range(vertex + 1):
        total = 0.0
        for entry in range(stars.first[j], stars.first[j + 1]):
            t = stars.panel[entry]
            total += curls[entry, 0] * sums[0, t] + curls[entry, 1] * sums[1, t]
            total += curls[entry, 2] * sums[2, t]
        row[j] += factor * total
