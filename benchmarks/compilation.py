"""How long robots of any size take to compile: `python -m benchmarks.compilation [--table FILE]`.

Each robot is compiled in a process of its own with an empty cache: the programs of a single run
(rates, what a result holds, and for closed loops the way back to them) with one lane, then those of
a batch with many. Processor time and the most memory that the process had.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from time import process_time
from typing import Any

import numpy as np

import pelagos as pl
from benchmarks.throughput import chain
from benchmarks.timing import machine, taken_with, write_table
from pelagos.march.engine import engine_of
from pelagos.tape.machine.lanes import WIDTH

SIZES = (1, 3, 10, 30, 100, 300)


def unlike(bodies: int) -> pl.Robot:
    """A tree in which no two bodies are alike: joints, places and masses are drawn."""
    rng = np.random.default_rng(bodies)
    words: dict[str, Any] = {}
    for i in range(bodies):
        axis = rng.normal(size=3)
        parent = f"b{rng.integers(max(0, i - 3), i)}" if i else "world"
        words[f"b{i}"] = {
            "parent": parent,
            "at": {"position": rng.normal(size=3).tolist(), "rpy": rng.normal(size=3).tolist()},
            "joint": {str(rng.choice(["revolute", "prismatic"])): axis.tolist(), "damping": 0.1},
            "mass": float(rng.uniform(0.5, 2.0)),
            "com": rng.normal(0.0, 0.1, 3).tolist(),
            "inertia": np.diag(rng.uniform(0.8, 1.0, 3)).tolist(),
        }
    return pl.Robot(name=f"{bodies} unlike bodies", bodies=words)


def loops(bodies: int) -> pl.Robot:
    """Four-bars of three bodies each, side by side."""
    link = {"mass": 1.0, "shape": {"capsule": {"radius": 0.02, "length": 1.0, "along": "z"}}}
    words: dict[str, Any] = {}
    constraints: dict[str, Any] = {}
    for k in range(max(1, bodies // 3)):
        y = 0.5 * k
        down, across = {"position": [0, 0, -1]}, {"revolute": "y"}
        words[f"crank{k}"] = {"at": [0, y, 0], "joint": across, **link}
        words[f"rod{k}"] = {"parent": f"crank{k}", "at": [0, 0, -0.5], "joint": across, **link}
        words[f"rocker{k}"] = {"parent": f"rod{k}", "at": down, "joint": across, **link}
        place = {"between": [f"rocker{k}", "world"], "at": [0, 0, -0.5], "axis": "y"}
        constraints[f"hinge{k}"] = {"hinge": place}
    return pl.Robot(name=f"{len(words)} bodies in loops", bodies=words, constraints=constraints)


KINDS: dict[str, Callable[[int], pl.Robot]] = {
    "a chain of equal links": chain,
    "a tree of unlike bodies": unlike,
    "four-bars": loops,
}


def compile_one(kind: str, size: int) -> dict[str, float]:
    """Seconds and megabytes of one robot, in this process."""
    robot = KINDS[kind](size)
    engine = engine_of(robot)
    begun = process_time()
    engine.model(1)
    engine.programs.native("observe", 1)
    single = process_time() - begun
    engine.model(WIDTH)
    batch = process_time() - begun - single
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"single": single, "batch": batch, "memory": memory}


def table(_rounds: int) -> str:
    lines = [
        taken_with(machine()),
        "",
        "| robot | bodies | a single run | a batch | memory |",
        "| --- | --- | --- | --- | --- |",
    ]
    for kind in KINDS:
        for size in SIZES:
            with tempfile.TemporaryDirectory() as cache:
                found = subprocess.run(
                    [sys.executable, "-m", "benchmarks.compilation", "--one", kind, str(size)],
                    env={**os.environ, "PELAGOS_CACHE_DIR": cache},
                    check=True,
                    capture_output=True,
                    text=True,
                )
            one = json.loads(found.stdout)
            lines.append(
                f"| {kind} | {size} | {one['single']:.2f} s | {one['batch']:.2f} s "
                f"| {one['memory']:.0f} MB |"
            )
            print(lines[-1], flush=True)
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        print(json.dumps(compile_one(sys.argv[2], int(sys.argv[3]))))
    else:
        write_table(__doc__, table)
