"""Weights of the forces of the flow about wings, back to what these come from: the transpose of
`derived.tangent_forces`, term by term."""

from __future__ import annotations

from pelagos.loops.lattice.data import DENSITY, ORIGIN, PLACE
from pelagos.loops.lattice.derived.vectors import (
    add_to_column,
    add_to_row,
    added,
    column_of,
    cross,
    dot,
    row_of,
    scaled,
)
from pelagos.loops.lattice.forces import (
    arm_of,
    net_of_front,
    net_of_side,
    pressed_from,
    pressed_share,
    side_share,
)
from pelagos.mechanism.lattice import AFT, CHORD, PANEL, SPAN


def _weigh_push(wings, places, air, w, panel, kind, shift, force):
    """Weights of a wrench that a force gives: those of the force; its arm's are added."""
    load, loaded, guess = wings.panel_loads[panel], wings.loaded, w.guess[0]
    row, at = 6 * (kind * loaded.shape[0] + load), PLACE * loaded[load] + ORIGIN
    pushed = guess[row], guess[row + 1], guess[row + 2]
    turned = guess[row + 3], guess[row + 4], guess[row + 5]
    arm = arm_of(places, air, 0, panel, shift, at)
    back = cross(force, turned)
    add_to_row(w.middles[0], panel, back)
    add_to_row(w.chords[0], panel, scaled(shift, back))
    x, y, z = back
    w.places[at] -= x
    w.places[at + 1] -= y
    w.places[at + 2] -= z
    return added(pushed, cross(turned, arm))


def _weigh_joukowski(wings, places, air, w, panel, s, side, dside, strength):
    """Weights of strength velocity x side; gives that of the strength."""
    met, along = column_of(air.local, s), (side[0], side[1], side[2])
    product = cross(met, along)
    force = _weigh_push(wings, places, air, w, panel, 0, 0.0, scaled(strength, product))
    add_to_column(w.local, s, scaled(strength, cross(along, force)))
    x, y, z = scaled(strength, cross(force, met))
    dside[0] += x
    dside[1] += y
    dside[2] += z
    return dot(force, product)


def _weigh_bound(wings, places, air, w, wing, i, j):
    """Those of Kutta and Joukowski, on a panel's front side and on its sides down the chord."""
    n, spanwise, at_density = air.right.shape[0], wing[SPAN], wings.around + DENSITY
    panel, density = wing[PANEL] + i * spanwise + j, places[at_density, 0]
    found, back = air.found[0], w.found[0]
    net = net_of_front(found, wing, i, panel)
    front, dfront = air.fronts[0, panel], w.fronts[0, panel]
    own = _weigh_joukowski(wings, places, air, w, panel, panel, front, dfront, density * net)
    w.places[at_density] += own * net
    back[panel] += own * density
    if i > 0:
        back[panel - spanwise] -= own * density
    for right in range(2):
        at = j + right
        side, ring = wing[AFT] + i * (spanwise + 1) + at, panel + right
        net = net_of_side(found, wing, at, ring)
        share = side_share(wing, at) * air.free[0, side]
        aft, daft, strength = air.afts[0, side], w.afts[0, side], density * net * share
        own = _weigh_joukowski(wings, places, air, w, panel, n + side, aft, daft, strength)
        w.places[at_density] += own * net * share
        if at > 0:
            back[ring - 1] += own * density * share
        if at < spanwise:
            back[ring] -= own * density * share


def _weigh_pressed(wings, places, air, w, wing, i, j, rate):
    """Those of the changing jump of potential."""
    panel, at_density = wing[PANEL] + i * wing[SPAN] + j, wings.around + DENSITY
    density, area, normal = (
        places[at_density, 0],
        air.areas[0, panel],
        row_of(air.normals[0], panel),
    )
    size = density * area * rate
    for own in range(0 if i > 0 else 1, 2):
        ring = pressed_from(wing, panel, own)
        share, shift = pressed_share(own)
        change = share * (air.found[0, ring] - air.circulation[0, ring])
        push = size * change
        force = _weigh_push(wings, places, air, w, panel, 1, shift, scaled(push, normal))
        along = dot(force, normal)
        add_to_row(w.normals[0], panel, scaled(push, force))
        w.found[0, ring] += along * size * share
        w.circulation_before[ring] -= along * size * share
        w.places[at_density] += along * change * area * rate
        w.areas[0, panel] += along * change * density * rate


def weigh_loads(wings, places, air, w, rate):
    """Weights w.guess of the wrenches on the loaded bodies; rate: one over the time step, or 0."""
    table = wings.table
    for v in range(table.shape[0]):
        for i in range(table[v, CHORD]):
            for j in range(table[v, SPAN]):
                _weigh_bound(wings, places, air, w, table[v], i, j)
                if rate > 0.0:
                    _weigh_pressed(wings, places, air, w, table[v], i, j, rate)
