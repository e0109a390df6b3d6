"""Runs: one simulation, many at once, or step by step."""

from pelagos.run.batch import LANES, simulate_batch
from pelagos.run.gradient import CostGradient, gradient
from pelagos.run.session import Session
from pelagos.run.simulate import simulate
from pelagos.run.vec_session import VecSession

__all__ = [
    "LANES",
    "CostGradient",
    "Session",
    "VecSession",
    "gradient",
    "simulate",
    "simulate_batch",
]
