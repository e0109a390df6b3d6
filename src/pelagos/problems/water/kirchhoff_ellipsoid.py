"""Kirchhoff's ellipsoid: a solid that moves through an ideal fluid, by itself."""

from __future__ import annotations

import numpy as np
from scipy.integrate import quad, solve_ivp
from scipy.special import ellipj, ellipk

from pelagos.analysis import acceleration, linearize
from pelagos.model import Robot
from pelagos.problems.contract import (
    Figure,
    PublishedProblem,
    SolvedProblem,
    finished_run,
    largest,
)
from pelagos.result.run import Run

SLENDER = {"parameters.a": 0.5, "parameters.b": 0.1, "parameters.c": 0.1}
SPEED = 1.0
TIGHT = {"rtol": 1e-13, "atol": 1e-14}


def inertias(robot: Robot) -> tuple[np.ndarray, np.ndarray]:
    """Masses along and moments about the axes, of body and fluid together.

    Lamb's integrals (articles 114, 115) by quadrature, alpha = abc int dl / ((a^2 + l) Delta); with
    l = 1/s^2 - 1 and terms = s^2 (a^2 + l) their integrand is smooth on a finite range.
    """
    axes = np.array([robot.parameters[name] for name in "abc"])
    square, mass = axes**2, robot.parameters["rho"] * 4 / 3 * np.pi * axes.prod()

    def integrand(s: float, k: int) -> float:
        terms = s * s * square + 1 - s * s
        return float(2 * s * s / (terms[k] * np.sqrt(terms.prod())))

    within = {"epsabs": 0.0, "epsrel": 2e-14}
    alpha = np.array([axes.prod() * quad(integrand, 0, 1, (k,), **within)[0] for k in range(3)])
    masses = mass * (1 + alpha / (2 - alpha))
    moments = np.empty(3)
    for k in range(3):
        i, j = (k + 1) % 3, (k + 2) % 3
        total, difference = square[i] + square[j], square[i] - square[j]
        lag = alpha[j] - alpha[i]
        below = 2 * difference - total * lag
        taken = difference**2 * lag / below if difference else 0.0
        moments[k] = mass / 5 * (total + taken)
    return masses, moments


def kirchhoff(_t: float, state: np.ndarray, masses: np.ndarray, moments: np.ndarray) -> np.ndarray:
    """Rates of impulse and impulsive moment in body axes, place, and attitude as nine cosines."""
    impulse, moment, attitude = state[:3], state[3:6], state[9:].reshape(3, 3)
    v, w = impulse / masses, moment / moments
    spin = np.array([[0, -w[2], w[1]], [w[2], 0, -w[0]], [-w[1], w[0], 0]])
    turned = np.cross(moment, w) + np.cross(impulse, v)
    return np.concatenate([np.cross(impulse, w), turned, attitude @ v, (attitude @ spin).ravel()])


def tumbling(robot: Robot, times: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Velocities in body axes (linear, angular) and places, from the start of the model."""
    masses, moments = inertias(robot)
    _, u = robot.initial_state()
    start = np.concatenate([masses * u[:3], moments * u[3:], np.zeros(3), np.eye(3).ravel()])
    found = solve_ivp(
        kirchhoff, (0, times[-1]), start, "DOP853", times, args=(masses, moments), **TIGHT
    ).y.T
    return np.hstack([found[:, :3] / masses, found[:, 3:6] / moments]), found[:, 6:9]


class Libration:
    """Let go at rest at an angle to the impulse, a slender body swings about broadside.

    With the impulse I and the angle psi from broadside, twice psi is the angle of a pendulum of
    rate^2 = I^2 (1/M1 - 1/M2) / J (Lamb 1932, articles 127 and 128).
    """

    far = np.deg2rad(60.0)  # of the axis from broadside, at the start

    def __init__(self, robot: Robot) -> None:
        (first, second, _), moments = inertias(robot)
        impulse = second * SPEED
        velocity = [impulse * np.sin(self.far) / first, impulse * np.cos(self.far) / second, 0.0]
        self.start = {
            "initial.hull.velocity": velocity,
            "initial.hull.angular_velocity": [0, 0, 0],
        }
        self._rate = impulse * np.sqrt((1 / first - 1 / second) / moments[2])
        self._quarter = ellipk(np.sin(self.far) ** 2)
        self.period = float(4 * self._quarter / self._rate)

    def heading(self, times: np.ndarray) -> np.ndarray:
        """Of the axis, from where it was at the start."""
        sn = ellipj(self._quarter - self._rate * times, np.sin(self.far) ** 2)[0]
        return np.asarray(np.arcsin(np.sin(self.far) * sn) - self.far)


class KirchhoffEllipsoid(PublishedProblem):
    """Added mass, steady motion along the long axis, a planar motion that repeats, and a tumble."""

    name = "kirchhoff-ellipsoid"
    title = "Kirchhoff's ellipsoid in an ideal fluid: Munk moment, libration, 20 s of tumbling"
    source = (
        "H. Lamb (1932), Hydrodynamics, 6th edition: added mass, articles 114 and 115, by "
        "quadrature; planar motion of a solid of revolution as a pendulum, articles 127 and 128, "
        "by Jacobi's sn; Kirchhoff's equations, article 124, integrated here by SciPy's DOP853."
    )
    why = "1e-9: both integrations have relative tolerances near 1e-12 over twenty seconds."
    strong = True

    def solve(self) -> SolvedProblem:
        robot = self.robot()
        slender = robot.with_values(SLENDER)
        tumble = finished_run(robot)
        swing, figures = self._libration(slender)
        figures = [*self._tumble(robot, tumble), *self._steady(slender), *figures]
        return SolvedProblem.of_runs(figures, tumble, swing)

    def _steady(self, robot: Robot) -> list[Figure]:
        """The Munk moment, and how fast motion along the axis is left for motion across it."""
        masses, moments = inertias(robot)
        q, _ = robot.initial_state()
        u, v = SPEED, 0.3
        turning = acceleration(robot, q, [u, v, 0, 0, 0, 0])[5] * moments[2]
        found = linearize(robot, q, [u, 0, 0, 0, 0, 0])
        growth = np.linalg.eigvals(found.A[6:, 6:]).real.max()
        first, second, _ = masses
        known = u * np.sqrt(first * (second - first) / (second * moments[2]))
        munk = -(second - first) * u * v
        return [
            Figure("Munk moment", float(turning), float(munk), 1e-11, "N m", relative=True),
            Figure("growth of yaw, steady motion", growth, float(known), 1e-11, "1/s", True),
        ]

    def _libration(self, robot: Robot) -> tuple[Run, list[Figure]]:
        motion = Libration(robot)
        period = motion.period
        run = finished_run(robot.with_values(motion.start), duration=period, every=period / 40)
        w, _, _, z = run.arrays["orientation"][:, 0].T
        known = motion.heading(run.arrays["time"])
        heading = 2 * np.arctan2(z, w)
        return run, [largest("heading in a libration of 60 degrees", heading, known, 1e-9, "rad")]

    def _tumble(self, robot: Robot, run: Run) -> list[Figure]:
        masses, _ = inertias(robot)
        times, u = run.arrays["time"], run.arrays["u"]
        speeds, places = tumbling(robot, times)
        impulse = np.tile(masses * u[0, :3], (len(times), 1))
        return [
            largest("velocities, tumbling", u, speeds, 1e-9, "m/s, rad/s"),
            largest("place, tumbling", run.arrays["position"][:, 0], places, 1e-9, "m"),
            largest("impulse stays", run.arrays["linear_momentum"], impulse, 1e-8, "N s"),
        ]
