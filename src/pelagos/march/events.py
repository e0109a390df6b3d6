"""A run with events: marched from one to the next, with other constraints in force after each.

Docks are of `march.docking`; at an undock nothing jumps. Samples at the time of an event show the
state after it; those at a call of a controller in Python, which sets inputs, the one before.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from pelagos.march.contract import FixedGrid, Grid, Marcher, Samples
from pelagos.march.control import Control, ControllerError
from pelagos.march.docking import MissedError, Moment, captured, check_wings, docked
from pelagos.march.engine import Engine, parameters_of
from pelagos.march.engines import Engines
from pelagos.march.explicit import Explicit, Stretch
from pelagos.march.inputs import held_by
from pelagos.march.outcomes import INTERRUPTED, stopped_by
from pelagos.march.samples.facts import Facts, variables_of
from pelagos.march.settings import Settings
from pelagos.mechanism.breakpoints import breakpoint_times, timing_parameters
from pelagos.mechanism.conditions import STOP
from pelagos.model.constraints import Constraint
from pelagos.model.events import Event
from pelagos.result.header import Outcome

# what a checkpoint holds beside the compiled march under way
_KEPT = ("_docks", "_held", "_values", "_waiting", "_happened", "_calls", "_counts", "_earlier",
         "_over", "_ended", "_owed", "_left", "seed")  # fmt: skip
_FINAL = ("finished", "stopped", "dock-missed")  # no input makes the run go on


class EventMarch(Marcher):
    """A single run through its events, steered by a controller if there is one."""

    def __init__(
        self,
        engine: Engine,
        settings: Settings,
        grid: Grid | None = None,
        *,
        control: Control | None = None,
        engines: Engines | None = None,
        held: Mapping[str, float] | None = None,
        start: np.ndarray | None = None,
        end: float | None = None,
        seed: int | None = None,
    ):
        """engines: where engines with other docks or inputs come from; held: inputs that come from
        outside from the start; end, seed: unless they are the settings' and the robot's."""
        super().__init__(engine)
        self._settings, self._control = settings, control
        self._grid: Grid = grid or FixedGrid(settings.samples())
        self._engines = engines or Engines(engine.name)
        self._end = settings.duration if end is None else end
        self._robot = engine.robot.robot
        check_wings(engine)
        self._docks: dict[str, Constraint] | None = None  # in force; None: those of the start
        self._held = dict(held or {})  # inputs set from outside
        self._values: dict[str, float] = {}  # of parameters
        self.seed = int(self._robot.seed) if seed is None else seed  # of random numbers
        self._waiting = dict(self._robot.events)
        self._happened: list[dict[str, Any]] = []
        self._calls = 0  # of the controller
        self._counts = np.zeros(3, dtype=np.int64)  # steps of earlier stretches that count
        self._earlier = np.zeros(3, dtype=np.int64)  # and of those that do no more
        self._owed = False  # whether a sample after the events of this very time may be due
        self._over: Outcome | None = None  # how it ends, once the last sample is handed over
        self._ended: Outcome | None = None
        state = engine.initial() if start is None else start
        self._piece = self._stretch(engine, Stretch(0.0, state, self._end))

    # --- where it is

    @property
    def engine(self) -> Engine:
        return self._piece.engine

    @property
    def time(self) -> float:
        return self._piece.time

    @property
    def state(self) -> np.ndarray:
        return self._piece.state

    @property
    def inputs(self) -> dict[str, float]:
        """The inputs set from outside, by name; those that were not set yet are left out."""
        return {n: v for n in self.engine.robot.input_slots if not np.isnan(v := self._held[n])}

    @property
    def events(self) -> tuple[dict[str, Any], ...]:
        """What happened so far."""
        return tuple(self._happened)

    @property
    def counts(self) -> np.ndarray:
        """Steps accepted and rejected, evaluations, since the start."""
        return self._earlier + self._counts + self._piece.runs.steps[0]

    def now(self) -> Samples:
        """The present state."""
        return self._piece.samples_of(np.array([self.time]), self.state[None])

    def facts(self) -> Facts:
        """The variables of a result now."""
        now = self._moment()
        variables = variables_of(now.engine.robot, np.array([now.time]), now.seen())
        return Facts(variables, self._robot)

    def arrived(self, until: float) -> bool:
        return not self.running or (self.time >= until and self._over is None and not self._owed)

    def _goes_on(self) -> bool:
        return self._ended is None

    def _progress(self) -> Outcome:
        steps, rejected, evaluations = (int(n) for n in self.counts)
        return replace(
            self._ended or Outcome("interrupted", self.time, INTERRUPTED),
            time=self.time,
            steps=steps,
            rejected=rejected,
            evaluations=evaluations,
            events=self.events,
        )

    # --- from event to event

    def march(self, until: float) -> Samples:
        if self._waiting and self._over is None and any(map(self._is_due, self._waiting.values())):
            self._happen(-1)
        if self._owed or (self._over is None and self._is_steered()):
            samples, self._owed = self._present_sample(), False
            if self._is_steered():
                self._steer()
            if len(samples) or self.time >= until:
                return samples
        if self._over is not None:
            self._ended, self._over = self._over, None
            return self.now() if self.time > self._piece.kept else self._none()
        samples = self._piece.march(min(until, self._next_call))
        if not self._piece.running:
            if self._piece.failed:
                self._ended = self._piece.outcome
            else:
                self._happen(self._piece.met)
        return samples

    def stand(self, time: float, state: np.ndarray) -> None:
        self._piece.stand(time, state)

    def _none(self) -> Samples:
        return Samples(self.engine, np.zeros(0), np.zeros((0, self.engine.size)))

    def _present_sample(self) -> Samples:
        """The present state, if the grid has its time and nobody saw it yet."""
        due = self._grid.between(self._piece.kept, self.time)
        if not (self._piece.kept < self.time and len(due)):
            return self._none()
        self._piece.kept = self.time
        return self.now()

    def _is_due(self, event: Event) -> bool:
        return event.at is not None and event.at <= self.time

    def _happen(self, met: int) -> None:
        """Let everything happen that is due now, and go on or end."""
        over = self._act(met)
        if over is None and self.time >= self._end:
            over = Outcome("finished", self.time)
        self._over = over
        if over is None:
            self._go_on(self.engine, self.state)
            self._owed = True

    def _go_on(self, engine: Engine, state: np.ndarray) -> None:
        """Begin another stretch from the present, with an engine and a state."""
        piece = self._piece
        self._counts += piece.runs.steps[0]
        stretch = Stretch(self.time, state, self._end, piece.kept, piece.ticks, piece.looked)
        self._piece = self._stretch(engine, stretch)

    def _stretch(self, engine: Engine, begun: Stretch) -> Explicit:
        """The march to the next event at a known time, or to the end."""
        ahead = [e.at for e in self._waiting.values() if e.at is not None and e.at > begun.time]
        armed = [
            k
            for k, name in enumerate(engine.robot.conditions)
            if name == STOP or name in self._waiting
        ]
        taken = int(self._counts[:2].sum())
        stretch = replace(
            begun,
            end=min([*ahead, self._end]),
            armed=armed,
            max_steps=max(self._settings.max_steps - taken, 1) if taken else None,
            samples_end=not self._robot.has_events,  # samples of events come after these
        )
        piece = Explicit(engine, self._settings, self._grid, stretch)
        self._put_numbers(piece)
        return piece

    # --- what happens

    def _act(self, met: int) -> Outcome | None:
        """Let everything happen that is due now; how the run ends, if it does."""
        due = [name for name, event in self._waiting.items() if self._is_due(event)]
        if met >= 0:
            name = self.engine.robot.conditions[met]
            if name == STOP:
                return Outcome("stopped", self.time, stopped_by(self.engine.robot, met))
            due.append(name)
        for name in due:
            event = self._waiting.pop(name)
            facts: dict[str, Any] = {}
            try:
                if event.dock:
                    facts = self._dock(name, event)
                elif event.undock:
                    self._change_docks({n: c for n, c in self._in_force() if n != event.undock})
            except MissedError as error:
                return Outcome("dock-missed", self.time, str(error))
            dock = {} if event.target is None else {"dock": event.target}
            self._happened.append(
                {"name": name, "action": event.action, **dock, "time": self.time, **facts}
            )
            if event.action == "stop":
                return Outcome("stopped", self.time, f"{name}: {event.when}")
        return None

    def _in_force(self) -> list[tuple[str, Constraint]]:
        """The constraints that hold now, by name."""
        if self._docks is not None:
            return list(self._docks.items())
        return [(n, c) for n, c in self._robot.constraints.items() if c.active]

    def _change_docks(self, docks: dict[str, Constraint]) -> Engine:
        engine = self._engines.of(self._robot, self.engine.robot.input_slots, docks)
        self._docks = docks
        self._go_on(engine, self.state)
        return engine

    def _dock(self, name: str, event: Event) -> dict[str, Any]:
        """Put a dock in force; its facts."""
        before, piece, docks = self._moment(), self._piece, self._docks
        constraint = self._robot.constraints[str(event.dock)]
        if event.capture == "here":
            constraint = captured(before, constraint)
        counts = self._counts.copy()
        self._change_docks({**dict(self._in_force()), str(event.dock): constraint})
        after = self._moment()
        try:
            facts = docked(before, after, name, event)
        except MissedError:  # the dock is not in force
            self._piece, self._docks, self._counts = piece, docks, counts
            raise
        self._piece.stand(self.time, after.state)
        return facts

    def _moment(self) -> Moment:
        return Moment(self.engine, self.time, self.state, self._piece.own_lanes)

    # --- what is set from outside

    def hold(self, inputs: Mapping[str, float | None]) -> None:
        """Hold inputs from now on; None gives one back to its signal."""
        slots = self.engine.robot.input_slots
        taken = held_by(self._robot, inputs, slots)
        external = (slots.keys() | taken.keys()) - (inputs.keys() - taken.keys())
        self._held.update(taken)
        if external != slots.keys():
            self._held = {name: self._held[name] for name in external}
            self._piece.renew(self._engines.of(self._robot, external, self._docks))
            self._put_numbers(self._piece)
            self._recover()
            return
        changed = [self._piece.set_number(slots[name], value) for name, value in taken.items()]
        if any(changed):
            self._recover()

    def set_value(self, parameter: str, value: float) -> None:
        """Another value of a parameter that signals use."""
        slot = self.engine.robot.parameter_slots[parameter]
        if not self._piece.set_number(slot, value):
            return
        self._values = {**self._values, parameter: value}
        own = [a.input.node for n, a in self._robot.actuators.items() if n not in self._held]
        if parameter in timing_parameters(own):
            self._find_breakpoints(self._piece)
        self._recover()

    def look(self) -> None:
        """Take the samples that are due now, where the march lands."""
        self._piece.look()

    def place(self, time: float, state: np.ndarray) -> None:
        """Go on from another time and state: events of times before it do not happen any more,
        sampled states go on at their next sample time."""
        waiting = self._waiting.items()
        self._waiting = {n: e for n, e in waiting if e.at is None or e.at >= time}
        self._over = self._ended = self._left = None
        if self._control is not None:
            self._calls = int(np.ceil(time * self._control.rate - 1e-9))
        piece, ticks = self._piece, self.engine.robot.states.ticks(time)
        sampled = (piece.ticks, piece.looked) if time == self.time else (ticks, {})
        kept = piece.kept if time >= self.time else -np.inf
        self._counts += piece.runs.steps[0]
        self._piece = self._stretch(self.engine, Stretch(time, state, self._end, kept, *sampled))

    def take_docks(self, other: EventMarch) -> None:
        """Docks in force, events still to come and the seed: those of a run of a like robot."""
        self._docks, self._happened, self.seed = other._docks, [*other._happened], other.seed
        self._waiting = {n: e for n, e in self._robot.events.items() if n in other._waiting}
        slots = self.engine.robot.input_slots
        self._piece.renew(self._engines.of(self._robot, slots, self._docks))
        self._put_numbers(self._piece)

    def count_anew(self) -> None:
        """Let `max_steps` count from now on."""
        self._earlier += self._counts
        self._earlier += self._piece.count_anew()
        self._counts[:] = 0

    def follow(self, grid: Grid) -> None:
        """Hand over samples at other times from now on."""
        self._grid = grid
        self._piece.follow(grid, self.time)

    def _recover(self) -> None:
        """After a change a run that failed may go on; one that came to its end may not."""
        if self._ended is not None and self._ended.code not in _FINAL:
            self._ended = None
        self._left = None

    def _put_numbers(self, piece: Explicit) -> None:
        robot = piece.engine.robot
        for name, slot in robot.input_slots.items():
            piece.set_number(slot, self._held.get(name, 0.0))
        for name, value in self._values.items():
            if name in robot.parameter_slots:
                piece.set_number(robot.parameter_slots[name], value)
        if robot.seed_slot >= 0 and self.seed != self._robot.seed:
            piece.set_number(robot.seed_slot, float(self.seed))
        if self._values:
            self._find_breakpoints(piece)

    def _find_breakpoints(self, piece: Explicit) -> None:
        robot = piece.engine.robot
        parameters = {**parameters_of(robot), **self._values}
        piece.set_breakpoints(breakpoint_times(self._robot, parameters, robot.input_slots))

    # --- the controller

    @property
    def _next_call(self) -> float:
        """When the controller acts next; at a sample of the output if rounding alone parts them."""
        if self._control is None:
            return np.inf
        rate = self._control.rate
        return self._grid.near(self._calls / rate, 1e-9 / rate)

    def _is_steered(self) -> bool:
        """Whether it is the controller's turn."""
        return self._control is not None and self._next_call <= self.time < self._end

    def _steer(self) -> None:
        """Set the inputs that the controller wants; the run ends if that fails."""
        assert self._control is not None
        self._calls += 1
        try:
            self.hold(self._control.commands(self.time, self.facts(), self._robot))
        except ControllerError as error:
            self._over = Outcome("controller", self.time, str(error))

    # --- to go on later, or elsewhere

    def snapshot(self) -> dict[str, Any]:
        """Where the run stands, to the bit, without robot, settings and controller."""
        known = {name: copy.copy(getattr(self, name)) for name in _KEPT}
        return {
            "known": known,
            "external": tuple(self.engine.robot.input_slots),
            "piece": self._piece.snapshot(),
        }

    def restore(self, snapshot: Mapping[str, Any]) -> None:
        """Go on from where a run of the same robot with the same settings stood."""
        for name, value in snapshot["known"].items():
            setattr(self, name, copy.copy(value))
        engine = self._engines.of(self._robot, snapshot["external"], self._docks)
        self._piece = Explicit(engine, self._settings, self._grid, snapshot["piece"]["stretch"])
        self._put_numbers(self._piece)
        self._piece.restore(snapshot["piece"])
