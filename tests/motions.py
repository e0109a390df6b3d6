"""What all built-in robots do in some steps, for comparing processes."""

from __future__ import annotations

import numpy as np

import pelagos as pl
from pelagos.model import builtin_names

STEPS = 60  # of each run
RUNS = 3  # of each batch: in the last lanes nothing goes on


def motions() -> dict[str, np.ndarray]:
    """Arrays and counts of a run by dopri5 and of a batch by dop853, per robot and variable."""
    found = {}
    for name in builtin_names():
        robot = pl.load(name)
        scenario = next(iter(robot.scenarios), None)
        runs = [pl.simulate(robot, scenario, integrator="dopri5", max_steps=STEPS)]
        if not robot.has_events:
            words = {"integrator": "dop853", "max_steps": STEPS}
            runs += list(pl.simulate_batch(robot, scenario, n=RUNS, **words))
        for k, run in enumerate(runs):
            found[f"{name} {k} counts"] = np.array([run.outcome.steps, run.outcome.evaluations])
            found |= {f"{name} {k} {variable}": v for variable, v in run.arrays.items()}
    return found
