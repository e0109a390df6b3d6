"""Where a predictive controller shall bring the robot, and the inputs that would keep it there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from pelagos.arguments import vector
from pelagos.errors import ModelError, PelagosError
from pelagos.march.attitudes import with_unit_quaternions
from pelagos.mechanism.robot import Compiled
from pelagos.predictive.model import PredictionModel

Target = Mapping[str, Any] | Sequence[float] | np.ndarray | Callable[[float], Any] | None


class Targets:
    """States that are wanted over time: coordinates as told, at the speeds that follow from them.

    Auxiliary states are wanted as they are at the start.
    """

    def __init__(self, given: Target, model: PredictionModel, robot: Compiled):
        self._model, self._robot = model, robot
        self._moves = callable(given)
        self._given: Callable[[float], Any]
        if callable(given):
            self._given = given
        else:
            constant = self._constant(given)
            self._given = lambda _time: constant
        self.states(np.zeros(1))  # refuses what cannot be

    def _constant(self, given: Any) -> Any:
        """Coordinates by the words of `initial`, as a vector, or those at the start."""
        if given is None:
            return self._model.start[: self._robot.nq]
        if isinstance(given, Mapping):
            values: dict[str, Any] = {}
            for name, own in given.items():
                if not isinstance(own, Mapping):
                    raise PelagosError(
                        f"MPC: target of {name}: {own!r} has no key\n"
                        "    write the words of `initial`, as {'cart': {'position': 0.5}}"
                    )
                values |= {f"initial.{name}.{key}": v for key, v in own.items()}
            try:
                return self._model.robot.with_values(values).written_state()[0]
            except ModelError as error:
                first = error.problems[0]
                raise PelagosError(
                    f"MPC: target: {first.key.removeprefix('initial.')}: {first.message}\n"
                    f"    {first.remedy}"
                ) from None
        return given

    def states(self, times: np.ndarray) -> np.ndarray:
        """(k, nx), with the speeds that lead from each to the next; the last has those before."""
        model, nq = self._model, self._robot.nq
        found = np.tile(model.start, (len(times), 1))
        found[:, nq : nq + self._robot.nv] = 0.0
        shown = times if self._moves else times[:1]
        found[:, :nq] = np.stack([self._at(time) for time in shown.tolist()])
        if self._moves and len(times) > 1:
            f = model.freedoms
            rates = model.states.between(found[:-1], found[1:])[:, :f] / model.length
            found[:, nq + model.states.speeds] = np.vstack([rates, rates[-1:]])
        return found

    def _at(self, time: float) -> np.ndarray:
        given = self._given(time)
        remedy = (
            f"give {self._robot.nq} coordinates in the order `pelagos info` shows, or the words of "
            "`initial`"
        )
        q = vector(f"MPC: target at t = {time:g} s", given, self._robot.nq, remedy)
        return with_unit_quaternions(self._robot, q, "target")


class Resting:
    """Inputs that keep the robot at its targets, at a least cost: what inputs are compared with.

    Without them a weight of inputs would pull the robot off its target wherever a current or its
    weight asks for thrust (Pannocchia and Rawlings 2003).
    """

    def __init__(self, model: PredictionModel, Q: np.ndarray, R: np.ndarray):
        f = model.freedoms
        weighted = np.abs(Q).any(axis=0)
        self._model = model
        self._watched = np.flatnonzero(weighted[:f] | weighted[f : 2 * f])
        self._known = np.zeros(model.states.size, dtype=bool)
        self._known[self._watched] = self._known[f + self._watched] = True
        self._cheap = np.linalg.cholesky(np.linalg.inv(R))  # R^-1 = L L^T

    def wanted(self, plan: np.ndarray, targets: np.ndarray) -> np.ndarray:
        """Targets; joints whose errors cost nothing are where the plan has them."""
        states = self._model.states
        return states.moved(plan, states.between(plan, targets) * self._known)

    def inputs(
        self, times: np.ndarray, there: np.ndarray, guess: np.ndarray, d: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """(N, m), one step of Newton's method from a guess, and how they follow the disturbance d,
        (m, freedoms); there: N + 1 states.

        What lags behind inputs, as thrusters that spin up, is where it comes to rest with them.
        """
        model, rows = self._model, self._model.freedoms + self._watched
        first = 2 * model.freedoms  # of auxiliary states
        ends = model.ends(times, there[:-1], guess, d)
        lack = model.states.between(ends, there[1:])[:, rows]
        _, A, B = model.linearized(times[:1], there[:1], guess[:1], d)
        lag = A[0][first:, first:] - np.eye(model.states.further)
        settled = A[0][rows, first:] @ np.linalg.pinv(lag, rcond=1e-8)
        push = B[0][rows] - settled @ B[0][first:]
        lack = lack + (ends - there[:-1])[:, model.states.nq + model.states.nv :] @ settled.T
        wanted = lack + guess @ push.T
        cheapest = self._cheap @ np.linalg.pinv(push @ self._cheap, rcond=1e-8)
        return wanted @ cheapest.T, -cheapest @ model.by_disturbance[rows]
