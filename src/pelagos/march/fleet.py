"""Many runs of one engine that go on together: who calls the loops of `loops.fleet`.

All numbers of all runs stand in a few large arrays, (pack, row, lane), into which the bundles of
the packs look: inputs are set and runs are put back by numpy, without Python for each run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from pelagos.kernels.bundle import CACHE_LINE
from pelagos.loops import data, library
from pelagos.loops.fleet import ALL, ASKED, Pack, PackList
from pelagos.march.engine import Engine
from pelagos.march.outcomes import outcome_of
from pelagos.march.settings import Settings
from pelagos.result.header import Outcome
from pelagos.tape.machine.lanes import WIDTH
from pelagos.tape.machine.native import Native

# what decides how runs go on: rates and margins are worked out anew at each landing
_KEPT = ("_y", "_numbers", "_t", "_h", "_ticks", "_stop", "_outcome", "_met", "_bad", "variant",
         "moving", "seen")  # fmt: skip
_LOOKED_AT = ("y", "t", "h", "stop")  # by bundles, in the large arrays
Watch = Callable[[int], Native]  # what is read off, as a program with so many lanes
WatchOf = Callable[[Engine], Watch]


@dataclass(frozen=True)
class OwnNumbers:
    """What runs have beside the numbers of their robots."""

    inputs: tuple[str, ...] = ()
    """Actuators and parameters of signals whose values are given from outside, in this order."""
    memory: tuple[int | None, ...] = ()
    """Of each number that only what is watched reads, the column of what is seen that it becomes
    when a run goes on; None: it stays."""


class RunFleet:
    """Runs in lanes for good; each stands at a time and a state of its own."""

    def __init__(
        self,
        engine: Engine,
        settings: Settings,
        variant: np.ndarray,
        armed: Sequence[int],
        watch: Watch | None,
        threads: int,
        own: OwnNumbers,
        shared: tuple[np.ndarray, np.ndarray] | None = None,
    ):
        """variant: (run,), the numbers that each run has; armed: conditions that end runs; shared:
        `seen` and `given` of another fleet of these runs."""
        self.engine, self.count = engine, len(variant)
        self.width = WIDTH if self.count > 1 else 1
        self.variant = variant.astype(np.int64)
        self._packs = -(-self.count // self.width)
        self._settings, self._armed = settings, list(armed)
        self._own = engine.variants.numbers.shape[1]  # row of the first number of memory
        native = None if watch is None else watch(self.width)
        outputs = 0 if native is None else native.outputs
        if shared is None:
            shared = np.zeros((self.count, outputs)), np.zeros((self.count, len(own.inputs)))
        self.seen: np.ndarray = shared[0]
        self.given: np.ndarray = shared[1]
        self._allocate(len(own.memory))
        model = engine.model(self.width)
        if native is not None:
            self._watching = native  # owns the machine code
            room = {n: max(getattr(model, n), v) for n, v in _room(native).items()}
            model = model.replaced(**room)
        self._work = [data.work_for(model, self.width) for _ in range(threads)]
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None
        ends = np.linspace(0, self._packs, threads + 1).astype(int).tolist()
        self._shares = list(zip(self._work, zip(ends, ends[1:], strict=False), strict=True))
        breakpoints = engine.breakpoints
        self._stops_differ = any(times != breakpoints[0] for times in breakpoints)
        self._records = [self._record(p) for p in range(self._packs)]
        self._bundles = [self._pack(p) for p in range(self._packs)]
        self._fleet = PackList(
            model=model,
            variants=engine.variants,
            method=settings.method(),
            packs=[pack.address for pack in self._bundles],
            watch=0 if native is None else native.address,
            seen=self.seen,
            moving=self.moving,
            asked=self._asked,
            given=self.given,
            given_to=[engine.value_place(engine.robot.slots[name]) for name in own.inputs],
            kept=[column for column in own.memory if column is not None],
            kept_in=[self._own + k for k, c in enumerate(own.memory) if c is not None],
        )

    # --- memory

    def _allocate(self, memory: int) -> None:
        packs, width, robot = self._packs, self.width, self.engine.robot
        size, numbers = robot.size, self.engine.variants.numbers.shape[1]
        samplers = len(robot.states.clocks)
        self._y = _rows(packs, size, width)
        self._numbers = _rows(packs, numbers + memory, width)
        self._t, self._h = _rows(packs, 1, width)[:, 0], _rows(packs, 1, width)[:, 0]
        self._ticks = _rows(packs, samplers, width)
        self._stop = _rows(packs, 1, width, np.int64)[:, 0]
        self._ends = np.zeros((packs, width))
        self._outcome = np.full((packs, width), data.FINISHED, dtype=np.int64)
        self._steps = np.zeros((packs, width, 3), dtype=np.int64)
        self._met = np.full((packs, width), -1, dtype=np.int64)
        self._bad = np.full((packs, width), -1, dtype=np.int64)
        self.moving = np.zeros(packs * width, dtype=np.int64)
        self._asked = np.zeros(packs, dtype=np.int64)

    def _record(self, p: int) -> data.Runs:
        """What the march notes of the runs of a pack."""
        start, none = np.zeros((self.width, 1)), np.zeros(self.width, dtype=np.int64)
        runs = data.allocate(start, none, 0)
        size = self.engine.size
        return runs.replaced(
            variant=np.arange(self.width) if self._stops_differ else none,
            out=np.zeros((self.width, 0, size)),
            last=np.zeros((self.width, size)),
            outcome=self._outcome[p],
            steps=self._steps[p],
            met=self._met[p],
            bad=self._bad[p],
        )

    def _pack(self, p: int) -> Pack:
        engine, width = self.engine, self.width
        lanes = data.Lanes(
            numbers=self._numbers[p],
            corner_places=np.zeros((0, 6, width)),
            air_step=np.zeros((0, width)),
        )
        state = engine.lane_state(width, len(self._settings.method().a), 0, 0).replaced(
            y=self._y[p], t=self._t[p], h=self._h[p], ticks=self._ticks[p], stop=self._stop[p]
        )
        assert all(np.shares_memory(getattr(state, n), getattr(self, f"_{n}")) for n in _LOOKED_AT)
        return Pack(
            lanes=lanes,
            plan=self._plan(p),
            runs=self._records[p],
            state=state,
            first=p * width,
        )

    def _plan(self, p: int) -> data.Plan:
        ends = np.inf
        stops = [[*times, ends] for times in self.engine.breakpoints]
        if self._stops_differ:
            members = self.variant[p * self.width : (p + 1) * self.width].tolist()
            stops = [stops[v] for v in (*members, *members[:1] * (self.width - len(members)))]
        else:
            stops = stops[:1]
        most = max(map(len, stops))
        table = np.array([[*row, *[ends] * (most - len(row))] for row in stops])
        plan = self._settings.plan(np.zeros(0), table, self._armed, np.inf)
        return plan.replaced(ends=self._ends[p])

    # --- runs by their numbers

    def _places(self, runs: Any) -> tuple[np.ndarray, np.ndarray]:
        """Pack and lane of runs."""
        return np.divmod(np.arange(self.count)[runs], self.width)

    def _flat(self, values: np.ndarray) -> np.ndarray:
        """(run, ...) of an array (pack, lane, ...)."""
        return values.reshape(-1, *values.shape[2:])[: self.count]

    @property
    def times(self) -> np.ndarray:
        """(run,)"""
        return self._flat(self._t)

    @property
    def codes(self) -> np.ndarray:
        """(run,): how each run stands, as the loops have it."""
        return self._flat(self._outcome)

    @property
    def counts(self) -> np.ndarray:
        """(run, 3): steps accepted and rejected, evaluations."""
        return self._flat(self._steps)

    def states(self, rows: slice) -> np.ndarray:
        """(run, row): some rows of all states."""
        return self._flat(np.swapaxes(self._y[:, rows], 1, 2))

    def put(self, runs: Any, states: np.ndarray, times: Any, fresh: bool) -> None:
        """Let runs stand at states and times; fresh: nothing is left of the motion before."""
        pack, lane = self._places(runs)
        self._y[pack, :, lane] = states
        self._t[pack, lane] = times
        if fresh:
            self._h[pack, lane] = 0.0
        when = np.broadcast_to(np.asarray(times, dtype=float), pack.shape)
        self._ticks[pack, :, lane] = self.engine.robot.states.ticks(when)
        self._stop[pack, lane] = 0  # the march goes on from there to the next one
        self._outcome[pack, lane] = data.FINISHED
        self._met[pack, lane] = self._bad[pack, lane] = -1

    def put_numbers(self, runs: Any, variants: np.ndarray) -> None:
        """Give runs the numbers of variants."""
        pack, lane = self._places(runs)
        self.variant[np.arange(self.count)[runs]] = variants
        self._numbers[pack, : self._own, lane] = self.engine.variants.numbers[variants]

    def set_memory(self, number: int, runs: Any, values: Any) -> None:
        """Values of a number of memory, for some runs."""
        pack, lane = self._places(runs)
        self._numbers[pack, self._own + number, lane] = values

    def set_parameter(self, name: str, runs: Any, values: Any) -> None:
        """Values of a parameter that signals use, for some runs."""
        self._set(self.engine.robot.parameter_slots[name], runs, values)

    def set_seeds(self, runs: Any, values: Any) -> None:
        """Seeds of the noise of some runs."""
        if self.engine.robot.seed_slot >= 0:
            self._set(self.engine.robot.seed_slot, runs, values)

    def _set(self, slot: int, runs: Any, values: Any) -> None:
        pack, lane = self._places(runs)
        self._numbers[pack, self.engine.value_place(slot), lane] = values

    # --- one run, for what seldom happens to one

    def row(self, run: int) -> np.ndarray:
        """All numbers that programs read of a run; those of memory are the last."""
        pack, lane = divmod(run, self.width)
        return self._numbers[pack, :, lane].copy()

    def take_in(self, run: int, time: float, state: np.ndarray, row: np.ndarray) -> None:
        """Let a run go on here, from a state, with numbers of its own and a first step anew."""
        pack, lane = divmod(run, self.width)
        self.put([run], state[None], time, fresh=True)
        self._numbers[pack, :, lane], self.moving[run] = row, 1

    def met(self, run: int) -> int:
        """The condition that ended a run, or -1."""
        return int(self._flat(self._met)[run])

    def ticks(self, run: int) -> np.ndarray:
        """Samples taken so far of sampled states of a run; may be written to."""
        pack, lane = divmod(run, self.width)
        return self._ticks[pack, :, lane]

    def outcome(self, run: int) -> Outcome:
        """How a run stands."""
        pack, lane = divmod(run, self.width)
        return outcome_of(
            self.engine.robot, self._records[pack], lane, 0.0, float(self._t[pack, lane])
        )

    # --- to go on later, or elsewhere

    def snapshot(self) -> dict[str, np.ndarray]:
        """Everything that the way of a run depends on."""
        return {name: getattr(self, name).copy() for name in _KEPT}

    def restore(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Stand where `snapshot` was taken."""
        for name in _KEPT:
            getattr(self, name)[...] = arrays[name]

    # --- moving on

    def advance(self, until: np.ndarray, looks: int = ALL) -> None:
        """March each run to its time (run,); then take samples that are due there, and look.

        Runs that go on have what is `given` from there.
        """
        self._flat(self._ends)[:] = until
        calls = [(self._fleet, work, looks, *span) for work, span in self._shares]
        waiting = [self._pool.submit(library.advance, *call) for call in calls[1:] if self._pool]
        library.advance(*calls[0])
        for future in waiting:
            future.result()

    def look(self, runs: Any) -> None:
        """Take samples that are due where runs stand, and look; at others in their packs, too."""
        self._asked[:] = 0
        self._asked[self._places(runs)[0]] = 1
        self.advance(self.times, looks=ASKED)

    def count_anew(self) -> None:
        """Let `max_steps` count from now on."""
        self._steps[:] = 0


def plain_fleet(
    engine: Engine,
    settings: Settings,
    variant: np.ndarray,
    watch: WatchOf | None,
    threads: int,
    own: OwnNumbers,
) -> RunFleet:
    """Runs that conditions may end, and nothing else happens to."""
    armed = range(len(engine.robot.conditions))
    look = None if watch is None else watch(engine)
    found = RunFleet(engine, settings, variant, armed, look, threads, own)
    found.moving[: found.count] = 1
    return found


def _room(native: Native) -> dict[str, int]:
    return {"results": native.outputs, "scratch": native.scratch}


def _rows(packs: int, rows: int, width: int, kind: type = np.float64) -> np.ndarray:
    """Zeros (pack, row, lane), each pack on cache lines of its own with a vector behind it: what a
    bundle takes as it is."""
    line = CACHE_LINE // 8
    size = -(-(rows * width + data.VECTOR) // line) * line
    room: np.ndarray = np.zeros(packs * size + line, dtype=kind)
    start = -room.ctypes.data % CACHE_LINE // 8
    whole = room[start : start + packs * size].reshape(packs, size)
    return np.lib.stride_tricks.as_strided(
        whole, (packs, rows, width), (8 * size, 8 * width, 8), writeable=True
    )
