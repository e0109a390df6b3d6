"""The flow about wings: influence, wake, and the circulation that lets nothing through.

Steps 2, 3 and 5 of `aero.vortex_lattice`, docs/theory/lifting-surfaces.md (7) to (9), as loops;
`lane` is the run in question.
"""

from __future__ import annotations

import numpy as np

from pelagos.loops.lattice.shape import free_sides, set_points, set_surface
from pelagos.loops.lattice.vortices import add_segment
from pelagos.mechanism.lattice import CHORD, CORNER, MIRROR, PANEL, ROWS, SHED, SPAN
from pelagos.mechanism.lattice import WAKE as WAKE_CORNER

UNIT = 1.0 / (4.0 * np.pi)


# --- step 2: what vortices induce


def _clear(field):
    for k in range(3):
        for point in range(field.shape[1]):
            field[k, point] = 0.0


def _set_images(points, mirror):
    """The images of points behind them: there a vortex induces what its image does here."""
    if mirror >= 0:
        half = points.shape[1] // 2
        for k in range(3):
            sign = -1.0 if k == mirror else 1.0
            for point in range(half):
                points[k, half + point] = sign * points[k, point]


def _take_in_images(field, mirror):
    """Add to the velocity at points what the images of the vortices induce there."""
    if mirror >= 0:
        half = field.shape[1] // 2
        for k in range(3):
            sign = -1.0 if k == mirror else 1.0
            for point in range(half):
                field[k, point] += sign * field[k, half + point]


def _set_field(wings, start, end, air):
    """The field of a unit segment."""
    _clear(air.field)
    add_segment(start, end, UNIT, air.points, air.field)
    _take_in_images(air.field, wings.stream[MIRROR])


def _note_influence(air, lane, panel, sign):
    """The field of a unit segment, as part of the ring of a panel."""
    n, field, normals = air.right.shape[0], air.field, air.normals[lane]
    through, reach, sides = air.matrix[lane, panel], air.reach[lane, panel], air.local.shape[1]
    for p in range(n):
        x, y, z = field[0, p], field[1, p], field[2, p]
        through[p] += sign * (normals[p, 0] * x + normals[p, 1] * y + normals[p, 2] * z)
    for k in range(3):
        for s in range(sides):
            reach[k * sides + s] += sign * field[k, n + s]


def _set_influence(wings, air, lane):
    """Every side of every ring once; neighbours share it."""
    table, edges, matrix, reach = wings.table, air.edges[lane], air.matrix[lane], air.reach[lane]
    for p in range(matrix.shape[0]):
        for other in range(matrix.shape[0]):
            matrix[p, other] = 0.0
        for number in range(reach.shape[1]):
            reach[p, number] = 0.0
    for w in range(table.shape[0]):
        chordwise, spanwise, panel = table[w, CHORD], table[w, SPAN], table[w, PANEL]
        columns = spanwise + 1
        for i in range(chordwise + 1):
            for j in range(columns):
                at, here = table[w, CORNER] + i * columns + j, panel + i * spanwise + j
                if j < spanwise:
                    _set_field(wings, edges[at], edges[at + 1], air)
                    if i < chordwise:
                        _note_influence(air, lane, here, 1.0)
                    if i > 0:
                        _note_influence(air, lane, here - spanwise, -1.0)
                if i < chordwise:
                    _set_field(wings, edges[at], edges[at + columns], air)
                    if j < spanwise:
                        _note_influence(air, lane, here, -1.0)
                    if j > 0:
                        _note_influence(air, lane, here - 1, 1.0)
    _transpose(matrix)


def _transpose(matrix):
    """What was noted panel by panel becomes a row for each control point."""
    for p in range(matrix.shape[0]):
        for other in range(p):
            matrix[p, other], matrix[other, p] = matrix[other, p], matrix[p, other]


# --- step 5: the wake


def _ring_strength(air, lane, wing, r, j):
    """Circulation of ring (r, j) of a wake that has moved on; what lies outside has none.

    The newest row carries what the last panels had.
    """
    spanwise = wing[SPAN]
    if j < 0 or j >= spanwise or r < 0:
        return 0.0
    if r == 0:
        return air.circulation[lane, wing[PANEL] + (wing[CHORD] - 1) * spanwise + j]
    return air.shed[lane, wing[SHED] + (r - 1) * spanwise + j]


def _set_wake_point(air, lane, wing, r, j, drift, target):
    """A corner of the wake that has moved on; its first row is the edge."""
    columns = wing[SPAN] + 1
    for k in range(3):
        if r == 0:
            target[k] = air.edges[lane, wing[CORNER] + wing[CHORD] * columns + j, k]
        else:
            moved = air.stream[k] * drift
            target[k] = air.wake[lane, wing[WAKE_CORNER] + (r - 1) * columns + j, k] + moved


def rings_of(air, lane, wing, w):
    """Rows of rings of a wake that has moved on."""
    return min(air.rows[lane, w] + 1, wing[ROWS]) if air.count[lane] > 0 else 0


def _set_wind(wings, air, lane, drift):
    """Velocity by the whole wake, a time `drift` after the last solution."""
    table, points, field = wings.table, air.points, air.field
    start, end = air.ends[0], air.ends[1]
    _clear(field)
    for w in range(table.shape[0]):
        wing, rings = table[w], rings_of(air, lane, table[w], w)
        for r in range(rings + 1 if rings else 0):
            for j in range(wing[SPAN] + 1):
                _set_wake_point(air, lane, wing, r, j, drift, start)
                own = _ring_strength(air, lane, wing, r, j) if r < rings else 0.0
                if j < wing[SPAN]:
                    ahead = _ring_strength(air, lane, wing, r - 1, j)
                    _set_wake_point(air, lane, wing, r, j + 1, drift, end)
                    add_segment(start, end, UNIT * (own - ahead), points, field)
                if r < rings:
                    left = _ring_strength(air, lane, wing, r, j - 1)
                    _set_wake_point(air, lane, wing, r + 1, j, drift, end)
                    add_segment(start, end, UNIT * (left - own), points, field)
    _take_in_images(field, wings.stream[MIRROR])
    wind = air.wind[lane]
    for k in range(3):
        for point in range(wind.shape[1]):
            wind[k, point] = field[k, point]


def move_wake(wings, air, lane, drift):
    """The wake has drifted, and the edge joins it."""
    table, wake, shed = wings.table, air.wake[lane], air.shed[lane]
    for w in range(table.shape[0]):
        wing, spanwise, columns = table[w], table[w, SPAN], table[w, SPAN] + 1
        rings = rings_of(air, lane, wing, w)
        for r in range(rings, 0, -1):
            for j in range(columns):
                for k in range(3):
                    here = wake[wing[WAKE_CORNER] + (r - 1) * columns + j, k]
                    wake[wing[WAKE_CORNER] + r * columns + j, k] = here + air.stream[k] * drift
        for r in range(rings - 1, -1, -1):
            for j in range(spanwise):
                shed[wing[SHED] + r * spanwise + j] = _ring_strength(air, lane, wing, r, j)
        for j in range(columns):
            _set_wake_point(air, lane, wing, 0, j, drift, wake[wing[WAKE_CORNER] + j])
        air.rows[lane, w] = rings


# --- step 3: no flow through


def factor(matrix, pivots):
    """L U of a matrix in its place, rows exchanged as `pivots` say."""
    n = matrix.shape[0]
    for k in range(n):
        best = k
        for i in range(k + 1, n):
            if abs(matrix[i, k]) > abs(matrix[best, k]):
                best = i
        pivots[k] = best
        if best != k:
            for j in range(n):
                matrix[k, j], matrix[best, j] = matrix[best, j], matrix[k, j]
        for i in range(k + 1, n):
            matrix[i, k] /= matrix[k, k]
            share = matrix[i, k]
            for j in range(k + 1, n):
                matrix[i, j] -= share * matrix[k, j]


def solve(matrix, pivots, right, answer):
    """The solution by a factored matrix; the right side is used up."""
    n = matrix.shape[0]
    for k in range(n):
        right[k], right[pivots[k]] = right[pivots[k]], right[k]
    for k in range(n):
        for i in range(k + 1, n):
            right[i] -= matrix[i, k] * right[k]
    for k in range(n - 1, -1, -1):
        total = right[k]
        for j in range(k + 1, n):
            total -= matrix[k, j] * answer[j]
        answer[k] = total / matrix[k, k]


def look(wings, air, lane, drift):
    """Everything that depends on where the surface and its wake are."""
    looked, corners = air.looked[lane], air.corners
    for c in range(corners.shape[0]):
        for k in range(3):
            looked[c, k] = corners[c, k]
    set_surface(wings, air, lane)
    free_sides(wings, air, lane)
    set_points(wings, corners, air.points, air.right.shape[0])
    _set_images(air.points, wings.stream[MIRROR])
    _set_wind(wings, air, lane, drift)
    _set_influence(wings, air, lane)
    factor(air.matrix[lane], air.pivots[lane])


def circulate(wings, air, lane):
    """Circulations that let nothing through, and the velocity that the sides meet."""
    n, right, found = air.right.shape[0], air.right, air.found[lane]
    wind, normals, local, reach = air.wind[lane], air.normals[lane], air.local, air.reach[lane]
    set_points(wings, air.motion, air.moving, n)
    moving, stream, sides = air.moving, air.stream, local.shape[1]
    for p in range(n):
        right[p] = 0.0
        for k in range(3):
            right[p] -= (stream[k] + wind[k, p] - moving[k, p]) * normals[p, k]
    solve(air.matrix[lane], air.pivots[lane], right, found)
    for k in range(3):
        for s in range(sides):
            local[k, s] = stream[k] - moving[k, n + s] + wind[k, n + s]
        for p in range(n):
            for s in range(sides):
                local[k, s] += reach[p, k * sides + s] * found[p]
