"""What comes of planning: a motion, its cost, and how far it can be trusted."""

from __future__ import annotations

import json
import math
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from pelagos.errors import PelagosError
from pelagos.model.robot import Robot
from pelagos.planning.solvers import INTERRUPTED
from pelagos.result.run import Run
from pelagos.run.session import Session

SAMPLES = 400  # of a run, about


@dataclass(frozen=True)
class MotionPlan:
    """A motion that costs least, or the best one that was found.

    Inputs are constant from each time to the next.
    """

    name: str
    robot: Robot = field(repr=False)
    """In its scenario, with the values that the plan changes."""
    times: np.ndarray = field(repr=False)
    state_names: tuple[str, ...] = field(repr=False)
    states: np.ndarray = field(repr=False)
    """(time, element), as q[...], u[...], s[...]."""
    input_names: tuple[str, ...] = field(repr=False)
    inputs: np.ndarray = field(repr=False)
    """(interval, actuator)."""
    parameters: dict[str, float]
    cost: float
    success: bool
    reason: str
    """Why the solver stopped."""
    violation: float
    """The largest by which a condition is missed."""
    worst: str
    """That condition."""
    solver: str
    iterations: int
    seconds: float

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended the search."""
        return self.reason == INTERRUPTED

    def __getitem__(self, name: str) -> np.ndarray:
        """An element of the state by its name, or an input by that of its actuator."""
        if name in self.state_names:
            return self.states[:, self.state_names.index(name)]
        if name in self.input_names:
            return self.inputs[:, self.input_names.index(name)]
        known = ", ".join((*self.state_names, *self.input_names))
        raise KeyError(f"no {name!r} in this plan: it has {known}")

    def run(
        self,
        *,
        out: str | os.PathLike[str] | None = None,
        every: float | None = None,
        rtol: float = 1e-8,
    ) -> Run:
        """Simulate the planned inputs from the planned start, with the engine's own steps.

        `error` compares the two.
        """
        return self.replayed(out, every, rtol)[0]

    def error(self, rtol: float = 1e-8) -> float:
        """How far such a run is from the planned states at the end, the largest of all."""
        return self.replayed(rtol=rtol)[1]

    def replayed(
        self,
        out: str | os.PathLike[str] | None = None,
        every: float | None = None,
        rtol: float = 1e-8,
    ) -> tuple[Run, float]:
        """`run` and `error` at once."""
        begin, end = float(self.times[0]), float(self.times[-1])
        robot = self.robot
        if self.parameters:
            robot = robot.with_values(self.parameters)
        session = Session(robot, inputs=self.input_names, rtol=rtol, lands=True)
        nq, nv = len(robot.coordinates), len(robot.speeds)
        first = self.states[0]
        more = {} if len(first) == nq + nv else {"state": first[nq + nv :]}
        session.set_state(first[:nq], first[nq : nq + nv], time=begin, **more)
        for k, until in enumerate(self.times[1:]):
            session.set_inputs(dict(zip(self.input_names, self.inputs[k].tolist(), strict=True)))
            if k == 0:  # the first sample has the first inputs
                session.record(out, every=every or (end - begin) / SAMPLES)
            session.advance(float(until))
            if session.outcome is not None:
                break
        reached = np.concatenate([session.q, session.u, session.state])
        run = session.close()
        seen = [n not in self._prescribed for n in self.state_names]
        off = np.abs(reached - self.states[-1])[seen]
        return run, float(off.max(initial=0.0)) if session.outcome is None else math.inf

    @property
    def _prescribed(self) -> set[str]:
        """Elements of the state that signals give."""
        return {f"{letter}[{name}]" for letter in "qu" for name in self.robot.prescribed}

    def to_dict(self) -> dict[str, Any]:
        """As plain numbers and texts."""
        return {
            "name": self.name,
            "robot": self.robot.name,
            "cost": self.cost,
            "success": self.success,
            "reason": self.reason,
            "violation": self.violation,
            "worst": self.worst,
            "solver": self.solver,
            "iterations": self.iterations,
            "seconds": self.seconds,
            "parameters": self.parameters,
            "times": self.times.tolist(),
            "states": {n: self[n].tolist() for n in self.state_names},
            "inputs": {n: self[n].tolist() for n in self.input_names},
        }

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write everything as JSON."""
        place = Path(path)
        if place.suffix != ".json":
            raise PelagosError(f"{place}: plans are written as JSON\n    end the name with .json")
        place.write_text(json.dumps(self.to_dict(), indent=1, allow_nan=False), encoding="utf-8")
