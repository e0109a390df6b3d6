"""Forces of the flow about wings, as wrenches on the bodies that carry them.

The same as `aero.vortex_lattice`, docs/theory/lifting-surfaces.md (10), (11). What goes with the
circulation and what goes with its rate are kept apart: the coupling treats them differently.
"""

from __future__ import annotations

from pelagos.loops.lattice.data import DENSITY, ORIGIN, PLACE
from pelagos.mechanism.lattice import AFT, CHORD, PANEL, SPAN

# where the rate of circulation of the ring ahead, and of the own ring, presses: shares of a panel's
# chord behind its front side, which lies a quarter behind its edge
AHEAD, OWN = 0.125 - 0.25, 0.625 - 0.25


def _push(wings, places, air, lane, panel, kind, shift, force):
    """A force at the middle of a panel's front side, moved by a share of the chord."""
    load, loaded, answer = wings.panel_loads[panel], wings.loaded, air.answer
    row, at = 6 * (kind * loaded.shape[0] + load), PLACE * loaded[load] + ORIGIN
    x, y, z = arm_of(places, air, lane, panel, shift, at)
    fx, fy, fz = force
    answer[lane, row] += fx
    answer[lane, row + 1] += fy
    answer[lane, row + 2] += fz
    answer[lane, row + 3] += y * fz - z * fy
    answer[lane, row + 4] += z * fx - x * fz
    answer[lane, row + 5] += x * fy - y * fx


def arm_of(places, air, lane, panel, shift, at):
    """From a body's origin, in a row of places, to where a force acts on a panel."""
    middles, chords = air.middles, air.chords
    x = middles[lane, panel, 0] + shift * chords[lane, panel, 0] - places[at, lane]
    y = middles[lane, panel, 1] + shift * chords[lane, panel, 1] - places[at + 1, lane]
    z = middles[lane, panel, 2] + shift * chords[lane, panel, 2] - places[at + 2, lane]
    return x, y, z


def _joukowski(local, s, side, strength):
    """strength velocity x side."""
    u, v, w = local[0, s], local[1, s], local[2, s]
    return (
        strength * (v * side[2] - w * side[1]),
        strength * (w * side[0] - u * side[2]),
        strength * (u * side[1] - v * side[0]),
    )


def net_of_front(found, wing, i, panel):
    """Circulation of the front side of a panel in row i."""
    return found[panel] - (found[panel - wing[SPAN]] if i > 0 else 0.0)


def net_of_side(found, wing, at, panel):
    """That of side `at` down the chord, which the panel is to the right of."""
    return (found[panel - 1] if at > 0 else 0.0) - (found[panel] if at < wing[SPAN] else 0.0)


def side_share(wing, at):
    """The share that each panel beside it has of a side down the chord."""
    return 0.5 if 0 < at < wing[SPAN] else 1.0


def pressed_from(wing, panel, own):
    """The ring whose changing circulation presses: the panel's own, or that ahead of it."""
    return panel if own else panel - wing[SPAN]


def pressed_share(own):
    """The share of a panel that it presses on, and where, behind the middle of its front side."""
    return (0.75, OWN) if own else (0.25, AHEAD)


def _bound(wings, places, air, lane, wing, i, j):
    """Kutta and Joukowski on the front side and on the sides down the chord of a panel."""
    columns, n = wing[SPAN] + 1, air.right.shape[0]
    density, found, local = places[wings.around + DENSITY, lane], air.found[lane], air.local
    panel = wing[PANEL] + i * wing[SPAN] + j
    net = net_of_front(found, wing, i, panel)
    force = _joukowski(local, panel, air.fronts[lane, panel], density * net)
    _push(wings, places, air, lane, panel, 0, 0.0, force)
    for right in range(2):
        at = j + right
        side = wing[AFT] + i * columns + at
        net = net_of_side(found, wing, at, panel + right)
        strength = density * net * side_share(wing, at) * air.free[lane, side]
        force = _joukowski(local, n + side, air.afts[lane, side], strength)
        _push(wings, places, air, lane, panel, 0, 0.0, force)


def _pressed(wings, places, air, lane, wing, i, j, rate):
    """The jump of potential over a panel is that of the ring ahead on its first quarter."""
    panel = wing[PANEL] + i * wing[SPAN] + j
    found, before, normal = air.found[lane], air.circulation[lane], air.normals[lane, panel]
    size = places[wings.around + DENSITY, lane] * air.areas[lane, panel] * rate
    for own in range(0 if i > 0 else 1, 2):
        ring = pressed_from(wing, panel, own)
        share, shift = pressed_share(own)
        push = size * share * (found[ring] - before[ring])
        force = (push * normal[0], push * normal[1], push * normal[2])
        _push(wings, places, air, lane, panel, 1, shift, force)


def load_bodies(wings, places, air, lane, rate):
    """Wrenches on the loaded bodies about their origins; rate: one over the time step, or 0."""
    table, answer = wings.table, air.answer
    for k in range(answer.shape[1]):
        answer[lane, k] = 0.0
    for w in range(table.shape[0]):
        for i in range(table[w, CHORD]):
            for j in range(table[w, SPAN]):
                _bound(wings, places, air, lane, table[w], i, j)
                if rate > 0.0:
                    _pressed(wings, places, air, lane, table[w], i, j, rate)
