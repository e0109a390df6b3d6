"""Dynamics of the planar 3-RPR in closed form: `python -m benchmarks.planar_3rpr [--table FILE]`.

Batches of random poses about the middle of the workspace, on one core, as `inverse_dynamics` and
`forward_dynamics` are called: checks and copies included.
"""

from __future__ import annotations

import numpy as np

from benchmarks.timing import Candidate, best_of, machine, taken_with, write_table
from pelagos.cli.support.text import span
from pelagos.mechanisms.planar_3rpr import Planar3RPR

BATCH = 100_000
LIMIT = 1e6  # evaluations per second and core that inverse dynamics must reach
LIMBS = ("telescope", "payout", "notes")


def candidates() -> dict[str, Candidate]:
    robot = Planar3RPR.builtin("small")
    rng = np.random.default_rng(7)
    X, V, A = rng.normal(scale=0.1, size=(3, BATCH, 3))
    found: dict[str, Candidate] = {}
    for limb in LIMBS:
        f = robot.inverse_dynamics(X, V, A, limb).f

        def inverse(limb: str = limb) -> None:
            robot.inverse_dynamics(X, V, A, limb)

        def forward(limb: str = limb, f: np.ndarray = f) -> None:
            robot.forward_dynamics(X, V, f, limb)

        found[f"inverse dynamics, {limb}"] = Candidate(inverse, BATCH)
        found[f"forward dynamics, {limb}"] = Candidate(forward, BATCH)

    def single() -> None:
        robot.inverse_dynamics(X[0], V[0], A[0])

    found["one state in plain Python"] = Candidate(single, 1)
    return found


def table(rounds: int) -> str:
    """The table in Markdown."""
    lines = [taken_with(machine()), ""]
    lines += [f"| planar 3-RPR, batches of {BATCH} | time each | per second and core |"]
    lines += ["| --- | --- | --- |"]
    for name, seconds in best_of(candidates(), rounds).items():
        rate = 1.0 / seconds
        missed = "" if rate >= LIMIT or "inverse" not in name else f" (below {LIMIT:g})"
        lines.append(f"| {name} | {span(seconds)} | {rate:.2g}{missed} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    write_table(__doc__.splitlines()[0], table)
