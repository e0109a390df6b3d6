"""Motions of the planar 3-RPR: forces integrated over time, with an eye on singular poses."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

import numpy as np

from pelagos.errors import PelagosError
from pelagos.mechanisms.planar_3rpr import equations as closed_form
from pelagos.mechanisms.planar_3rpr.answers import Array
from pelagos.mechanisms.planar_3rpr.asking import check_condition, one

if TYPE_CHECKING:
    from pelagos.mechanisms.planar_3rpr.robot import Planar3RPR

# three numbers, or what gives them at (t, X, V)
Force = Any


@dataclass(frozen=True)
class PlatformMotion:
    """A motion of the platform, sampled."""

    time: Array  # (sample,)
    X: Array  # (sample, 3)
    V: Array
    A: Array
    f: Array  # (sample, 3) actuators
    L: Array  # (sample, 3) lengths
    condition: Array  # (sample,) of the pose
    energy: Array  # (sample,) kinetic and potential
    work: Array  # (sample,) of actuators and disturbance, and energy of the mass that entered
    finished: bool
    outcome: str  # what ended it

    @property
    def energy_error(self) -> float:
        """Largest difference of energy and work, as a share of the largest energy or work."""
        balance = self.energy - self.energy[0] - self.work
        scale = max(np.ptp(self.energy), np.max(np.abs(self.work)), np.finfo(float).tiny)
        return float(np.max(np.abs(balance)) / scale)

    def plot(self, path: str | FilePath) -> FilePath:
        """Pose, forces, lengths and condition number over time, as a picture."""
        from pelagos.result import plot

        place = FilePath(path)
        plot.check(place)
        from matplotlib.figure import Figure

        picture = Figure(figsize=(7.0, 8.0), layout="constrained")
        panels = (
            ("pose [m, rad]", self.X, ("x", "y", "φ")),
            ("forces [N]", self.f, ("f1", "f2", "f3")),
            ("lengths [m]", self.L, ("L1", "L2", "L3")),
            ("condition number", self.condition[:, None], ("",)),
        )
        for axes, (title, values, names) in zip(picture.subplots(4), panels, strict=True):
            for column, name in zip(values.T, names, strict=True):
                axes.plot(self.time, column, label=name or None, lw=1.2)
            axes.set_ylabel(title)
            axes.spines[["top", "right"]].set_visible(False)
            if len(names) > 1:
                axes.legend(frameon=False, fontsize=8)
        axes.set(xlabel="t [s]", yscale="log")
        picture.savefig(place)
        return place


def integrate(
    robot: Planar3RPR,
    start: tuple[Array, Array],
    forces: tuple[Force, Force],
    samples: Array,
    words: dict[str, Any],
    tolerances: tuple[float, float],
    limit: float,
) -> PlatformMotion:
    """The motion from the start; the seventh number of the state is the work."""
    from scipy.integrate import solve_ivp

    platform, model = robot.numbers(words["limb"], words["gravity"])
    push, disturb = (
        _function(name, f) for name, f in zip(("f", "disturbance"), forces, strict=True)
    )
    check_condition(np.array([robot.condition(start[0])]), start[0][None], limit)

    def rates(t: float, x: Array) -> Array:
        X, V, f, d = x[:3], x[3:6], push(t, x[:3], x[3:6]), disturb(t, x[:3], x[3:6])
        A, _ = closed_form.forward_dynamics(
            platform, model, X.tolist(), V.tolist(), f.tolist(), d.tolist()
        )
        Ld = np.array([p.Jx for p in closed_form.closure(platform.points, X.tolist())]) @ V
        influx = closed_form.energies(platform, model, X.tolist(), V.tolist())[2]
        return np.concatenate([V, A, [f @ Ld + d @ V + influx]])

    solution = solve_ivp(
        rates,
        (0.0, samples[-1]),
        np.concatenate([*start, [0.0]]),
        "DOP853",
        t_eval=samples,
        events=_singular(robot, limit),
        rtol=tolerances[0],
        atol=tolerances[1],
    )
    return _motion(robot, solution, (push, disturb), words, samples[-1], limit)


def _singular(robot: Planar3RPR, limit: float) -> list[Callable]:
    """Ends of a motion: a condition number at the limit, or a determinant that changes its sign."""
    if math.isinf(limit):
        return []

    points, _ = robot.numbers(None, (0.0, 0.0))

    def conditioning(x: Array) -> tuple[float, float]:
        poses = closed_form.closure(points.points, x[:3].tolist())
        return closed_form.conditioning(poses, robot.length)

    def nearly(_t: float, x: Array) -> float:
        size, determinant = conditioning(x)
        return math.log(max(size, 1e-300) / max(abs(determinant), 1e-300) / limit)

    def passed(_t: float, x: Array) -> float:
        return conditioning(x)[1]

    nearly.terminal = passed.terminal = True  # type: ignore[attr-defined]
    return [nearly, passed]


def _motion(
    robot: Planar3RPR, solution: Any, forces: tuple, words: dict[str, Any], end: float, limit: float
) -> PlatformMotion:
    time, X, V, work = solution.t, solution.y[:3].T, solution.y[3:6].T, solution.y[6]
    found = [
        np.array([force(t, x, v) for t, x, v in zip(time, X, V, strict=True)]) for force in forces
    ]
    A = [
        robot.forward_dynamics(x, v, f, disturbance=d, **words).A
        for x, v, f, d in zip(X, V, *found, strict=True)
    ]
    return PlatformMotion(
        time=time,
        X=X,
        V=V,
        A=np.array(A),
        f=found[0],
        L=robot.inverse_kinematics(X).L,
        condition=robot.condition(X),
        energy=robot.energy(X, V, **words).total,
        work=work,
        finished=solution.status == 0,
        outcome=_outcome(robot, solution, end, limit),
    )


def _outcome(robot: Planar3RPR, solution: Any, end: float, limit: float) -> str:
    if solution.status == 0:
        return f"finished at t = {end:g} s"
    if solution.status < 0:
        return f"stopped at t = {solution.t[-1]:g} s: {solution.message}"
    time, state = next(
        (float(t[0]), x[0])
        for t, x in zip(solution.t_events, solution.y_events, strict=True)
        if len(t)
    )
    pose = ", ".join(f"{x:.4g}" for x in state[:3])
    return (
        f"singular pose at t = {time:.6g} s: the condition number of (x, y, phi) = ({pose}) "
        f"reaches {float(robot.condition(state[:3])):.3g} (limit {limit:g}); steer away from it, "
        "or raise condition_limit"
    )


def _function(name: str, force: Force) -> Callable[[float, Array, Array], Array]:
    """Forces as a function of time and state."""
    if not callable(force):
        constant = one(name, force)
        return lambda _t, _x, _v: constant

    def checked(t: float, X: Array, V: Array) -> Array:
        values = np.asarray(force(t, X, V), dtype=float)
        if values.shape != (3,) or not np.all(np.isfinite(values)):
            said = f"shape {values.shape}" if values.shape != (3,) else str(values.tolist())
            raise PelagosError(
                f"{name}: the function gave {said} at t = {t:.6g} s; return three finite numbers"
            )
        return values

    return checked
