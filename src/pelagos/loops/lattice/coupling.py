"""Wings in a march: the flow is solved once per air step, in agreement with the motion.

In an air step from t to t + dt the bodies feel the loads

    F_c(t) + (F_c(t + dt) - F_c(t)) (t' - t) / dt  +  F_a,

F_c those of the circulations at both ends, F_a those of their change in between. F_c(t + dt) and
F_a are guessed, the bodies are marched, the flow about the surface where they arrive gives the
loads anew; where these differ from the guess the march goes back to t with a better one. Added mass
(F_a) is therefore implicit, and may exceed that of the bodies. Influences are taken where the first
pass arrives, and again only if a later one arrives elsewhere.
"""

from __future__ import annotations

import numpy as np

from pelagos.kernels.loops import loop, program
from pelagos.loops.data import NON_FINITE, UNCOUPLED, Lanes, LaneState, Model, Runs, Work
from pelagos.loops.lane_queue import end_run
from pelagos.loops.lattice.data import LOG_FIRST, LOG_HEAD, LOG_LAST, LOG_TIME
from pelagos.loops.lattice.flow import circulate, look
from pelagos.loops.lattice.forces import load_bodies
from pelagos.loops.lattice.mixing import gap, mix
from pelagos.loops.lattice.shape import place_corners
from pelagos.loops.lattice.vortex_list import move_wake, rings_of, set_ends
from pelagos.mechanism.lattice import CIRCULATION, LOADS, TIME

__all__ = ["LaneState", "Lanes", "Model", "Runs", "Work", "couple"]  # bundles: in the signature

MOST_PASSES = 60
MOVED = 10.0  # displacement after which influences are taken again, of the wings' size, over AGREED


@loop("Model Lanes Work Runs LaneState")
def couple(model, lanes, work, runs, m):
    """Solve the flow in fresh lanes that stand at an air step."""
    due = False
    for lane in range(m.run.shape[0]):
        due = due or is_due(m, lane)
    if not due:
        return
    wings, places, air = model.wings, work.y, m.lattice
    program(model.places, m.t, m.y, lanes.numbers, places, work.s)
    for lane in range(m.run.shape[0]):
        if is_due(m, lane):
            place_corners(wings, lanes.corner_places, places, air, lane)
            if not m.begun[lane]:
                _start(wings, lanes, places, m, lane)
                go_on(wings, lanes, runs, m, lane)
                show_start(wings, runs, m, lane)
            elif agrees(wings, lanes, places, runs, m, lane):
                if air.log.shape[0] > 0:
                    _log(wings, runs, m)
                keep(wings, lanes, m, lane)
                go_on(wings, lanes, runs, m, lane)


def is_due(m, lane):
    return (
        m.fresh[lane] != 0 and m.run[lane] >= 0 and (not m.begun[lane] or m.t[lane] >= m.air[lane])
    )


def _start(wings, lanes, places, m, lane):
    air = m.lattice
    start_flow(wings, places, m, lane)
    keep(wings, lanes, m, lane)
    for k in range(air.now.shape[1]):
        air.before[lane, k] = air.now[lane, k]
    m.begun[lane] = 1


def start_flow(wings, places, m, lane):
    """The first flow: full circulation, no wake, and no change of either."""
    air = m.lattice
    air.start[lane], air.count[lane], air.learnt[lane] = m.t[lane], 0, 0
    for w in range(air.rows.shape[1]):
        air.rows[lane, w] = 0
    look(wings, air, lane, 0.0)
    circulate(wings, air, lane)
    load_bodies(wings, places, air, lane, 0.0)


def show_start(wings, runs, m, lane):
    """The sample of the start is taken already: add the loads that were found since."""
    run = m.run[lane]
    if runs.done[run] == 1:
        for row in range(wings.stream[LOADS], m.y.shape[0] - 1):
            runs.out[run, 0, row] = m.y[row, lane]


def agrees(wings, lanes, places, runs, m, lane):
    """Whether the loads at the end are those that the bodies felt; else the march is put back."""
    air, dt = m.lattice, lanes.air_step[0, lane]
    if air.passes[lane] == 0 or _has_moved(air, lane):
        look(wings, air, lane, dt)
    circulate(wings, air, lane)
    load_bodies(wings, places, air, lane, 1.0 / dt)
    off = gap(air, lane)
    if off <= air.agreed[0]:
        return True
    put_back(runs, m, lane)
    if not np.isfinite(off) or air.passes[lane] + 1 >= MOST_PASSES:
        runs.bad[m.run[lane]] = wings.stream[LOADS]
        end_run(runs, m, lane, UNCOUPLED if np.isfinite(off) else NON_FINITE)
        return False
    mix(air, lane)
    air.passes[lane] += 1
    set_loads(wings, lanes, m, lane)
    return False


def _has_moved(air, lane):
    """Whether the surface is elsewhere than where influences were taken."""
    far = MOVED * air.agreed[0] * air.size[lane]
    for c in range(air.corners.shape[0]):
        for k in range(3):
            if abs(air.corners[c, k] - air.looked[lane, c, k]) > far:
                return True
    return False


def _log(wings, runs, m):
    """Note how the air step that has been marched began, in the first lane."""
    air, n, panels = m.lattice, m.y.shape[0], m.lattice.right.shape[0]
    row = air.log[(air.count[0] - 1) % air.log.shape[0]]
    row[LOG_TIME], row[LOG_FIRST] = air.base_time[0], 1.0 * air.base_steps[0]
    row[LOG_LAST] = 1.0 * runs.steps[m.run[0], 0]
    for i in range(n):
        row[LOG_HEAD + i] = air.base[i, 0]
    for i in range(wings.stream[LOADS], wings.stream[TIME] + 1):
        row[LOG_HEAD + i] = m.y[i, 0]  # as they were felt
    for p in range(panels):
        row[LOG_HEAD + n + p] = air.circulation[0, p]
    for g in range(m.ticks.shape[0]):
        row[LOG_HEAD + n + panels + g] = air.base_ticks[g, 0]


def keep(wings, lanes, m, lane):
    """The flow at the end of an air step becomes that at the start of the next."""
    air, first, dt = m.lattice, wings.stream[CIRCULATION], lanes.air_step[0, lane]
    ends, wake = air.vortices.ends, air.wake[lane]
    set_ends(wings, air, lane, air.edges[lane], wake, air.stream, dt, ends)
    move_wake(wings, air, lane, ends, air.circulation[lane], wake, air.shed[lane])
    for w in range(air.rows.shape[1]):
        air.rows[lane, w] = rings_of(air, lane, wings.table[w], w)
    for p in range(air.found.shape[1]):
        air.circulation[lane, p] = air.found[lane, p]
        if first >= 0:
            m.y[first + p, lane] = air.found[lane, p]
    for k in range(air.now.shape[1]):
        air.before[lane, k], air.now[lane, k] = air.now[lane, k], air.answer[lane, k]


def go_on(wings, lanes, runs, m, lane):
    """Begin the next air step with loads that go on as they did."""
    air, groups = m.lattice, m.ticks.shape[0]
    air.count[lane] += 1
    air.passes[lane] = 0
    m.air[lane] = air.start[lane] + air.count[lane] * lanes.air_step[0, lane]
    air.base_time[lane], air.base_h[lane] = m.t[lane], m.h[lane]
    air.base_done[lane], air.base_stop[lane] = runs.done[m.run[lane]], m.stop[lane]
    for g in range(groups):
        air.base_ticks[g, lane] = m.ticks[g, lane]
    for i in range(m.y.shape[0]):
        air.base[i, lane] = m.y[i, lane]
    for k in range(air.now.shape[1]):
        air.guess[lane, k] = 2.0 * air.now[lane, k] - air.before[lane, k]
    air.base_steps[lane] = runs.steps[m.run[lane], 0]
    set_loads(wings, lanes, m, lane)


def put_back(runs, m, lane):
    """The march at the start of the air step."""
    air, groups = m.lattice, m.ticks.shape[0]
    m.t[lane], m.h[lane] = air.base_time[lane], air.base_h[lane]
    runs.done[m.run[lane]], m.stop[lane] = air.base_done[lane], air.base_stop[lane]
    for g in range(groups):
        m.ticks[g, lane] = air.base_ticks[g, lane]
    for i in range(m.y.shape[0]):
        m.y[i, lane] = air.base[i, lane]
    air.base_steps[lane] = runs.steps[m.run[lane], 0]


def set_loads(wings, lanes, m, lane):
    """What the bodies feel until the next air step, into the state."""
    air, bodies, dt = m.lattice, wings.loaded.shape[0], lanes.air_step[0, lane]
    first = wings.stream[LOADS]
    for b in range(bodies):
        for k in range(6):
            own, row = 6 * b + k, first + 12 * b + k
            now, then = air.now[lane, own], air.guess[lane, own]
            m.y[row, lane] = now + air.guess[lane, 6 * bodies + own]
            m.y[row + 6, lane] = (then - now) / dt
    m.y[wings.stream[TIME], lane] = m.air[lane] - dt
