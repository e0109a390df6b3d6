"""NASA's check case 2 for simulations of flight: a brick that tumbles without moments."""

from __future__ import annotations

import numpy as np

from pelagos.problems.contract import PublishedProblem, SolvedProblem, finished_run, largest
from pelagos.problems.rigid.elliptic import FreeTopMotion

# Time in s and rates relative to inertial space in deg/s, as printed by simulation 4.
PRINTED = (
    (10, -2.41890222177, -23.5525695195, 28.12859263),
    (20, -5.42273467991, 22.7159305765, 28.6082817473),
    (30, 12.6183907757, -17.3974747619, 31.1195888868),
)


class NasaTumblingBrick(PublishedProblem):
    """Body rates at 10, 20 and 30 s: nine printed numbers, and Jacobi's functions."""

    name = "nasa-tumbling-brick"
    title = "NASA NESC check case 2, tumbling brick: body rates at 10, 20 and 30 s"
    source = (
        "Murri, Jackson and Shelton, Check-Cases for Verification of 6-Degree-of-Freedom Flight "
        "Vehicle Simulations, NASA/TM-2015-218675, atmospheric case 2; data Atmos_02_sim_04.csv "
        "in github.com/nasa/simupy-flight at 70754e6, NESC_data; and Jacobi's functions."
    )
    why = (
        "The printed rates differ from Jacobi's functions by up to 3e-10 deg/s, in the last of "
        "their twelve digits: 4e-10 to what is printed, 1e-11 to Jacobi."
    )
    strong = True

    def solve(self) -> SolvedProblem:
        robot = self.robot()
        run = finished_run(robot)
        rates = np.degrees(run.arrays["u"][:, 3:])
        rows = [int(np.argmin(np.abs(run.arrays["time"] - row[0]))) for row in PRINTED]
        inertia = np.diag(np.array(robot.bodies["brick"].inertia)).copy()
        motion = FreeTopMotion(inertia, run.arrays["u"][0, 3:].copy())
        answer = np.degrees(motion.angular_velocity(run.arrays["time"]))
        printed = [row[1:] for row in PRINTED]
        figures = [
            largest("rates, as printed", rates[rows], printed, 4e-10, "deg/s"),
            largest("rates, by Jacobi", rates, answer, 1e-11, "deg/s"),
        ]
        return SolvedProblem.of_runs(figures, run)
