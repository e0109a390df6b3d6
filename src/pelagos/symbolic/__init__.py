"""Equations of motion on paper: the equations of every formulation, run on symbols."""

from pelagos.symbolic.motion import EquationsOfMotion, equations_of_motion

__all__ = ["EquationsOfMotion", "equations_of_motion"]
