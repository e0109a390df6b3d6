"""Rewards, terms, memory, noise and measures: against numbers worked out otherwise."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
import pelagos.gym as pg
from pelagos.result.euler import rotate

CART = {
    "robot": "cart-pole",
    "step": 0.02,
    "every": 0.02,
    "episode": 2,
    "actions": {"drive": [-4, 10]},
    "observations": {"x": "q[cart]", "v": "u[cart]", "a": "q[pole]"},
    "reward": "x",
    "dtype": "float64",
    "initial": {"q[pole]": {"uniform": [-0.1, 0.1]}},
}


def test_actions_last_actions_and_memory():
    task = {
        **CART,
        "memory": {
            "steps": {"next": "steps + 1"},
            "before": {"start": 7, "next": "x"},
        },
        "terms": {"jerk": "action.drive - last.drive"},
        "observations": {
            "x": "q[cart]",
            "steps": "steps",
            "before": "before",
            "last": "last.drive",
        },
        "reward": "jerk",
    }
    envs = pg.VectorEnv(task, 3)
    seen, _ = envs.reset(seed=1)
    assert seen[:, 1:].tolist() == [[0, 7, 0]] * 3
    acts = np.random.default_rng(0).uniform(-1, 1, (5, 3, 1))
    # before the first action the input is 0, which is -3/7 between its bounds
    last, x = np.full(3, -3 / 7), seen[:, 0]
    for k, row in enumerate(acts):
        seen, rewards, *_ = envs.step(row)
        np.testing.assert_allclose(rewards, row[:, 0] - last, atol=1e-15)
        np.testing.assert_array_equal(seen[:, 1], k + 1)
        np.testing.assert_array_equal(seen[:, 2], x)
        np.testing.assert_allclose(seen[:, 3], last, atol=1e-15)
        last, x = row[:, 0], seen[:, 0]


def test_actions_are_scaled_to_their_bounds():
    env = pg.Env({**CART, "initial": {"q[pole]": {"grid": [0.1]}}})
    env.reset(seed=1)
    seen, *_ = env.step([0.5])
    session = pl.Session("cart-pole", inputs=["drive"], integrator="rk4", step=0.02, lands=True)
    session.set_state(q=[0.0, 0.1], u=[0.0, 0.0], time=0.0)
    session.set_input("drive", 6.5)  # 3 + 0.5 * 7
    session.advance(0.02)
    np.testing.assert_array_equal(seen, [session.q[0], session.u[0], session.q[1]])


def test_set_points_as_actions():
    """A controller inside steers to the set point that is the action."""
    hold = {"station": {"body": "hull", "rate": 20, "gains": {"surge": {"kp": 60, "kd": 60}}}}
    words = {
        "robot": "bluerov-heavy",
        "add": {"controllers": {"hold": hold}},
        "step": 0.05,
        "every": 0.1,
        "episode": 20,
        "actions": {"north": {"input": "hold.north", "bounds": [-2, 2]}},
        "observations": {"place": "north[hull]", "before": "last.north"},
        "reward": "action.north - last.north",
    }
    envs = pg.VectorEnv(words, 3)
    envs.reset(seed=1)
    acts = np.array([[0.5], [0.0], [-0.25]])
    _, rewards, *_ = envs.step(acts)
    np.testing.assert_allclose(rewards, acts[:, 0])  # nobody had set it before
    for _ in range(150):
        seen, rewards, *_ = envs.step(acts)
    np.testing.assert_allclose(seen[:, 0], 2 * acts[:, 0], atol=0.05)
    np.testing.assert_array_equal(rewards, 0.0)


def test_a_function_may_give_the_reward():
    named = {}

    def reward(seen):
        named.update(seen)
        return seen["x"] ** 2 + seen["action.drive"] + seen["twice"]

    words = {**CART, "terms": {"twice": "2*q[pole]"}, "reward": reward}
    envs = pg.VectorEnv(words, 4)
    envs.reset(seed=1)
    acts = np.array([[0.1], [0.2], [0.3], [0.4]])
    seen, rewards, *_ = envs.step(acts)
    np.testing.assert_allclose(rewards, seen[:, 0] ** 2 + acts[:, 0] + 2 * seen[:, 2], atol=1e-15)
    assert sorted(named) == ["a", "action.drive", "twice", "v", "x"]
    wrong = pg.Env({**CART, "reward": lambda seen: np.zeros(3)})
    wrong.reset(seed=1)
    with pytest.raises(pl.PelagosError, match=r"reward: the function gave the shape \(3,\)"):
        wrong.step([0.0])


def test_noise_is_normal_and_of_its_own():
    noisy = {name: {"value": "0*q[cart]", "noise": 0.5} for name in ("a", "b", "c")}
    words = {**CART, "observations": {"x": "q[cart]", **noisy}, "reward": "abs(a) + x"}
    envs = pg.VectorEnv(words, 2000, threads=1)
    first, _ = envs.reset(seed=0)
    second, rewards, *_ = envs.step(np.zeros((2000, 1)))
    both = np.concatenate([first[:, 1:], second[:, 1:]], axis=1)
    np.testing.assert_allclose(both.mean(axis=0), 0, atol=0.05)
    np.testing.assert_allclose(both.std(axis=0), 0.5, atol=0.03)
    np.testing.assert_allclose(np.corrcoef(both.T), np.eye(6), atol=0.08)
    np.testing.assert_array_equal(rewards, second[:, 0])  # of values without it
    assert np.mean(np.abs(both) < 0.5) == pytest.approx(0.6827, abs=0.01)


def test_measures_are_those_of_a_result():
    names = ["roll", "pitch", "heading", "surge", "sway", "heave", "depth", "north", "east"]
    names += ["roll_rate", "pitch_rate", "yaw_rate"]
    axes = [f"rot[hull.{a}{b}]" for a in "xyz" for b in "xyz"]
    words = [*(f"{name}[hull]" for name in names), *axes, "effort[thruster3]", "effort[thruster1]"]
    vec = pl.VecSession("bluerov-heavy", 9, inputs=["thruster1"], watch=words, threads=1)
    rng = np.random.default_rng(4)
    vec.reset(q=rng.normal(size=(9, 7)), u=rng.normal(size=(9, 6)))
    vec.step(np.arange(9.0)[:, None], 0.01)
    session = pl.Session("bluerov-heavy", inputs=["thruster1"], lands=True)
    for run in (0, 8):
        session.set_state(q=vec.q[run], u=vec.u[run], time=0.0)
        session.set_input("thruster1", float(run))
        facts, seen = session.observe(), dict(zip(words, vec.seen[run], strict=True))
        matrix = rotate(facts["orientation"][0], np.eye(3)).T  # columns: axes of the body
        found = np.array([[seen[f"rot[hull.{a}{b}]"] for b in "xyz"] for a in "xyz"])
        np.testing.assert_allclose(found, matrix, atol=1e-14)
        np.testing.assert_allclose(seen["heading[hull]"], np.arctan2(matrix[1, 0], matrix[0, 0]))
        np.testing.assert_allclose(seen["pitch[hull]"], np.arcsin(-matrix[2, 0]))
        np.testing.assert_allclose(seen["roll[hull]"], np.arctan2(matrix[2, 1], matrix[2, 2]))
        speeds = [seen[f"{name}[hull]"] for name in names[3:6]]
        np.testing.assert_allclose(speeds, matrix.T @ facts["velocity"][0], atol=1e-14)
        turns = [seen[f"{name}[hull]"] for name in names[9:]]
        np.testing.assert_allclose(turns, session.u[3:], atol=1e-14)
        place = [seen[f"{name}[hull]"] for name in ("north", "east", "depth")]
        np.testing.assert_allclose(place, facts["position"][0], atol=1e-14)
        assert seen["effort[thruster1]"] == run
        assert seen["effort[thruster3]"] == 0.0


def test_upside_down_worlds_have_their_own_east():
    """In a world with z up, east is along -y and depth along -z."""
    words = ["east[cart]", "depth[cart]", "north[cart]", "pitch[pole]"]
    vec = pl.VecSession("cart-pole", 2, watch=words)
    vec.reset(q=[[0.3, 0.2], [0.3, 0.2]])
    # the pole turns about y towards x, its bow down: a negative pitch
    np.testing.assert_allclose(vec.seen[0], [0.0, 0.0, 0.3, -0.2], atol=1e-15)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("heading[hul]", "there is no body 'hul'\n    did you mean hull"),
        ("rot[hull.xw]", "which axis of 'hull.xw' is meant"),
        ("effort[thruster9]", "no actuator with an effort 'thruster9'"),
        ("distance[dock]", "no constraint between two bodies 'dock'"),
        ("q[hull.a]", r"there is no q\[hull.a\]"),
        ("y[imu.a]", r"there is no y\[imu.a\]"),
    ],
)
def test_what_is_not_there_cannot_be_watched(text, said):
    with pytest.raises(pl.PelagosError, match=said):
        pl.VecSession("bluerov-heavy", 2, watch=[text])


def test_conditions_may_use_measures_but_no_efforts():
    robot = pl.load("bluerov-heavy").to_dict()
    inputs = {"thruster1": 2, "thruster2": -2, "thruster3": -2, "thruster4": 2}
    words = {**robot, "stop": {"when": "heading[hull] < -20 deg"}, "scenarios": {}}
    for name, push in inputs.items():
        words["actuators"][name]["thruster"]["input"] = push
    run = pl.simulate(pl.Robot(**words), duration=10)
    assert run.outcome.code == "stopped"
    _, _, _, qw, _, _, qz = run.arrays["q"][-1]
    assert 2 * np.arctan2(qz, qw) == pytest.approx(np.radians(-20), abs=1e-9)
    with pytest.raises(pl.ModelError, match="what an actuator does is known to what is watched"):
        pl.Robot(**{**robot, "stop": {"when": "effort[thruster1] > 1"}})
    with pytest.raises(pl.ModelError, match="there is no body 'hul'"):
        pl.Robot(**{**robot, "stop": {"when": "heading[hul] > 1"}})
    with pytest.raises(pl.ModelError, match="without gravity nothing says"):
        pl.Robot(**{**robot, "gravity": [0, 0, 0], "stop": {"when": "depth[hull] > 1"}})


def test_what_differs_in_the_pool_is_not_watched_as_if_it_did_not():
    vary = {"parameters.half": [0.5, 0.6]}
    with pytest.raises(pl.PelagosError, match="robots of the pool differ in a number"):
        pl.VecSession("cart-pole", 2, vary=vary, watch=["half*q[pole]"])
    gravity = {"gravity.1": [0.1, 0.3]}
    with pytest.raises(pl.PelagosError, match="robots of the pool differ in a number"):
        pl.VecSession("cart-pole", 2, vary=gravity, watch=["depth[cart]"])
    pl.VecSession("cart-pole", 2, vary=gravity, watch=["pos[cart.x]"])


def test_worlds_without_down_have_no_depth():
    still = pl.loads(
        "{name: box, gravity: [0, 0, 0], bodies: {box: {mass: 2, inertia: [1, 1, 1]}}}"
    )
    with pytest.raises(pl.PelagosError, match="without gravity nothing says what is down"):
        pl.VecSession(still, 2, watch=["depth[box]"])
