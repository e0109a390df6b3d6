"""Task files: refused with file, line, key and remedy; baselines; the command; the adapter."""

from __future__ import annotations

import importlib
import json
import re
import sys
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import pelagos as pl
import pelagos.gym as pg
from pelagos.cli.main import cli, main
from pelagos.files import read_text
from pelagos.gym.words import TaskWords

# mean returns over 1000 episodes, as `python -m benchmarks.environments --baselines` tabulates
# them, and how far those of fewer may be off
RETURNS = {
    "bluerov-station": (360, 12),
    "cart-pole": (500, 0),
    "docking": (43, 2),
    "eel-swim": (53.5, 2),
    "remus-course": (37.2, 0.8),
    "rov-arm-reach": (307, 14),
}
SOUND = """\
robot: cart-pole
every: 0.02
step: 0.02
episode: 1 s
actions:
  drive: [-10, 10]
observations:
  angle: {value: "q[pole]", scale: 12 deg}
reward: "1 - abs(angle)"
terminate: {fallen: "abs(angle) > 0.2"}
"""


@pytest.mark.parametrize("name", pg.task_names())
def test_baselines_reach_their_returns(name):
    task = pg.Task.read(name)
    found = pg.evaluate(task, pg.Baseline(task), 24 if name == "eel-swim" else 48, seed=1)
    mean, off = RETURNS[name]
    assert found.mean == pytest.approx(mean, abs=off)
    if name == "docking":
        assert found.reasons == {"docked": 48}
    if name == "remus-course":
        assert found.reasons == {"arrived": 48}


MORE = "terminate:"  # before which a line is put
BAD = [
    ("every: 0.02", "every: 1e-300",
     ("task.yaml:4: episode: an episode has 1e+300 actions", "make it shorter")),
    ('robot: cart-pole', 'robot: cart-pol',
     ('task.yaml:1: robot: there is no such robot', 'did you mean cart-pole')),
    ('episode: 1 s', 'episode: 1.01 s',
     ('task.yaml:4: episode: an episode has 50.5 actions', 'a multiple of 0.02 s')),
    ('drive: [-10, 10]', 'drife: [-10, 10]',
     ('task.yaml:6: actions.drife: there is no such actuator', 'did you mean drive')),
    ('[-10, 10]', '[10, -10]',
     ('task.yaml:6: actions.drive.bounds: the bounds do not increase', '[low, high]')),
    ('"q[pole]"', '"q[pol]"',
     ('task.yaml:8: observations.angle: there is no q[pol]', 'did you mean pole')),
    ('"1 - abs(angle)"', '"1 - abs(angel)"',
     ("task.yaml:9: reward: unknown name 'angel'", 'did you mean angle')),
    ('reward: "1 - abs(angle)"\n', '',
     ('task.yaml:1: nothing gives a reward', 'add reward')),
    ('fallen:', 'half: 1',
     ('terminate',)),
    ('reward:', 'rewart:',
     ('task.yaml:9: rewart: unknown key', 'did you mean reward')),
    ('every: 0.02\n', '',
     ('task.yaml:1: every: this key is required', 'add every')),
    (MORE, "initial: {'q[pale]': {uniform: [0, 1]}}",
     ('task.yaml:10: initial.q[pale]: the state has no such element',)),
    (MORE, 'factors: {bodies.cart.mas: {uniform: [1, 2]}}',
     ('task.yaml:10: factors.bodies.cart.mas',)),
    (MORE, 'rpy: {cart: {yaw: 1}}',
     ('task.yaml:10: rpy.cart: no free or spherical body',)),
    (MORE, 'current: {speed: {uniform: [0, 1]}}',
     ('current: the robot is not in water',)),
    (MORE, 'add: {bodies: {cart: {mass: -1}}}',
     ('task.yaml:10: add.bodies.cart.mass',)),
    (MORE, 'set: {bodies.cart.mass: heavy}',
     ('task.yaml:10: set.bodies.cart.mass',)),
    (MORE, "memory: {pole: {next: 1}, half: {next: '0'}}",
     ('text is needed',)),
    (MORE, "memory: {half: {next: '0'}}",
     ('memory.half: half is a parameter of the robot already', 'another name')),
    (MORE, "terms: {a b: '1'}",
     ('terms.a b: a name in expressions is written otherwise',)),
    (MORE, 'scenario: jump',
     ('scenario: there is no such scenario',)),
    (MORE, 'integrator: rk5',
     ('integrator: there is no such one', 'rk4')),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "said"), BAD)
def test_bad_files_are_refused(tmp_path, old, new, said):
    place = tmp_path / "task.yaml"
    assert old in SOUND
    place.write_text(SOUND.replace(old, f"{new}\n{old}" if old is MORE else new))
    with pytest.raises(pl.PelagosError) as error:
        pg.Task.read(place)
    for part in said:
        assert part in str(error.value)


def test_all_problems_at_once(tmp_path):
    place = tmp_path / "task.yaml"
    place.write_text(SOUND.replace("q[pole]", "q[pol]").replace("abs(angle) >", "ab(angle) >"))
    with pytest.raises(pl.ModelError, match="2 problems"):
        pg.Task.read(place)


def test_words_may_be_changed(tmp_path):
    place = tmp_path / "task.yaml"
    place.write_text(SOUND)
    task = pg.Task.read(place, episode=2, actions={"push": [-1, 1]})
    assert task.words.steps == 100
    assert task.words.inputs == ("push",)
    again = pg.Task.read(task, every="0.1 s")
    assert again.words.steps == 20
    assert again.words.observations["angle"].scale == pytest.approx(np.radians(12))
    with pytest.raises(pl.ModelError, match="an expression and a function"):
        pg.Task.of({**read_words(place)}, reward=lambda seen: 0)


def read_words(place):
    from pelagos.language import yaml_text

    return yaml_text.read(read_text(place), str(place)).data


def test_the_how_to_page(tmp_path, capsys):
    """Its task can be read and its Python runs, but for what needs other packages."""
    page = read_text(Path(__file__).parents[2] / "docs/how-to/gym.md")
    *_, task = re.findall(r"```yml\n(.*?)```", page, re.DOTALL)
    (tmp_path / "balance.yaml").write_text(task)
    env = pg.Env(tmp_path / "balance.yaml")
    assert env.reset(seed=1)[0].shape == (5,)
    assert not env.step([0.0])[2]
    names: dict = {}
    for text in re.findall(r"```python\n(.*?)```", page, re.DOTALL):
        if "stable_baselines3" not in text:
            exec(compile(text, "gym.md", "exec"), names)
    assert "docked" in capsys.readouterr().out
    for task in pg.task_names():
        assert f"`{task}`" in page
    for name in pg.ENVIRONMENTS:
        assert f"`{name}`" in page
    for word in set(TaskWords.model_fields) - {"name", "description"}:
        assert re.search(rf"`{word}\b", page), word


def test_the_command(tmp_path):
    run = CliRunner()
    listed = run.invoke(cli, ["task", "list", "--json"])
    assert [one["name"] for one in json.loads(listed.output)] == sorted(pg.task_names())
    assert 'gymnasium.make("pelagos/EelSwim-v0")' in run.invoke(cli, ["task", "list"]).output
    shown = run.invoke(cli, ["task", "show", "bluerov-station"]).output
    assert "thruster8" in shown
    assert "ends when    lost: off > 5" in shown
    found = run.invoke(cli, ["task", "run", "cart-pole", "--episodes", "8", "--json"])
    assert json.loads(found.output)["mean"] == 500.0
    told = run.invoke(cli, ["task", "run", "cart-pole", "--episodes", "8", "--policy", "zero"])
    assert "8  fallen" in told.output
    with pytest.raises(SystemExit) as exit:
        main(["task", "run", "cart-pole", "--movie", str(tmp_path / "a.png")])
    assert exit.value.code == 2


@pytest.mark.slow
def test_a_movie_of_an_episode(tmp_path):
    pytest.importorskip("av")
    place = tmp_path / "pole.gif"
    found = CliRunner().invoke(
        cli,
        ["task", "run", "cart-pole", "--episodes", "1", "--policy", "zero", "--movie", str(place)],
    )
    assert found.exit_code == 0
    assert place.stat().st_size > 1000


def test_stable_baselines():
    pytest.importorskip("stable_baselines3")
    from pelagos.gym.stable import stable_env

    env, plain = stable_env("cart-pole", 4), pg.VectorEnv("cart-pole", 4, autoreset_mode="SameStep")
    env.seed(3)
    np.testing.assert_array_equal(env.reset(), plain.reset(seed=3)[0])
    for _ in range(40):
        seen, rewards, dones, infos = env.step(np.ones((4, 1)))
        other = plain.step(np.ones((4, 1)))
        np.testing.assert_array_equal(seen, other[0])
        np.testing.assert_array_equal(dones, other[2] | other[3])
        assert rewards.dtype == np.float32
        for k in np.flatnonzero(dones):
            np.testing.assert_array_equal(
                infos[k]["terminal_observation"], other[4]["final_obs"][k]
            )
            assert infos[k]["TimeLimit.truncated"] is False


def test_stable_baselines_is_named_where_it_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "stable_baselines3.common.vec_env", None)
    monkeypatch.delitem(sys.modules, "pelagos.gym.stable", raising=False)
    with pytest.raises(pl.PelagosError, match="pip install stable-baselines3"):
        importlib.import_module("pelagos.gym.stable")
