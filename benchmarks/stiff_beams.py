"""Beams of 50 segments at default settings: `python -m benchmarks.stiff_beams [--table FILE]`.

A steel ruler of one metre, let go from straight under its own weight, 2 s.
"""

from __future__ import annotations

from time import process_time
from typing import Any

import numpy as np

import pelagos as pl
from benchmarks.timing import machine, taken_with, write_table
from pelagos.cli.support.text import span

SECONDS = 2.0
RULER = {"E": 2e11, "G": 7.7e10, "section": {"rectangle": [0.03, 0.002]}, "density": 7850}
CASES: dict[str, dict[str, Any]] = {
    "bending in one plane, damping 1e-4 s": {"bending": "y", "damping": 1e-4},
    "bending in one plane, no damping": {"bending": "y"},
    "both planes and torsion, damping 1e-4 s": {"torsion": True, "damping": 1e-4},
    "both planes and torsion, damping 1e-6 s": {"torsion": True, "damping": 1e-6},
    "both planes and torsion, no damping": {"torsion": True},
}


def table(rounds: int) -> str:
    """One line per kind of beam; `off`: the tip at the end against a hundredfold tolerance."""
    lines = [
        taken_with(machine()),
        "",
        f"Processor time of {SECONDS:g} s, best of {rounds}.",
        "",
        "| 50 segments | time | steps | method | tip off |",
        "| --- | --- | --- | --- | --- |",
    ]
    pl.simulate("cantilever", duration=0.01)  # load, compile
    for name, words in CASES.items():
        beam = pl.beam(1.0, 50, **RULER, **words)
        spent = []
        for _ in range(rounds):
            begun = process_time()
            run = pl.simulate(beam, duration=SECONDS)
            spent.append(process_time() - begun)
        fine = pl.simulate(beam, duration=SECONDS, rtol=1e-8)
        off = float(np.abs(run.arrays["position"][-1, -1] - fine.arrays["position"][-1, -1]).max())
        method = "; ".join(["dopri5", *run.outcome.message.splitlines()])
        lines.append(
            f"| {name} | {span(min(spent))} | {run.outcome.steps} | {method} | {off:.0e} m |"
        )
        print(lines[-1], flush=True)
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    write_table(__doc__, table)
