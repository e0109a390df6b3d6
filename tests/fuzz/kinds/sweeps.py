"""Folders of sweeps: manifest, chunks and histories damaged, then read, exported, gone on with."""

from __future__ import annotations

import io
import json
import random
import shutil
from pathlib import Path
from typing import Any

import numpy as np

import pelagos as pl
from pelagos.language import yaml_text
from tests.fuzz import damage
from tests.fuzz.kinds.studies import STUDIES
from tests.study.conftest import WEIGHT


def prepare(folder: Path) -> tuple[list[Path], list[Any]]:
    """Sweeps with and without histories, a chunk of one of them missing."""
    (folder / "weight.yaml").write_text(WEIGHT)
    found = []
    for k, words in enumerate(STUDIES[:2]):
        words = {key: value for key, value in words.items() if key != "correlated"}
        (folder / f"{k}.yaml").write_text(yaml_text.write(words))
        pl.sweep(folder / f"{k}.yaml", folder / f"out{k}")
        found.append(folder / f"out{k}")
    return found, [json.loads((place / "study.json").read_text()) for place in found]


def attempt(rng: random.Random, folder: Path, sound: tuple[list[Path], list[Any]]) -> None:
    which = rng.randrange(len(sound[0]))
    place = folder / "out"
    shutil.copytree(sound[0][which], place)
    files = sorted(file for file in place.rglob("*") if file.is_file() and file.stat().st_size)
    manifest = place / "study.json"
    for _ in range(rng.randint(1, 2)):
        file = rng.choice([manifest, *files])
        if rng.random() < 0.05:
            damage.odd_file(rng, file)
            break
        if file == manifest and rng.random() < 0.8:
            words = damage.words(rng, sound[1][which], sound[1], 2)
            manifest.write_text(json.dumps(words), errors="surrogatepass")
        elif file.suffix == ".npz" and rng.random() < 0.6:
            file.write_bytes(_chunk(rng, file))
        else:
            file.write_bytes(damage.octets(rng, file.read_bytes()))
    _read(rng, folder, pl.open_study(place))


def _chunk(rng: random.Random, file: Path) -> bytes:
    """The arrays of a chunk, one of them another; of one that is damaged more of the same."""
    try:
        with np.load(file) as data:
            arrays = dict(data)
    except Exception:
        return damage.octets(rng, file.read_bytes())
    name = rng.choice(sorted(arrays))
    kind = rng.randrange(6)
    if kind == 0:
        del arrays[name]
    elif kind == 1:
        arrays[name] = np.atleast_1d(arrays[name])  # damaged before, maybe
        arrays[name] = arrays[name][: rng.randrange(len(arrays[name]) + 1)]
    elif kind == 2:
        arrays[name] = arrays[rng.choice(sorted(arrays))]
    elif kind == 3:
        arrays[name] = np.array(rng.choice([0, 1.5, "text", True, b"x"]))
    elif kind == 4:
        arrays[name] = np.zeros(arrays[name].shape, dtype=rng.choice(["S4", "U4", "c16", "i1"]))
    else:
        arrays["messages"] = np.frombuffer(
            json.dumps(damage.any_value(rng)).encode("utf-8", "replace"), dtype=np.uint8
        )
    stream = io.BytesIO()
    np.savez(stream, **arrays)
    return stream.getvalue()


def _read(rng: random.Random, folder: Path, study: Any) -> None:
    """One of the ways to look at a sweep."""
    kind = rng.randrange(12)
    if kind < 4:
        str(study.dataset)
        study.dataset.load()
    elif kind < 6:
        study.to_csv(folder / "out.csv")
    elif kind < 8:
        study.done()
        study.failed()
        study.failures()
        study.of_run(rng.randrange(8))
    elif kind < 9:
        study.to_parquet(folder / "out.parquet")
    elif kind < 10:
        study.rerun(rng.randrange(8))
    elif kind < 11:
        study.report(folder / "out.html")
    else:
        pl.sweep(
            study.study.words.model_dump(by_alias=True, exclude_none=True),
            folder / "out",
            resume=True,
        )
