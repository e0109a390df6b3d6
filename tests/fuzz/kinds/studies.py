"""Study files: read, and swept where they ask for a few short runs."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pelagos as pl
from pelagos.files import read_text
from pelagos.language import yaml_text
from pelagos.study.reading import Study
from tests.fuzz import damage
from tests.study.conftest import WEIGHT

SWEPT = 0.1  # of those that can be read
MOST_STEPS = 50_000  # of a run
FIT = {
    "parameters": {"mass": {"estimate": 5.0}, "drag": {"estimate": 40.0}},
    "covariance": [[0.1, 0.0], [0.0, 1.0]],
}
STUDIES: list[Any] = [
    {
        "name": "draws",
        "robot": "weight.yaml",
        "runs": 6,
        "seed": 3,
        "duration": 0.5,
        "sampling": "sobol",
        "factors": {"bodies.weight.mass": {"normal": [5, 1]}},
        "correlated": [
            {
                "paths": ["gravity.1", "gravity.2"],
                "mean": [0, -9.81],
                "covariance": [[4, 0.1], [0.1, 0.01]],
            },
            {
                "file": "fit.json",
                "paths": {"drag": "parameters.resistance"},
            },
        ],
        "initial": {"u[weight]": {"uniform": [0, 0.5]}},
        "metrics": {
            "speed": {"final": "u.weight"},
            "depth": {"max": "-position.weight.z"},
            "loss": {"integral": "sin(u.weight)^2 + t"},
            "near": {"when": "u.weight >= 0.5"},
            "settled": {"settling": {"quantity": "u[weight]", "band": 0.01}},
            "used": {"energy": "pull"},
            "twice": "2 * speed",
        },
    },
    {
        "robot": "weight.yaml",
        "rtol": 1e-6,
        "every": 0.1,
        "duration": "1 s",
        "set": {"bodies.weight.mass": 6},
        "factors": {
            "bodies.weight.mass": {"grid": [1, 2, "5000 g"]},
            "parameters.resistance": {
                "grid": {"from": 30, "to": 50, "count": 2, "spacing": "logarithmic"}
            },
        },
        "stop": {"deep": "pos[weight.z] < -1"},
        "metrics": {"mean": {"mean": "u.weight"}, "over": {"stopped": "deep"}},
        "histories": {
            "variables": ["q", "u"],
            "quantities": {"twice": "2 * u[weight]"},
            "every": 0.2,
        },
    },
    {
        "robot": "ellipsoid",
        "runs": 10,
        "sampling": "saltelli",
        "duration": 0.1,
        "attitude": ["hull"],
        "current": {"speed": {"uniform": [0, 0.3]}, "heading": {"uniform": [0, "90 deg"]}},
        "factors": {"water.density": {"triangular": [990, 1000, 1030]}},
        "metrics": {"x": {"final": "position.hull.x"}},
    },
]


def prepare(folder: Path) -> None:
    """Nothing, but the studies are sound."""
    (folder / "weight.yaml").write_text(WEIGHT)
    (folder / "fit.json").write_text(json.dumps(FIT))
    for k, words in enumerate(STUDIES):
        (folder / "study.yaml").write_text(yaml_text.write(words))
        pl.sweep(folder / "study.yaml", folder / f"out{k}")


def attempt(rng: random.Random, folder: Path, prepared: None) -> None:
    (folder / "weight.yaml").write_text(WEIGHT)
    (folder / "fit.json").write_text(json.dumps(damage.words(rng, FIT, [FIT], 1)))
    if rng.random() < 0.7:
        (folder / "fit.json").write_text(json.dumps(FIT))
    place = folder / "study.yaml"
    if rng.random() < 0.02:
        damage.odd_file(rng, place)
    else:
        damage.yaml_file(rng, place, rng.choice(STUDIES), STUDIES)
    study = Study.read(place)
    asked = study.words
    short = asked.count <= 20 and (asked.duration or study.resolved.duration) <= 5
    # what takes long because it was asked for is no failure
    coarse = all(x is None or x >= 1e-3 for x in (asked.step, asked.every))
    coarse = coarse and all(x is None or x >= 1e-9 for x in (asked.rtol, asked.atol))
    if short and coarse and rng.random() < SWEPT:
        _limit_steps(place)
        repr(pl.sweep(place, folder / "out").dataset)


def _limit_steps(place: Path) -> None:
    """A grain in syrup is stiff, and the millions of steps that runs may take last minutes."""
    words: Any = yaml_text.read(read_text(place), str(place)).data
    words["set"] = {**(words.get("set") or {}), "integrator.max_steps": MOST_STEPS}
    place.write_text(yaml_text.write(words))
