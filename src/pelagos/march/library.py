"""The compiled march as Python calls it: arguments are bundles and numbers."""

from __future__ import annotations

from pelagos.kernels.library import Function

march = Function(
    "march.march.march",
    "Model Variants Lanes Work Method Plan Runs Marcher Int",
    "Int",
    group="march",
)
observe = Function("march.observe.observe", "Model Lanes Work States Observed", group="march")
rates = Function("march.observe.rates", "Model Lanes Work States Rates", group="march")
restore = Function("march.projection.restore", "Model Lanes Work States Restored", group="march")
couple = Function("march.lattice.couple", "Model Lanes Work Runs Marcher", group="lattice")
kane = Function("march.dense_kane.kane", "Dense Int Int Int Int", group="dense")
moving_frame = Function(
    "march.dense_moving_frame.moving_frame", "Dense Int Int Int Int", group="dense"
)
