"""Water in lanes: the laws of `equations.fluid`, traced."""

from __future__ import annotations

from pelagos.compiled.fluid import (
    ADDED,
    BODY,
    CHANNEL,
    CODE,
    DISPLACED,
    DRAG_BODY,
    FLOW_CODE,
    FORM,
    MASS_CENTRE,
    MOMENT,
)
from pelagos.compiled.layout import BODY as BODY_LAYOUT
from pelagos.compiled.layout import POSE, STATE
from pelagos.equations.algebra import Motion, Vec3
from pelagos.equations.fluid import DRAGS, FLOWS, acceleration_form, flow_wrench
from pelagos.equations.inertia import Inertia, into_frame
from pelagos.kernels import arena  # noqa: F401 (names the bundles in signatures)
from pelagos.kernels.entry import entry, inlined
from pelagos.kernels.lanes import WIDTH
from pelagos.kernels.rows import View
from pelagos.kernels.trace import kernel, kernel_by_kind


@kernel(WIDTH)
def _dry(body):
    inner = View(STATE, body)
    inner.relative = inner.velocity


@kernel_by_kind(WIDTH, FLOWS)
def _add_flow(flow, numbers, inputs, time, pose, total):
    """Add one flow at a body's origin, world axes: velocity and acceleration."""
    p, t = numbers.first(flow.numbers), time[0]
    found = flow.at(p, inputs.first(flow.inputs), t, View(POSE, pose).pose.p)
    for k, number in enumerate((*found[0], *found[1])):
        total[k] = total[k] + number


@kernel(WIDTH)
def _in_flow(numbers, flow, pose, body, power):
    """What the flow does to added mass and displaced water; the relative velocity for drag."""
    inner, R = View(STATE, body), View(POSE, pose).pose.R
    c = into_frame(R, Vec3(*flow.first(3)))
    a = into_frame(R, Vec3(flow[3], flow[4], flow[5]))
    added = Inertia.of(numbers.part(ADDED).first(Inertia.size))
    moment = Vec3(*numbers.part(MOMENT).first(3))
    velocity = inner.velocity
    wrench = flow_wrench(added, numbers[DISPLACED], moment, velocity, c, a)
    inner.force = inner.force - wrench
    inner.relative = Motion(velocity.v - c, velocity.w)
    power[0] = power[0] + wrench.dot(velocity)


@kernel(WIDTH)
def _relative_only(flow, pose, body):
    """A body with drag but no displaced water: the relative velocity alone."""
    inner, R = View(STATE, body), View(POSE, pose).pose.R
    c = into_frame(R, Vec3(*flow.first(3)))
    inner.relative = Motion(inner.velocity.v - c, inner.velocity.w)


@kernel(WIDTH)
def _as_printed(constants, numbers, body, power):
    """The form M . a instead of Kirchhoff's."""
    inner, centre = View(STATE, body), Vec3(*numbers.part(MASS_CENTRE).first(3))
    wrench = acceleration_form(View(BODY_LAYOUT, constants).inertia, centre, inner.velocity)
    inner.force = inner.force - wrench
    power[0] = power[0] + wrench.dot(inner.velocity)


@kernel_by_kind(WIDTH, DRAGS)
def _drag(law, numbers, density, body, power):
    inner = View(STATE, body)
    wrench = law.wrench(numbers.first(law.numbers), density[0], inner.relative)
    inner.force = inner.force - wrench
    power[0] = power[0] + wrench.dot(inner.velocity)


@inlined
def _flow_at(model, lanes, work, t, body):
    """All flows at the origin of a body into work.flow."""
    flow = work.flow
    for k in range(6):
        for lane in range(WIDTH):
            flow[k, lane] = 0.0
    for lane in range(WIDTH):
        work.clock[0, lane] = t[lane]
    for f in range(model.flows.shape[0]):
        _add_flow(
            model.flows[f, FLOW_CODE],
            (lanes.flow_numbers, f),
            (work.signals, model.flows[f, CHANNEL]),
            (work.clock, 0),
            (work.poses, body),
            (flow, 0),
        )


@entry("Model Lanes Work Real1 Real2")
def fluid_wrenches(model, lanes, work, t, dx):
    """Flow and drag on every wet body, as applied forces; their power into dx."""
    last, flowing = dx.shape[0] - 1, model.flows.shape[0] > 0
    for d in range(model.drag.shape[0]):
        body = model.drag[d, DRAG_BODY]
        if d and model.drag[d - 1, DRAG_BODY] == body:
            continue  # laws stand in the order of bodies; this one has its velocity already
        if flowing:
            _flow_at(model, lanes, work, t, body)
            _relative_only((work.flow, 0), (work.poses, body), (work.state, body))
        else:
            _dry((work.state, body))
    for w in range(model.wet.shape[0]):
        body = model.wet[w, BODY]
        if flowing:
            _flow_at(model, lanes, work, t, body)
            _in_flow(
                (lanes.wet_numbers, w),
                (work.flow, 0),
                (work.poses, body),
                (work.state, body),
                (dx, last),
            )
        if model.wet[w, FORM]:
            _as_printed(
                (lanes.bodies, body - 1),
                (lanes.wet_numbers, w),
                (work.state, body),
                (dx, last),
            )
    for d in range(model.drag.shape[0]):
        _drag(
            model.drag[d, CODE],
            (lanes.drag_numbers, d),
            (lanes.density, 0),
            (work.state, model.drag[d, DRAG_BODY]),
            (dx, last),
        )
