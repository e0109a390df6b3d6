"""Simulation against experiment: velocities from poses, and how alike two motions are."""

from pelagos.compare.comparison import Channel, Comparison, compared, with_velocities
from pelagos.compare.kalman import SmoothedMotion, kalman_velocity, tuned
from pelagos.compare.measures import Delay, delay, pearson, rise_time, rmse, steady_value
from pelagos.compare.report import write_report
from pelagos.compare.warping import Warping, dtw
from pelagos.data.frames import lever_arm
from pelagos.deprecated import renamed

__all__ = [
    "Channel",
    "Comparison",
    "Delay",
    "SmoothedMotion",
    "Warping",
    "compared",
    "delay",
    "dtw",
    "kalman_velocity",
    "lever_arm",
    "pearson",
    "rise_time",
    "rmse",
    "steady_value",
    "tuned",
    "with_velocities",
    "write_report",
]

__getattr__ = renamed(__name__, {"Motion": ("SmoothedMotion", SmoothedMotion)})
