"""The catenary: a chain that hangs between two points, as jointed rods and as a line."""

from __future__ import annotations

import time

import numpy as np
from scipy.optimize import brentq, root

from pelagos.analysis import equilibrium, poses, reactions
from pelagos.model import Robot
from pelagos.problems.contract import Figure, PublishedProblem, SolvedProblem, largest
from pelagos.problems.water.refinement import extrapolated, order

WIDTH, RISE = 0.6, 0.2  # of the far end, for a chain of length one
WEIGHT = 9.81  # N/m
LINKS = (6, 12, 24)


def jointed_rods(count: int) -> tuple[np.ndarray, float]:
    """Joints (x, z) of so many equal rods at rest, and the horizontal pull.

    Each rod is in balance about its middle: its slope is the mean of the vertical forces at its
    ends over the horizontal one, so slopes grow by equal steps (Routh 1896).
    """
    steps = (np.arange(count) + 0.5) / count

    def along(unknown: np.ndarray) -> np.ndarray:
        lowest, step = unknown
        slope = (steps - lowest) * step
        return np.stack([np.ones(count), slope]) / np.sqrt(1 + slope**2) / count

    start = root(lambda x: along(x).sum(axis=1) - (WIDTH, RISE), (0.4, 4.0), tol=1e-15)
    joints = np.concatenate([np.zeros((1, 2)), np.cumsum(along(start.x).T, axis=0)])
    return joints, WEIGHT / float(start.x[1])


def catenary(shares: np.ndarray) -> tuple[np.ndarray, float]:
    """Points (x, z) at these lengths from the near end, and the horizontal pull.

    With the parameter a, sqrt(1 - rise^2) = 2 a sinh(width / 2a); the pull is weight times a.
    """
    chord = np.sqrt(1 - RISE**2)
    a = brentq(lambda a: 2 * a * np.sinh(WIDTH / (2 * a)) - chord, 0.05, 10.0, xtol=1e-16)
    # the lowest point lies `left` from the near end
    left = WIDTH / 2 - a * np.arctanh(RISE)
    x = a * np.arcsinh(shares / a - np.sinh(left / a)) + left
    z = a * (np.cosh((x - left) / a) - np.cosh(left / a))
    return np.stack([x, z], axis=1), WEIGHT * a


def chain_at_rest(robot: Robot, count: int) -> tuple[np.ndarray, float]:
    """Joints and horizontal pull of so many links, by the engine."""
    last = {"between": [f"chain{count}", "world"], "at": [1 / count, 0, 0], "to": [WIDTH, 0, RISE]}
    first, middle = robot.to_dict()["initial"].values()
    chain = robot.with_values(
        {
            "beams.chain.segments": count,
            "constraints.end": {"ball": last},
            "initial": {"chain1": first, f"chain{count // 2 + 1}": middle},
        }
    )
    q = equilibrium(chain)
    found = poses(chain, q)
    joints = np.array([found[f"chain{k}"][0] for k in range(1, count + 1)])[:, [0, 2]]
    w, _, y, _ = found["chain1"][1]
    force = reactions(chain, q, np.zeros(count))["chain1"]
    pull = (1 - 2 * y * y) * force[0] + 2 * w * y * force[2]  # in the axes of the world
    return np.concatenate([joints, [[WIDTH, RISE]]]), -float(pull)


class Catenary(PublishedProblem):
    """Against rods in balance, exactly; and how rods converge to the catenary."""

    name = "catenary"
    title = "Catenary: a chain of 6 to 24 links between two points of unequal height"
    source = (
        "E. J. Routh (1896), A Treatise on Analytical Statics, 2nd edition, volume 1, chapter 10: "
        "jointed rods, whose slopes grow by equal steps, and the catenary they tend to."
    )
    why = (
        "1e-9: jointed rods are what the model is, and the search for rest ends there. Rods differ "
        "from the line in the second order of their length: 24 of them by 5e-4."
    )
    strong = True

    def solve(self) -> SolvedProblem:
        robot, counts = self.robot(), LINKS[:2] if self.brief else LINKS
        begin = time.perf_counter()
        found = [chain_at_rest(robot, count) for count in counts]
        took = time.perf_counter() - begin
        exact = [jointed_rods(count) for count in counts]
        line, pull = catenary(np.linspace(0, 1, counts[0] + 1))
        # at the joints that all of the chains have
        common = [joints[:: len(joints) // counts[0]] for joints, _ in found]
        pulls = np.array([one for _, one in found])
        limit, limit_pull = extrapolated(*common[-2:]), extrapolated(*pulls[-2:])
        most = counts[-1]
        figures = [
            largest(f"catenary, {most} links", common[-1], line, 0.3 / most**2, "L"),
            largest(f"joints of {most} links", found[-1][0], exact[-1][0], 1e-9, "L"),
            largest("pull of all chains", pulls, [one for _, one in exact], 1e-8, "N"),
            largest("catenary, extrapolated", limit, line, 6 / most**4, "L"),
            Figure(
                "pull of the catenary, extrapolated", float(limit_pull), pull, 20 / most**4, "N"
            ),
            Figure("order in the links' length", order(common, line), 2.0, 0.1),
        ]
        return SolvedProblem(figures, seconds=took)
