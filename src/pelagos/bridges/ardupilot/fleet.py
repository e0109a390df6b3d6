"""Vehicles in one session, each with its autopilot: they wait for each other.

A frame of an autopilot asks for the state one step later. The session goes on to the earliest time
that is asked for once all autopilots that are present have asked, so none sees the others' future,
whatever their rates. One that falls silent is taken as gone: its outputs are neutral and the others
go on without it.

Each autopilot has a clock of its own, which starts at zero when it comes and runs on without a jump
when it comes back. One that begins anew takes the session back to its start, unless others are
present: then it joins them as they are.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pelagos.bridges.ardupilot.link import PATIENCE, AutopilotLink, Sender, Verdict
from pelagos.bridges.ardupilot.packets import reply
from pelagos.bridges.ardupilot.vehicle import Vehicle
from pelagos.errors import PelagosError
from pelagos.model.robot import Robot
from pelagos.result.reading import check_target
from pelagos.result.run import Run
from pelagos.run.session import Session

EVERY = 0.02  # s, output interval of recordings
_SAME = 1e-9  # s: times of autopilots that are one


class FleetMember:
    """A vehicle, its autopilot and the autopilot's clock."""

    def __init__(self, vehicle: Vehicle, link: AutopilotLink) -> None:
        self.vehicle, self.link = vehicle, link
        self.present = False
        self.wanted: float | None = None  # time of the session that its frame asks for
        self.answers = 0  # in all
        self.time = 0.0  # by its own clock
        self._offset = 0.0  # of that clock from the session's
        self._since, self._steps, self._rate = 0.0, 0, 0

    def join(self, now: float) -> None:
        """From a time of the session on; its own clock goes on from where it stood."""
        self.present, self._offset, self._rate = True, now - self.time, 0

    def ask(self, rate: int, now: float) -> None:
        """The next frame: one step later, without summing up what is rounded."""
        if rate != self._rate:
            self._since, self._steps, self._rate = self.time, 0, rate
        self._steps += 1
        self.time = self._since + self._steps / rate
        self.wanted = max(self._offset + self.time, now)


Answers = list[tuple[FleetMember, bytes]]


class Fleet:
    """All vehicles of a robot that have an autopilot, in one session.

    scenario, method, integrator, rtol, atol, step, progress and so on: as in `pl.Session`.
    unpaced: ask autopilots not to hold their own clocks on the wall.
    patience: seconds on the wall after which a silent autopilot is taken as gone.
    clock: seconds on the wall.
    duration: simulated seconds after which it ends; None: it goes on.
    record: keep a recording from the first frame on, in memory or at `out`; every: its output
        interval. What comes after a restart goes to files with a number behind the name.

    Examples:
        >>> fleet = Fleet(pl.load("bluerov-heavy"))
        >>> [member.vehicle.body for member in fleet.members]
        ['hull']
    """

    def __init__(
        self,
        robot: Robot,
        scenario: str | None = None,
        *,
        unpaced: bool = False,
        patience: float = PATIENCE,
        clock: Callable[[], float] = time.monotonic,
        duration: float | None = None,
        record: bool = False,
        out: str | os.PathLike[str] | None = None,
        every: float = EVERY,
        **words: Any,
    ) -> None:
        resolved = robot.resolved(scenario)
        if not resolved.autopilots:
            raise PelagosError(
                f"{robot.name}: the model has no autopilots:\n    add the section, which says what "
                "servo outputs move: see docs/how-to/sitl.md, or try bluerov-heavy"
            )
        pairs = resolved.autopilots.items()
        vehicles = [Vehicle(resolved, name, autopilot) for name, autopilot in pairs]
        inputs = [name for vehicle in vehicles for name in vehicle.actuators]
        # inputs change with each frame: steps may as well end there, and sensors read there
        self.session = Session(robot, scenario, inputs=inputs, every=every, lands=True, **words)
        self.members = [FleetMember(vehicle, AutopilotLink(patience)) for vehicle in vehicles]
        self.runs: list[Run] = []  # recordings that are complete
        self.restarts = 0
        self.failure = ""  # why the march broke off
        self._unpaced, self._clock, self._duration = unpaced, clock, duration
        self._every = every if record or out is not None else None
        self._out = None if out is None else Path(out)
        if self._out is not None:
            check_target(self._out)
        self._recording = False
        self._release()

    # --- datagrams

    def receive(self, member: FleetMember, data: bytes, sender: Sender) -> Answers:
        """Answers that a datagram makes possible."""
        verdict = member.link.judge(data, sender, self._clock())
        if verdict is Verdict.AGAIN and member.link.answer:
            return [(member, member.link.answer)]
        if verdict in (Verdict.IGNORE, Verdict.AGAIN) or self.ended:
            return []
        if verdict is Verdict.RESTART:
            self._restart(member)
        frame = member.link.frame
        assert frame is not None  # of the verdict
        self._record()
        if not member.present:
            member.join(self.session.time)
        self._apply(member.vehicle.inputs(frame.pulses))
        member.ask(frame.rate, self.session.time)
        return self._go_on()

    def watch(self) -> Answers:
        """Let those go who owe a frame for too long; answers that others waited for."""
        now = self._clock()
        owing = [m for m in self.members if m.present and m.wanted is None]
        gone = [m for m in owing if m.link.is_silent(now)]
        for member in gone:
            member.present = False
            if not self.ended:
                self._apply(member.vehicle.let_go())
        return self._go_on() if gone and not self.ended else []

    def _go_on(self) -> Answers:
        """Advance to the earliest time that is asked for, once everybody has asked."""
        present = [m for m in self.members if m.present]
        asked = [m.wanted for m in present if m.wanted is not None]
        if not present or len(asked) < len(present):
            return []
        to = min(asked)
        if self._duration is not None:
            to = min(to, self._duration)
        try:
            self.session.advance(to)
        except PelagosError as error:
            self.failure = str(error)
        if self.ended and self.session.time < to:
            return []
        facts, found = self.session.observe(), []
        for member in present:
            if member.wanted is not None and member.wanted <= to + _SAME:
                member.wanted = None
                member.answers += 1
                measured = member.vehicle.measure(facts)
                answer = reply(member.time, measured, unpaced=self._unpaced)
                member.link.tell(answer, self._clock())
                found.append((member, answer))
        return found

    def _apply(self, inputs: dict[str, float]) -> None:
        if inputs:
            self.session.set_inputs(inputs)

    # --- beginning and end

    @property
    def ended(self) -> bool:
        """Whether the duration is over, or the run stopped or failed."""
        over = self._duration is not None and self.session.time >= self._duration
        return over or self.session.outcome is not None or bool(self.failure)

    def _restart(self, member: FleetMember) -> None:
        """An autopilot began anew."""
        self.restarts += 1
        member.present, member.wanted, member.time = False, None, 0.0
        if not any(other.present for other in self.members):
            self._keep()
            self.session.reset()
            self._release()

    def _release(self) -> None:
        """Neutral outputs at the start, whatever signals the model has for them."""
        for member in self.members:
            member.vehicle.forget()
            self._apply(member.vehicle.let_go())

    def _record(self) -> None:
        """Begin a recording, if one is wanted and none is under way."""
        if self._every is None or self._recording:
            return
        path = self._out
        if path is not None and self.runs:
            path = path.with_stem(f"{path.stem}-{len(self.runs) + 1}")
        self.session.record(path, every=self._every)
        self._recording = True

    def _keep(self) -> None:
        """Complete the recording; of those in memory the last one is enough."""
        if self._recording:
            earlier = self.runs if self._out is not None else []
            self.runs, self._recording = [*earlier, self.session.close()], False

    def close(self) -> list[Run]:
        """End the recording; all that were made."""
        self._keep()
        return self.runs
