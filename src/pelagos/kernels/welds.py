"""Welded vehicles inside the recursions: hung on their neighbours before a sweep, settled after it.

A hung body has its own coordinates and speeds, but the sweeps along `model.hung` carry it as a
fixed joint would. What that joint asks of the accelerations comes from the rows of the weld; the
wrench through it gives their forces. See `compiled.welds` and docs/theory/constraints.
"""

from __future__ import annotations

from pelagos.compiled.layout import BODY, POSE, ROW, STATE
from pelagos.compiled.welds import BARE, HUNG, ON, SIDE, SPEED, WELD_ROW
from pelagos.equations.algebra import Force, Motion
from pelagos.equations.constraints import Hold
from pelagos.equations.inertia import Inertia
from pelagos.kernels.entry import entry, inlined
from pelagos.kernels.lanes import WIDTH
from pelagos.kernels.rows import View
from pelagos.kernels.trace import address_of, kernel, kernel_by_kind

SIDES = ("wrench_a", "wrench_b")
FLOW = ROW["flow"].start
BODY_INERTIA, STATE_INERTIA = BODY["inertia"].start, STATE["inertia"].start


def hold_of(side, rows):
    """The weld whose six rows begin here, as one of its bodies feels it."""
    return Hold.of([getattr(View(ROW, rows.part(k * ROW.size)), side) for k in range(6)])


@kernel_by_kind(WIDTH, SIDES)
def _hang(side, rows, wanted, on, own, body):
    inner = View(STATE, body)
    inner.pose = View(POSE, own).pose.seen_from(View(POSE, on).pose)
    inner.bias = hold_of(side, rows).motion(wanted.first(6))


@kernel(WIDTH)
def _push(tau, body):
    """Efforts at a free joint are a wrench on its body, in its axes."""
    inner = View(STATE, body)
    inner.force = inner.force - Force.of(tau.first(6))


@kernel_by_kind(WIDTH, SIDES)
def _forces(side, rows, wrench, forces):
    for k, force in enumerate(hold_of(side, rows).forces(Force.of(wrench.first(6)))):
        forces[k] = force


@kernel(WIDTH)
def _through_weld(inertia, body, rates, wrench):
    """I_A a + p_A, and what trial wrenches add."""
    inner = View(STATE, body)
    needed = Inertia.of(inertia.first(Inertia.size)) @ Motion.of(rates.first(6))
    for k, number in enumerate(needed + inner.force + inner.push):
        wrench[k] = number


@kernel(WIDTH)
def _take_off(own, body):
    View(STATE, body).pose = View(POSE, own).pose


@kernel(WIDTH)
def _acceleration(body, rates):
    for k, number in enumerate(View(STATE, body).acceleration):
        rates[k] = number


@kernel(WIDTH)
def _reply(body, rates):
    for k, number in enumerate(View(STATE, body).reply):
        rates[k] = number


@entry("Model Work")
def hang(model, work):
    """Place hung bodies on their neighbours; their bias is what the rows in `work.wanted` ask."""
    for w in range(model.welds.shape[0]):
        weld = model.welds[w]
        _hang(
            weld[SIDE],
            (work.rows, weld[WELD_ROW]),
            (work.wanted, weld[WELD_ROW]),
            (work.poses, weld[ON]),
            (work.poses, weld[HUNG]),
            (work.state, weld[HUNG]),
        )


@entry("Model Work")
def push_hung(model, work):
    """Put the efforts of hung bodies onto them: the sweeps see no joint there that takes these."""
    for w in range(model.welds.shape[0]):
        weld = model.welds[w]
        _push((work.tau, weld[SPEED]), (work.state, weld[HUNG]))


@entry("Model Work")
def take_off(model, work):
    """Back to the poses in the world that the bodies have as bodies of their own."""
    for w in range(model.welds.shape[0]):
        row = model.welds[w, HUNG]
        _take_off((work.poses, row), (work.state, row))


@entry("Model Work Real2 Int")
def hung_accelerations(model, work, rates, first):
    """Rates of the speeds of hung bodies: a free body's acceleration is just that."""
    for w in range(model.welds.shape[0]):
        weld = model.welds[w]
        _acceleration((work.state, weld[HUNG]), (rates, first + weld[SPEED]))


@entry("Model Work Real2 Int")
def hung_replies(model, work, rates, first):
    """The same for the response to a trial wrench."""
    for w in range(model.welds.shape[0]):
        weld = model.welds[w]
        _reply((work.state, weld[HUNG]), (rates, first + weld[SPEED]))


@entry("Model Lanes Work Real2 Int")
def weld_forces(model, lanes, work, rates, first):
    """Forces of all welds from the accelerations in `rates`, where inertias are articulated."""
    for w in range(model.welds.shape[0]):
        weld = model.welds[w]
        row = weld[HUNG]
        inertia = address_of(work.state, row, STATE_INERTIA)
        if weld[BARE]:
            inertia = address_of(lanes.bodies, row - 1, BODY_INERTIA)
        wrench = (work.wrench, 0)
        _through_weld(inertia, (work.state, row), (rates, first + weld[SPEED]), wrench)
        _forces(weld[SIDE], (work.rows, weld[WELD_ROW]), wrench, (work.row_forces, weld[WELD_ROW]))


@inlined
def clear_closing_rows(model, work):
    """Rows that repeat what hanging welds hold carry no force of their own."""
    for row in range(model.held_rows, model.rows):
        for lane in range(WIDTH):
            work.row_forces[row, lane] = 0.0


@inlined
def weld_power(model, work, dx):
    """What the welds do per second: nothing, where the bodies move as one."""
    last = dx.shape[0] - 1
    for row in range(model.loose_rows, model.held_rows):
        for lane in range(WIDTH):
            dx[last, lane] += work.row_forces[row, lane] * work.rows[row, FLOW, lane]
