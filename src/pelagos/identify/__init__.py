"""Parameters from measurements, with intervals: tank, thrusters, free decay, trajectories."""

from pelagos.identify.decay import DecayFit, fit_decay
from pelagos.identify.drag import DragFit, bracket_force, fit_drag
from pelagos.identify.estimate import Estimate
from pelagos.identify.fusion import Point, fuse, fuse_by
from pelagos.identify.ratios import drag_words, extrapolate_damping
from pelagos.identify.steady import (
    Segment,
    correlation_time,
    effective_sample_size,
    steady_segment,
)
from pelagos.identify.thrust_loss import ThrustLoss, thrust_loss
from pelagos.identify.thruster import RateFit, ThrustFit, fit_pwm_rpm, fit_thrust_coefficient
from pelagos.identify.trajectory import TrajectoryFit, fit_trajectory

__all__ = [
    "DecayFit",
    "DragFit",
    "Estimate",
    "Point",
    "RateFit",
    "Segment",
    "ThrustFit",
    "ThrustLoss",
    "TrajectoryFit",
    "bracket_force",
    "correlation_time",
    "drag_words",
    "effective_sample_size",
    "extrapolate_damping",
    "fit_decay",
    "fit_drag",
    "fit_pwm_rpm",
    "fit_thrust_coefficient",
    "fit_trajectory",
    "fuse",
    "fuse_by",
    "steady_segment",
    "thrust_loss",
]
