"""The elastic catenary: a line that stretches under its own weight, as masses and springs."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from scipy.optimize import root

from pelagos.analysis import equilibrium, poses
from pelagos.model import Robot
from pelagos.problems.contract import Figure, PublishedProblem, SolvedProblem, largest
from pelagos.problems.water.refinement import extrapolated, order

WIDTH, RISE, WEIGHT = 0.9, 0.2, 9.81  # m, m, and N per unstretched metre, of which there is one
PARTS = (8, 16, 32)


def elastic_line(stiffness: float, shares: np.ndarray) -> np.ndarray:
    """Points (x, z) at these unstretched lengths, Irvine (1981).

    The pull along x is H, that along z grows by the weight from V at the near end.
    """

    def points(unknown: np.ndarray) -> np.ndarray:
        pull, first = unknown
        upward = first + WEIGHT * shares
        x = pull * shares / stiffness
        x = x + pull / WEIGHT * (np.arcsinh(upward / pull) - np.arcsinh(first / pull))
        z = (first * shares + WEIGHT * shares**2 / 2) / stiffness
        z = z + (np.hypot(pull, upward) - np.hypot(pull, first)) / WEIGHT
        return np.stack([x, z], axis=1)

    found = root(lambda unknown: points(unknown)[-1] - (WIDTH, RISE), (5.0, -4.0), tol=1e-14)
    return points(found.x)


def lumped_line(stiffness: float, count: int) -> np.ndarray:
    """Masses (x, z) of so many springs in balance, the ends included."""
    along = np.arange(count) / count

    def points(unknown: np.ndarray) -> np.ndarray:
        pull, first = unknown
        force = np.stack([np.full(count, pull), first + WEIGHT * along], axis=1)
        tension = np.linalg.norm(force, axis=1)[:, None]
        steps = force / tension * (1 + tension / stiffness) / count
        return np.concatenate([np.zeros((1, 2)), np.cumsum(steps, axis=0)])

    found = root(lambda unknown: points(unknown)[-1] - (WIDTH, RISE), (5.0, -4.0), tol=1e-14)
    return points(found.x)


def line_of(robot: Robot, count: int) -> Robot:
    """The model with so many springs."""
    body: dict[str, Any] = {
        "joint": {"planar": "y", "stiffness": [0, 0, 1]},
        "mass": f"density/{count}",
    }
    body |= {"com": [0, 0, 0], "inertia": [1e-3, 1e-3, 1e-3]}
    names = [f"n{k}" for k in range(1, count)]
    spring: dict[str, Any] = {"stiffness": f"{count}*EA", "rest": f"1/{count}"}
    springs: dict[str, dict[str, Any]] = {"s1": {"between": ["n1", "world"], **spring}}
    for k, (one, other) in enumerate(zip(names, [*names[1:], "world"], strict=True), 2):
        springs[f"s{k}"] = {"between": [one, other], **spring}
    springs[f"s{count}"]["to"] = [WIDTH, 0, RISE]
    shares = np.arange(1, count) / count
    arc = -0.3 * np.sin(np.pi * shares) + RISE * shares
    start = {
        name: {"position": [float(z), float(WIDTH * share), 0]}
        for name, z, share in zip(names, arc, shares, strict=True)
    }
    bodies = dict.fromkeys(names, body)
    return robot.with_values({"bodies": bodies, "springs": springs, "initial": start})


def masses_at_rest(robot: Robot, count: int) -> np.ndarray:
    """The same points by the engine."""
    line = robot if count == PARTS[0] else line_of(robot, count)
    found = poses(line, equilibrium(line))
    places = np.array([found[name][0] for name in line.order])[:, [0, 2]]
    return np.concatenate([[[0, 0]], places, [[WIDTH, RISE]]])


class ElasticCatenary(PublishedProblem):
    """Against masses in balance, exactly; and how these tend to the line."""

    name = "elastic-catenary"
    title = "Elastic catenary: a line that stretches, as 8 to 32 springs between masses"
    source = (
        "H. M. Irvine (1981), Cable Structures, MIT Press, chapter 1: the elastic catenary. Lumped "
        "masses: the balance of each, solved here by SciPy."
    )
    why = (
        "1e-9: lumped masses are what the model is, and the search for rest ends there. They "
        "differ from the line in the second order of the springs' length: 32 of them by 1e-4."
    )

    def solve(self) -> SolvedProblem:
        robot, counts = self.robot(), PARTS[:2] if self.brief else PARTS
        stiffness, most = robot.parameters["EA"], counts[-1]
        begin = time.perf_counter()
        found = [masses_at_rest(robot, count) for count in counts]
        took = time.perf_counter() - begin
        lumped = lumped_line(stiffness, most)
        line = elastic_line(stiffness, np.linspace(0, 1, counts[0] + 1))
        common = [places[:: len(places) // counts[0]] for places in found]
        limit = extrapolated(*common[-2:])
        figures = [
            largest(f"line, {most} springs", common[-1], line, 0.15 / most**2, "m"),
            largest(f"masses between {most} springs", found[-1], lumped, 1e-9, "m"),
            largest("line, extrapolated", limit, line, 1 / most**4, "m"),
            Figure("order in the springs' length", order(common, line), 2.0, 0.05),
        ]
        return SolvedProblem(figures, seconds=took)
