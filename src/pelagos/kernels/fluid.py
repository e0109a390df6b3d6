"""Water in lanes: the laws of `equations.flows`, `fluid`, `drag` and `floating`, traced."""

from __future__ import annotations

from pelagos.compiled.fluid import (
    ADDED,
    BODY,
    CENTRE,
    CHANNEL,
    CODE,
    DISPLACED,
    DRAG_BODY,
    FLOW_CODE,
    FLOW_LAW,
    FORM,
    LAW,
    MASS_CENTRE,
    MOMENT,
    USER_DRAG,
    USER_FLOW,
)
from pelagos.compiled.layout import BODY as BODY_LAYOUT
from pelagos.compiled.layout import POSE, STATE
from pelagos.equations.algebra import Vec3
from pelagos.equations.drag import DRAGS
from pelagos.equations.floating import FLOATS, floating_wrench
from pelagos.equations.flows import FLOWS, Stream
from pelagos.equations.fluid import (
    acceleration_form,
    flow_on_acceleration,
    flow_wrench,
    relative_motion,
)
from pelagos.equations.inertia import Inertia
from pelagos.kernels import arena  # noqa: F401 (names the bundles in signatures)
from pelagos.kernels.entry import entry, indirect, inlined
from pelagos.kernels.lanes import WIDTH
from pelagos.kernels.rows import View
from pelagos.kernels.trace import kernel, kernel_by_kind

# a user's law through its address: drag law d with the rates dx; flow f at wet body w
USER_DRAG_CALL, USER_FLOW_CALL = "Model Lanes Work Int Real2", "Model Lanes Work Int Int"
_user_drag, _user_flow = indirect(USER_DRAG_CALL), indirect(USER_FLOW_CALL)


def add_flow(flow, numbers, inputs, time, wet, pose, total):
    """Add one flow at the centre of a wet body to what is there."""
    p, centre = numbers.first(flow.numbers), Vec3(*wet.part(CENTRE).first(3))
    place = View(POSE, pose).pose.point(centre)
    stream = flow.at(p, inputs.first(flow.inputs), time[0], place)
    for k, number in enumerate(stream):
        total[k] = total[k] + number


def apply_drag(law, numbers, density, body, power):
    """A law that depends on the relative velocity."""
    inner = View(STATE, body)
    wrench = law.wrench(numbers.first(law.numbers), density[0], inner.relative)
    inner.force = inner.force - wrench
    power[0] = power[0] + wrench.dot(inner.velocity)


_add_flow = kernel_by_kind(WIDTH, FLOWS)(add_flow)
_apply_drag = kernel_by_kind(WIDTH, DRAGS)(apply_drag)


@kernel(WIDTH)
def _at_rest(body):
    inner = View(STATE, body)
    inner.relative = inner.velocity


# numbers of a flow, of which a uniform one has the first six; whether the form is M . a
_IN_FLOW = ((6, False), (Stream.size, False), (6, True), (Stream.size, True))


@kernel_by_kind(WIDTH, _IN_FLOW)
def _in_flow(kind, numbers, flow, pose, body, power):
    """What the flow does to added mass and displaced water; the relative velocity for drag."""
    count, as_printed = kind
    inner, R, stream = View(STATE, body), View(POSE, pose).pose.R, Stream.of(flow.first(count))
    added, displaced = Inertia.of(numbers.part(ADDED).first(Inertia.size)), numbers[DISPLACED]
    moment, centre = (Vec3(*numbers.part(k).first(3)) for k in (MOMENT, CENTRE))
    velocity = inner.velocity
    if as_printed:
        wrench = flow_on_acceleration(added, displaced, moment, R, stream)
    else:
        wrench = flow_wrench(added, displaced, moment, centre, velocity, R, stream)
    inner.force = inner.force - wrench
    inner.relative = relative_motion(velocity, R, stream)
    power[0] = power[0] + wrench.dot(velocity)


@kernel(WIDTH)
def _as_printed(constants, numbers, body, power):
    """The form M . a instead of Kirchhoff's."""
    inner, centre = View(STATE, body), Vec3(*numbers.part(MASS_CENTRE).first(3))
    wrench = acceleration_form(View(BODY_LAYOUT, constants).inertia, centre, inner.velocity)
    inner.force = inner.force - wrench
    power[0] = power[0] + wrench.dot(inner.velocity)


@kernel_by_kind(WIDTH, FLOATS)
def _float(law, numbers, density, surface, gravity, pose, body, power):
    """Buoyancy of what the surface cuts."""
    inner, p, g = View(STATE, body), numbers.first(law.numbers), Vec3(*gravity.first(3))
    wrench = floating_wrench(law, p, density[0], surface[0], g, View(POSE, pose).pose)
    inner.force = inner.force - wrench
    power[0] = power[0] + wrench.dot(inner.velocity)


@inlined
def _flow_at(model, lanes, work, w):
    """All flows at a wet body into work.flow."""
    flow = work.flow
    for k in range(flow.shape[0]):
        for lane in range(WIDTH):
            flow[k, lane] = 0.0
    for f in range(model.flows.shape[0]):
        if model.flows[f, FLOW_CODE] == USER_FLOW:
            _user_flow(model.laws[model.flows[f, FLOW_LAW]], model, lanes, work, f, w)
        else:
            _add_flow(
                model.flows[f, FLOW_CODE],
                (lanes.flow_numbers, f),
                (work.signals, model.flows[f, CHANNEL]),
                (work.clock, 0),
                (lanes.wet_numbers, w),
                (work.poses, model.wet[w, BODY]),
                (flow, 0),
            )


@inlined
def _flow_wrenches(model, lanes, work, dx):
    """The relative velocity of every wet body, and what the flow does to it."""
    last, flowing = dx.shape[0] - 1, model.flows.shape[0] > 0
    for w in range(model.wet.shape[0]):
        body = model.wet[w, BODY]
        if flowing:
            if w == 0 or model.sheared:  # what is uniform is the same at all bodies
                _flow_at(model, lanes, work, w)
            _in_flow(
                model.sheared + 2 * model.wet[w, FORM],
                (lanes.wet_numbers, w),
                (work.flow, 0),
                (work.poses, body),
                (work.state, body),
                (dx, last),
            )
        else:
            _at_rest((work.state, body))
        if model.wet[w, FORM]:
            _as_printed(
                (lanes.bodies, body - 1),
                (lanes.wet_numbers, w),
                (work.state, body),
                (dx, last),
            )


@entry("Model Lanes Work Real1 Real2")
def fluid_wrenches(model, lanes, work, t, dx):
    """Flow, drag, lift and flotation of every wet body, as applied forces; their power into dx."""
    last = dx.shape[0] - 1
    for lane in range(WIDTH):
        work.clock[0, lane] = t[lane]
    _flow_wrenches(model, lanes, work, dx)
    for d in range(model.drag.shape[0]):
        if model.drag[d, CODE] == USER_DRAG:
            _user_drag(model.laws[model.drag[d, LAW]], model, lanes, work, d, dx)
        else:
            _apply_drag(
                model.drag[d, CODE],
                (lanes.drag_numbers, d),
                (lanes.density, 0),
                (work.state, model.drag[d, DRAG_BODY]),
                (dx, last),
            )
    for f in range(model.floats.shape[0]):
        body = model.floats[f, DRAG_BODY]
        _float(
            model.floats[f, CODE],
            (lanes.float_numbers, f),
            (lanes.density, 0),
            (lanes.surface, 0),
            (lanes.gravity, 0),
            (work.poses, body),
            (work.state, body),
            (dx, last),
        )
