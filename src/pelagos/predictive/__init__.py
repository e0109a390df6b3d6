"""Model predictive control: plans that are improved by one step at every tick."""

from pelagos.predictive.mpc import MPC
from pelagos.predictive.ticks import Horizon, Tick

__all__ = ["MPC", "Horizon", "Tick"]
