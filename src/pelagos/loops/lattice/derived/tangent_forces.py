"""How the forces of the flow about wings move: `lattice.forces`, differentiated term by term."""

from __future__ import annotations

from pelagos.loops.lattice.data import DENSITY, ORIGIN, PLACE
from pelagos.loops.lattice.derived.tangent import tangent_rows
from pelagos.loops.lattice.derived.vectors import added, column_of, cross, row_of, scaled
from pelagos.loops.lattice.forces import (
    arm_of,
    net_of_front,
    net_of_side,
    pressed_from,
    pressed_share,
    side_share,
)
from pelagos.loops.lattice.shape import vector_of
from pelagos.mechanism.lattice import AFT, CHORD, PANEL, SPAN


def _push(wings, places, air, t, lane, panel, kind, shift, force, moved):
    """A force that moves, at the middle of a panel's front side moved by a share of the chord."""
    load, loaded, answer = wings.panel_loads[panel], wings.loaded, t.answer[lane]
    row, at = 6 * (kind * loaded.shape[0] + load), PLACE * loaded[load] + ORIGIN
    arm = arm_of(places, air, lane, panel, shift, at)
    ox, oy, oz = vector_of(places, at + tangent_rows(wings), lane)
    x, y, z = added(row_of(t.middles[0], panel), scaled(shift, row_of(t.chords[0], panel)))
    darm = x - ox, y - oy, z - oz
    fx, fy, fz = moved
    mx, my, mz = added(cross(arm, moved), cross(darm, force))
    answer[row] += fx
    answer[row + 1] += fy
    answer[row + 2] += fz
    answer[row + 3] += mx
    answer[row + 4] += my
    answer[row + 5] += mz


def _joukowski(air, t, lane, s, sides, dsides, index, strengths):
    """strength velocity x side, and how it moves."""
    strength, change = strengths
    met, dmet = column_of(air.local, s), column_of(t.local, s)
    side, dside = row_of(sides, index), row_of(dsides, index)
    product = cross(met, side)
    moved = scaled(strength, added(cross(dmet, side), cross(met, dside)))
    return scaled(strength, product), added(scaled(change, product), moved)


def _bound(wings, places, air, t, lane, wing, i, j):
    """Kutta and Joukowski on the front side and on the sides down the chord of a panel."""
    n, panel = air.right.shape[0], wing[PANEL] + i * wing[SPAN] + j
    density, ddensity = _densities(wings, places, lane)
    found, dfound = air.found[lane], t.found[0]
    net, dnet = net_of_front(found, wing, i, panel), net_of_front(dfound, wing, i, panel)
    strengths = density * net, ddensity * net + density * dnet
    fronts, dfronts = air.fronts[lane], t.fronts[0]
    force, moved = _joukowski(air, t, lane, panel, fronts, dfronts, panel, strengths)
    _push(wings, places, air, t, lane, panel, 0, 0.0, force, moved)
    for right in range(2):
        at = j + right
        side = wing[AFT] + i * (wing[SPAN] + 1) + at
        net = net_of_side(found, wing, at, panel + right)
        dnet = net_of_side(dfound, wing, at, panel + right)
        share = side_share(wing, at) * air.free[lane, side]
        strengths = share * density * net, share * (ddensity * net + density * dnet)
        afts, dafts = air.afts[lane], t.afts[0]
        force, moved = _joukowski(air, t, lane, n + side, afts, dafts, side, strengths)
        _push(wings, places, air, t, lane, panel, 0, 0.0, force, moved)


def _densities(wings, places, lane):
    at = wings.around + DENSITY
    return places[at, lane], places[at + tangent_rows(wings), lane]


def _pressed(wings, places, air, t, lane, wing, i, j, rate):
    """By the changing jump of potential."""
    panel = wing[PANEL] + i * wing[SPAN] + j
    density, ddensity = _densities(wings, places, lane)
    area, darea = air.areas[lane, panel], t.areas[0, panel]
    normal, dnormal = row_of(air.normals[lane], panel), row_of(t.normals[0], panel)
    size, dsize = density * area * rate, (ddensity * area + density * darea) * rate
    for own in range(0 if i > 0 else 1, 2):
        ring = pressed_from(wing, panel, own)
        share, shift = pressed_share(own)
        change = share * (air.found[lane, ring] - air.circulation[lane, ring])
        dchange = share * (t.found[0, ring] - t.circulation[lane, ring])
        moved = scaled(size * change, dnormal)
        moved = added(moved, scaled(dsize * change + size * dchange, normal))
        _push(wings, places, air, t, lane, panel, 1, shift, scaled(size * change, normal), moved)


def move_loads(wings, places, air, t, lane, rate):
    """How wrenches on the loaded bodies move; rate: one over the time step, or 0."""
    table = wings.table
    for k in range(t.answer.shape[1]):
        t.answer[lane, k] = 0.0
    for w in range(table.shape[0]):
        for i in range(table[w, CHORD]):
            for j in range(table[w, SPAN]):
                _bound(wings, places, air, t, lane, table[w], i, j)
                if rate > 0.0:
                    _pressed(wings, places, air, t, lane, table[w], i, j, rate)
