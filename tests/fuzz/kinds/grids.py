"""Height maps of contacts: Esri ASCII grids, and tables with coordinates."""

from __future__ import annotations

import random
from pathlib import Path

import pelagos as pl
from tests.fuzz import damage

CELLS = ["", "nan", "inf", "1e400", "1e300", "-9999", "x", "1,5", '"', "0x10", "-1", "1e9"]
HEAD = ["ncols 4", "nrows 3", "xllcorner 0", "yllcorner -1", "cellsize 0.5", "NODATA_value -9999"]
ROBOT = {
    "name": "r",
    "bodies": {"a": {"mass": 1, "shape": {"sphere": 0.1}}},
    "initial": {"a": {"position": [0.3, 0.2, 9]}},
}


def prepare(folder: Path) -> None:
    """Nothing: all is written anew for each case."""


def attempt(rng: random.Random, folder: Path, prepared: None) -> None:
    ending = rng.choice(["asc", "csv"])
    place = folder / f"map.{ending}"
    if rng.random() < 0.05:
        damage.odd_file(rng, place)
    else:
        place.write_bytes(
            damage.file(rng, _esri(rng) if ending == "asc" else _table(rng), 0.6, 0.85)
        )
    contact = {"of": "a", "height_map": {"file": place.name}, "friction": 0.5}
    robot = pl.Robot(**ROBOT, contacts={"c": contact})
    pl.Robot(**robot.to_dict())


def _esri(rng: random.Random) -> str:
    lines = [*HEAD, *("0 1 2 3" for _ in range(3))]
    for _ in range(rng.randrange(3)):
        place = rng.randrange(len(lines))
        words = lines[place].split()
        words[rng.randrange(len(words))] = rng.choice(CELLS)
        lines[place] = " ".join(words)
    return "\n".join(lines)


def _table(rng: random.Random) -> str:
    rows = [["", "0", "1", "2"], *([str(k), "0", "0.5", "1"] for k in range(4))]
    for _ in range(rng.randrange(3)):
        row = rng.choice(rows)
        row[rng.randrange(4)] = rng.choice(CELLS)
    return "\n".join(",".join(row) for row in rows)
