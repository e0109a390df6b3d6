"""IFToMM A04: Bricard's mechanism, which moves although the count of its hinges says it cannot."""

from __future__ import annotations

import numpy as np
from scipy.integrate import solve_ivp

from pelagos.problems.contract import PublishedProblem, SolvedProblem, finished_run, largest

GRAVITY, MASS, LENGTH, SECTION = 9.81, 1.0, 1.0, 0.1
AXES = np.eye(3)[[1, 2, 0, 1, 2]]  # of the five joints of the tree
ALONG = np.array([[1, 0, 0], [0, -1, 0], [0, 0, 1], [-1, 0, 0], [0, 1, 0]], float)
STEP = 1e-30  # of derivatives by a complex step


def hinge_angles(a: complex, b: complex) -> list[complex]:
    """The angles alternate, and three pairs of turns are one: (1 + sin a)(1 + sin b) = 1.

    Each pair, followed by the exchange of axes y to x to z to y, is a third of a turn: its trace
    sin a + sin b + sin a sin b vanishes.
    """
    return [a, b, a, b, a]


def turned(axis: np.ndarray, angle: complex) -> np.ndarray:
    """Rodrigues' formula."""
    x, y, z = axis
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * (cross @ cross)


def inertia_and_height(a: complex, b: complex) -> tuple[complex, complex, np.ndarray]:
    """Twice the kinetic energy for a unit of speed along the curve, the height, and P1 to P6."""
    da, db = (1 + np.sin(a)) * np.cos(b), -(1 + np.sin(b)) * np.cos(a)
    R, omega = np.eye(3, dtype=complex), np.zeros(3, complex)
    place, velocity = np.zeros(3, complex), np.zeros(3, complex)
    inertia = height = 0j
    points = [place]
    for k, (angle, rate) in enumerate(zip(hinge_angles(a, b), hinge_angles(da, db), strict=True)):
        omega = omega + R @ AXES[k] * rate
        R = R @ turned(AXES[k], angle)
        rod = R @ ALONG[k]
        v = velocity + np.cross(omega, rod) * LENGTH / 2
        across = MASS * (LENGTH**2 + SECTION**2) / 12
        along = MASS * SECTION**2 / 6
        spin = omega @ rod
        inertia += MASS * (v @ v) + across * (omega @ omega) + (along - across) * spin**2
        height += (place + rod * LENGTH / 2)[1]
        place, velocity = place + rod * LENGTH, velocity + np.cross(omega, rod) * LENGTH
        points.append(place)
    return inertia, height, np.array(points)


def rates(_t: float, y: np.ndarray) -> list[float]:
    """Lagrange's equation of the one freedom: speed w along the curve of closed loops."""
    a, b, w = y
    da, db = (1 + np.sin(a)) * np.cos(b), -(1 + np.sin(b)) * np.cos(a)
    inertia, height, _ = inertia_and_height(a + 1j * STEP * da, b + 1j * STEP * db)
    force = -MASS * GRAVITY * height.imag / STEP - 0.5 * inertia.imag / STEP * w * w
    return [w * da, w * db, force / inertia.real]


def hinge_motion(times: np.ndarray) -> np.ndarray:
    """The two hinge angles, released at rest: (2, time)."""
    start, end = [0.0, 0.0, 0.0], times[-1]
    found = solve_ivp(rates, (0, end), start, "DOP853", t_eval=times, rtol=1e-12, atol=1e-13)
    return np.asarray(found.y[:2])


class Bricard(PublishedProblem):
    """Where P3 is, and the energy; of the loop's five rows one repeats the others."""

    name = "bricard"
    title = "IFToMM A04, Bricard's overconstrained mechanism, 10 s"
    source = (
        "IFToMM Technical Committee for Multibody Dynamics, Library of Computational Benchmark "
        "Problems, A04. The motion by Lagrange's equation of its one freedom, on the curve "
        "(1 + sin a)(1 + sin b) = 1 of the two hinge angles (scipy DOP853, rtol 1e-12)."
    )
    why = "1e-9 m and 1e-9 J: the relative tolerance of 1e-11 over ten seconds."
    strong = True

    def solve(self) -> SolvedProblem:
        duration = 2.0 if self.brief else 10.0
        run = finished_run(self.robot(), duration=duration, every=0.1)
        motion = hinge_motion(run.arrays["time"])
        points = np.array([inertia_and_height(a, b)[2].real for a, b in motion.T])
        place = run.arrays["position"][:, run.body_index("rod3")]
        energy = run.arrays["kinetic_energy"] + run.arrays["potential_energy"]
        figures = [
            largest(f"place of P3, 0 to {duration:g} s", place, points[:, 2], 1e-9, "m"),
            largest("energy", energy - energy[0], 0 * energy, 1e-9, "J"),
        ]
        return SolvedProblem.of_runs(figures, run)
