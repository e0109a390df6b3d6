"""The value classes of the equations, and the bodies of a model, as plain numpy matrices."""

from __future__ import annotations

from typing import Any

import numpy as np

from pelagos.mathematics.algebra import Mat3, Sym3
from pelagos.mathematics.inertia import Inertia
from pelagos.model.bodies import Body


def array(x: Any) -> np.ndarray:
    """Vectors as columns, matrices as such."""
    if isinstance(x, Mat3):
        return np.array([*x]).reshape(3, 3).T
    if isinstance(x, Sym3):
        return array(x.full)
    if isinstance(x, Inertia):
        M, C, J = array(x.M), array(x.C), array(x.J)
        return np.block([[M, C], [C.T, J]])
    return np.array([*x])


def skew(r: Any) -> np.ndarray:
    """The matrix of r x."""
    x, y, z = r
    return np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])


def body_matrix(body: Body) -> np.ndarray:
    """The 6x6 inertia of a body in its own frame, from the words alone."""
    if body.spatial_inertia is not None:
        return np.array(body.spatial_inertia)
    C = skew(body.com)
    J = np.array(body.inertia) - body.mass * C @ C
    return np.block([[body.mass * np.eye(3), -body.mass * C], [body.mass * C, J]])


def relative(ours: Any, theirs: Any) -> float:
    """Largest difference, relative to the largest number but at least to 1."""
    ours, theirs = np.asarray(ours, dtype=float), np.asarray(theirs, dtype=float)
    assert ours.shape == theirs.shape
    return float(
        np.max(np.abs(ours - theirs), initial=0.0) / max(1.0, np.max(np.abs(theirs), initial=0.0))
    )
