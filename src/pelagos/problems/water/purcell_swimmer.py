"""Purcell's swimmer: three rods that get ahead in a very viscous fluid."""

from __future__ import annotations

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
from pelagos.problems.water.refinement import extrapolated
from pelagos.problems.water.resistive import ACROSS, ALONG, free_rates
from pelagos.result.run import Run

SWINGS = (0.2, 0.1)  # rad, from which small ones follow
# Of three equal rods of length one, per area of the stroke in the plane of both angles. To first
# order the balance across gives, for headings a, m, b of left, middle and right rod, the sway
# (a' - b')/6 and m = -7/13 (a + b). To second order that along gives 3 c_t U = (c_n - c_t) (sum of
# headings times velocities across), apart from rates that sum up to nothing over a stroke.
PER_AREA = 5 / 81 * (ACROSS / ALONG - 1)


def stroke(times: np.ndarray, swing: float) -> np.ndarray:
    """Place and heading of the left rod's free end, without inertia."""

    def rates(t: float, state: np.ndarray) -> np.ndarray:
        turn = 2 * np.pi
        first, second = swing * np.cos(turn * t), swing * np.sin(turn * t)
        relative = np.array([0.0, -first, second - first])
        shape = turn * np.array([0.0, second, first + second])
        return free_rates(state[2] + relative, shape, 1.0)

    tight = {"rtol": 1e-11, "atol": 1e-13}
    return np.asarray(solve_ivp(rates, (0, times[-1]), np.zeros(3), "DOP853", times, **tight).y.T)


def advance(run: Run) -> float:
    """How far a stroke brought it."""
    return float(np.linalg.norm(run.arrays["q"][-1, :2] - run.arrays["q"][0, :2]))


class PurcellSwimmer(PublishedProblem):
    """A wide stroke in full; what small ones gain."""

    name = "purcell-swimmer"
    title = "Purcell's three-link swimmer: a stroke of 1 rad, and the gain of small ones"
    source = (
        "E. M. Purcell (1977), American Journal of Physics 45(1), 3-11; equations of resistive-"
        "force theory as in L. E. Becker, S. A. Koehler and H. A. Stone (2003), Journal of Fluid "
        "Mechanics 490, 15-35, integrated here by SciPy's DOP853. Small strokes gain 5/81 (c_n/c_t "
        "- 1) of a rod per area of the stroke: an expansion of its own, in the problem's file."
    )
    why = "1e-6: rods of 1e-7 kg coast by a share of about that; 1e-4: swings of 0.1 and 0.2 rad."
    strong = True

    def solve(self) -> SolvedProblem:
        robot = self.robot()
        wide = finished_run(robot)
        small = [self._stroke(robot, swing) for swing in SWINGS]
        known = stroke(wide.arrays["time"], robot.parameters["swing"])
        gains = [
            np.array(advance(run) / (np.pi * swing**2))
            for run, swing in zip(small, SWINGS, strict=True)
        ]
        gain = float(extrapolated(*gains))
        figures = [
            largest("place and heading, 1 rad", wide.arrays["q"][:, :3], known, 1e-6, "L, rad"),
            Figure(
                "gain of a stroke of 1 rad",
                advance(wide), float(np.linalg.norm(known[-1, :2])), 1e-6, "L",
            ),
            Figure("gain of small strokes per area", gain, PER_AREA, 1e-4, "L", relative=True),
        ]  # fmt: skip
        return SolvedProblem.of_runs(figures, wide, *small)

    def _stroke(self, robot: Robot, swing: float) -> Run:
        return finished_run(robot.with_values({"parameters.swing": swing}))
