"""Runs: simulations, batches and questions to the equations of motion, in the user's words."""

from pelagos.run.batch import LANES, simulate_batch
from pelagos.run.check import Check, check
from pelagos.run.constraint_system import ConstraintSystem, constraint_system
from pelagos.run.dynamics import Derivatives, Dynamics, Gradient, dynamics
from pelagos.run.flutter import Flutter, flutter
from pelagos.run.formulations import Kane, MovingFrame, kane, moving_frame
from pelagos.run.linear import Linearization, linearize
from pelagos.run.modes import Modes, modes
from pelagos.run.reactions import reactions
from pelagos.run.rest import equilibrium
from pelagos.run.session import Session
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
    "LANES",
    "Check",
    "ConstraintSystem",
    "Derivatives",
    "Dynamics",
    "Energy",
    "Flutter",
    "Gradient",
    "Kane",
    "Linearization",
    "Modes",
    "MovingFrame",
    "Session",
    "acceleration",
    "bias_forces",
    "check",
    "constraint_system",
    "dynamics",
    "energy",
    "equilibrium",
    "flutter",
    "inverse_dynamics",
    "jacobians",
    "kane",
    "linearize",
    "mass_matrix",
    "modes",
    "momentum",
    "moving_frame",
    "poses",
    "reactions",
    "simulate",
    "simulate_batch",
]
