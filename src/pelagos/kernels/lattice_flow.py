"""The flow about wings: geometry, influence, wake, and the circulation that lets nothing through.

The same as `aero.vortex_lattice`, docs/theory/lifting-surfaces.md (7) to (9), as loops; there the
steps have the same numbers. Lanes of the vector instructions are points where a velocity is asked
for; `lane` is the run in question.
"""

from __future__ import annotations

import numpy as np

from pelagos.compiled.lattice import AFT, CHORD, CORNER, CURRENT, MIRROR, PANEL, ROWS, SHED, SPAN
from pelagos.compiled.lattice import WAKE as WAKE_CORNER
from pelagos.compiled.layout import STATE
from pelagos.equations.algebra import Vec3
from pelagos.equations.vortices import CORE, segment_velocity
from pelagos.kernels import arena, marching  # noqa: F401 (name the bundles in signatures)
from pelagos.kernels.entry import entry, inlined
from pelagos.kernels.lanes import WIDTH
from pelagos.kernels.trace import kernel

VELOCITY = STATE["velocity"].start
UNIT = 1.0 / (4.0 * np.pi)


# --- step 1: where the surface is, and how it moves


@entry("Model Lanes Work Lattice Int")
def place_corners(model, lanes, work, air, lane):
    """Corners of all wings and their velocities, and the undisturbed flow."""
    corners, motion, poses, state = air.corners, air.motion, work.poses, work.state
    carriers, places = model.carriers, lanes.corner_places
    for c in range(corners.shape[0]):
        for k in range(3):
            corners[c, k] = motion[c, k] = 0.0
        for end in range(2):
            b = carriers[c, end]
            x, y, z = (
                places[c, 3 * end, lane],
                places[c, 3 * end + 1, lane],
                places[c, 3 * end + 2, lane],
            )
            u, v, w = (
                state[b, VELOCITY, lane],
                state[b, VELOCITY + 1, lane],
                state[b, VELOCITY + 2, lane],
            )
            p, q, r = (
                state[b, VELOCITY + 3, lane],
                state[b, VELOCITY + 4, lane],
                state[b, VELOCITY + 5, lane],
            )
            u, v, w = u + q * z - r * y, v + r * x - p * z, w + p * y - q * x
            for k in range(3):
                ex, ey, ez = poses[b, k, lane], poses[b, 3 + k, lane], poses[b, 6 + k, lane]
                corners[c, k] += 0.5 * (poses[b, 9 + k, lane] + ex * x + ey * y + ez * z)
                motion[c, k] += 0.5 * (ex * u + ey * v + ez * w)
    channel = model.stream[CURRENT]
    for k in range(3):
        air.stream[k] = work.signals[channel + k, lane] if channel >= 0 else 0.0


@inlined
def ring_corner(c, first, i, j, chordwise, columns, k):
    """Coordinate k of a ring's corner: a quarter panel behind that of the panel."""
    here = c[first + i * columns + j, k]
    if i < chordwise:
        return here + 0.25 * (c[first + (i + 1) * columns + j, k] - here)
    return here + 0.25 * (here - c[first + (i - 1) * columns + j, k])


@inlined
def rear_corner(c, first, i, j, chordwise, columns, k):
    """Where the side down the chord from ring corner (i, j) ends: the trailing edge cuts it."""
    if i < chordwise - 1:
        return ring_corner(c, first, i + 1, j, chordwise, columns, k)
    return c[first + chordwise * columns + j, k]


@inlined
def _control_point(c, at, columns, k):
    """Three quarters down the panel whose first corner is `at`."""
    ahead = 0.5 * (c[at, k] + c[at + 1, k])
    return ahead + 0.75 * (0.5 * (c[at + columns, k] + c[at + columns + 1, k]) - ahead)


@entry("Model Real2 Real2 Int")
def set_points(model, c, target, panels):
    """Control points, then middles of front sides, then of sides down the chord.

    These are linear in the corners: given velocities of corners, velocities of the points.
    """
    wings = model.wings
    for w in range(wings.shape[0]):
        chordwise, spanwise, first = wings[w, CHORD], wings[w, SPAN], wings[w, CORNER]
        columns = spanwise + 1
        for i in range(chordwise):
            for j in range(columns):
                side = 2 * panels + wings[w, AFT] + i * columns + j
                panel = wings[w, PANEL] + i * spanwise + j
                for k in range(3):
                    front = ring_corner(c, first, i, j, chordwise, columns, k)
                    rear = rear_corner(c, first, i, j, chordwise, columns, k)
                    target[side, k] = 0.5 * (front + rear)
                    if j < spanwise:
                        other = ring_corner(c, first, i, j + 1, chordwise, columns, k)
                        target[panels + panel, k] = 0.5 * (front + other)
                        at = first + i * columns + j
                        target[panel, k] = _control_point(c, at, columns, k)


@entry("Model Lattice Int")
def _set_surface(model, air, lane):
    """Normals, areas and sides of the surface at its corners."""
    wings, c = model.wings, air.corners
    normals, areas, fronts = air.normals[lane], air.areas[lane], air.fronts[lane]
    afts, middles, chords, edges = (
        air.afts[lane],
        air.middles[lane],
        air.chords[lane],
        air.edges[lane],
    )
    total = 0.0
    for w in range(wings.shape[0]):
        chordwise, spanwise, first = wings[w, CHORD], wings[w, SPAN], wings[w, CORNER]
        columns = spanwise + 1
        for i in range(chordwise + 1):
            for j in range(columns):
                for k in range(3):
                    edges[first + i * columns + j, k] = ring_corner(
                        c, first, i, j, chordwise, columns, k
                    )
        for i in range(chordwise):
            for j in range(columns):
                at, side = first + i * columns + j, wings[w, AFT] + i * columns + j
                for k in range(3):
                    rear = rear_corner(c, first, i, j, chordwise, columns, k)
                    afts[side, k] = rear - edges[at, k]
                if j == spanwise:
                    continue
                panel = wings[w, PANEL] + i * spanwise + j
                for k in range(3):
                    fronts[panel, k] = edges[at + 1, k] - edges[at, k]
                    middles[panel, k] = 0.5 * (edges[at, k] + edges[at + 1, k])
                    front = 0.5 * (c[at, k] + c[at + 1, k])
                    rear = 0.5 * (c[at + columns, k] + c[at + columns + 1, k])
                    chords[panel, k] = rear - front
                areas[panel] = _set_normal(c, at, columns, normals, panel)
                total += areas[panel]
    air.size[lane] = np.sqrt(total)


@inlined
def _set_normal(c, at, columns, normals, panel):
    """The unit normal of a panel from its diagonals; its area."""
    right, left = at + columns + 1, at + columns
    ax, ay, az = c[right, 0] - c[at, 0], c[right, 1] - c[at, 1], c[right, 2] - c[at, 2]
    bx, by, bz = (
        c[at + 1, 0] - c[left, 0],
        c[at + 1, 1] - c[left, 1],
        c[at + 1, 2] - c[left, 2],
    )
    x, y, z = ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx
    length = np.sqrt(x * x + y * y + z * z)
    normals[panel, 0], normals[panel, 1], normals[panel, 2] = x / length, y / length, z / length
    return 0.5 * length


@inlined
def _free_sides(model, air, lane):
    """A side down the chord that lies in the mirror is cancelled by its image."""
    mirror, wings, free = model.stream[MIRROR], model.wings, air.free[lane]
    for w in range(wings.shape[0]):
        chordwise, columns = wings[w, CHORD], wings[w, SPAN] + 1
        for j in range(columns):
            far = 1.0 if mirror < 0 else 0.0
            for i in range(chordwise if mirror >= 0 else 0):
                at = wings[w, CORNER] + i * columns + j
                rear = (
                    air.edges[lane, at, mirror]
                    + air.afts[lane, wings[w, AFT] + i * columns + j, mirror]
                )
                far = max(far, abs(air.edges[lane, at, mirror]), abs(rear))
            for i in range(chordwise):
                side = wings[w, AFT] + i * columns + j
                free[side] = 1.0 if far > CORE * air.size[lane] else 0.0


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
    _set_surface(model, air, lane)
    _free_sides(model, air, lane)
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
