"""How a robot swings about where it rests."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pelagos.analysis.linear import differentiated, linearize
from pelagos.analysis.queries import AnyRobot
from pelagos.analysis.rest import DRIFT, check_flow, check_still, rest_of
from pelagos.errors import PelagosError
from pelagos.march.settings import read_robot
from pelagos.model.paths.shadowed import in_scenario
from pelagos.model.robot import Robot
from pelagos.shown import Shown
from pelagos.text import aligned

ROUNDING = 1e-12  # damping ratios below it are shown as none
STILL = 1e-7  # of the largest eigenvalue: smaller ones, those of drift, are rounding errors


@dataclass(frozen=True)
class Modes(Shown):
    """Eigenvalues and eigenvectors of the linearised equations, slowest first.

    A swinging pair counts once, with the eigenvalue of positive imaginary part.
    """

    robot: Robot  # resolved
    q: np.ndarray  # about which
    eigenvalues: np.ndarray  # (mode,) 1/s
    shapes: np.ndarray  # (mode, speed): displacements s, as `linearize` has them; largest is 1
    speeds: tuple[str, ...]
    place: str = "the position of rest"  # in words

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

    @property
    def growth(self) -> np.ndarray:
        """1/s: real parts of the eigenvalues, negative for modes that die out; 0 for rounding."""
        return np.where(np.abs(self.eigenvalues.real) > self._rounding, self.eigenvalues.real, 0.0)

    @property
    def _rounding(self) -> float:
        return max(DRIFT, STILL * float(np.abs(self.eigenvalues).max(initial=0.0)))

    @property
    def stable(self) -> bool:
        """Whether none of these modes grows."""
        return not np.any(self.growth > 0.0)

    def __len__(self) -> int:
        return len(self.eigenvalues)

    def rows(self) -> list[tuple[str, ...]]:
        """A table, heading first."""
        found: list[tuple[str, ...]] = [("mode", "frequency", "damping ratio", "moves most")]
        for k, shape in enumerate(np.abs(self.shapes)):
            most = self.speeds[int(shape.argmax())]
            found.append((f"{k + 1}", *self._motion(k), most))
        return found

    @property
    def warning(self) -> str:
        """How fast an unstable robot leaves the place; empty for a stable one."""
        if self.stable:
            return ""
        rate = self.growth.max()
        return (
            f"unstable: it does not stay there, the fastest motion away grows at {rate:.4g} "
            f"1/s (twofold in {np.log(2.0) / rate:.3g} s)"
        )

    def __repr__(self) -> str:
        verdict = "stable" if self.stable else "unstable"
        return f"<Modes of {self.robot.name} about {self.place}: {len(self)}, {verdict}>"

    def __str__(self) -> str:
        lines = [f"{self.robot.name}: modes about {self.place}", *aligned(self.rows())]
        if self.warning:
            lines.append(f"  {self.warning}")
        return "\n".join(lines)

    def _motion(self, k: int) -> tuple[str, str]:
        """Frequency and damping of a mode; in words what does not swing."""
        growth = self.growth[k]
        if self.eigenvalues[k].imag > self._rounding:
            return f"{self.frequencies[k]:.6g} Hz", f"{self.shown_damping[k]:.3g}"
        if growth == 0.0:
            return "none", "stays where it is put"
        return "none", f"{'grows' if growth > 0.0 else 'dies out'} at {abs(growth):.4g} 1/s"

    def label(self, k: int) -> str:
        """A mode in a few words."""
        frequency, damping = self._motion(k)
        return damping if frequency == "none" else f"{frequency}, damping {damping}"

    def plot(self, path: str | Path) -> Path:
        """Draw the shapes of the first six as PNG, PDF or SVG."""
        from pelagos.analysis.mode_shapes import draw

        return draw(self, path)

    def to_dict(self) -> dict[str, Any]:
        return {
            "stable": self.stable,
            "frequencies": self.frequencies.tolist(),
            "damping": self.damping.tolist(),
            "growth": self.growth.tolist(),
            "shapes": self.shapes.real.tolist(),
            "speeds": list(self.speeds),
        }


def modes(
    robot: AnyRobot,
    scenario: str | None = None,
    *,
    q: Any = None,
    nearest: bool = False,
    count: int | None = None,
) -> Modes:
    """Eigenmodes about q, or about where the robot can rest near its initial position.

    nearest: take the nearest place of rest, whatever its stability, and not one that it does not
        topple from.

    Of a robot with closed loops, those of its independent freedoms; shapes show all speeds.
    Prescribed joints stay where they are. What controllers sample and hold stays as it is.

    Examples:
        >>> found = pl.modes("double-pendulum")
        >>> found.stable, found.frequencies.round(3)
        (True, array([0.427, 1.144]))
    """
    if count is not None and count < 1:
        raise PelagosError(f"count: {count} modes cannot be found; ask for one or more")
    if q is not None and nearest:
        raise PelagosError("nearest: no place of rest is sought when q is given\n    give one")
    resolved = in_scenario(read_robot(robot, None), scenario)
    check_flow(resolved)
    check_still(resolved, "modes")
    if q is None:
        rest = rest_of(resolved, nearest=nearest)
        at, states = rest.q, rest.states
        place = "a stable position of rest" if rest.stable else "an unstable position of rest"
    else:
        at, states, place = np.asarray(q, dtype=float), None, "the position given"
    found = linearize(resolved, at, np.zeros(len(resolved.speeds)), states=states)
    places = found.shifts.shape[1]
    continuous = differentiated(resolved).robot.states.continuous
    moving = places + found.basis.shape[1] + continuous
    values, vectors = np.linalg.eig(found.A[:moving, :moving])
    keep = np.flatnonzero(values.imag >= 0)
    # of two real modes with one sign the slower comes first
    order = keep[np.lexsort((values[keep].real, np.round(np.abs(values[keep]), 9)))][:count]
    shapes = (found.shifts @ vectors[:places, order]).T
    largest = np.argmax(np.abs(shapes), axis=1)
    scale = shapes[np.arange(len(shapes)), largest]
    shapes = shapes / np.where(scale == 0, 1, scale)[:, None]
    return Modes(resolved, at, values[order], shapes, tuple(resolved.speeds), place)
