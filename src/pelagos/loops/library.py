"""The compiled march as Python calls it: arguments are bundles and numbers."""

from __future__ import annotations

from pelagos.kernels.library import Function

march = Function(
    "loops.march.march",
    "Model Variants Lanes Work Method Plan Runs Marcher Int",
    "Int",
    group="march",
)
observe = Function("loops.observe.observe", "Model Lanes Work States Observed", group="march")
rates = Function("loops.observe.rates", "Model Lanes Work States Rates", group="march")
restore = Function("loops.projection.restore", "Model Lanes Work States Restored", group="march")
couple = Function("loops.lattice.coupling.couple", "Model Lanes Work Runs Marcher", group="lattice")
kane = Function("loops.dense.kane.kane", "Dense Int Int Int Int", group="dense")
moving_frame = Function(
    "loops.dense.moving_frame.moving_frame", "Dense Int Int Int Int", group="dense"
)
