"""What all built-in robots do, as one number each: for comparing processes to the bit."""

from __future__ import annotations

import hashlib

import pelagos as pl
from pelagos.model import builtin_names

STEPS = 60  # of each run
RUNS = 3  # of each batch: in the last lanes nothing goes on


def digests() -> dict[str, str]:
    """Robot -> hash of the arrays and counts of a run by dopri5 and a batch by dop853."""
    found = {}
    words = {"max_steps": STEPS}
    for name in builtin_names():
        robot = pl.load(name)
        scenario = next(iter(robot.scenarios), None)
        runs = [pl.simulate(robot, scenario, integrator="dopri5", **words)]
        if not robot.has_events:
            batch = pl.simulate_batch(robot, scenario, n=RUNS, integrator="dop853", **words)
            runs += list(batch)
        digest = hashlib.sha256()
        for run in runs:
            digest.update(f"{run.outcome.steps} {run.outcome.evaluations}".encode())
            for variable, values in sorted(run.arrays.items()):
                digest.update(variable.encode() + values.tobytes())
        found[name] = digest.hexdigest()
    return found
