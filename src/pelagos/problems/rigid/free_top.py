"""Euler's top: a body without moments that turns over, by Jacobi's functions."""

from __future__ import annotations

import numpy as np

from pelagos.problems.contract import PublishedProblem, SolvedProblem, finished_run, largest
from pelagos.problems.rigid.elliptic import FreeTopMotion
from pelagos.result.run import Run


def axes_in_world(run: Run, body: str) -> np.ndarray:
    """Rotation matrices of a body over time, axes of the body as columns."""
    from scipy.spatial.transform import Rotation

    quaternions = run.arrays["orientation"][:, run.body_index(body)]
    return Rotation.from_quat(np.roll(quaternions, -1, axis=1)).as_matrix()


class FreeTop(PublishedProblem):
    """Rates in body axes and where its z axis points, for twenty seconds."""

    name = "free-top"
    title = "Free asymmetric top that turns over about its middle axis, 20 s, by elliptic functions"
    source = (
        "Closed form: Landau and Lifshitz, Mechanics, 3rd ed., 1976, section 37; the "
        "azimuth by Legendre's third integral in Carlson's form (DLMF 19.25.14)."
    )
    why = "1e-10 rad/s and 1e-10: scipy's elliptic functions are good to some 1e-13 here."
    strong = True

    def solve(self) -> SolvedProblem:
        robot = self.robot()
        run = finished_run(robot)
        time = run.arrays["time"]
        inertia = np.diag(np.array(robot.bodies["top"].inertia)).copy()
        motion = FreeTopMotion(inertia, run.arrays["u"][0].copy())
        answer = motion.angular_velocity(time)
        axis = axes_in_world(run, "top")[:, :, 2]
        figures = [
            largest("angular velocity, 0 to 20 s", run.arrays["u"], answer, 1e-10, "rad/s"),
            largest("direction of the z axis", axis, motion.axis_in_world(time), 1e-10),
        ]
        return SolvedProblem.of_runs(figures, run)
