"""Predictive control of a vehicle whose arm moves: `python -m benchmarks.mpc [--table FILE]`.

The comparison of `examples/mpc_arm.py`, with all that a model may know of the arm, and with other
solvers of the quadratic programs. Ticks are by processor time, all work included, without the first
one; of the PID, which is compiled into the simulation, that of simulating a tick.
"""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

import numpy as np

from benchmarks.timing import machine, taken_with, write_table

sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))

import mpc_arm as compared

DURATION = 12.0  # s
ARMS = {
    "vehicle alone": None,
    "arm as at the start": "frozen",
    "motion that servos are told": "motions",
    "arm and its servos": "servos",
}
OTHERS = ("osqp", "qpoases")
HEAD = (
    "| controller | knows | states | steps | cost | off, mm | at most | turned, deg | at most | "
    "thrust, N | tick, ms | 99 % | at most |"
)


@contextlib.contextmanager
def quiet():
    """Without the banner that a solver prints on its own."""
    sys.stdout.flush()
    kept = os.dup(1)
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        try:
            yield
        finally:
            os.dup2(kept, 1)
            os.close(kept)


def line(kept: compared.Kept, knows: str, states: str, steps: str) -> str:
    cells = kept.row()
    most = f"{1e3 * kept.seconds.max():.2f}"
    return f"| {' | '.join([cells[0], knows, states, steps, *cells[1:], most])} |"


def planned(knows: str, arm: str | None, solver: str) -> str:
    with quiet():
        mpc = compared.controller(arm, solver=solver)
        kept = compared.kept_by_plans(f"MPC, {solver}", DURATION, mpc)
    unsolved = sum(tick.status != "solved" for tick in mpc.ticks)
    name = kept.name + (f", {unsolved} ticks not solved" if unsolved else "")
    told = line(kept, knows, str(mpc.model.states.size), str(mpc.model.steps))
    return told.replace(kept.name, name, 1)


def table(_rounds: int) -> str:
    pid = compared.kept_by_pid(DURATION)
    lines = [taken_with(machine()), "", HEAD, "|" + " --- |" * 13, line(pid, "its gains", "", "")]
    lines += [planned(knows, arm, "daqp") for knows, arm in ARMS.items()]
    lines += [planned("arm and its servos", "servos", solver) for solver in OTHERS]
    count = round(compared.RATE * compared.HORIZON)
    seconds = np.round(1e3 / compared.RATE)
    lines += [
        "",
        f"{count} intervals of {seconds:g} ms, eight inputs: {8 * count} variables. `states` are "
        "displacements and speeds of the model, `steps` those of Runge and Kutta in an interval. "
        f"Errors from {compared.SETTLED:g} s on, of {DURATION:g} s.",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    write_table("Predictive control of a vehicle whose arm moves.", table)
