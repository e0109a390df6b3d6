"""Column maps, over a sound record."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from pelagos import data
from tests.fuzz import damage

HEADING = ("time_s", "q1", "tau", "x", "y", "z", "qw", "qx", "qy", "qz")
RECORD = "\n".join(
    [",".join(HEADING), *(",".join(f"{(k + 1) * t / 10:g}" for k in range(10)) for t in range(9))]
)
MAPS: list[Any] = [
    {"channels": {"q.upper": "q1", "u.upper": {"column": "tau", "unit": "deg/s"}}},
    {
        "time": {"column": "time_s", "unit": "s", "offset": "-3 s"},
        "channels": {
            "actuation.motor": {"column": "tau", "unit": "N m", "scale": -1, "offset": 0.02},
        },
        "markers": {
            "body": "hull",
            "position": ["x", "y", "z"],
            "quaternion": ["qw", "qx", "qy", "qz"],
            "arm": [0.1, 0, 0.05],
            "mounting": [1, 0, 0, 0],
        },
    },
    {
        "time": "time_s",
        "markers": {
            "body": "hull",
            "position": ["x", "y", "z"],
            "rpy": ["qx", "qy", "qz"],
            "unit": "deg",
        },
    },
]


def prepare(folder: Path) -> Path:
    place = folder / "record.csv"
    place.write_text(RECORD)
    return place


def attempt(rng: random.Random, folder: Path, record: Path) -> None:
    sound = rng.choice(MAPS)
    if rng.random() < 0.2:  # given in Python
        data.read(record, damage.words(rng, sound, MAPS))
        return
    place = folder / "map.yaml"
    if rng.random() < 0.02:
        damage.odd_file(rng, place)
    else:
        damage.yaml_file(rng, place, sound, MAPS)
    data.read(record, place)
