"""Hobby servos in place of prescribed joints, as on the robot that Kvalvik et al. 2019 built.

The controller knows where a joint starts, where it turns back and where it ends, and goes there
by constant increments per time step: straight lines instead of the smooth curve. It commands pulse
widths in whole microseconds. The servo follows as fast and as strongly as it can.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pelagos.analysis.queries import AnyRobot
from pelagos.applications.round_trip import Prescribed, prescribed, with_actuators
from pelagos.data.servo_log import HEADER, servo_rows
from pelagos.errors import PelagosError
from pelagos.march.settings import read_robot
from pelagos.model.paths.shadowed import in_scenario
from pelagos.model.robot import Robot
from pelagos.progress import Progress
from pelagos.run.simulate import simulate


@dataclass(frozen=True)
class HobbyServo:
    """What a servo and its controller can do; the defaults are those of a common analogue servo."""

    neutral: float = 1500e-6  # s, pulse at the angle zero
    slope: float = 1000e-6 / np.pi * 2  # s/rad: 500 to 2500 us over half a turn
    travel: float = np.pi / 2  # rad to either side
    resolution: float = 1e-6  # s, of the pulse
    step: float = 0.02  # s, one command in each; pulses come at 50 Hz
    speed: float = np.radians(60) / 0.17  # rad/s
    torque: float = 2.0  # N m
    stiffness: float = 60.0  # N m/rad, of the servo's own loop
    damping: float = 1.0  # N m s/rad

    def pulse(self, angle: np.ndarray) -> np.ndarray:
        """Widths for angles, in whole steps of the resolution and within the travel."""
        wish = self.neutral + self.slope * np.clip(angle, -self.travel, self.travel)
        return np.round(wish / self.resolution) * self.resolution

    def angle(self, pulse: np.ndarray) -> np.ndarray:
        """Angles for widths."""
        found: np.ndarray = (pulse - self.neutral) / self.slope
        return found


@dataclass(frozen=True)
class ServoLog:
    """What the controller sent and what the joints did."""

    joints: tuple[str, ...]
    time: np.ndarray
    pulse: np.ndarray  # (time, joint), s
    reached: np.ndarray  # (time, joint), rad
    servo: HobbyServo

    heading = HEADER[2:]  # of a written log

    @property
    def commanded(self) -> np.ndarray:
        return self.servo.angle(self.pulse)

    def write(self, path: str | Path) -> None:
        """One line per command, as text."""
        lines = [HEADER]
        angles, reached = np.degrees(self.commanded), np.degrees(self.reached)
        for k, t in enumerate(self.time):
            lines += [
                f"{t:.4f} {name} {self.pulse[k, j] * 1e6:.0f} {angles[k, j]:z.4f} "
                f"{reached[k, j]:z.4f}"
                for j, name in enumerate(self.joints)
            ]
        Path(path).write_text("\n".join(lines) + "\n", encoding="utf-8")


@dataclass(frozen=True)
class Deviation:
    """How far a log is from the prescribed motion of a joint, in radians."""

    joint: str
    stroke: float  # largest minus smallest prescribed angle
    start: float
    maximum: float  # where the prescribed motion is farthest from its start
    between: float  # the largest anywhere
    effort: float  # the largest that the prescribed motion takes, N m


@dataclass(frozen=True)
class ServoRun:
    """An emulated run and its comparison with the prescribed motion."""

    robot: str
    scenario: str | None
    log: ServoLog
    positions: np.ndarray  # (time, joint), prescribed, at the times of the log
    deviations: tuple[Deviation, ...]


def read_log(path: str | Path, servo: HobbyServo | None = None) -> ServoLog:
    """A log as `ServoLog.write` writes it, or a microcontroller: all joints at the same times."""
    rows = servo_rows(path)
    first, *others = rows.values()
    if not all(np.array_equal(one.time, first.time) for one in others):
        raise PelagosError(
            f"{path}: joints have lines at different times\n"
            "    pelagos.data.read takes them, each by its own"
        )
    pulses, reached = ([getattr(r, key) for r in rows.values()] for key in ("pulse", "reached"))
    return ServoLog(
        tuple(rows),
        first.time,
        np.column_stack(pulses),
        np.column_stack(reached),
        servo or HobbyServo(),
    )


def emulate(
    robot: AnyRobot,
    scenario: str | None = None,
    *,
    servo: HobbyServo | None = None,
    duration: float | None = None,
    progress: Progress | None = None,
) -> ServoRun:
    """The motion that a scenario prescribes, made by servos instead.

    Of a robot that has servos already, the motion is that of their targets.
    servo: what they can do; unless given, as `servo_of` finds it.
    """
    base = read_robot(robot, None)
    servo = servo or servo_of(base)
    resolved = with_motions(in_scenario(base, scenario))
    span = duration or resolved.duration
    if not 0.0 < servo.step <= span:
        raise PelagosError(
            f"step: a command each {servo.step:g} s is no motion of {span:g} s\n"
            f"    choose a step above 0 and up to {span:g} s"
        )
    wish = prescribed(resolved, scenario, span, servo.step, progress)
    for name, unit in zip(wish.actuators, wish.units, strict=True):
        if unit != "rad":
            raise PelagosError(
                f"{base.name}: {name} slides, and servos turn\n"
                "    choose a robot whose prescribed joints are revolute or universal"
            )
    pulse = servo.pulse(np.column_stack([increments(column, servo) for column in wish.positions.T]))
    reached = _followed(resolved, wish, servo.angle(pulse), servo, progress)
    joints = tuple(base.coordinates[column] for column in wish.columns)
    log = ServoLog(joints, wish.time, pulse, reached[:, wish.columns], servo)
    return ServoRun(
        base.name,
        scenario,
        log,
        wish.positions,
        tuple(compare(log, wish.positions, wish.efforts)),
    )


def servo_of(robot: Robot) -> HobbyServo:
    """The servo that a robot has at its joints, or a common one if it has none."""
    laws = {
        (law.stiffness, law.damping, law.limit)
        for law in (a.law for a in robot.actuators.values() if a.kind == "servo")
    }
    if not laws:
        return HobbyServo()
    if len(laws) > 1:
        raise PelagosError(
            f"{robot.name}: its servos differ in stiffness, damping or limit\n"
            "    say which to emulate: HobbyServo(stiffness=..., damping=..., torque=...)"
        )
    ((stiffness, damping, limit),) = laws
    most = np.inf if limit is None else limit
    return HobbyServo(stiffness=stiffness, damping=damping, torque=most)


def with_motions(robot: Robot) -> Robot:
    """The robot with prescribed motions in place of its servos."""
    served = {n: a.law for n, a in robot.actuators.items() if a.kind == "servo"}
    if not served:
        return robot
    words = robot.to_dict()
    for name, law in served.items():
        old = words["actuators"][name]["servo"]
        words["actuators"][name] = {
            "motion": {"joint": law.joint, "dof": law.dof, "input": old.get("input", 0.0)}
        }
    return Robot(**words)


def compare(
    log: ServoLog, positions: np.ndarray, efforts: np.ndarray, time: np.ndarray | None = None
) -> list[Deviation]:
    """Per joint: off at the start, at the maximum of the prescribed motion, and in between.

    positions, efforts: (time, joint), at the times of the log, or else at `time`, which must cover
    those of the log; there they are joined by straight lines.
    """
    positions = _at_times_of(log, positions, time)
    found = []
    for j, name in enumerate(log.joints):
        wish, off = positions[:, j], np.abs(log.reached[:, j] - positions[:, j])
        farthest = int(np.argmax(np.abs(wish - wish[0])))
        found.append(
            Deviation(
                joint=name,
                stroke=float(np.ptp(wish)),
                start=float(off[0]),
                maximum=float(off[farthest]),
                between=float(off.max()),
                effort=float(np.abs(efforts[:, j]).max()),
            )
        )
    return found


def _at_times_of(log: ServoLog, positions: np.ndarray, time: np.ndarray | None) -> np.ndarray:
    """Prescribed positions at the times of a log."""
    positions = np.asarray(positions, dtype=float)
    if positions.ndim != 2 or positions.shape[1] != len(log.joints):
        raise PelagosError(
            f"positions: shape {positions.shape}, and the log has {len(log.joints)} joints\n"
            "    give (time, joint)"
        )
    if time is None:
        if len(positions) != len(log.time):
            raise PelagosError(
                f"positions: {len(positions)} samples, and the log has {len(log.time)}\n"
                "    give their times: compare(log, positions, efforts, time)"
            )
        return positions
    time = np.asarray(time, dtype=float)
    if time.shape != positions.shape[:1]:
        raise PelagosError(f"time: {len(time)} times for {len(positions)} samples of positions")
    slack = 1e-9 * max(1.0, abs(log.time[-1]))
    if time[0] > log.time[0] + slack or time[-1] < log.time[-1] - slack:
        raise PelagosError(
            f"time: {time[0]:g} to {time[-1]:g} s, and the log goes from {log.time[0]:g} to "
            f"{log.time[-1]:g} s\n    prescribe the whole of it, or cut the log"
        )
    return np.column_stack([np.interp(log.time, time, column) for column in positions.T])


def increments(wish: np.ndarray, servo: HobbyServo) -> np.ndarray:
    """Straight lines between start, turning points and end, no steeper than the servo's speed.

    Where the joint rests, and where two samples lie evenly about a turning point, lines are level.
    """
    sense = np.sign(np.diff(wish))
    turns = np.flatnonzero(sense[1:] != sense[:-1]) + 1
    knots = np.array([0, *turns, len(wish) - 1])
    lines = np.interp(np.arange(len(wish)), knots, wish[knots])
    most = servo.speed * servo.step
    found = lines.copy()
    for k in range(1, len(found)):
        found[k] = found[k - 1] + np.clip(lines[k] - found[k - 1], -most, most)
    return found


def _followed(
    robot: Robot,
    wish: Prescribed,
    commanded: np.ndarray,
    servo: HobbyServo,
    progress: Progress | None,
) -> np.ndarray:
    """Coordinates of the robot whose servos follow the commands, with their torque limits."""

    def words(name: str, column: np.ndarray) -> dict[str, Any]:
        law = robot.actuators[name].law
        table = {"time": wish.time.tolist(), "value": column.tolist(), "interpolation": "linear"}
        return {
            "servo": {
                "joint": law.joint,
                "dof": law.dof,
                "stiffness": servo.stiffness,
                "damping": servo.damping,
                **({"limit": servo.torque} if np.isfinite(servo.torque) else {}),
                "input": {"table": table},
            }
        }

    inputs = zip(wish.actuators, commanded.T, strict=True)
    run = simulate(
        with_actuators(robot, wish, {name: words(name, column) for name, column in inputs}),
        duration=float(wish.time[-1]),
        every=servo.step,
        progress=progress,
    )
    if not run.outcome.finished:
        raise PelagosError(f"the servos could not follow the motion: {run.outcome}")
    found: np.ndarray = run.arrays["q"]
    return found
