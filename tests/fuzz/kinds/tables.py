"""CSV: records, tables of signals, curves of thrusters, and logs of servos."""

from __future__ import annotations

import random
from pathlib import Path

import pelagos as pl
from pelagos import data
from pelagos.applications.servos import read_log
from tests.fuzz import damage

CELLS = ["", " ", "nan", "inf", "-inf", "1e400", "1e300", "-", "x", "1,5", '"', "1e-400", "0x10"]
MAP = {"channels": {"q.a": {"column": "x", "unit": "deg"}}, "time": {"unit": "ms", "offset": 1}}
ROBOT = {
    "name": "r",
    "bodies": {"a": {"joint": {"revolute": "y"}, "mass": 1, "inertia": [1, 1, 1]}},
    "actuators": {
        "m": {
            "motor": {
                "joint": "a",
                "input": {"table": {"file": "record.csv", "time": "time", "value": "x"}},
            }
        }
    },
}
SERVOS = "# t joint pulse asked reached\n" + "\n".join(
    f"{0.02 * k:g} {joint} {1500 + k} {k} {k}" for k in range(20) for joint in ("a", "b")
)


def prepare(folder: Path) -> None:
    """Nothing: all is written anew for each case."""


def attempt(rng: random.Random, folder: Path, prepared: None) -> None:
    place = folder / "record.csv"
    if rng.random() < 0.03:
        damage.odd_file(rng, place)
    elif rng.random() < 0.2:
        place.write_bytes(damage.file(rng, SERVOS, 0.4, 0.8))
        read_log(place)
        return
    else:
        place.write_bytes(damage.file(rng, record(rng), 0.4, 0.8))
    kind = rng.random()
    if kind < 0.3:
        data.read(place)
    elif kind < 0.6:
        data.read(place, MAP).without_outliers().resampled(0.01)
    elif kind < 0.7:
        data.table(place)
    elif kind < 0.8:
        read_log(place)
    else:
        kinds = rng.choice(["linear", "cubic", "hold"])
        table = {"file": "record.csv", "time": 0, "value": "x", "interpolation": kinds}
        motor = {"motor": {"joint": "a", "input": {"table": table}}}
        pl.Robot(**{**ROBOT, "actuators": {"m": motor}})


def record(rng: random.Random) -> str:
    """Numbers over time, some of the cells replaced."""
    rows = [["time", "x", "y"]]
    rows += [[f"{0.1 * k:g}", f"{k * k:g}", f"{-k:g}"] for k in range(rng.choice([0, 1, 2, 12]))]
    for _ in range(rng.randrange(6)):
        row = rng.choice(rows)
        row[rng.randrange(3)] = rng.choice(CELLS)
    return "\n".join(",".join(row) for row in rows)
