"""Rows of balls, each beside the next: `python -m benchmarks.contacts [--table FILE]`.

Counts the operations of all forces, and times a second of a row that is hit at its end.
"""

from __future__ import annotations

from time import process_time

import pelagos as pl
from benchmarks.timing import machine, taken_with, write_table
from pelagos.cli.support.text import span
from pelagos.equations.mechanism import given
from pelagos.mechanism.objects import mechanism_of
from pelagos.mechanism.robot import compile_robot
from pelagos.tape.numbers import Tape

COUNTS = (1, 10, 30, 100)
SECONDS = 1.0


def row(count: int) -> pl.Robot:
    """Balls in a row in no gravity, of which the first comes with 1 m/s."""
    names = [f"ball{k}" for k in range(count + 1)]
    start = {name: {"position": [0.21 * k, 0, 0]} for k, name in enumerate(names)}
    start["ball0"]["velocity"] = [1.0, 0, 0]
    pairs = enumerate(zip(names, names[1:], strict=False))
    return pl.Robot(
        name="row",
        gravity=[0, 0, 0],
        bodies={name: {"mass": 1, "shape": {"sphere": 0.1}} for name in names},
        initial=start,
        contacts={f"c{k}": {"of": a, "against": b, "friction": 0.3} for k, (a, b) in pairs},
    )


def operations(robot: pl.Robot) -> int:
    """Of a tape that holds all forces."""
    tape = Tape()
    q = [tape.input(label) for label in robot.coordinates]
    u = [tape.input(label) for label in robot.speeds]
    given(mechanism_of(compile_robot(robot)), 0.0, q, u)
    return len(tape)


def table(rounds: int) -> str:
    """One line per number of contacts; times per step, as the number of impacts grows as well."""
    lines = [
        taken_with(machine()),
        "",
        f"Processor time of {SECONDS:g} s, best of {rounds}.",
        "",
        "| contacts | operations | steps | time | per step and contact |",
        "| --- | --- | --- | --- | --- |",
    ]
    for count in COUNTS:
        robot = row(count)
        pl.simulate(robot, duration=0.01)  # compile
        spent = []
        for _ in range(rounds):
            begun = process_time()
            run = pl.simulate(robot, duration=SECONDS)
            spent.append(process_time() - begun)
        steps = run.outcome.steps
        each = min(spent) / steps / count
        cells = count, operations(robot), steps, span(min(spent)), span(each)
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    write_table(__doc__, table)
