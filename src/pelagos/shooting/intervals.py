"""Many short pieces of a motion at once, with the derivatives of their ends by all they start from.

Inputs are constant over an interval, which is a fixed number of equal Runge-Kutta steps; the steps
are differentiated exactly. After each step quaternions are made unit ones and loops are closed, so
that ends which meet the next beginning are states of the robot: a planner needs no constraint of
its own for that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pelagos.arguments import positive, whole
from pelagos.errors import PelagosError
from pelagos.exporters.opened import Opened, opened
from pelagos.exporters.tunable import slope, value
from pelagos.integrators.table import TABLEAUX
from pelagos.language.expressions import Node
from pelagos.loops import data, library
from pelagos.loops.method import method_of
from pelagos.loops.shooting import Shots
from pelagos.march.variational.tangent_model import tangent_model
from pelagos.model.robot import Robot
from pelagos.programs.shooting import Integrand, ShootingPrograms
from pelagos.progress import Progress
from pelagos.tape.machine.lanes import WIDTH
from pelagos.tape.machine.native import Job

METHODS = ("rk4", "dopri5")
MOST_STEPS = 10_000  # of an interval
INSTANT = 1e-5  # share of an interval over which rates of a motion are measured
GROWN = 2.0  # times: a displacement that grows by more was stepped over
SHORTEST = 1e-15  # share of an interval
GONE = 0.3  # share that is left of a displacement which was against a constraint


class ShotEnds(NamedTuple):
    """Ends of intervals. Columns of slopes: state, inputs, parameters, pace."""

    states: np.ndarray  # (interval, nx)
    integrals: np.ndarray  # (interval,): of the integrand over time
    slopes: np.ndarray  # (interval, nx, columns)
    integral_slopes: np.ndarray  # (interval, columns)


class Intervals:
    """Shots of one robot: `ends` and `linearized` at rows of times, states and inputs.

    inputs: actuators that are free, in this order; None: all that can be. The others follow their
        signals.
    length: of an interval in s; steps: how many Runge-Kutta steps it takes.
    parameters: paths of numbers that may be given, and differentiated by.
    integrand: an expression of the state whose integral over an interval is wanted, too.
    watched: expressions of the state that `look` gives.
    origin: the time from which a pace stretches the times.

    Examples:
        >>> from pelagos.shooting import Intervals
        >>> shots = Intervals("cart-pole", inputs=["push"], length=0.1, steps=2)
        >>> ends, by_state, by_input = shots.linearized([0.0], [shots.start], [[5.0]])
        >>> by_state.shape, by_input.shape
        ((1, 4, 4), (1, 4, 1))
    """

    def __init__(
        self,
        robot: Robot | str | Path | Opened,
        scenario: str | None = None,
        inputs: Iterable[str] | None = None,
        *,
        length: float,
        steps: int = 1,
        integrator: str = "rk4",
        parameters: Iterable[str] = (),
        integrand: Node | Integrand | None = None,
        watched: Sequence[Node] = (),
        origin: float = 0.0,
        progress: Progress | None = None,
    ):
        if isinstance(robot, Opened):
            ready = robot
        else:
            ready = opened(robot, scenario, inputs, parameters, progress, "shots over intervals")
        self.open = ready
        self.length = positive("length", length, "give the seconds of an interval")
        self.steps = whole("steps", steps, 1, MOST_STEPS)
        if integrator not in METHODS:
            raise PelagosError(
                f"integrator: intervals are not shot over by {integrator!r}\n"
                f"    use one of {', '.join(METHODS)}"
            )
        self._method = method_of(TABLEAUX[integrator], adaptive=False)
        self.states = tuple(s.name for s in ready.states)
        self.inputs = tuple(i.name for i in ready.inputs)
        self.parameters = tuple(ready.steps)
        self.start = np.array([s.value for s in ready.states])
        self.given = np.array([i.value for i in ready.inputs])
        self.values = np.array([own.base for own in ready.steps.values()])
        own = sorted(ready.input_places, key=ready.input_places.__getitem__)
        self._followers = list(ready.polynomials)
        moved = [*own, *self._followers]
        summed = integrand if isinstance(integrand, Integrand) else Integrand(integrand)
        self.watches = len(watched)
        self._programs = ShootingPrograms(ready.engine.programs, moved, summed, watched, origin)
        count = len(ready.defaults)
        self._places = np.array([*moved, count + len(moved)])
        self._rates = np.array([*range(count, count + len(moved)), count + len(moved) + 1])
        self._numbers = np.concatenate([ready.defaults, np.zeros(len(moved)), [1.0, 0.0]])
        self._room: dict[int, tuple] = {}

    @property
    def columns(self) -> int:
        """Of slopes: state, inputs, parameters, pace."""
        return len(self.states) + len(self.inputs) + len(self.parameters) + 1

    def ends(self, times: np.ndarray, states: np.ndarray, inputs: np.ndarray) -> np.ndarray:
        """States at the ends, (interval, nx)."""
        return self.shot(times, states, inputs, slopes=False).states

    def linearized(
        self, times: np.ndarray, states: np.ndarray, inputs: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """States at the ends, their slopes by the state and by the inputs."""
        n, m = len(self.states), len(self.inputs)
        along = np.eye(n + m, self.columns)
        found = self.shot(times, states, inputs, directions=along)
        return found.states, found.slopes[:, :, :n], found.slopes[:, :, n:]

    def shot(
        self,
        times: np.ndarray,
        states: np.ndarray,
        inputs: np.ndarray,
        parameters: np.ndarray | None = None,
        pace: float = 1.0,
        *,
        slopes: bool = True,
        directions: np.ndarray | None = None,
    ) -> ShotEnds:
        """All that is known of the ends.

        pace: by which the time goes faster: an interval takes pace times its length, and times are
            those at a pace of 1. They stretch from the origin on.
        directions: (direction, columns) or (interval, direction, columns) to take slopes along;
            None: along every column.
        """
        along = self._along(slopes, directions)
        shots = self._shots(times, states, inputs, parameters, pace, along)
        width = WIDTH if len(shots.times) * shots.directions.shape[1] > 1 else 1
        library.shoot(*self._ready(width), shots)
        found = shots.slopes.transpose(0, 2, 1) if slopes else shots.slopes[..., :0]
        return ShotEnds(shots.ends[:, :-1], shots.ends[:, -1], found[:, :-1], found[:, -1])

    def look(
        self,
        times: np.ndarray,
        states: np.ndarray,
        inputs: np.ndarray,
        parameters: np.ndarray | None = None,
        pace: float = 1.0,
        *,
        slopes: bool = True,
        directions: np.ndarray | None = None,
    ) -> tuple[np.ndarray, np.ndarray]:
        """Watched expressions at some states, (state, expression), and their slopes, (state,
        expression, column or direction)."""
        along = self._along(slopes, directions)
        shots = self._shots(times, states, inputs, parameters, pace, along)
        n, count, many = len(self.states), len(shots.times), shots.directions.shape[1]
        x = np.zeros((count, many, 2 * n + 2))
        x[..., :n], x[..., n : 2 * n] = shots.states[:, None], shots.directions[..., :n]
        p = np.tile(self._numbers, (count, many, 1))
        p[..., self._places] = shots.values[:, None]
        p[..., self._rates] = shots.directions[..., n:]
        native = self._programs.native("looked", WIDTH)
        found = np.empty((count, many, native.outputs))
        t = np.repeat(shots.times, many)
        strides = (1, x.shape[-1], p.shape[-1])
        job = Job(native, (t, x, p), strides, found, native.outputs, count * many)
        native.run(job.address)
        return found[:, 0, : self.watches], found[..., self.watches :].transpose(0, 2, 1)

    def eigenvalues(
        self, time: float, state: np.ndarray, inputs: np.ndarray, parameters: np.ndarray | None
    ) -> np.ndarray:
        """Of the motion near a state, in 1/s, from the slopes of a short step.

        What a step takes away at once, as the length of a quaternion and what opens a loop, is no
        motion.
        """
        n, step, left = len(self.states), self.length, np.full(1, np.inf)
        given = np.array([time]), state[None], inputs[None], parameters, 1.0
        while np.abs(left).max(initial=0.0) > GROWN and step > SHORTEST * self.length:
            step *= INSTANT
            shots = self._shots(*given, np.eye(n, self.columns), (1, step))
            library.shoot(*self._ready(WIDTH), shots)
            left = np.linalg.eigvals(np.nan_to_num(shots.slopes[0, :, :n].T))
        return np.log(left[np.abs(left) > GONE].astype(complex)) / step

    def _along(self, slopes: bool, directions: np.ndarray | None) -> np.ndarray:
        """Directions to take slopes along; without slopes a single one of zeros."""
        if directions is not None:
            return directions
        return np.eye(self.columns) if slopes else np.zeros((1, self.columns))

    def _shots(
        self,
        times: np.ndarray,
        states: np.ndarray,
        inputs: np.ndarray,
        parameters: np.ndarray | None,
        pace: float,
        directions: np.ndarray,
        steps: tuple[int, float] | None = None,
    ) -> Shots:
        """What the compiled loop is asked; steps: how many, and how long, if not as always."""
        n, m = len(self.states), len(self.inputs)
        states = np.atleast_2d(np.asarray(states, dtype=float))
        count = len(states)
        shapes = {"states": (count, n), "inputs": (count, m), "times": (count,)}
        for name, array in (("states", states), ("inputs", inputs), ("times", times)):
            if np.shape(array) != shapes[name]:
                raise PelagosError(
                    f"intervals: {name} have the shape {np.shape(array)}\n    give {shapes[name]}"
                )
        own = self.values if parameters is None else np.asarray(parameters, dtype=float)
        values = np.empty((count, len(self._places)))
        values[:, :m], values[:, -1] = inputs, pace
        if self._followers:
            values[:, m:-1] = self._followed(own)
        directions = directions if directions.ndim == 3 else directions[None]
        many = directions.shape[1]
        steps = steps or (self.steps, self.length / self.steps)
        return Shots(
            times=times,
            steps=np.full(count, steps[1]),
            count=steps[0],
            states=states,
            values=values,
            places=self._places,
            rates=self._rates,
            directions=self._by_numbers(directions, own),
            ends=np.empty((count, n + 1)),
            slopes=np.empty((count, many, n + 1)),
        )

    def _by_numbers(self, directions: np.ndarray, parameters: np.ndarray) -> np.ndarray:
        """Directions of parameters as those of the numbers that follow from them."""
        if not self.parameters:
            return directions
        first = len(self.states) + len(self.inputs)
        names, polynomials = self.parameters, self.open.polynomials
        given = dict(zip(names, parameters.tolist(), strict=True))
        by = [
            [slope(polynomials[k], self.open.steps, given, n) for k in self._followers]
            for n in names
        ]
        moved = directions[..., first:-1] @ np.array(by)
        return np.concatenate([directions[..., :first], moved, directions[..., -1:]], axis=-1)

    def _followed(self, parameters: np.ndarray) -> list[float]:
        given = dict(zip(self.parameters, parameters.tolist(), strict=True))
        return [value(self.open.polynomials[k], self.open.steps, given) for k in self._followers]

    def _ready(self, width: int) -> tuple:
        """Programs and room for so many lanes; kept."""
        if width not in self._room:
            model = tangent_model(self.open.engine, self._programs, width)
            state = data.lane_state_for(
                model.size, width, len(self._method.a), 0, 0, flowing=model.flowing
            )
            lanes = data.lanes_like(data.variants_of(self._numbers[None]), width)
            work = data.work_for(model, width)
            self._room[width] = model, lanes, work, self._method, state
        return self._room[width]
