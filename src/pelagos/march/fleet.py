"""Many runs of one engine that go on together: who calls the loops of `loops.fleet`.

All numbers of all runs stand in a few large arrays, (pack, row, lane), into which the bundles of
the packs look: inputs are set and runs are put back by numpy, without Python for each run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from pelagos.kernels.bundle import CACHE_LINE
from pelagos.loops import data, library
from pelagos.loops.fleet import Fleet, Pack
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
        given: Sequence[int] = (),
        own: Sequence[int | None] = (),
    ):
        """variant: (run,), the numbers that each run has; armed: conditions that end runs; given:
        slots of the robot's values that `give` sets; own: of each number that runs have beside
        those of the robot the output of `watch` that it becomes when a run goes on, if any."""
        self.engine, self.count = engine, len(variant)
        self.width = WIDTH if self.count > 1 else 1
        self.variant = variant.astype(np.int64)
        self._packs = -(-self.count // self.width)
        self._settings, self._armed = settings, list(armed)
        self._own = engine.variants.numbers.shape[1]  # the first of these numbers
        native = None if watch is None else watch(self.width)
        self._allocate(0 if native is None else native.outputs, len(own), len(given))
        model = engine.model(self.width)
        if native is not None:
            self._watching = native  # owns the machine code
            room = {n: max(getattr(model, n), v) for n, v in _room(native).items()}
            model = model.replaced(**room)
        self._work = [data.work_for(model, self.width) for _ in range(threads)]
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None
        breakpoints = engine.breakpoints
        self._stops_differ = any(times != breakpoints[0] for times in breakpoints)
        self._records = [self._record(p) for p in range(self._packs)]
        self._bundles = [self._pack(p) for p in range(self._packs)]
        self._fleet = Fleet(
            model=model,
            variants=engine.variants,
            method=settings.method(),
            packs=[pack.address for pack in self._bundles],
            watch=0 if native is None else native.address,
            seen=self.seen,
            moving=self.moving,
            asked=self._asked,
            given=self.given,
            given_to=[engine.value_place(slot) for slot in given],
            kept=[output for output in own if output is not None],
            kept_in=[self._own + k for k, output in enumerate(own) if output is not None],
        )

    # --- memory

    def _allocate(self, outputs: int, own: int, given: int) -> None:
        packs, width, robot = self._packs, self.width, self.engine.robot
        size, numbers = robot.size, self.engine.variants.numbers.shape[1]
        samplers = len(robot.states.clocks)
        self._y = _rows(packs, size, width)
        self._numbers = _rows(packs, numbers + own, width)
        self._t, self._h = _rows(packs, 1, width)[:, 0], _rows(packs, 1, width)[:, 0]
        self._ticks = _rows(packs, samplers, width, np.int64)
        self._stop = _rows(packs, 1, width, np.int64)[:, 0]
        self._ends = np.zeros((packs, width))
        self._outcome = np.full((packs, width), data.FINISHED, dtype=np.int64)
        self._steps = np.zeros((packs, width, 3), dtype=np.int64)
        self._met = np.full((packs, width), -1, dtype=np.int64)
        self._bad = np.full((packs, width), -1, dtype=np.int64)
        self.seen = np.zeros((self.count, outputs))
        self.moving = np.zeros(packs * width, dtype=np.int64)
        self.given = np.zeros((packs * width, given))
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

    def put(self, runs: Any, states: np.ndarray, times: np.ndarray, fresh: bool) -> None:
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

    def set_number(self, slot: int, runs: Any, values: Any) -> None:
        """Other values of a slot of the robot's `values`, for some runs."""
        pack, lane = self._places(runs)
        self._numbers[pack, self.engine.value_place(slot), lane] = values

    def set_own(self, number: int, runs: Any, values: Any) -> None:
        """Other values of a number that runs have beside those of the robot."""
        pack, lane = self._places(runs)
        self._numbers[pack, self._own + number, lane] = values

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

    def advance(self, until: np.ndarray) -> None:
        """March each run to its time (run,), take samples there and look."""
        self._flat(self._ends)[:] = until
        self._steps[:] = 0
        self._call(library.advance)

    def look(self, runs: Any) -> None:
        """Take samples that are due where runs stand, and look."""
        self._asked[:] = 0
        self._asked[self._places(runs)[0]] = 1
        self._call(library.look)

    def _call(self, loop: Any) -> None:
        parts = np.linspace(0, self._packs, len(self._work) + 1).astype(int).tolist()
        spans = list(zip(self._work, parts, parts[1:], strict=False))
        waiting = [self._pool.submit(loop, self._fleet, *span) for span in spans[1:] if self._pool]
        loop(self._fleet, *spans[0])
        for future in waiting:
            future.result()


def _room(native: Native) -> dict[str, int]:
    return {"results": native.outputs, "scratch": native.scratch}


def _rows(packs: int, rows: int, width: int, kind: type = np.float64) -> np.ndarray:
    """Zeros (pack, row, lane), each pack on cache lines of its own with a vector behind it: what a
    bundle takes as it is."""
    line = CACHE_LINE // 8
    size = -(-(rows * width + data.VECTOR) // line) * line
    room = np.zeros(packs * size + line, dtype=kind)
    start = -room.ctypes.data % CACHE_LINE // 8
    whole = room[start : start + packs * size].reshape(packs, size)
    return np.lib.stride_tricks.as_strided(
        whole, (packs, rows, width), (8 * size, 8 * width, 8), writeable=True
    )
