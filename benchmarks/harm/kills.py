"""Runs and sweeps that are killed and interrupted."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import pelagos as pl
from benchmarks.endurance import STUDY, WHEEL
from benchmarks.harm.tools import Found, Started, environment
from pelagos.language.yaml_text import write

KILLED_RUNS, INTERRUPTED_RUNS, KILLED_SWEEPS = 40, 20, 30


def killed_runs(count: int = KILLED_RUNS) -> Found:
    """SIGKILL within a second of writing; half of the runs stand beside an earlier result."""
    rng, failed, kept = random.Random(3), [], []
    pl.simulate("double-pendulum", duration=0.1)  # forks find the engine loaded
    for k in range(count):
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            if k % 2:
                pl.simulate("double-pendulum", duration=0.1, out=folder / "x.nc")
            process = Started(folder)
            time.sleep(rng.uniform(0, 1))
            process.end(signal.SIGKILL)
            try:
                run = pl.open(folder / ("x.part.nc" if k % 2 else "x.nc"))
                kept.append(len(run))
                np.testing.assert_array_equal(run.arrays["time"], 0.01 * np.arange(len(run)))
                assert np.isfinite(run.arrays["q"]).all()
                assert run.outcome.code == "interrupted"
                assert not k % 2 or pl.open(folder / "x.nc").outcome.finished
                pl.simulate("double-pendulum", duration=0.1, out=folder / "x.nc")
                assert not list(folder.glob(".x.nc*"))
            except (AssertionError, pl.PelagosError) as error:
                failed.append(f"run {k}: {error}")
    return count, failed, f"{min(kept):,} to {max(kept):,} samples kept"


def interrupted_runs(count: int = INTERRUPTED_RUNS) -> Found:
    """SIGINT within a second of writing: the file ends at the time that the message names."""
    rng, failed = random.Random(4), []
    pl.simulate("double-pendulum", duration=0.1)  # forks find the engine loaded
    for k in range(count):
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            process = Started(folder)
            time.sleep(rng.uniform(0, 1))
            code, said = process.end(signal.SIGINT)
            try:
                run = pl.open(folder / "x.nc")
                assert code == 130, said
                assert f"interrupted at t = {run.arrays['time'][-1]:.6g} s" in said, said
                np.testing.assert_array_equal(run.arrays["time"], 0.01 * np.arange(len(run)))
            except (AssertionError, pl.PelagosError) as error:
                failed.append(f"run {k}: {error}")
    return count, failed, "the file ends at the time named"


def killed_sweeps(count: int = KILLED_SWEEPS) -> Found:
    """Sweeps killed at random moments and resumed, until the last is whole."""
    words = STUDY | {"runs": 13 * count, "duration": 2, "every": 0.01, "step": 0.01}
    words |= {"histories": {"variables": ["q"]}}
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "wheel.yaml").write_text(write(WHEEL))
        (folder / "study.yaml").write_text(write(words))
        command = ["-m", "tests.study.killing", "study.yaml", "killed", str(count)]
        ended = subprocess.run(
            [sys.executable, *command],
            cwd=folder,
            env=environment(),
            capture_output=True,
            text=True,
            check=True,
        )
        facts = json.loads(ended.stdout)
        failed = [f"kill {k}: {n} runs lost" for k, n in enumerate(facts["lost"]) if n]
        failed += [f"kill {k}: {n} chunks again" for k, n in enumerate(facts["rewritten"]) if n]
        if _bytes(folder / "killed") != _bytes(folder / "whole"):
            failed.append("the results differ from those of a sweep that was left alone")
    return count, failed, "resumed, equal to the byte to a sweep that was left alone"


def _bytes(folder: Path) -> dict[str, bytes]:
    places = [*folder.glob("runs-*.npz"), *folder.glob("histories/*.npy")]
    return {str(place.relative_to(folder)): place.read_bytes() for place in places}
