"""Where the wings of a run are: corners of panels on the bodies, rings, normals and sides.

Step 1 of `aero.vortex_lattice`, as loops; `lane` is the run in question.
"""

from __future__ import annotations

import numpy as np

from pelagos.loops.lattice.data import CURRENT, ORIGIN, PLACE, POSE, VELOCITY
from pelagos.loops.lattice.vortices import CORE
from pelagos.mechanism.lattice import AFT, CHORD, CORNER, MIRROR, PANEL, SPAN


def place_corners(wings, corner_places, places, air, lane):
    """Corners of all wings and their velocities, and the undisturbed flow."""
    corners, motion, carriers = air.corners, air.motion, wings.carriers
    for c in range(corners.shape[0]):
        for k in range(3):
            corners[c, k] = motion[c, k] = 0.0
        for end in range(2):
            first = PLACE * carriers[c, end]
            x, y, z = vector_of(corner_places[c], 3 * end, lane)
            u, v, w = vector_of(places, first + VELOCITY, lane)
            p, q, r = vector_of(places, first + VELOCITY + 3, lane)
            u, v, w = u + q * z - r * y, v + r * x - p * z, w + p * y - q * x
            for k in range(3):
                ex, ey, ez = (
                    places[first + POSE + k, lane],
                    places[first + POSE + 3 + k, lane],
                    places[first + POSE + 6 + k, lane],
                )
                origin = places[first + ORIGIN + k, lane]
                corners[c, k] += 0.5 * (origin + ex * x + ey * y + ez * z)
                motion[c, k] += 0.5 * (ex * u + ey * v + ez * w)
    for k in range(3):
        air.stream[k] = places[wings.around + CURRENT + k, lane]


def vector_of(rows, first, lane):
    return rows[first, lane], rows[first + 1, lane], rows[first + 2, lane]


def ring_corner(c, first, i, j, chordwise, columns, k):
    """Coordinate k of a ring's corner: a quarter panel behind that of the panel."""
    here = c[first + i * columns + j, k]
    if i < chordwise:
        return here + 0.25 * (c[first + (i + 1) * columns + j, k] - here)
    return here + 0.25 * (here - c[first + (i - 1) * columns + j, k])


def rear_corner(c, first, i, j, chordwise, columns, k):
    """Where the side down the chord from ring corner (i, j) ends: the trailing edge cuts it."""
    if i < chordwise - 1:
        return ring_corner(c, first, i + 1, j, chordwise, columns, k)
    return c[first + chordwise * columns + j, k]


def _control_point(c, at, columns, k):
    """Three quarters down the panel whose first corner is `at`."""
    ahead = 0.5 * (c[at, k] + c[at + 1, k])
    return ahead + 0.75 * (0.5 * (c[at + columns, k] + c[at + columns + 1, k]) - ahead)


def set_points(wings, c, target, panels):
    """Control points, then middles of front sides, then of sides down the chord.

    These are linear in the corners: given velocities of corners, velocities of the points.
    """
    table = wings.table
    for w in range(table.shape[0]):
        chordwise, spanwise, first = table[w, CHORD], table[w, SPAN], table[w, CORNER]
        columns = spanwise + 1
        for i in range(chordwise):
            for j in range(columns):
                side = 2 * panels + table[w, AFT] + i * columns + j
                panel = table[w, PANEL] + i * spanwise + j
                for k in range(3):
                    front = ring_corner(c, first, i, j, chordwise, columns, k)
                    rear = rear_corner(c, first, i, j, chordwise, columns, k)
                    target[k, side] = 0.5 * (front + rear)
                    if j < spanwise:
                        other = ring_corner(c, first, i, j + 1, chordwise, columns, k)
                        target[k, panels + panel] = 0.5 * (front + other)
                        at = first + i * columns + j
                        target[k, panel] = _control_point(c, at, columns, k)


def set_surface(wings, air, lane):
    """Normals, areas and sides of the surface at its corners."""
    table, c, areas = wings.table, air.corners, air.areas[lane]
    set_sides(wings, c, air, lane)
    total = 0.0
    for w in range(table.shape[0]):
        spanwise, columns = table[w, SPAN], table[w, SPAN] + 1
        for i in range(table[w, CHORD]):
            for j in range(spanwise):
                at, panel = table[w, CORNER] + i * columns + j, table[w, PANEL] + i * spanwise + j
                areas[panel] = _set_normal(c, at, columns, air.normals[lane], panel)
                total += areas[panel]
    air.size[lane] = np.sqrt(total)


def set_sides(wings, c, target, lane):
    """Corners and sides of all rings, middles and chords of panels.

    These are linear in the corners c: given how corners move, how sides do.
    """
    table, edges, fronts = wings.table, target.edges[lane], target.fronts[lane]
    afts, middles, chords = target.afts[lane], target.middles[lane], target.chords[lane]
    for w in range(table.shape[0]):
        chordwise, spanwise, first = table[w, CHORD], table[w, SPAN], table[w, CORNER]
        columns = spanwise + 1
        for i in range(chordwise + 1):
            for j in range(columns):
                for k in range(3):
                    edges[first + i * columns + j, k] = ring_corner(
                        c, first, i, j, chordwise, columns, k
                    )
        for i in range(chordwise):
            for j in range(columns):
                at, side = first + i * columns + j, table[w, AFT] + i * columns + j
                for k in range(3):
                    rear = rear_corner(c, first, i, j, chordwise, columns, k)
                    afts[side, k] = rear - edges[at, k]
                if j == spanwise:
                    continue
                panel = table[w, PANEL] + i * spanwise + j
                for k in range(3):
                    fronts[panel, k] = edges[at + 1, k] - edges[at, k]
                    middles[panel, k] = 0.5 * (edges[at, k] + edges[at + 1, k])
                    front = 0.5 * (c[at, k] + c[at + 1, k])
                    rear = 0.5 * (c[at + columns, k] + c[at + columns + 1, k])
                    chords[panel, k] = rear - front


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


def free_sides(wings, air, lane):
    """A side down the chord that lies in the mirror is cancelled by its image."""
    mirror, table, free = wings.stream[MIRROR], wings.table, air.free[lane]
    for w in range(table.shape[0]):
        chordwise, columns = table[w, CHORD], table[w, SPAN] + 1
        for j in range(columns):
            far = 1.0 if mirror < 0 else 0.0
            for i in range(chordwise if mirror >= 0 else 0):
                at = table[w, CORNER] + i * columns + j
                rear = (
                    air.edges[lane, at, mirror]
                    + air.afts[lane, table[w, AFT] + i * columns + j, mirror]
                )
                far = max(far, abs(air.edges[lane, at, mirror]), abs(rear))
            for i in range(chordwise):
                side = table[w, AFT] + i * columns + j
                free[side] = 1.0 if far > CORE * air.size[lane] else 0.0
