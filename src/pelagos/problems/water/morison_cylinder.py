"""Morison's cylinder: the force and moment of waves on a pile."""

from __future__ import annotations

import numpy as np
from scipy.optimize import brentq

from pelagos.model import Robot
from pelagos.problems.contract import (
    Figure,
    PublishedProblem,
    SolvedProblem,
    finished_run,
    largest,
)
from pelagos.problems.water.refinement import extrapolated, order
from pelagos.result.run import Run

DEPTH, AMPLITUDE, PERIOD, GRAVITY = 10.0, 1.0, 6.0, 9.81
SWING = 1.2  # m/s, of the water in the tunnel
PIECES = (10, 20, 40)
SIGMA = 2 * np.pi / PERIOD


def first_order(robot: Robot, t: np.ndarray) -> np.ndarray:
    """Force and moment about the foot by Morison et al. (1950), with the local acceleration.

    Per length rho pi r^2 C_m du/dt + rho r C_d |u| u with C_m = 2; s is the height over the bed.
    """
    wave = PileWave(robot)
    k, h, top = wave.k, wave.height, wave.k * wave.height
    plain = np.array([np.sinh(top) / k, h * np.sinh(top) / k - (np.cosh(top) - 1) / k**2])
    inertia = -2 * wave.displaced * wave.speed * SIGMA * np.sin(SIGMA * t)
    drag = wave.drag * wave.speed**2 * np.abs(np.cos(SIGMA * t)) * np.cos(SIGMA * t)
    return np.outer(inertia, plain) + np.outer(drag, wave.squares)


def second_order(robot: Robot, t: np.ndarray) -> np.ndarray:
    """What the convective accelerations add, at twice the frequency, by Taylor (1928).

    Displaced water has u du/dx + w du/dz, added mass u du/dx, and its Munk moment u w.
    """
    wave = PileWave(robot)
    k, h = wave.k, wave.height
    scale = 0.5 * wave.displaced * wave.speed**2 * np.sin(2 * SIGMA * t)
    force = k * (wave.squares + np.array([h, h * h / 2]))  # of cosh^2 + 1 = 2 cosh^2 - sinh^2
    munk = np.array([0.0, np.sinh(k * h) ** 2 / (2 * k)])
    return np.outer(scale, force + munk)


class PileWave:
    """Numbers of the wave at the pile: u = speed cosh(k s) cos(sigma t), w likewise with sinh."""

    def __init__(self, robot: Robot) -> None:
        numbers = robot.parameters
        radius, rho = numbers["radius"], numbers["rho"]
        self.height = numbers["height"]
        self.displaced = rho * np.pi * radius**2
        self.drag = rho * radius * numbers["Cd"]
        k = self.k = brentq(lambda k: GRAVITY * k * np.tanh(k * DEPTH) - SIGMA**2, 1e-3, 10.0)
        self.speed = AMPLITUDE * SIGMA / np.sinh(k * DEPTH)
        h, twice = self.height, 2 * k * self.height
        self.squares = np.array(
            [
                h / 2 + np.sinh(twice) / (4 * k),
                h * h / 4 + h * np.sinh(twice) / (4 * k) - (np.cosh(twice) - 1) / (8 * k * k),
            ]
        )
        """Integrals of cosh^2 over the height, and of it times the height."""


def loads(run: Run) -> np.ndarray:
    """Force and moment of the water: what the two held joints bear, with the other sign."""
    return -np.asarray(run.arrays["actuation"])[:, :2]


class MorisonCylinder(PublishedProblem):
    """In a tunnel exactly, in a wave as the pieces are refined; odd and even harmonics apart."""

    name = "morison-cylinder"
    title = "Morison's cylinder: force and moment on a pile, in a tunnel and in a wave"
    source = (
        "J. R. Morison, M. P. O'Brien, J. W. Johnson and S. A. Schaaf (1950), Petroleum "
        "Transactions AIME 189, 149-154, with linear waves in water of finite depth, integrated "
        "over the pile in closed form; even harmonics by G. I. Taylor (1928)."
    )
    why = (
        "1e-10 where the flow is uniform. In a wave every piece takes the flow at its middle, so "
        "that the error is of second order: 40 pieces are off by 1e-4 of the largest load."
    )
    strong = True

    def solve(self) -> SolvedProblem:
        robot = self.robot()
        tunnel = finished_run(robot, "tunnel")
        counts = PIECES[:2] if self.brief else PIECES
        runs = [finished_run(robot.with_values({"beams.pile.segments": n})) for n in counts]
        figures = [self._tunnel(robot, tunnel), *self._wave(robot, runs, counts[-1])]
        return SolvedProblem.of_runs(figures, tunnel, *runs)

    def _tunnel(self, robot: Robot, run: Run) -> Figure:
        wave, t = PileWave(robot), run.arrays["time"]
        u, rate = SWING * np.sin(SIGMA * t), SWING * SIGMA * np.cos(SIGMA * t)
        known = wave.height * (2 * wave.displaced * rate + wave.drag * np.abs(u) * u)
        known = np.outer(known, [1, wave.height / 2])
        most = np.abs(known).max(axis=0)
        return largest(
            "loads in a tunnel", loads(run) / most, known / most, 1e-10, "of the largest"
        )

    def _wave(self, robot: Robot, runs: list[Run], most: int) -> list[Figure]:
        """Half a period apart odd harmonics have opposite signs, even ones the same."""
        t = runs[0].arrays["time"]
        half = len(t) // 2
        known = [law(robot, t[:half]) for law in (first_order, second_order)]
        figures = []
        for law, sign, name in zip(known, (-1, 1), ("odd", "even"), strict=True):
            scale = np.abs(law).max(axis=0)
            found = [
                (loads(run)[:half] + sign * loads(run)[half : 2 * half]) / 2 / scale for run in runs
            ]
            limit, law = extrapolated(*found[-2:]), law / scale
            figures += [
                largest(
                    f"{name} harmonics, {most} pieces",
                    found[-1],
                    law,
                    0.25 / most**2,
                    "of the largest",
                ),
                largest(
                    f"{name} harmonics, extrapolated", limit, law, 0.25 / most**4, "of the largest"
                ),
                Figure(f"order of {name} harmonics", order(found, law), 2.0, 0.02),
            ]
        return figures
