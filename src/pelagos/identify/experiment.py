"""A recording prepared for prediction: pieces of it, each with inputs and a measured start.

Long open-loop predictions of an unstable or chaotic system say nothing about its parameters, so a
recording may be cut into pieces that start from the measured state.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pelagos.data.checks import Array, refuse
from pelagos.data.frames import conjugate, to_quaternions
from pelagos.data.recording import Recording
from pelagos.data.turns import without_leaps
from pelagos.identify.inputs import (
    Between,
    between_samples,
    held_on,
    span,
    tables,
)
from pelagos.identify.starts import MeasuredStart, Smooth, doubts
from pelagos.identify.steady import UNPLUGGED, is_constant
from pelagos.model import Robot
from pelagos.result.euler import rotate

OUTPUTS = ("q", "u", "position", "velocity", "angular_velocity", "euler")


@dataclass(frozen=True)
class Piece:
    """A robot under the inputs of a piece of a recording, and what was measured meanwhile."""

    robot: Robot
    start: MeasuredStart
    duration: float
    every: float
    measured: dict[str, Array]  # on the grid of the simulation
    begin: float

    @property
    def time(self) -> Array:
        """The grid, in the times of the recording."""
        count = len(next(iter(self.measured.values())))
        return np.asarray(self.begin + self.every * np.arange(count), dtype=float)


def pieces(
    robot: Robot,
    recording: Recording,
    *,
    outputs: tuple[str, ...] | None = None,
    length: float | None = None,
    every: float | None = None,
    inputs: Between = "hold",
) -> tuple[list[Piece], list[str]]:
    """Cut a recording; without a length it stays whole. And in words: what to know about it."""
    recording = without_leaps(recording)
    between = between_samples(robot, recording, inputs)
    chosen, still = _chosen(recording, outputs)
    begin, end = span(recording, chosen, between)
    steps = np.diff(recording.time(chosen[0]))
    step = float(np.median(steps)) if every is None else every
    whole = end - begin if length is None else min(length, end - begin)
    count = max(1, int((end - begin) / whole + 1e-9))
    names = [n for n in recording.names if n.partition(".")[0] in ("q", "position", "euler")]
    smooth = {name: Smooth.of(recording, name) for name in names}
    state = _states(robot, recording, smooth)
    found = []
    for k in range(count):
        start = begin + k * whole
        samples = max(int(whole / step + 1e-9), 2)
        grid = start + step * np.arange(samples + 1)
        grid = grid[grid <= end + 1e-9]
        driven = robot.with_values(
            tables(robot, recording, between, float(grid[0]), float(grid[-1]))
        )
        begins = float(grid[0])
        q, u = state(begins, k == 0)
        begun = MeasuredStart(q, u, doubts(robot, smooth, begins))
        measured = {name: recording.at(name, np.minimum(grid, end)) for name in chosen}
        found.append(Piece(driven, begun, float(grid[-1] - begins), step, measured, begins))
    return found, [
        *(f"{said} and was left out of the fit" for said in still),
        *held_on(recording, between, end),
        *_left_over(recording, found, end),
    ]


def _chosen(
    recording: Recording, outputs: tuple[str, ...] | None
) -> tuple[tuple[str, ...], list[str]]:
    """Channels to fit, and in words those that are not: without scatter there is no weight."""
    known = [name for name in recording.names if name.partition(".")[0] in OUTPUTS]
    wanted = tuple(known) if outputs is None else outputs
    still = {
        name: f"{recording.name}: {name} is {recording[name][0]:g} throughout"
        for name in wanted
        if is_constant(recording[name])
    }
    if still and (outputs is not None or len(still) == len(wanted)):
        raise refuse(*((said, UNPLUGGED) for said in still.values()))
    if not wanted:
        said = f"{recording.name}: nothing to fit among {', '.join(recording.names)}"
        raise refuse((said, f"map columns to names that begin with {', '.join(OUTPUTS)}"))
    return tuple(name for name in wanted if name not in still), list(still.values())


def _left_over(recording: Recording, cut: list[Piece], end: float) -> list[str]:
    """What no piece holds, in words."""
    rest = end - (cut[-1].begin + cut[-1].duration)
    if rest < 1.5 * cut[-1].every:
        return []
    return [f"{recording.name}: the last {rest:.3g} s make no whole piece and were left out"]


def _states(robot: Robot, recording: Recording, smooth: dict[str, Smooth]) -> Any:
    """The state at a time: measured coordinates, velocities smoothed from them.

    What was not measured is taken from the robot's own initial state, at the first piece only.
    """
    q0, u0 = robot.initial_state()
    free = {
        f"{body}.{rate}"
        for body in robot.order
        if robot.bodies[body].joint.mechanics.in_world
        for rate in "uvwpqr"
    }

    def known(name: str, order: int, time: float) -> float | None:
        return smooth[name].at(time, order) if name in smooth else None

    def state(time: float, first: bool) -> tuple[Array, Array]:
        q, u = q0.copy(), u0.copy()
        missing = []
        for body in robot.order:
            if robot.bodies[body].joint.mechanics.in_world:
                missing += _free(robot, body, known, time, q, u)
        for i, label in enumerate(robot.coordinates):
            value = known(f"q.{label}", 0, time)
            if value is not None:
                q[i] = value
        for i, label in enumerate(robot.speeds):
            value = known(f"q.{label}", 1, time)
            if value is not None:
                u[i] = value
            elif label not in free:
                missing.append(label)
        if missing and not first:
            said = (
                f"{recording.name}: pieces need a measured start; {', '.join(missing)} is unknown"
            )
            raise refuse((said, "measure it, or fit the recording as a whole"))
        return q, u

    return state


def _free(robot: Robot, body: str, known: Any, time: float, q: Array, u: Array) -> list[str]:
    """Pose and velocity of a free body, as far as they were measured."""
    places = [robot.coordinates.index(f"{body}.{name}") for name in ("x", "y", "z")]
    turn = robot.coordinates.index(f"{body}.qw")
    speed = robot.speeds.index(f"{body}.u")
    moved = [known(f"position.{body}.{a}", 0, time) for a in "xyz"]
    rates = [known(f"position.{body}.{a}", 1, time) for a in "xyz"]
    angles = [known(f"euler.{body}.{a}", 0, time) for a in ("roll", "pitch", "yaw")]
    turning = [known(f"euler.{body}.{a}", 1, time) for a in ("roll", "pitch", "yaw")]
    missing = []
    for place, value in zip(places, moved, strict=True):
        if value is not None:
            q[place] = value
    if any(value is None for value in moved):
        missing.append(f"position.{body}")
    if any(value is None for value in angles):
        missing.append(f"euler.{body}")
    rpy = np.array([0.0 if value is None else value for value in angles])
    if any(value is not None for value in angles):
        q[turn : turn + 4] = to_quaternions(rpy[None])[0]
    attitude = q[turn : turn + 4]
    if any(value is not None for value in rates):
        world = np.array([0.0 if value is None else value for value in rates])
        u[speed : speed + 3] = rotate(conjugate(attitude), world)
    if any(value is not None for value in turning):
        roll, pitch, yaw = (0.0 if value is None else value for value in turning)
        s, c = np.sin(rpy), np.cos(rpy)
        u[speed + 3 : speed + 6] = (
            roll - s[1] * yaw,
            c[0] * pitch + s[0] * c[1] * yaw,
            -s[0] * pitch + c[0] * c[1] * yaw,
        )
    return missing
