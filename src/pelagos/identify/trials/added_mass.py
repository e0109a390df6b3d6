"""The same robot with other ideas of added mass: as it is, a scalar mean, none.

The scalar mean is what engines can do that know a mass and no added-mass matrix: the mean of the
three added masses is put into the body's inertia (not its weight) where the matrix has its centre,
and the mean of the three added moments of inertia about there.
"""

from __future__ import annotations

import numpy as np

from pelagos.data.checks import Array, refuse
from pelagos.language.suggest import did_you_mean
from pelagos.model import Robot

MODELS = ("full", "scalar", "none")


def with_added_mass(robot: Robot, model: str) -> Robot:
    """The robot with the added mass of a model.

    Examples:
        >>> robot = pl.load("bluerov-alpha")
        >>> hull = pl.identify.with_added_mass(robot, "scalar").bodies["hull"]
        >>> [round(hull.added_mass[i][i], 2) for i in range(3)]
        [10.92, 10.92, 10.92]
    """
    if model not in MODELS:
        raise refuse((f"models: there is no {model!r}", did_you_mean(model, MODELS)))
    if model == "full":
        return robot
    values: dict[str, object] = {}
    for name, matrix in matrices(robot).items():
        other = scalar_mean(matrix).tolist() if model == "scalar" else False
        values[f"bodies.{name}.added_mass"] = other
    if not values:
        raise refuse((f"{robot.name}: no body has added mass", "compare models of one that has"))
    return robot.with_values(values)


def matrices(robot: Robot) -> dict[str, Array]:
    """Of every body that has added mass: the 6x6 about its origin."""
    found = {}
    for name, body in robot.bodies.items():
        if body.added_mass is not None and np.any(np.asarray(body.added_mass, dtype=float)):
            found[name] = np.asarray(body.added_mass, dtype=float)
    return found


def scalar_mean(matrix: Array) -> Array:
    """The matrix of a scalar mass at the centre of an added-mass matrix [A, B; B', C].

    The centre c is where B vanishes: B = -A [c]x, three unknowns in nine equations.
    """
    a, b, turning = matrix[:3, :3], matrix[:3, 3:], matrix[3:, 3:]
    units = [_cross(e) for e in np.eye(3)]
    columns = np.stack([(-a @ unit).ravel() for unit in units], axis=1)
    centre = np.asarray(np.linalg.lstsq(columns, b.ravel(), rcond=None)[0], dtype=float)
    cross = _cross(centre)
    mass = float(np.trace(a)) / 3
    inertia = max(float(np.trace(turning - cross.T @ a @ cross)) / 3, 0.0)
    coupling = -mass * cross
    return np.block(
        [
            [mass * np.eye(3), coupling],
            [coupling.T, inertia * np.eye(3) + mass * cross.T @ cross],
        ]
    )


def _cross(c: Array) -> Array:
    return np.array([[0, -c[2], c[1]], [c[2], 0, -c[0]], [-c[1], c[0], 0]])
