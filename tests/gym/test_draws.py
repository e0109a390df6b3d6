"""What episodes draw: counted numbers, the same whoever else draws."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
import pelagos.gym as pg
from pelagos.gym.draws import (
    Ahead,
    TaskDraws,
    fractions,
    keeps_constraints,
    only_in_signals,
    words_of,
)
from pelagos.mathematics.randomness import threefry, uniforms

DRAWN = {
    "robot": "bluerov-heavy",
    "step": 0.05,
    "every": 0.1,
    "episode": 1,
    "actions": {"thruster1": [-1, 1]},
    "observations": {
        "place": "pos[hull.x]",
        "heading": "heading[hull]",
        "goal": "goal",
        "grid": "grid",
    },
    "reward": "0",
    "parameters": {"goal": {"uniform": [2, 4]}, "grid": {"grid": [1, 2, 5]}},
    "initial": {"q[hull.x]": {"normal": [1, 0.5]}, "u[hull.u]": {"triangular": [0, 1, 2]}},
    "rpy": {"hull": {"roll": 0.1, "pitch": -0.2, "yaw": {"uniform": [-3, 3]}}},
    "current": {"speed": {"uniform": [0.1, 0.3]}},
    "factors": {"bodies.hull.mass": {"uniform": [12, 15]}},
    "pool": 8,
    "dtype": "float64",
}


def test_bits_are_those_of_threefry():
    seeds = np.array([0, 3, 2**64 - 1], dtype=np.uint64)
    streams = np.array([1, 2**51 + 7], dtype=np.uint64)
    counters = np.array([0, 9, 2**40], dtype=np.uint64)
    found = words_of(seeds, streams, counters)
    for i, (seed, counter) in enumerate(zip(seeds.tolist(), counters.tolist(), strict=True)):
        for j, stream in enumerate(streams.tolist()):
            assert found[i, j] == threefry((seed, stream), (counter, 0))[0]
    assert fractions(found)[1, 0] == uniforms(3, 1, 9)[0]


def test_draws_do_not_depend_on_who_else_draws():
    draws = TaskDraws(pg.Task.of(DRAWN))
    seeds, numbers = np.arange(50, dtype=np.uint64), np.arange(50, dtype=np.uint64) % 7
    table = draws.episodes(seeds, numbers).table
    for k in (0, 13, 49):
        one = draws.episodes(seeds[k : k + 1], numbers[k : k + 1]).table
        np.testing.assert_array_equal(one[0], table[k])


def test_episodes_are_drawn_ahead_and_in_any_order():
    draws = TaskDraws(pg.Task.of(DRAWN))
    one, other = (Ahead(draws.episodes, 6) for _ in range(2))
    everyone = np.arange(6)
    for ahead in (one, other):
        ahead.seed(everyone, np.arange(6, dtype=np.uint64) + np.uint64(4))
    first = [one.take(everyone) for _ in range(3)]
    orders = ([5, 0], [5], [1, 2, 3, 4], [5, 4, 3, 2, 1, 0], [0, 1, 2, 3, 4])
    later: dict[int, list[np.ndarray]] = {k: [] for k in range(6)}
    for order in orders:
        for k, row in zip(order, other.take(np.array(order)), strict=True):
            later[k].append(row)
    for k, rows in later.items():
        np.testing.assert_array_equal(rows, [drawn[k] for drawn in first[: len(rows)]])


def test_distributions_reach_the_episode():
    envs = pg.VectorEnv(DRAWN, 4000, threads=1)
    seen, _ = envs.reset(seed=0)
    session = envs._crowd.session
    x, heading, goal, grid = seen.T
    assert x.mean() == pytest.approx(1, abs=0.04)
    assert x.std() == pytest.approx(0.5, abs=0.03)
    np.testing.assert_array_equal(x, session.q[:, 0])
    assert np.corrcoef(x, goal)[0, 1] == pytest.approx(0, abs=0.06)
    assert (goal.min(), goal.max()) == pytest.approx((2, 4), abs=0.01)
    assert [np.mean(grid == k) for k in (1, 2, 5)] == pytest.approx([1 / 3] * 3, abs=0.03)
    assert session.u[:, 0].mean() == pytest.approx(1, abs=0.03)
    assert (heading.min(), heading.max()) == pytest.approx((-3, 3), abs=0.02)


def test_attitudes_are_those_of_the_model():
    """rpy of a task turns a body as `initial` of a model does."""
    words = {**DRAWN, "rpy": {"hull": {"roll": 0.1, "pitch": -0.2, "yaw": 0.7}}}
    del words["factors"], words["current"]
    env = pg.Env(words)
    env.reset(seed=1)
    model = pl.load("bluerov-heavy").to_dict()
    turned = pl.Robot(**{**model, "initial": {"hull": {"rpy": [0.1, -0.2, 0.7]}}})
    found = env._crowd.session.q[0, 3:]
    np.testing.assert_allclose(found, turned.initial_state()[0][3:], atol=1e-15)


def test_currents_and_pools_move_the_vehicle():
    """A drifting vehicle takes the speed of the current that was drawn; those of one robot of the
    pool with the same state move alike."""
    adrift = {"bodies": {"hull": {"buoyancy": None}}, "gravity": [0, 0, 1e-9]}
    words = {**DRAWN, "episode": 100, "add": adrift}
    words["observations"] = {"u": "vel[hull.x]", "v": "vel[hull.y]"}
    words["observations"] |= {"cx": "current_x", "cy": "current_y"}
    envs = pg.VectorEnv(words, 16, threads=1)
    seen, _ = envs.reset(seed=2)
    assert (np.hypot(seen[:, 2], seen[:, 3]) > 0.1).all()
    for _ in range(600):
        seen, *_ = envs.step(np.zeros((16, 1)))
    np.testing.assert_allclose(seen[:, :2], seen[:, 2:], atol=0.06)


def test_what_is_added_may_use_the_current():
    """A force that is added follows the current that was drawn."""
    push = {"force": {"body": "hull", "direction": "x", "input": "100*current_x"}}
    words = {**DRAWN, "add": {"actuators": {"push": push}}}
    words["observations"] = {"cx": "current_x", "force": "effort[push]"}
    seen, _ = pg.VectorEnv(words, 4, threads=1).reset(seed=2)
    assert np.unique(seen[:, 0]).size == 4
    np.testing.assert_allclose(seen[:, 1], 100 * seen[:, 0], rtol=1e-14)


def test_parameters_that_do_more_than_signals_go_to_the_pool():
    robot = pl.load("remus100")
    assert only_in_signals(robot, "thrust", [1.0, 3.0])
    assert not only_in_signals(robot, "weight", [290.0, 300.0])  # is the mass, too
    assert not only_in_signals(robot, "most", [0.1, 0.2])  # is the limit of a fin
    words = {
        **DRAWN, "robot": "remus100", "actions": {"propeller": [0, 1]}, "pool": 2,
        "factors": {
            "parameters.torque": {"uniform": [-1, 0]}, "parameters.weight": {"uniform": [295, 300]}
        },
    }  # fmt: skip
    draws = TaskDraws(pg.Task.of(words))
    assert list(draws.pool) == ["parameters.weight"]
    assert "torque" in draws.columns


def test_when_constraints_need_closing():
    pair = pl.load("bluerov-pair")
    assert not keeps_constraints(pair, ["q[starboard.hull.x]"])
    freed = pair.with_values({"constraints.starboard-joint.weld.active": False})
    assert keeps_constraints(freed, ["q[starboard.hull.x]", "u[starboard.hull.r]"])
    assert not keeps_constraints(freed, ["q[port.hull.x]"])
    assert not keeps_constraints(pl.load("four-bar"), [f"q[{pl.load('four-bar').coordinates[0]}]"])
