"""An undulating filament in a very viscous fluid: the speed of Gray and Hancock."""

from __future__ import annotations

import numpy as np
from scipy.integrate import solve_ivp
from scipy.special import j0

from pelagos.model import Robot
from pelagos.problems.contract import (
    Figure,
    PublishedProblem,
    SolvedProblem,
    finished_run,
    largest,
)
from pelagos.problems.water.refinement import extrapolated, order
from pelagos.problems.water.resistive import ACROSS, ALONG, sliding_rate
from pelagos.result.run import Run

RODS = (8, 16, 32)
SLIGHT = 0.1  # rad, a bend at which Taylor's limit holds to 1 %


def wave_speed(bend: float) -> float:
    """Speed of a filament along which headings bend cos(2 pi (s - t)) run, against the wave.

    By the balance of forces along the line (Gray and Hancock 1955): U = V (1 - b)(1 - r) /
    (1 - b + r b) with r = c_t / c_n, the mean b of cos^2, and the speed V, the mean of cos, of the
    wave over the ground of its own crests. For these headings both means are Bessel's.
    """
    r, squares = ALONG / ACROSS, (1 + j0(2 * bend)) / 2
    return float(j0(bend) * (1 - squares) * (1 - r) / (1 - squares + r * squares))


def path(times: np.ndarray, count: int, bend: float) -> np.ndarray:
    """Place of the sliding end of so many rods, without inertia."""
    middles = (np.arange(count) + 0.5) / count

    def rate(t: float, _x: np.ndarray) -> list[float]:
        angle = 2 * np.pi * (middles - t)
        turning = 2 * np.pi * bend * np.sin(angle)
        return [sliding_rate(bend * np.cos(angle), turning, 1 / count)]

    tight = {"rtol": 1e-11, "atol": 1e-13}
    return np.asarray(solve_ivp(rate, (0, times[-1]), [0.0], "DOP853", times, **tight).y[0])


def filament(robot: Robot, count: int, bend: float) -> Run:
    """A period of so many rods, by the engine."""
    motions, before = {}, ""
    for k in range(1, count + 1):
        heading = f"bend*cos(2*pi*({k - 0.5}/{count} - t))"
        motions[f"m{k}"] = {"motion": {"joint": f"body{k}", "input": heading + before}}
        before = f" - {heading}"
    values = {"parameters.bend": bend, "beams.body.segments": count, "actuators": motions}
    return finished_run(robot.with_values(values))


class UndulatingFilament(PublishedProblem):
    """Speeds of 8, 16 and 32 rods, their order and limit; and the path of each without inertia."""

    name = "undulating-filament"
    title = "Undulating filament at low Reynolds number: speed of Gray and Hancock, limit of Taylor"
    source = (
        "J. Gray and G. J. Hancock (1955), Journal of Experimental Biology 32(4), 802-814: "
        "resistive-force theory, in closed form for headings that are a cosine; small waves: G. I. "
        "Taylor (1952), Proceedings of the Royal Society A 211, 225-239. Rods: a balance of forces "
        "of its own, integrated by SciPy's DOP853."
    )
    why = (
        "1e-6: rods of 1e-7 kg/m coast by a share of about that. Straight rods differ from a "
        "curved filament in the second order of their length, Taylor's limit in that of the bend."
    )

    def solve(self) -> SolvedProblem:
        robot, counts = self.robot(), RODS[:2] if self.brief else RODS
        bend = robot.parameters["bend"]
        runs = [filament(robot, count, bend) for count in counts]
        slight = filament(robot, counts[-1], SLIGHT)
        places = [run.arrays["q"][:, 0] for run in runs]
        known = [path(runs[0].arrays["time"], count, bend) for count in counts]
        speeds = [np.array([-place[-1]]) for place in places]
        limit, answer = extrapolated(*speeds[-2:]), wave_speed(bend)
        most = counts[-1]
        taylor = 0.5 * SLIGHT**2 * (ACROSS / ALONG - 1)
        found = -float(slight.arrays["q"][-1, 0])
        figures = [
            largest("path of the rods, one period", places, known, 1e-6, "L"),
            largest(f"speed, {most} rods", speeds[-1], answer, 10 / most**2, "L/s", relative=True),
            largest("speed, extrapolated", limit, answer, 40 / most**4, "L/s", relative=True),
            Figure("order in the rods' length", order(speeds, np.array([answer])), 2.0, 0.1),
            Figure("speed of a small wave, Taylor", found, taylor, 0.03, "L/s", relative=True),
        ]
        return SolvedProblem.of_runs(figures, *runs, slight)
