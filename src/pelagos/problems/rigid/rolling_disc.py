"""A disc that rolls on a plane: steady precession, and a wobble about it."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.integrate import solve_ivp

from pelagos.model import Robot, load
from pelagos.problems.contract import (
    PublishedProblem,
    SolvedProblem,
    finished_run,
    largest,
)
from pelagos.problems.rigid.free_top import axes_in_world
from pelagos.result.run import Run

TIGHT: dict[str, Any] = {"integrator": "dop853", "rtol": 1e-13, "atol": 1e-14, "every": 0.1}


class Disc:
    """The equations of motion per unit of mass, in axes that lean and turn but do not spin.

    Unknowns: lean, its rate, `across` = turn cos(lean), spin about the axle, heading and the place
    of the centre. From the momenta about the centre, with the contact force eliminated:

        (A + a^2) lean'' = (C + a^2) spin across - A across^2 tan(lean) + g a sin(lean)
        (C + a^2) spin'  = -a^2 lean' across
        A across'        = -lean' (C spin - A across tan(lean))
    """

    def __init__(self, robot: Robot):
        p = robot.parameters
        self.a, self.g = p["radius"], p["g"]
        self.A, self.C = p["across"] / p["mass"], p["axial"] / p["mass"]

    def __call__(self, _: float, x: np.ndarray) -> list[float]:
        """Rates."""
        lean, rate, across, spin, heading, _, _ = x
        a2, tilt = self.a**2, np.tan(lean)
        push = (self.C + a2) * spin * across - self.A * across**2 * tilt
        push += self.g * self.a * np.sin(lean)
        # the centre moves by a spin ahead and by -a lean' along the axle
        ahead, aside = self.a * spin, -self.a * rate * np.cos(lean)
        c, s = np.cos(heading), np.sin(heading)
        return [
            rate,
            push / (self.A + a2),
            -rate * (self.C * spin - self.A * across * tilt) / self.A,
            -a2 * rate * across / (self.C + a2),
            across / np.cos(lean),
            ahead * c - aside * s,
            ahead * s + aside * c,
        ]

    def motion(self, start: np.ndarray, times: np.ndarray) -> np.ndarray:
        """(time, unknown), by scipy."""
        span, settings = (0.0, times[-1]), {"rtol": 1e-13, "atol": 1e-14}
        return np.asarray(solve_ivp(self, span, start, "DOP853", times, **settings).y.T)


class RollingDisc(PublishedProblem):
    """Closed forms of steady motions, and the equations of a disc for one that is not."""

    name = "rolling-disc"
    title = "Disc that rolls without slipping: steady precession, and a wobble about it, 5 s"
    source = (
        "Steady precession in closed form: Borisov, Mamaev and Kilin, Regular and Chaotic Dynamics "
        "8(2), 2003, 201-212; Neimark and Fufaev, Dynamics of Nonholonomic Systems, 1972. The "
        "wobble: equations of the disc, derived in the problem's file, by scipy's DOP853."
    )
    why = (
        "1e-11 to the closed form and to the integration of other equations: all are smooth, with "
        "tolerances of 1e-13 on both sides."
    )
    strong = True

    def solve(self) -> SolvedProblem:
        robot = load("rolling-disc")
        disc, p = Disc(robot), robot.parameters
        steady = finished_run(robot, **TIGHT)
        times = steady.arrays["time"]
        angle, circle = p["turn"] * times, disc.a * p["spin"] / p["turn"]
        path = circle * np.column_stack([np.sin(angle), 1.0 - np.cos(angle)])
        axle = axes_in_world(steady, "disc")[:, :, 1]
        wobble = finished_run(robot, "wobble", **TIGHT)
        rate, spin, across = wobble.arrays["u"][0, 3:]
        answer = disc.motion(np.array([p["lean"], rate, across, spin, 0.0, 0.0, 0.0]), times)
        swaying = axes_in_world(wobble, "disc")[:, 2, 1]
        figures = [
            largest("path of steady precession", _path(steady), path, 1e-11, "m"),
            largest("lean of steady precession", axle[:, 2], 0 * times + np.sin(p["lean"]), 1e-11),
            largest("lean of the wobble", swaying, np.sin(answer[:, 0]), 1e-11),
            largest("path of the wobble", _path(wobble), answer[:, 5:], 1e-11, "m"),
        ]
        return SolvedProblem.of_runs(figures, steady, wobble)


def _path(run: Run) -> np.ndarray:
    """(time, xy) of the centre."""
    return run.arrays["position"][:, 0, :2]
