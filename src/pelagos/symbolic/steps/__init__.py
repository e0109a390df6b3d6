"""What each method writes down before its equations of motion, step by step."""

from pelagos.symbolic.steps.contract import Step
from pelagos.symbolic.steps.table import steps_of

__all__ = ["Step", "steps_of"]
