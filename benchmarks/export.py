"""Exported C against the engine: `python -m benchmarks.export [--table FILE]`.

Both take steps of Runge and Kutta's method of order 4 from the same start, and must end in the same
state. C is compiled by the system's compiler with -O2 and calls the C library's sine; the engine is
a session, whose loop is compiled, too, and whose sine is its own. Its time has the start of an
`advance` in it, which is spread over all steps.
"""

from __future__ import annotations

import ctypes
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import pelagos as pl
from benchmarks.timing import Candidate, best_of, machine, taken_with, write_table
from pelagos.exporters.c.source import c_source
from pelagos.exporters.compilers import compiler
from pelagos.exporters.opened import Opened, opened

ROBOTS = (
    ("double-pendulum", None),
    ("rov-arm", "current"),
    ("bluerov-heavy", "surge"),
    ("eel", "serpenoid"),
    ("four-bar", "driven"),
    ("stewart", "hold"),
)
STEP, STEPS = 1e-3, 500
DRIVER = """
void many(long count, double h, double *x)
{
    long k;
    for (k = 0; k < count; k++) NAME_step(k * h, h, x, NAME_inputs, &NAME_defaults);
}
"""


@dataclass(frozen=True)
class Measured:
    """One robot."""

    name: str
    operations: int  # of the rates
    size: int  # characters of C
    compiling: float  # s
    c: float  # s a step
    engine: float
    difference: float  # of the states at the end, relative


def library(robot: Opened, folder: Path) -> tuple[ctypes.CDLL, float, int, int]:
    """The compiled file with a loop over steps; seconds that this took, and its sizes."""
    written = c_source(robot)
    (folder / f"{written.name}.h").write_text(written.header)
    text = written.source + DRIVER.replace("NAME", written.name)
    (folder / "robot.c").write_text(text)
    one, begun = compiler(), process_time_of_children()
    one.run(["-std=c99", "-O2", "-shared", "-fPIC", "robot.c", "-o", "robot.so", "-lm"], folder)
    spent = process_time_of_children() - begun
    loaded = ctypes.CDLL(str(folder / "robot.so"))
    return loaded, spent, len(written.source), written.operations["rates"]


def process_time_of_children() -> float:
    """Of compilers that have ended."""
    times = os.times()
    return times.children_user + times.children_system


def measured(name: str, scenario: str | None, rounds: int) -> Measured:
    ready = opened(name, scenario, inputs=())
    start = np.array([state.value for state in ready.states])
    with tempfile.TemporaryDirectory() as folder:
        code, compiling, size, operations = library(ready, Path(folder))

        def by_c() -> np.ndarray:
            x = start.copy()
            pointer = x.ctypes.data_as(ctypes.POINTER(ctypes.c_double))
            code.many(ctypes.c_long(STEPS), ctypes.c_double(STEP), pointer)
            return x

        session = pl.Session(ready.robot, integrator="rk4", step=STEP)

        def by_engine() -> np.ndarray:
            session.reset()
            session.advance(STEPS * STEP)
            return np.concatenate([session.q, session.u, session.state])

        ends = by_c(), by_engine()
        free = [k for k in range(len(start)) if not _prescribed(ready, k)]
        difference = np.abs(ends[0] - ends[1])[free].max() / np.abs(ends[1])[free].max()
        times = best_of(
            {"c": Candidate(by_c, STEPS), "engine": Candidate(by_engine, STEPS)}, rounds
        )
    label = f"{name}, {scenario}" if scenario else name
    return Measured(
        label, operations, size, compiling, times["c"], times["engine"], float(difference)
    )


def _prescribed(robot: Opened, k: int) -> bool:
    """Whether a signal moves an element of the state: C leaves it where it was."""
    compiled = robot.compiled
    links = robot.engine.programs.trace().m.links if robot.is_driven else ()
    return any(
        k in range(link.q.start, link.q.stop) or k - compiled.nq in range(link.u.start, link.u.stop)
        for link in links
        if link.driven
    )


def table(rounds: int) -> str:
    rows = [measured(name, scenario, rounds) for name, scenario in ROBOTS]
    lines = [
        taken_with(machine()),
        "",
        "| robot | operations | C, kB | compiled in, s | C, µs a step | engine, µs a step | "
        "difference after 500 steps |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    lines += [
        f"| {r.name} | {r.operations:,} | {r.size / 1e3:.0f} | {r.compiling:.1f} | "
        f"{1e6 * r.c:.2f} | {1e6 * r.engine:.2f} | {r.difference:.0e} |"
        for r in rows
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    write_table("Exported C against the engine.", table)
