"""The start of a piece of a recording: measured like all else, and so not quite known.

A start that is off by its own error bends the whole prediction, and parameters that make up for it
are wrong by more than their intervals say. So the start is moved together with the parameters: by
offsets along the degrees of freedom, in units of its standard deviation. The offsets are residuals,
too: where the model is worse than the measurement, the start stays close to what was measured.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pelagos.compare.kalman import kalman_velocity, tuned
from pelagos.data.checks import Array
from pelagos.data.frames import product, to_quaternions
from pelagos.data.recording import Recording
from pelagos.elements.actuator.motion import PrescribedMotion
from pelagos.model import Robot
from pelagos.model.tree import speed_labels

_RATES = {"x": "u", "y": "v", "z": "w", "roll": "p", "pitch": "q", "yaw": "r"}
_LEAST = 1e-3  # offsets are at least this share of the motion: they must show in a simulated run


@dataclass(frozen=True)
class Smooth:
    """One measured coordinate, smoothed: position and velocity, and how well these are known."""

    time: Array
    values: tuple[Array, Array]
    deviations: tuple[Array, Array]

    @classmethod
    def of(cls, recording: Recording, name: str) -> Smooth:
        t, x = recording.time(name), recording[name]
        motion = kalman_velocity(t, x, *tuned(t, x))
        values = np.asarray(motion.position), np.asarray(motion.velocity)
        deviations = np.sqrt(np.abs(np.diagonal(motion.covariance, axis1=1, axis2=2)))
        return cls(t, values, (deviations[:, 0], deviations[:, 1]))

    def at(self, time: float, order: int) -> float:
        """Position (0) or velocity (1)."""
        return float(np.interp(time, self.time, self.values[order]))

    def doubt(self, time: float, order: int) -> float:
        """Its standard deviation, or what can be told apart at all."""
        least = _LEAST * float(np.std(self.values[order]))
        return max(float(np.interp(time, self.time, self.deviations[order])), least, 1e-9)


@dataclass(frozen=True)
class MeasuredStart:
    """A measured state, and how it may be moved.

    Degrees of freedom are those of the speeds: coordinates of joints; position in the world and
    small turns about the axes of a free body.
    """

    q: Array
    u: Array
    doubts: Array  # (2 n,) of positions, then of speeds; zero where there was no measurement

    @property
    def moving(self) -> NDArray[np.intp]:
        """Which of the 2 n may be moved."""
        return np.flatnonzero(self.doubts)

    def moved(self, robot: Robot, offsets: Array) -> tuple[Array, Array]:
        """States (point, element) for offsets (point, moving) in units of the doubts."""
        count, n = len(offsets), len(self.u)
        whole = np.zeros((count, 2 * n))
        whole[:, self.moving] = offsets * self.doubts[self.moving]
        q, u = np.tile(self.q, (count, 1)), self.u + whole[:, n:]
        for i, label in enumerate(robot.speeds):
            place = _coordinate(robot, label)
            if place is not None:
                q[:, place] += whole[:, i]
            elif label.endswith(".p"):
                turn = robot.coordinates.index(f"{label[:-2]}.qw")
                small = to_quaternions(whole[:, i : i + 3])
                q[:, turn : turn + 4] = product(q[:, turn : turn + 4], small)
        return q, u

    def rates(self, robot: Robot, offsets: Array) -> tuple[Array, Array]:
        """How q and u, (offset, element), move with the offsets (moving,) of one point."""
        n = len(self.u)
        whole = np.zeros(2 * n)
        whole[self.moving] = offsets * self.doubts[self.moving]
        dq, du = np.zeros((2 * n, len(self.q))), np.diag(self.doubts)[:, n:]
        for i, label in enumerate(robot.speeds):
            place = _coordinate(robot, label)
            if place is not None:
                dq[i, place] = self.doubts[i]
            elif label.endswith(".p"):
                turn = robot.coordinates.index(f"{label[:-2]}.qw")
                # half a turn more of an angle is twice the slope of its cosine and sine of half
                slopes = 0.5 * to_quaternions(whole[i : i + 3] + np.pi * np.eye(3))
                turned = product(np.tile(self.q[turn : turn + 4], (3, 1)), slopes)
                dq[i : i + 3, turn : turn + 4] = turned * self.doubts[i : i + 3, None]
        return dq[self.moving], du[self.moving]


def _coordinate(robot: Robot, label: str) -> int | None:
    """The coordinate that a speed changes alone; none for turns."""
    body, _, rate = label.rpartition(".")
    if label not in robot.coordinates and rate in ("u", "v", "w"):
        label = f"{body}.{'xyz'['uvw'.index(rate)]}"
    return robot.coordinates.index(label) if label in robot.coordinates else None


def doubts(robot: Robot, smooth: Mapping[str, Smooth], time: float) -> Array:
    """Of every degree of freedom and its speed.

    Joints that a motion drives do not move by themselves, and coordinates in closed loops not
    alone: these start as measured.
    """
    n = len(robot.speeds)
    found = np.zeros(2 * n)
    joints = {a.law.joint for a in robot.actuators.values() if isinstance(a.law, PrescribedMotion)}
    driven = {label for name in joints for label in speed_labels(name, robot.bodies[name].joint)}
    for name, record in smooth.items():
        label = _speed(robot, name)
        if label is None or robot.constraints or label in driven:
            continue
        place = robot.speeds.index(label)
        found[[place, n + place]] = record.doubt(time, 0), record.doubt(time, 1)
    return found


def _speed(robot: Robot, channel: str) -> str | None:
    """The degree of freedom that a channel measures."""
    kind, _, rest = channel.partition(".")
    if kind == "q" and rest in robot.speeds:
        return rest
    body, _, part = rest.rpartition(".")
    free = body in robot.bodies and robot.bodies[body].joint.mechanics.in_world
    return f"{body}.{_RATES[part]}" if free and part in _RATES else None
