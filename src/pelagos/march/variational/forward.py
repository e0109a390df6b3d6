"""A run together with its tangents: the compiled march over programs that carry a direction along.

Each direction is a run of its own that has the state and the numbers of the robot in common with
the others; the error control looks at the state alone, so that all take the same steps.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pelagos.errors import PelagosError
from pelagos.loops import data, library
from pelagos.march.engine import Engine
from pelagos.march.settings import Settings
from pelagos.programs.tangent import TangentLayout, TangentPrograms
from pelagos.tape.machine.lanes import WIDTH

BUDGET = 2000  # steps of a call into the march


class Tangents:
    """States and their tangents at the samples of a run."""

    def __init__(self, engine: Engine, settings: Settings, numbers: np.ndarray, starts: np.ndarray):
        """numbers: (direction, k) rates of what the programs read; starts: (direction, n)."""
        self._engine, self._settings = engine, settings
        self._moved = np.flatnonzero(numbers.any(axis=0))
        self.programs = TangentPrograms(engine.programs, self._moved.tolist())
        own = np.repeat(engine.variants.numbers[:1], len(numbers), axis=0)
        self.numbers = np.hstack([own, numbers[:, self._moved]])
        self._starts = starts

    def march(
        self, samples: np.ndarray, progress: Callable[[float], None] | None = None
    ) -> tuple[np.ndarray, np.ndarray, int]:
        """States (sample, n), tangents (direction, sample, n), samples that were reached."""
        engine, layout, count = self._engine, self.programs.layout, len(self._starts)
        width = 1 if count == 1 else WIDTH
        begin = layout.joined(engine.initial(), self._starts)
        runs = data.allocate(begin, np.arange(count), len(samples))
        model = self._model(width)
        stops = np.repeat(engine.stops(0.0, self._settings.duration), count, axis=0)
        plan, method = self._settings.plan(samples, stops), self._settings.method()
        variants = data.variants_of(self.numbers)
        lanes, work = data.lanes_like(variants, width), data.work_for(model, width)
        groups = len(model.samples)
        state = data.lane_state_for(
            layout.size, width, len(method.a), 0, count, groups, flowing=model.flowing
        )
        given = (model, variants, lanes, work, method, plan, runs, state, BUDGET)
        while not library.march(*given):
            if progress is not None:
                times = np.where(runs.outcome == data.FINISHED, runs.time, 0.0)
                times[state.run[state.run >= 0]] = state.t[state.run >= 0]
                progress(float(times.mean()) / self._settings.duration)
        reached = int(runs.done.min())
        found = runs.out[:, :reached]
        _check_finite(found[..., layout.tangent], samples)
        return found[0][..., layout.state], found[..., layout.tangent], reached

    def observed(self, times: np.ndarray, states: np.ndarray, tangents: np.ndarray) -> np.ndarray:
        """How all that a result holds moves, (direction, sample, outputs)."""
        x = self.programs.layout.joined(states, tangents)
        rows = zip(x, self.numbers, strict=True)
        return np.stack([self.programs.observed(times, own, p) for own, p in rows])

    def _model(self, lanes: int) -> data.Model:
        """The robot with its tangent as the march sees it."""
        robot, layout = self._engine.robot, self.programs.layout
        states = robot.states
        rates = self.programs.native("rates", lanes)
        samples = [self.programs.native("sample", lanes, k) for k in range(len(states.samplers))]
        natives = [rates, *samples]
        samplers, assignments = _both(layout, states.samplers, states.assignments)
        return data.plain_model(
            rates=rates.address,
            samples=np.array([native.address for native in samples], dtype=np.int64),
            scratch=max(native.scratch for native in natives),
            results=max(native.outputs for native in natives),
            size=layout.size,
            nq=robot.nq,
            nv=robot.nv,
            flowing=layout.flowing,
            judged=robot.flowing,
            driven=robot.elements.driven[:, :2],
            quaternions=robot.quaternions,
            samplers=samplers,
            frequencies=states.frequencies,
            starts=states.starts,
            assignments=assignments,
        )


def _both(
    layout: TangentLayout, samplers: np.ndarray, assignments: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Samplers that set their states, then the tangents of these."""
    table = samplers.copy()
    places: list[int] = []
    for row in table:
        own = assignments[row[data.FIRST] : row[data.LAST]]
        row[data.FIRST] = len(places)
        places += [*layout.state[own], *layout.tangent[own]]
        row[data.LAST] = len(places)
    return table, np.array(places, dtype=np.int64)


def _check_finite(tangents: np.ndarray, samples: np.ndarray) -> None:
    good = np.isfinite(tangents).all(axis=(0, 2))
    if not good.all():
        raise PelagosError(
            f"sensitivities: not finite from t = {samples[int(np.argmin(good))]:g} s on\n"
            "    the run passes a state where the robot has no derivatives, such as a root of zero"
        )
