"""The elastica: a cantilever under a load that bends it far, and a column beyond buckling."""

from __future__ import annotations

import time

import numpy as np
from scipy.optimize import brentq
from scipy.special import ellipe, ellipeinc, ellipk, ellipkinc

from pelagos.analysis import equilibrium, poses
from pelagos.model import Robot
from pelagos.problems.contract import Figure, PublishedProblem, SolvedProblem, largest
from pelagos.problems.water.refinement import extrapolated, order

LOADS = (1.0, 2.0, 5.0, 10.0)  # P L^2 / EI, across
THRUST = 1.5  # times Euler's load pi^2 / 4
SEGMENTS = (10, 20, 40)


def bent_tip(load: float) -> np.ndarray:
    """Tip (x, z) of the rod of length one under a load across it, Bisshopp and Drucker (1945).

    The modulus k is that of the slope at the tip, 2 k^2 = 1 + sin(slope).
    """
    root = np.sqrt(load)

    def first(m: float) -> float:
        return float(np.arcsin(1 / np.sqrt(2 * m)))

    def gap(m: float) -> float:
        return float(ellipk(m) - ellipkinc(first(m), m) - root)

    m = brentq(gap, 0.5, 1 - 1e-12, xtol=1e-15)
    across = 1 - 2 / root * (ellipe(m) - ellipeinc(first(m), m))
    along = np.sqrt(2 * (2 * m - 1) / load)
    return np.array([along, across])


def buckled_tip(load: float) -> np.ndarray:
    """Tip (x, |z|) of a column under a thrust beyond Euler's: K(k) = sqrt(load), Love (1927)."""
    root = np.sqrt(load)
    m = brentq(lambda m: float(ellipk(m) - root), 0.0, 1 - 1e-12, xtol=1e-15)
    return np.array([2 * ellipe(m) / root - 1, 2 * np.sqrt(m) / root])


def joints_at_rest(robot: Robot, segments: int, across: float, along: float) -> np.ndarray:
    """Joints and tip (x, z) at rest, of a rod of so many segments."""
    last, reach = f"rod{segments}", 1 / segments
    values: dict[str, object] = {"beams.rod.segments": segments}
    for name, load in (("across", across), ("along", along)):
        values |= {
            f"parameters.{name}": load,
            f"actuators.{name}.force.body": last,
            f"actuators.{name}.force.at": [reach, 0, 0],
        }
    loaded = robot.with_values(values)
    start = np.full(segments, -0.5 / segments)  # bent a little, so that a column knows its side
    found = poses(loaded, equilibrium(loaded, q=start))
    joints = np.array([found[name][0] for name in loaded.order])[:, [0, 2]]
    w, _, y, _ = found[last][1]
    end = joints[-1] + reach * np.array([1 - 2 * y * y, -2 * w * y])
    return np.concatenate([joints, [end]])


def tip(robot: Robot, segments: int, across: float, along: float) -> np.ndarray:
    """Tip (x, |z|) at rest, of a rod of so many segments."""
    return np.abs(joints_at_rest(robot, segments, across, along)[-1])


class Elastica(PublishedProblem):
    """Tips of 10, 20 and 40 segments, their order, and what they converge to."""

    name = "elastica"
    title = "Elastica: cantilever under a tip load, and a buckled column, by 10 to 40 segments"
    source = (
        "K. E. Bisshopp and D. C. Drucker (1945), Quarterly of Applied Mathematics 3(3), 272-275, "
        "and A. E. H. Love (1927), article 262: elliptic integrals, computed here by SciPy."
    )
    why = (
        "Rigid segments are of second order: 40 of them are off by 3e-4 of the length at the "
        "largest load; what Richardson's rule makes of the last two has the fourth order's error."
    )
    strong = True

    def solve(self) -> SolvedProblem:
        robot, loads = self.robot(), LOADS[-1:] if self.brief else LOADS
        counts = SEGMENTS[:2] if self.brief else SEGMENTS
        thrust = THRUST * np.pi**2 / 4
        cases = [(load, 0.0) for load in loads] + [(0.0, thrust)]
        known = np.array([*map(bent_tip, loads), buckled_tip(thrust)])
        begin = time.perf_counter()
        found = [np.array([tip(robot, count, *case) for case in cases]) for count in counts]
        took = time.perf_counter() - begin
        most, finest, limit = counts[-1], found[-1], extrapolated(found[-2], found[-1])
        bent, buckled = "tip at P L^2/EI up to 10", "tip at 1.5 times Euler's load"
        figures = [
            largest(f"{bent}, {most} segments", finest[:-1], known[:-1], 0.5 / most**2, "L"),
            largest(f"{bent}, extrapolated", limit[:-1], known[:-1], 4 / most**4, "L"),
            largest(f"{buckled}, {most} segments", finest[-1], known[-1], 0.5 / most**2, "L"),
            largest(f"{buckled}, extrapolated", limit[-1], known[-1], 4 / most**4, "L"),
            Figure("order in the segments' length", order(found, known), 2.0, 0.05),
        ]
        return SolvedProblem(figures, seconds=took)
