"""What a predictive controller tells of its work."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from pelagos.predictive.condensing import Condensed


@dataclass(frozen=True)
class Tick:
    """One call of the controller.

    Examples:
        >>> mpc = pl.MPC("cart-pole", inputs=["drive"], target=[0.5, 0.0])  # needs pelagos[casadi]
        >>> commands = mpc.control(0.0, {"q": [0.0, 0.1], "u": [0.0, 0.0]})
        >>> mpc.ticks[-1].status
        'solved'
    """

    time: float  # s, of the robot
    status: str
    """`solved`, or why the plan before goes on."""
    cost: float  # of the plan
    preparation: float  # s: what could be done before the measurement
    feedback: float  # s: from the measurement to the commands

    @property
    def seconds(self) -> float:
        """All of it."""
        return self.preparation + self.feedback


class PreparedTick(NamedTuple):
    """What is known of the next tick before its measurement."""

    plan: Horizon
    program: Condensed
    disturbance: np.ndarray  # with which the plan was linearised
    seconds: float


@dataclass(frozen=True)
class Horizon:
    """A plan: N intervals in which inputs are held."""

    times: np.ndarray  # (N + 1,)
    states: np.ndarray  # (N + 1, nx): coordinates, speeds, auxiliary states
    inputs: np.ndarray  # (N, m)
    rest: np.ndarray  # (N, m): inputs that would keep the robot at its targets

    def shifted(self) -> Horizon:
        """The same an interval later; the last one is there twice."""
        length = self.times[1] - self.times[0]
        return Horizon(
            times=self.times + length,
            states=np.vstack([self.states[1:], self.states[-1:]]),
            inputs=np.vstack([self.inputs[1:], self.inputs[-1:]]),
            rest=np.vstack([self.rest[1:], self.rest[-1:]]),
        )
