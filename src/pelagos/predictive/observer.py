"""What the model does not know: accelerations that explain why the robot is not where it should be.

After each interval the speeds that are measured are compared with those predicted from the state
before. A share of the difference is taken as a constant acceleration of the interval, so that
errors of the model that last are removed with a time constant: currents, weights, drag. In the
steady state predictions are then right, and a plan that keeps its target has no offset (Pannocchia
and Rawlings 2003).
"""

from __future__ import annotations

import math

import numpy as np

from pelagos.predictive.model import PredictionModel


class DisturbanceObserver:
    """A constant disturbance, along the axes of the speeds.

    seconds: the time constant; None: nothing is estimated.
    """

    def __init__(self, model: PredictionModel, seconds: float | None):
        self._model = model
        self._share = 0.0 if seconds is None else 1.0 - math.exp(-model.length / seconds)
        self.value = np.zeros(model.freedoms)

    def update(self, time: float, before: np.ndarray, v: np.ndarray, now: np.ndarray) -> None:
        """Learn from one interval that began at a time and a state, with inputs v."""
        if not self._share:
            return
        model, f = self._model, self._model.freedoms
        predicted = model.ends([time], before[None], v[None], self.value)
        missed = model.states.between(predicted, now[None])[0, f : 2 * f]
        self.value = self.value + self._share * missed / model.length
