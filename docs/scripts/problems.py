"""Makes the pictures of docs/validation/benchmarks.md: `python docs/scripts/problems.py`."""

from __future__ import annotations

from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

import pelagos as pl
from pelagos.problems.water import elastica, kirchhoff_ellipsoid
from pelagos.problems.water.purcell_swimmer import PurcellSwimmer

FOLDER = Path(__file__).parents[1] / "assets" / "problems"
STYLE = {"marker": "o", "ms": 3, "ls": "none", "color": "tab:blue"}


def save(figure: plt.Figure, name: str) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    figure.savefig(FOLDER / name, dpi=110)
    plt.close(figure)


def libration() -> None:
    """Heading of the slender ellipsoid, by engine and closed form."""
    robot = kirchhoff_ellipsoid.KirchhoffEllipsoid.robot().with_values(kirchhoff_ellipsoid.SLENDER)
    motion = kirchhoff_ellipsoid.Libration(robot)
    swung, period = robot.with_values(motion.start), motion.period
    run = pl.simulate(swung, duration=2 * period, every=period / 40)
    w, z = run.arrays["orientation"][:, 0, 0], run.arrays["orientation"][:, 0, 3]
    times = np.linspace(0, 2 * period, 400)
    figure, axes = plt.subplots(figsize=(7, 2.8), layout="constrained")
    axes.plot(times, np.degrees(motion.heading(times)), color="black", lw=0.8)
    axes.plot(run.arrays["time"], np.degrees(2 * np.arctan2(z, w)), **STYLE)
    axes.set_xlabel("time (s)")
    axes.set_ylabel("heading (deg)")
    save(figure, "libration.png")


def purcell() -> None:
    """Path of the middle of the three rods."""
    run = pl.simulate(PurcellSwimmer.robot(), duration=3, every=0.01)
    middle = run.robot.order.index("middle")
    place, quaternion = run.arrays["position"][:, middle], run.arrays["orientation"][:, middle]
    angle = 2 * np.arctan2(quaternion[:, 3], quaternion[:, 0])
    x, y = place[:, 0] + 0.5 * np.cos(angle), place[:, 1] + 0.5 * np.sin(angle)
    figure, axes = plt.subplots(figsize=(7, 3), layout="constrained")
    axes.plot(x, y, color="tab:blue", lw=1)
    axes.plot(x[::100], y[::100], "o", color="black", ms=4)
    axes.set_aspect("equal")
    axes.set_xlabel("x (rods)")
    axes.set_ylabel("y (rods)")
    save(figure, "purcell.png")


def curve(load: float, thrust: float, guess: float) -> np.ndarray:
    """The elastica by shooting for the moment at the clamp: s'' = -load cos s - thrust sin s."""

    def shot(moment: float, points: int = 2) -> np.ndarray:
        found = solve_ivp(
            lambda _s, y: [y[1], -load * np.cos(y[0]) - thrust * np.sin(y[0]),
                           np.cos(y[0]), np.sin(y[0])],
            (0, 1), [0, moment, 0, 0], t_eval=np.linspace(0, 1, points), rtol=1e-9,
        )  # fmt: skip
        return np.asarray(found.y)

    moment = brentq(lambda m: shot(m)[1, -1], 0.5 * guess, 1.5 * guess)
    return shot(moment, 100)[2:]


def elastica_shapes() -> None:
    """Shapes of 20 segments beside the curves."""
    robot = elastica.Elastica.robot()
    thrust = elastica.THRUST * np.pi**2 / 4
    cases = [(load, 0.0) for load in elastica.LOADS] + [(0.0, thrust)]
    figure, axes = plt.subplots(figsize=(7, 4.2), layout="constrained")
    for load, along in cases:
        end = elastica.buckled_tip(along) if along else elastica.bent_tip(load)
        x, z = curve(load, along, load * end[0] + along * end[1])
        axes.plot(x, z, color="black", lw=0.8)
        joints = elastica.joints_at_rest(robot, 20, load, along)
        axes.plot(joints[:, 0], np.abs(joints[:, 1]), **STYLE)
    axes.set_aspect("equal")
    axes.set_xlabel("x / L")
    axes.set_ylabel("z / L")
    save(figure, "elastica.png")


if __name__ == "__main__":
    libration()
    purcell()
    elastica_shapes()
