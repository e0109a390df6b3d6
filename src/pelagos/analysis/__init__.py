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
from pelagos.analysis.systems.lqr import Regulator, lqr
from pelagos.analysis.systems.reach import HiddenMode, Reach, controllability, observability
from pelagos.analysis.systems.root_locus import RootLocus, root_locus
from pelagos.analysis.systems.transfer import TransferFunction, transfer_function

__all__ = [
    "Check",
    "ConstraintSystem",
    "Derivatives",
    "Dynamics",
    "Energy",
    "Flutter",
    "Gradient",
    "HiddenMode",
    "Kane",
    "Linearization",
    "Mobility",
    "Modes",
    "MovingFrame",
    "Reach",
    "Regulator",
    "RootLocus",
    "TransferFunction",
    "acceleration",
    "bias_forces",
    "check",
    "constraint_system",
    "controllability",
    "dynamics",
    "energy",
    "equilibrium",
    "flutter",
    "inverse_dynamics",
    "jacobians",
    "kane",
    "linearize",
    "lqr",
    "mass_matrix",
    "mobility",
    "modes",
    "momentum",
    "moving_frame",
    "observability",
    "poses",
    "reactions",
    "root_locus",
    "transfer_function",
]
