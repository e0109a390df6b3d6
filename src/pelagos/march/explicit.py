"""The compiled march of a single run, in calls short enough for Ctrl-C.

Asked for a time inside a step the march stays in that step and interpolates: it takes the same
steps however it is asked. A change of a number or of the state drops the rest of the step. With
`Settings.lands` a step ends at each time that is asked for, as it does at breakpoints of inputs:
what is asked then decides about the steps, and nothing is left over of one.
"""

from __future__ import annotations

import time as clock
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from pelagos.loops import data
from pelagos.loops.queries import PROJECTIONS
from pelagos.march.contract import CALL_SECONDS, FixedGrid, Grid, Marcher, Samples
from pelagos.march.engine import Engine
from pelagos.march.lanes import LaneMarch, copied, put_back
from pelagos.march.samples.readings import Logged, LogLayout, joined, set_between
from pelagos.march.settings import Settings
from pelagos.result.header import Outcome

FIRST_BUDGET = 64  # steps of the first call into the march


@dataclass
class Stretch:
    """From a state at a time to the next time at which something happens for sure."""

    time: float
    state: np.ndarray
    end: float
    kept: float = -np.inf  # time of the last sample that was handed over
    ticks: np.ndarray | None = None  # samples taken so far of sampled states, by frequency
    looked: Logged = field(default_factory=dict)  # readings of this very time that were taken
    armed: Sequence[int] = ()  # conditions that end it
    max_steps: int | None = None
    samples_end: bool = True  # whether a sample at its end is written; else it is somebody's else


class Explicit(Marcher):
    """One run in one lane, from a state to an end; numbers may change on the way."""

    def __init__(
        self,
        engine: Engine,
        settings: Settings,
        grid: Grid | None = None,
        stretch: Stretch | None = None,
    ):
        super().__init__(engine)
        self._settings = settings
        self._grid: Grid = grid or FixedGrid(settings.samples())
        self._stretch = stretch or Stretch(0.0, engine.initial(), settings.duration)
        self.kept = self._stretch.kept
        self._time, self._state = self._stretch.time, self._stretch.state
        first = self._state[None]
        self.runs = data.allocate(first, np.zeros(1, dtype=np.int64), 0)
        self._lane_march = LaneMarch(engine, settings, self.runs, 1)
        lane = self._lane_march.state
        lane.queue[:] = 1  # the only run is put in its lane here
        if self._stretch.ticks is not None:
            lane.ticks[:, 0] = self._stretch.ticks
        self._plans: dict[tuple[int, bool], data.Plan] = {}
        self.set_breakpoints(engine.breakpoints[0])
        self._has_own_numbers = False  # others than the engine's
        self._budget, self._most = FIRST_BUDGET, 0  # steps of a call; at most, if not 0
        self._placed = False
        self._plan: data.Plan  # under way
        self._log: LogLayout | None = None  # of the readings up to its end
        self._read = self.ticks  # samples whose readings were handed over
        self.looked = self._stretch.looked  # readings of now, which come with the next samples
        self._wanted = self._taken = 0  # samples of it that are handed over, and were

    # --- where it is

    @property
    def engine(self) -> Engine:
        return self._lane_march.engine

    @property
    def time(self) -> float:
        return self._time

    @property
    def state(self) -> np.ndarray:
        return self._state.copy()

    @property
    def tried(self) -> int:
        """Steps so far, kept or not."""
        return int(self.runs.steps[0, 0] + self.runs.steps[0, 1])

    @property
    def evaluations(self) -> int:
        """Of rates, so far."""
        return int(self.runs.steps[0, 2])

    @property
    def step(self) -> float:
        """The step wished for next."""
        return float(self._lane_march.state.h[0])

    @property
    def ticks(self) -> np.ndarray:
        """Samples taken so far of sampled states, by frequency."""
        return self._lane_march.state.ticks[:, 0].copy()

    @property
    def failed(self) -> bool:
        return int(self.runs.outcome[0]) not in (data.RUNNING, data.FINISHED, data.MET)

    @property
    def met(self) -> int:
        """The condition that ended it, or -1."""
        return int(self.runs.met[0])

    def _goes_on(self) -> bool:
        return int(self.runs.outcome[0]) == data.RUNNING

    def _progress(self) -> Outcome:
        return self._lane_march.outcome(0, 0.0, self._time)

    @property
    def own_lanes(self) -> data.Lanes | None:
        """The numbers that programs read, if they are others than the engine's."""
        return self._lane_march.lanes if self._has_own_numbers else None

    def samples_of(
        self, times: np.ndarray, states: np.ndarray, readings: Logged | None = None
    ) -> Samples:
        """States with the numbers that are in force now."""
        lanes = self.own_lanes
        numbers = None if lanes is None else lanes.numbers[:, 0].copy()
        return Samples(self.engine, times, states, numbers=numbers, readings=readings)

    # --- changes

    def set_number(self, slot: int, value: float) -> bool:
        """Another value for a slot of the robot's `values`; whether it is another."""
        place, numbers = self.engine.value_place(slot), self._lane_march.lanes.numbers
        changes = bool(numbers[place, 0] != value)
        numbers[place] = value
        self._has_own_numbers = True
        if changes:
            self.drop_step()
        return changes

    def set_breakpoints(self, times: Sequence[float]) -> None:
        """Other times at which inputs jump or bend."""
        end = self._stretch.end
        self._stops = np.array([[*(t for t in times if t < end), end]])
        self._plans.clear()
        self.drop_step()

    def renew(self, engine: Engine) -> None:
        """Go on with another engine of the same states; its numbers are its own at first."""
        self._lane_march.renew(engine)
        self._has_own_numbers = False
        self.set_breakpoints(engine.breakpoints[0])

    def stand(self, time: float, state: np.ndarray) -> None:
        self._time, self._state, self.looked = time, state, {}
        self.drop_step()

    def place(self, time: float, state: np.ndarray, ticks: np.ndarray) -> None:
        """Another state: what is known of the motion so far says nothing about it."""
        lane = self._lane_march.state
        lane.ticks[:, 0], lane.h[0], lane.begun[0] = ticks, 0.0, 0
        self._left = None
        self.stand(time, state)

    def drop_step(self) -> None:
        """Go on from the present state, whatever step is under way."""
        self._changed = True
        self._target = -np.inf  # what the plan under way is for

    def follow(self, grid: Grid, since: float) -> None:
        """Hand over samples at other times, after a time."""
        self._grid, self.kept, self._target = grid, since, -np.inf

    def count_anew(self) -> np.ndarray:
        """Accepted and rejected steps and evaluations since the last call; all may come again."""
        steps = self.runs.steps[0]
        found = steps.copy()
        steps[:] = 0
        if self._stretch.max_steps is not None:
            self._stretch = replace(self._stretch, max_steps=None)
            self._plans.clear()
        return found

    def _restart(self) -> None:
        """Put the present state in the lane."""
        run, m, robot = self._lane_march, self._lane_march.state, self.engine.robot
        inside = self._placed and not self._settings.lands
        if inside and robot.constraints.rows:  # between steps states are interpolated
            found = self.engine.restored(self._state, PROJECTIONS, self._time, lanes=run.lanes)
            self._state[: robot.nq + robot.nv] = found.x[: robot.nq + robot.nv]
        stops = self._stops[0]
        m.run[0], m.held[0], m.fresh[0] = 0, 0, 1
        m.t[0], m.y[:, 0] = self._time, self._state
        m.stop[0] = stops[:-1].searchsorted(self._time, side="right")
        m.next[0] = stops[m.stop[0]]
        if m.begun[0]:
            data.rebase(m)
        self.runs.outcome[0], self.runs.met[0], self.runs.bad[0] = data.RUNNING, -1, -1
        self._changed, self._placed = False, True

    def look(self) -> None:
        """Take the samples of sampled states that are due now, where the march lands."""
        if not (self._settings.lands and len(self.engine.robot.states.clocks)):
            return
        if self._changed:
            self._restart()
            self._aim(self._time)
        before, run = self.ticks, self._lane_march
        run.sample(self._plan)
        self._state = run.state.y[:, 0].copy()
        states = self.engine.robot.states
        new = set_between(states, before, run.state.ticks[:, 0], self._state)
        self.looked = joined(self.looked, new)

    # --- moving on

    def advance_steps(self, until: float, most: int) -> Samples:
        """As `march`, and back after at most so many steps."""
        self._most = most
        samples = self.march(until)
        self._most = 0
        return samples

    def march(self, until: float) -> Samples:
        run, m = self._lane_march, self._lane_march.state
        if self._changed:
            self._restart()
        if until != self._target:
            self._aim(until)
        begun = clock.perf_counter()
        steps = min(self._budget, self._most) if self._most else self._budget
        ended = run.call(self._plan, steps)
        spent = clock.perf_counter() - begun
        held = bool(m.held[0])
        if not (ended or held):
            factor = min(4.0, max(0.25, CALL_SECONDS / max(spent, 1e-6)))
            self._budget = int(steps * factor) + 1
        done = int(self.runs.done[0] if held else run.settled()[0])
        samples = self._hand_over(done)
        if ended:
            self._time, self._state = float(self.runs.time[0]), self.runs.last[0].copy()
            if self._time < self._stretch.end and int(self.runs.outcome[0]) == data.FINISHED:
                m.run[0], m.fresh[0], self.runs.outcome[0] = 0, 1, data.RUNNING  # it landed
                self.look()
        elif held:
            self._time = float(self._plan.samples[-1])
            self._state = self.runs.out[0, done - 1].copy()
        else:
            self._time, self._state = float(m.t[0]), m.y[:, 0].copy()
        if ended or held:
            self._target = -np.inf
        return samples

    def _hand_over(self, done: int) -> Samples:
        """The samples of the plan that were not handed over yet."""
        first, last = self._taken, min(done, self._wanted)
        times, states = self._plan.samples[first:last], self.runs.out[0, first:last]
        readings, self.looked = joined(self.looked, self._new_readings()), {}
        if first == last:
            return Samples(self.engine, times, states, readings=readings)
        self._taken, self.kept = last, float(times[-1])
        return self.samples_of(times.copy(), states.copy(), readings)

    def _new_readings(self) -> Logged:
        """What sensors read since the last call."""
        if self._log is None:
            return {}
        m = self._lane_march.state
        # an air step under way may be marched again, unless somebody looks at where it is
        again = m.begun[0] and self._goes_on() and not m.held[0]
        settled = (m.lattice.base_ticks if again else m.ticks)[:, 0].copy()
        since, self._read = self._read, settled
        return self._log.read(self.runs.log[0], settled, since)

    def _aim(self, until: float) -> None:
        """Plan the samples up to a time, and to come back there unless it is the end."""
        end, self._target = self._stretch.end, until
        until = self._make_log(min(until, end))
        times = self._grid.between(self.kept, until)
        if not self._stretch.samples_end:
            times = times[times < end]
        self._wanted, self._taken = len(times), 0
        landing = min(self._target, end)
        pauses = until < (landing if self._settings.lands else end)
        if pauses and not (len(times) and times[-1] >= until):
            times = np.append(times, until) if len(times) else np.array([until])
        self._plan = self._plan_for(len(times), pauses)
        self._plan.samples[:] = times
        if self._settings.lands:
            self._plan.ends[0] = landing
        self._plan.log[:] = 0 if self._log is None else self._log.table
        if len(times) > self.runs.out.shape[1]:
            out = np.full((1, len(times), self.engine.size), np.nan)
            self.runs = self._lane_march.runs = self.runs.replaced(out=out)
        here = 0
        while here < len(times) and times[here] <= self._time:  # the present state is a sample
            self.runs.out[0, here] = self._state
            here += 1
        self.runs.done[0] = here
        self._lane_march.state.lattice.base_done[:] = here  # the others lie behind the present

    def _make_log(self, until: float) -> float:
        """Room for what sensors read up to a time, or as far as there is; how far that is."""
        states = self.engine.robot.states
        self._log = None
        if not (states.readings and self._grid.keeps_readings):
            return until
        ticks = self._lane_march.state.ticks[:, 0]
        if not self.engine.robot.lattice.count:  # the flow about wings is looked at between steps
            until = LogLayout.reach(states, ticks, until)
        self._log, self._read = LogLayout(states, ticks, until), ticks.copy()
        if self._log.size > self.runs.log.shape[1]:
            room = np.empty((1, self._log.size))
            self.runs = self._lane_march.runs = self.runs.replaced(log=room)
        return until

    def _plan_for(self, count: int, pauses: bool) -> data.Plan:
        stretch, key = self._stretch, (count, pauses)
        if key not in self._plans:
            if len(self._plans) > 100:
                self._plans.clear()
            self._plans[key] = self._settings.plan(
                np.zeros(count),
                self._stops,
                stretch.armed,
                stretch.end,
                pauses,
                stretch.max_steps,
                np.zeros((len(self.engine.robot.states.readings), 6), dtype=np.int64),
            )
        return self._plans[key]

    # --- to go on later, or elsewhere

    def snapshot(self) -> dict[str, Any]:
        """Where it is, to the bit; for one that stands where it was asked to."""
        run = self._lane_march
        return {
            "stretch": replace(self._stretch, kept=self.kept, looked=self.looked),
            "time": self._time,
            "state": self._state.copy(),
            "changed": self._changed,
            "placed": self._placed,
            "lane": copied(run.state),
            "rows": (run.work.active.copy(), run.work.kept.copy()),
            "records": {n: getattr(self.runs, n).copy() for n in ("steps", "outcome", "met")},
            "left": self._left,
        }

    def restore(self, snapshot: dict[str, Any]) -> None:
        """Stand where another one stood, whose engine was alike and whose numbers are set."""
        run = self._lane_march
        self._time, self._state = snapshot["time"], snapshot["state"].copy()
        put_back(run.state, snapshot["lane"])
        run.work.active[...], run.work.kept[...] = snapshot["rows"]
        put_back(self.runs, snapshot["records"])
        self._left = snapshot["left"]
        self.drop_step()
        self._changed, self._placed = snapshot["changed"], snapshot["placed"]
