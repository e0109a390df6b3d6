"""Weights of the loads and of the flow that an air step leaves, back to the motion and to the flow
that it began with: the transpose of `derived.tangent`, from its end to its beginning.

All in one lane. Weights have the names of what they are weights of; those of the flow at the
beginning are `circulation_before`, `wake_before` and `shed_before`.
"""

from __future__ import annotations

import numpy as np

from pelagos.loops.lattice.data import (
    BEGIN,
    CURRENT,
    END,
    MINUS,
    ORIGIN,
    PLACE,
    PLUS,
    POSE,
    VELOCITY,
)
from pelagos.loops.lattice.derived.tangent import diagonals
from pelagos.loops.lattice.derived.vectors import (
    add_to_row,
    added,
    cross,
    dot,
    row_of,
    scaled,
)
from pelagos.loops.lattice.derived.weight_forces import weigh_loads
from pelagos.loops.lattice.flow import (
    UNIT,
    circulate,
    clear,
    look,
    set_images,
    set_vortices,
    take_in_images,
)
from pelagos.loops.lattice.shape import vector_of
from pelagos.loops.lattice.vortex_list import rings_of, strength_of
from pelagos.loops.lattice.vortices import add_parts, add_segment, weigh_segment
from pelagos.mechanism.lattice import (
    AFT,
    CHORD,
    CORNER,
    MIRROR,
    PANEL,
    SHED,
    SPAN,
    WAKE,
)


def solve_flow(wings, air, drift):
    """The flow about the surface where it is, with all that its weights need."""
    v, mirror = air.vortices, wings.stream[MIRROR]
    look(wings, air, 0, drift)
    circulate(wings, air, 0)
    set_vortices(wings, air, 0, drift)
    clear(air.field)
    for s in range(v.count[1]):
        row = v.table[s]
        strength = UNIT * strength_of(row, v.strengths)
        add_segment(v.ends[row[BEGIN]], v.ends[row[END]], strength, air.points, air.field)
    take_in_images(air.field, mirror)


def weigh_flow(wings, corner_places, places, air, w, drift, rate):
    """Weights w.guess of loads and w.circulation, w.wake, w.shed of the flow at the end, down to
    w.places and w.corner_places, and to the flow at the beginning.

    The flow was solved by `solve_flow`. rate: one over the time step, or 0.
    """
    _begin(w)
    _weigh_wake(wings, air, w)
    weigh_loads(wings, places, air, w, rate)
    _weigh_circulation(air, w)
    _weigh_field(wings, air, w, drift)
    _weigh_sides(wings, w)
    _weigh_points(wings, w.points, w.corners, air.right.shape[0])
    _weigh_points(wings, w.moving, w.motion, air.right.shape[0])
    _weigh_normals(wings, air.looked[0], w)
    _weigh_corners(wings, corner_places, places, w)
    for k in range(3):
        w.places[wings.around + CURRENT + k] += w.stream[k]


def _begin(w):
    for p in range(w.circulation.shape[0]):
        w.circulation_before[p] = w.areas[0, p] = 0.0
    for number in range(w.places.shape[0]):
        w.places[number] = 0.0
    for ring in range(w.shed.shape[0]):
        w.shed_before[ring] = 0.0
    clear(w.local)
    clear(w.points)
    clear(w.moving)
    for k in range(3):
        w.stream[k] = 0.0
    _clear_rows(w.wake_before)
    _clear_rows(w.ends)
    _clear_rows(w.corners)
    _clear_rows(w.motion)
    _clear_rows(w.corner_places)
    _clear_rows(w.normals[0])
    _clear_rows(w.fronts[0])
    _clear_rows(w.afts[0])
    _clear_rows(w.middles[0])
    _clear_rows(w.chords[0])


def _clear_rows(rows):
    for i in range(rows.shape[0]):
        for k in range(rows.shape[1]):
            rows[i, k] = 0.0


def _weigh_wake(wings, air, w):
    """`move_wake`: circulations of panels now and before, ends of vortices, wake rings."""
    corners = air.corners.shape[0]
    for p in range(w.circulation.shape[0]):
        w.found[0, p] = w.circulation[p]
    for v in range(wings.table.shape[0]):
        wing = wings.table[v]
        spanwise, columns, rings = wing[SPAN], wing[SPAN] + 1, rings_of(air, 0, wing, v)
        edge = wing[CORNER] + wing[CHORD] * columns
        for at in range((rings + 1) * columns):
            to = edge + at if at < columns else corners + wing[WAKE] + at
            add_to_row(w.ends, to, row_of(w.wake, wing[WAKE] + at))
        for ring in range(spanwise, rings * spanwise):
            w.shed_before[wing[SHED] + ring - spanwise] += w.shed[wing[SHED] + ring]
        last = wing[PANEL] + (wing[CHORD] - 1) * spanwise
        for j in range(spanwise if rings else 0):
            w.circulation_before[last + j] += w.shed[wing[SHED] + j]


def _weigh_circulation(air, w):
    """No flow through: weights of circulations become those of velocities at all points."""
    n, sides, reach = air.right.shape[0], w.local.shape[1], air.reach[0]
    for p in range(n):
        for k in range(3):
            for s in range(sides):
                w.found[0, p] += reach[p, k * sides + s] * w.local[k, s]
    for p in range(n):
        w.right[p] = w.found[0, p]
    solve_transposed(air.matrix[0], air.pivots[0], w.right)
    for k in range(3):
        for p in range(n):
            w.field[k, p] = -w.right[p] * air.normals[0, p, k]
        for s in range(sides):
            w.field[k, n + s] = w.local[k, s]
        for point in range(n + sides):
            w.stream[k] += w.field[k, point]
            w.moving[k, point] -= w.field[k, point]


def solve_transposed(matrix, pivots, right):
    """The solution by the transpose of a factored matrix, in the place of the right side."""
    n = matrix.shape[0]
    for k in range(n):
        for j in range(k):
            right[k] -= matrix[j, k] * right[j]
        right[k] /= matrix[k, k]
    for back in range(n):
        k = n - 1 - back
        for i in range(k + 1, n):
            right[k] -= matrix[i, k] * right[i]
    for back in range(n):
        k = n - 1 - back
        right[k], right[pivots[k]] = right[pivots[k]], right[k]


def _weigh_field(wings, air, w, drift):
    """Over all vortices: ends, circulations, points; then what the ends come from."""
    v, n, mirror = air.vortices, air.right.shape[0], wings.stream[MIRROR]
    set_images(w.field, mirror)
    for g in range(w.strengths.shape[0]):
        w.strengths[g] = 0.0
    for s in range(v.count[1]):
        row = v.table[s]
        begin, end, plus, minus = row[BEGIN], row[END], row[PLUS], row[MINUS]
        strength, start, stop = UNIT * strength_of(row, v.strengths), v.ends[begin], v.ends[end]
        weigh_segment(start, stop, strength, air.points, w.field, w.parts)
        own = UNIT * add_parts(w.parts, w.ends[begin], w.ends[end], w.points)
        if plus >= 0:
            w.strengths[plus] += own
        if minus >= 0:
            w.strengths[minus] -= own
    take_in_images(w.points, mirror)
    # those of the panels themselves have been found by no flow through
    for p in range(n):
        w.circulation_before[p] += w.strengths[n + p]
    for ring in range(w.shed.shape[0]):
        w.shed_before[ring] += w.strengths[2 * n + ring]
    for p in range(n):
        for k in range(3):
            met = air.stream[k] + air.field[k, p] - air.moving[k, p]
            w.normals[0, p, k] -= w.right[p] * met
    _weigh_ends(wings, air, w, drift)


def _weigh_ends(wings, air, w, drift):
    """`set_ends`: corners of the rings, and wakes that have drifted."""
    corners = air.corners.shape[0]
    for c in range(corners):
        for k in range(3):
            w.edges[0, c, k] = w.ends[c, k]
    for v in range(wings.table.shape[0]):
        wing = wings.table[v]
        columns = wing[SPAN] + 1
        for at in range(rings_of(air, 0, wing, v) * columns):
            for k in range(3):
                own = w.ends[corners + wing[WAKE] + columns + at, k]
                w.wake_before[wing[WAKE] + at, k] += own
                w.stream[k] += drift * own


def _to_ring_corner(back, first, i, j, chordwise, columns, k, weight):
    """`ring_corner` backward."""
    here = first + i * columns + j
    if i < chordwise:
        back[here, k] += 0.75 * weight
        back[here + columns, k] += 0.25 * weight
    else:
        back[here, k] += 1.25 * weight
        back[here - columns, k] -= 0.25 * weight


def _to_rear_corner(back, first, i, j, chordwise, columns, k, weight):
    """`rear_corner` backward."""
    if i < chordwise - 1:
        _to_ring_corner(back, first, i + 1, j, chordwise, columns, k, weight)
    else:
        back[first + chordwise * columns + j, k] += weight


def _weigh_sides(wings, w):
    """`set_sides` backward: sides to rings' corners, and all of these to corners."""
    table, edges, corners = wings.table, w.edges[0], w.corners
    for v in range(table.shape[0]):
        chordwise, spanwise, first = table[v, CHORD], table[v, SPAN], table[v, CORNER]
        columns = spanwise + 1
        for i in range(chordwise):
            for j in range(columns):
                at, side = first + i * columns + j, table[v, AFT] + i * columns + j
                panel = table[v, PANEL] + i * spanwise + j
                for k in range(3):
                    aft = w.afts[0, side, k]
                    edges[at, k] -= aft
                    _to_rear_corner(corners, first, i, j, chordwise, columns, k, aft)
                    if j < spanwise:
                        front, middle = w.fronts[0, panel, k], 0.5 * w.middles[0, panel, k]
                        edges[at, k] += middle - front
                        edges[at + 1, k] += middle + front
                        chord = 0.5 * w.chords[0, panel, k]
                        corners[at, k] -= chord
                        corners[at + 1, k] -= chord
                        corners[at + columns, k] += chord
                        corners[at + columns + 1, k] += chord
        for i in range(chordwise + 1):
            for j in range(columns):
                for k in range(3):
                    own = edges[first + i * columns + j, k]
                    _to_ring_corner(corners, first, i, j, chordwise, columns, k, own)


def _weigh_points(wings, points, back, panels):
    """`set_points` backward."""
    table = wings.table
    for v in range(table.shape[0]):
        chordwise, spanwise, first = table[v, CHORD], table[v, SPAN], table[v, CORNER]
        columns = spanwise + 1
        for i in range(chordwise):
            for j in range(columns):
                side = 2 * panels + table[v, AFT] + i * columns + j
                panel, at = table[v, PANEL] + i * spanwise + j, first + i * columns + j
                for k in range(3):
                    own = 0.5 * points[k, side]
                    _to_rear_corner(back, first, i, j, chordwise, columns, k, own)
                    if j < spanwise:
                        front = 0.5 * points[k, panels + panel]
                        own += front
                        _to_ring_corner(back, first, i, j + 1, chordwise, columns, k, front)
                        control = points[k, panel]
                        back[at, k] += 0.125 * control
                        back[at + 1, k] += 0.125 * control
                        back[at + columns, k] += 0.375 * control
                        back[at + columns + 1, k] += 0.375 * control
                    _to_ring_corner(back, first, i, j, chordwise, columns, k, own)


def _weigh_normals(wings, corners, w):
    """n = a x b / |a x b|, and half of that length."""
    table = wings.table
    for v in range(table.shape[0]):
        columns = table[v, SPAN] + 1
        for i in range(table[v, CHORD]):
            for j in range(table[v, SPAN]):
                at, panel = table[v, CORNER] + i * columns + j, table[v, PANEL]
                panel += i * table[v, SPAN] + j
                a, b = diagonals(corners, at, columns)
                product = cross(a, b)
                length = np.sqrt(dot(product, product))
                normal, own = scaled(1.0 / length, product), row_of(w.normals[0], panel)
                along = 0.5 * w.areas[0, panel] - dot(own, normal) / length
                own = added(scaled(1.0 / length, own), scaled(along, normal))
                of_a, of_b = cross(b, own), cross(own, a)
                right, left = at + columns + 1, at + columns
                add_to_row(w.corners, right, of_a)
                add_to_row(w.corners, at, scaled(-1.0, of_a))
                add_to_row(w.corners, at + 1, of_b)
                add_to_row(w.corners, left, scaled(-1.0, of_b))


def _weigh_corners(wings, corner_places, places, w):
    """`place_corners` backward: to poses and velocities of bodies, and to places on these."""
    for c in range(w.corners.shape[0]):
        corner, motion = scaled(0.5, row_of(w.corners, c)), scaled(0.5, row_of(w.motion, c))
        for end in range(2):
            first = PLACE * wings.carriers[c, end]
            r, spin = (
                vector_of(corner_places[c], 3 * end, 0),
                vector_of(places, first + VELOCITY + 3, 0),
            )
            speed = added(vector_of(places, first + VELOCITY, 0), cross(spin, r))
            _add(w.places, first + ORIGIN, corner)
            turned = _into(places, first + POSE, motion)
            on = added(_into(places, first + POSE, corner), cross(turned, spin))
            _add(w.corner_places[c], 3 * end, on)
            _add(w.places, first + VELOCITY, turned)
            _add(w.places, first + VELOCITY + 3, cross(r, turned))
            for axis in range(3):
                share = added(scaled(_of(r, axis), corner), scaled(_of(speed, axis), motion))
                _add(w.places, first + POSE + 3 * axis, share)


def _add(numbers, at, a):
    x, y, z = a
    numbers[at] += x
    numbers[at + 1] += y
    numbers[at + 2] += z


def _of(a, axis):
    x, y, z = a
    return x if axis == 0 else (y if axis == 1 else z)


def _into(places, at, a):
    """A vector of the world in the axes of a body, which stand in columns."""
    return (
        dot(vector_of(places, at, 0), a),
        dot(vector_of(places, at + 3, 0), a),
        dot(vector_of(places, at + 6, 0), a),
    )
