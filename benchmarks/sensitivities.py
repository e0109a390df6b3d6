"""What derivatives of runs cost on one core: `python -m benchmarks.sensitivities`.

Forward: tangents beside the run, by processor time of one direction over that of the march alone.
Backward: the discrete adjoint of a cost at the end by all drag coefficients at once. Memory: the
largest of a process that goes back over a million steps.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import pelagos as pl
from benchmarks.timing import machine, print_table, taken_with
from pelagos.language.parser import parse
from pelagos.march.variational.adjoint import Adjoint, steps_taken
from pelagos.march.variational.forward import Tangents
from pelagos.run.directions import directions_of
from pelagos.run.request import Request
from pelagos.run.sensitivities import with_smooth_steps

CASES = (
    ("eel", "serpenoid", "q[tail.x]", [f"bodies.link{k}.drag.strip.normal" for k in range(1, 21)]),
    ("rov-arm", "reach", "q[hull.x]", ["bodies.hull.mass", "u[hull.u]", "u[hull.w]", "u[hull.r]"]),
    ("snake-ground", "serpenoid", "q[tail.x]", ["parameters.frequency", "u[tail.u]"]),
    ("four-bar", "release", "q[crank]", ["parameters.crank", "u[crank]"]),  # a loop
    ("bluerov-arm", "reach", "q[hull.x]", ["bodies.hull.mass", "u[hull.u]"]),  # sampled controllers
    ("bluerov-pair", "hold", "q[port.hull.x]", ["parameters.rho"]),  # welded, controlled
    ("wing", "60", "q[link4.2]", ["parameters.chord", "water.density"]),  # a vortex lattice
)
SECONDS = 10.0
SHORTER = {"wing": 0.5}
MILLION = 1_000_000


def best(function: Callable[[], Any], times: int = 5) -> float:
    """Least processor time of several calls, after one that compiles."""
    function()
    found = np.inf
    for _ in range(times):
        start = time.process_time()
        function()
        found = min(found, time.process_time() - start)
    return found


def row(name: str, scenario: str, cost: str, paths: list[str]) -> str:
    words = dict.fromkeys(("integrator", "rtol", "atol", "step", "every", "max_steps"))
    seconds = SHORTER.get(name, SECONDS)
    request = Request.read(name, scenario, "newton-euler", None, duration=seconds, **words)
    request = with_smooth_steps(request)
    start = time.process_time()
    directions = directions_of(request, paths)
    prepared = time.process_time() - start
    engine, settings = directions.engine, request.settings
    taken = steps_taken(engine, settings)
    march = best(lambda: steps_taken(engine, settings))
    moves = directions.numbers, directions.starts, directions.corners
    tangents = Tangents(engine, settings, *moves)
    forward = best(lambda: tangents.march(np.array([0.0, seconds])))
    node = parse(cost, [], state=True, bodies=True).node
    adjoint = Adjoint(engine, settings, np.flatnonzero(directions.numbers.any(axis=0)))
    backward = march + best(lambda: adjoint.gradient(taken, node, None))
    return (
        f"| {name}, {scenario} | {taken.outcome.steps} | {1e3 * march:.1f} ms | {len(paths)} "
        f"| {forward / march / len(paths):.2f} | {backward / march:.1f} | {prepared:.1f} s |"
    )


def million() -> None:
    """A gradient over a million steps; prints the largest memory of the process in MB."""
    found = pl.gradient(
        "double-pendulum", None, "q[lower]", ["bodies.upper.mass"],
        duration=100.0, integrator="rk4", step=100.0 / MILLION, max_steps=2 * MILLION,
    )  # fmt: skip
    assert found.outcome.steps == MILLION
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def table() -> str:
    lines = [
        taken_with(machine()),
        "",
        f"{SECONDS:g} s of motion ({SHORTER['wing']:g} s of `wing`) by dopri5, rtol 1e-6. "
        "`per direction`: processor time of a tangent over that of the march alone. `adjoint`: of "
        "march, replay and way back together, over the same, whatever the number of paths. "
        "`prepared`: slopes of the model's numbers by all paths, once.",
        "",
        "| robot | steps | march | paths | per direction | adjoint | prepared |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    lines += [row(*case) for case in CASES]
    asked = "from benchmarks.sensitivities import million; million()"
    memory = subprocess.run([sys.executable, "-c", asked], capture_output=True, check=True)
    megabytes = float(memory.stdout)
    lines += ["", f"Memory of a process that goes back over 10^6 steps: {megabytes:.0f} MB."]
    return "\n".join(lines) + "\n"


def main() -> None:
    print_table(argparse.ArgumentParser(description=__doc__), lambda _: table())


if __name__ == "__main__":
    main()
