"""How circulations move with a flow: docs/theory/lifting-surfaces.md (7) to (9), differentiated.

Velocities of points move with these, with the ends of all vortices and with their circulations.
Those of the panels are found last: no flow through, A Gamma = b, gives A dGamma = db - dA Gamma,
where dA Gamma is how the velocity by the panels' vortices moves at fixed circulations. So one way
over the list of vortices gives all that is needed, and the factored A solves for dGamma.
"""

from __future__ import annotations

import numpy as np

from pelagos.loops.lattice.data import (
    AROUND,
    BEGIN,
    CURRENT,
    END,
    ORIGIN,
    PLACE,
    POSE,
    VELOCITY,
)
from pelagos.loops.lattice.derived.vectors import added, cross
from pelagos.loops.lattice.flow import (
    UNIT,
    clear,
    set_images,
    set_vortices,
    solve,
    take_in_images,
)
from pelagos.loops.lattice.shape import set_points, set_sides, vector_of
from pelagos.loops.lattice.vortex_list import set_ends, set_strengths, strength_of
from pelagos.loops.lattice.vortices import add_moving_segment
from pelagos.mechanism.lattice import CHORD, CORNER, MIRROR, PANEL, SPAN


def tangent_rows(wings):
    """Where tangents begin in what the program `wings` gives with them."""
    return wings.around + AROUND


def move_flow(wings, lanes, places, air, t, lane, drift):
    """How circulations and the velocity that sides meet move; the surface is where it was looked
    at, its corners and their motion are in place."""
    _move_corners(wings, lanes.corner_places, places, t, lane)
    set_sides(wings, t.corners, t, 0)
    _move_normals(wings, air.looked[lane], t)
    _move_field(wings, air, t, lane, drift)
    n = air.right.shape[0]
    set_points(wings, air.motion, air.moving, n)
    set_points(wings, t.motion, t.moving, n)
    normals, stream, field, moving = air.normals[lane], air.stream, air.field, air.moving
    for p in range(n):
        t.right[p] = 0.0
        for k in range(3):
            t.right[p] -= (t.stream[k] + t.field[k, p] - t.moving[k, p]) * normals[p, k]
            t.right[p] -= (stream[k] + field[k, p] - moving[k, p]) * t.normals[0, p, k]
    solve(air.matrix[lane], air.pivots[lane], t.right, t.found[0])
    sides, reach = t.local.shape[1], air.reach[lane]
    for k in range(3):
        for s in range(sides):
            air.local[k, s] = stream[k] - moving[k, n + s] + field[k, n + s]
            t.local[k, s] = t.stream[k] - t.moving[k, n + s] + t.field[k, n + s]
        for p in range(n):
            for s in range(sides):
                t.local[k, s] += reach[p, k * sides + s] * t.found[0, p]


def _move_corners(wings, corner_places, places, t, lane):
    """How corners and their velocities move; rates of `corner_places` stand behind these."""
    corners, motion, carriers, behind = t.corners, t.motion, wings.carriers, tangent_rows(wings)
    for c in range(corners.shape[0]):
        for k in range(3):
            corners[c, k] = motion[c, k] = 0.0
        for end in range(2):
            first = PLACE * carriers[c, end]
            r = vector_of(corner_places[c], 3 * end, lane)
            dr = vector_of(corner_places[corners.shape[0] + c], 3 * end, lane)
            spin = vector_of(places, first + VELOCITY + 3, lane)
            dspin = vector_of(places, behind + first + VELOCITY + 3, lane)
            x, y, z = r
            dx, dy, dz = dr
            u, v, w = added(vector_of(places, first + VELOCITY, lane), cross(spin, r))
            moved = added(cross(dspin, r), cross(spin, dr))
            du, dv, dw = added(vector_of(places, behind + first + VELOCITY, lane), moved)
            for k in range(3):
                at = first + POSE + k
                ex, ey, ez = places[at, lane], places[at + 3, lane], places[at + 6, lane]
                at += behind
                fx, fy, fz = places[at, lane], places[at + 3, lane], places[at + 6, lane]
                origin = places[behind + first + ORIGIN + k, lane]
                turned = fx * x + fy * y + fz * z
                corners[c, k] += 0.5 * (origin + turned + ex * dx + ey * dy + ez * dz)
                motion[c, k] += 0.5 * (fx * u + fy * v + fz * w + ex * du + ey * dv + ez * dw)
    for k in range(3):
        t.stream[k] = places[behind + wings.around + CURRENT + k, lane]


def diagonals(c, at, columns):
    """Those of the panel whose first corner is `at`; their product is twice its area."""
    right, left = at + columns + 1, at + columns
    return (
        (c[right, 0] - c[at, 0], c[right, 1] - c[at, 1], c[right, 2] - c[at, 2]),
        (c[at + 1, 0] - c[left, 0], c[at + 1, 1] - c[left, 1], c[at + 1, 2] - c[left, 2]),
    )


def _move_normals(wings, corners, t):
    """Normals and areas: n = a x b / |a x b|."""
    table = wings.table
    for w in range(table.shape[0]):
        columns = table[w, SPAN] + 1
        for i in range(table[w, CHORD]):
            for j in range(table[w, SPAN]):
                at, panel = table[w, CORNER] + i * columns + j, table[w, PANEL]
                panel += i * table[w, SPAN] + j
                a, b = diagonals(corners, at, columns)
                da, db = diagonals(t.corners, at, columns)
                x, y, z = cross(a, b)
                length = np.sqrt(x * x + y * y + z * z)
                x, y, z = x / length, y / length, z / length
                dx, dy, dz = added(cross(da, b), cross(a, db))
                along = x * dx + y * dy + z * dz
                t.areas[0, panel] = 0.5 * along
                t.normals[0, panel, 0] = (dx - along * x) / length
                t.normals[0, panel, 1] = (dy - along * y) / length
                t.normals[0, panel, 2] = (dz - along * z) / length


def _move_field(wings, air, t, lane, drift):
    """Velocities by all vortices, and how they move while the circulations of panels do not."""
    v, n, mirror = air.vortices, air.right.shape[0], wings.stream[MIRROR]
    set_points(wings, air.looked[lane], air.points, n)
    set_images(air.points, mirror)
    set_points(wings, t.corners, t.points, n)
    set_images(t.points, mirror)
    set_vortices(wings, air, lane, drift)
    set_ends(wings, air, lane, t.edges[0], t.wake[lane], t.stream, drift, t.ends)
    for p in range(n):
        t.found[0, p] = 0.0
    set_strengths(t.found[0], t.circulation[lane], t.shed[lane], t.strengths)
    clear(air.field)
    clear(t.field)
    for s in range(v.count[1]):
        row = v.table[s]
        begin, end = row[BEGIN], row[END]
        strength = UNIT * strength_of(row, v.strengths)
        change = UNIT * strength_of(row, t.strengths)
        add_moving_segment(
            (v.ends[begin], v.ends[end], strength, air.points, air.field),
            (t.ends[begin], t.ends[end], change, t.points, t.field),
        )
    take_in_images(air.field, mirror)
    take_in_images(t.field, mirror)
