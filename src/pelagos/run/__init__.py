"""Runs: one simulation, many at once, or step by step."""

from pelagos.run.batch import LANES, simulate_batch
from pelagos.run.session import Session
from pelagos.run.simulate import simulate

__all__ = ["LANES", "Session", "simulate", "simulate_batch"]
