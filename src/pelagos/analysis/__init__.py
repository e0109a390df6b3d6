"""Queries to the equations of motion: linear, modal, aeroelastic, at given states."""

from pelagos.analysis.check import Check, check
from pelagos.analysis.constraint_system import ConstraintSystem, constraint_system
from pelagos.analysis.dynamics import Derivatives, Dynamics, Gradient, dynamics
from pelagos.analysis.flutter import Flutter, flutter
from pelagos.analysis.formulations import Kane, MovingFrame, kane, moving_frame
from pelagos.analysis.linear import Linearization, linearize
from pelagos.analysis.mobility import Mobility, mobility
from pelagos.analysis.modes import Modes, modes
from pelagos.analysis.queries import (
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
from pelagos.analysis.reactions import reactions
from pelagos.analysis.rest import equilibrium

__all__ = [
    "Check",
    "ConstraintSystem",
    "Derivatives",
    "Dynamics",
    "Energy",
    "Flutter",
    "Gradient",
    "Kane",
    "Linearization",
    "Mobility",
    "Modes",
    "MovingFrame",
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
    "mobility",
    "modes",
    "momentum",
    "moving_frame",
    "poses",
    "reactions",
]
