"""Andrews' squeezing mechanism: the problem of index 3 of the IVP test set (IFToMM A03)."""

from __future__ import annotations

import numpy as np

from pelagos.problems.contract import PublishedProblem, SolvedProblem, finished_run, largest
from pelagos.result.run import Run

BODIES = (
    "k1",
    "k2",
    "k3",
    "k4",
    "k5",
    "k6",
    "k7",
)  # beta, theta, gamma, phi, delta, Omega, epsilon
# At t = 0.03, as printed: PSIDE on a Cray C90, tolerances 1e-14.
ANGLES = (15.81077119629904, -15.75637105984298, 0.04082224013073101, -0.5347301163226948,
          0.5244099658805304, 0.5347301163226948, 1.048080741042263)  # fmt: skip
RATES = (1139.920302151208, -1424.379294994111, 11.03291221937134, 19.29337464421385,
         0.5735699284790808, -19.29337464421385, 0.3231791658026955)  # fmt: skip
ACCELERATIONS = (-24631.76316945196, 51850.37701610329, 324102.5686413781, 566749.3645176213,
                 16743.62929479361, -566749.3645176222, 9826.520791458422)  # fmt: skip
MULTIPLIERS = (199.1753333731910, -29.75531228015052, 23.06654119098399, 31.45271365475927,
               22.64249232082739, 11.61740700019673)  # fmt: skip


class AndrewsSqueezer(PublishedProblem):
    """All 27 numbers of the reference at 0.03 s."""

    name = "andrews-squeezer"
    title = "Andrews' squeezing mechanism at 0.03 s (IFToMM A03)"
    source = (
        "Mazzia and Magherini, Test Set for Initial Value Problem Solvers, release 2.4, 2008, "
        "problem ANDREWS, reference solution at t = 0.03 by PSIDE (archimede.dm.uniba.it/~testset)."
    )
    why = (
        "Angles 1e-8 rad. The printed accelerations are consistent with the printed angles and "
        "rates to 1e-7 of the largest only, and so are the multipliers: 2e-7 for both."
    )
    strong = True

    def solve(self) -> SolvedProblem:
        run = finished_run(self.robot())
        place = [run.header.coordinates.index(name) for name in BODIES]
        figures = [largest("angles", run.arrays["q"][-1, place], ANGLES, 1e-8, "rad")]
        for what, found, answer, tolerance in (
            ("rates over the largest", run.arrays["u"][-1, place], RATES, 1e-8),
            ("accelerations over the largest", run.arrays["udot"][-1, place], ACCELERATIONS, 2e-7),
            ("multipliers over the largest", multipliers(run), MULTIPLIERS, 2e-7),
        ):
            scale = np.abs(answer).max()
            figures.append(largest(what, found / scale, np.divide(answer, scale), tolerance))
        return SolvedProblem.of_runs(figures, run)


def multipliers(run: Run) -> np.ndarray:
    """Forces of the three loops at P in axes of the world; our rows count along the axes of K2."""
    angle = run.arrays["q"][-1, [run.header.coordinates.index(name) for name in BODIES[:2]]].sum()
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    forces = run.arrays["constraint_force"][-1].reshape(3, 3)[:, :2]
    return (forces @ turn.T).ravel()
