"""A single run in steps of the caller's choosing, whose inputs may change between them.

The march runs ahead of the caller: it stays inside the step that holds the time asked for, and the
state there is interpolated. Without changes a session therefore takes the very steps of `simulate`.
A change of an input, a value or the state drops the rest of the step and goes on from the present.
"""

from __future__ import annotations

import copy
import math
import os
import time as clock
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from pelagos.errors import PelagosError
from pelagos.march import inputs as outside
from pelagos.march.attitudes import with_unit_quaternions
from pelagos.march.control import Control, Controller
from pelagos.march.engine import prepare
from pelagos.march.engines import Engines
from pelagos.march.events import EventMarch
from pelagos.march.samples.facts import Facts
from pelagos.march.samples.surface import Surface
from pelagos.march.settings import Settings
from pelagos.mechanism.objects import laid_anew
from pelagos.model.robot import Robot
from pelagos.progress import Progress
from pelagos.result.header import Header, Outcome
from pelagos.result.readings import Readings
from pelagos.result.recorder import Recorder
from pelagos.result.run import Run
from pelagos.run.recording import PauseGrid, ReadingListener, SessionRecording
from pelagos.run.request import Request, control_of


@dataclass(frozen=True)
class Checkpoint:
    """Where a session stands, to the bit; may be pickled, and restored as often as wanted."""

    time: float
    robot: str
    """The hash of the robot it belongs to."""
    march: Mapping[str, Any]


class Session:
    """A run that is advanced piece by piece.

    robot, scenario, method, integrator, rtol, atol, step, set, progress, controller, rate: as in
        `simulate`; integrators are the explicit ones, `auto` is dopri5.
    every: with events or a stop condition steps are at most so long, as in `simulate`.
    inputs: those that `set_input` will use: actuators, and set points of controllers such as
        hold.north. Others may be used too: the first time costs some milliseconds. Until they are
        set they stay what their signals are at the start.
    max_steps: of a single `advance`.
    lands: let a step end at each time that `advance` is given, instead of interpolating there; so
        do the runs of a `VecSession`.

    Sessions can be copied and pickled: what comes of the copy is the same to the bit.

    Examples:
        >>> session = pl.Session("cart-pole", step=1e-3, integrator="rk4")
        >>> session.set_input("push", 2.0)
        >>> session.advance(1 / 60)
        >>> session.observe()["position"].shape
        (2, 3)
        >>> session.reset(seed=7)  # the next episode, with other noise
        >>> session.time, session.seed
        (0.0, 7)
    """

    def __init__(
        self,
        robot: Robot | str | Path,
        scenario: str | None = None,
        *,
        method: str = "newton-euler",
        integrator: str | None = None,
        rtol: float | None = None,
        atol: float | None = None,
        step: float | None = None,
        every: float | None = None,
        max_steps: int | None = None,
        set: Mapping[str, Any] | None = None,
        inputs: Iterable[str] = (),
        progress: Progress | None = None,
        controller: Controller | None = None,
        rate: float | None = None,
        lands: bool = False,
    ):
        request = Request.read(
            robot,
            scenario,
            method,
            set,
            duration=None,
            integrator=integrator,
            rtol=rtol,
            atol=atol,
            step=step,
            every=every,
            max_steps=max_steps,
        )
        request.require_explicit("cannot be advanced in pieces", "")
        request = replace(request, settings=replace(request.settings, lands=lands))
        prepared = frozenset(outside.checked_input(request.robot, name) for name in inputs)
        self._begin(request, control_of(controller, rate), prepared, progress)
        self._march.check_start()
        self._march.look()

    def _begin(
        self,
        request: Request,
        control: Control | None,
        prepared: frozenset[str],
        progress: Progress | None = None,
    ) -> None:
        self._request, self._control, self._prepared = request, control, prepared
        prepare(progress, request.robot)
        self._engines = Engines(request.method)
        self._facts: Facts | None = None
        engine = self._engines.of(request.robot, prepared)
        engine.get_ready(progress)
        self._grid = PauseGrid(Surface(engine.robot).is_watched)
        self._march = self._at_start()

    def _at_start(self, seed: int | None = None) -> EventMarch:
        return EventMarch(
            self._engines.of(self.robot, self._prepared),
            self.settings,
            self._grid,
            control=self._control,
            engines=self._engines,
            held={name: outside.at_start(self.robot, name) for name in self._prepared},
            end=math.inf,
            seed=seed,
        )

    # --- where it is

    @property
    def robot(self) -> Robot:
        """The robot, its scenario merged in."""
        return self._request.robot

    @property
    def settings(self) -> Settings:
        """How time advances."""
        return self._request.settings

    @property
    def time(self) -> float:
        """The present time in seconds."""
        return self._march.time

    @property
    def q(self) -> np.ndarray:
        """The coordinates, in the order of `robot.coordinates`."""
        return self._part(0, self._march.engine.robot.nq)

    @property
    def u(self) -> np.ndarray:
        """The speeds, in the order of `robot.speeds`."""
        return self._part(self._march.engine.robot.nq, self._march.engine.robot.nv)

    @property
    def state(self) -> np.ndarray:
        """The auxiliary states, in the order of `robot.state_labels`."""
        robot = self._march.engine.robot
        return self._march.state[robot.nq + robot.nv :][: robot.states.shown]

    @property
    def inputs(self) -> dict[str, float]:
        """The inputs set from outside, by name."""
        return self._march.inputs

    @property
    def seed(self) -> int:
        """The seed of sensors and noise: the robot's, or what `reset` was given."""
        return self._march.seed

    @property
    def steps(self) -> int:
        """Steps accepted since the start."""
        return int(self._march.counts[0])

    @property
    def events(self) -> tuple[dict[str, Any], ...]:
        """What happened so far, as `Outcome.events` has it."""
        return self._march.events

    @property
    def outcome(self) -> Outcome | None:
        """How the run ended: stopped by an event or a condition, or failed; None if it goes on."""
        return None if self._march.running else self._march.outcome

    def observe(self) -> Facts:
        """The variables of a result at the present time, as {"position": (body, axis), ...}.

        A label after the name picks one element: observe()["q", "hull.z"]. The name of a sensor
        gives its last reading: observe()["imu"], observe()["imu", "gyro.z"].
        """
        if self._facts is None:
            self._facts = self._march.facts()
        return self._facts

    def _part(self, start: int, count: int) -> np.ndarray:
        robot = self._march.engine.robot
        # prescribed and projected values are seen only
        if len(robot.elements.driven) or robot.constraints.rows:
            return self.observe()["u" if start else "q"].copy()
        return self._march.state[start : start + count]

    # --- changes

    def set_input(self, name: str, value: float | None) -> None:
        """Hold the input of an actuator, or a set point of a controller such as hold.north, from
        now on; None gives it back to its signal."""
        self.set_inputs({name: value})

    def set_inputs(self, values: Mapping[str, float | None]) -> None:
        """Several inputs at once."""
        self._march.hold(outside.checked_inputs(self.robot, values))
        self._facts = None

    def set_value(self, parameter: str, value: float) -> None:
        """Another value of a named parameter, in the signals that use it (and only there)."""
        outside.check_parameter(parameter, self._march.engine.robot.parameter_slots, self.robot)
        self._march.set_value(parameter, outside.finite(parameter, value))
        self._facts = None

    def set_state(
        self, q: Any = None, u: Any = None, state: Any = None, time: float | None = None
    ) -> None:
        """Go on from other coordinates, speeds, auxiliary states or time.

        Constraints are closed again; tethers whose ends move lie at rest between them, unless state
        says where they are, and are taut where the ends are further apart than they are long;
        sampled states go on at their next sample time; the flow about wings begins anew; docks
        stay as they are, and events of times that were passed over do not happen any more.
        """
        engine = self._march.engine
        if time is not None:
            self._refuse_recording("set_state")
        robot, x = engine.robot, self._march.state
        outside.put_state(robot, x, {"q": q, "u": u, "state": state})
        now = self.time if time is None else outside.finite("time", time)
        x = engine.assembled(with_unit_quaternions(robot, x, "set_state"), 0, now)
        if state is None:
            x = laid_anew(robot, x, self._march.state, now)
        self._march.place(now, x)
        self._march.look()
        self._facts = None

    def go_on_from(self, other: Session) -> None:
        """Stand where a session of a robot with other numbers does: time, state, docks, events."""
        self._refuse_recording("go_on_from")
        self._march.take_docks(other._march)
        self.set_state(other.q, other.u, other.state, time=other.time)

    def reset(self, seed: int | None = None) -> None:
        """Back to the start: time, state, inputs, values, docks and events.

        seed: another one for sensors and noise; unless it is given, it stays as it is and the same
        numbers come again. Nothing is compiled for it.
        """
        self._refuse_recording("reset")
        seed = self.seed if seed is None else outside.checked_seed(seed)
        self._march, self._facts = self._at_start(seed), None
        self._march.look()

    def _refuse_recording(self, what: str) -> None:
        if self._grid.recording is not None:
            raise PelagosError(f"{what}: a recording is under way\n    close() it first")

    # --- moving on

    def advance(self, to: float) -> None:
        """March to the time `to`, through the events on the way.

        An event or condition that stops the run ends it before: see `outcome`. A march that fails
        raises a `PelagosError` with the cause; the session then stands at the last good state.
        """
        march, recording, listener = self._march, self._grid.recording, self._grid.listener
        if not (self.time <= to < math.inf):
            raise PelagosError(
                f"advance: to {to!r} s from {self.time:g} s\n    give a later time, or reset()"
            )
        if not march.running:
            raise PelagosError(
                f"advance: the run has ended, {march.outcome}\n"
                "    look at session.outcome; reset() or set_state() to go on"
            )
        self._facts, begun = None, clock.perf_counter()
        march.count_anew()
        while not march.arrived(to):
            samples = march.advance(to)
            if recording is not None:
                recording.keep(samples, last=not march.running)
            if listener is not None:
                listener.hear(samples.readings)
        if recording is not None:
            recording.wall += clock.perf_counter() - begun
        if self.outcome is not None:
            self._end(self.outcome)

    def _end(self, outcome: Outcome) -> None:
        """Note how the run ended; what went wrong is raised."""
        if self._grid.recording is not None:
            self._grid.recording.outcome = outcome
        if not outcome.finished:
            raise PelagosError(f"advance: {outcome}")

    # --- recording

    def listen(self, receive: Callable[[Mapping[str, Readings]], None] | None) -> None:
        """Hand readings of sensors to a function while time advances; None ends it.

        It is called during an `advance` with {name: Readings}: what arrived since the last call,
        but for what arrives at the very end of an advance. Copies of the session do not listen.
        """
        self._grid.listener = receive and ReadingListener(self._request.header(), receive)

    def record(self, path: str | os.PathLike[str] | None = None, *, every: float) -> None:
        """Keep a sample every so many seconds from now on, in memory or in a result file."""
        self._refuse_recording("record")
        if not (math.isfinite(every) and every > 0.0):
            raise PelagosError(f"every: {every!r} is not a positive number\n    give seconds")
        recording = SessionRecording(
            Recorder(self.header(every), path), self.time, every, self._march.counts
        )
        recording.due(self.time)
        recording.keep(self._march.now())
        self._grid.recording = recording

    def header(self, every: float) -> Header:
        """How a recording with this output interval is made."""
        robot = self.robot
        if self.seed != robot.seed:
            robot = robot.with_values({"seed": self.seed})
        return replace(self._request, robot=robot).header(every)

    def close(self, outcome: Outcome | None = None) -> Run:
        """End the recording; what was kept, as a `Run` with the given outcome or its own."""
        recording, self._grid.recording = self._grid.recording, None
        if recording is None:
            raise PelagosError("close: nothing is being recorded\n    record() first")
        return recording.closed(self.time, self._march.counts, outcome)

    # --- to go on later, or elsewhere

    def checkpoint(self) -> Checkpoint:
        """Where the session stands: time, state, step under way, inputs, values, docks, events."""
        return Checkpoint(self.time, self.robot.hash, self._march.snapshot())

    def restore(self, checkpoint: Checkpoint) -> None:
        """Go back, or on, to a checkpoint of a session that began alike."""
        self._refuse_recording("restore")
        if checkpoint.robot != self.robot.hash:
            raise PelagosError(
                "restore: the checkpoint is of another robot\n"
                "    restore it in a session of the same robot, scenario and values"
            )
        self._march.restore(checkpoint.march)
        self._facts = None

    def copy(self) -> Session:
        """Another session that stands where this one does; it records nothing."""
        found = object.__new__(type(self))
        found._begin(self._request, self._control, self._prepared)
        found.restore(self.checkpoint())
        return found

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Session:
        found = object.__new__(type(self))
        found._begin(self._request, copy.deepcopy(self._control, memo), self._prepared)
        found.restore(self.checkpoint())
        return found

    def __getstate__(self) -> dict[str, Any]:
        self._refuse_recording("pickle")
        return {
            "request": self._request,
            "control": self._control,
            "prepared": self._prepared,
            "checkpoint": self.checkpoint(),
        }

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        self._begin(state["request"], state["control"], state["prepared"])
        self.restore(state["checkpoint"])
