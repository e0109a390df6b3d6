"""Motions that cost least: direct multiple shooting."""

from pelagos.planning.plan import plan, plan_file
from pelagos.planning.result import Plan

__all__ = ["Plan", "plan", "plan_file"]
