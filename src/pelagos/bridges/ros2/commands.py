"""Messages that set the inputs of actuators.

    /NAME/ACTUATOR/command      std_msgs/Float64             the input of an actuator, in its unit
    /NAME/thruster_commands     std_msgs/Float64MultiArray   of all thrusters, in the model's order
    /NAME/joint_commands        sensor_msgs/JointState       by joint: positions to servos, efforts
                                                             to motors

What cannot be obeyed in full is ignored, and counted with the reason. An input stays until the next
command.
"""

from __future__ import annotations

import math
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from pelagos.bridges.messages.joints import JOINT_STATE, entries
from pelagos.bridges.messages.names import check_distinct, ros_name
from pelagos.bridges.messages.robot import RobotInRos
from pelagos.bridges.messages.types import from_bytes
from pelagos.elements.actuator.motion import PrescribedMotion
from pelagos.elements.actuator.motor import Motor
from pelagos.elements.actuator.pulse_curve import to_pulse
from pelagos.elements.actuator.servo import Servo
from pelagos.elements.actuator.thruster import Thruster
from pelagos.model.robot import Robot
from pelagos.result import meaning

LARGEST = 65_536  # bytes of a command
MOST = 1000  # commands between two moments
FLOAT, FLOATS = "std_msgs/msg/Float64", "std_msgs/msg/Float64MultiArray"

Inputs = dict[str, float]


class CommandError(ValueError):
    """Why a message is not obeyed: a kind to count by, and what was found."""

    def __init__(self, kind: str, found: str) -> None:
        super().__init__(f"{kind} (found {found})")
        self.kind = kind


@dataclass(frozen=True)
class CommandTopic:
    """A topic that sets inputs, and how its messages are read."""

    name: str
    type: str
    thing: str
    read: Callable[[Any], Inputs]


def commandable(robot: Robot) -> list[str]:
    """Actuators whose inputs can be set: all but prescribed motions."""
    pairs = robot.actuators.items()
    return [name for name, a in pairs if not isinstance(a.law, PrescribedMotion)]


def command_topics(known: RobotInRos) -> list[CommandTopic]:
    """All topics that a robot listens to."""
    units = {element.label: element.unit for element in meaning.inputs(known.robot)}
    found = [_single(known, name, units[name]) for name in commandable(known.robot)]
    found += [*_thrusters(known), *_joints(known)]
    check_distinct((topic.thing, topic.name) for topic in found)
    return found


def _single(known: RobotInRos, name: str, unit: str) -> CommandTopic:
    def read(message: Any) -> Inputs:
        return {name: checked(known.robot, name, message.data)}

    place = known.topic(ros_name(name), "command")
    return CommandTopic(place, FLOAT, f"input of the actuator {name} [{unit}]", read)


def _thrusters(known: RobotInRos) -> Iterator[CommandTopic]:
    robot = known.robot
    names = [n for n, a in robot.actuators.items() if isinstance(a.law, Thruster)]

    def read(message: Any) -> Inputs:
        if len(message.data) != len(names):
            raise CommandError(f"not {len(names)} numbers", f"{len(message.data)}")
        return {n: checked(robot, n, v) for n, v in zip(names, message.data, strict=True)}

    if names:
        place = known.topic("thruster_commands")
        yield CommandTopic(place, FLOATS, "inputs of all thrusters", read)


def _joints(known: RobotInRos) -> Iterator[CommandTopic]:
    robot = known.robot
    laws: dict[str, type] = {"position": Servo, "effort": Motor}
    driven = {  # (label, what) -> actuator
        (joint.label, what): name
        for joint in entries(robot)
        for name in joint.actuators
        for what, law in laws.items()
        if isinstance(robot.actuators[name].law, law)
    }

    def read(message: Any) -> Inputs:
        if len(message.velocity):
            raise CommandError("velocities, which nothing follows", f"{len(message.velocity)}")
        found: Inputs = {}
        for what in laws:
            values = getattr(message, what)
            if len(values) not in (0, len(message.name)):
                said = f"{len(values)} for {len(message.name)} names"
                raise CommandError(f"not as many numbers of {what} as names", said)
            for label, value in zip(message.name, values, strict=False):
                if (label, what) not in driven:
                    raise CommandError(f"a joint that no {what} drives", label)
                name = driven[label, what]
                found[name] = checked(robot, name, value)
        if not found:
            raise CommandError("neither position nor effort", f"{len(message.name)} names")
        return found

    if driven:
        place = known.topic("joint_commands")
        yield CommandTopic(place, JOINT_STATE, "inputs of the joints", read)


def checked(robot: Robot, name: str, value: float) -> float:
    """An input that the actuator can take."""
    number = float(value)
    if not math.isfinite(number):
        raise CommandError("not a finite number", f"{number}")
    low, high = bounds(robot, name)
    law = robot.actuators[name].law
    pulse = isinstance(law, Thruster) and law.command == "pwm"
    if pulse and number <= 0.0:
        raise CommandError("no pulse width", f"{number:g}")
    if not low <= (to_pulse(number) if pulse else number) <= high:
        raise CommandError(f"outside {low:g} to {high:g}", f"{number:g}")
    return number


def bounds(robot: Robot, name: str) -> tuple[float, float]:
    """What the model says an input may be: limits of a thruster or motor, stops of a joint."""
    law = robot.actuators[name].law
    if isinstance(law, Thruster) and law.limits is not None:
        low, high = law.limits
        return (to_pulse(low), to_pulse(high)) if law.command == "pwm" else (low, high)
    if isinstance(law, Motor) and law.limit is not None:
        return -law.limit, law.limit
    if isinstance(law, Servo):
        stops = robot.bodies[law.joint].joint.limits
        pair = stops[robot.driven_dof(name)] if stops else None
        return pair if pair is not None else (-math.inf, math.inf)
    return -math.inf, math.inf


class Inbox:
    """Commands as they arrive, from threads of Zenoh, until the simulation takes them.

    tell: is given a line for the first message that is ignored for a reason.
    """

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._lock = threading.Lock()
        self._waiting: deque[tuple[CommandTopic, bytes]] = deque()
        self._missed: Counter[CommandTopic] = Counter()
        self._large: Counter[CommandTopic] = Counter()
        self.ignored: Counter[tuple[str, str]] = Counter()
        self.obeyed = 0

    def receive(self, topic: CommandTopic, data: bytes) -> None:
        """Keep a message for the next moment, if it can be one."""
        with self._lock:
            if len(data) > LARGEST:
                self._large[topic] += 1
            elif len(self._waiting) >= MOST:
                self._missed[topic] += 1
            else:
                self._waiting.append((topic, data))

    def take(self) -> Inputs:
        """The inputs that are wanted now; later messages go before earlier ones."""
        with self._lock:
            waiting, self._waiting = self._waiting, deque()
            large, self._large = self._large, Counter()
            missed, self._missed = self._missed, Counter()
        for topic, count in large.items():
            self._ignore(topic, f"longer than {LARGEST} bytes", "", count)
        for topic, count in missed.items():
            self._ignore(topic, f"more than {MOST} at once", "", count)
        found: Inputs = {}
        for topic, data in waiting:
            try:
                found |= topic.read(from_bytes(data, topic.type))
                self.obeyed += 1
            except CommandError as refused:
                self._ignore(topic, refused.kind, str(refused))
            except ValueError as error:
                self._ignore(topic, f"no message of the type {topic.type}", str(error))
        return found

    def _ignore(self, topic: CommandTopic, kind: str, said: str, count: int = 1) -> None:
        if not self.ignored[topic.name, kind]:
            self._tell(f"ignored: {topic.name}: {said or kind}")
        self.ignored[topic.name, kind] += count
