"""Sections of wings in lanes: the law of `equations.strips`, traced."""

from __future__ import annotations

from pelagos.compiled.layout import STATE
from pelagos.compiled.strips import BODY, LAG
from pelagos.equations.strips import LAGS, Numbers, section
from pelagos.kernels import arena  # noqa: F401 (names the bundles in signatures)
from pelagos.kernels.entry import entry
from pelagos.kernels.lanes import WIDTH
from pelagos.kernels.rows import View
from pelagos.kernels.trace import kernel

_SIZE = len(Numbers._fields)


@kernel(WIDTH)
def _lift(numbers, density, lags, body, rates, power, load):
    """One section, after `fluid_wrenches` has found its motion through the fluid."""
    inner, n = View(STATE, body), Numbers(*numbers.first(_SIZE))
    wrench, (rates[0], rates[1]) = section(n, density[0], inner.relative, lags.first(LAGS))
    inner.force = inner.force - wrench
    power[0] = power[0] + wrench.dot(inner.velocity)
    for k, number in enumerate(wrench):
        load[k] = number


@entry("Model Lanes Work Real2 Real2")
def strip_wrenches(model, lanes, work, x, dx):
    """Lift on all sections and the rates of their lags; the power into dx, last row."""
    last = dx.shape[0] - 1
    for s in range(model.strips.shape[0]):
        lag = model.strips[s, LAG]
        _lift(
            (lanes.strip_numbers, s),
            (lanes.density, 0),
            (x, lag),
            (work.state, model.strips[s, BODY]),
            (dx, lag),
            (dx, last),
            (work.lifts, s),
        )
