"""Four formulations by size: `python -m benchmarks.formulations [--json FILE] [--table FILE]`.

Time per acceleration of chains of 2 to 200 bodies, one thread. Every turn has as many states as it
takes to make the fixed cost of a call from Python, which is listed by itself, a small share. Where
a formulation is dense its time grows with a power of the number of bodies; the powers are fitted.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

import pelagos as pl
from benchmarks.throughput import chain, random_states
from benchmarks.timing import Candidate, best_of, machine, taken_with
from pelagos.cli.support.text import span
from pelagos.programs.robot import FORMULATIONS
from pelagos.tape.machine.lanes import WIDTH

SIZES = (2, 5, 10, 20, 50, 100, 200)
FITTED_FROM = 20  # bodies: below, terms of lower order hide the growth
TURN = 0.03  # s that a turn should take: about a hundred times the cost of a call
MOST_STATES = 1 << 18
DOCKED = "udwadia-kalaba, docked"

Times = dict[str, dict[int, float]]
"""Seconds per acceleration, by candidate and number of bodies."""


def docked(bodies: int) -> pl.Robot:
    """A free body that carries the others in a row, each held by a fixed joint."""
    words = chain(bodies).to_dict()
    for name, body in words["bodies"].items():
        body["joint"] = "free" if name == "link1" else "fixed"
    return pl.Robot(name=f"{bodies} docked bodies", bodies=words["bodies"])


def candidates(bodies: int) -> dict[str, Candidate]:
    """One for each method on the hinged chain, and the docked chain."""
    hinged = chain(bodies)
    found = {method: candidate(hinged, method) for method in FORMULATIONS}
    return {**found, DOCKED: candidate(docked(bodies), "udwadia-kalaba")}


def candidate(robot: pl.Robot, method: str) -> Candidate:
    """With twice the states until a turn is long enough."""
    count = WIDTH
    while True:
        found = Candidate(evaluation(robot, method, count), count)
        found.work()
        start = process_time()
        found.work()
        if process_time() - start >= TURN or count >= MOST_STATES:
            return found
        count *= 2


def evaluation(robot: pl.Robot, method: str, count: int) -> Callable[[], np.ndarray]:
    """Accelerations in so many states: random angles and speeds, a free base where it starts."""
    angles, u, _ = random_states(robot, count)
    q = np.tile(robot.initial_state()[0], (count, 1))
    if q.shape == angles.shape:
        q = angles
    return lambda: pl.acceleration(robot, q, u, method=method)


def call_cost(rounds: int) -> float:
    """Seconds of a call from Python that has next to nothing to compute."""
    work = evaluation(chain(1), "newton-euler", WIDTH)
    return best_of({"call": Candidate(work, 1)}, 10 * rounds)["call"]


def measure(sizes: tuple[int, ...], rounds: int) -> Times:
    times: Times = {name: {} for name in (*FORMULATIONS, DOCKED)}
    for bodies in sizes:
        for name, seconds in best_of(candidates(bodies), rounds).items():
            times[name][bodies] = seconds
    return times


def exponent(times: dict[int, float]) -> float:
    """p of time ~ bodies^p, least squares of the logarithms, from FITTED_FROM bodies on."""
    sizes = [n for n in times if n >= FITTED_FROM]
    return float(np.polyfit(np.log(sizes), np.log([times[n] for n in sizes]), 1)[0])


def markdown(times: Times, call: float, environment: dict[str, Any]) -> str:
    """The table as it stands in the documentation."""
    lines = [taken_with(environment), ""]
    lines += ["| bodies | " + " | ".join(times) + " |", "| --- " * (len(times) + 1) + "|"]
    for bodies in next(iter(times.values())):
        cells = [span(column[bodies]) for column in times.values()]
        lines.append(f"| {bodies} | " + " | ".join(cells) + " |")
    powers = [f"{exponent(column):.2f}" for column in times.values()]
    lines.append(f"| exponent, from {FITTED_FROM} bodies | " + " | ".join(powers) + " |")
    lines += ["", f"A call from Python by itself: {span(call)}."]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the numbers here")
    parser.add_argument("--table", type=Path, metavar="FILE", help="also write the table here")
    parser.add_argument("--rounds", type=int, default=9, help="turns of each candidate")
    options = parser.parse_args()
    environment = machine()
    times, call = measure(SIZES, options.rounds), call_cost(options.rounds)
    table = markdown(times, call, environment)
    print(table, end="")
    if options.table:
        options.table.write_text(table)
    if options.json:
        rows = [
            {"name": name, "exponent": exponent(column), "seconds": column}
            for name, column in times.items()
        ]
        numbers = {"machine": environment, "call": call, "rows": rows}
        options.json.write_text(json.dumps(numbers, indent=2) + "\n")


if __name__ == "__main__":
    main()
