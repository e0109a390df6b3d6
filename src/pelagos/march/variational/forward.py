"""A run together with its tangents: the compiled march over programs that carry a direction along.

Each direction is a run of its own that has the state and the numbers of the robot in common with
the others; the error control looks at the state alone, so that all take the same steps.
"""

from __future__ import annotations

import copy
from collections.abc import Callable

import numpy as np

from pelagos.errors import PelagosError
from pelagos.loops import data, library, queries
from pelagos.loops.lattice.data import lattice_for
from pelagos.loops.lattice.derived.data import flow_tangent_for
from pelagos.march.engine import Engine
from pelagos.march.settings import Settings
from pelagos.march.variational.tangent_model import tangent_model
from pelagos.programs.tangent import TangentPrograms
from pelagos.tape.machine.lanes import WIDTH

BUDGET = 2000  # steps of a call into the march


class Tangents:
    """States and their tangents at the samples of a run."""

    def __init__(
        self,
        engine: Engine,
        settings: Settings,
        numbers: np.ndarray,
        starts: np.ndarray,
        corners: np.ndarray | None = None,
    ):
        """numbers: (direction, k) rates of what the programs read; starts: (direction, n);
        corners: (direction, corner, 6) of the places of wings' corners, which else do not move."""
        self._engine, self._settings = engine, settings
        self._moved = np.flatnonzero(numbers.any(axis=0))
        self.programs = TangentPrograms(engine.programs, self._moved.tolist())
        own = np.repeat(engine.variants.numbers[:1], len(numbers), axis=0)
        self.numbers = np.hstack([own, numbers[:, self._moved]])
        self._starts = starts
        own_places = np.repeat(engine.variants.corner_places[:1], len(numbers), axis=0)
        self._corner_places = np.concatenate(
            [own_places, np.zeros_like(own_places) if corners is None else corners], axis=1
        )
        self._begin: np.ndarray | None = None  # the engine's own
        self._stops: np.ndarray | None = None

    def elsewhere(
        self,
        own: np.ndarray,
        begin: np.ndarray,
        numbers: np.ndarray,
        starts: np.ndarray,
        stops: np.ndarray,
    ) -> Tangents:
        """The same programs for other runs, each with numbers (run, k) and an initial state
        (run, n) of its own, the rates of both, and times (run, stop) where its inputs bend.

        Numbers that did not move before do not move now.
        """
        found = copy.copy(self)
        found.numbers = np.hstack([own, numbers[:, self._moved]])
        found._begin, found._starts, found._stops = begin, starts, stops
        return found

    def march(
        self, samples: np.ndarray, progress: Callable[[float], None] | None = None
    ) -> tuple[np.ndarray, np.ndarray, int]:
        """States (sample, n), tangents (direction, sample, n), samples that were reached."""
        states, tangents, done = self.runs(samples, progress)
        reached = int(done.min())
        _check_finite(tangents[:, :reached], samples)
        return states[0, :reached], tangents[:, :reached], reached

    def runs(
        self, samples: np.ndarray, progress: Callable[[float], None] | None = None
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """States and tangents (run, sample, n) of all runs, and samples that each reached."""
        engine, layout, count = self._engine, self.programs.layout, len(self._starts)
        width = self._width
        begin = layout.joined(
            engine.initial() if self._begin is None else self._begin, self._starts
        )
        runs = data.allocate(begin, np.arange(count), len(samples))
        model = self._model(width)
        stops = self._stops
        if stops is None:
            stops = np.repeat(engine.stops(0.0, self._settings.duration)[:1], count, axis=0)
        plan, method = self._settings.plan(samples, stops), self._settings.method()
        air_step = np.repeat(engine.variants.air_step[:1], count, axis=0)
        variants = data.variants_of(self.numbers, self._corner_places, air_step)
        lanes, work = data.lanes_like(variants, width), data.work_for(model, width)
        state = self._lane_state(width, len(method.a), count, model)
        given = (model, variants, lanes, work, method, plan, runs, state, BUDGET)
        while not library.march(*given):
            if progress is not None:
                times = np.where(runs.outcome == data.FINISHED, runs.time, 0.0)
                times[state.run[state.run >= 0]] = state.t[state.run >= 0]
                progress(float(times.mean()) / self._settings.duration)
        return runs.out[..., layout.state], runs.out[..., layout.tangent], runs.done

    def _lane_state(self, width: int, stages: int, count: int, model: data.Model) -> data.LaneState:
        """The march at rest, with the flow about wings and its tangent."""
        robot, size, groups = self._engine.robot, self.programs.layout.size, len(model.samples)
        held = robot.size - robot.flowing - 1
        return data.lane_state_for(
            size,
            width,
            stages,
            0,
            count,
            groups,
            lattice=lattice_for(robot.lattice, size, groups, width, self._settings.agreed),
            flow_tangent=flow_tangent_for(robot.lattice, width, held),
            flowing=model.flowing,
        )

    def observed(self, times: np.ndarray, states: np.ndarray, tangents: np.ndarray) -> np.ndarray:
        """How all that a result holds moves, (direction, sample, outputs)."""
        x = self.programs.layout.joined(states, tangents)
        if self._engine.robot.constraints.rows:
            return np.stack([self._observed(times, own, k) for k, own in enumerate(x)])
        rows = zip(x, self.numbers, strict=True)
        return np.stack([self.programs.observed(times, own, p) for own, p in rows])

    def _observed(self, times: np.ndarray, x: np.ndarray, direction: int) -> np.ndarray:
        """The same of a robot whose samples are brought back to its constraints."""
        width = self._width
        model = self._model(width)
        lanes = data.lanes_like(data.variants_of(self.numbers), width, direction)
        room = queries.room_to_observe(model, len(times))
        asked = queries.States(times=times, x=x)
        library.observe(model, lanes, data.work_for(model, width), asked, room)
        return room.seen

    @property
    def _width(self) -> int:
        return 1 if len(self._starts) == 1 else WIDTH

    def _model(self, lanes: int) -> data.Model:
        return tangent_model(self._engine, self.programs, lanes)


def _check_finite(tangents: np.ndarray, samples: np.ndarray) -> None:
    good = np.isfinite(tangents).all(axis=(0, 2))
    if not good.all():
        raise PelagosError(
            f"sensitivities: not finite from t = {samples[int(np.argmin(good))]:g} s on\n"
            "    the run passes a state where the robot has no derivatives, such as a root of zero"
        )
