"""All straight vortices of a flow as one list: sides of the rings on the wings and in their wakes.

What is set here is linear in corners, wakes and circulations: given how these move, how the ends
and strengths of the vortices do.
"""

from __future__ import annotations

from pelagos.loops.lattice.data import BEGIN, END, MINUS, PLUS
from pelagos.mechanism.lattice import CHORD, CORNER, PANEL, ROWS, SHED, SPAN, WAKE


def rings_of(air, lane, wing, w):
    """Rows of rings of a wake that has moved on."""
    return min(air.rows[lane, w] + 1, wing[ROWS]) if air.count[lane] > 0 else 0


def list_vortices(wings, air, lane):
    """Note which vortices there are: those on the wings, then those of wakes that moved on."""
    table, v, count = wings.table, air.vortices, 0
    for w in range(table.shape[0]):
        count = _list_bound(table[w], v.table, count)
    v.count[0] = count
    corners, panels = air.corners.shape[0], air.right.shape[0]
    for w in range(table.shape[0]):
        rings = rings_of(air, lane, table[w], w)
        if rings:
            count = _list_wake(table[w], rings, corners, panels, v.table, count)
    v.count[1] = count


def _list_bound(wing, listed, count):
    """Every side of every ring once; neighbours share it."""
    chordwise, spanwise, columns = wing[CHORD], wing[SPAN], wing[SPAN] + 1
    for i in range(chordwise + 1):
        for j in range(columns):
            at, here = wing[CORNER] + i * columns + j, wing[PANEL] + i * spanwise + j
            if j < spanwise:
                own = here if i < chordwise else -1
                _note(listed[count], at, at + 1, own, here - spanwise if i > 0 else -1)
                count += 1
            if i < chordwise:
                own = here if j < spanwise else -1
                _note(listed[count], at, at + columns, here - 1 if j > 0 else -1, own)
                count += 1
    return count


def _list_wake(wing, rings, corners, panels, listed, count):
    """The same in a wake; its first row joins the trailing edge."""
    for r in range(rings + 1):
        for j in range(wing[SPAN] + 1):
            at, own = _corner(wing, corners, r, j), -1
            if r < rings:
                own = _ring(wing, panels, r, j)
            if j < wing[SPAN]:
                ahead = _ring(wing, panels, r - 1, j)
                _note(listed[count], at, _corner(wing, corners, r, j + 1), own, ahead)
                count += 1
            if r < rings:
                left = _ring(wing, panels, r, j - 1)
                _note(listed[count], at, _corner(wing, corners, r + 1, j), left, own)
                count += 1
    return count


def _note(row, begin, end, plus, minus):
    row[BEGIN], row[END], row[PLUS], row[MINUS] = begin, end, plus, minus


def _corner(wing, corners, r, j):
    """Which end is corner (r, j) of a wake."""
    columns = wing[SPAN] + 1
    if r == 0:
        return wing[CORNER] + wing[CHORD] * columns + j
    return corners + wing[WAKE] + r * columns + j


def _ring(wing, panels, r, j):
    """Which circulation ring (r, j) of a wake has: the newest row what the last panels had; -1
    outside."""
    spanwise = wing[SPAN]
    if j < 0 or j >= spanwise or r < 0:
        return -1
    if r == 0:
        return panels + wing[PANEL] + (wing[CHORD] - 1) * spanwise + j
    return 2 * panels + wing[SHED] + (r - 1) * spanwise + j


def set_ends(wings, air, lane, edges, wake, stream, drift, ends):
    """Corners of the rings, then those of wakes that have drifted."""
    corners = edges.shape[0]
    for c in range(corners):
        for k in range(3):
            ends[c, k] = edges[c, k]
    for w in range(wings.table.shape[0]):
        wing = wings.table[w]
        columns = wing[SPAN] + 1
        for at in range(rings_of(air, lane, wing, w) * columns):
            for k in range(3):
                moved = wake[wing[WAKE] + at, k] + stream[k] * drift
                ends[corners + wing[WAKE] + columns + at, k] = moved


def set_strengths(found, circulation, shed, strengths):
    """Circulations of panels, of panels an air step ago, and of the wake."""
    n = found.shape[0]
    for p in range(n):
        strengths[p], strengths[n + p] = found[p], circulation[p]
    for ring in range(shed.shape[0]):
        strengths[2 * n + ring] = shed[ring]


def strength_of(row, strengths):
    """The circulation of a vortex."""
    plus = strengths[row[PLUS]] if row[PLUS] >= 0 else 0.0
    minus = strengths[row[MINUS]] if row[MINUS] >= 0 else 0.0
    return plus - minus


def move_wake(wings, air, lane, ends, circulation, wake, shed):
    """What has drifted, as in `ends`, becomes the wake, and the edge joins it."""
    corners = air.corners.shape[0]
    for w in range(wings.table.shape[0]):
        wing = wings.table[w]
        spanwise, columns, rings = wing[SPAN], wing[SPAN] + 1, rings_of(air, lane, wing, w)
        edge = wing[CORNER] + wing[CHORD] * columns
        for at in range((rings + 1) * columns):
            from_ = edge + at if at < columns else corners + wing[WAKE] + at
            for k in range(3):
                wake[wing[WAKE] + at, k] = ends[from_, k]
        for ring in range(rings * spanwise - 1, spanwise - 1, -1):
            shed[wing[SHED] + ring] = shed[wing[SHED] + ring - spanwise]
        for j in range(spanwise if rings else 0):
            shed[wing[SHED] + j] = circulation[wing[PANEL] + (wing[CHORD] - 1) * spanwise + j]
