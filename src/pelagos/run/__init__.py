"""Runs: simulations, batches and questions to the equations of motion, in the user's words."""

from pelagos.run.batch import simulate_batch
from pelagos.run.linear import Linearization, linearize
from pelagos.run.simulate import simulate
from pelagos.run.study import (
    Energy,
    acceleration,
    bias_forces,
    energy,
    inverse_dynamics,
    jacobians,
    mass_matrix,
    momentum,
    poses,
)

__all__ = [
    "Energy",
    "Linearization",
    "acceleration",
    "bias_forces",
    "energy",
    "inverse_dynamics",
    "jacobians",
    "linearize",
    "mass_matrix",
    "momentum",
    "poses",
    "simulate",
    "simulate_batch",
]
