"""How often closed loops pass their singular positions: `python -m benchmarks.singular_positions`.

IFToMM A02 with 1 to 8 loops, ten passages in a run, by two methods and 25 tolerances. A run is good
if its error is below 5000 times its relative tolerance, stuck if it does not arrive.
"""

from __future__ import annotations

import numpy as np

import pelagos as pl
from pelagos.problems.rigid.n_four_bar import angle_of_parallelogram, linkage

LOOPS, METHODS = (1, 2, 3, 4, 5, 6, 8), ("dopri5", "dop853")
TOLERANCES = np.geomspace(1e-6, 1e-9, 25)
ALLOWED = 5e3


def main() -> None:
    counts = {"good": 0, "large error": 0, "stuck": 0}
    times = np.arange(0, 10.01, 0.25)
    for loops in LOOPS:
        robot, answer = linkage(loops), angle_of_parallelogram(loops, times)
        for method in METHODS:
            for rtol in TOLERANCES:
                words = {"integrator": method, "rtol": rtol, "atol": rtol / 100, "every": 0.25}
                run = pl.simulate(robot, max_steps=5000, **words)
                if not run.outcome.finished:
                    kind, said = "stuck", f"at {run.outcome.time:.2f} s"
                else:
                    error = np.abs(run.arrays["q"][:, 0] - answer).max()
                    kind = "good" if error < ALLOWED * rtol else "large error"
                    said = f"{error:.1e} rad"
                counts[kind] += 1
                if kind != "good":
                    print(f"N = {loops}, {method}, rtol {rtol:.1e}: {kind}, {said}")
    print(", ".join(f"{kind}: {number}" for kind, number in counts.items()))


if __name__ == "__main__":
    main()
