"""Many environments at once: each equals one alone, to the bit; autoreset as Gymnasium has it."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import pelagos.gym as pg
from pelagos.errors import PelagosError

# a task with everything: a pool, a current, noise, memory, attitudes, conditions, short episodes
STATION = {
    "pool": 3,
    "episode": 0.3,
    "terminate": {"lost": "off > 0.9"},
}


def alone(task, seed, acts):
    """All steps of an environment by itself, begun again when it ends."""
    env = pg.Env(task)
    found = [env.reset(seed=seed)[0]]
    for action in acts:
        seen, reward, terminated, truncated, _ = env.step(action)
        found.append((seen, reward, terminated, truncated))
        if terminated or truncated:
            found.append(env.reset()[0])
    return found


@pytest.mark.parametrize(("count", "threads"), [(19, 1), (19, 2), (2, 1)])
def test_equal_to_single_environments(count, threads):
    task = pg.Task.read("bluerov-station", **STATION)
    acts = np.random.default_rng(1).uniform(-1.2, 1.2, (40, count, 8))
    envs = pg.VectorEnv(task, count, threads=threads, autoreset_mode="SameStep")
    first, _ = envs.reset(seed=100)
    rows = [[first[k]] for k in range(count)]
    ends = 0
    for row in acts:
        seen, rewards, terminated, truncated, infos = envs.step(row)
        for k in range(count):
            ended = terminated[k] or truncated[k]
            last = infos["final_obs"][k] if ended else seen[k]
            rows[k].append((last, rewards[k], terminated[k], truncated[k]))
            if ended:
                rows[k].append(seen[k])
                ends += 1
    assert ends > count  # by time and by the condition
    for k in {0, 1, count - 1}:
        for mine, theirs in zip(rows[k], alone(task, 100 + k, acts[:, k]), strict=True):
            if isinstance(mine, tuple):
                np.testing.assert_array_equal(mine[0], theirs[0])
                assert mine[1:] == theirs[1:]
            else:
                np.testing.assert_array_equal(mine, theirs)


@pytest.mark.parametrize("name", pg.task_names())
def test_every_task_does_the_same_in_lanes_and_alone(name):
    envs, env = pg.VectorEnv(name, 9, threads=1), pg.Env(name)
    seen, _ = envs.reset(seed=3)
    mine, _ = env.reset(seed=3 + 8)
    np.testing.assert_array_equal(seen[8], mine)
    acts = np.random.default_rng(2).uniform(-1, 1, (4, 9, envs.single_action_space.shape[0]))
    for row in acts:
        seen, rewards, *_ = envs.step(row)
        mine, reward, *_ = env.step(row[8])
        np.testing.assert_array_equal(seen[8], mine)
        assert rewards[8] == reward


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_autoreset_is_that_of_gymnasium(mode):
    """Gymnasium's own vector of our single environments does the same, step by step."""
    task = pg.Task.read("cart-pole", episode="0.5 s")
    ours = pg.VectorEnv(task, 5, autoreset_mode=mode)
    theirs = gymnasium.vector.SyncVectorEnv([lambda: pg.Env(task)] * 5, autoreset_mode=mode)
    assert ours.metadata["autoreset_mode"] is theirs.metadata["autoreset_mode"] is mode
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    np.testing.assert_array_equal(ours.reset(seed=9)[0], theirs.reset(seed=9)[0])
    acts = np.random.default_rng(3).uniform(-1, 1, (70, 5, 1))
    ended = 0
    for row in acts:
        mine, others = ours.step(row), theirs.step(row)
        for a, b in zip(mine[:4], others[:4], strict=True):
            np.testing.assert_array_equal(a, b)
        assert mine[4].keys() == others[4].keys()
        _same_infos(mine[4], others[4])
        ended += int((mine[2] | mine[3]).sum())
    assert ended > 10


def _same_infos(mine, theirs):
    for key, value in theirs.items():
        if isinstance(value, dict):
            _same_infos(mine[key], value)
            continue
        for a, b in zip(mine[key], value, strict=True):
            np.testing.assert_array_equal(a, b)


def test_without_autoreset_those_that_ended_are_reset_by_a_mask():
    envs = pg.VectorEnv("cart-pole", 4, autoreset_mode=AutoresetMode.DISABLED)
    envs.reset(seed=1)
    acts = np.array([[0.0], [1.0], [0.0], [-1.0]])
    terminated = np.zeros(4, dtype=bool)
    while not terminated.any():
        seen, _, terminated, _, infos = envs.step(acts)
    assert set(np.flatnonzero(terminated)) <= {1, 3}
    assert set(infos["reason"][terminated]) == {"fallen"}
    with pytest.raises(PelagosError, match="has ended"):
        envs.step(acts)
    again, _ = envs.reset(options={"reset_mask": terminated})
    np.testing.assert_array_equal(again[~terminated], seen[~terminated])
    assert (np.abs(again[terminated, 2]) < 0.25).all()
    envs.step(acts)


def test_seeds_one_by_one():
    envs = pg.VectorEnv("cart-pole", 3)
    first, _ = envs.reset(seed=[7, 8, 9])
    same, _ = pg.VectorEnv("cart-pole", 3).reset(seed=7)
    np.testing.assert_array_equal(first, same)
    one, _ = envs.reset(seed=[None, 8, None], options={"reset_mask": np.array([False, True, True])})
    np.testing.assert_array_equal(one[:2], first[:2])
    assert not np.array_equal(one[2], first[2])
    with pytest.raises(PelagosError, match="reset_mask has the shape"):
        envs.reset(options={"reset_mask": [0, 1]})


def test_one_that_blows_up_ends_and_disturbs_no_other():
    burst = {
        "force": {"body": "cart", "direction": "x", "input": "where(fuse > 0.5, exp(1e5*t), 0)"}
    }
    more = {"parameters": {"fuse": 0}, "actuators": {"burst": burst}}
    task = pg.Task.read("cart-pole", actions={"fuse": [-1, 1]}, add=more, failure=-7)
    envs, calm = (pg.VectorEnv(task, 9, autoreset_mode="Disabled") for _ in range(2))
    for one in (envs, calm):
        one.reset(seed=1)
    wild = np.zeros((9, 1))
    wild[4] = 1.0
    for _ in range(50):
        seen, rewards, terminated, _, infos = envs.step(wild)
        quiet, same, *_ = calm.step(np.zeros((9, 1)))
        others = np.arange(9) != 4
        np.testing.assert_array_equal(seen[others], quiet[others])
        np.testing.assert_array_equal(rewards[others], same[others])
        assert np.isfinite(seen).all()
        if terminated.any():
            break
    assert np.flatnonzero(terminated).tolist() == [4]
    assert "became infinite" in infos["reason"][4]
    assert rewards[4] == -7.0


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        (np.zeros((3, 2)), r"shape \(3, 2\) where \(3, 1\) is expected\n    give a row .* drive"),
        (np.zeros(3), r"shape \(3,\) where"),
        ([[0], [np.nan], [0]], "drive of environment 1 is nan\n    give finite numbers"),
        ([[0], [0], [-np.inf]], "drive of environment 2 is -inf"),
        ([[0], [0], [1.5]], "drive of environment 2 is 1.5\n    give numbers from -1 to 1"),
    ],
)
def test_bad_actions_are_named(actions, said):
    envs = pg.VectorEnv("cart-pole", 3, out_of_bounds="refuse")
    envs.reset(seed=1)
    with pytest.raises(PelagosError, match=said):
        envs.step(actions)


def test_actions_beyond_bounds_are_clipped_if_the_task_says_so():
    one, other = (pg.Env("cart-pole") for _ in range(2))
    for env in (one, other):
        env.reset(seed=1)
    np.testing.assert_array_equal(one.step([7.0])[0], other.step([1.0])[0])


def test_vehicles_of_a_task_may_dock():
    """Those that touch are welded and keep their distance; the others go on as they were."""
    contact = {
        "when": {"distance": "starboard-joint", "below": "3 cm"},
        "dock": "starboard-joint",
        "capture": "here",
    }
    inactive = {"starboard-joint": {"weld": {"active": False}}}
    words = {
        "robot": "bluerov-pair",
        "add": {"constraints": inactive, "events": {"contact": contact}},
        "step": 0.05,
        "every": 0.1,
        "episode": 10,
        "actions": {"starboard": {"input": "starboard.thruster6", "bounds": [1300, 1700]}},
        "observations": {"gap": "distance[starboard-joint]", "closing": "speed[starboard-joint]"},
        "dtype": "float64",
        "reward": "-gap",
        "initial": {
            "q[starboard.hull.y]": {"grid": [0.44, 0.5]},
            "u[starboard.hull.v]": {"grid": [-0.1]},
        },
    }
    envs = pg.VectorEnv(words, 4, threads=1)
    seen, _ = envs.reset(seed=3)
    near = seen[:, 0] < 0.05
    assert near.any()
    assert not near.all()
    for _ in range(3):
        seen, _, terminated, _, _ = envs.step(np.zeros((4, 1)))
    assert not terminated.any()
    np.testing.assert_allclose(seen[near, 0], 0.03, atol=1e-6)
    np.testing.assert_allclose(seen[near, 1], 0.0, atol=1e-9)
    assert (seen[~near, 0] > 0.05).all()
    assert (np.abs(seen[~near, 1]) > 0.01).all()
