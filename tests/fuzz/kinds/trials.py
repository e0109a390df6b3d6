"""Folders of measured trials: tables and metadata damaged, mixed up or missing, then prepared."""

from __future__ import annotations

import math
import random
from pathlib import Path

import pelagos as pl
from pelagos.identify.trials.folder import read_trials
from pelagos.identify.trials.preparing import prepared_all
from tests.fuzz import damage
from tests.fuzz.kinds.tables import CELLS

ROBOT = {
    "name": "r",
    "gravity": [0, 0, -9.81],
    "water": {"density": 1000},
    "bodies": {
        "hull": {
            "joint": "free",
            "mass": 10,
            "inertia": [0.2, 0.2, 0.2],
            "buoyancy": {"volume": 0.0101, "at": [0, 0, 0.03]},
        },
        "link": {
            "parent": "hull",
            "joint": {"revolute": "y"},
            "mass": 1,
            "inertia": [0.1, 0.1, 0.1],
        },
    },
    "actuators": {"swing": {"motion": {"joint": "link", "input": 0}}},
}
HEADS = {
    "joint_states": "time_secs,swing_pos,spare_pos",
    "imu": "time_secs,x_ori,y_ori,z_ori,w_ori,x_angvel,y_angvel,z_angvel",
    "mocap": "time_secs,x_pose,y_pose,z_pose,x_ori,y_ori,z_ori,w_ori",
}
ODD = [*CELLS, "0", "1e9", "-1e9", "1e150", "1e-300", "1" * 400]


def prepare(folder: Path) -> pl.Robot:
    """The robot; sound files are fit for use."""
    robot = pl.Robot(**ROBOT)
    _write(folder, {kind: _rows(kind) for kind in HEADS})
    prepared_all(robot, read_trials(folder)[0], 0.1, "imu")
    return robot


def attempt(rng: random.Random, folder: Path, robot: pl.Robot) -> None:
    tables = {kind: _rows(kind) for kind in HEADS}
    kind = rng.choice(sorted(tables))
    for _ in range(rng.choice([0, 1, 3, 30])):
        row = rng.choice(tables[kind])
        row[rng.randrange(len(row))] = rng.choice(ODD)
    if rng.random() < 0.2:  # one column as a whole
        column, cell = rng.randrange(len(tables[kind][0])), rng.choice(ODD)
        for row in tables[kind][1:]:
            row[column] = cell
    if rng.random() < 0.1:
        tables[kind] = tables[rng.choice(sorted(tables))]
    if rng.random() < 0.1:
        del tables[kind][rng.randrange(len(tables[kind])) :]
    _write(folder, tables)
    files = sorted(folder.iterdir())
    chance = rng.random()
    if chance < 0.15:
        rng.choice(files).unlink()
    elif chance < 0.25:
        damage.odd_file(rng, rng.choice(files))
    elif chance < 0.4:
        file = rng.choice(files)
        file.write_text(damage.text(rng, file.read_text()), "utf-8", "surrogatepass")
    elif chance < 0.5:
        file = rng.choice(files)
        file.write_bytes(damage.octets(rng, file.read_bytes()))
    elif chance < 0.6:
        start = rng.choice([*damage.NUMBERS, *damage.TEXTS, *ODD])
        (folder / "one_metadata.yml").write_text(f"start_time: {start}", "utf-8", "replace")
    prepared_all(robot, read_trials(folder)[0], 0.1, rng.choice(["imu", "mocap"]))


def _rows(kind: str) -> list[list[str]]:
    """Six seconds of a vehicle that rolls while its arm swings."""
    rows = [HEADS[kind].split(",")]
    for k in range(120):
        t, roll = 0.05 * k, 0.1 * math.sin(0.05 * k)
        turn = [math.sin(roll / 2), 0, 0, math.cos(roll / 2)]
        more = {
            "joint_states": [0.5 * math.sin(t), 0.0],
            "imu": [*turn, 0.1 * math.cos(t), 0.0, 0.0],
            "mocap": [0.1, 0.2, 0.3 + 0.01 * t, *turn],
        }
        rows.append([f"{number:.6g}" for number in (t, *more[kind])])
    return rows


def _write(folder: Path, tables: dict[str, list[list[str]]]) -> None:
    for kind, rows in tables.items():
        text = "\n".join(",".join(row) for row in rows)
        (folder / f"one_{kind}.csv").write_text(text)
    (folder / "one_metadata.yml").write_text("start_time: 1.5\n")
