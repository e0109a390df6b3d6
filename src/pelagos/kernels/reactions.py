"""The wrench through every joint, by the recursion inward from any formulation's answer."""

from __future__ import annotations

from pelagos.compiled.layout import STATE
from pelagos.kernels import arena  # noqa: F401 (names the bundles in signatures)
from pelagos.kernels.constraints import apply_row_forces
from pelagos.kernels.entry import entry
from pelagos.kernels.evaluate import begin, evaluate_by
from pelagos.kernels.lanes import WIDTH
from pelagos.kernels.rows import View
from pelagos.kernels.sweeps import inverse_sweep
from pelagos.kernels.trace import kernel


@kernel(WIDTH)
def _keep(body):
    inner = View(STATE, body)
    inner.push = inner.force


@entry("Model Lanes Work")
def reactions(model, lanes, work):
    """At the states in work.x: what each joint puts on its child, into `push`."""
    evaluate_by(model.method, model, lanes, work, work.time, work.x, work.dx)
    begin(model, lanes, work, work.time, work.x, work.dx)
    if model.rows:
        apply_row_forces(model, lanes, work)
    inverse_sweep(
        model.tree, model.nq, lanes.bodies, work.x, work.dx, lanes.rotor, work.state, work.tau
    )
    for b in range(model.tree.shape[0]):
        _keep((work.state, b + 1))
