"""IFToMM A05: the stiff flyball governor, whose couplers are springs with dampers."""

from __future__ import annotations

import numpy as np
from scipy.integrate import solve_ivp

from pelagos.problems.contract import (
    Figure,
    PublishedProblem,
    SolvedProblem,
    finished_run,
    largest,
)
from pelagos.result.run import Run

GRAVITY, DENSITY = 9.81, 3000.0
ROD = DENSITY * 1e-4  # kg
BALL, SLIDER = 5.0, DENSITY * 1e-3
STIFFNESS, DAMPING, REST = 8e5, 4e4, 0.5
OFFSET = 0.05  # m, of the rods' hinges from the axis
ACROSS, ALONG = ROD * (1 + 1e-4) / 12, ROD * 1e-4 / 6  # rod about its centre
SWING = ACROSS + ROD / 4 + BALL  # rod and ball about the hinge
FIXED = ROD * 1e-4 / 6 + SLIDER * 0.01 / 6  # shaft and slider about the axis


def about_axis(a: float) -> tuple[float, float]:
    """Moment of inertia about the axis with rods at an angle from hanging, and its derivative."""
    s, c = np.sin(a), np.cos(a)
    middle, end = OFFSET + s / 2, OFFSET + s
    one = ACROSS * s * s + ALONG * c * c + ROD * middle**2 + BALL * end**2
    slope = 2 * (ACROSS - ALONG) * s * c + ROD * middle * c + 2 * BALL * end * c
    return FIXED + 2 * one, 2 * slope


MOMENTUM = about_axis(np.pi / 3)[0] * 2 * np.pi  # about the axis: it stays


def rates(_t: float, y: np.ndarray) -> list[float]:
    """Angle of the rods, place of the slider and their rates: Lagrange's equations.

    The motion is symmetric, and the spin follows from the angular momentum.
    """
    a, z, da, dz = y
    total, slope = about_axis(a)
    spin = MOMENTUM / total
    x, h = np.sin(a) / 2, 1 - np.cos(a) / 2 - z  # from the slider's edge to the rod's middle
    d = np.hypot(x, h)
    by_a, by_z = (x * np.cos(a) / 2 + h * np.sin(a) / 2) / d, -h / d
    pull = STIFFNESS * (d - REST) + DAMPING * (by_a * da + by_z * dz)
    weight = (ROD / 2 + BALL) * GRAVITY * np.sin(a)
    return [
        da,
        dz,
        (slope * spin * spin / 4 - weight - pull * by_a) / SWING,
        -GRAVITY - 2 * pull * by_z / SLIDER,
    ]


class FlyballGovernor(PublishedProblem):
    """Where the slider is and the spin, by explicit and by implicit steps; angular momentum."""

    name = "flyball-governor"
    title = "IFToMM A05, stiff flyball governor, 10 s, by auto and by radau"
    source = (
        "IFToMM Technical Committee for Multibody Dynamics, Library of Computational Benchmark "
        "Problems, A05; layout of MBS-BOS 2015. The motion by Lagrange's equations of two freedoms "
        "and the conserved angular momentum (scipy LSODA, rtol 1e-12)."
    )
    why = "1e-9 m and 1e-8 rad/s: relative tolerances of 1e-9 over ten seconds of swings."
    strong = True

    def solve(self) -> SolvedProblem:
        duration = 1.0 if self.brief else 10.0
        robot = self.robot()
        runs = [
            finished_run(robot, duration=duration, integrator=method, every=0.05)
            for method in ("auto", "radau")
        ]
        found = solve_ivp(
            rates,
            (0, duration),
            [np.pi / 3, 0.5, 0.0, 0.0],
            "LSODA",
            t_eval=runs[0].arrays["time"],
            rtol=1e-12,
            atol=1e-14,
        )
        figures = [f for run in runs for f in self._figures(run, found.y)]
        return SolvedProblem.of_runs(figures, *runs)

    @staticmethod
    def _figures(run: Run, answer: np.ndarray) -> list[Figure]:
        method, names = run.header.integrator["method"], run.header.coordinates
        slider = run.arrays["q"][:, names.index("slider")]
        spin = run.arrays["u"][:, run.header.speeds.index("shaft")]
        should_spin = [MOMENTUM / about_axis(a)[0] for a in answer[0]]
        momentum = run.arrays["angular_momentum"][:, 2] / MOMENTUM
        return [
            largest(f"place of the slider, {method}", slider, answer[1], 1e-9, "m"),
            largest(f"spin of the shaft, {method}", spin, should_spin, 1e-8, "rad/s"),
            largest(f"angular momentum, {method}", momentum, np.ones_like(momentum), 1e-9),
        ]
