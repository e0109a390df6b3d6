"""IFToMM A02: N four-bar loops in a row, which pass positions in which all are stretched out."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.integrate import solve_ivp

from pelagos.model import Robot
from pelagos.problems.contract import (
    Figure,
    PublishedProblem,
    SolvedProblem,
    finished_run,
    largest,
)
from pelagos.result.run import Run

GRAVITY, DURATION = 9.81, 10.0
ROD = {"mass": 1, "com": [0.5, 0, 0], "inertia": [0, "1/12", "1/12"]}
INTEGRATOR = {"method": "dop853", "rtol": 1e-9, "atol": 1e-11, "every": 0.05}


def linkage(loops: int) -> Robot:
    """The words of the model file, with any number of loops."""
    bodies: dict[str, Any] = {}
    constraints: dict[str, Any] = {}
    initial: dict[str, Any] = {}
    for k in range(loops + 1):
        bodies[f"rod{k}"] = {"at": [k, 0, 0], "joint": {"revolute": "z"}, **ROD}
        initial[f"rod{k}"] = {"angle": "pi/2", "rate": -1}
        if k == loops:
            break
        place = {"parent": f"rod{k}", "at": [1, 0, 0]}
        bodies[f"bar{k}"] = {**place, "joint": {"revolute": "z"}, **ROD}
        initial[f"bar{k}"] = {"angle": "-pi/2", "rate": 1}
        between = [f"bar{k}", f"rod{k + 1}"]
        ball = {"between": between, "at": [1, 0, 0], "to": [1, 0, 0]}
        constraints[f"loop{k}"] = {"ball": ball}
    return Robot(
        name=f"{loops} four-bar loops",
        gravity=[0, -GRAVITY, 0],
        bodies=bodies,
        constraints=constraints,
        initial=initial,
        duration=DURATION,
        integrator=INTEGRATOR,
    )


def angle_of_parallelogram(loops: int, t: np.ndarray) -> np.ndarray:
    """Angle of the rods on the branch where all bars stay level: one equation of motion.

    Rods turn, bars move along circles without turning, so (n+1)/3 + n is the inertia (kg m^2) and
    (n+1)/2 + n the weight's arm (kg m).
    """
    factor = ((loops + 1) / 2 + loops) / ((loops + 1) / 3 + loops)

    def rates(_t: float, y: np.ndarray) -> list[float]:
        return [y[1], -factor * GRAVITY * float(np.cos(y[0]))]

    found = solve_ivp(
        rates, (0, DURATION), [np.pi / 2, -1], "DOP853", t_eval=t, rtol=1e-13, atol=1e-14
    )
    return np.asarray(found.y[0])


class NFourBar(PublishedProblem):
    """Ten seconds of N = 2 and N = 40; all loops are stretched out ten times on the way."""

    name = "n-four-bar"
    title = "IFToMM A02, N four-bar loops through their singular positions, N = 2 and 40, 10 s"
    source = (
        "IFToMM Technical Committee for Multibody Dynamics, Library of Computational Benchmark "
        "Problems, A02; the motion by the parallelogram's one equation (scipy DOP853, rtol 1e-13)."
    )
    why = (
        "1e-6 rad and 1e-7 of the energy's range: rtol 1e-9 over ten seconds. In a singular "
        "position a jump to the other branch would be an error of order 1."
    )
    strong = True

    def solve(self) -> SolvedProblem:
        robots = {2: linkage(2), 40: self.robot()}
        if self.brief:  # the large one takes seconds to compile
            robots = {2: robots[2], 5: linkage(5)}
        runs = {loops: finished_run(robot) for loops, robot in robots.items()}
        figures: list[Figure] = []
        for loops, run in runs.items():
            figures += self._figures(loops, run)
        return SolvedProblem.of_runs(figures, *runs.values())

    @staticmethod
    def _figures(loops: int, run: Run) -> list[Figure]:
        names, q = run.header.coordinates, run.arrays["q"]
        rods = q[:, [k for k, name in enumerate(names) if name.startswith("rod")]]
        bars = q[:, [k for k, name in enumerate(names) if name.startswith("bar")]]
        answer = angle_of_parallelogram(loops, run.arrays["time"])
        energy = run.arrays["kinetic_energy"] + run.arrays["potential_energy"]
        span = np.ptp(run.arrays["potential_energy"])
        each = np.broadcast_to(answer[:, None], rods.shape)
        return [
            largest(f"angles of {loops + 1} rods, 0 to 10 s", rods, each, 1e-6, "rad"),
            largest(f"bars stay level, N = {loops}", bars + rods[:, :-1], 0 * bars, 1e-10, "rad"),
            largest(
                f"energy over its range, N = {loops}",
                energy / span,
                0 * energy + energy[0] / span,
                1e-7,
            ),
        ]
