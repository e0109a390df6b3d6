"""What all built-in robots do, as one number each: for comparing processes to the bit."""

from __future__ import annotations

import hashlib

import pelagos as pl
from pelagos.model import builtin_names

STEPS = 60  # of each run
RUNS = 3  # of each batch: in the last lanes nothing goes on


def digests() -> dict[str, str]:
    """Robot -> hash of the arrays and counts of a run and a batch, by an explicit integrator."""
    found = {}
    words = {"integrator": "dopri5", "max_steps": STEPS}
    for name in builtin_names():
        robot = pl.load(name)
        scenario = next(iter(robot.scenarios), None)
        runs = [pl.simulate(robot, scenario, **words)]
        if not robot.has_events:
            runs += list(pl.simulate_batch(robot, scenario, n=RUNS, threads=1, **words))
        digest = hashlib.sha256()
        for run in runs:
            digest.update(f"{run.outcome.steps} {run.outcome.evaluations}".encode())
            for variable, values in sorted(run.arrays.items()):
                digest.update(variable.encode() + values.tobytes())
        found[name] = digest.hexdigest()
    return found
