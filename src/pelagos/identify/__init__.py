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
from pelagos.identify.trials.added_mass import with_added_mass
from pelagos.identify.trials.fitting import TrialFit
from pelagos.identify.trials.folder import read_trials
from pelagos.identify.trials.validation import (
    ModelResult,
    PredictedTrial,
    Validation,
)

__all__ = [
    "DecayFit",
    "DragFit",
    "Estimate",
    "ModelResult",
    "Point",
    "PredictedTrial",
    "RateFit",
    "Segment",
    "ThrustFit",
    "ThrustLoss",
    "TrajectoryFit",
    "TrialFit",
    "Validation",
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
    "read_trials",
    "steady_segment",
    "thrust_loss",
    "with_added_mass",
]
