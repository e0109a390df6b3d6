"""Returns of a policy over many episodes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pelagos.errors import PelagosError
from pelagos.gym.task import Task
from pelagos.gym.vector import VectorEnv
from pelagos.progress import Progress

Policy = Callable[[np.ndarray], np.ndarray]
_AT_ONCE = 4096


@dataclass(frozen=True)
class EpisodeReturns:
    """What came of a policy in each episode."""

    returns: np.ndarray
    """Sums of rewards."""
    lengths: np.ndarray
    """Actions."""
    reasons: Mapping[str, int]
    """Why episodes ended, and how many did so."""

    @property
    def mean(self) -> float:
        return float(self.returns.mean())

    @property
    def deviation(self) -> float:
        """Of the returns from episode to episode."""
        return float(self.returns.std(ddof=1)) if len(self.returns) > 1 else 0.0

    @property
    def error(self) -> float:
        """Standard error of the mean."""
        return self.deviation / len(self.returns) ** 0.5


def evaluate(
    task: str | Path | Mapping[str, Any] | Task,
    policy: Policy,
    episodes: int = 256,
    *,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> EpisodeReturns:
    """Let a policy act in episodes of a task; episode i is the first of an `Env` with seed + i.

    policy: of observations (environment, k), gives actions (environment, m).

    Examples:
        >>> found = pl.gym.evaluate("cart-pole", lambda seen: np.zeros((len(seen), 1)), 64)
        >>> found.reasons
        {'fallen': 64}
    """
    if episodes < 1:
        raise PelagosError(f"episodes: {episodes}\n    give at least 1")
    read = Task.read(task)
    done: list[tuple[np.ndarray, np.ndarray, list[str]]] = []
    envs: VectorEnv | None = None
    for first in range(0, episodes, _AT_ONCE):
        count = min(_AT_ONCE, episodes - first)
        if envs is None or envs.num_envs != count:
            envs = VectorEnv(read, count, threads=threads)
        share = (first / episodes, count / episodes)
        done.append(_episodes(envs, policy, seed + first, progress, share))
    returns, lengths, reasons = zip(*done, strict=True)
    counted = Counter(reason for some in reasons for reason in some)
    return EpisodeReturns(np.concatenate(returns), np.concatenate(lengths), dict(counted))


def _episodes(
    envs: VectorEnv,
    policy: Policy,
    seed: int,
    progress: Progress | None,
    share: tuple[float, float],
) -> tuple[np.ndarray, np.ndarray, list[str]]:
    """The first episode of every environment: returns, lengths, why they ended."""
    count, steps = envs.num_envs, envs.task.words.steps
    returns, lengths = np.zeros(count), np.zeros(count, dtype=np.int64)
    reasons = np.full(count, None, dtype=object)
    running = np.ones(count, dtype=bool)
    seen, _ = envs.reset(seed=seed)
    for step in range(steps):
        seen, rewards, terminated, truncated, infos = envs.step(policy(seen))
        returns += np.where(running, rewards, 0.0)
        lengths += running
        ended = running & (terminated | truncated)
        if ended.any():
            reasons[ended] = infos["reason"][ended]
            running &= ~ended
        if progress is not None and step % 16 == 0:
            progress(share[0] + share[1] * step / steps, f"{count} episodes")
        if not running.any():
            break
    return returns, lengths, reasons.tolist()
