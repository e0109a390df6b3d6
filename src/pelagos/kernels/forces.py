"""Force elements in lanes: the laws of `equations.elements`, traced."""

from __future__ import annotations

from pelagos.compiled.elements import BODY, CHANNEL, CODE, COORDINATE, SPEED
from pelagos.compiled.layout import POSE, STATE
from pelagos.equations.elements import BODY_LAWS, JOINT_LAWS
from pelagos.kernels.entry import entry
from pelagos.kernels.lanes import WIDTH
from pelagos.kernels.rows import View
from pelagos.kernels.trace import kernel_by_kind


@kernel_by_kind(WIDTH, JOINT_LAWS)
def _joint_law(law, parameters, q, u, inputs, output, tau, power):
    p = parameters.first(len(law.parameters))
    speeds = u.first(law.nv)
    efforts = law.efforts(p, q.first(law.nq), speeds, inputs.first(law.inputs))
    output[0] = efforts[0]
    for k, (effort, speed) in enumerate(zip(efforts, speeds, strict=True)):
        tau[k] = tau[k] + effort
        if not law.conservative:
            power[0] = power[0] + effort * speed


@kernel_by_kind(WIDTH, JOINT_LAWS)
def _joint_potential(law, parameters, q, total):
    if law.conservative:
        p = parameters.first(len(law.parameters))
        total[0] = total[0] + law.potential(p, q.first(law.nq))


@kernel_by_kind(WIDTH, BODY_LAWS)
def _body_law(law, parameters, inputs, body, pose, output, power):
    inner = View(STATE, body)
    p = parameters.first(len(law.parameters))
    wrench = law.wrench(p, inputs.first(law.inputs), View(POSE, pose).pose)
    output[0] = inputs[0]
    inner.force = inner.force - wrench
    power[0] = power[0] + wrench.dot(inner.velocity)


@entry("Int2 Real3 Int Real2 Real2 Real2 Real2 Real2")
def joint_efforts(elements, parameters, nq, signals, x, outputs, tau, dx):
    """Add the efforts of all joint elements to tau, their power to the last row of dx."""
    last = dx.shape[0] - 1
    for e in range(elements.shape[0]):
        speed = elements[e, SPEED]
        _joint_law(
            elements[e, CODE],
            (parameters, e),
            (x, elements[e, COORDINATE]),
            (x, nq + speed),
            (signals, elements[e, CHANNEL]),
            (outputs, e),
            (tau, speed),
            (dx, last),
        )


@entry("Int2 Real3 Real2 Real3 Real2 Real3 Real2")
def body_wrenches(elements, parameters, signals, poses, outputs, state, dx):
    """Apply the wrenches of all body elements, add their power to the last row of dx."""
    last = dx.shape[0] - 1
    for e in range(elements.shape[0]):
        body = elements[e, BODY]
        _body_law(
            elements[e, CODE],
            (parameters, e),
            (signals, elements[e, CHANNEL]),
            (state, body),
            (poses, body),
            (outputs, e),
            (dx, last),
        )


@entry("Int2 Real3 Real2 Real2 Int")
def joint_potential(elements, parameters, x, totals, row):
    """Add the potential of all conservative joint elements to totals[row]."""
    for e in range(elements.shape[0]):
        _joint_potential(
            elements[e, CODE], (parameters, e), (x, elements[e, COORDINATE]), (totals, row)
        )
