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
from pelagos.run.engine import Engine, engine_of
from pelagos.run.linear import check_free, linearize
from pelagos.run.settings import read_robot
from pelagos.run.study import AnyRobot
from pelagos.text import aligned

MOST_ITERATIONS = 60
LARGEST_STEP = 0.5  # rad or m that a joint may move in one iteration
ROUNDING = 1e-12  # damping ratios below it are shown as none
REST = 1e-10  # displacement below which the position counts as found


@dataclass(frozen=True)
class Modes:
    """Eigenvalues and eigenvectors of the linearised equations, slowest first.

    A swinging pair counts once, with the eigenvalue of positive imaginary part.
    """

    robot: Robot  # resolved
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

    @property
    def shown_damping(self) -> np.ndarray:
        """Damping ratios without their rounding errors."""
        return np.where(np.abs(self.damping) > ROUNDING, self.damping, 0.0)

    def __len__(self) -> int:
        return len(self.eigenvalues)

    def __str__(self) -> str:
        rows = [("mode", "frequency", "damping ratio", "moves most")]
        columns = zip(self.frequencies, self.shown_damping, np.abs(self.shapes), strict=True)
        for k, (frequency, damping, shape) in enumerate(columns, 1):
            most = self.speeds[int(shape.argmax())]
            rows.append((f"{k}", f"{frequency:.6g} Hz", f"{damping:.3g}", most))
        lines = [f"{self.robot.name}: modes about the position of rest"]
        lines += aligned(rows)
        if np.any(self.shown_damping < 0):
            lines.append("  it does not stay there: modes with negative damping grow")
        return "\n".join(lines)

    def plot(self, path: str | Path) -> Path:
        """Draw the shapes of the first six as PNG, PDF or SVG."""
        from pelagos.run.mode_shapes import draw

        return draw(self, path)

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
    """Eigenmodes about q, or about where the robot can rest near its initial position.

    Of a robot with closed loops, those of its independent freedoms; shapes show all speeds.
    Prescribed joints stay where they are. What controllers sample and hold stays as it is.
    """
    if count is not None and count < 1:
        raise PelagosError(f"count: {count} modes cannot be found; ask for one or more")
    resolved = read_robot(robot, None).resolved(scenario)
    _check_flow(resolved)
    _check_still(resolved, "modes")
    place, states = _rest(resolved, None) if q is None else (np.asarray(q, dtype=float), None)
    found = linearize(resolved, place, np.zeros(len(resolved.speeds)), states=states)
    moving = 2 * found.basis.shape[1] + engine_of(resolved).robot.states.continuous
    values, vectors = np.linalg.eig(found.A[:moving, :moving])
    keep = np.flatnonzero(values.imag >= 0)
    # of two real modes with one sign the slower comes first
    order = keep[np.lexsort((values[keep].real, np.round(np.abs(values[keep]), 9)))][:count]
    shapes = (found.basis @ vectors[: found.basis.shape[1], order]).T
    largest = np.argmax(np.abs(shapes), axis=1)
    scale = shapes[np.arange(len(shapes)), largest]
    shapes = shapes / np.where(scale == 0, 1, scale)[:, None]
    return Modes(resolved, place, values[order], shapes, tuple(resolved.speeds))


def equilibrium(robot: AnyRobot, scenario: str | None = None, *, q: Any = None) -> np.ndarray:
    """Coordinates near q (or the initial position) at which the robot stays at rest.

    Newton's method with exact derivatives and steps of limited size. Inputs are those at t = 0.
    """
    resolved = read_robot(robot, None).resolved(scenario)
    _check_flow(resolved)
    _check_still(resolved, "equilibrium")
    return _rest(resolved, q)[0]


def _check_flow(robot: Robot) -> None:
    """Refuse flows that are solved beside the equations of motion: they would be left out."""
    lattices = any(wing.is_lattice for wing in robot.wings.values())
    if lattices and robot.water is not None and robot.water.density > 0:
        raise PelagosError(
            f"{robot.name}: the flow of a vortex lattice is solved in steps of its own, so rest "
            "and modes do not follow from the equations of motion alone\n"
            "    use `pelagos flutter` for small motions, method: strip for the wings, or "
            "water.density=0 for the structure without the flow"
        )


def _check_still(robot: Robot, question: str) -> None:
    """Refuse robots without a free joint, and those whose prescribed joints move at t = 0."""
    check_free(robot, question)
    engine, places = engine_of(robot), [robot.speeds.index(label) for label in robot.prescribed]
    seen = engine.observe(np.zeros(1), engine.initial()[None], 0)
    nq = engine.robot.nq
    for label, v in zip(robot.prescribed, places, strict=True):
        rate, acceleration = seen.x[0, nq + v], seen.dx[0, nq + v]
        if abs(rate) > REST or abs(acceleration) > REST:
            raise PelagosError(
                f"{question}: {label} is prescribed and moves at t = 0 (rate {rate:.3g}, "
                f"acceleration {acceleration:.3g}), so {robot.name} has no position of rest\n"
                "    choose a scenario in which it stands, or put a servo in its place"
            )


def _rest(robot: Robot, q: Any) -> tuple[np.ndarray, np.ndarray]:
    """Coordinates and auxiliary states at rest; of the states the lags of wings settle, too."""
    engine = engine_of(robot)
    compiled, speeds = engine.robot, robot.speeds
    m, nv = mechanism_of(compiled), compiled.nv
    place = np.array(robot.initial_state()[0] if q is None else q, dtype=float)
    states, rest = compiled.states.initial.copy(), np.zeros(nv)
    lags = (compiled.strips.table[:, LAG, None] + np.arange(LAGS)).ravel() - compiled.nq - nv
    for _ in range(MOST_ITERATIONS):
        place = _closed(engine, place, states)
        found = linearize(robot, place, rest, states=states)
        free = found.basis.shape[1]  # fewer than nv with closed loops
        chosen = [speeds.index(label[2:-1]) for label in found.states[:free]]
        rows, columns = (
            [*range(free, 2 * free), *(2 * free + lags)],
            [*range(free), *(2 * free + lags)],
        )
        slopes = found.A[np.ix_(rows, columns)]
        off = np.append(found.udot[chosen], found.rates[lags])
        step = np.linalg.lstsq(slopes, -off, rcond=1e-14)[0]
        largest = float(np.abs(found.basis @ step[:free]).max(initial=0.0))
        left = np.abs(slopes @ step + off).max(initial=0.0)
        if not np.isfinite(largest) or left > 1e-6 * max(1.0, np.abs(off).max(initial=0.0)):
            break  # no displacement takes the forces away
        step *= min(1.0, LARGEST_STEP / max(largest, 1e-300))
        place = moved(m, place, found.basis @ step[:free])
        states[lags] += step[free:]
        if largest < REST:
            return place, states
    raise PelagosError(
        f"{robot.name}: no position of rest was found near "
        f"{np.array2string(place, precision=3, threshold=8)}\n"
        "    begin nearer (q=...), or check that something holds the robot against gravity"
    )


def _closed(engine: Engine, q: np.ndarray, states: np.ndarray) -> np.ndarray:
    """q with its loops closed, where there are any."""
    robot = engine.robot
    if not robot.constraints.rows:
        return q
    whole = np.concatenate([q, np.zeros(robot.nv), states, [0.0]])
    return np.asarray(engine.assembled(whole, 0)[: robot.nq])


def moved(m: mech.Mechanism, q: np.ndarray, step: np.ndarray) -> np.ndarray:
    """q after a displacement; quaternions stay unit quaternions."""
    found = q + np.array(mech.coordinate_rates(m, q.tolist(), step.tolist()), dtype=float)
    for link in m.links:
        if link.joint.nq > link.joint.nv:
            turn = slice(link.q.stop - 4, link.q.stop)
            found[turn] /= np.linalg.norm(found[turn])
    return found
