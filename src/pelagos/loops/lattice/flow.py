"""The flow about wings: influence, wake, and the circulation that lets nothing through.

Steps 2, 3 and 5 of `aero.vortex_lattice`, docs/theory/lifting-surfaces.md (7) to (9), as loops;
`lane` is the run in question.
"""

from __future__ import annotations

import numpy as np

from pelagos.loops.lattice.data import BEGIN, END, MINUS, PLUS
from pelagos.loops.lattice.shape import free_sides, set_points, set_surface
from pelagos.loops.lattice.vortex_list import (
    list_vortices,
    set_ends,
    set_strengths,
    strength_of,
)
from pelagos.loops.lattice.vortices import add_segment
from pelagos.mechanism.lattice import MIRROR

UNIT = 1.0 / (4.0 * np.pi)


# --- step 2: what vortices induce


def clear(field):
    for k in range(3):
        for point in range(field.shape[1]):
            field[k, point] = 0.0


def set_images(points, mirror):
    """The images of points behind them: there a vortex induces what its image does here."""
    if mirror >= 0:
        half = points.shape[1] // 2
        for k in range(3):
            sign = -1.0 if k == mirror else 1.0
            for point in range(half):
                points[k, half + point] = sign * points[k, point]


def take_in_images(field, mirror):
    """Add to the velocity at points what the images of the vortices induce there."""
    if mirror >= 0:
        half = field.shape[1] // 2
        for k in range(3):
            sign = -1.0 if k == mirror else 1.0
            for point in range(half):
                field[k, point] += sign * field[k, half + point]


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
    """The field of every vortex on the wings, by the panels whose circulation it has."""
    matrix, reach, v = air.matrix[lane], air.reach[lane], air.vortices
    for p in range(matrix.shape[0]):
        for other in range(matrix.shape[0]):
            matrix[p, other] = 0.0
        for number in range(reach.shape[1]):
            reach[p, number] = 0.0
    for s in range(v.count[0]):
        row = v.table[s]
        clear(air.field)
        add_segment(v.ends[row[BEGIN]], v.ends[row[END]], UNIT, air.points, air.field)
        take_in_images(air.field, wings.stream[MIRROR])
        if row[PLUS] >= 0:
            _note_influence(air, lane, row[PLUS], 1.0)
        if row[MINUS] >= 0:
            _note_influence(air, lane, row[MINUS], -1.0)
    _transpose(matrix)


def _transpose(matrix):
    """What was noted panel by panel becomes a row for each control point."""
    for p in range(matrix.shape[0]):
        for other in range(p):
            matrix[p, other], matrix[other, p] = matrix[other, p], matrix[p, other]


# --- step 5: the wake


def _set_wind(wings, air, lane):
    """Velocity by the whole wake."""
    points, field, v = air.points, air.field, air.vortices
    clear(field)
    for s in range(v.count[0], v.count[1]):
        row = v.table[s]
        strength = UNIT * strength_of(row, v.strengths)
        add_segment(v.ends[row[BEGIN]], v.ends[row[END]], strength, points, field)
    take_in_images(field, wings.stream[MIRROR])
    wind = air.wind[lane]
    for k in range(3):
        for point in range(wind.shape[1]):
            wind[k, point] = field[k, point]


def set_vortices(wings, air, lane, drift):
    """All vortices, a time `drift` after the last solution."""
    v = air.vortices
    list_vortices(wings, air, lane)
    set_ends(wings, air, lane, air.edges[lane], air.wake[lane], air.stream, drift, v.ends)
    set_strengths(air.found[lane], air.circulation[lane], air.shed[lane], v.strengths)


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
    set_images(air.points, wings.stream[MIRROR])
    set_vortices(wings, air, lane, drift)
    _set_wind(wings, air, lane)
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
