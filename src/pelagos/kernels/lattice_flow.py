"""The flow about wings: influence, wake, and the circulation that lets nothing through.

Steps 2, 3 and 5 of `aero.vortex_lattice`, docs/theory/lifting-surfaces.md (7) to (9), as loops.
Lanes of the vector instructions are points where a velocity is asked for; `lane` is the run in
question.
"""

from __future__ import annotations

import numpy as np

from pelagos.compiled.lattice import CHORD, CORNER, MIRROR, PANEL, ROWS, SHED, SPAN
from pelagos.compiled.lattice import WAKE as WAKE_CORNER
from pelagos.equations.algebra import Vec3
from pelagos.equations.vortices import segment_velocity
from pelagos.kernels import arena, marching  # noqa: F401 (name the bundles in signatures)
from pelagos.kernels.entry import entry, inlined
from pelagos.kernels.lanes import WIDTH
from pelagos.kernels.lattice_shape import free_sides, set_points, set_surface
from pelagos.kernels.trace import kernel

UNIT = 1.0 / (4.0 * np.pi)


# --- step 2: what vortices induce


@kernel(WIDTH)
def _add_segment(segment, points, field):
    p, start, end = (Vec3(*row.first(3)) for row in (points, segment, segment.part(3)))
    for k, number in enumerate(segment_velocity(p, start, end, segment[6])):
        field[k] = field[k] + number


@inlined
def _set_segment(segment, start, end, strength):
    for lane in range(WIDTH):
        for k in range(3):
            segment[0, k, lane], segment[0, 3 + k, lane] = start[k], end[k]
        segment[0, 6, lane] = strength


@entry("Lattice")
def _add_field(air):
    """The velocity that the segment induces at all points."""
    segment, points, field = air.segment, air.points, air.field
    for g in range(points.shape[0]):
        _add_segment((segment, 0), (points, g), (field, g))


@inlined
def _clear(field):
    for g in range(field.shape[0]):
        for k in range(3):
            for lane in range(WIDTH):
                field[g, k, lane] = 0.0


@inlined
def _velocity(field, point, k, mirror):
    """Component k at a point, with what the image of the vortices induces there."""
    group, lane = point // WIDTH, point % WIDTH
    own = field[group, k, lane]
    if mirror < 0:
        return own
    image = field[group + field.shape[0] // 2, k, lane]
    return own - image if k == mirror else own + image


@inlined
def _spread_points(model, air):
    """Points into groups of lanes, and their images behind them; the last one fills the rest."""
    given, points, mirror = air.moving, air.points, model.stream[MIRROR]
    half = points.shape[0] if mirror < 0 else points.shape[0] // 2
    for place in range(half * WIDTH):
        point = min(place, given.shape[0] - 1)
        for k in range(3):
            x = given[point, k]
            points[place // WIDTH, k, place % WIDTH] = x
            if mirror >= 0:
                points[half + place // WIDTH, k, place % WIDTH] = -x if k == mirror else x


@entry("Model Lattice Int Int Real")
def _note_influence(model, air, lane, panel, sign):
    """The field of a unit segment, as part of the ring of a panel."""
    n, mirror, field = air.right.shape[0], model.stream[MIRROR], air.field
    matrix, reach, normals = air.matrix[lane], air.reach[lane], air.normals[lane]
    for p in range(n):
        through = 0.0
        for k in range(3):
            through += normals[p, k] * _velocity(field, p, k, mirror)
        matrix[p, panel] += sign * through
    for s in range(air.local.shape[0]):
        for k in range(3):
            reach[3 * s + k, panel] += sign * _velocity(field, n + s, k, mirror)


@entry("Model Lattice Int")
def _set_influence(model, air, lane):
    """Every side of every ring once; neighbours share it."""
    wings, edges, matrix, reach = model.wings, air.edges[lane], air.matrix[lane], air.reach[lane]
    for p in range(matrix.shape[0]):
        for row in range(matrix.shape[0]):
            matrix[row, p] = 0.0
        for row in range(reach.shape[0]):
            reach[row, p] = 0.0
    for w in range(wings.shape[0]):
        chordwise, spanwise, panel = wings[w, CHORD], wings[w, SPAN], wings[w, PANEL]
        columns = spanwise + 1
        for i in range(chordwise + 1):
            for j in range(columns):
                at, here = wings[w, CORNER] + i * columns + j, panel + i * spanwise + j
                if j < spanwise:
                    _clear(air.field)
                    _set_segment(air.segment, edges[at], edges[at + 1], UNIT)
                    _add_field(air)
                    if i < chordwise:
                        _note_influence(model, air, lane, here, 1.0)
                    if i > 0:
                        _note_influence(model, air, lane, here - spanwise, -1.0)
                if i < chordwise:
                    _clear(air.field)
                    _set_segment(air.segment, edges[at], edges[at + columns], UNIT)
                    _add_field(air)
                    if j < spanwise:
                        _note_influence(model, air, lane, here, -1.0)
                    if j > 0:
                        _note_influence(model, air, lane, here - 1, 1.0)


# --- step 5: the wake


@inlined
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


@inlined
def _set_wake_point(air, lane, wing, r, j, drift, target):
    """A corner of the wake that has moved on; its first row is the edge."""
    columns = wing[SPAN] + 1
    for k in range(3):
        if r == 0:
            target[k] = air.edges[lane, wing[CORNER] + wing[CHORD] * columns + j, k]
        else:
            moved = air.stream[k] * drift
            target[k] = air.wake[lane, wing[WAKE_CORNER] + (r - 1) * columns + j, k] + moved


@inlined
def rings_of(air, lane, wing, w):
    """Rows of rings of a wake that has moved on."""
    return min(air.rows[lane, w] + 1, wing[ROWS]) if air.count[lane] > 0 else 0


@entry("Model Lattice Int Real")
def _set_wind(model, air, lane, drift):
    """Velocity by the whole wake, a time `drift` after the last solution."""
    wings, segment = model.wings, air.segment
    start, end = air.ends[0], air.ends[1]
    _clear(air.field)
    for w in range(wings.shape[0]):
        wing, rings = wings[w], rings_of(air, lane, wings[w], w)
        for r in range(rings + 1 if rings else 0):
            for j in range(wing[SPAN] + 1):
                _set_wake_point(air, lane, wing, r, j, drift, start)
                own = _ring_strength(air, lane, wing, r, j) if r < rings else 0.0
                if j < wing[SPAN]:
                    ahead = _ring_strength(air, lane, wing, r - 1, j)
                    _set_wake_point(air, lane, wing, r, j + 1, drift, end)
                    _set_segment(segment, start, end, UNIT * (own - ahead))
                    _add_field(air)
                if r < rings:
                    left = _ring_strength(air, lane, wing, r, j - 1)
                    _set_wake_point(air, lane, wing, r + 1, j, drift, end)
                    _set_segment(segment, start, end, UNIT * (left - own))
                    _add_field(air)
    mirror, wind = model.stream[MIRROR], air.wind[lane]
    for point in range(wind.shape[0]):
        for k in range(3):
            wind[point, k] = _velocity(air.field, point, k, mirror)


@entry("Model Lattice Int Real")
def move_wake(model, air, lane, drift):
    """The wake has drifted, and the edge joins it."""
    wings, wake, shed = model.wings, air.wake[lane], air.shed[lane]
    for w in range(wings.shape[0]):
        wing, spanwise, columns = wings[w], wings[w, SPAN], wings[w, SPAN] + 1
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


@entry("Real2 Int1")
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


@entry("Real2 Int1 Real1 Real1")
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


@entry("Model Lattice Int Real")
def look(model, air, lane, drift):
    """Everything that depends on where the surface and its wake are."""
    looked, corners = air.looked[lane], air.corners
    for c in range(corners.shape[0]):
        for k in range(3):
            looked[c, k] = corners[c, k]
    set_surface(model, air, lane)
    free_sides(model, air, lane)
    set_points(model, corners, air.moving, air.right.shape[0])
    _spread_points(model, air)
    _set_wind(model, air, lane, drift)
    _set_influence(model, air, lane)
    factor(air.matrix[lane], air.pivots[lane])


@entry("Model Lattice Int")
def circulate(model, air, lane):
    """Circulations that let nothing through, and the velocity that the sides meet."""
    n, right, found = air.right.shape[0], air.right, air.found[lane]
    wind, normals, local, reach = air.wind[lane], air.normals[lane], air.local, air.reach[lane]
    set_points(model, air.motion, air.moving, n)
    moving, stream = air.moving, air.stream
    for p in range(n):
        right[p] = 0.0
        for k in range(3):
            right[p] -= (stream[k] + wind[p, k] - moving[p, k]) * normals[p, k]
    solve(air.matrix[lane], air.pivots[lane], right, found)
    for s in range(local.shape[0]):
        for k in range(3):
            met = stream[k] - moving[n + s, k] + wind[n + s, k]
            for p in range(n):
                met += reach[3 * s + k, p] * found[p]
            local[s, k] = met
