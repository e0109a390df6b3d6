"""Air steps of wings once more, and backward: the discrete adjoint of a march with a lattice.

An air step goes from a state and a flow at its start to those at its end under loads z that agree
with what the flow gives there, z = g(z): docs/theory/lifting-surfaces.md (13). Weights w of z are
those that follow from the next air step, and what the steps under these loads make of the weights
of the state at the end, the flow's among them: w = c + (dx/dz)^T (dg/dx)^T w. Guesses of w are
mended in passes as those of z were (`lattice.mixing`).
"""

from __future__ import annotations

import numpy as np

from pelagos.kernels.loops import loop, program
from pelagos.loops.backward.constraints import add_found
from pelagos.loops.backward.data import Sweep
from pelagos.loops.backward.steps import go_back, replay
from pelagos.loops.data import Lanes, Model, Work
from pelagos.loops.lattice.coupling import MOST_PASSES
from pelagos.loops.lattice.data import Lattice
from pelagos.loops.lattice.derived.data import FlowWeights
from pelagos.loops.lattice.derived.weights import solve_flow, weigh_flow
from pelagos.loops.lattice.mixing import gap, mix
from pelagos.loops.lattice.shape import place_corners, set_sides
from pelagos.loops.lattice.vortex_list import move_wake, rings_of, set_ends
from pelagos.loops.method import Method
from pelagos.mechanism.lattice import CIRCULATION, LOADS, TIME

__all__ = ["FlowWeights", "Lanes", "Lattice", "Method", "Model", "Sweep", "Work"]  # in signatures


@loop("Model Lanes Work Sweep Lattice FlowWeights Int")
def rebuild_wakes(model, lanes, work, s, air, w, known):
    """Note how the wake was at the start of each air step; known: 1 if that of the first is."""
    wings, ends, dt = model.wings, air.vortices.ends, lanes.air_step[0, 0]
    for k in range(known, w.sheds.shape[0]):
        _place(model, lanes, work, s, air, w, k)
        set_sides(wings, air.corners, air, 0)
        air.count[0] = 0  # no wake but the edge, where the flow begins
        if k > 0:
            _begin_with(air, w, k - 1)
        set_ends(wings, air, 0, air.edges[0], air.wake[0], air.stream, dt, ends)
        move_wake(wings, air, 0, ends, air.circulation[0], air.wake[0], air.shed[0])
        for at in range(air.wake.shape[1]):
            for i in range(3):
                w.wakes[k, at, i] = air.wake[0, at, i]
        for ring in range(air.shed.shape[1]):
            w.sheds[k, ring] = air.shed[0, ring]
        for v in range(air.rows.shape[1]):
            w.rows[k, v] = rings_of(air, 0, wings.table[v], v)


@loop("Model Lanes Work Sweep Method Lattice FlowWeights Int")
def go_back_over_air(model, lanes, work, s, method, air, w, guessed):
    """Bring weights at the end of air steps back to their beginning; guessed: 1 if the last of them
    was marched with loads that went on as before."""
    steps = w.sheds.shape[0]
    for back in range(steps):
        k = steps - 1 - back
        for v in range(model.size):
            s.y[v, 0] = w.states[k, v]
        for g in range(s.ticks.shape[1]):
            s.ticks[0, g] = w.ticks[k, g]
        replay(model, lanes, work, s, method, w.first_steps[k], w.first_steps[k + 1])
        if guessed and back == 0:
            go_back(model, lanes, work, s, method, w.first_steps[k], w.first_steps[k + 1])
            _weigh_guess(model, lanes, s, w)
        else:
            _go_back_over(model, lanes, work, s, method, air, w, k)
            if w.uncoupled[0]:
                return
        _take_held(model, s, w)


@loop("Model Lanes Work Sweep Lattice FlowWeights")
def go_back_to_start(model, lanes, work, s, air, w):
    """Weights of the first flow, about the wing as it stands, become those of the initial state."""
    _place(model, lanes, work, s, air, w, 0)
    air.count[0] = 0
    solve_flow(model.wings, air, 0.0)
    for k in range(w.now.shape[0]):
        w.guess[0, k] = w.now[k] + w.before[k]
    _weigh(model, lanes, work, s, air, w, 0.0, 0.0)
    _take_flow(w)


def _place(model, lanes, work, s, air, w, k):
    """The surface at the start of an air step, whose state is in s.x."""
    s.now[0] = w.times[k]
    for v in range(model.size):
        s.x[v, 0] = w.states[k, v]
    program(model.places, s.now, s.x, lanes.numbers, work.y, work.s)
    place_corners(model.wings, lanes.corner_places, work.y, air, 0)


def _begin_with(air, w, k):
    """The flow that an air step began with."""
    air.count[0] = 1
    for p in range(air.circulation.shape[1]):
        air.circulation[0, p] = w.circulations[k, p]
    for at in range(air.wake.shape[1]):
        for i in range(3):
            air.wake[0, at, i] = w.wakes[k, at, i]
    for ring in range(air.shed.shape[1]):
        air.shed[0, ring] = w.sheds[k, ring]
    for v in range(air.rows.shape[1]):
        air.rows[0, v] = w.rows[k, v]


def _go_back_over(model, lanes, work, s, method, air, w, k):
    """An air step whose loads agree with the flow at its end."""
    dt, first, end = lanes.air_step[0, 0], w.first_steps[k], w.first_steps[k + 1]
    _place(model, lanes, work, s, air, w, k + 1)
    _begin_with(air, w, k)
    solve_flow(model.wings, air, dt)
    w.passes[0], w.size[0] = 0, 1.0 / air.size[0]  # weights of moments are over a length
    for i in range(w.latest.shape[0]):
        w.guess[0, i] = 2.0 * w.latest[i] - w.earlier[i]
    _copy(s.weights, w.kept_weights)
    _copy(s.gradient, w.kept_gradient)
    w.kept_integral[0] = s.integral[0]
    while w.passes[0] < MOST_PASSES:
        _copy(w.kept_weights, s.weights)
        _copy(w.kept_gradient, s.gradient)
        s.integral[0] = w.kept_integral[0]
        _place(model, lanes, work, s, air, w, k + 1)
        _weigh(model, lanes, work, s, air, w, dt, 1.0 / dt)
        go_back(model, lanes, work, s, method, first, end)
        _set_answer(model, s, w, dt)
        off = gap(w, 0)
        if off <= air.agreed[0]:
            _copy(w.latest, w.earlier)
            _copy(w.answer[0], w.latest)
            _take_flow(w)
            _take_loads(model, s, w, dt)
            return
        if not np.isfinite(off):
            break
        mix(w, 0)
        w.passes[0] += 1
    w.uncoupled[0] = 1


def _copy(numbers, target):
    for i in range(target.shape[0]):
        target[i] = numbers[i]


def _weigh(model, lanes, work, s, air, w, drift, rate):
    """Weights w.guess of loads and those of the flow to the state s.x, and to numbers."""
    weigh_flow(model.wings, lanes.corner_places, work.y, air, w, drift, rate)
    for i in range(w.places.shape[0]):
        s.x[model.size + i, 0] = w.places[i]
    program(w.reverse, s.now, s.x, lanes.numbers, s.found, s.scratch)
    add_found(s, s.weights)


def _set_answer(model, s, w, dt):
    """Weights of loads: of those at the start of the next air step, and of what this one felt."""
    first, bodies = model.wings.stream[LOADS], model.wings.loaded.shape[0]
    for b in range(bodies):
        for k in range(6):
            own, row = 6 * b + k, first + 12 * b + k
            w.answer[0, own] = w.now[own] + s.weights[row + 6] / dt
            w.answer[0, 6 * bodies + own] = w.now[6 * bodies + own] + s.weights[row]


def _take_flow(w):
    """The flow at the end of an air step becomes that at its beginning."""
    for p in range(w.circulation.shape[0]):
        w.circulation[p] = w.circulation_before[p]
    for at in range(w.wake.shape[0]):
        for i in range(3):
            w.wake[at, i] = w.wake_before[at, i]
    for ring in range(w.shed.shape[0]):
        w.shed[ring] = w.shed_before[ring]
    for c in range(w.corner_places.shape[0]):
        for i in range(6):
            w.corner_gradient[c, i] += w.corner_places[c, i]


def _take_loads(model, s, w, dt):
    """Weights of loads at the start of the air step."""
    first, bodies = model.wings.stream[LOADS], model.wings.loaded.shape[0]
    for k in range(w.now.shape[0]):
        w.now[k], w.before[k] = w.before[k], 0.0
    for b in range(bodies):
        for k in range(6):
            row = first + 12 * b + k
            w.now[6 * b + k] += s.weights[row] - s.weights[row + 6] / dt


def _weigh_guess(model, lanes, s, w):
    """The same where loads went on as before, by twice those at the start less the ones before."""
    dt = lanes.air_step[0, 0]
    _set_answer(model, s, w, dt)  # of no next air step: nothing but what this one felt
    _take_loads(model, s, w, dt)
    for k in range(w.now.shape[0]):
        w.now[k] += 2.0 * w.answer[0, k]
        w.before[k] -= w.answer[0, k]
        w.earlier[k] = w.latest[k] = w.answer[0, k]


def _take_held(model, s, w):
    """Loads and circulations were set at the start of the air step."""
    stream = model.wings.stream
    for row in range(stream[LOADS], stream[TIME] + 1):
        s.weights[row] = 0.0
    if stream[CIRCULATION] >= 0:
        for p in range(w.circulation.shape[0]):
            w.circulation[p] += s.weights[stream[CIRCULATION] + p]
            s.weights[stream[CIRCULATION] + p] = 0.0
