"""Lines that joints pay out, in lanes: `equations.payout`, traced."""

from __future__ import annotations

from pelagos.compiled.layout import BODY, POSE, STATE
from pelagos.compiled.payout import BODY as LINE_BODY
from pelagos.compiled.payout import COORDINATE, HELD, HOLDER, SPEED
from pelagos.equations import payout
from pelagos.equations.algebra import Vec3
from pelagos.kernels import arena  # noqa: F401 (names the bundles in signatures)
from pelagos.kernels.entry import entry
from pelagos.kernels.lanes import WIDTH
from pelagos.kernels.rows import View
from pelagos.kernels.trace import Row, kernel

_FIRST = BODY["inertia"].start  # what comes before does not change


@kernel(WIDTH)
def _reset(fixed, body):
    for i in range(_FIRST, BODY.size):
        body[i] = fixed[i]


def _add(row: Row, extra: payout.Extra) -> None:
    body = View(BODY, row)
    body.inertia = body.inertia + extra.inertia
    body.mass = body.mass + extra.mass
    body.moment = body.moment + extra.moment


@kernel(WIDTH)
def _add_line(numbers, q, body):
    _add(body, payout.line(numbers.first(len(payout.NUMBERS)), q[0]))


@kernel(WIDTH)
def _add_store(numbers, q, body, holder):
    p = numbers.first(len(payout.NUMBERS))
    _add(holder, payout.store(p, q[0], View(BODY, body).placement))


@kernel(WIDTH)
def _feed(numbers, q, u, gravity, pose, body, tau, power):
    """Forces of what passes the base point; the reaction waits in `push`."""
    p, inner = numbers.first(len(payout.NUMBERS)), View(STATE, body)
    fed = payout.feed(p, q[0], u[0], inner.velocity)
    base = View(POSE, pose).pose.point(Vec3(0.0, 0.0, -payout.out(p, q[0])))
    height = -Vec3(*gravity.first(3)).dot(base)
    tau[0] = tau[0] + fed.effort
    inner.push = fed.reaction
    power[0] = power[0] + payout.influx(p, q[0], u[0], fed, height)


@kernel(WIDTH)
def _react(holder, body):
    outer, inner = View(STATE, holder), View(STATE, body)
    outer.force = outer.force - inner.pose.out_of(inner.push)


@entry("Model Lanes Real2")
def set_lines(model, lanes, x):
    """The mass that bodies have at x, into lanes.bodies."""
    for i in range(model.varying.shape[0]):
        _reset((lanes.varying_numbers, i), (lanes.bodies, model.varying[i]))
    for i in range(model.payouts.shape[0]):
        q, body = model.payouts[i, COORDINATE], model.payouts[i, LINE_BODY] - 1
        _add_line((lanes.payout_numbers, i), (x, q), (lanes.bodies, body))
        if model.payouts[i, HELD]:
            holder = model.payouts[i, HOLDER] - 1
            _add_store(
                (lanes.payout_numbers, i), (x, q), (lanes.bodies, body), (lanes.bodies, holder)
            )


@entry("Model Lanes Work Real2 Real2")
def feed_lines(model, lanes, work, x, dx):
    """Forces of passing material; their power and the energy it carries into dx."""
    last = dx.shape[0] - 1
    for i in range(model.payouts.shape[0]):
        body, v = model.payouts[i, LINE_BODY], model.payouts[i, SPEED]
        _feed(
            (lanes.payout_numbers, i),
            (x, model.payouts[i, COORDINATE]),
            (x, model.nq + v),
            (lanes.gravity, 0),
            (work.poses, body),
            (work.state, body),
            (work.tau, v),
            (dx, last),
        )
        holder = model.payouts[i, HOLDER]
        if holder:
            _react((work.state, holder), (work.state, body))
