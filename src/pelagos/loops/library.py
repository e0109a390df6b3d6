"""The compiled march as Python calls it: arguments are bundles and numbers."""

from __future__ import annotations

from pelagos.kernels.library import CompiledLoop

march = CompiledLoop(
    "loops.march.march",
    "Model Variants Lanes Work Method Plan Runs LaneState Int",
    "Int",
    group="march",
)
sample = CompiledLoop(
    "loops.sampling.sample", "Model Lanes Work Plan Runs LaneState", group="march"
)
advance = CompiledLoop("loops.fleet.advance", "PackList Work Int Int Int", group="march")
observe = CompiledLoop(
    "loops.observe.observe", "Model Lanes Work States ObservationRows", group="march"
)
rates = CompiledLoop("loops.observe.rates", "Model Lanes Work States Rates", group="march")
restore = CompiledLoop(
    "loops.projection.restore", "Model Lanes Work States RestoredRows", group="march"
)
couple = CompiledLoop(
    "loops.lattice.coupling.couple", "Model Lanes Work Runs LaneState", group="lattice"
)
couple_tangents = CompiledLoop(
    "loops.lattice.derived.tangent_coupling.couple_tangents",
    "Model Lanes Work Runs LaneState",
    group="flow",
)
replay = CompiledLoop(
    "loops.backward.steps.replay", "Model Lanes Work Sweep Method Int Int", group="backward"
)
go_back = CompiledLoop(
    "loops.backward.steps.go_back", "Model Lanes Work Sweep Method Int Int", group="backward"
)
rebuild_wakes = CompiledLoop(
    "loops.backward.air.rebuild_wakes",
    "Model Lanes Work Sweep Lattice FlowWeights Int",
    group="flow_backward",
)
go_back_over_air = CompiledLoop(
    "loops.backward.air.go_back_over_air",
    "Model Lanes Work Sweep Method Lattice FlowWeights Int",
    group="flow_backward",
)
go_back_to_start = CompiledLoop(
    "loops.backward.air.go_back_to_start",
    "Model Lanes Work Sweep Lattice FlowWeights",
    group="flow_backward",
)
shoot = CompiledLoop(
    "loops.shooting.shoot", "Model Lanes Work Method LaneState Shots", group="shooting"
)
kane = CompiledLoop("loops.dense.kane.kane", "Dense Int Int Int Int", group="dense")
moving_frame = CompiledLoop(
    "loops.dense.moving_frame.moving_frame", "Dense Int Int Int Int", group="dense"
)
