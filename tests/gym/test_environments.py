"""Environments as Gymnasium has them: its own checks, seeds, pictures, ends."""

from __future__ import annotations

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import pelagos.gym as pg
from pelagos.errors import PelagosError

WORDS = {
    "robot": "cart-pole",
    "step": 0.02,
    "every": 0.02,
    "episode": 0.4,
    "actions": {"drive": [-10, 10]},
    "observations": {"x": "q[cart]", "angle": "q[pole]"},
    "reward": "1 - abs(angle)",
    "initial": {"q[pole]": {"uniform": [-0.1, 0.1]}},
}


@pytest.mark.parametrize("name", pg.ENVIRONMENTS)
def test_gymnasium_finds_nothing_wrong(name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(name)
        check_env(env.unwrapped, skip_render_check=True)
    assert env.spec.id == name


def test_all_tasks_are_registered():
    assert sorted(pg.ENVIRONMENTS.values()) == sorted(pg.task_names())


def test_make_vec_gives_ours():
    envs = gymnasium.make_vec("pelagos/CartPole-v0", num_envs=3, threads=1, episode="1 s")
    assert isinstance(envs, pg.VectorEnv)
    assert envs.num_envs == 3
    assert envs.task.words.steps == 50
    assert envs.reset(seed=1)[0].shape == (3, 4)


def test_seeds_decide_and_episodes_differ():
    env, other = pg.Env(WORDS), pg.Env(WORDS)
    first = [env.reset(seed=5)[0], env.reset()[0], env.reset()[0]]
    again = [other.reset(seed=5)[0], other.reset()[0], other.reset()[0]]
    np.testing.assert_array_equal(first, again)
    assert len(np.unique(np.array(first)[:, 1])) == 3
    assert not np.array_equal(first[0], other.reset(seed=2**70 + 5)[0])
    # without a seed, none is like another
    assert pg.Env(WORDS).reset()[0][1] != pg.Env(WORDS).reset()[0][1]


def test_an_episode_ends_in_time_and_says_so():
    env = pg.Env(WORDS)
    env.reset(seed=1)
    for k in range(20):
        seen, reward, terminated, truncated, info = env.step([0.0])
        assert reward == pytest.approx(1 - abs(float(seen[1])), abs=1e-7)
        assert not terminated
        assert truncated == (k == 19)
    assert info == {"reason": "the episode is over"}
    with pytest.raises(PelagosError, match=r"has ended: the episode is over\n    call reset"):
        env.step([0.0])


def test_conditions_of_the_robot_end_episodes_too():
    task = {**WORDS, "episode": 4, "add": {"stop": {"when": "q[pole] > 0.2"}}}
    task["initial"] = {"q[pole]": {"uniform": [0.1, 0.15]}}
    env = pg.Env(task)
    env.reset(seed=1)
    ended = False
    while not ended:
        seen, _, ended, truncated, info = env.step([0.0])
        assert not truncated
    assert "q[pole] > 0.2" in info["reason"]
    assert seen[1] == pytest.approx(0.2, abs=1e-6)


def test_observations_are_scaled_bounded_and_of_their_kind():
    seen = {
        "x": "q[cart]",
        "scaled": {"value": "q[pole]", "scale": "10 deg"},
        "bounded": {"value": "q[pole]", "bounds": [-0.01, 0.01]},
    }
    env = pg.Env({**WORDS, "observations": seen, "dtype": "float64", "reward": "1"})
    found, _ = env.reset(seed=3)
    angle = found[1] * np.radians(10)
    assert found.dtype == np.float64
    assert 0.01 < abs(angle) < 0.1
    assert found[2] == np.sign(angle) * 0.01
    assert env.observation_space.contains(found)


@pytest.mark.slow
def test_pictures():
    env = pg.Env("cart-pole", render_mode="rgb_array", render_size=(160, 90))
    env.reset(seed=1)
    first = env.render()
    for _ in range(8):
        env.step([1.0])
    second = env.render()
    assert first.shape == (90, 160, 3)
    assert first.dtype == np.uint8
    assert not np.array_equal(first, second)
    envs = pg.VectorEnv(
        "cart-pole", 4, render_mode="rgb_array", rendered=(1, 3), render_size=(160, 90)
    )
    envs.reset(seed=0)
    one, other = envs.render()
    np.testing.assert_array_equal(one, first)  # environment 1 has the seed 1
    assert not np.array_equal(one, other)
    assert pg.Env(WORDS).render() is None


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: pg.Env(WORDS, render_mode="human"), "render_mode: 'human' is not known"),
        (lambda: pg.Env(WORDS).step([0.0]), "has not begun"),
        (lambda: pg.Env(WORDS).reset(options={"low": 1}), "options: low are not known"),
        (lambda: pg.Env("cart-pol"), "no such task\n    give a file, or did you mean cart-pole"),
        (lambda: pg.VectorEnv(WORDS, 2, rendered=[2]), "there is no environment 2"),
        (lambda: pg.VectorEnv(WORDS, 2).reset(seed=[1]), "seed: 1 for 2 environments"),
        (lambda: pg.VectorEnv(WORDS, 2).step(np.zeros((2, 1))), "has ended, or not begun"),
        (lambda: pg.evaluate(WORDS, None, 0), "episodes: 0"),
        (lambda: pg.Baseline(pg.Task.of(WORDS)), "baseline: there is none of ''"),
    ],
)
def test_nonsense_is_refused(call, said):
    with pytest.raises(PelagosError, match=said):
        call()
