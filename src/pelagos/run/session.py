"""A single run in steps of the caller's choosing, whose inputs may change between them.

The march runs ahead of the caller: it stays inside the step that holds the time asked for, and the
state there is interpolated. Without changes a session therefore takes the very steps of `simulate`.
A change of an input, a value or the state drops the rest of the step and goes on from the present.
"""

from __future__ import annotations

import math
import os
import time as clock
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from pelagos.compiled.constraints import row_names
from pelagos.compiled.corners import corner_times, timing_parameters
from pelagos.errors import PelagosError
from pelagos.integrators.tableaux import TABLEAUX
from pelagos.language.suggest import did_you_mean
from pelagos.loops import data, library
from pelagos.loops.queries import PROJECTIONS
from pelagos.march.attitudes import with_unit_quaternions
from pelagos.march.engine import Engine, Progress, check_method, engine_of, parameters_of, prepare
from pelagos.march.facts import Block, block_of, variables_of
from pelagos.march.outcomes import outcome_of
from pelagos.march.settings import read_robot, settings_for
from pelagos.march.surface import Surface
from pelagos.model.robot import Robot
from pelagos.result.header import Header, Outcome
from pelagos.result.recorder import Recorder
from pelagos.result.run import Run
from pelagos.run.inputs import checked_actuator, checked_inputs, finite
from pelagos.run.recording import Facts, Recording

CALL_STEPS = 10_000  # steps between chances for Ctrl-C


class Session:
    """A run that is advanced piece by piece.

    robot, scenario, method, integrator, rtol, atol, step, set, progress: as in `simulate`;
        integrators are dopri5, dop853, kutta-merson, kutta-merson-halving, rk4 and semi-implicit.
    inputs: actuators that `set_input` will use. Others may be used too: the first time costs some
        milliseconds.
    max_steps: of a single `advance`.

    Examples:
        >>> session = pl.Session("cart-pole", step=1e-3, integrator="rk4")
        >>> session.set_input("push", 2.0)
        >>> session.advance(1 / 60)
        >>> session.observe()["position"].shape
        (2, 3)
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
        max_steps: int | None = None,
        set: Mapping[str, Any] | None = None,
        inputs: Iterable[str] = (),
        progress: Progress | None = None,
    ):
        check_method(method)
        self.robot = read_robot(robot, set).resolved(scenario)
        self._scenario, self._formulation = scenario, method
        self.settings = settings_for(
            self.robot,
            duration=None,
            integrator=integrator,
            rtol=rtol,
            atol=atol,
            step=step,
            every=None,
            max_steps=max_steps,
        )
        if self.settings.integrator not in TABLEAUX:
            raise PelagosError(
                f"integrator: {self.settings.integrator} cannot be advanced in pieces\n"
                f"    use one of {', '.join(TABLEAUX)}"
            )
        if self.robot.has_events:
            raise PelagosError(
                "events: a session does not look out for events\n"
                "    use simulate, with `controller=` to steer, or remove events and stop"
            )
        prepare(progress, self.robot)
        self._method = self.settings.method()
        self._rooms: dict[int, tuple[data.Plan, data.Runs]] = {}
        self._recording: Recording | None = None
        self._facts: Facts | None = None
        self._x: np.ndarray
        self._held: dict[str, float] = {}
        self._values: dict[str, float] = {}
        self._prepared = frozenset(checked_actuator(self.robot, name) for name in inputs)
        self._engine = self._with_inputs(self._prepared)
        self._engine.get_ready(progress)
        self._marcher = self._engine.marcher(1, len(self._method.a), 1, 1)
        self.reset()
        self._surface.check_start(self._block(np.array([self._time]), self._x[None]))

    # --- where it is

    @property
    def time(self) -> float:
        """The present time in seconds."""
        return self._time

    @property
    def q(self) -> np.ndarray:
        """The coordinates, in the order of `robot.coordinates`."""
        return self._part(0, self._engine.robot.nq)

    @property
    def u(self) -> np.ndarray:
        """The speeds, in the order of `robot.speeds`."""
        return self._part(self._engine.robot.nq, self._engine.robot.nv)

    @property
    def state(self) -> np.ndarray:
        """The auxiliary states, in the order of `robot.state_labels`."""
        robot = self._engine.robot
        return self._x[robot.nq + robot.nv :][: robot.states.shown].copy()

    @property
    def inputs(self) -> dict[str, float]:
        """The inputs set from outside, by actuator."""
        return {name: self._held[name] for name in self._engine.robot.input_slots}

    @property
    def steps(self) -> int:
        """Steps accepted since the start."""
        return int(self._counts[0])

    def observe(self) -> Facts:
        """The variables of a result at the present time, as {"position": (body, axis), ...}.

        A label after the name picks one element: observe()["q", "hull.z"].
        """
        if self._facts is None:
            times, robot = np.array([self._time]), self._engine.robot
            seen = self._engine.observe(times, self._x[None].copy(), 0, lanes=self._lanes)
            self._facts = Facts(variables_of(robot, times, seen), self.robot)
        return self._facts

    def _part(self, start: int, count: int) -> np.ndarray:
        robot = self._engine.robot
        # prescribed and projected values are seen only
        if len(robot.elements.driven) or robot.constraints.rows:
            return self.observe()["u" if start else "q"].copy()
        return self._x[start : start + count].copy()

    # --- changes

    def set_input(self, actuator: str, value: float | None) -> None:
        """Hold the input of an actuator from now on; None gives it back to its signal."""
        self.set_inputs({actuator: value})

    def set_inputs(self, values: Mapping[str, float | None]) -> None:
        """Several inputs at once."""
        numbers = checked_inputs(self.robot, values)
        slots = self._engine.robot.input_slots
        taken = {name for name, value in numbers.items() if value is not None}
        given_back = {name for name in slots if name in numbers} - taken
        if taken - slots.keys() or given_back:
            self._held.update({n: v for n, v in numbers.items() if v is not None})
            self._rebuild((frozenset(slots) | taken) - given_back)
            return
        for name, value in numbers.items():
            if value is not None and value != self._held[name]:
                self._held[name] = value
                self._set_number(slots[name], value)
                self._change()

    def set_value(self, parameter: str, value: float) -> None:
        """Another value of a named parameter, in the signals that use it (and only there)."""
        slots = self._engine.robot.parameter_slots
        if parameter not in slots:
            known = parameter in self.robot.parameters
            what = "is used by no signal" if known else "is no parameter of this robot"
            remedy = "give it to `set=` when the session begins" if known else ""
            raise PelagosError(
                f"set_value: {parameter!r} {what}\n    {remedy or did_you_mean(parameter, slots)}"
            )
        number = finite(parameter, value)
        if not self._set_number(slots[parameter], number):
            return
        self._values[parameter] = number
        if parameter in self._timing:
            self._find_stops()
        self._change()

    def set_state(
        self, q: Any = None, u: Any = None, state: Any = None, time: float | None = None
    ) -> None:
        """Go on from other coordinates, speeds, auxiliary states or time.

        Constraints are closed again; sampled states go on at their next sample time; the flow about
        wings begins anew.
        """
        robot = self._engine.robot
        if time is not None:
            if self._recording is not None:
                raise PelagosError("set_state: a recording is under way\n    close() it first")
            self._time = finite("time", time)
            due = np.ceil(self._time * robot.states.frequencies - 1e-9)
            self._marcher.ticks[:, 0] = due.astype(np.int64)
        x = self._x.copy()
        speeds, others = robot.nq, robot.nq + robot.nv
        parts = (
            ("q", 0, speeds, q),
            ("u", speeds, others, u),
            ("state", others, others + robot.states.shown, state),
        )
        for name, start, end, given in parts:
            if given is None:
                continue
            values, count = np.asarray(given, dtype=float), end - start
            if values.shape != (count,) or not np.all(np.isfinite(values)):
                raise PelagosError(
                    f"set_state: {name} has the shape {values.shape} or a number that is not "
                    f"finite\n    give {count} finite numbers, in the order `pelagos info` shows"
                )
            x[start : start + count] = values
        self._x = self._engine.assembled(with_unit_quaternions(robot, x, "set_state"), 0)
        self._marcher.h[0], self._marcher.begun[0] = 0.0, 0  # of another motion, they say nothing
        self._change()

    def reset(self) -> None:
        """Back to the start: time, state, inputs and values."""
        if self._recording is not None:
            raise PelagosError("reset: a recording is under way\n    close() it first")
        self._held, self._values = {}, {}
        self._time = 0.0
        self._x = self._with_inputs(frozenset()).initial()
        self._counts = np.zeros(3, dtype=np.int64)
        self._marcher.h[0], self._marcher.ticks[:], self._marcher.begun[:] = 0.0, 0, 0
        for name in self._prepared:
            signal = self.robot.actuators[name].input
            self._held[name] = signal.constant or 0.0
        self._rebuild(self._prepared)

    # --- moving on

    def advance(self, to: float) -> None:
        """March to the time `to`.

        A march that fails raises a `PelagosError` with the cause; the session then stands at the
        last good state.
        """
        if not (self._time <= to < math.inf):
            raise PelagosError(
                f"advance: to {to!r} s from {self._time:g} s\n    give a later time, or reset()"
            )
        while self._time < to:
            due = () if self._recording is None else self._recording.due(to)
            self._take(np.array(due if len(due) else [to]), keep=len(due) > 0)

    def _take(self, times: np.ndarray, keep: bool) -> None:
        """March over some times to the last of them; keep the samples there if asked."""
        engine, m = self._engine, self._marcher
        if self._changed:
            self._restart()
        plan, runs = self._room(len(times))
        plan.samples[:] = times
        runs.done[0], runs.outcome[0], runs.steps[0] = 0, data.RUNNING, 0
        m.lattice.base_done[:] = 0  # samples of this call lie behind the air step under way
        arguments = (engine.model(), engine.variants, self._lanes, self._work)
        begun, failed = clock.perf_counter(), 0
        while not failed:
            failed = library.march(*arguments, self._method, plan, runs, m, CALL_STEPS)
            if m.held[0]:
                break
        self._counts += runs.steps[0]
        if self._recording is not None:
            self._recording.wall += clock.perf_counter() - begun
        done, dry = self._look(times[: runs.done[0]], runs.out[0], keep)
        if failed and not dry:
            self._time, self._x = float(m.t[0]), m.y[:, 0].copy()
        else:
            self._time, self._x = float(times[done - 1]), runs.out[0, done - 1].copy()
        self._facts = None
        if failed or dry:
            self._change()
            outcome = outcome_of(self._engine.robot, runs, 0, 0.0, self._time)
            self._fail(replace(outcome, code="left-water", message=dry) if dry else outcome)

    def _look(self, times: np.ndarray, states: np.ndarray, keep: bool) -> tuple[int, str]:
        """How many samples there are until a body leaves the water, and what to say if one does.

        They are kept if asked.
        """
        done, dry = len(times), ""
        if done and (keep or self._surface.is_watched):
            block = self._block(times, states[:done])
            out = self._surface.first_out(block)
            if out is not None:
                done, dry = out[0] + 1, out[1]
            if keep:
                self._keep({name: values[:done] for name, values in block.items()})
        return done, dry

    def _fail(self, outcome: Outcome) -> None:
        if self._recording is not None:
            self._recording.outcome = outcome
        raise PelagosError(f"advance: {outcome}")

    def _room(self, count: int) -> tuple[data.Plan, data.Runs]:
        """Plan and records for so many samples in one call."""
        if count not in self._rooms:
            plan = self.settings.plan(self._stops).replaced(
                samples=np.zeros(count), end=math.inf, pauses=True
            )
            runs = data.room_for(self._x[None], np.zeros(1, dtype=np.int64), count)
            self._rooms[count] = plan, runs
        return self._rooms[count]

    def _change(self) -> None:
        self._changed, self._facts = True, None

    def _restart(self) -> None:
        """Let the march go on from the present state with the present inputs."""
        m, robot = self._marcher, self._engine.robot
        if robot.constraints.rows:  # states between steps are interpolated: back onto these
            found = self._engine.restored(self._x, PROJECTIONS, self._time, lanes=self._lanes)
            self._x[: robot.nq + robot.nv] = found.x[: robot.nq + robot.nv]
        stops = self._stops[0]
        m.run[0], m.held[0], m.fresh[0] = 0, 0, 1
        m.t[0], m.y[:, 0] = self._time, self._x
        m.stop[0] = np.searchsorted(stops, self._time, side="right")
        m.next[0] = stops[m.stop[0]]
        if m.begun[0]:
            data.rebase(m)
        self._changed = False

    # --- the engine behind it

    def _with_inputs(self, external: frozenset[str]) -> Engine:
        return engine_of(self.robot, self._formulation, external)

    def _rebuild(self, external: frozenset[str]) -> None:
        """The engine whose inputs of these actuators come from outside."""
        self._engine = self._with_inputs(external)
        compiled = self._engine.robot
        self._surface = Surface(compiled)
        self._lanes, self._work = self._engine.scratch()
        for name, slot in compiled.input_slots.items():
            self._set_number(slot, self._held[name])
        for name, value in self._values.items():
            if name in compiled.parameter_slots:
                self._set_number(compiled.parameter_slots[name], value)
        signals = [a.input.node for n, a in self.robot.actuators.items() if n not in external]
        self._timing = timing_parameters(signals)
        self._find_stops()
        self._change()

    def _set_number(self, slot: int, value: float) -> bool:
        """Another value for a slot of the robot's `values`; whether it is another."""
        place = self._engine.value_place(slot)
        changes = bool(self._lanes.numbers[place, 0] != value)
        self._lanes.numbers[place] = value
        return changes

    def _find_stops(self) -> None:
        """Corners of the signals that are still in force."""
        compiled = self._engine.robot
        parameters = {**parameters_of(compiled), **self._values}
        corners = corner_times(self.robot, parameters, compiled.input_slots)
        self._stops = np.array([[*corners, math.inf]])
        self._rooms.clear()

    def _block(self, times: np.ndarray, states: np.ndarray) -> Block:
        """The variables of a result at some states, with the present inputs."""
        seen = self._engine.observe(times, states, 0, lanes=self._lanes)
        before = None if self._recording is None else self._recording.last
        return block_of(self._engine.robot, times, seen, before)

    # --- recording

    def _keep(self, block: Block) -> None:
        if self._recording is not None:
            self._recording.keep(block)

    def record(self, path: str | os.PathLike[str] | None = None, *, every: float) -> None:
        """Keep a sample every so many seconds from now on, in memory or in a result file."""
        if self._recording is not None:
            raise PelagosError("record: a recording is under way\n    close() it first")
        if not (math.isfinite(every) and every > 0.0):
            raise PelagosError(f"every: {every!r} is not a positive number\n    give seconds")
        self._recording = Recording(
            Recorder(self.header(every), path), self._time, every, self._counts
        )
        self._keep(self._block(np.array([self._time]), self._x[None]))

    def header(self, every: float) -> Header:
        """How a recording with this output interval is made."""
        return Header.of(
            self.robot,
            scenario=self._scenario,
            method=self._formulation,
            integrator={**self.settings.to_dict(), "every": every},
            constraints=row_names(self.robot),
        )

    def close(self, outcome: Outcome | None = None) -> Run:
        """End the recording; what was kept, as a `Run` with the given outcome or its own."""
        recording, self._recording = self._recording, None
        if recording is None:
            raise PelagosError("close: nothing is being recorded\n    record() first")
        return recording.closed(self._time, self._counts, outcome)
