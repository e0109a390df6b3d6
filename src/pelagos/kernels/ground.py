"""Contacts with the ground in lanes: the law of `equations.ground`, traced."""

from __future__ import annotations

from pelagos.compiled.ground import NUMBERS
from pelagos.compiled.layout import POSE, STATE
from pelagos.equations.ground import CONTACT
from pelagos.kernels import arena  # noqa: F401 (names the bundles in signatures)
from pelagos.kernels.entry import entry
from pelagos.kernels.lanes import WIDTH
from pelagos.kernels.rows import View
from pelagos.kernels.trace import kernel


@kernel(WIDTH)
def _touch(numbers, pose, body, power):
    inner = View(STATE, body)
    wrench = CONTACT.wrench(numbers.first(NUMBERS), View(POSE, pose).pose, inner.velocity)
    inner.force = inner.force - wrench
    power[0] = power[0] + wrench.dot(inner.velocity)


@entry("Model Lanes Work Real2")
def ground_wrenches(model, lanes, work, dx):
    """The forces of the ground on all contacts; their power into the last row of dx."""
    last = dx.shape[0] - 1
    for c in range(model.contacts.shape[0]):
        body = model.contacts[c]
        _touch((lanes.contact_numbers, c), (work.poses, body), (work.state, body), (dx, last))
