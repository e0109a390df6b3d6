"""Thrusters in lanes: the law of `equations.thrusters`, traced."""

from __future__ import annotations

from pelagos.compiled.elements import BODY, CHANNEL, IN_WATER
from pelagos.compiled.layout import STATE
from pelagos.equations import thrusters
from pelagos.kernels import arena  # noqa: F401 (names the bundles in signatures)
from pelagos.kernels.entry import entry
from pelagos.kernels.lanes import WIDTH
from pelagos.kernels.rows import View
from pelagos.kernels.trace import kernel_by_kind

_SIZE = len(thrusters.Numbers._fields)


@kernel_by_kind(WIDTH, (False, True))
def _push(in_water, numbers, drive, body, output, power):
    """One thruster; a body in the water knows its motion through it after `fluid_wrenches`."""
    inner = View(STATE, body)
    motion = inner.relative if in_water else inner.velocity
    n = thrusters.Numbers(*numbers.first(_SIZE))
    output[0], wrench = thrusters.wrench(n, drive[0], motion)
    inner.force = inner.force - wrench
    power[0] = power[0] + wrench.dot(inner.velocity)


@entry("Model Lanes Work Real2")
def thruster_wrenches(model, lanes, work, dx):
    """Thrust on the bodies; its power into dx, last row."""
    last = dx.shape[0] - 1
    for e in range(model.thrusters.shape[0]):
        _push(
            model.thrusters[e, IN_WATER],
            (lanes.thruster_numbers, e),
            (work.signals, model.thrusters[e, CHANNEL]),
            (work.state, model.thrusters[e, BODY]),
            (work.thrusts, e),
            (dx, last),
        )
