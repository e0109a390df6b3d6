"""Simulation against experiment: velocities from poses, and how alike two motions are."""

from pelagos.data.frames import lever_arm
from pelagos.compare.kalman import Motion, kalman_velocity
from pelagos.compare.measures import Delay, delay, pearson, rise_time, rmse, steady_value
from pelagos.compare.warping import Warping, dtw

__all__ = [
    "Delay",
    "Motion",
    "Warping",
    "delay",
    "dtw",
    "kalman_velocity",
    "lever_arm",
    "pearson",
    "rise_time",
    "rmse",
    "steady_value",
]
