"""What is drawn for an episode: a function of the environment's seed and the episode's number.

Draws are counted, not kept: environment i draws the same whatever others there are, in whichever
order they begin. They are made ahead for all environments at once, since numpy is slow for few.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from pelagos.gym.expressions import COUNT, SEED
from pelagos.gym.task import Task
from pelagos.gym.words import ANGLES, CURRENT
from pelagos.march.engine import engine_of, parameters_of
from pelagos.mathematics.randomness import DIGITS, ROUNDS, scrambled, stream_of
from pelagos.mechanism.breakpoints import breakpoint_times
from pelagos.mechanism.robot import compile_robot
from pelagos.mechanism.structure import structure
from pelagos.model.robot import Robot
from pelagos.model.tree import coordinate_labels, speed_labels
from pelagos.programs.numbers import flat
from pelagos.study.design import turned
from pelagos.study.words import QUATERNION, Factor

_WORD = 64
_PROBED = (0.0, 0.25, 0.5, 0.75, 1.0)  # probabilities at which a parameter is tried


def words_of(seeds: np.ndarray, streams: np.ndarray, counters: np.ndarray) -> np.ndarray:
    """(row, stream): 64 random bits each, those of `mathematics.randomness.threefry`."""
    key = seeds[:, None], np.broadcast_to(streams[None, :], (len(seeds), len(streams)))
    counter = counters[:, None], np.zeros((1, 1), dtype=np.uint64)
    first, _ = scrambled(key, counter, ROUNDS, _rotated)
    return np.asarray(first)


def _rotated(x: np.ndarray, count: int) -> np.ndarray:
    return x << np.uint64(count) | x >> np.uint64(_WORD - count)


def fractions(words: np.ndarray) -> np.ndarray:
    """Numbers strictly between 0 and 1."""
    return ((words >> np.uint64(_WORD - DIGITS)).astype(float) + 0.5) * 2.0**-DIGITS


def quantile(factor: Factor, p: np.ndarray) -> np.ndarray:
    """Draws of a factor; points of a grid are equally likely."""
    if factor.grid is None:
        return factor.quantile(p)
    return np.array(factor.grid)[(p * len(factor.grid)).astype(int)]


def only_in_signals(robot: Robot, name: str, values: Sequence[float]) -> bool:
    """Whether a parameter with these values changes signals alone, so that it can be set in a run.

    Robots with these values are compared in all that they are made of.
    """
    first = engine_of(robot).robot
    slot = first.parameter_slots.get(name)
    if slot is None:
        return False
    times = breakpoint_times(robot, parameters_of(first), first.input_slots)
    for value in values:
        other = compile_robot(robot.with_values({f"parameters.{name}": value}), like=first)
        expected = first.values.copy()
        expected[slot] = value
        if structure(other) != structure(first) or not np.array_equal(other.start, first.start):
            return False
        if not np.array_equal(flat(replace(first, values=expected)), flat(other)):
            return False
        if breakpoint_times(other.robot, parameters_of(other), other.input_slots) != times:
            return False
    return True


def keeps_constraints(robot: Robot, labels: Collection[str]) -> bool:
    """Whether constraints in force know nothing of the bodies that elements of the state move."""
    moved = set()
    for name in robot.order:
        own = (*coordinate_labels(name, robot.bodies[name].joint),)
        own += (*speed_labels(name, robot.bodies[name].joint),)
        if not {f"{letter}[{label}]" for letter in "qu" for label in own}.isdisjoint(labels):
            moved.add(name)
    for constraint in robot.constraints.values():
        if constraint.active and not constraint.bodies:
            return False
        for body in constraint.bodies if constraint.active else ():
            while body in robot.bodies:
                if body in moved:
                    return False
                body = robot.bodies[body].parent
    return True


class TaskDraws:
    """What a task draws: robots of the pool once, all else for every episode."""

    def __init__(self, task: Task):
        words, resolved = task.words, task.resolved
        pooled, fresh = {}, {}
        for path, factor in words.factors.items():
            name = path.removeprefix("parameters.")
            ends = quantile(factor, np.clip(np.array(_PROBED), 1e-3, 1.0 - 1e-3)).tolist()
            if name != path and only_in_signals(resolved, name, ends):
                fresh[name] = factor
            else:
                pooled[path] = factor
        self.pool = _pool(pooled, words.pool, words.seed)
        self.count = words.pool if pooled else 1
        starts = {n: m.start for n, m in words.memory.items()}
        last = {name: Factor(grid=(0.0,)) for name in task.sheet.memory if name[:5] == "last."}
        self._values = {**fresh, **words.parameters, **starts, **last}
        self._initial = dict(words.initial)
        self._task = task
        self.columns = tuple(self._named())
        self._streams = np.array([stream_of("task", n) for n in self.columns], dtype=np.uint64)
        nq = len(resolved.coordinates)
        places = {f"q[{label}]": i for i, label in enumerate(resolved.coordinates)}
        turning = [f"q[{body}.qw]" for body in (*words.rpy, *words.attitude)]
        self.keeps_constraints = keeps_constraints(resolved, [*words.initial, *turning])
        self._places = places | {f"u[{label}]": nq + i for i, label in enumerate(resolved.speeds)}

    def _named(self) -> Iterator[str]:
        """Names of what is drawn independently."""
        words = self._task.words
        yield from ("robot", "noise", *self._values, *self._initial)
        if words.current is not None:
            yield from ("current.speed", "current.heading")
        for body in words.rpy:
            yield from (f"rpy[{body}].{angle}" for angle in ANGLES)
        for body in words.attitude:
            yield from (f"attitude[{body}].{k}" for k in range(3))

    def episodes(self, seeds: np.ndarray, numbers: np.ndarray) -> EpisodeDraws:
        """What is drawn for some episodes, by seeds of environments and numbers of episodes."""
        bits = words_of(seeds, self._streams, numbers)
        # contiguous: numpy may round otherwise where numbers are apart
        p = dict(zip(self.columns, np.ascontiguousarray(fractions(bits).T), strict=True))
        words = self._task.words
        values = {name: quantile(factor, p[name]) for name, factor in self._values.items()}
        if words.current is not None:
            speed = quantile(words.current.speed, p["current.speed"])
            heading = quantile(words.current.heading, p["current.heading"])
            parts = speed * np.cos(heading), speed * np.sin(heading)
            values |= dict(zip(CURRENT, parts, strict=True))
        noise = (bits[:, 1] >> np.uint64(_WORD - DIGITS)).astype(float)
        if self._task.sheet.noisy:
            values |= {SEED: noise, COUNT: np.zeros(len(seeds))}
        states = {self._places[n]: quantile(f, p[n]) for n, f in self._initial.items()}
        for body, angles in words.rpy.items():
            drawn = [quantile(getattr(angles, a), p[f"rpy[{body}].{a}"]) for a in ANGLES]
            states |= self._turn(body, _quaternion(*drawn))
        for body in words.attitude:
            states |= self._turn(body, turned(*(p[f"attitude[{body}].{k}"] for k in range(3))))
        variants = (p["robot"] * self.count).astype(np.int64)
        return EpisodeDraws(variants, noise, values, states)

    def _turn(self, body: str, parts: Sequence[np.ndarray]) -> dict[int, np.ndarray]:
        labels = (f"q[{body}.{element}]" for element in QUATERNION)
        return {self._places[label]: part for label, part in zip(labels, parts, strict=True)}


def _pool(factors: Mapping[str, Factor], count: int, seed: int) -> dict[str, np.ndarray]:
    """Values of the robots of a pool."""
    if not factors:
        return {}
    streams = np.array([stream_of("pool", path) for path in factors], dtype=np.uint64)
    seeds = np.full(count, seed, dtype=np.uint64)
    p = fractions(words_of(seeds, streams, np.arange(count, dtype=np.uint64)))
    return {path: quantile(f, p[:, k]) for k, (path, f) in enumerate(factors.items())}


def _quaternion(
    roll: np.ndarray, pitch: np.ndarray, yaw: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """qw, qx, qy, qz of turns about z, then y, then x."""
    (sr, cr), (sp, cp), (sy, cy) = ((np.sin(a / 2), np.cos(a / 2)) for a in (roll, pitch, yaw))
    return (
        cr * cp * cy + sr * sp * sy,
        sr * cp * cy - cr * sp * sy,
        cr * sp * cy + sr * cp * sy,
        cr * cp * sy - sr * sp * cy,
    )


class EpisodeDraws:
    """What was drawn for some episodes, a row each."""

    def __init__(
        self,
        variants: np.ndarray,
        noise: np.ndarray,
        values: Mapping[str, np.ndarray],
        states: Mapping[int, np.ndarray],
    ):
        self.names, self.places = tuple(values), tuple(states)
        columns = [variants, noise, *values.values(), *states.values()]
        self.table = np.stack([np.asarray(c, dtype=float) for c in columns], axis=1)


class Ahead:
    """The next episode of every environment, drawn before it begins."""

    def __init__(self, draw: Callable[[np.ndarray, np.ndarray], EpisodeDraws], count: int):
        self._draw = draw
        self._seeds = np.zeros(count, dtype=np.uint64)
        self.numbers = np.zeros(count, dtype=np.uint64)  # of the episodes that come next
        first = draw(self._seeds[:1], self.numbers[:1])
        self.names, self.places = first.names, first.places
        self._table = np.zeros((count, first.table.shape[1]))
        self._is_drawn = np.zeros(count, dtype=bool)

    def seed(self, chosen: np.ndarray, seeds: np.ndarray) -> None:
        """Let environments begin anew with seeds."""
        self._seeds[chosen], self.numbers[chosen], self._is_drawn[chosen] = seeds, 0, False

    def take(self, chosen: np.ndarray) -> np.ndarray:
        """(row, column) of the next episodes of some environments: the robot of the pool, the seed
        of noise, values by `names`, elements of the state by `places`."""
        if not self._is_drawn[chosen].all():
            missing = np.flatnonzero(~self._is_drawn)
            self._table[missing] = self._draw(self._seeds[missing], self.numbers[missing]).table
            self._is_drawn[missing] = True
        self._is_drawn[chosen] = False
        self.numbers[chosen] += np.uint64(1)
        return self._table[chosen]
