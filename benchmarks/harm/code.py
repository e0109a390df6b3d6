"""Compiled code that is damaged, or was put there by others."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.harm.planted import plant_and_load
from benchmarks.harm.tools import IS_ROOT, Found, environment
from pelagos.kernels import cache, library
from pelagos.native.objects import ObjectStore

FLIPS = 200  # single bits of the engine's code

USE = """
import json, pelagos as pl
run = pl.simulate("double-pendulum", duration=1)
run.movie("a.png", size=(160, 90))
print(json.dumps(run.arrays["q"][-1].tolist()))
"""


def damaged_code() -> Found:
    """Every file emptied, cut and flipped: used, it is made anew; and every flip is noticed."""
    tried, failed = 0, []
    with tempfile.TemporaryDirectory() as place:
        base = Path(place) / "cache"
        base.mkdir(mode=0o700)

        def used() -> str:
            ended = subprocess.run(
                [sys.executable, "-c", USE],
                cwd=place,
                env=environment(PELAGOS_CACHE_DIR=str(base)),
                capture_output=True,
                text=True,
            )
            return ended.stdout if ended.returncode == 0 else f"{ended.returncode} {ended.stderr}"

        library.loaded("march")
        source, here = cache.folder(), base / cache.KEY
        assert source is not None
        here.mkdir(mode=0o700)
        shutil.copy(source / "march.code", here)
        answer = used()  # with the code of renderer and robot beside that of the loops from now on
        whole = {file: file.read_bytes() for file in base.rglob("*.code")}
        rng = random.Random(6)
        for kind in ("emptied", "cut", "flipped"):
            for file, data in whole.items():
                file.write_bytes(_damaged(data, kind, rng))
            tried += len(whole)
            found = used()
            if found != answer:
                failed.append(f"{kind}: {found[-200:]}")
        flips = 0
        store = ObjectStore(here, cache.KEY)
        march = here / "march.code"
        data = march.read_bytes()
        for _ in range(FLIPS):
            flips += 1
            march.write_bytes(_damaged(data, "flipped", rng))
            if store.get("march") is not None:
                failed.append("a flipped bit of the engine's code was not noticed")
        march.write_bytes(data)
        if store.get("march") is None or used() != answer:
            failed.append("whole code was not used")
    return tried + flips, failed, f"{len(whole)} files three times, {flips} single bits"


def _damaged(data: bytes, kind: str, rng: random.Random) -> bytes:
    if kind == "emptied":
        return b""
    if kind == "cut":
        return data[: rng.randrange(1, len(data))]
    flipped = bytearray(data)
    flipped[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(flipped)


def planted_code() -> Found:
    """Code that others put where this user's is looked for: never loaded, and the test can tell."""
    found = plant_and_load()
    failed = [f"{place}: {what}" for place, what in found.items() if what != "left alone"]
    who = "two users" if IS_ROOT else "one user"
    return len(found), failed, f"of {who}: {', '.join(found)}"
