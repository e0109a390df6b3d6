"""Floating bodies: periods by the metacentre, the breadth at which a log capsizes, and its loll."""

from __future__ import annotations

import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

from pelagos.analysis import equilibrium, linearize, modes
from pelagos.model import Robot
from pelagos.problems.contract import (
    Figure,
    PublishedProblem,
    SolvedProblem,
    finished_run,
    largest,
)
from pelagos.result.run import Run

GRAVITY = 9.81
ADDED = {"parameters.surge": 0.4, "parameters.heave": 0.8, "parameters.turn": 0.3}
NARROW = 0.6  # m, breadth of a log that does not float upright
HEEL, LIFT = 0.3, 0.03  # rad and m, from where it is let go
TIGHT = {"rtol": 1e-12, "atol": 1e-13}


def frequencies(robot: Robot) -> np.ndarray:
    """Heave, roll and pitch of both, in Hz: stiffness rho g A, and m g GM with BM = I/V."""
    p = robot.parameters
    l, b, h, s, rho = p["length"], p["breadth"], p["height"], p["share"], p["rho"]
    mass = s * rho * l * b * h
    heave = GRAVITY / (s * h * (1 + p["heave"]))
    lever = s * h / 2 - h / 2  # of the mass centre below that of the displaced water
    rises = np.array([b * b, l * l]) / (12 * s * h) + lever
    moments = mass * (np.array([b * b, l * l]) + h * h) / 12 * (1 + p["turn"])
    log = [heave, *(mass * GRAVITY * rises / moments)]
    draught, weight = 0.7 * p["tall"], 0.7 * rho * np.pi * p["radius"] ** 2 * p["tall"]
    centre, body = -0.25 + p["tall"] / 2, robot.bodies["buoy"]  # over the keel
    rise = p["radius"] ** 2 / (4 * draught) + draught / 2 - centre
    roll = weight * GRAVITY * rise / body.inertia[0][0]
    return np.sort(np.sqrt([*log, GRAVITY / draught, roll, roll])) / (2 * np.pi)


def rolling(_t: float, state: np.ndarray, robot: Robot) -> np.ndarray:
    """Rates of height, heel and their speeds, of a log in its cross-section.

    The potential of the water is rho g l cos(heel) int (d - y tan(heel))^2 dy / 2 over the breadth,
    with the immersed length d = h/2 - z / cos(heel) along the log's own upright.
    """
    z, heel, dz, spin = state
    p = robot.parameters
    l, b, h, s, rho = p["length"], p["breadth"], p["height"], p["share"], p["rho"]
    mass, weight = s * rho * l * b * h, rho * GRAVITY * l
    sine, cosine = np.sin(heel), np.cos(heel)
    slope = sine / cosine
    d, d_heel = h / 2 - z / cosine, -z * sine / cosine**2
    force = weight * b * d - mass * GRAVITY
    moment = (
        0.5
        * weight
        * (
            sine * (d * d * b + b**3 * slope**2 / 12)
            - cosine * (2 * d * b * d_heel + b**3 * slope / (6 * cosine**2))
        )
    )
    return np.array([dz, spin, force / mass, 12 * moment / (mass * (b * b + h * h))])


def roll_stiffness(robot: Robot, breadth: float) -> float:
    """Rate of the log's angular acceleration with its heel, upright at rest."""
    upright = robot.with_values({"parameters.breadth": breadth})
    q, u = upright.initial_state()
    return float(linearize(upright, q, u).A[len(u) + 3, 3])


class FloatingBodies(PublishedProblem):
    """Small motions, stability, the angle of loll, and a large roll with heave."""

    name = "floating-bodies"
    title = "Floating log and buoy: periods, capsizing breadth, angle of loll, a roll of 17 degrees"
    source = (
        "K. J. Rawson and E. C. Tupper (2001), Basic Ship Theory, 5th edition: metacentric height "
        "and wall-sided formula, chapters 3 and 4, periods, chapter 12; a uniform log floats "
        "upright where (b/h)^2 > 6 s (1 - s). Large motions by an energy of its own, DOP853."
    )
    why = "1e-9: closed forms, and two integrations with relative tolerances of 1e-12."
    strong = True

    def solve(self) -> SolvedProblem:
        robot = self.robot()
        run = self._let_go(robot)
        figures = [
            self._periods(robot.with_values(ADDED)),
            *self._capsizing(robot),
            *self._roll(robot, run),
        ]
        return SolvedProblem.of_runs(figures, run)

    def _periods(self, robot: Robot) -> Figure:
        found = np.array(modes(robot).frequencies)
        swings = np.sort(found[np.isfinite(found) & (found > 1e-3)])
        return largest("six frequencies", swings, frequencies(robot), 1e-9, "Hz", relative=True)

    def _capsizing(self, robot: Robot) -> list[Figure]:
        p = robot.parameters
        h, s = p["height"], p["share"]
        limit = h * np.sqrt(6 * s * (1 - s))
        found = brentq(lambda b: roll_stiffness(robot, b), 0.9 * limit, 1.1 * limit, xtol=1e-12)
        # wall-sided: GZ = sin(heel) (GM + BM tan(heel)^2 / 2)
        rise = NARROW**2 / (12 * s * h)
        loll = np.arctan(np.sqrt(-2 * (rise - h * (1 - s) / 2) / rise))
        leaning = robot.with_values({"parameters.breadth": NARROW, "initial.log.rpy": [0.05, 0, 0]})
        w, x = equilibrium(leaning)[3:5]
        return [
            Figure("breadth at which the log capsizes", float(found), float(limit), 1e-9, "m"),
            Figure("angle of loll", 2 * float(np.arctan2(x, w)), float(loll), 1e-9, "rad"),
        ]

    def _let_go(self, robot: Robot) -> Run:
        start = {"initial.log.rpy": [HEEL, 0, 0], "initial.log.position": [0, 0, LIFT]}
        return finished_run(robot.with_values(start))

    def _roll(self, robot: Robot, run: Run) -> list[Figure]:
        times = run.arrays["time"]
        known = solve_ivp(
            rolling, (0, times[-1]), [LIFT, HEEL, 0, 0], "DOP853", times, args=(robot,), **TIGHT
        ).y
        w, x = run.arrays["orientation"][:, 0, :2].T
        return [
            largest("heel, 10 s", 2 * np.arctan2(x, w), known[1], 1e-9, "rad"),
            largest("height, 10 s", run.arrays["position"][:, 0, 2], known[0], 1e-9, "m"),
        ]
