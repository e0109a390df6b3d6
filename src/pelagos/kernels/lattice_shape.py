"""Where the wings of a run are: corners of panels on the bodies, rings, normals and sides.

Step 1 of `aero.vortex_lattice`, as loops; `lane` is the run in question.
"""

from __future__ import annotations

import numpy as np

from pelagos.compiled.lattice import AFT, CHORD, CORNER, CURRENT, MIRROR, PANEL, SPAN
from pelagos.compiled.layout import STATE
from pelagos.equations.vortices import CORE
from pelagos.kernels import arena, marching  # noqa: F401 (name the bundles in signatures)
from pelagos.kernels.entry import entry, inlined

VELOCITY = STATE["velocity"].start


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
def set_surface(model, air, lane):
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
def free_sides(model, air, lane):
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
