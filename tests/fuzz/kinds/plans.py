"""Plan files: read, and sought for an iteration or two where they are small."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from pelagos.language import yaml_text
from pelagos.language.scope import Scope
from pelagos.planning.plan import planned
from pelagos.planning.reading import read_plan
from pelagos.planning.request import request_of
from pelagos.planning.words import PlanWords
from tests.fuzz import damage

SOUGHT = 0.3  # of those that can be read
PLANS: list[Any] = [
    {
        "name": "swing-up",
        "robot": "cart-pole",
        "duration": "1 s",
        "intervals": 4,
        "steps": 2,
        "inputs": ["drive"],
        "start": {"q[pole]": "180 deg"},
        "end": {"q[cart]": 0, "q[pole]": 0, "u[pole]": [-0.1, None]},
        "bounds": {"q[cart]": [-2, 2], "pos[pole.x]": [None, 3]},
        "cost": {"effort": 1},
        "guess": {"q[pole]": [3.14, 2, 0], "drive": [0, 1]},
    },
    {
        "description": "all terms of a cost",
        "robot": "cart-pole",
        "set": {"bodies.cart.mass": "1.5 kg"},
        "begin": 0.1,
        "duration": [0.5, "1 s"],
        "intervals": 3,
        "steps": 1,
        "integrator": "dopri5",
        "inputs": {"drive": [-5, 5], "push": None},
        "parameters": {"bodies.pole.mass": [0.05, 0.5]},
        "periodic": ["u[cart]"],
        "cost": {
            "effort": {"drive": 0.1, "push": 2},
            "time": 1,
            "track": {"pos[pole.z]": {"to": 1, "weight": 5}, "q[cart]": 2},
            "final": {"u[pole]": 3},
            "integral": "0.1*effort[drive]^2 + input.push^2",
            "end": "sin(q[pole])^2 + t",
        },
        "guess": "run",
        "solver": "scipy",
        "tolerance": 1e-4,
        "max_iterations": 5,
    },
]


def prepare(folder: Path) -> None:
    """Nothing, but the plans are sound."""
    place = folder / "plan.yaml"
    for words in PLANS:
        place.write_text(yaml_text.write(words))
        _sought(*read_plan(place, {}))


def attempt(rng: random.Random, folder: Path, prepared: None) -> None:
    place = folder / "plan.yaml"
    if rng.random() < 0.02:
        damage.odd_file(rng, place)
    else:
        damage.yaml_file(rng, place, rng.choice(PLANS), PLANS)
    robot, words, scope = read_plan(place, {})
    # what takes long because it was asked for is no failure
    small = words.intervals <= 10 and words.steps <= 10 and words.begin <= 1
    if small and words.duration[1] <= 5 and rng.random() < SOUGHT:
        _sought(robot, words, scope)
    else:
        request_of(robot, words, scope, None)


def _sought(robot: Any, words: PlanWords, scope: Scope) -> None:
    short = words.model_copy(update={"max_iterations": 2})
    repr(planned(robot, short, scope, None).to_dict())
