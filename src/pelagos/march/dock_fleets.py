"""Many runs whose docks change: a fleet for each set of docks in force and of events to come.

A run that an event happens to leaves its fleet for another one, whose engine has the docks that are
in force then. What happens is what happens to a single run (`march.events`), one run at a time; in
between, all runs of a fleet march together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from pelagos.loops import data
from pelagos.loops.fleet import NOT
from pelagos.march.docking import MissedError, Moment, captured, docked
from pelagos.march.engine import Engine
from pelagos.march.engines import Engines
from pelagos.march.fleet import OwnNumbers, RunFleet, WatchOf
from pelagos.march.outcomes import stopped_by
from pelagos.march.settings import Settings
from pelagos.mechanism.conditions import STOP
from pelagos.model.constraints import Constraint
from pelagos.model.events import Event
from pelagos.model.robot import Robot
from pelagos.result.header import Outcome

Key = tuple[tuple[str, ...] | None, tuple[str, ...]]  # docks in force (None: at the start), events


@dataclass
class RunEvents:
    """What an event may have changed of a run."""

    docks: dict[str, Constraint] | None
    waiting: dict[str, Event]
    home: Key
    ended: Outcome | None = None


class DockFleets:
    """Runs in several fleets; to be used as one."""

    def __init__(
        self,
        engine: Engine,
        settings: Settings,
        variant: np.ndarray,
        watch: WatchOf | None,
        threads: int,
        own: OwnNumbers,
    ):
        self.engine, self.count, self.variant = engine, len(variant), variant.astype(np.int64)
        self._settings, self._watch, self._threads = settings, watch, threads
        self._own = own
        self._external = frozenset(engine.robot.input_slots)
        self._engines = Engines(engine.name, [robot.robot for robot in engine.robots])
        self._fleets: dict[Key, RunFleet] = {}
        self._first = None, tuple(engine.robot.robot.events)
        start = self._fleet(self._first, lambda: engine)
        self.seen, self.given = start.seen, start.given
        self._runs = [self._at_start(run) for run in range(self.count)]

    def _robot(self, run: int) -> Robot:
        return self.engine.robots[self.variant[run]].robot

    def _at_start(self, run: int) -> RunEvents:
        return RunEvents(None, dict(self._robot(run).events), self._first)

    def _fleet(self, key: Key, engine: Callable[[], Engine]) -> RunFleet:
        """The fleet of runs with these docks and events."""
        if key not in self._fleets:
            made = engine()
            armed = [k for k, n in enumerate(made.robot.conditions) if n == STOP or n in key[1]]
            look = None if self._watch is None else self._watch(made)
            shared = (self.seen, self.given) if self._fleets else None
            given = made, self._settings, self.variant % len(made.robots), armed, look
            self._fleets[key] = RunFleet(*given, self._threads, self._own, shared)
        return self._fleets[key]

    def _home(self, run: int) -> RunFleet:
        return self._fleets[self._runs[run].home]

    # --- as one fleet

    def _joined(self, of: Callable[[RunFleet], np.ndarray]) -> np.ndarray:
        """(run, ...), each from where the run is at home."""
        found = np.empty_like(of(self._fleets[self._first]))
        for fleet in self._fleets.values():
            here = fleet.moving[: self.count] > 0
            found[here] = of(fleet)[here]
        return found

    @property
    def times(self) -> np.ndarray:
        return self._joined(lambda fleet: fleet.times)

    @property
    def codes(self) -> np.ndarray:
        found = self._joined(lambda fleet: fleet.codes)
        found[[run.ended is not None for run in self._runs]] = data.MET
        return found

    def states(self, rows: slice) -> np.ndarray:
        return self._joined(lambda fleet: fleet.states(rows))

    def outcome(self, run: int) -> Outcome:
        return self._runs[run].ended or self._home(run).outcome(run)

    def put(self, runs: Any, states: np.ndarray, times: Any, fresh: bool) -> None:
        """Back to the start: docks and events are those of the robot."""
        chosen = np.arange(self.count)[runs]
        for run in chosen.tolist():
            self._home(run).moving[run] = 0
            self._runs[run] = self._at_start(run)
        first = self._fleets[self._first]
        first.moving[chosen] = 1
        first.put(chosen, states, times, fresh)

    def put_numbers(self, runs: Any, variants: np.ndarray) -> None:
        self.variant[np.arange(self.count)[runs]] = variants
        self._fleets[self._first].put_numbers(runs, variants)

    def set_memory(self, number: int, runs: Any, values: Any) -> None:
        for fleet in self._fleets.values():
            fleet.set_memory(number, runs, values)

    def set_parameter(self, name: str, runs: Any, values: Any) -> None:
        for fleet in self._fleets.values():
            fleet.set_parameter(name, runs, values)

    def set_seeds(self, runs: Any, values: Any) -> None:
        for fleet in self._fleets.values():
            fleet.set_seeds(runs, values)

    def count_anew(self) -> None:
        for fleet in self._fleets.values():
            fleet.count_anew()

    def look(self, runs: Any) -> None:
        for fleet in self._fleets.values():
            fleet.look(runs)

    def snapshot(self) -> dict[str, Any]:
        """Everything that the way of a run depends on."""
        fleets = [
            (key, fleet.engine.robot.robot, self._docks_of(key), fleet.snapshot())
            for key, fleet in self._fleets.items()
        ]
        runs = [replace(run, waiting=dict(run.waiting)) for run in self._runs]
        own = {"seen": self.seen.copy(), "variant": self.variant.copy()}
        return {"fleets": fleets, "runs": runs, **own}

    def _docks_of(self, key: Key) -> dict[str, Constraint] | None:
        """Docks in force, as some run at home in a fleet has them."""
        return next((run.docks for run in self._runs if run.home == key), None)

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Stand where `snapshot` was taken."""
        self.variant[:] = kept["variant"]
        for fleet in self._fleets.values():
            fleet.moving[:] = 0
        for key, robot, docks, arrays in kept["fleets"]:
            if docks is not None or key in self._fleets:  # else nobody is there
                engine = partial(self._engines.of, robot, self._external, docks)
                self._fleet(key, engine).restore(arrays)
        self._runs = [replace(run, waiting=dict(run.waiting)) for run in kept["runs"]]
        self.seen[:] = kept["seen"]

    # --- from event to event

    def advance(self, until: np.ndarray) -> None:
        """March every run to its time, through the events on the way; then look."""
        going = True
        while going:
            ends = np.minimum(until, [self._next(run) for run in self._runs])
            for fleet in [*self._fleets.values()]:
                fleet.advance(ends, looks=NOT)
            times, codes = self.times, self.codes
            due = (codes == data.FINISHED) & (times >= [self._next(run) for run in self._runs])
            met = (codes == data.MET) & [run.ended is None for run in self._runs]
            happened = [self._happen(run) for run in np.flatnonzero(due | met).tolist()]
            going = any(happened)
        self.look(slice(None))

    @staticmethod
    def _next(run: RunEvents) -> float:
        """The time of the next event that is known."""
        if run.ended is not None:
            return np.inf
        return min((e.at for e in run.waiting.values() if e.at is not None), default=np.inf)

    def _happen(self, run: int) -> bool:
        """Let everything happen that is due to a run; whether it goes on."""
        fleet, own = self._home(run), self._runs[run]
        time, met = float(fleet.times[run]), int(fleet.met(run))
        due = [n for n, e in own.waiting.items() if e.at is not None and e.at <= time]
        if met >= 0:
            name = fleet.engine.robot.conditions[met]
            if name == STOP:
                own.ended = Outcome("stopped", time, stopped_by(fleet.engine.robot, met))
                return False
            due.append(name)
        state, row, ticks = fleet.states(slice(None))[run], fleet.row(run), fleet.ticks(run).copy()
        engine = fleet.engine
        for name in due:
            event = own.waiting.pop(name)
            try:
                engine, state, row = self._changed(run, event, name, time, (engine, state, row))
            except MissedError as error:
                own.ended = Outcome("dock-missed", time, str(error))
                return False
            if event.action == "stop":
                own.ended = Outcome("stopped", time, f"{name}: {event.when}")
                return False
        fleet.moving[run] = 0
        docks = None if own.docks is None else tuple(own.docks)
        own.home = docks, tuple(own.waiting)
        there = self._fleet(own.home, lambda: engine)
        there.take_in(run, time, state, row)
        there.ticks(run)[:] = ticks
        return True

    def _changed(
        self, run: int, event: Event, name: str, time: float, now: tuple
    ) -> tuple[Engine, np.ndarray, np.ndarray]:
        """Engine, state and numbers of a run after an event."""
        engine, state, row = now
        own, robot = self._runs[run], self._robot(run)
        in_force = own.docks
        if in_force is None:
            in_force = {n: c for n, c in robot.constraints.items() if c.active}
        if event.undock:
            own.docks = {n: c for n, c in in_force.items() if n != event.undock}
        elif event.dock:
            before = Moment(engine, time, state, _lanes(engine, row))
            constraint = robot.constraints[event.dock]
            if event.capture == "here":
                constraint = captured(before, constraint)
            own.docks = {**in_force, event.dock: constraint}
        else:
            return now
        other = self._engines.of(robot, self._external, own.docks)
        numbers = _carried_over(engine, row, other)
        if event.dock:
            after = Moment(other, time, state.copy(), _lanes(other, numbers))
            docked(before, after, name, event)
            state = after.state
        return other, state, numbers


def _lanes(engine: Engine, row: np.ndarray) -> data.Lanes:
    """Numbers of a run, in one lane."""
    found = engine.lanes_of(0)
    found.numbers[:, 0] = row[: len(found.numbers)]
    return found


def _carried_over(engine: Engine, row: np.ndarray, other: Engine) -> np.ndarray:
    """The numbers that another engine reads, with inputs, parameters, seed and memory of a run."""
    found = other.variants.numbers[0].copy()
    for slots in ("input_slots", "parameter_slots"):
        here, there = getattr(engine.robot, slots), getattr(other.robot, slots)
        for name in here.keys() & there.keys():
            found[other.value_place(there[name])] = row[engine.value_place(here[name])]
    if engine.robot.seed_slot >= 0 and other.robot.seed_slot >= 0:
        seed = row[engine.value_place(engine.robot.seed_slot)]
        found[other.value_place(other.robot.seed_slot)] = seed
    return np.concatenate([found, row[engine.variants.numbers.shape[1] :]])
