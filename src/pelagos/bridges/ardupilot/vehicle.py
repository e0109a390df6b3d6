"""One vehicle: pulse widths to inputs, and the state to what its autopilot measures."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pelagos.bridges.ardupilot.axes import EarthAxes, cross, turned, turned_back
from pelagos.bridges.ardupilot.packets import Four, MeasuredState, Three
from pelagos.bridges.ardupilot.readings import InertialReading, LastReading
from pelagos.elements.actuator.pulse_curve import to_pulse
from pelagos.model.control.autopilots import Autopilot, ServoChannel, takes_pulses
from pelagos.model.robot import Robot

EVERY_PULSE = (800.0, 2200.0)  # us: what ArduPilot lets a servo output be, at most
SHOWN_MAP = ((1100.0, 1900.0), (0.0, 1.0))  # of lights and grippers without a map


@dataclass(frozen=True)
class ServoOutput:
    """From the pulses of one channel to an input."""

    target: str
    index: int  # among the pulses, from 0
    pulses: tuple[float, ...]
    inputs: tuple[float, ...]
    neutral: float

    def __call__(self, pulses: Sequence[int]) -> float:
        """The input at the pulses of a frame; neutral where there is no pulse."""
        pulse = pulses[self.index] if self.index < len(pulses) else 0
        if pulse == 0:
            return self.neutral
        at, to = self.pulses, self.inputs
        if pulse <= at[0] or pulse >= at[-1]:
            return to[0] if pulse <= at[0] else to[-1]
        right = bisect_right(at, pulse)
        left = right - 1
        share = (pulse - at[left]) / (at[right] - at[left])
        return to[left] + share * (to[right] - to[left])


class Vehicle:
    """What one autopilot steers."""

    def __init__(self, robot: Robot, name: str, autopilot: Autopilot) -> None:
        self.name, self.body = name, autopilot.body
        water = robot.water
        level = 0.0 if water is None or water.surface is None else water.surface
        self._axes = EarthAxes(robot.gravity, level)
        x, y, z = robot.gravity
        self._gravity: Three = (x, y, z)
        self._arm: Three = autopilot.at
        self._read_sensors(robot, autopilot)
        self._q = robot.coordinates.index(f"{autopilot.body}.x")
        self._u = robot.speeds.index(f"{autopilot.body}.u")
        outputs = autopilot.outputs.items()
        driven = [(number, c) for number, c in outputs if c.actuator is not None]
        self._driven = [_to_actuator(robot, autopilot, *item) for item in driven]
        self._shown = [_shown(*item) for item in outputs if item not in driven]
        self._pulses: tuple[int, ...] | None = None

    def _read_sensors(self, robot: Robot, autopilot: Autopilot) -> None:
        """Let sensors of the model measure what they can."""
        self._imu = self._range = self._battery = None
        if autopilot.imu is not None:
            self._imu = InertialReading(robot, autopilot, autopilot.imu, self._axes)
        if autopilot.rangefinder is not None:
            self._range = LastReading(robot, autopilot.rangefinder, ("range",))
        if autopilot.battery is not None:
            self._battery = LastReading(robot, autopilot.battery, ("voltage", "current"))

    @property
    def actuators(self) -> list[str]:
        """Whose inputs it sets."""
        return [output.target for output in self._driven]

    def inputs(self, pulses: tuple[int, ...]) -> dict[str, float]:
        """Inputs in place of those of the last frame; none where nothing changed."""
        if pulses == self._pulses:
            return {}
        self._pulses = pulses
        return {output.target: output(pulses) for output in self._driven}

    def let_go(self) -> dict[str, float]:
        """Inputs without an autopilot."""
        return self.inputs(())

    def forget(self) -> None:
        """Take no input as set: the session began anew."""
        self._pulses = None

    @property
    def shown(self) -> dict[str, float]:
        """Lights and grippers, from 0 to 1."""
        return {output.target: output(self._pulses or ()) for output in self._shown}

    def measure(self, facts: Any) -> MeasuredState:
        """What the autopilot measures, from `Session.observe()`."""
        q, u = self._q, self._u
        x, y, z, *attitude = facts["q"][q : q + 7].tolist()
        quaternion = (attitude[0], attitude[1], attitude[2], attitude[3])
        v1, v2, v3 = facts["u"][u : u + 3].tolist()
        axes, states = self._axes, facts["state"]
        inertial = self._imu
        gyro, force = self._felt(facts, quaternion) if inertial is None else inertial(states)
        distance = None if self._range is None else self._range(states)
        battery = None if self._battery is None else self._battery(states)
        return MeasuredState(
            gyro=gyro,
            specific_force=force,
            position=axes.place(x, y, z),
            quaternion=axes.attitude(*quaternion),
            velocity=axes.world(*turned(quaternion, (v1, v2, v3))),
            range=None if distance is None else distance[0],
            battery=None if battery is None else (battery[0], battery[1]),
        )

    def _felt(self, facts: Any, quaternion: Four) -> tuple[Three, Three]:
        """What perfect gyroscopes and accelerometers at the end of the arm read.

        With v and omega in body axes the acceleration of the body's origin is dv/dt + omega x v,
        and that of a point r of it is more by alpha x r + omega x (omega x r). What accelerometers
        there feel is the specific force, that less gravity.
        """
        u = self._u
        v1, v2, v3, w1, w2, w3 = facts["u"][u : u + 6].tolist()
        a1, a2, a3, d1, d2, d3 = facts["udot"][u : u + 6].tolist()
        spin, arm = (w1, w2, w3), self._arm
        turn = cross(spin, (v1, v2, v3))
        swing, pull = cross((d1, d2, d3), arm), cross(spin, cross(spin, arm))
        g = turned_back(quaternion, self._gravity)
        force = self._axes.body(
            a1 + turn[0] + swing[0] + pull[0] - g[0],
            a2 + turn[1] + swing[1] + pull[1] - g[1],
            a3 + turn[2] + swing[2] + pull[2] - g[2],
        )
        return self._axes.body(w1, w2, w3), force


def _to_actuator(
    robot: Robot, autopilot: Autopilot, number: int, channel: ServoChannel
) -> ServoOutput:
    name = str(channel.actuator)
    actuator, given = robot.actuators[name], autopilot.map_of(channel)
    neutral = channel.neutral_of(actuator)
    pulses, inputs = given.pulses or EVERY_PULSE, given.inputs or EVERY_PULSE
    if takes_pulses(actuator):
        inputs = tuple(map(to_pulse, inputs))
    if channel.reversed:
        inputs = tuple(2.0 * neutral - value for value in inputs)
    return ServoOutput(name, number - 1, pulses, inputs, neutral)


def _shown(number: int, channel: ServoChannel) -> ServoOutput:
    pulses, levels = channel.pulses or SHOWN_MAP[0], channel.inputs or SHOWN_MAP[1]
    return ServoOutput(channel.target[1], number - 1, pulses, levels, 0.0)
