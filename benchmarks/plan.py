"""Costs and times of the example plans: `python -m benchmarks.plan`.

Each plan of `examples/plans` by `pl.plan`, and by an independent transcription: collocation in
CasADi with derivatives by CasADi (`benchmarks.plan_collocation`). Both use IPOPT.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from benchmarks.plan_collocation import EXAMPLES, PLANS, timed
from benchmarks.timing import machine, taken_with
from pelagos.planning import plan_file
from pelagos.shooting import Intervals

ALLOWED = 0.01  # relative difference of costs


def row(name: str) -> str:
    found = plan_file(PLANS / f"{name}.yaml")
    cost, seconds = timed(name)
    off = found.cost / cost - 1.0
    if not found.success or abs(off) > ALLOWED:
        raise SystemExit(f"{name}: {found.reason}, cost {found.cost:g}, by collocation {cost:g}")
    return (
        f"| {found.name} | {found.states.shape[1]} | {found.inputs.shape[1]} "
        f"| {len(found.times) - 1} | {found.cost:.5g} | {cost:.5g} | {100 * off:+.4f} % "
        f"| {found.iterations} | {found.seconds:.1f} s | {seconds:.1f} s | {found.error():.0e} |"
    )


def kernel() -> str:
    """Time of the shots of predictive control."""
    import time

    shots = Intervals("rov-arm", length=0.05, steps=6)
    count = 20
    states = np.tile(shots.start, (count, 1))
    given = 0.05 * np.arange(count), states, np.zeros((count, len(shots.inputs)))
    shots.linearized(*given)
    best = np.inf
    for _ in range(20):
        begun = time.perf_counter()
        shots.linearized(*given)
        best = min(best, time.perf_counter() - begun)
    return f"Ends and Jacobians of {count} intervals of rov-arm, 6 steps each: {1e3 * best:.1f} ms."


def table(names: list[str]) -> str:
    lines = [
        taken_with(machine()),
        "",
        "`cost`: of `pl.plan`, and of collocation in CasADi by hand. `run`: how far a run of the "
        "planned inputs, by the engine with rtol 1e-8, ends from the plan.",
        "",
        "| plan | states | inputs | intervals | cost | collocation | off | iterations | time "
        "| its time | run |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    return "\n".join([*lines, *map(row, names), "", kernel()]) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--table", type=Path, help="also write the table to this file")
    parser.add_argument("names", nargs="*", help="plans; default: all")
    chosen = parser.parse_args()
    text = table(chosen.names or list(EXAMPLES))
    print(text)
    if chosen.table:
        chosen.table.write_text(text)


if __name__ == "__main__":
    main()
