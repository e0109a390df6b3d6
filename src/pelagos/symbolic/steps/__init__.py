"""What each method writes down before its equations of motion, step by step."""

from pelagos.symbolic.steps.contract import DerivationStep
from pelagos.symbolic.steps.table import steps_of

__all__ = ["DerivationStep", "steps_of"]
