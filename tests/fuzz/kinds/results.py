"""Result files: bytes damaged, headers and outcomes edited, arrays of other sizes."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path
from typing import Any

import h5py
import numpy as np

import pelagos as pl
from pelagos import data, result
from pelagos.result.schema import VARIABLES
from tests.fuzz import damage
from tests.swinging import swing

ROBOTS = ("double-pendulum", "rov-arm", "four-bar")


def prepare(folder: Path) -> tuple[list[Path], list[Any]]:
    """Short runs: of a chain, of a vehicle in water, of a loop, of sensors; and the words of their
    headers."""
    places = []
    for name, robot in (*((name, name) for name in ROBOTS), ("swing", swing())):
        paths = ["u[upper]"] if name == ROBOTS[0] else None
        words = {"duration": 0.2, "every": 0.02, "sensitivities": paths}
        pl.simulate(robot, out=folder / f"{name}.nc", **words)
        places.append(folder / f"{name}.nc")
    words = []
    for place in places:
        with h5py.File(place) as file:
            words.append({n: json.loads(file[f"pelagos/{n}"][()]) for n in ("header", "outcome")})
    return places, words


def attempt(rng: random.Random, folder: Path, sound: tuple[list[Path], list[Any]]) -> None:
    which = rng.randrange(len(sound[0]))
    place = folder / "run.nc"
    shutil.copy(sound[0][which], place)
    kind = rng.random()
    if kind < 0.02:
        damage.odd_file(rng, place)
    elif kind < 0.3:
        place.write_bytes(damage.octets(rng, place.read_bytes()))
    elif kind < 0.4:
        _edit_arrays(rng, place)
    else:
        _edit_words(rng, place, sound[1][which], sound[1])
    _look(rng, folder, result.open(place))


def _edit_words(rng: random.Random, place: Path, words: Any, others: list[Any]) -> None:
    name = rng.choice(["header", "header", "outcome"])
    damaged = damage.words(rng, words[name], [other[name] for other in others])
    text = json.dumps(damaged).encode()
    if rng.random() < 0.1:
        text = damage.octets(rng, text).replace(b"\0", b" ")
    with h5py.File(place, "r+") as file:
        del file[f"pelagos/{name}"]
        file[f"pelagos/{name}"] = np.bytes_(text or b" ")


def _edit_arrays(rng: random.Random, place: Path) -> None:
    with h5py.File(place, "r+") as file:
        own = [name for name in file if "." in name]  # of sensors
        own += [f"sensitivities/{name}" for name in file.get("sensitivities", ())]
        name = rng.choice([*VARIABLES, "n_valid", *own, *own])
        kind, shape = rng.randrange(5), file[name].shape
        del file[name]
        if kind == 0:
            file[name] = np.zeros(shape, dtype=rng.choice(["f4", "i8", "S5", ">f8"]))
        elif kind == 1:
            file[name] = rng.choice([-1, 0, 10**12, np.nan, 3.5])
        elif kind == 2 and shape and 0 not in shape:
            file.create_dataset(name, (10**12, *shape[1:]), dtype="<f8", chunks=(1, *shape[1:]))
        elif kind == 3:
            file[name] = np.full(shape, rng.choice([np.nan, np.inf, 1e300, 0]), dtype="<f8")


def _look(rng: random.Random, folder: Path, run: Any) -> None:
    """One of the ways to look at a result."""
    repr(run)
    repr(run.sensitivities)
    kind = rng.randrange(20)
    for sensor in run.sensors:
        repr(run.readings(sensor).lost)
    if run.sensors and kind % 4 == 0:
        run.to_csv(folder / "sensor.csv", [f"sensors.{run.sensors[0]}"])
        run.plot(folder / "sensor.svg", [f"sensors.{run.sensors[0]}"])
    if kind < 4:
        str(run.audit())
        run.peak_loads()
    elif kind < 8:
        str(run.dataset)
    elif kind < 10:
        run.to_csv(folder / "run.csv")
    elif kind < 12:
        repr(run.robot)
    elif kind < 15:
        data.read(run.path)
    elif kind < 16:
        run.save(folder / "again.nc")
    elif kind < 17:
        run.plot(folder / "run.svg")
    elif kind < 19:
        run.view(folder / "run.html")
    else:
        run.movie(folder / "run.png", size=(64, 64))
