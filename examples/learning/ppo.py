"""Proximal policy optimisation (Schulman et al. 2017) in numpy, for environments that are fast.

A policy is a normal distribution of actions about what a network gives; another network guesses
what is to come. Work is cut into pieces of a fixed size, which threads share and whose sums are
made in a fixed order: the number of threads changes no bit. The caller keeps the threads of BLAS
out of it (`threadpool_limits(1)`), which are slow on small matrices.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from learning.network import Adam, Mlp

from pelagos.errors import PelagosError
from pelagos.files import read_bytes

PIECE = 2048  # rows
LARGEST_FILE = 10_000_000  # bytes of a policy
MOST = 10.0  # of what networks are given
REMEMBERED = 300_000.0  # observations that the normaliser weighs


@dataclass(frozen=True)
class Settings:
    """How to learn; what matters most comes first."""

    rollout: int = 16  # actions of each environment from update to update
    discount: float = 0.97  # per action
    trace: float = 0.95  # lambda of generalised advantages
    epochs: int = 4
    batch: int = 16384
    change: float = 0.02  # wanted of each update: divergence of the policy from that before
    rate: float = 1e-3  # of Adam at first; it follows `change`
    clip: float = 0.2
    entropy: float = 0.003  # what a wider distribution is worth, so that it stays curious
    hidden: tuple[int, ...] = (64, 64)
    deviation: float = 0.4  # of actions at first
    longest: float = 1.0  # of gradients


@dataclass
class Normaliser:
    """Mean and deviation of what was observed lately: what a beginner saw is soon forgotten."""

    mean: np.ndarray
    square: np.ndarray
    count: float = 1e-4

    def add(self, rows: np.ndarray) -> None:
        """Chan et al. (1979): moments of two samples together."""
        mean, variance, count = rows.mean(axis=0), rows.var(axis=0), len(rows)
        share = count / (self.count + count)
        apart = mean - self.mean
        self.square += share * (variance - self.square + (1.0 - share) * apart**2)
        self.mean += share * apart
        self.count = min(self.count + count, REMEMBERED)

    def __call__(self, rows: np.ndarray) -> np.ndarray:
        scaled = (rows - self.mean) / np.sqrt(self.square + 1e-8)
        return np.clip(scaled, -MOST, MOST).astype(np.float32)


class Policy:
    """Actions from observations: what was learnt, without chance."""

    def __init__(self, sizes: tuple[int, ...], numbers: np.ndarray, seen: Normaliser):
        self.net, self.numbers, self.seen = Mlp(sizes), numbers, seen

    def __call__(self, observations: np.ndarray) -> np.ndarray:
        layers = self.net.layers(self.numbers)
        return np.clip(self.net.forward(layers, self.seen(observations))[-1], -1.0, 1.0)

    def save(self, path: Path) -> None:
        arrays = {"numbers": self.numbers, "mean": self.seen.mean, "square": self.seen.square}
        with path.open("wb") as file:
            np.savez(file, sizes=np.array(self.net.sizes), **arrays)

    @staticmethod
    def read(path: Path) -> "Policy":
        """A policy from a file that `save` wrote: arrays alone, nothing that runs."""
        remedy = "give a file that --out wrote"
        try:
            with np.load(BytesIO(read_bytes(path, LARGEST_FILE)), allow_pickle=False) as found:
                sizes = tuple(int(n) for n in found["sizes"])
                numbers, mean, square = (found[k] for k in ("numbers", "mean", "square"))
        except (ValueError, KeyError, TypeError, EOFError, BadZipFile) as error:
            raise PelagosError(f"{path}: this is no policy: {error}\n    {remedy}") from None
        fits = len(sizes) > 1 and min(sizes) > 0 and numbers.shape == (Mlp(sizes).count,)
        if not fits or not mean.shape == square.shape == sizes[:1]:
            raise PelagosError(f"{path}: the arrays of the policy do not fit\n    {remedy}")
        return Policy(sizes, numbers, Normaliser(mean, square))


@dataclass
class Rollout:
    """Some actions of all environments: (action, environment, ...)."""

    observations: np.ndarray  # one more than actions, normalised
    actions: np.ndarray
    chances: np.ndarray  # logarithms of the densities of actions
    rewards: np.ndarray
    terminated: np.ndarray
    ended: np.ndarray  # terminated, or out of time
    counts: np.ndarray  # not so where an environment began again: its action was not used

    @classmethod
    def empty(cls, actions: int, envs: Any) -> "Rollout":
        shape = actions, envs.num_envs
        seen, done = envs.single_observation_space.shape, envs.single_action_space.shape
        numbers = ((actions + 1, shape[1], *seen), (*shape, *done), shape, shape)
        return cls(
            *(np.empty(s, np.float32) for s in numbers), *(np.empty(shape, bool) for _ in range(3))
        )


class Collector:
    """Environments of Gymnasium that begin again at the step after their end, and what they see."""

    def __init__(self, envs: Any, seed: int):
        self.envs = envs
        self.seen, _ = envs.reset(seed=seed)
        self._waiting = np.zeros(envs.num_envs, dtype=bool)  # to begin again

    def restart(self, chosen: np.ndarray) -> None:
        """Let some begin again now."""
        self.seen, _ = self.envs.reset(options={"reset_mask": chosen})
        self._waiting[chosen] = False

    def collect(self, learner: "Learner") -> Rollout:
        """Let the policy act for a while, and its normaliser look at what was seen."""
        count = learner.settings.rollout
        out, kept = Rollout.empty(count, self.envs), []
        out.observations[0] = learner.seen(self.seen)
        for k in range(count):
            kept.append(self.seen)
            out.actions[k], out.chances[k] = learner.act(out.observations[k])
            self.seen, out.rewards[k], terminated, truncated, _ = self.envs.step(out.actions[k])
            out.terminated[k], out.ended[k] = terminated, terminated | truncated
            out.counts[k] = ~self._waiting
            self._waiting = out.ended[k]
            out.observations[k + 1] = learner.seen(self.seen)
        learner.seen.add(np.concatenate(kept))
        return out


def advantages(rollout: Rollout, values: np.ndarray, discount: float, trace: float) -> np.ndarray:
    """Generalised advantages (Schulman et al. 2016): how much better actions were than expected.

    values: (action + 1, environment), guessed sums of what is to come. Where time was up there is
    a last observation, whose value stands for the rest.
    """
    found = np.zeros_like(rollout.rewards)
    ahead = np.zeros_like(found[0])
    for k in reversed(range(len(found))):
        rest = discount * np.where(rollout.terminated[k], 0.0, values[k + 1])
        surprise = rollout.rewards[k] + rest - values[k]
        ahead = surprise + discount * trace * np.where(rollout.ended[k], 0.0, ahead)
        ahead = np.where(rollout.counts[k], ahead, 0.0)
        found[k] = ahead
    return found


class Learner:
    """The two networks, and how they change.

    inputs, outputs: numbers of an observation and of an action.
    """

    def __init__(
        self, inputs: int, outputs: int, settings: Settings, seed: int, threads: int | None = None
    ):
        self.settings, self.rate = settings, settings.rate
        self.rng = np.random.default_rng(seed)
        self.actor = Mlp((inputs, *settings.hidden, outputs))
        self.critic = Mlp((inputs, *settings.hidden, 1))
        spread = np.full(outputs, np.log(settings.deviation))
        first = (self.actor.drawn(self.rng, 0.01), self.critic.drawn(self.rng, 1.0), spread)
        self.numbers = np.concatenate(first).astype(np.float32)
        self.adam = Adam(len(self.numbers))
        self.seen = Normaliser(np.zeros(inputs), np.ones(inputs))
        self._crew = ThreadPoolExecutor(threads)

    def parts(self, numbers: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Views: of the actor, of the critic, logarithms of the deviations of actions."""
        a, b = self.actor.count, self.actor.count + self.critic.count
        return numbers[:a], numbers[a:b], numbers[b:]

    @property
    def policy(self) -> Policy:
        seen = Normaliser(self.seen.mean.copy(), self.seen.square.copy())
        return Policy(self.actor.sizes, self.parts(self.numbers)[0].copy(), seen)

    # --- acting

    def act(self, observations: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Actions drawn for normalised observations, and logarithms of their densities."""
        actor, _, spread = self.parts(self.numbers)
        layers = self.actor.layers(actor)
        found = self._each(lambda k: Mlp.forward(layers, observations[k])[-1], len(observations))
        means = np.concatenate(list(found))
        noise = self.rng.standard_normal(means.shape, dtype=np.float32)
        return means + np.exp(spread) * noise, -(0.5 * noise**2 + spread).sum(axis=1)

    def values(self, observations: np.ndarray) -> np.ndarray:
        layers = self.critic.layers(self.parts(self.numbers)[1])
        found = self._each(lambda k: Mlp.forward(layers, observations[k])[-1], len(observations))
        return np.concatenate(list(found))[:, 0]

    def _each(self, work: Callable[[slice], Any], count: int) -> Iterator[Any]:
        """Results of work on pieces of rows, in their order."""
        pieces = [slice(k, min(k + PIECE, count)) for k in range(0, count, PIECE)]
        return self._crew.map(work, pieces)

    # --- learning

    def update(self, rollout: Rollout) -> None:
        """Change both networks by what happened."""
        s = self.settings
        n, m = rollout.rewards.shape
        flat = rollout.observations.reshape((n + 1) * m, -1)
        values = self.values(flat).reshape(n + 1, m)
        # sums of what is to come are about as large as a reward then
        rewards = rollout.rewards * np.float32(1.0 - s.discount)
        found = advantages(replace(rollout, rewards=rewards), values, s.discount, s.trace)
        used = np.flatnonzero(rollout.counts)
        better = found.reshape(-1)[used]
        rows = {
            "seen": flat[used],
            "actions": rollout.actions.reshape(n * m, -1)[used],
            "chances": rollout.chances.reshape(-1)[used],
            "better": (better - better.mean()) / (better.std() + np.float32(1e-8)),
            "wanted": (found + values[:-1]).reshape(-1)[used],
        }
        size = min(s.batch, len(used))
        for _ in range(s.epochs):
            order = self.rng.permutation(len(used))
            for first in range(0, len(order) - size // 2, size):
                chosen = order[first : first + size]
                self._follow(self._descend({k: v[chosen] for k, v in rows.items()}))

    def _descend(self, rows: dict[str, np.ndarray]) -> float:
        """One step of Adam; how far the policy is from the one that acted."""
        count = len(rows["better"])
        found = list(self._each(lambda piece: self.gradient(rows, piece), count))
        gradient = sum(part for part, _ in found) / np.float32(count)
        self.parts(gradient)[2][:] -= np.float32(self.settings.entropy)
        length = float(np.sqrt(gradient.dot(gradient)))
        gradient *= np.float32(min(1.0, self.settings.longest / (length + 1e-8)))
        self.adam.step(self.numbers, gradient, self.rate)
        return sum(moved for _, moved in found) / count

    def _follow(self, moved: float) -> None:
        """Smaller steps where the policy moves too far, larger ones where it hardly does."""
        if moved > 2.0 * self.settings.change:
            self.rate = max(1e-5, self.rate / 1.5)
        elif moved < 0.5 * self.settings.change:
            self.rate = min(5e-3, self.rate * 1.5)

    def gradient(self, rows: dict[str, np.ndarray], piece: slice) -> tuple[np.ndarray, float]:
        """Derivatives of the loss, summed over some rows, and the sum of divergences there.

        The loss is -min(r A, clip(r) A) + (V - wanted)^2 / 2, r being how much likelier an action
        became.
        """
        s, gradient = self.settings, np.empty_like(self.numbers)
        actor, critic, spread = self.parts(self.numbers)
        to_actor, to_critic, to_spread = self.parts(gradient)
        seen, better, before = (rows[k][piece] for k in ("seen", "better", "chances"))
        layers = self.actor.layers(actor)
        given = Mlp.forward(layers, seen)
        off = (rows["actions"][piece] - given[-1]) * np.exp(-spread)
        gained = -(0.5 * off**2 + spread).sum(axis=1) - before
        likelier = np.exp(gained)
        # the objective is flat where the policy went far enough in the direction that pays
        pays = np.where(better > 0.0, likelier < 1.0 + s.clip, likelier > 1.0 - s.clip)
        push = np.where(pays, -better * likelier, np.float32(0.0))[:, None]
        Mlp.backward(layers, given, push * off * np.exp(-spread), self.actor.layers(to_actor))
        to_spread[:] = (push * (off**2 - 1.0)).sum(axis=0)
        layers = self.critic.layers(critic)
        given = Mlp.forward(layers, seen)
        miss = given[-1] - rows["wanted"][piece][:, None]
        Mlp.backward(layers, given, miss, self.critic.layers(to_critic))
        # E[r - 1 - log r] is the divergence, and never negative (Schulman 2020)
        return gradient, float((likelier - 1.0 - gained).sum())
