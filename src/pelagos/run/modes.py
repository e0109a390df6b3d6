"""Where a robot can rest, and how it swings about there."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pelagos.compiled.mechanism import mechanism_of
from pelagos.compiled.strips import LAG
from pelagos.equations import mechanism as mech
from pelagos.equations.strips import LAGS
from pelagos.errors import PelagosError
from pelagos.model.robot import Robot
from pelagos.run.engine import engine_of
from pelagos.run.linear import linearize
from pelagos.run.settings import read_robot
from pelagos.run.study import AnyRobot, poses

MOST_ITERATIONS = 60
LARGEST_STEP = 0.5  # rad or m that a joint may move in one iteration
REST = 1e-10  # displacement below which the position counts as found


@dataclass(frozen=True)
class Modes:
    """Eigenvalues and eigenvectors of the linearised equations, slowest first.

    A swinging pair counts once, with the eigenvalue of positive imaginary part.
    """

    q: np.ndarray  # about which
    eigenvalues: np.ndarray  # (mode,) 1/s
    shapes: np.ndarray  # (mode, speed): displacements s, as `linearize` has them; largest is 1
    speeds: tuple[str, ...]

    @property
    def frequencies(self) -> np.ndarray:
        """Hz; zero for modes that do not swing."""
        return np.abs(self.eigenvalues.imag) / (2 * np.pi)

    @property
    def damping(self) -> np.ndarray:
        """Ratio to critical damping; negative for modes that grow."""
        size = np.abs(self.eigenvalues)
        return np.where(size > 0, -self.eigenvalues.real / np.where(size > 0, size, 1), 0.0)

    def __len__(self) -> int:
        return len(self.eigenvalues)

    def to_dict(self) -> dict[str, Any]:
        return {
            "frequencies": self.frequencies.tolist(),
            "damping": self.damping.tolist(),
            "shapes": self.shapes.real.tolist(),
            "speeds": list(self.speeds),
        }


def modes(
    robot: AnyRobot, scenario: str | None = None, *, q: Any = None, count: int | None = None
) -> Modes:
    """Eigenmodes about q, or about where the robot can rest near its initial position."""
    resolved = read_robot(robot, None).resolved(scenario)
    place, states = _rest(resolved, None) if q is None else (np.asarray(q, dtype=float), None)
    found = linearize(resolved, place, np.zeros(len(resolved.speeds)), states=states)
    values, vectors = np.linalg.eig(found.A)
    keep = np.flatnonzero(values.imag >= 0)
    # of two real modes with one sign the slower comes first
    order = keep[np.lexsort((values[keep].real, np.round(np.abs(values[keep]), 9)))][:count]
    shapes = vectors[: len(resolved.speeds), order].T
    largest = np.argmax(np.abs(shapes), axis=1)
    scale = shapes[np.arange(len(shapes)), largest]
    shapes = shapes / np.where(scale == 0, 1, scale)[:, None]
    return Modes(place, values[order], shapes, tuple(resolved.speeds))


def equilibrium(robot: AnyRobot, scenario: str | None = None, *, q: Any = None) -> np.ndarray:
    """Coordinates near q (or the initial position) at which the robot stays at rest.

    Newton's method with exact derivatives and steps of limited size. Inputs are those at t = 0.
    """
    return _rest(read_robot(robot, None).resolved(scenario), q)[0]


def _rest(robot: Robot, q: Any) -> tuple[np.ndarray, np.ndarray]:
    """Coordinates and auxiliary states at rest; of the states the lags of wings settle, too."""
    compiled = engine_of(robot).robot
    m, nv = mechanism_of(compiled), compiled.nv
    place = np.array(robot.initial_state()[0] if q is None else q, dtype=float)
    states, rest = compiled.states.initial.copy(), np.zeros(nv)
    lags = (compiled.strips.table[:, LAG, None] + np.arange(LAGS)).ravel() - compiled.nq - nv
    rows, columns = [*range(nv, 2 * nv), *(2 * nv + lags)], [*range(nv), *(2 * nv + lags)]
    for _ in range(MOST_ITERATIONS):
        found = linearize(robot, place, rest, states=states)
        slopes, off = found.A[np.ix_(rows, columns)], np.append(found.udot, found.rates[lags])
        step = np.linalg.lstsq(slopes, -off, rcond=1e-14)[0]
        largest = float(np.abs(step[:nv]).max(initial=0.0))
        left = np.abs(slopes @ step + off).max(initial=0.0)
        if not np.isfinite(largest) or left > 1e-6 * max(1.0, np.abs(off).max(initial=0.0)):
            break  # no displacement takes the forces away
        step *= min(1.0, LARGEST_STEP / max(largest, 1e-300))
        place = _moved(m, place, step[:nv])
        states[lags] += step[nv:]
        if largest < REST:
            return place, states
    raise PelagosError(
        f"{robot.name}: no position of rest was found near "
        f"{np.array2string(place, precision=3, threshold=8)}\n"
        "    begin nearer (q=...), or check that something holds the robot against gravity"
    )


def _moved(m: mech.Mechanism, q: np.ndarray, step: np.ndarray) -> np.ndarray:
    """q after a displacement; quaternions stay unit quaternions."""
    found = q + np.array(mech.coordinate_rates(m, q.tolist(), step.tolist()), dtype=float)
    for link in m.links:
        if link.joint.nq > link.joint.nv:
            turn = slice(link.q.stop - 4, link.q.stop)
            found[turn] /= np.linalg.norm(found[turn])
    return found


def draw(robot: AnyRobot, found: Modes, path: str | Path, size: float = 0.0) -> Path:
    """Frame origins of all bodies at rest and displaced by each mode, from the side."""
    from pelagos.result.plot import check

    path = Path(path)
    check(path)
    from matplotlib.figure import Figure

    resolved = read_robot(robot, None)
    m = mechanism_of(engine_of(resolved).robot)
    still = _origins(resolved, found.q)
    reach = float(np.ptp(still, axis=0).max()) or 1.0
    shown = min(len(found), 6)
    figure = Figure(figsize=(6.4, 1.4 * shown + 0.6), layout="constrained")
    axes = figure.subplots(shown, 1, squeeze=False, sharex=True)[:, 0]
    for k, ax in enumerate(axes):
        shape = found.shapes[k].real
        away = _origins(resolved, _moved(m, found.q, 1e-3 * shape)) - still
        scale = (size or 0.15 * reach) / max(float(np.abs(away).max()), 1e-300)
        moved = still + scale * away
        across = int(np.argmax(np.abs(away).max(axis=0)))
        along = int(np.argmax(np.ptp(still, axis=0)))
        along = along if along != across else (across + 1) % 3
        ax.plot(still[:, along], still[:, across], color="#888888", lw=0.8)
        ax.plot(moved[:, along], moved[:, across], "o-", ms=2.5, lw=1, color="#0072B2")
        label = f"{found.frequencies[k]:.4g} Hz, damping {found.damping[k]:.2g}"
        ax.set_title(label, fontsize=9, loc="left")
        ax.set_ylabel("xyz"[across])
    axes[-1].set_xlabel(f"{'xyz'[along]} / m")
    figure.savefig(path, dpi=150)
    return path


def _origins(robot: Any, q: np.ndarray) -> np.ndarray:
    return np.array([position for position, _ in poses(robot, q).values()])
