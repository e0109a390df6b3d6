"""The gradient of a cost of a run, backward over its steps, with checkpoints.

The march notes when its steps begin, and keeps the state every some thousand steps. On the way back
the steps between two of these are taken again with their stages, so that memory grows by a few
numbers with a step and by a state with a checkpoint.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np

from pelagos.language.expressions import Node
from pelagos.loops import data, library
from pelagos.loops.backward.data import Sweep
from pelagos.loops.queries import PROJECTIONS
from pelagos.loops.stages import PATIENCE
from pelagos.march.engine import Engine
from pelagos.march.outcomes import outcome_of
from pelagos.march.settings import Settings
from pelagos.march.variational.air_steps import AirAdjoint, AirLog, AirSteps
from pelagos.programs.reverse import ReversePrograms
from pelagos.result.header import Outcome
from pelagos.tape.machine.native import Native

ROOM = 4_000_000  # numbers of stages that are kept between two checkpoints, about
MOST = 4000  # steps between two
CLOSED = ("restore", "shift")  # further programs of robots with constraints


@dataclass(frozen=True)
class StateBefore:
    """A state before a step, and how many samples of held states were taken."""

    step: int
    state: np.ndarray
    ticks: np.ndarray


@dataclass(frozen=True)
class StepsTaken:
    """Of a run: boundaries of steps, which of them ended on a stop, which were refused before
    (so that their stages were brought back to constraints), states in between."""

    times: np.ndarray  # (steps + 1,)
    landed: np.ndarray  # (steps,)
    refused: np.ndarray  # (steps,)
    checkpoints: list[StateBefore]  # the last one is the end
    outcome: Outcome
    air: AirSteps | None = None  # with wings whose flow is a vortex lattice


def steps_taken(
    engine: Engine, settings: Settings, tell: Callable[[float], None] | None = None
) -> StepsTaken:
    """March once and note the steps."""
    method, model, tables = settings.method(), engine.model(), engine.robot.lattice
    largest = max(len(method.b) * engine.size, 3 * tables.wake_corners + tables.wake_rings)
    room = max(16, min(MOST, ROOM // largest))
    start, duration = engine.initial(), settings.duration
    runs = data.allocate(start[None], np.zeros(1, dtype=np.int64), 2, room=room)
    plan = settings.plan(np.array([0.0, duration]), engine.stops(0.0, duration))
    lanes, work = engine.scratch()
    logged = room + 1 if tables.count else 0
    m = engine.lane_state(1, len(method.a), 0, 1, settings.agreed, logged)
    noted: list[np.ndarray] = []
    log = AirLog(engine)
    checkpoints, count, ended = [StateBefore(0, start, m.ticks[:, 0].copy())], 0, False
    while not ended:
        given = (model, engine.variants, lanes, work, method, plan, runs, m, room)
        ended = bool(library.march(*given))
        before, count = count, int(runs.steps[0, 0])
        noted.append(runs.began[0, np.arange(before, count) % room])
        if logged:
            log.take(m)
        state = runs.last[0] if ended else m.y[:, 0]
        # not behind samples that belong to a step which is still to be taken
        if ended or m.fresh[0] or not _landed(noted):
            checkpoints.append(StateBefore(count, state.copy(), m.ticks[:, 0].copy()))
        if tell is not None:
            tell(float(runs.time[0] if ended else m.t[0]) / duration)
    rows, air = np.concatenate(noted), None
    if logged:
        air, kept = log.finished(m, runs)
        rows = rows[kept]
    times = np.append(rows[:, 0], runs.time[0])
    outcome = outcome_of(engine.robot, runs, 0, 0.0, float(runs.time[0]))
    refused = rows[:, 2] >= PATIENCE
    return StepsTaken(times, rows[:, 1] != 0.0, refused, checkpoints, outcome, air)


def _landed(noted: list[np.ndarray]) -> bool:
    """Whether the last step ended on a stop; so does, as it were, that before the first."""
    rows = next((rows for rows in reversed(noted) if len(rows)), None)
    return rows is None or bool(rows[-1, 1])


@dataclass(frozen=True)
class CostSlopes:
    """A cost and its slopes by the state at the start without the work, by moved numbers, and by
    places of wings' corners."""

    cost: float
    state: np.ndarray
    numbers: np.ndarray
    corners: np.ndarray  # (corner, 6), or empty


class Adjoint:
    """Cost at the end of a run and of an integral over it, with weights of where these come from.

    moved: numbers of p whose slopes are asked for.
    """

    def __init__(self, engine: Engine, settings: Settings, moved: np.ndarray):
        self._engine, self._settings = engine, settings
        self._programs = ReversePrograms(engine.programs, moved.tolist())
        self._moved = len(moved)
        self._reverse, self._cost = cache(self._programs.rates), cache(self._programs.cost)
        self._closed: dict[str, Native] = {}
        if engine.robot.constraints.rows:
            self._closed = {"restore": self._programs.restore(), "shift": self._programs.shift()}
        self._air: AirAdjoint | None = None
        if engine.robot.lattice.count:
            self._wings = self._programs.wings()
            self._air = AirAdjoint(engine, settings.agreed, self._wings, self._moved)
        samplers = range(len(engine.robot.states.samplers))
        self._samples = [self._programs.sample(k) for k in samplers]

    def gradient(
        self,
        taken: StepsTaken,
        end: Node | None,
        integrand: Node | None,
        tell: Callable[[float], None] | None = None,
    ) -> CostSlopes:
        """The cost and its slopes."""
        engine, count = self._engine, self._programs.count
        value, weights, gradient = 0.0, np.zeros(count), np.zeros(self._moved)
        if end is not None:
            last, numbers = taken.checkpoints[-1].state, engine.variants.numbers[0]
            found = self._cost(end)(float(taken.times[-1]), last, numbers)
            value, weights, gradient = float(found[0]), found[1 : 1 + count], found[1 + count :]
        method, sweep = self._settings.method(), self._sweep(taken, integrand)
        sweep.weights[:], sweep.gradient[:] = weights, gradient
        corners = np.zeros(0)
        if self._air is not None and taken.air is not None:
            corners = self._air.gradient(taken.air, sweep, method, tell)
        else:
            self._go_back(taken, sweep, tell)
        value += float(sweep.integral[0])
        return CostSlopes(value, sweep.weights.copy(), sweep.gradient.copy(), corners)

    def _go_back(
        self, taken: StepsTaken, sweep: Sweep, tell: Callable[[float], None] | None
    ) -> None:
        """From checkpoint to checkpoint."""
        given = (self._engine.model(), *self._engine.scratch(), sweep, self._settings.method())
        pairs = list(zip(taken.checkpoints, taken.checkpoints[1:], strict=False))
        for done, (first, following) in enumerate(reversed(pairs)):
            sweep.y[:, 0], sweep.ticks[0] = first.state, first.ticks
            library.replay(*given, first.step, following.step)
            library.go_back(*given, first.step, following.step)
            if tell is not None:
                tell((done + 1) / len(pairs))

    def _sweep(self, taken: StepsTaken, integrand: Node | None) -> Sweep:
        """Room for the way back."""
        engine, n, flowing = self._engine, self._engine.size, self._engine.robot.flowing
        reverse, samplers = self._reverse(integrand), len(self._samples)
        natives = [reverse, *self._others]
        scratch = max(engine.model().scratch, *(native.scratch for native in natives))
        stages, held = len(self._settings.method().b), n - 1 - flowing
        steps = [c.step for c in taken.checkpoints]
        longest = max(b - a for a, b in zip(steps, steps[1:], strict=False))
        longest = longest if taken.air is None else taken.air.longest
        room = data.rows_of
        return Sweep(
            reverse=reverse.address,
            **{f"reverse_{k}": self._closed[k].address if self._closed else 0 for k in CLOSED},
            reverse_samples=np.array([own.address for own in self._samples], dtype=np.int64),
            count=self._programs.count,
            moved=self._moved,
            of_integral=0.0 if integrand is None else 1.0,
            times=taken.times,
            landed=taken.landed.astype(np.int64),
            returned=(taken.refused & bool(self._closed)).astype(np.int64),
            now=np.zeros(1),
            ticks=np.zeros((longest + 1, samplers)),
            before=np.zeros((longest, held)),
            active=np.zeros((longest, engine.programs.loose_rows)),
            y=room(n, 1, data.VECTOR),
            place=room(n, 1, data.VECTOR),
            on_the_way=np.zeros((PROJECTIONS + 1, n)),
            x=room(max(native.sizes[1] for native in natives), 1, data.VECTOR),
            k=room(stages, -(-(flowing + 1) // data.VECTOR) * data.VECTOR, data.VECTOR),
            stages=np.zeros((longest * stages, n)),
            found=room(max(native.outputs for native in natives), 1, data.VECTOR),
            scratch=room(scratch, 1, data.VECTOR),
            weights=np.zeros(n - 1),
            own=np.zeros(n - 1),
            back=np.zeros((stages, flowing)),
            changes=np.zeros(flowing + 1),
            held_before=np.zeros((samplers, held)),
            gradient=np.zeros(self._moved),
            integral=np.zeros(1),
        )

    @property
    def _others(self) -> list[Native]:
        """Programs beside that of the rates."""
        wings = [] if self._air is None else [self._wings]
        return [*self._closed.values(), *self._samples, *wings]
