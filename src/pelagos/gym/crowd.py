"""Environments of one task that go on together: what `Env` and `VectorEnv` have in common.

Physics, observations, rewards and conditions of all environments are one call of compiled code;
what is left to numpy are a few operations on arrays of all environments.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pelagos.errors import PelagosError
from pelagos.gym.draws import Ahead, TaskDraws
from pelagos.gym.task import Task
from pelagos.mathematics.randomness import stream_of
from pelagos.run.vec_session import VecSession

TIME_UP = "the episode is over"
_NO_RUNS = np.zeros(0, dtype=np.int64)


class Outcomes(NamedTuple):
    """What a step brought, a row per environment."""

    observations: np.ndarray
    rewards: np.ndarray
    terminated: np.ndarray
    truncated: np.ndarray


class Crowd:
    """n environments of a task."""

    def __init__(self, task: Task, n: int, threads: int | None = None):
        words = task.words
        self.task, self.count = task, n
        self._draws = TaskDraws(task)
        self.session = VecSession(
            task.robot,
            n,
            words.scenario,
            **words.timing,
            inputs=words.inputs,
            vary=self._draws.pool,
            pool=self._draws.count,
            watch=task.sheet.watched,
            memory=task.sheet.memory,
            threads=threads,
        )
        bounds = np.array([action.bounds for action in words.actions.values()])
        # a row for each environment: numpy is slow where it has to repeat short ones
        self._middle = np.tile((bounds[:, 0] + bounds[:, 1]) / 2, (n, 1))
        self._half = np.tile((bounds[:, 1] - bounds[:, 0]) / 2, (n, 1))
        self._inputs = np.zeros((n, len(words.actions)))
        self._dtype = np.dtype(words.dtype)
        self._bounds = bounds_of(task)
        self._seen, self._conditions, self._rewards = self._columns()
        self._ahead = Ahead(self._draws.episodes, n)
        self._steps = np.zeros(n, dtype=np.int64)
        self._starts = self.session.starts
        robot = self.session.robot
        self._nq, self._nv = len(robot.coordinates), len(robot.speeds)

    def _columns(self) -> tuple[slice, slice, slice]:
        """Where observations, conditions and what the reward is made of are in what is seen."""
        sheet = self.task.sheet
        first = len(sheet.observations)
        middle = first + len(sheet.conditions)
        return slice(0, first), slice(first, middle), slice(middle, len(sheet.watched))

    # --- beginning

    def seed(self, chosen: np.ndarray, seeds: Any) -> None:
        """Let environments begin anew with seeds, whole numbers of any size."""
        self._ahead.seed(chosen, np.array([_key(int(s)) for s in seeds], dtype=np.uint64))

    def reset(self, chosen: np.ndarray, look: bool = True) -> None:
        """Begin the next episode of some environments; look: whether it can be observed at once."""
        drawn = self._ahead.take(chosen)
        names, places = self._ahead.names, self._ahead.places
        variants = drawn[:, 0].astype(np.int64)
        values = dict(zip(names, drawn[:, 2 : 2 + len(names)].T, strict=True))
        states: dict[str, Any] = {}
        if places:
            x = self._starts[variants]
            x[:, list(places)] = drawn[:, 2 + len(names) :]
            states = {"q": x[:, : self._nq], "u": x[:, self._nq : self._nq + self._nv]}
        self.session.reset(
            chosen,
            variants=variants,
            seeds=drawn[:, 1],
            values=values,
            look=look,
            assemble=not self._draws.keeps_constraints,
            **states,
        )
        self._steps[chosen] = 0

    def observations(self) -> np.ndarray:
        """(environment, observation): what agents see now; a new array."""
        # all columns at once, which lie side by side, and then some of them; a number beside these
        # may be too large for the type
        with np.errstate(over="ignore", invalid="ignore"):
            seen: np.ndarray = self.session.whole_seen.astype(self._dtype)[:, self._seen]
        return seen

    # --- going on

    def step(self, actions: Any, waiting: np.ndarray = _NO_RUNS) -> Outcomes:
        """One action of all environments but those that are waiting, whose action is not used."""
        given = self._checked(actions)
        np.multiply(given, self._half, out=self._inputs)
        self._inputs += self._middle
        held = None
        if len(waiting):
            held = np.zeros(self.count, dtype=bool)
            held[waiting] = True
        try:
            self.session.step(self._inputs, self.task.words.every, waiting=held)
        except PelagosError:  # before anything moved
            if np.isfinite(given).all():
                raise
            raise self._refused(given, ~np.isfinite(given), "give finite numbers") from None
        self._steps += 1
        self._steps[waiting] = 0
        seen = self.session.seen
        observations, rewards = self.observations(), self._reward(seen)
        terminated = np.zeros(self.count, dtype=bool)
        for column in range(self._conditions.start, self._conditions.stop):
            terminated |= seen[:, column] != 0.0
        truncated = self._steps >= self.task.words.steps
        if len(waiting):
            rewards[waiting] = 0.0
            terminated[waiting] = truncated[waiting] = False
        failed = self.failed()
        if len(failed):
            self._end_failed(failed, observations, rewards)
            terminated[failed] = True
        truncated &= ~terminated
        return Outcomes(observations, rewards, terminated, truncated)

    def failed(self) -> np.ndarray:
        """Environments whose run cannot go on: a stop condition of the robot, or a failure."""
        running = self.session.running
        return _NO_RUNS if running.all() else np.flatnonzero(~running)

    def _reward(self, seen: np.ndarray) -> np.ndarray:
        if self.task.reward is None:
            return seen[:, self._rewards.start].copy()
        named = zip(self.task.sheet.named, seen[:, self._rewards].T, strict=True)
        found = np.asarray(self.task.reward(dict(named)), dtype=float)
        if found.shape != (self.count,):
            raise PelagosError(
                f"reward: the function gave the shape {found.shape}, not ({self.count},)\n"
                "    return a number per environment"
            )
        return found.copy()

    def _end_failed(self, failed: np.ndarray, seen: np.ndarray, rewards: np.ndarray) -> None:
        """What is left of runs that became infinite: observations within their bounds."""
        stopped = [self.session.outcome(k).code == "stopped" for k in failed.tolist()]  # type: ignore[union-attr]
        broken = failed[~np.array(stopped)]
        rewards[broken] = self.task.words.failure
        low, high = self._bounds
        seen[failed] = np.clip(np.nan_to_num(seen[failed]), low, high)
        rewards[failed] = np.nan_to_num(rewards[failed])

    def _checked(self, actions: Any) -> np.ndarray:
        """Actions between -1 and 1, or a refusal that names the first that is wrong."""
        given = np.asarray(actions)
        if given.dtype.kind != "f":
            given = given.astype(float)
        wanted = self._inputs.shape
        if given.shape != wanted:
            names = ", ".join(self.task.words.actions)
            raise PelagosError(
                f"actions: the shape {given.shape} where {wanted} is expected\n"
                f"    give a row per environment with {names}"
            )
        if self.task.words.out_of_bounds == "clip":
            return np.clip(given, -1.0, 1.0)
        if (outside := np.abs(given) > 1.0).any():  # NaN is not: see `step`
            raise self._refused(given, outside, "give numbers from -1 to 1, or out_of_bounds: clip")
        return given

    def _refused(self, given: np.ndarray, wrong: np.ndarray, remedy: str) -> PelagosError:
        run, k = np.argwhere(wrong)[0]
        name = list(self.task.words.actions)[k]
        return PelagosError(
            f"actions: {name} of environment {run} is {given[run, k]:g}\n    {remedy}"
        )

    def reasons(self, ended: np.ndarray) -> np.ndarray:
        """Why episodes ended: the first condition that was met, the end of time, or a failure."""
        names = np.array([*self.task.sheet.conditions, TIME_UP], dtype=object)
        met = np.ones((len(ended), len(names)), dtype=bool)
        met[:, :-1] = self.session.seen[ended, self._conditions] != 0.0
        found: np.ndarray = names[met.argmax(axis=1)]
        running = self.session.running[ended]
        for row in np.flatnonzero(~running).tolist():
            outcome = self.session.outcome(int(ended[row]))
            assert outcome is not None
            found[row] = outcome.message or outcome.code
        return found


def _key(seed: int) -> int:
    """64 bits that stand for a seed: its own, if it has no more."""
    return seed if 0 <= seed < 2**64 else int(stream_of("seed", str(seed)))


def bounds_of(task: Task) -> tuple[np.ndarray, np.ndarray]:
    """Lowest and highest observations."""
    free = (-np.inf, np.inf)
    given = [words.bounds or free for words in task.words.observations.values()]
    low, high = np.array(given, dtype=task.words.dtype).T
    return low, high
