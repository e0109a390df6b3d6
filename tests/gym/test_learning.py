"""The learner of `examples/learn_station.py`: gradients, advantages, bits, files, its plants."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import pelagos as pl
import pelagos.gym as pg

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module")
def learning():
    """Its modules."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(EXAMPLES)
        names = ("network", "ppo", "station", "plants")
        yield SimpleNamespace(**{n: importlib.import_module(f"learning.{n}") for n in names})
    for name in [n for n in sys.modules if n.split(".")[0] == "learning"]:
        del sys.modules[name]


def rollout_of(ppo, rng, actions=5, count=7):
    shape = actions, count
    terminated = rng.random(shape) < 0.2
    ended = terminated | (rng.random(shape) < 0.2)
    counts = np.ones(shape, dtype=bool)
    counts[1:] = ~ended[:-1]  # it begins again at the step after
    ended &= counts
    return ppo.Rollout(
        rng.standard_normal((actions + 1, count, 3)),
        rng.standard_normal((*shape, 2)),
        rng.standard_normal(shape),
        rng.standard_normal(shape),
        terminated & ended,
        ended,
        counts,
    )


def test_derivatives_of_the_loss_are_those_of_differences(learning):
    """The loss is written down here once more, for whole rows."""
    ppo = learning.ppo
    settings = ppo.Settings(hidden=(5, 4), clip=0.1)
    learner = ppo.Learner(3, 2, settings, seed=1, threads=1)
    rng = np.random.default_rng(2)
    learner.numbers = learner.numbers.astype(float) + 0.3 * rng.standard_normal(
        len(learner.numbers)
    )
    count = 40
    rows = {
        "seen": rng.standard_normal((count, 3)),
        "actions": rng.standard_normal((count, 2)),
        "better": rng.standard_normal(count),
        "wanted": rng.standard_normal(count),
    }

    def loss(numbers, old=None):
        actor, critic, spread = learner.parts(numbers)
        mean = ppo.Mlp.forward(learner.actor.layers(actor), rows["seen"])[-1]
        value = ppo.Mlp.forward(learner.critic.layers(critic), rows["seen"])[-1][:, 0]
        off = (rows["actions"] - mean) / np.exp(spread)
        chance = (-0.5 * off**2 - spread).sum(axis=1)
        if old is None:
            return chance
        ratio = np.exp(chance - old)
        kept = np.clip(ratio, 0.9, 1.1)
        gain = np.minimum(ratio * rows["better"], kept * rows["better"])
        return (-gain + 0.5 * (value - rows["wanted"]) ** 2).sum()

    rows["chances"] = loss(learner.numbers) + 0.2 * rng.standard_normal(count)
    found, _ = learner.gradient(rows, slice(None))
    steps = 1e-6 * np.eye(len(found))
    wanted = [
        (loss(learner.numbers + d, rows["chances"]) - loss(learner.numbers - d, rows["chances"]))
        / 2e-6
        for d in steps
    ]
    np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-6)


def test_advantages_are_discounted_sums_of_surprises(learning):
    rng = np.random.default_rng(3)
    rollout = rollout_of(learning.ppo, rng)
    values = rng.standard_normal((6, 7))
    found = learning.ppo.advantages(rollout, values, 0.9, 0.8)
    for env in range(7):
        for first in range(5):
            wanted = 0.0
            for k in range(first, 5):
                if not rollout.counts[k, env]:
                    break
                rest = 0.0 if rollout.terminated[k, env] else 0.9 * values[k + 1, env]
                surprise = rollout.rewards[k, env] + rest - values[k, env]
                wanted += (0.9 * 0.8) ** (k - first) * surprise
                if rollout.ended[k, env]:
                    break
            assert found[first, env] == pytest.approx(wanted, abs=1e-12)


class Guessing:
    """Environments that last three actions and pay for guessing half of what is seen."""

    num_envs = 64
    single_observation_space = SimpleNamespace(shape=(1,))
    single_action_space = SimpleNamespace(shape=(1,))

    def reset(self, seed=None, options=None):
        self.rng, self.steps = np.random.default_rng(seed), 0
        self.seen = self.rng.standard_normal((64, 1))
        return self.seen, {}

    def step(self, actions):
        rewards = -((actions - 0.5 * self.seen)[:, 0] ** 2)
        self.seen, self.steps = self.rng.standard_normal((64, 1)), self.steps + 1
        over = np.full(64, self.steps % 3 == 0)
        return self.seen, rewards, np.zeros(64, dtype=bool), over, {}


def test_a_few_updates_teach_a_small_task_and_threads_change_no_bit(learning):
    ppo, numbers, paid = learning.ppo, [], []
    settings = ppo.Settings(hidden=(16,), rollout=32, batch=256, discount=0.5)
    for threads in (1, 3):
        learner = ppo.Learner(1, 1, settings, seed=4, threads=threads)
        collector = ppo.Collector(Guessing(), seed=5)
        for _ in range(25):
            rollout = collector.collect(learner)
            paid.append(rollout.rewards[rollout.counts].mean())
            learner.update(rollout)
        numbers.append(learner.numbers)
    assert paid[0] < -0.3
    assert paid[24] > -0.06
    np.testing.assert_array_equal(*numbers)
    guess = learner.policy(np.array([[-1.0], [1.0]]))
    np.testing.assert_allclose(guess, [[-0.5], [0.5]], atol=0.1)


def test_pieces_make_the_same_gradient(learning, monkeypatch):
    """Many threads on many pieces: sums in a fixed order."""
    ppo = learning.ppo
    monkeypatch.setattr(ppo, "PIECE", 100)
    rng = np.random.default_rng(6)
    rollout = rollout_of(ppo, rng, 8, 200)
    found = []
    for threads in (1, 4):
        learner = ppo.Learner(3, 2, ppo.Settings(batch=512), seed=1, threads=threads)
        learner.update(rollout)
        found.append(learner.numbers)
    np.testing.assert_array_equal(*found)


def test_it_learns_the_same_bits_and_a_file_keeps_them(learning, tmp_path):
    station, ppo = learning.station, learning.ppo
    settings = ppo.Settings(rollout=4, batch=128)
    first, second = (station.learn(3, 700, 5, 64, settings, threads=threads) for threads in (1, 2))
    assert first.actions == second.actions == 768
    np.testing.assert_array_equal(first.policy.numbers, second.policy.numbers)
    first.policy.save(tmp_path / "policy.npz")
    read = ppo.Policy.read(tmp_path / "policy.npz")
    seen = np.random.default_rng(0).standard_normal((9, 15)).astype(np.float32)
    np.testing.assert_array_equal(read(seen), second.policy(seen))
    assert np.abs(read(100 * seen)).max() <= 1.0


@pytest.mark.parametrize("what", ["text", "object", "sizes", "missing"])
def test_a_file_that_is_no_policy_is_refused(learning, tmp_path, what):
    path = tmp_path / "policy.npz"
    if what == "text":
        path.write_text("policy")
    elif what == "object":
        np.savez(path, sizes=np.array([{}], dtype=object))
    elif what == "sizes":
        wrong = {"mean": np.zeros(3), "square": np.ones(3), "numbers": np.zeros(4)}
        np.savez(path, sizes=np.array([3, 2]), **wrong)
    with pytest.raises(pl.PelagosError, match=r"policy\.npz"):
        learning.ppo.Policy.read(path)


def test_a_judge_sees_the_task_as_it_stands(learning):
    """Returns are those of `evaluate`, errors those of the state."""
    task = pg.Task.read("bluerov-station", pool=4)
    found = learning.station.Trial(16, 5, seed=0, pool=4).judge(pg.Baseline(task))
    assert found.returns == pytest.approx(pg.evaluate(task, pg.Baseline(task), 16, seed=5).mean)
    envs, policy = pg.VectorEnv(task, 16), pg.Baseline(task)
    seen, _ = envs.reset(seed=5)
    squares = []
    for _ in range(500):
        seen = envs.step(policy(seen))[0]
        squares.append((envs._crowd.session.q[:, :3] ** 2).sum(axis=1))
    assert found.near == pytest.approx(np.sqrt(np.mean(squares[250:])), rel=1e-12)


def test_a_function_may_replace_the_reward_of_a_ready_task():
    task = pg.Task.read("cart-pole", reward=lambda seen: 2.0 + 0.0 * seen["angle"])
    again = pg.Task.read(task, episode="1 s")
    for read in (task, again):
        envs = pg.VectorEnv(read, 2)
        envs.reset(seed=1)
        np.testing.assert_array_equal(envs.step(np.zeros((2, 1)))[1], 2.0)
    words = pg.Task.read(again, reward="3")
    assert words.reward is None
    assert words.words.reward == "3"


def test_a_reward_too_large_for_the_type_of_observations_is_no_warning():
    envs = pg.VectorEnv("cart-pole", 2, reward="1e60")
    envs.reset(seed=1)
    seen, rewards, *_ = envs.step(np.zeros((2, 1)))
    assert np.isfinite(seen).all()
    np.testing.assert_array_equal(rewards, 1e60)


def motion(words, seed=2):
    """Where vehicles are after 1 s of random thrusts."""
    envs = pg.VectorEnv("bluerov-station", 8, **words, factors={})
    envs.reset(seed=seed)
    rng = np.random.default_rng(7)
    for _ in range(50):
        envs.step(rng.uniform(-1, 1, (8, 8)))
    return np.hstack([envs._crowd.session.q, envs._crowd.session.u])


def test_a_late_added_mass_becomes_the_right_one_as_steps_become_short(learning):
    right = motion({"step": 0.001})
    off = [
        np.abs(motion(learning.plants.lagged(0.3, step)) - right).max() for step in (0.004, 0.001)
    ]
    assert off[1] == pytest.approx(off[0] / 4, rel=0.1)  # of first order
    none = np.abs(motion({**learning.plants.wrong(False), "step": 0.001}) - right).max()
    assert none > 10 * off[1]


@pytest.mark.parametrize("step", [0.01, 0.002])
def test_a_late_added_mass_is_unstable_where_the_closed_form_says(learning, step):
    """18.68 kg on 13.5 kg in heave: 2/filter - 1 = M_A/m at a filter of 0.839, at any step."""
    limit = 2 / (1 + learning.plants.RIGHT[2] / 13.5)
    grown = {}
    for filter in (limit - 0.03, limit + 0.03):
        words = learning.plants.lagged(filter, step)
        words |= {"factors": {}, "every": step, "episode": 400 * step, "dtype": "float64"}
        envs = pg.VectorEnv("bluerov-station", 1, **words, observations={"felt": "s[felt_w]"})
        envs.reset(seed=1)
        felt = [envs.step(np.zeros((1, 8)))[0][0, 0] for _ in range(300)]
        change = np.abs(np.diff(felt))
        grown[filter] = change[280:].max() / change[20:40].max()
    stable, unstable = grown.values()
    assert stable < 0.1
    assert unstable > 10
