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

from pelagos.analysis.queries import AnyRobot
from pelagos.elements.actuator.motion import PrescribedMotion
from pelagos.errors import PelagosError
from pelagos.march.settings import read_robot
from pelagos.model.paths.shadowed import in_scenario
from pelagos.model.robot import Robot
from pelagos.model.tree import initial_words
from pelagos.progress import Progress, with_bar
from pelagos.result import meaning
from pelagos.run.simulate import simulate

TIGHT = 1e-12  # relative tolerance where something beside the prescribed joints moves
MOST_STEPS = 200_000
QUARTERS = 4  # samples of the prescribed motion in a step of the way back


@dataclass(frozen=True)
class Prescribed:
    """A motion that a scenario prescribes, and what it takes."""

    actuators: tuple[str, ...]  # of the prescribed joints
    columns: tuple[int, ...]  # where their coordinates stand in q
    time: np.ndarray
    positions: np.ndarray  # (time, joint)
    efforts: np.ndarray  # (time, joint)
    q: np.ndarray  # of the whole robot at the start
    u: np.ndarray
    units: tuple[str, ...]  # of their positions
    effort_units: tuple[str, ...]


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
    wish: Prescribed
    stages: Retraced  # efforts at the times of the stages
    held: Retraced  # efforts held over every step

    def to_dict(self) -> dict[str, Any]:
        return {
            "robot": self.robot,
            "scenario": self.scenario,
            "step": self.step,
            "actuators": list(self.wish.actuators),
            "units": list(self.wish.units),
            "effort_units": list(self.wish.effort_units),
            "largest_effort": np.abs(self.wish.efforts).max(axis=0).tolist(),
            **{
                name: {"errors": trip.errors.tolist(), "order": trip.order}
                for name, trip in (("stages", self.stages), ("held", self.held))
            },
        }


@with_bar
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

    Examples:
        >>> trip = pl.round_trip("snake8-free", "coil", duration=0.1)
        >>> round(trip.stages.order)
        4
    """
    base = read_robot(robot, set)
    resolved = in_scenario(base, scenario)
    span = _whole_steps(duration or resolved.duration, step)
    wish = prescribed(resolved, scenario, span, step / QUARTERS, progress, method)
    back = _WayBack(resolved, wish, step, method, progress)
    return RoundTrip(base.name, scenario, step, wish, back.retraced("cubic"), back.retraced("hold"))


def prescribed(
    robot: Robot,
    scenario: str | None,
    duration: float,
    every: float,
    progress: Progress | None,
    method: str = "newton-euler",
) -> Prescribed:
    """Positions and efforts of the prescribed joints of a robot whose scenario is merged in."""
    moved = tuple(n for n, a in robot.actuators.items() if a.kind == "motion")
    if not moved:
        place = f"scenario {scenario} of {robot.name}" if scenario else robot.name
        raise PelagosError(
            f"{place}: no joint is prescribed, so there is nothing to retrace\n"
            "    choose a robot whose actuators have the kind motion, such as snake20 spiral"
        )
    run = simulate(
        robot, duration=duration, every=every, rtol=TIGHT, method=method, progress=progress
    )
    if not run.outcome.finished:
        raise PelagosError(f"the prescribed motion failed: {run.outcome}")
    names, columns = list(robot.actuators), tuple(map(robot.driven_coordinate, moved))
    labels, efforts = meaning.coordinates(robot), {e.label: e for e in meaning.efforts(robot)}
    return Prescribed(
        actuators=moved,
        columns=columns,
        time=run.arrays["time"],
        positions=run.arrays["q"][:, columns],
        efforts=run.arrays["actuation"][:, [names.index(name) for name in moved]],
        q=run.arrays["q"][0],
        u=run.arrays["u"][0],
        units=tuple(labels[column].unit for column in columns),
        effort_units=tuple(efforts[name].unit for name in moved),
    )


def with_actuators(robot: Robot, wish: Prescribed, actuators: Mapping[str, Any]) -> Robot:
    """The robot with other actuators at prescribed joints; all of it starts as the motion does.

    Its scenarios are left out: their inputs are motions of these joints, not efforts.
    """
    words = robot.to_dict()
    words["actuators"] |= actuators
    words["scenarios"] = {}
    words["initial"], q, u = {}, wish.q.tolist(), wish.u.tolist()
    for name in robot.order:
        joint = robot.bodies[name].joint
        words["initial"][name] = initial_words(joint, q[: joint.nq], u[: joint.nv])
        q, u = q[joint.nq :], u[joint.nv :]
    return Robot(**words)


def _whole_steps(duration: float, step: float) -> float:
    if not 0.0 < step <= duration or duration / step > MOST_STEPS:
        raise PelagosError(
            f"step: {step:g} s does not divide a run of {duration:g} s sensibly\n"
            f"    choose one between {duration / MOST_STEPS:g} and {duration:g} s"
        )
    return round(duration / step) * step


class _WayBack:
    """The robot with motors in place of its prescribed joints."""

    def __init__(
        self, robot: Robot, wish: Prescribed, step: float, method: str, progress: Progress | None
    ):
        self._robot, self._wish, self._step = robot, wish, step
        self._method, self._progress = method, progress

    def retraced(self, interpolation: str) -> Retraced:
        """Back by steps, and by steps of half the size for the order."""
        wish = self._wish
        coarse, fine = self._back(interpolation, 1), self._back(interpolation, 2)
        errors = np.abs(coarse - wish.positions[::QUARTERS]).max(axis=0)
        halved = np.abs(fine - wish.positions[:: QUARTERS // 2]).max(axis=0)
        known = np.isfinite(errors.max()) and 0.0 < halved.max() < np.inf
        order = float(np.log2(errors.max() / halved.max())) if known else np.nan
        return Retraced(wish.time[::QUARTERS], coarse, errors, order)

    def _back(self, interpolation: str, halving: int) -> np.ndarray:
        """(time, joint): positions by steps that are 1/halving as long.

        A run that blew up is infinitely far off from there on.
        """
        wish, samples = self._wish, QUARTERS // halving
        every = samples // 2 if interpolation == "cubic" else samples
        times, efforts = wish.time[::every].tolist(), wish.efforts[::every].T.tolist()
        motors = {}
        for name, values in zip(wish.actuators, efforts, strict=True):
            law = self._robot.actuators[name].law
            assert isinstance(law, PrescribedMotion)  # of all that are prescribed
            table = {"time": times, "value": values, "interpolation": interpolation}
            motors[name] = law.as_motor({"table": table})
        run = simulate(
            with_actuators(self._robot, wish, motors),
            duration=float(wish.time[-1]),
            integrator="rk4",
            step=self._step / halving,
            every=self._step / halving,
            method=self._method,
            progress=self._progress,
        )
        found = np.full((1 + (len(wish.time) - 1) // samples, len(motors)), np.inf)
        found[: len(run)] = run.arrays["q"][:, wish.columns]
        return found
