"""How fast, and compared with whom: `python -m benchmarks.throughput [--json FILE] [--table FILE]`.

Everything runs on one core in one process. Pelagos and its peers take turns; the best turn of each
counts. The work is equal: the same chain, the same states, the same number of evaluations or steps.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

import numpy as np

import pelagos as pl
from benchmarks import peers
from benchmarks.timing import Candidate, Row, as_json, best_of, machine, markdown
from pelagos.model import Robot

ROUNDS = 9
STATES = 2048
STEP = 1e-3


def chain(links: int) -> Robot:
    """The built-in chain20 with another number of links."""
    link = {"mass": 0.1, "shape": {"cylinder": {"radius": 0.01, "length": 0.1, "along": "z"}}}
    link["shape"]["at"] = [0, 0, -0.05]
    bodies = {"link1": {"joint": {"revolute": "x"}, **link}}
    for i in range(2, links + 1):
        joint = {"revolute": "xy"[(i + 1) % 2]}
        bodies[f"link{i}"] = {"parent": f"link{i - 1}", "at": [0, 0, -0.1], "joint": joint, **link}
    return Robot(name=f"chain of {links} links", bodies=bodies)


def states(robot: Robot, count: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Coordinates, speeds and efforts, one row per state."""
    rng = np.random.default_rng(20)
    n = len(robot.speeds)
    return rng.normal(size=(count, n)), rng.normal(size=(count, n)), rng.normal(size=(count, n))
