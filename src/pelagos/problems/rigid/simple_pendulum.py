"""IFToMM A01: a point mass on a massless bar, released from the horizontal."""

from __future__ import annotations

import numpy as np
from scipy.special import ellipj, ellipk

from pelagos.problems.contract import PublishedProblem, SolvedProblem, finished_run, largest

LENGTH, GRAVITY = 1.0, 9.81


def angle_from_vertical(t: np.ndarray, amplitude: float) -> np.ndarray:
    """Released at rest at `amplitude` from hanging: sin(angle/2) = k sn(K - w t, k)."""
    w, k = np.sqrt(GRAVITY / LENGTH), np.sin(amplitude / 2)
    sn, _, _, _ = ellipj(ellipk(k * k) - w * t, k * k)
    return 2 * np.arcsin(k * sn)


class SimplePendulum(PublishedProblem):
    """Released at (-1, 0); its place for ten seconds, and its energy."""

    name = "simple-pendulum"
    title = "IFToMM A01, simple pendulum released from the horizontal, 10 s"
    source = (
        "IFToMM Technical Committee for Multibody Dynamics, Library of Computational Benchmark "
        "Problems, A01 (www.iftomm-multibody.org/benchmark). Closed form: Jacobi's sn."
    )
    why = "1e-10: the integrator's relative tolerance of 1e-12 over ten seconds."
    strong = True

    def solve(self) -> SolvedProblem:
        run = finished_run(self.robot())
        # the bar points along x of its body, at an angle from the world's x towards y
        angle = run.arrays["q"][:, 0]
        swing = angle_from_vertical(run.arrays["time"], np.pi / 2)
        place = LENGTH * np.stack([np.cos(angle), np.sin(angle)], axis=1)
        answer = LENGTH * np.stack([-np.sin(swing), -np.cos(swing)], axis=1)
        energy = run.arrays["kinetic_energy"] + run.arrays["potential_energy"]
        figures = [
            largest("place of the mass, 0 to 10 s", place, answer, 1e-10, "m"),
            largest("energy", energy - energy[0], 0 * energy, 1e-9, "J"),
        ]
        return SolvedProblem.of_runs(figures, run)
