"""Motions that cost least: direct multiple shooting."""

from pelagos.planning.plan import plan, plan_file
from pelagos.planning.result import MotionPlan

__all__ = ["MotionPlan", "plan", "plan_file"]
