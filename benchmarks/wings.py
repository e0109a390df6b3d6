"""One second of the built-in wing: `python -m benchmarks.wings [--table FILE]`."""

from __future__ import annotations

from time import process_time
from typing import Any

import pelagos as pl
from benchmarks.timing import machine, taken_with, write_table
from pelagos.cli.support.text import span

CASES: dict[str, tuple[str, dict[str, Any]]] = {
    "60 m/s": ("60", {}),
    "100 m/s, fluttering": ("100", {}),
    "100 m/s, a wake of 20 chords": ("100", {"wings.plate.wake": 20}),
    "100 m/s, 6 by 12 panels": ("100", {"wings.plate.panels": {"chord": 6, "span": 3}}),
}


def table(rounds: int) -> str:
    """One line per case; an air step is a solution of the flow."""
    lines = [
        taken_with(machine()),
        "",
        f"Processor time of 1 s, best of {rounds}; 4 by 8 panels, a wake of 10 chords unless told.",
        "",
        "| wing | time | air steps | steps of the bodies |",
        "| --- | --- | --- | --- |",
    ]
    pl.simulate("wing", duration=1e-3)  # load, compile
    for name, (scenario, words) in CASES.items():
        spent = []
        for _ in range(rounds):
            begun = process_time()
            run = pl.simulate("wing", scenario, set=words)
            spent.append(process_time() - begun)
        wing, P = run.robot.wings["plate"], run.robot.parameters
        flows = int(P["V"] * wing.panels.chord / wing.chord)
        lines.append(f"| {name} | {span(min(spent))} | {flows} | {run.outcome.steps} |")
        print(lines[-1], flush=True)
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    write_table(__doc__, table)
