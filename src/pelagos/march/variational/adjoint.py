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
from pelagos.loops.adjoint import Sweep
from pelagos.march.engine import Engine
from pelagos.march.outcomes import outcome_of
from pelagos.march.settings import Settings
from pelagos.programs.reverse import reverse_rates, slopes_of_cost
from pelagos.result.header import Outcome

ROOM = 4_000_000  # numbers of stages that are kept between two checkpoints, about
MOST = 4000  # steps between two


@dataclass(frozen=True)
class StateBefore:
    """A state before a step."""

    step: int
    state: np.ndarray


@dataclass(frozen=True)
class StepsTaken:
    """Of a run: boundaries of steps, which of them ended on a stop, states in between."""

    times: np.ndarray  # (steps + 1,)
    landed: np.ndarray  # (steps,)
    checkpoints: list[StateBefore]  # the last one is the end
    outcome: Outcome


def steps_taken(
    engine: Engine, settings: Settings, tell: Callable[[float], None] | None = None
) -> StepsTaken:
    """March once and note the steps."""
    method, model = settings.method(), engine.model()
    room = max(16, min(MOST, ROOM // (len(method.b) * engine.size)))
    start, duration = engine.initial(), settings.duration
    runs = data.allocate(start[None], np.zeros(1, dtype=np.int64), 2, room=room)
    plan = settings.plan(np.array([0.0, duration]), engine.stops(0.0, duration))
    lanes, work = engine.scratch()
    m = engine.lane_state(1, len(method.a), 0, 1)
    noted: list[np.ndarray] = []
    checkpoints, count, ended = [StateBefore(0, start)], 0, False
    while not ended:
        given = (model, engine.variants, lanes, work, method, plan, runs, m, room)
        ended = bool(library.march(*given))
        before, count = count, int(runs.steps[0, 0])
        noted.append(runs.began[0, np.arange(before, count) % room])
        state = runs.last[0] if ended else m.y[:, 0]
        checkpoints.append(StateBefore(count, state.copy()))
        if tell is not None:
            tell(float(runs.time[0] if ended else m.t[0]) / duration)
    rows = np.concatenate(noted)
    times = np.append(rows[:, 0], runs.time[0])
    outcome = outcome_of(engine.robot, runs, 0, 0.0, float(runs.time[0]))
    return StepsTaken(times, rows[:, 1] != 0.0, checkpoints, outcome)


class Adjoint:
    """Cost at the end of a run and of an integral over it, with weights of where these come from.

    moved: numbers of p whose slopes are asked for.
    """

    def __init__(self, engine: Engine, settings: Settings, moved: np.ndarray):
        self._engine, self._settings, self._moved = engine, settings, moved.tolist()
        self._reverse = cache(lambda node: reverse_rates(engine.programs, self._moved, node))
        self._cost = cache(lambda node: slopes_of_cost(engine.programs, self._moved, node))

    def gradient(
        self,
        taken: StepsTaken,
        end: Node | None,
        integrand: Node | None,
        tell: Callable[[float], None] | None = None,
    ) -> tuple[float, np.ndarray, np.ndarray]:
        """The cost, its slopes by what flows at the start, and by the moved numbers."""
        engine, flowing = self._engine, self._engine.robot.flowing
        numbers = engine.variants.numbers[0]
        value, weights, gradient = 0.0, np.zeros(flowing), np.zeros(len(self._moved))
        if end is not None:
            found = self._cost(end)(float(taken.times[-1]), taken.checkpoints[-1].state, numbers)
            value, weights, gradient = float(found[0]), found[1 : 1 + flowing], found[1 + flowing :]
        method, sweep = self._settings.method(), self._sweep(taken, integrand)
        sweep.weights[:], sweep.gradient[:] = weights, gradient
        pairs = list(zip(taken.checkpoints, taken.checkpoints[1:], strict=False))
        for done, (first, last) in enumerate(reversed(pairs)):
            sweep.y[:, 0] = first.state
            library.replay(sweep, method, first.step, last.step)
            library.go_back(sweep, method, first.step, last.step)
            if tell is not None:
                tell((done + 1) / len(pairs))
        return value + float(sweep.integral[0]), sweep.weights.copy(), sweep.gradient.copy()

    def _sweep(self, taken: StepsTaken, integrand: Node | None) -> Sweep:
        """Room for the way back."""
        engine, n, flowing = self._engine, self._engine.size, self._engine.robot.flowing
        rates = engine.programs.native("rates", 1)
        reverse = self._reverse(integrand)
        stages = len(self._settings.method().b)
        steps = [c.step for c in taken.checkpoints]
        longest = max(b - a for a, b in zip(steps, steps[1:], strict=False))
        return Sweep(
            rates=rates.address,
            reverse=reverse.address,
            flowing=flowing,
            moved=len(self._moved),
            of_integral=0.0 if integrand is None else 1.0,
            quaternions=engine.robot.quaternions,
            times=taken.times,
            landed=taken.landed.astype(np.int64),
            numbers=engine.variants.numbers[:1].T,
            now=np.zeros(1),
            y=np.zeros((n, 1)),
            x=np.zeros((n + flowing + 1, 1)),
            k=np.zeros((stages, flowing + 1)),
            stages=np.zeros((longest * stages, n)),
            found=np.zeros((reverse.outputs, 1)),
            scratch=np.zeros((max(rates.scratch, reverse.scratch), 1)),
            weights=np.zeros(flowing),
            back=np.zeros((stages, flowing)),
            gradient=np.zeros(len(self._moved)),
            integral=np.zeros(1),
        )
