"""Wings in a march with tangents: loads and motion agree first, then their tangents do.

Where loads agree with the motion, z = g(z) of docs/theory/lifting-surfaces.md (13), their tangents
obey dz = g' dz + g_p dp, which is linear: passes of the same air step with the loads as they are,
and guesses of dz that learn from those before, until dz agrees as z did.
"""

from __future__ import annotations

import numpy as np

from pelagos.kernels.loops import loop, program
from pelagos.loops.data import NON_FINITE, UNCOUPLED, Lanes, LaneState, Model, Runs, Work
from pelagos.loops.lane_queue import end_run
from pelagos.loops.lattice.coupling import (
    MOST_PASSES,
    agrees,
    go_on,
    is_due,
    keep,
    put_back,
    set_loads,
    show_start,
    start_flow,
)
from pelagos.loops.lattice.derived.tangent import move_flow
from pelagos.loops.lattice.derived.tangent_forces import move_loads
from pelagos.loops.lattice.flow import circulate
from pelagos.loops.lattice.mixing import gap, mix
from pelagos.loops.lattice.shape import place_corners
from pelagos.loops.lattice.vortex_list import move_wake
from pelagos.mechanism.lattice import CIRCULATION, LOADS

__all__ = ["LaneState", "Lanes", "Model", "Runs", "Work", "couple_tangents"]  # in the signature


@loop("Model Lanes Work Runs LaneState")
def couple_tangents(model, lanes, work, runs, m):
    """Solve the flow and its tangent in fresh lanes that stand at an air step."""
    due = False
    for lane in range(m.run.shape[0]):
        due = due or is_due(m, lane)
    if not due:
        return
    wings, places = model.wings, work.y
    program(model.places, m.t, m.y, lanes.numbers, places, work.s)
    for lane in range(m.run.shape[0]):
        if is_due(m, lane):
            place_corners(wings, lanes.corner_places, places, m.lattice, lane)
            if not m.begun[lane]:
                _start(wings, lanes, places, m, lane)
                _go_on(wings, lanes, runs, m, lane)
                show_start(wings, runs, m, lane)
            elif _agrees(wings, lanes, places, runs, m, lane):
                _keep(wings, lanes, m, lane)
                _go_on(wings, lanes, runs, m, lane)


def _start(wings, lanes, places, m, lane):
    """The first flow and its tangent; `start_flow` leaves it as that of the last air step."""
    air, t = m.lattice, m.flow_tangent
    start_flow(wings, places, m, lane)
    t.learnt[lane] = 0
    move_flow(wings, lanes, places, air, t, lane, 0.0)
    move_loads(wings, places, air, t, lane, 0.0)
    _keep(wings, lanes, m, lane)
    for k in range(air.now.shape[1]):
        air.before[lane, k], t.before[lane, k] = air.now[lane, k], t.now[lane, k]
    m.begun[lane] = 1


def _agrees(wings, lanes, places, runs, m, lane):
    """Whether loads and tangents are those that the bodies felt; else the march is put back."""
    air, t, dt = m.lattice, m.flow_tangent, lanes.air_step[0, lane]
    if not t.settled[lane]:
        if not agrees(wings, lanes, places, runs, m, lane):
            return False
        t.settled[lane], t.passes[lane], t.size[lane] = 1, 0, air.size[lane]
    else:
        circulate(wings, air, lane)
    move_flow(wings, lanes, places, air, t, lane, dt)
    move_loads(wings, places, air, t, lane, 1.0 / dt)
    off = gap(t, lane)
    if off <= air.agreed[0]:
        return True
    put_back(runs, m, lane)
    if not np.isfinite(off) or t.passes[lane] + 1 >= MOST_PASSES:
        runs.bad[m.run[lane]] = wings.stream[LOADS]
        end_run(runs, m, lane, UNCOUPLED if np.isfinite(off) else NON_FINITE)
        return False
    mix(t, lane)
    t.passes[lane] += 1
    set_loads(wings, lanes, m, lane)
    _set_tangents(wings, lanes, m, lane)
    return False


def _keep(wings, lanes, m, lane):
    """The flow at the end of an air step becomes that at the start of the next."""
    air, t, first = m.lattice, m.flow_tangent, wings.stream[CIRCULATION]
    move_wake(wings, air, lane, t.ends, t.circulation[lane], t.wake[lane], t.shed[lane])
    for p in range(air.found.shape[1]):
        t.circulation[lane, p] = t.found[0, p]
        if first >= 0:
            m.y[t.behind + first + p, lane] = t.found[0, p]
    for k in range(air.now.shape[1]):
        t.before[lane, k], t.now[lane, k] = t.now[lane, k], t.answer[lane, k]
    keep(wings, lanes, m, lane)


def _go_on(wings, lanes, runs, m, lane):
    """Begin the next air step with loads and tangents that go on as they did."""
    t = m.flow_tangent
    go_on(wings, lanes, runs, m, lane)
    t.settled[lane] = 0
    for k in range(t.now.shape[1]):
        t.guess[lane, k] = 2.0 * t.now[lane, k] - t.before[lane, k]
    _set_tangents(wings, lanes, m, lane)


def _set_tangents(wings, lanes, m, lane):
    """How what the bodies feel until the next air step moves, into the state."""
    t, bodies, dt = m.flow_tangent, wings.loaded.shape[0], lanes.air_step[0, lane]
    first = wings.stream[LOADS] + t.behind
    for b in range(bodies):
        for k in range(6):
            own, row = 6 * b + k, first + 12 * b + k
            now, then = t.now[lane, own], t.guess[lane, own]
            m.y[row, lane] = now + t.guess[lane, 6 * bodies + own]
            m.y[row + 6, lane] = (then - now) / dt
