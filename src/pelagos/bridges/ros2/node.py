"""The loop: commands in, time on, messages out."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from functools import partial

from pelagos.bridges.messages.moment import RosMoment
from pelagos.bridges.messages.reading import SensorTopic
from pelagos.bridges.messages.robot import RobotInRos, Topic
from pelagos.bridges.messages.sensors import messages, unsent
from pelagos.bridges.messages.sensors import topics as sensor_topics
from pelagos.bridges.messages.topics import CLOCK, topics_of
from pelagos.bridges.ros2.commands import Inbox, command_topics, commandable
from pelagos.bridges.ros2.link import ZenohLink
from pelagos.model.robot import Robot
from pelagos.result.readings import Readings
from pelagos.run.session import Session

_LATE = 0.25  # seconds behind the clock that are given up rather than caught up
_PATIENCE = 0.05  # seconds between looks for a reader


def prepared_inputs(robot: Robot) -> list[str]:
    """Inputs that a session should expect; what follows a signal is left to it until commanded."""
    names = commandable(robot)
    return [name for name in names if robot.actuators[name].input.constant is not None]


class Ros2Node:
    """A session that publishes what it does `rate` times per second of its own time, and obeys.

    Sensors are told of at their own rates, all readings since the last time after everything else.

    speed: seconds of the simulation per second on the wall; None is as fast as it goes.
    clock: whether it says what time it is; of several robots one should.
    tell: is given lines for the user.
    """

    def __init__(
        self,
        session: Session,
        link: ZenohLink,
        known: RobotInRos,
        *,
        rate: float,
        speed: float | None = 1.0,
        clock: bool = True,
        tell: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.session, self._known = session, known
        self.rate, self._speed = rate, speed
        self.topics = [topic for topic in topics_of(known) if clock or topic.name != CLOCK]
        self.sensors: list[SensorTopic] = sensor_topics(known)
        self.commands = command_topics(known)
        self.unsent = unsent(known)
        self.inbox = Inbox(tell)
        told: list[Topic | SensorTopic] = [*self.topics, *self.sensors]
        self._ends = {t.name: link.publisher(t.name, t.type, t.depth) for t in told}
        self._heard: list[Mapping[str, Readings]] = []  # since the last time
        if self.sensors:
            session.listen(self._heard.append)
        for topic in self.commands:
            link.subscribe(topic.name, topic.type, partial(self.inbox.receive, topic))
        self._start, self._ticks = session.time, 0

    @property
    def is_read(self) -> bool:
        """Whether anybody reads any of its topics."""
        return any(end.is_read for end in self._ends.values())

    def wait(self, ended: threading.Event) -> None:
        """Until somebody reads, or all is over."""
        while not self.is_read and not ended.wait(_PATIENCE):
            pass

    def publish(self) -> None:
        """Every topic as it is now, and what sensors said since the last time."""
        axes = self._known.axes
        moment = RosMoment(self.session.observe(), axes)
        for topic in self.topics:
            self._ends[topic.name].put(topic.fill(moment))
        for readings in self._heard:
            for _, told, message in messages(self.sensors, readings, axes):
                self._ends[told.name].put(message)
        self._heard.clear()

    def tick(self) -> None:
        """Obey, go on to the next moment, and tell of it."""
        wanted = self.inbox.take()
        if wanted:
            self.session.set_inputs(wanted)
        self._ticks += 1
        self.session.advance(self._start + self._ticks / self.rate)
        self.publish()

    def run(self, ended: threading.Event, until: float | None = None) -> None:
        """Go on until told to end, a time, or an event or condition that stops the run."""
        self.publish()
        due = time.perf_counter()
        while not ended.is_set() and self.session.outcome is None:
            if until is not None and self._start + (self._ticks + 0.5) / self.rate > until:
                return
            self.tick()
            if self._speed is None:
                continue
            due += 1.0 / (self.rate * self._speed)
            now = time.perf_counter()
            if now - due > _LATE:
                due = now
            ended.wait(max(due - now, 0.0))
