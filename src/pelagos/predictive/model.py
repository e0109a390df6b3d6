"""What a predictive controller knows of the robot: intervals of its motion, as displacements."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from pelagos.errors import PelagosError
from pelagos.exporters.opened import Opened
from pelagos.march.attitudes import with_unit_quaternions
from pelagos.march.samples.facts import Facts
from pelagos.predictive.displacements import Displacements
from pelagos.shooting import Intervals

QUICK = 1e-3  # share of an interval over which the quickest decay is measured
STABLE = (
    2.0  # of the step times the quickest rate; Runge and Kutta's method of order 4 goes to 2.78
)
MOST_STEPS = 200
GONE = 0.3  # share of a displacement left that says it was against a constraint


class PredictionModel:
    """Intervals of one length in which inputs are held, with states as displacements.

    A disturbance is a constant acceleration of all speeds beside what the equations say.
    """

    def __init__(self, ready: Opened, length: float, steps: int | None):
        self.robot, self.inputs = ready.robot, tuple(i.name for i in ready.inputs)
        self._compiled = ready.compiled
        self._intervals = Intervals(ready, length=length, steps=1 if steps is None else steps)
        self.states = Displacements(ready.compiled)
        self.length = length
        self.start = self._intervals.start
        self.freedoms = len(self.states.speeds)
        self._needed = _Needed(ready)
        if steps is None:
            self._intervals.steps = self._enough_steps()

    @property
    def steps(self) -> int:
        """Runge-Kutta steps of an interval."""
        return self._intervals.steps

    def ends(self, times: Any, x: np.ndarray, v: np.ndarray, d: np.ndarray | float) -> np.ndarray:
        """States at the ends of intervals, under a disturbance."""
        return self._disturbed(self._intervals.ends(np.asarray(times), x, v), d)

    def linearized(
        self, times: Any, x: np.ndarray, v: np.ndarray, d: np.ndarray | float
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The same with slopes (k, n, n) by displacements at the start, and (k, n, m) by inputs."""
        ends, A, B = self._slopes(times, x, v)
        return self._disturbed(ends, d), A, B

    def _slopes(
        self, times: Any, x: np.ndarray, v: np.ndarray, pace: float = 1.0
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        n, m, nx = self.states.size, len(self.inputs), x.shape[1]
        along = np.zeros((len(x), n + m, self._intervals.columns))
        along[:, :n, :nx] = np.swapaxes(self.states.columns(x), 1, 2)
        along[:, n:, nx : nx + m] = np.eye(m)
        found = self._intervals.shot(np.asarray(times), x, v, pace=pace, directions=along)
        slopes = self.states.rows(found.states) @ found.slopes
        return found.states, slopes[..., :n], slopes[..., n:]

    def _disturbed(self, ends: np.ndarray, d: np.ndarray | float) -> np.ndarray:
        """In an interval h a constant acceleration d displaces by h^2/2 d and speeds up by h d."""
        h, f = self.length, self.freedoms
        dx = np.zeros((len(ends), self.states.size))
        dx[:, :f], dx[:, f : 2 * f] = 0.5 * h * h * d, h * d
        return self.states.moved(ends, dx)

    def _enough_steps(self) -> int:
        """For the quickest decay of the robot at its start."""
        still = np.zeros((1, len(self.inputs)))
        _, A, _ = self._slopes(np.zeros(1), self.start[None], still, pace=QUICK)
        values = np.linalg.eigvals(A[0])
        if self._compiled.constraints.rows:  # what opens a loop is gone after any step
            values = values[np.abs(values) > GONE]
        quickest = np.abs(values - 1.0).max(initial=0.0) / QUICK
        steps = int(np.ceil(quickest / STABLE))
        if not steps <= MOST_STEPS:
            raise PelagosError(
                f"MPC: {self.robot.name} decays so quickly that an interval of {self.length:g} s "
                f"takes {steps} steps\n    use a model without its stiffest parts (prescribe what "
                "servos do: `motion`), or say how many `steps` to take"
            )
        return max(steps, 1)

    def measured(self, seen: Mapping[Any, Any]) -> np.ndarray:
        """The state (nx,) in a measurement: of any robot that has the same names, or vectors q, u
        and state of this one."""
        found = self._needed.picked(seen, self.start)
        if not np.isfinite(found).all():
            raise PelagosError(
                "MPC: the measured state is not finite\n    give q and u of ordinary numbers"
            )
        return with_unit_quaternions(self._compiled, found, "MPC")


class _Needed:
    """Where the numbers of a state come from in a measurement; prescribed joints need none."""

    def __init__(self, ready: Opened):
        robot, driven = ready.robot, ready.compiled.elements.driven
        self._sizes = {
            "q": len(robot.coordinates),
            "u": len(robot.speeds),
            "state": len(robot.state_labels),
        }
        labels = [("q", n) for n in robot.coordinates] + [("u", n) for n in robot.speeds]
        labels += [("state", n) for n in robot.state_labels]
        known = {int(q) for q, _, _ in driven} | {self._sizes["q"] + int(u) for _, u, _ in driven}
        self._labels = [(k, *label) for k, label in enumerate(labels) if k not in known]

    def picked(self, seen: Mapping[Any, Any], start: np.ndarray) -> np.ndarray:
        if isinstance(seen, Facts):
            return self._by_names(seen, start)
        parts = []
        for name, size in self._sizes.items():
            values = np.asarray(seen.get(name, ()), dtype=float)
            if values.shape != (size,):
                raise PelagosError(
                    f"MPC: {name} of the measurement has the shape {values.shape}\n"
                    f"    give {{'q': ..., 'u': ..., 'state': ...}}, {size} numbers of {name} in "
                    "the order of the model"
                )
            parts.append(values)
        return np.concatenate(parts)

    def _by_names(self, seen: Facts, start: np.ndarray) -> np.ndarray:
        found = start.copy()
        for place, name, label in self._labels:
            try:
                found[place] = seen[name, label]
            except KeyError as error:
                raise PelagosError(
                    f"MPC: what is simulated does not have all states of its model: {error.args[0]}"
                    "\n    give bodies of the model the names they have there"
                ) from None
        return found
