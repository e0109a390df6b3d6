"""Angles to efforts and back: a check of inverse and forward dynamics along a whole motion.

A scenario prescribes joints; its run gives the efforts that this takes. The same robot with motors
in place of the prescribed joints, given these efforts, must retrace the motion (Kvalvik et al.
2019, who do so with polynomials of time and the method of Runge and Kutta).

How the efforts are handed over matters. Given at the times of the stages (the ends and the middle
of every step), the error falls with the fourth power of the step; held over the step, as a
controller with a sample rate does, it falls with the first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from pelagos.errors import PelagosError
from pelagos.model.robot import Robot
from pelagos.run.engine import Progress
from pelagos.run.settings import read_robot
from pelagos.run.simulate import simulate
from pelagos.run.study import AnyRobot

TIGHT = 1e-12  # relative tolerance where something beside the prescribed joints moves
MOST_STEPS = 200_000


@dataclass(frozen=True)
class Retraced:
    """The motion under efforts handed over in one way."""

    time: np.ndarray
    positions: np.ndarray  # (time, joint)
    errors: np.ndarray  # (joint,): largest distance from the prescribed position
    order: float  # of the largest error, from this step and half of it


@dataclass(frozen=True)
class RoundTrip:
    """What was prescribed, what it took, and what came back."""

    robot: str
    scenario: str | None
    step: float
    actuators: tuple[str, ...]
    time: np.ndarray
    positions: np.ndarray  # (time, joint), prescribed
    efforts: np.ndarray  # (time, joint)
    stages: Retraced  # efforts at the times of the stages
    held: Retraced  # efforts held over every step

    def to_dict(self) -> dict[str, Any]:
        return {
            "robot": self.robot,
            "scenario": self.scenario,
            "step": self.step,
            "actuators": list(self.actuators),
            "largest_effort": np.abs(self.efforts).max(axis=0).tolist(),
            **{
                name: {"errors": trip.errors.tolist(), "order": trip.order}
                for name, trip in (("stages", self.stages), ("held", self.held))
            },
        }


def round_trip(
    robot: AnyRobot,
    scenario: str | None = None,
    *,
    step: float = 0.0125,
    duration: float | None = None,
    method: str = "newton-euler",
    set: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
) -> RoundTrip:
    """Prescribed motion to efforts, and the efforts back to motion by rk4 with a fixed step.

    method: the formulation of both ways.
    """
    base = read_robot(robot, set)
    resolved = base.resolved(scenario)
    moved = tuple(n for n, a in resolved.actuators.items() if a.kind == "motion")
    if not moved:
        place = f"scenario {scenario} of {base.name}" if scenario else base.name
        raise PelagosError(
            f"{place}: no joint is prescribed, so there is nothing to retrace\n"
            "    choose a robot whose actuators have the kind motion, such as snake20 spiral"
        )
    span = _whole_steps(duration or resolved.duration, step)
    there = _Prescribed(resolved, moved, span, step, method, progress)
    return RoundTrip(
        robot=base.name,
        scenario=scenario,
        step=step,
        actuators=moved,
        time=there.time,
        positions=there.positions,
        efforts=there.efforts,
        stages=there.retraced("cubic", progress),
        held=there.retraced("hold", progress),
    )


def _whole_steps(duration: float, step: float) -> float:
    if not 0.0 < step <= duration or duration / step > MOST_STEPS:
        raise PelagosError(
            f"step: {step:g} s does not divide a run of {duration:g} s sensibly\n"
            f"    choose one between {duration / MOST_STEPS:g} and {duration:g} s"
        )
    return round(duration / step) * step


class _Prescribed:
    """The run with prescribed joints, seen at every quarter of a step of the way back."""

    def __init__(
        self,
        robot: Robot,
        moved: tuple[str, ...],
        span: float,
        step: float,
        method: str,
        progress: Progress | None,
    ):
        self._robot, self._moved, self._step, self._method = robot, moved, step, method
        self._run = simulate(
            robot,
            duration=span,
            every=step / 4,
            rtol=TIGHT,
            method=method,
            progress=progress,
        )
        if not self._run.outcome.finished:
            raise PelagosError(f"the prescribed motion failed: {self._run.outcome}")
        arrays = self._run.arrays
        self.time = arrays["time"]
        names = list(robot.actuators)
        self.efforts = arrays["actuation"][:, [names.index(name) for name in moved]]
        self._columns = _coordinates(robot, moved)
        self.positions = arrays["q"][:, self._columns]

    def retraced(self, interpolation: str, progress: Progress | None) -> Retraced:
        """Back by steps, and by steps of half the size for the order."""
        coarse = self._back(interpolation, 1, progress)
        fine = self._back(interpolation, 2, progress)
        errors = np.abs(coarse - self.positions[::4]).max(axis=0)
        halved = np.abs(fine - self.positions[::2]).max(axis=0)
        known = np.isfinite(errors.max()) and 0.0 < halved.max() < np.inf
        order = float(np.log2(errors.max() / halved.max())) if known else np.nan
        return Retraced(self.time[::4], coarse, errors, order)

    def _back(self, interpolation: str, halving: int, progress: Progress | None) -> np.ndarray:
        """(time, joint): positions of the robot with motors, by steps that are 1/halving as long.

        A run that blew up is infinitely far off from there on.
        """
        samples = 4 // halving
        every = samples // 2 if interpolation == "cubic" else samples
        words = self._with_motors(self.time[::every], self.efforts[::every], interpolation)
        run = simulate(
            Robot(**words),
            duration=float(self.time[-1]),
            integrator="rk4",
            step=self._step / halving,
            every=self._step / halving,
            method=self._method,
            progress=progress,
        )
        found = np.full((1 + (len(self.time) - 1) // samples, len(self._moved)), np.inf)
        found[: len(run)] = run.arrays["q"][:, self._columns]
        return found

    def _with_motors(
        self, times: np.ndarray, efforts: np.ndarray, interpolation: str
    ) -> dict[str, Any]:
        """The words with motors that follow tables of efforts, and the start of the motion."""
        words, robot = self._robot.to_dict(), self._robot
        start = dict(zip(robot.coordinates, self._run.arrays["q"][0].tolist(), strict=True))
        rates = dict(zip(robot.speeds, self._run.arrays["u"][0].tolist(), strict=True))
        words.setdefault("initial", {})
        for name, column in zip(self._moved, efforts.T, strict=True):
            law = robot.actuators[name].law
            table = {"time": times.tolist(), "value": column.tolist()}
            words["actuators"][name] = {
                "motor": {
                    "joint": law.joint,  # type: ignore[union-attr]
                    "dof": law.dof,  # type: ignore[union-attr]
                    "input": {"table": {**table, "interpolation": interpolation}},
                }
            }
            joint = law.joint  # type: ignore[union-attr]
            own = [label for label in robot.coordinates if _joint_of(label, robot) == joint]
            words["initial"][joint] = {
                "position": [start[label] for label in own],
                "rate": [rates[label] for label in own],
            }
        return words


def _joint_of(label: str, robot: Robot) -> str:
    """The body whose joint a coordinate belongs to."""
    return label if label in robot.bodies else label.rpartition(".")[0]


def _coordinates(robot: Robot, moved: tuple[str, ...]) -> list[int]:
    """Where the prescribed coordinates stand in q."""
    found = []
    for name in moved:
        joint = robot.actuators[name].law.joint  # type: ignore[union-attr]
        own = [i for i, label in enumerate(robot.coordinates) if _joint_of(label, robot) == joint]
        found.append(own[robot.driven_dof(name)])
    return found
