"""The task of `learn_station.py`: what a policy learns in, and what it is judged by.

It is judged in the ready task `bluerov-station` as it stands, with seeds and payloads that it never
met. It learns in the same task with actions that last four times as long: chance then moves the
vehicle further, so that fewer of them show what is better.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter, process_time
from typing import Any

import numpy as np
from learning.ppo import Collector, Learner, Policy, Settings
from threadpoolctl import threadpool_limits

import pelagos.gym as pg

TASK = "bluerov-station"
LONGER = 4  # actions while it learns, against those of the task
NEAR, LEVEL = 0.10, 5.0  # m and degrees: the mark
HELD_OUT, VALIDATION = 1_000_000_000, 2_000_000_000  # seeds of episodes that nobody learns from
OTHER_PAYLOADS = 1  # seed of the pool that payloads are drawn into; the task has 0
BROKEN = "broken down"  # said of simulations that became infinite
SHOWN = 20  # updates from one look at the policy to the next


@dataclass(frozen=True)
class Verdict:
    """What came of a policy; errors are root mean squares over the second half of episodes."""

    returns: float  # mean of the sums of rewards
    off: np.ndarray  # m, of each episode that lasted
    turned: np.ndarray  # degrees
    reasons: dict[str, int]  # why the others ended

    @property
    def near(self) -> float:
        return _rms(self.off)

    @property
    def level(self) -> float:
        return _rms(self.turned)

    @property
    def holds(self) -> bool:
        """Whether the mark is reached, and no episode ended early."""
        return self.near < NEAR and self.level < LEVEL and not self.reasons

    def __str__(self) -> str:
        lost = "".join(f", {n} of them {reason}" for reason, n in self.reasons.items())
        return f"return {self.returns:.1f}, {100 * self.near:.1f} cm, {self.level:.2f} deg{lost}"


def _rms(values: np.ndarray) -> float:
    return float(np.sqrt(np.mean(values**2))) if len(values) else float("nan")


class Trial:
    """Episodes of the ready task to judge policies by.

    first: seed of the first one; changes: words of the task to replace.

    Errors are the true ones, without the noise of observations: the task's own terms.
    """

    def __init__(self, episodes: int = 512, first: int = HELD_OUT, **changes: Any):
        words = pg.Task.read(TASK).words
        self._true: dict[str, np.ndarray] = {}
        self._first = first
        terms = {**words.terms, "pay": words.reward}
        given = {"seed": OTHER_PAYLOADS, **changes, "terms": terms, "reward": self._look}
        self._envs = pg.VectorEnv(TASK, episodes, **given)

    def _look(self, seen: Any) -> np.ndarray:
        """The reward of the task, and aside the errors."""
        self._true = {name: seen[name].copy() for name in ("off", "turned")}
        return seen["pay"]

    def judge(self, policy: Callable[[np.ndarray], np.ndarray]) -> Verdict:
        """What comes of a policy: observations (environment, k) to actions (environment, m)."""
        count, words = self._envs.num_envs, self._envs.task.words
        returns, squares = np.zeros(count), np.zeros((2, count))
        reasons: Counter[str] = Counter()
        lasting = np.ones(count, dtype=bool)
        settled = words.steps // 2
        seen, _ = self._envs.reset(seed=self._first)
        with threadpool_limits(1, "blas"):
            for k in range(words.steps):
                seen, rewards, ended, _, infos = self._envs.step(policy(seen))
                returns += np.where(lasting, rewards, 0.0)
                if (new := lasting & ended).any():
                    said = infos["reason"][new].tolist()
                    reasons.update(r if r in words.terminate else BROKEN for r in said)
                    lasting &= ~new
                if k >= settled:
                    errors = np.array([self._true["off"], np.degrees(self._true["turned"])])
                    squares += np.where(lasting, errors, 0.0) ** 2
        off, turned = np.sqrt(squares[:, lasting] / (words.steps - settled))
        return Verdict(float(returns.mean()), off, turned, dict(reasons))


def training_words() -> dict[str, Any]:
    """What differs while it learns: longer actions, with sums of errors that go on as fast, and a
    reward with a slope far from the station, where that of the task is flat, and a sharper top."""
    words = pg.Task.read(TASK).words
    every = LONGER * words.every
    kept = (1.0 - 0.002) ** LONGER
    sums = {
        name: {"next": f"max(-1, min(1, {kept!r}*{name} + {every!r}*{name[4:]}))"}
        for name in words.memory
    }
    places = "0.5/(1 + (2*off)^2) + 0.5/(1 + (10*off)^2) + 0.1*(5 - off)"
    angles = "0.5/(1 + (10*turned)^2) + 0.1*(pi - turned)"
    return {"every": every, "memory": sums, "reward": f"{words.reward} + {places} + {angles}"}


@dataclass(frozen=True)
class Lesson:
    """What was learnt, and what it took."""

    policy: Policy
    actions: int
    minutes: float
    cpu_minutes: float
    marked: float | None  # CPU minutes until the mark was reached in episodes for validation
    interrupted: bool = False


def learn(
    seed: int = 1,
    actions: float = 6e6,
    minutes: float = 10.0,
    count: int = 2048,
    settings: Settings | None = None,
    tell: Callable[[str], None] = print,
    threads: int | None = None,
) -> Lesson:
    """Train a policy until it took so many actions, or time is up, or somebody presses Ctrl-C.

    Of the same seed, count and settings come the same bits after the same number of updates,
    whatever the number of threads; another processor or another BLAS may round otherwise.
    """
    envs = pg.VectorEnv(TASK, count, threads=threads, **training_words())
    sizes = envs.single_observation_space.shape[0], envs.single_action_space.shape[0]
    learner = Learner(*sizes, settings or Settings(), seed, threads)
    rollout = learner.settings.rollout
    collector = Collector(envs, seed=seed * 1_000_000)
    clock, cpu = perf_counter(), process_time()
    policy, done, marked, interrupted = learner.policy, 0, None, False
    trial = None
    phases = max(1, envs.task.words.steps // rollout)
    try:
        with threadpool_limits(1, "blas"):
            while done * rollout * count < actions and perf_counter() - clock < 60.0 * minutes:
                if 0 < done < phases:  # so that each update sees all parts of episodes
                    collector.restart(np.arange(count) % phases == done)
                learner.update(collector.collect(learner))
                policy, done = learner.policy, done + 1
                if done % SHOWN == 0:
                    trial = trial or Trial(128, VALIDATION)
                    found, spent = trial.judge(policy), (process_time() - cpu) / 60.0
                    marked = spent if marked is None and found.holds else marked
                    taken = f"{(perf_counter() - clock) / 60:.1f} min ({spent:.1f} of CPU)"
                    tell(f"{taken}, {done * rollout * count / 1e6:.1f} million actions: {found}")
    except KeyboardInterrupt:
        interrupted = True
    spent = (perf_counter() - clock) / 60.0, (process_time() - cpu) / 60.0
    return Lesson(policy, done * rollout * count, *spent, marked, interrupted)
