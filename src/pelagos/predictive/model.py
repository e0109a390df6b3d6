"""What a predictive controller knows of the robot: intervals of its motion, as displacements."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from pelagos.arguments import mapping, vector
from pelagos.errors import PelagosError
from pelagos.exporters.opened import Opened
from pelagos.march.attitudes import with_unit_quaternions
from pelagos.march.samples.facts import Facts
from pelagos.predictive.displacements import Displacements
from pelagos.shooting import Intervals

STABLE = (
    2.0  # of the step times the quickest rate; Runge and Kutta's method of order 4 goes to 2.78
)
MOST_STEPS = 200
REMEDY = "give {'q': ..., 'u': ..., 'state': ...}, numbers in the order of the model"


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
        self.start, self.given = self._intervals.start, self._intervals.given
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
        n, m, nx = self.states.size, len(self.inputs), x.shape[1]
        along = np.zeros((len(x), n + m, self._intervals.columns))
        along[:, :n, :nx] = np.swapaxes(self.states.columns(x), 1, 2)
        along[:, n:, nx : nx + m] = np.eye(m)
        found = self._intervals.shot(np.asarray(times), x, v, directions=along)
        slopes = self.states.rows(found.states) @ found.slopes
        return self._disturbed(found.states, d), slopes[..., :n], slopes[..., n:]

    def _disturbed(self, ends: np.ndarray, d: np.ndarray | float) -> np.ndarray:
        """Ends under a constant acceleration."""
        dx = self.by_disturbance @ np.broadcast_to(d, self.freedoms)
        return self.states.moved(ends, np.tile(dx, (len(ends), 1)))

    @property
    def by_disturbance(self) -> np.ndarray:
        """In an interval h a constant acceleration d displaces by h^2/2 d and speeds up by h d:
        (size, freedoms)."""
        h, f = self.length, self.freedoms
        found = np.zeros((self.states.size, f))
        found[:f], found[f : 2 * f] = 0.5 * h * h * np.eye(f), h * np.eye(f)
        return found

    def _enough_steps(self) -> int:
        """For the quickest decay of the robot at its start."""
        still = np.zeros(len(self.inputs))
        rates = self._intervals.eigenvalues(0.0, self.start, still, None)
        steps = int(np.ceil(self.length * np.abs(rates).max(initial=0.0) / STABLE))
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
        found = self._needed.picked(mapping("MPC: measurement", seen, REMEDY), self.start)
        if not np.isfinite(found).all():
            raise PelagosError(f"MPC: the measured state is not finite\n    {REMEDY}")
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
        if unknown := [name for name in seen if name not in self._sizes]:
            raise PelagosError(f"MPC: measurement: there is no {unknown[0]!r}\n    {REMEDY}")
        parts = [
            vector(f"MPC: {name} of the measurement", seen.get(name, ()), size, REMEDY)
            for name, size in self._sizes.items()
        ]
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
