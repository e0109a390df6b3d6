"""Air steps of a run with wings, noted on the way there, and the way back over them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from pelagos.errors import PelagosError
from pelagos.loops import data, library
from pelagos.loops.backward.data import Sweep
from pelagos.loops.lattice.data import LOG_FIRST, LOG_HEAD, LOG_LAST, LOG_TIME, lattice_for
from pelagos.loops.lattice.derived.data import FlowWeights, flow_weights_for
from pelagos.loops.method import Method
from pelagos.march.engine import Engine
from pelagos.mechanism.lattice import LOADS, TIME
from pelagos.tape.machine.native import Native

AGREED = 1e-10  # how near weights of loads come: their errors do not grow on the way


@dataclass(frozen=True)
class WakeBefore:
    """Wakes at the start of an air step."""

    air_step: int
    wake: np.ndarray
    shed: np.ndarray
    rows: np.ndarray


@dataclass(frozen=True)
class AirSteps:
    """How the air steps of a run began; the last of them was marched with a guess of its loads."""

    times: np.ndarray  # (air steps,)
    states: np.ndarray  # (air steps, n), with loads as they were felt
    circulations: np.ndarray  # (air steps, panels)
    ticks: np.ndarray  # (air steps, samplers)
    first_steps: np.ndarray  # (air steps + 1,): the first of their steps; behind the last one's
    checkpoints: list[WakeBefore]

    @property
    def longest(self) -> int:
        """Steps of an air step, at most."""
        return int(np.diff(self.first_steps).max())


class AirLog:
    """Takes notes while a run is marched in one lane."""

    def __init__(self, engine: Engine):
        self._engine = engine
        self._rows: list[np.ndarray] = []
        self._count = 0
        self._checkpoints: list[WakeBefore] = []

    def take(self, m: data.LaneState) -> None:
        """What has come since the last call of the march."""
        air = m.lattice
        before, self._count = self._count, int(air.count[0]) - 1
        self._rows.append(air.log[np.arange(before, self._count) % len(air.log)])
        if self._count > before:
            wake = air.wake[0].copy(), air.shed[0].copy(), air.rows[0].copy()
            self._checkpoints.append(WakeBefore(self._count, *wake))

    def finished(self, m: data.LaneState, runs: data.Runs) -> tuple[AirSteps, np.ndarray]:
        """All air steps, and which of the steps belong to marches that agreed."""
        air, last, stream = m.lattice, runs.last[0], self._engine.robot.lattice.stream
        state = air.base[:, 0].copy()
        felt = slice(int(stream[LOADS]), int(stream[TIME]) + 1)
        state[felt] = last[felt]
        head = [air.base_time[0], air.base_steps[0], runs.steps[0, 0]]
        row = np.concatenate([head, state, air.circulation[0], air.base_ticks[:, 0]])
        rows = np.concatenate([*self._rows, row[None]])
        firsts, lasts = (rows[:, k].astype(np.int64) for k in (LOG_FIRST, LOG_LAST))
        kept = np.concatenate([np.arange(a, b) for a, b in zip(firsts, lasts, strict=True)])
        n, panels = len(state), len(air.right)
        states, circulations, ticks = np.split(rows[:, LOG_HEAD:], [n, n + panels], axis=1)
        found = AirSteps(
            times=rows[:, LOG_TIME],
            states=states,
            circulations=circulations,
            ticks=ticks,
            first_steps=np.concatenate([[0], np.cumsum(lasts - firsts)]),
            checkpoints=self._checkpoints,
        )
        return found, kept


class AirAdjoint:
    """The way back over the air steps of a run."""

    def __init__(self, engine: Engine, agreed: float, reverse: Native, moved: int):
        """reverse: the program `wings` backward, see `programs.reverse`; moved: numbers that it
        knows; agreed: how near weights of loads come."""
        robot = engine.robot
        groups = len(robot.states.samplers)
        self._engine, self._reverse = engine, reverse
        self._lattice = lattice_for(robot.lattice, engine.size, groups, 1, max(agreed, AGREED))
        self._room: dict[str, np.ndarray] = {}
        self._moved = moved

    def gradient(
        self, steps: AirSteps, sweep: Sweep, method: Method, tell: Callable[[float], None] | None
    ) -> np.ndarray:
        """Bring the weights of a sweep back to the start; slopes by places of wings' corners."""
        model, (lanes, work) = self._engine.model(), self._engine.scratch()
        robot = self._engine.robot
        self._room = flow_weights_for(robot.lattice, robot.nb, robot.size, self._moved)
        known = {c.air_step: c for c in steps.checkpoints}
        ends = [*sorted({0, *known} - {len(steps.times)}), len(steps.times)]
        for done, (first, end) in enumerate(reversed(list(pairwise(ends)))):
            weights = self._weights(steps, first, end, known.get(first))
            given = (model, lanes, work, sweep)
            flow = (self._lattice, weights)
            library.rebuild_wakes(*given, *flow, int(first > 0))
            library.go_back_over_air(*given, method, *flow, int(end == len(steps.times)))
            if first == 0:
                library.go_back_to_start(*given, *flow)
            if weights.uncoupled[0]:
                raise PelagosError(
                    "gradient: derivatives of the flow about wings do not agree with those of the "
                    "motion\n    shorten the step of the wings"
                )
            if tell is not None:
                tell((done + 1) / (len(ends) - 1))
        return weights.corner_gradient.copy()

    def _weights(
        self, steps: AirSteps, first: int, end: int, known: WakeBefore | None
    ) -> FlowWeights:
        """Of the air steps between two checkpoints; what has come back so far is shared."""
        tables, count = self._engine.robot.lattice, end - first
        wakes = np.zeros((count, tables.wake_corners, 3))
        sheds = np.zeros((count, tables.wake_rings))
        rows = np.zeros((count, tables.count), dtype=np.int64)
        if known is not None:
            wakes[0], sheds[0], rows[0] = known.wake, known.shed, known.rows
        found = FlowWeights(
            reverse=self._reverse.address,
            times=steps.times[first : end + 1],
            states=steps.states[first : end + 1],
            circulations=steps.circulations[first : end + 1],
            ticks=steps.ticks[first : end + 1],
            first_steps=steps.first_steps[first : end + 1],
            wakes=wakes,
            sheds=sheds,
            rows=rows,
            **self._room,
        )
        self._room = {name: getattr(found, name) for name in self._room}  # aligned once
        return found
