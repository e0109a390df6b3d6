"""Task files: read, and acted in for a few steps where they are small."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np

import pelagos.gym as pg
from pelagos.language import yaml_text
from tests.fuzz import damage

ACTED = 0.5  # of those that can be read
TASKS: list[Any] = [
    {
        "name": "swing",
        "robot": "cart-pole",
        "step": "20 ms",
        "every": 0.02,
        "episode": "0.2 s",
        "actions": {"drive": [-10, 10], "shove": {"input": "push", "bounds": [0, 1]}},
        "out_of_bounds": "refuse",
        "parameters": {"goal": {"uniform": [-1, 1]}, "kind": {"grid": [1, 2, 3]}},
        "terms": {"off": "q[cart] - goal", "leaning": "abs(q[pole])"},
        "memory": {"sum": {"start": {"normal": [0, 1]}, "next": "0.9*sum + off"}},
        "observations": {
            "off": {"value": "off", "scale": "50 cm", "bounds": [-10, 10], "noise": 0.1},
            "angle": "q[pole]",
            "sum": {"value": "sum", "bounds": [-5, 5]},
            "before": "last.drive",
        },
        "dtype": "float64",
        "reward": "1 - off^2 - 0.1*(action.drive - last.drive)^2 - 10*fallen",
        "terminate": {"fallen": "leaning > 12 deg", "away": "abs(off) > 3"},
        "failure": -1,
        "initial": {"q[pole]": {"uniform": [-0.1, 0.1]}, "u[cart]": {"normal": [0, 1]}},
        "factors": {"bodies.cart.mass": {"triangular": [1.1, 1.2, 1.5]}},
        "pool": 3,
    },
    {
        "robot": "ellipsoid",
        "add": {
            "parameters": {"thrust": 0},
            "actuators": {"push": {"force": {"body": "hull", "direction": "x", "input": "thrust"}}},
        },
        "set": {"bodies.hull.color": "red"},
        "step": 0.05,
        "every": 0.05,
        "episode": 0.5,
        "actions": {"push": {"input": "thrust", "bounds": [-1, 1]}},
        "observations": {"way": "north[hull]", "up": "rot[hull.zz]", "force": "effort[push]"},
        "reward": "surge[hull] - abs(heading[hull])",
        "terminate": "depth[hull] > 100",
        "attitude": ["hull"],
        "current": {"speed": {"uniform": [0, 0.3]}, "heading": {"uniform": [0, "90 deg"]}},
        "camera": "orbit",
    },
]


def prepare(folder: Path) -> None:
    """Nothing, but the tasks are sound."""
    for words in TASKS:
        place = folder / "task.yaml"
        place.write_text(yaml_text.write(words))
        _act(pg.Task.read(place), 0)


def attempt(rng: random.Random, folder: Path, prepared: None) -> None:
    place = folder / "task.yaml"
    if rng.random() < 0.02:
        damage.odd_file(rng, place)
    else:
        damage.yaml_file(rng, place, rng.choice(TASKS), TASKS)
    task = pg.Task.read(place)
    words = task.words
    # what takes long because it was asked for is no failure
    short = words.step is not None and words.every / words.step <= 20 and words.pool <= 100
    if short and words.integrator == "rk4" and rng.random() < ACTED:
        _act(task, rng.randrange(1000))


def _act(task: pg.Task, seed: int) -> None:
    """A few steps of a few environments: whatever agents see lies within their space."""
    envs = pg.VectorEnv(task, 2, threads=1)
    seen, _ = envs.reset(seed=seed)
    for _ in range(3):
        assert envs.observation_space.contains(seen) or not np.isfinite(seen).all()
        seen, *_ = envs.step(np.zeros(envs.action_space.shape))
