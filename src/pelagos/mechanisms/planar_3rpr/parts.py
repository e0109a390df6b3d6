"""What a planar 3-RPR is made of, and the built-in sets of numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pelagos.mechanisms.planar_3rpr.answers import Array


@dataclass(frozen=True)
class Telescope:
    """Two parts of constant mass: part 1 pivots at A, part 2 slides in it and ends at B."""

    m1: float  # kg
    c1: float  # m, of the centre from A
    I1: float  # kg m², about the centre
    m2: float
    c2: float  # m, of the centre behind B
    I2: float


@dataclass(frozen=True)
class Limb:
    """A limb as a line of density rho (models `payout`, `notes`), as a telescope, or both."""

    rho: float | None = None  # kg/m
    telescope: Telescope | None = None


@dataclass(frozen=True)
class Path:
    """x = x0 + ax sin(w t), y = y0 + ay (1 - cos(w t)), phi = phi0 + turn sin(wt t + phase)."""

    x0: float
    y0: float
    phi0: float
    ax: float
    ay: float
    w: float
    turn: float
    wt: float
    phase: float

    def __call__(self, t: Any) -> tuple[Array, Array, Array]:
        """X, V, A at the time, or at many times."""
        angle, twist = self.w * np.asarray(t, dtype=float), self.wt * np.asarray(t) + self.phase
        x, y, phi = self.ax * np.sin(angle), self.ay * np.cos(angle), self.turn * np.sin(twist)
        X = self.x0 + x, self.y0 + self.ay - y, self.phi0 + phi
        V = (
            self.ax * self.w * np.cos(angle),
            self.ay * self.w * np.sin(angle),
            self.turn * self.wt * np.cos(twist),
        )
        A = -(self.w**2) * x, self.w**2 * y, -(self.wt**2) * phi
        return np.stack(X, axis=-1), np.stack(V, axis=-1), np.stack(A, axis=-1)


def _circle(radius: float, *degrees: float) -> list[list[float]]:
    angles = np.radians(degrees)
    return (radius * np.stack([np.cos(angles), np.sin(angles)], axis=-1)).tolist()


# The lecture notes give no numbers; all of these are chosen. Base and platform must not be similar
# triangles of one orientation: in the middle the limbs would meet in G, where no force can turn it.
# The path of `irregular` is about phi0 = 0.3: about 0 it would pass singular poses.
SETS: dict[str, dict[str, Any]] = {
    "small": {
        "base": _circle(1.0, 210, 330, 90),
        "platform": _circle(0.25, 270, 30, 150),
        "mass": 12.0,
        "inertia": 0.35,
        "limbs": Limb(1.8, Telescope(0.9, 0.25, 0.01875, 0.6, 0.25, 0.0125)),
        "path": Path(0.0, 0.0, 0.0, 0.12, 0.08, 3.0, 0.25, 2.1, 0.4),
    },
    "irregular": {
        "base": [[0.0, 0.0], [2.2, -0.1], [0.9, 1.9]],
        "platform": [[-0.22, -0.17], [0.3, -0.05], [-0.04, 0.28]],
        "mass": 8.0,
        "inertia": 0.2,
        "limbs": Limb(3.0, Telescope(2.0, 0.3, 0.07, 1.1, 0.35, 0.05)),
        "path": Path(1.0, 0.6, 0.3, 0.12, 0.08, 3.0, 0.25, 2.1, 0.4),
    },
    "large": {
        "base": _circle(900.0, 210, 330, 90),
        "platform": _circle(10.0, 270, 30, 150),
        "mass": 2500.0,
        "inertia": 3.5e5,
        "limbs": Limb(0.215),
        "path": Path(0.0, 0.0, 0.0, 100.0, 60.0, 0.2, 0.15, 0.14, 0.4),
    },
}
